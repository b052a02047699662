/* bench-estimate.c: how long an estimate takes, from the finished edit to the finished analysis. Prints milliseconds for
 * each project named on the command line, for inference and training: the median of many runs. */
#include <stdio.h>
#include <stdlib.h>

#include "core/analysis.h"
#include "io/project-file.h"

#define N_RUNS 101

static int
compare_times (const void *a, const void *b)
{
  gint64 x = *(const gint64 *) a;
  gint64 y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

static double
measure_median_ms (HrProject *project)
{
  gint64 times_us[N_RUNS];

  for (guint i = 0; i < N_RUNS; i++)
    {
      gint64 start_us = g_get_monotonic_time ();

      hr_analysis_unref (hr_analysis_new (project, NULL));
      times_us[i] = g_get_monotonic_time () - start_us;
    }
  qsort (times_us, N_RUNS, sizeof times_us[0], compare_times);
  return (double) times_us[N_RUNS / 2] / 1000.0;
}

static HrProject *
with_mode (HrProject *project, const char *mode)
{
  HrSettings settings = *hr_project_get_settings (project);

  hr_settings_set_text (&settings, "mode", mode, NULL);
  return hr_project_with_settings (project, &settings);
}

int
main (int argc, char **argv)
{
  printf ("%-24s %8s %14s %14s\n", "project", "layers", "inference, ms", "training, ms");
  for (int i = 1; i < argc; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HrProject) project = hr_project_load (argv[i], &error);
      g_autoptr (HrProject) inference = NULL;
      g_autoptr (HrProject) training = NULL;

      if (project == NULL)
        {
          fprintf (stderr, "%s\n", error->message);
          return 2;
        }
      inference = with_mode (project, "inference");
      training = with_mode (project, "training");
      printf ("%-24s %8u %14.3f %14.3f\n", hr_project_get_title (project),
              hr_graph_get_n_nodes (hr_project_get_graph (project)), measure_median_ms (inference),
              measure_median_ms (training));
    }
  return 0;
}
