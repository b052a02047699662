/* canvas-columns.h: first half of the automatic layout: which column a layer stands in, and where in the column. */
#pragma once

#include "../core/graph.h"

G_BEGIN_DECLS

/* A wire, by node indices. Wires between the same two layers count once. */
typedef struct
{
  guint from, to;
} HrEdge;

typedef struct
{
  guint n_nodes;
  guint *column; /* owned; 0 for the first, by the longest path that leads there */
  GArray *edges; /* owned; HrEdge */
} HrColumns;

HrColumns *hr_columns_new (const HrGraph *graph);
void hr_columns_free (HrColumns *self);

/* The lane of each member (node indices) of a connected piece: 0 along its longest path, negative above, positive below,
 * with few crossings. Owned by the caller. */
int *hr_columns_find_lanes (const HrColumns *self, const GArray *members);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrColumns, hr_columns_free)

G_END_DECLS
