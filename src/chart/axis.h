/* axis.h: round ticks of a byte axis. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  gint64 step_bytes; /* distance between ticks: a power of two */
  guint n_ticks;     /* 0, step, 2·step … up to the largest that is not above top */
  gint64 unit_bytes; /* of the labels: 1, 1024, 1024² … */
} HrAxis;

/* Ticks for 0…top_bytes (> 0), at most max_ticks (≥ 2) of them, zero included. */
HrAxis hr_axis_new (double top_bytes, guint max_ticks);

/* "1.5 GiB" in the axis' unit; "0" for the first. The decimal point is the locale's. Owned by the caller. */
char *hr_axis_dup_label (const HrAxis *self, guint tick);

G_END_DECLS
