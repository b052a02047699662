/* fit.h: whether an estimate fits a capacity, and where it stops. */
#pragma once

#include "analysis.h"

G_BEGIN_DECLS

typedef struct
{
  gboolean fits; /* peak ≤ available */
  gint64 needed_bytes, available_bytes;
  gint64 margin_bytes;      /* available − needed: negative when it does not fit */
  gint64 largest_batch;     /* 0: not even one instance fits; never above 2^31 − 1 */
  gboolean batch_unbounded; /* memory does not grow with the batch */
  int failing_step;         /* earliest step that goes over, or −1 */
  int failing_block;        /* first block, in allocation order, that crosses the line in that step, or −1 */
} HrFit;

/* FALSE when cancelled. The largest batch is found over the same chain, without rebuilding the network. */
gboolean hr_fit (const HrAnalysis *analysis, gint64 available_bytes, HrCancel *cancel, HrFit *fit);

G_END_DECLS
