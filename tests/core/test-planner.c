/* Plans: no overlap, no smaller than the bound, and small cases worked by hand. */
#include "core/planner.h"

static void
check_plan (const HrPlan *plan, const HrPlanItem *items, guint n_items, gint64 alignment)
{
  gint64 end = 0;

  g_assert_cmpint (hr_plan_find_overlap (plan, items, n_items), ==, -1);
  g_assert_cmpint (plan->arena_bytes, >=, plan->bound_bytes);
  for (guint i = 0; i < n_items; i++)
    {
      g_assert_cmpint (plan->offsets_bytes[i] % alignment, ==, 0);
      g_assert_cmpint (plan->offsets_bytes[i], >=, 0);
      end = MAX (end, plan->offsets_bytes[i] + items[i].bytes);
    }
  g_assert_cmpint (plan->arena_bytes, >=, end);
  g_assert_cmpint (plan->arena_bytes - end, <, alignment);
}

/* A chain, by hand: the largest goes to the bottom; each neighbour on top of it where both live, so that the
 * arena is as small as the largest pair. */
static void
test_chain (void)
{
  static const HrPlanItem items[] = { { 10, 0, 1 }, { 40, 1, 2 }, { 30, 2, 3 }, { 20, 3, 4 } };
  static const gint64 offsets[] = { 40, 0, 40, 0 };
  g_autoptr (HrPlan) plan = hr_plan_new (hr_planner_find ("greedy-by-size"), items, G_N_ELEMENTS (items), 1);

  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    g_assert_cmpint (plan->offsets_bytes[i], ==, offsets[i]);
  g_assert_cmpint (plan->bound_bytes, ==, 70);
  g_assert_cmpint (plan->arena_bytes, ==, 70);
  check_plan (plan, items, G_N_ELEMENTS (items), 1);
}

/* The lowest gap that is large enough, by hand: what lives at step 1 leaves 50…79 free at step 3. */
static void
test_gap (void)
{
  static const HrPlanItem items[] = { { 50, 0, 3 }, { 30, 0, 2 }, { 20, 1, 4 }, { 15, 3, 4 }, { 1, 0, 1 } };
  static const gint64 offsets[] = { 0, 50, 80, 50, 100 };
  g_autoptr (HrPlan) plan = hr_plan_new (hr_planner_find ("greedy-by-size"), items, G_N_ELEMENTS (items), 1);

  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    g_assert_cmpint (plan->offsets_bytes[i], ==, offsets[i]);
}

/* By hand: 100, 1 and 65 bytes at multiples of 64 take 128, 64 and 128. */
static void
test_alignment (void)
{
  static const HrPlanItem items[] = { { 100, 0, 1 }, { 1, 1, 1 }, { 65, 0, 0 } };
  g_autoptr (HrPlan) plan = hr_plan_new (hr_planner_find ("greedy-by-size"), items, G_N_ELEMENTS (items), 64);

  g_assert_cmpint (plan->bound_bytes, ==, 256);
  g_assert_cmpint (plan->arena_bytes, ==, 256);
  check_plan (plan, items, G_N_ELEMENTS (items), 64);
}

static void
test_empty (void)
{
  static const HrPlanItem nothing[] = { { 0, 0, 0 }, { 0, 0, 1 } };
  g_autoptr (HrPlan) plan = hr_plan_new (hr_planner_find ("greedy-by-size"), NULL, 0, 64);
  g_autoptr (HrPlan) zeros = hr_plan_new (hr_planner_find ("greedy-by-size"), nothing, 2, 64);

  g_assert_cmpint (plan->arena_bytes, ==, 0);
  g_assert_cmpint (zeros->arena_bytes, ==, 0);
}

static void
test_overflow (void)
{
  static const HrPlanItem items[] = { { G_MAXINT64 / 2, 0, 1 }, { G_MAXINT64 / 2, 1, 2 }, { 64, 0, 0 } };
  static const HrPlanItem unalignable[] = { { G_MAXINT64, 0, 1 } };
  const HrPlanner *planner = hr_planner_find ("greedy-by-size");

  g_assert_null (hr_plan_new (planner, items, G_N_ELEMENTS (items), 64));
  g_assert_null (hr_plan_new (planner, unalignable, 1, 64));
}

/* A plan that is wrong is found out. */
static void
test_overlap (void)
{
  static const HrPlanItem items[] = { { 10, 0, 1 }, { 10, 2, 3 }, { 10, 3, 4 } };
  gint64 apart[] = { 0, 0, 10 }, together[] = { 0, 0, 9 };
  HrPlan good = { .offsets_bytes = apart }, bad = { .offsets_bytes = together };

  g_assert_cmpint (hr_plan_find_overlap (&good, items, 3), ==, -1);
  g_assert_cmpint (hr_plan_find_overlap (&bad, items, 3), ==, 1);
}

/* Short and long lives, equal and odd sizes; the larger sets have more than a few items alive at once. */
static void
test_random (void)
{
  guint n_planners;
  const HrPlanner *planners = hr_planner_get_all (&n_planners);

  for (guint32 seed = 0; seed < 300; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      guint n_items = (guint) g_rand_int_range (rand, 1, seed % 10 == 0 ? 700 : 60);
      gint32 span = seed % 3 == 0 ? 400 : 5;
      gint64 alignment = G_GINT64_CONSTANT (1) << g_rand_int_range (rand, 0, 9);
      g_autofree HrPlanItem *items = g_new (HrPlanItem, n_items);

      for (guint i = 0; i < n_items; i++)
        {
          items[i].bytes = g_rand_int_range (rand, 0, 5000);
          items[i].first_step = (guint) g_rand_int_range (rand, 0, 200);
          items[i].last_step = items[i].first_step + (guint) g_rand_int_range (rand, 0, span);
        }
      for (guint i = 0; i < n_planners; i++)
        {
          g_autoptr (HrPlan) plan = hr_plan_new (&planners[i], items, n_items, alignment);

          check_plan (plan, items, n_items, alignment);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/planner/chain", test_chain);
  g_test_add_func ("/planner/gap", test_gap);
  g_test_add_func ("/planner/alignment", test_alignment);
  g_test_add_func ("/planner/empty", test_empty);
  g_test_add_func ("/planner/overflow", test_overflow);
  g_test_add_func ("/planner/overlap", test_overlap);
  g_test_add_func ("/planner/random", test_random);
  return g_test_run ();
}
