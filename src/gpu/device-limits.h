/* device-limits.h: what of a device's limits a run heeds. Plain numbers, so that tests can lower them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  gint64 allocation_bytes;        /* one allocation or buffer */
  gint64 storage_range_bytes;     /* one storage buffer binding */
  gint64 texel_elems;             /* one texel buffer view; 0: they cannot hold floats */
  gint64 storage_alignment_bytes; /* offsets of storage buffer bindings: a power of two */
  gint64 texel_alignment_bytes;   /* offsets of texel buffer views: a power of two */
  gint64 granularity_bytes;       /* sizes of buffers that need no more memory than their size */
  gint64 max_groups[2];           /* work groups along x and y */
  gint64 lanes;                   /* invocations of a work group */
  double tick_ns;                 /* of time stamps */
  guint stamp_bits;               /* of them that are valid; 0: no time stamps */
} HrVkLimits;

G_END_DECLS
