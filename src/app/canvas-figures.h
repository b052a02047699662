/* canvas-figures.h: what the boxes say, taken from an estimate. */
#pragma once

#include "document.h"

G_BEGIN_DECLS

typedef struct
{
  char *output;        /* owned: shape of the output, or of what an output layer gets, without the batch; or NULL */
  gint64 peak_bytes;   /* of the layer's blocks that are alive at the peak step */
  double share;        /* peak_bytes of the peak, 0…1 */
  double length;       /* peak_bytes of the largest layer's, 0…1: length of the bar */
  gboolean at_peak;    /* a tensor that comes and goes is alive at the peak */
  HrSeverity severity; /* the worst of the diagnostics */
  char *message;       /* owned: the diagnostics, one a line, or NULL */
} HrBoxFigures;

/* For every layer of the document's project, same index; without an estimate empty. Owned by the caller. */
GArray *hr_box_figures_new (HrDocument *document);

G_END_DECLS
