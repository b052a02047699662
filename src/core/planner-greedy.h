/* planner-greedy.h: the strategy greedy-by-size. */
#pragma once

#include "planner.h"

G_BEGIN_DECLS

/* Places large items first, each at the lowest free address. Items that live over the whole run go below all others:
 * nothing can share their addresses. Aligned sizes must add up to less than 2^63. */
void hr_planner_greedy_place (const HrPlanItem *items, guint n_items, gint64 alignment, gint64 *offsets_bytes);

G_END_DECLS
