/* Training steps of pytorch-cpu against measurements of PyTorch. */
#include "network.h"
#include "support/test-data.h"
#include "torch-training.h"

/* Peaks of each part of a step, measured with PyTorch 1.13 and torchvision 0.14 on the CPU: seven networks, batch 1 and 8, SGD
 * with momentum and Adam, the first step and a later one. */
static void
test_measured (void)
{
  g_autoptr (GPtrArray) rows = torch_training_load ();

  g_assert_cmpuint (rows->len, ==, 7 * 2 * 2 * 2);
  for (guint i = 0; i < rows->len; i++)
    {
      const TorchTraining *row = g_ptr_array_index (rows, i);
      g_autoptr (HrAnalysis) analysis = torch_training_analyse (row);

      for (guint j = 0; j < TORCH_N_FIGURES; j++)
        {
          g_test_message ("%s, batch %s, %s, %s: %s", row->example, row->batch, row->optimizer, row->step,
                          torch_figure_names[j]);
          g_assert_cmpint (torch_training_get_figure (analysis, j), ==, row->bytes[j]);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/training/measured", test_measured);
  return g_test_run ();
}
