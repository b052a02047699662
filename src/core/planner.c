#include "planner.h"

#include <glib/gi18n-lib.h>

#include "checked.h"
#include "planner-greedy.h"

static const HrPlanner planners[] = {
  { "greedy-by-size", N_ ("Greedy by Size"), hr_planner_greedy_place },
};

const HrPlanner *
hr_planner_get_all (guint *n_planners)
{
  g_return_val_if_fail (n_planners != NULL, NULL);

  *n_planners = G_N_ELEMENTS (planners);
  return planners;
}

const HrPlanner *
hr_planner_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (planners); i++)
    if (g_strcmp0 (planners[i].id, id) == 0)
      return &planners[i];
  return NULL;
}

/* An item appears at an edge or is gone from it on. */
typedef struct
{
  guint step;
  gint64 bytes; /* aligned; negative when it goes */
} Edge;

/* By step; within one, what goes before what comes. */
static int
compare_edges (gconstpointer a, gconstpointer b)
{
  const Edge *left = a, *right = b;

  if (left->step != right->step)
    return left->step < right->step ? -1 : 1;
  return left->bytes < right->bytes ? -1 : left->bytes > right->bytes;
}

/* The largest sum of aligned sizes alive in one step. FALSE when all sizes together exceed 2^63 − 1. */
static gboolean
find_bound (const HrPlanItem *items, guint n_items, gint64 alignment, gint64 *bound)
{
  g_autofree Edge *edges = g_new (Edge, 2 * (gsize) n_items);
  gint64 all = 0, live = 0;

  for (guint i = 0; i < n_items; i++)
    {
      gint64 bytes;

      if (!hr_checked_align (items[i].bytes, alignment, &bytes) || !hr_checked_add (all, bytes, &all))
        return FALSE;
      edges[2 * i] = (Edge){ items[i].first_step, bytes };
      edges[2 * i + 1] = (Edge){ items[i].last_step + 1, -bytes };
    }
  qsort (edges, 2 * (gsize) n_items, sizeof (Edge), compare_edges);
  *bound = 0;
  for (gsize i = 0; i < 2 * (gsize) n_items; i++)
    {
      live += edges[i].bytes;
      *bound = MAX (*bound, live);
    }
  return TRUE;
}

HrPlan *
hr_plan_new (const HrPlanner *planner, const HrPlanItem *items, guint n_items, gint64 alignment)
{
  g_autoptr (HrPlan) self = NULL;

  g_return_val_if_fail (planner != NULL && (items != NULL || n_items == 0) && alignment > 0, NULL);

  self = g_new0 (HrPlan, 1);
  if (n_items == 0)
    return g_steal_pointer (&self);
  if (!find_bound (items, n_items, alignment, &self->bound_bytes))
    return NULL;
  self->offsets_bytes = g_new0 (gint64, n_items);
  planner->place (items, n_items, alignment, self->offsets_bytes);
  for (guint i = 0; i < n_items; i++)
    {
      gint64 bytes = hr_div_round_up (items[i].bytes, alignment) * alignment;

      self->arena_bytes = MAX (self->arena_bytes, self->offsets_bytes[i] + bytes);
    }
  return g_steal_pointer (&self);
}

void
hr_plan_free (HrPlan *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->offsets_bytes);
  g_free (self);
}

static gboolean
overlap (const HrPlan *self, const HrPlanItem *items, guint a, guint b)
{
  return items[a].first_step <= items[b].last_step && items[b].first_step <= items[a].last_step
         && self->offsets_bytes[a] < self->offsets_bytes[b] + items[b].bytes
         && self->offsets_bytes[b] < self->offsets_bytes[a] + items[a].bytes;
}

int
hr_plan_find_overlap (const HrPlan *self, const HrPlanItem *items, guint n_items)
{
  g_return_val_if_fail (self != NULL && (items != NULL || n_items == 0), -1);

  for (guint i = 0; i < n_items; i++)
    for (guint j = i + 1; j < n_items; j++)
      if (overlap (self, items, i, j))
        return (int) i;
  return -1;
}
