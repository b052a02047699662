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

/* The name of an example in the measurements. */
static const char *
get_model (const TorchTraining *row)
{
  if (g_str_equal (row->example, "mobilenet-v2"))
    return "mobilenet_v2";
  return g_str_equal (row->example, "unet") ? "unet64" : row->example;
}

/* The figure of a row that a line of the measurements holds, or TORCH_N_FIGURES. Cells: model, batch, mode, step, phase. */
static TorchFigure
match_measurement (const TorchTraining *row, char **cells)
{
  const char *mode = g_str_equal (row->optimizer, "adam") ? "train_adam" : "train_sgd";
  const char *step = g_str_equal (row->step, "first") ? "1" : "2";

  if (!g_str_equal (cells[0], get_model (row)) || !g_str_equal (cells[1], row->batch) || !g_str_equal (cells[2], mode)
      || !g_str_equal (cells[3], step))
    return TORCH_N_FIGURES;
  if (g_str_equal (cells[4], "optimizer"))
    return TORCH_UPDATE;
  return g_str_equal (cells[4], "forward") ? TORCH_FORWARD : TORCH_BACKWARD;
}

/* The peaks of the table are those of the measurements themselves. */
static void
test_measurements (void)
{
  g_autofree char *path = test_data_dup_path ("torch/memory_phases.csv"), *contents = NULL;
  g_autoptr (GPtrArray) rows = torch_training_load ();
  g_auto (GStrv) lines = NULL;
  guint n_found = 0;

  if (path == NULL || !g_file_get_contents (path, &contents, NULL, NULL))
    return;
  lines = g_strsplit (contents, "\n", -1);
  for (guint i = 1; lines[i] != NULL && lines[i][0] != '\0'; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], ",", -1);

      g_assert_cmpuint (g_strv_length (cells), >, 9);
      for (guint j = 0; j < rows->len; j++)
        {
          const TorchTraining *row = g_ptr_array_index (rows, j);
          TorchFigure figure = match_measurement (row, cells);

          if (figure == TORCH_N_FIGURES)
            continue;
          n_found++;
          g_assert_cmpint (row->bytes[figure] + (figure == TORCH_UPDATE ? row->recorder_bytes : 0), ==,
                           g_ascii_strtoll (cells[9], NULL, 10));
        }
    }
  g_assert_cmpuint (n_found, ==, 3 * rows->len);
}

static HrAnalysis *
analyse_drawn (const char *network, const char *settings)
{
  g_autofree char *text = g_strdelimit (g_strconcat (network, "\n", NULL), "|", '\n');
  g_autofree char *all = g_strconcat ("mode=training execution=pytorch-cpu ", settings, NULL);

  return network_analyse (text, all);
}

/* Random networks, drawn and measured by torch-random.py. HEADROOM_TORCH_NETWORKS may name another file of its making. */
static void
test_drawn (void)
{
  const char *other = g_getenv ("HEADROOM_TORCH_NETWORKS");
  g_autofree char *path
      = other != NULL ? g_strdup (other) : g_test_build_filename (G_TEST_DIST, "core", "torch-random.csv", NULL);
  g_autofree char *contents = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;
  guint n_networks = 0;

  g_file_get_contents (path, &contents, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (contents, "\n", -1);
  for (guint i = 1; lines[i] != NULL && lines[i][0] != '\0'; i++, n_networks++)
    {
      g_auto (GStrv) fields = g_strsplit (lines[i], ";", -1);
      g_autoptr (HrAnalysis) analysis = NULL;

      g_assert_cmpuint (g_strv_length (fields), ==, 6);
      g_test_message ("seed %s, %s: %s", fields[0], fields[1], fields[5]);
      analysis = analyse_drawn (fields[5], fields[1]);
      g_assert_true (hr_analysis_get_totals (analysis)->complete);
      for (guint j = TORCH_FORWARD; j < TORCH_N_FIGURES; j++)
        if (torch_training_get_figure (analysis, j) != g_ascii_strtoll (fields[1 + j], NULL, 10))
          {
            g_test_message ("%s: %" G_GINT64_FORMAT " instead of %s", torch_figure_names[j],
                            torch_training_get_figure (analysis, j), fields[1 + j]);
            g_test_fail ();
          }
    }
  g_assert_cmpuint (n_networks, >=, other != NULL ? 1 : 133);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/training/measured", test_measured);
  g_test_add_func ("/training/measurements", test_measurements);
  g_test_add_func ("/training/drawn", test_drawn);
  return g_test_run ();
}
