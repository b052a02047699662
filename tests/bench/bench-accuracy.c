/* bench-accuracy.c: the figures of training steps beside those that PyTorch 1.13 was measured with. Prints a table; judges
 * nothing. */
#include "core/torch-training.h"

static void
print_row (const TorchTraining *row)
{
  g_autoptr (HrAnalysis) analysis = torch_training_analyse (row);

  for (guint i = 0; i < TORCH_N_FIGURES; i++)
    {
      gint64 ours = torch_training_get_figure (analysis, i);

      g_print ("%-16s %5s %-12s %-7s %-9s %14" G_GINT64_FORMAT " %14" G_GINT64_FORMAT " %11" G_GINT64_FORMAT "\n",
               row->example, row->batch, row->optimizer, row->step, torch_figure_names[i], ours, row->bytes[i],
               ours - row->bytes[i]);
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) rows = NULL;

  g_test_init (&argc, &argv, NULL);
  rows = torch_training_load ();
  g_print ("%-16s %5s %-12s %-7s %-9s %14s %14s %11s\n", "network", "batch", "optimizer", "step", "figure",
           "ours, bytes", "measured", "difference");
  for (guint i = 0; i < rows->len; i++)
    print_row (g_ptr_array_index (rows, i));
  return 0;
}
