/* canvas-arrange.h: automatic layout. Plain C, no GTK; may run in any thread. */
#pragma once

#include "../core/cancel.h"
#include "../core/project.h"

G_BEGIN_DECLS

/* Positions for every layer of graph, in node order (HrPosition); owned by the caller. Layers stand in columns from left to
 * right, so that every wire inside a row goes forward; long networks continue in the next row, like text. Unconnected layers
 * come last. NULL when cancelled; cancel may be NULL. */
GArray *hr_canvas_arrange (const HrGraph *graph, HrCancel *cancel);

/* project with every layer at its automatic position, as a new reference. NULL when cancelled. */
HrProject *hr_canvas_arrange_project (HrProject *project, HrCancel *cancel);

G_END_DECLS
