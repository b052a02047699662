/* Time per estimate, fit and plan of networks from ten to a hundred thousand layers. Prints a table; judges nothing. */
#include "core/fit.h"
#include "core/network.h"
#include "core/planner.h"

/* Repeats until a tenth of a second has passed; the best of all. */
#define TIME_US(best, call)                                                                                            \
  do                                                                                                                   \
    {                                                                                                                  \
      gint64 start = g_get_monotonic_time (), now = start;                                                             \
      (best) = G_MAXINT64;                                                                                             \
      while (now - start < G_USEC_PER_SEC / 10 || (best) == G_MAXINT64)                                                \
        {                                                                                                              \
          gint64 before = g_get_monotonic_time ();                                                                     \
          call;                                                                                                        \
          now = g_get_monotonic_time ();                                                                               \
          (best) = MIN ((best), now - before);                                                                         \
        }                                                                                                              \
    }                                                                                                                  \
  while (0)

static HrPlanItem *
make_items (const HrAnalysis *analysis, guint *n_items)
{
  const HrBlock *blocks = hr_analysis_get_blocks (analysis, n_items);
  HrPlanItem *items = g_new (HrPlanItem, *n_items);

  for (guint i = 0; i < *n_items; i++)
    items[i] = (HrPlanItem){ blocks[i].bytes, blocks[i].first_step, blocks[i].last_step };
  return items;
}

static void
bench (const char *name, const char *text, const char *settings)
{
  g_autoptr (HrAnalysis) analysis = network_analyse (text, settings);
  HrProject *project = hr_analysis_get_project (analysis);
  guint n_layers, n_items;
  g_autofree HrPlanItem *items = make_items (analysis, &n_items);
  gint64 estimate_us, fit_us, plan_us;
  HrFit fit;

  hr_analysis_get_layers (analysis, &n_layers);
  TIME_US (estimate_us, hr_analysis_unref (hr_analysis_new (project, NULL)));
  TIME_US (fit_us, hr_fit (analysis, G_GINT64_CONSTANT (8) << 30, NULL, &fit));
  TIME_US (plan_us, hr_plan_free (hr_plan_new (hr_planner_find ("greedy-by-size"), items, n_items, 256)));
  g_print ("%-12s %-36s %8u %8u %12.3f %12.3f %12.3f\n", name, settings, n_layers, n_items, (double) estimate_us / 1000,
           (double) fit_us / 1000, (double) plan_us / 1000);
}

int
main (void)
{
  static const char *const networks[] = { "resnet18", "resnet50", "resnet152", "mobilenet_v2" };
  static const char *const modes[] = { "mode=inference", "mode=training", "execution=pytorch-cpu mode=training" };

  g_print ("%-12s %-36s %8s %8s %12s %12s %12s\n", "network", "settings", "layers", "blocks", "estimate ms", "fit ms",
           "plan ms");
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      for (guint j = 0; j < G_N_ELEMENTS (networks); j++)
        {
          g_autofree char *text = network_text (networks[j]);

          bench (networks[j], text, modes[i]);
        }
      for (guint n = 10; n <= (i == 0 ? 100000 : 10000); n *= 10)
        {
          g_autofree char *text = network_chain_text (n);

          bench ("chain", text, modes[i]);
        }
    }
  return 0;
}
