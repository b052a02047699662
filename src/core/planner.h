/* planner.h: offsets of blocks in one arena. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What the planner needs of a block: size and the steps it lives over (both included). */
typedef struct
{
  gint64 bytes;
  guint first_step, last_step;
} HrPlanItem;

typedef struct
{
  gint64 *offsets_bytes; /* owned, one per item */
  gint64 arena_bytes;    /* end of the highest block, aligned */
  gint64 bound_bytes;    /* no plan can be smaller: the largest sum of aligned blocks alive in one step */
} HrPlan;

typedef struct _HrPlanner HrPlanner;
struct _HrPlanner
{
  const char *id;    /* static: "greedy-by-size" */
  const char *title; /* static, translatable */
  /* Writes an offset for each of at least one item; aligned sizes add up to less than 2^63. */
  void (*place) (const HrPlanItem *items, guint n_items, gint64 alignment, gint64 *offsets_bytes);
};

const HrPlanner *hr_planner_get_all (guint *n_planners);
const HrPlanner *hr_planner_find (const char *id);

/* Places items at multiples of alignment. Offsets of items whose lifetimes meet never overlap. NULL on overflow. */
HrPlan *hr_plan_new (const HrPlanner *planner, const HrPlanItem *items, guint n_items, gint64 alignment);
void hr_plan_free (HrPlan *self);

/* Index of the first item that overlaps another one alive in the same step, or −1: the invariant that tests check.
 * Compares all pairs. */
int hr_plan_find_overlap (const HrPlan *self, const HrPlanItem *items, guint n_items);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrPlan, hr_plan_free)

G_END_DECLS
