/* device-limits.h: what of a device's limits a run heeds. Plain numbers, so that tests can lower them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  gint64 allocation_bytes;        /* one allocation or buffer */
  gint64 storage_range_bytes;     /* one storage buffer binding */
  gint64 texel_elems;             /* one texel buffer view; 0: texel buffers are not used */
  gint64 storage_alignment_bytes; /* offsets of storage buffer bindings */
  gint64 texel_alignment_bytes;   /* offsets of texel buffer views */
  gint64 atom_bytes;              /* flushes and invalidations of mapped memory */
  gint64 granularity_bytes;       /* sizes of buffers that need no more memory than their size */
  guint32 max_groups[2];          /* work groups along x and y */
  guint32 max_invocations;        /* in a work group, along x */
  guint32 subgroup_size;
  gboolean software;
  double tick_ns;      /* of time stamps */
  guint32 stamp_bits;  /* valid ones; 0: none */
} HrVkLimits;

G_END_DECLS
