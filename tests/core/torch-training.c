#include "torch-training.h"

#include "io/project-file.h"

/* The recorder keeps a marker of 4 bytes for each part of a step and, while one begins, 288 of its own. Where the update takes
 * less than that, as SGD's with momentum does with its factor of 8 bytes, the measured peak is the recorder's. */
#define RECORDER_BYTES (4 + 288)
#define MOMENTUM_BYTES 8

const char *const torch_figure_names[TORCH_N_FIGURES] = { "saved", "forward", "backward", "update" };

void
torch_training_free (TorchTraining *self)
{
  g_free (self->example);
  g_free (self->batch);
  g_free (self->optimizer);
  g_free (self->step);
  g_free (self);
}

static TorchTraining *
parse_row (const char *line)
{
  g_auto (GStrv) fields = g_strsplit (line, ";", -1);
  TorchTraining *self = g_new0 (TorchTraining, 1);

  g_assert_cmpuint (g_strv_length (fields), ==, 4 + TORCH_N_FIGURES);
  self->example = g_strdup (fields[0]);
  self->batch = g_strdup (fields[1]);
  self->optimizer = g_strdup (fields[2]);
  self->step = g_strdup (fields[3]);
  for (guint i = 0; i < TORCH_N_FIGURES; i++)
    self->bytes[i] = g_ascii_strtoll (fields[4 + i], NULL, 10);
  if (g_str_equal (self->optimizer, "sgd-momentum") && g_str_equal (self->step, "steady"))
    self->recorder_bytes = RECORDER_BYTES - MOMENTUM_BYTES;
  self->bytes[TORCH_UPDATE] -= self->recorder_bytes;
  return self;
}

GPtrArray *
torch_training_load (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "core", "torch-training.csv", NULL);
  g_autofree char *contents = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) torch_training_free);

  g_file_get_contents (path, &contents, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (contents, "\n", -1);
  for (guint i = 1; lines[i] != NULL && lines[i][0] != '\0'; i++)
    g_ptr_array_add (rows, parse_row (lines[i]));
  return rows;
}

HrAnalysis *
torch_training_analyse (const TorchTraining *self)
{
  g_autofree char *name = g_strconcat (self->example, ".headroom", NULL);
  g_autofree char *path = g_build_filename (g_getenv ("HEADROOM_DATA_DIR"), "examples", name, NULL);
  const char *const texts[][2] = { { "execution", "pytorch-cpu" },
                                   { "mode", "training" },
                                   { "batch", self->batch },
                                   { "optimizer", self->optimizer },
                                   { "step", self->step } };
  g_autoptr (GError) error = NULL;
  g_autoptr (HrProject) project = hr_project_load (path, &error), changed = NULL;
  HrSettings settings;

  g_assert_no_error (error);
  settings = *hr_project_get_settings (project);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    hr_settings_set_text (&settings, texts[i][0], texts[i][1], &error);
  g_assert_no_error (error);
  changed = hr_project_with_settings (project, &settings);
  return hr_analysis_new (changed, NULL);
}

gint64
torch_training_get_figure (const HrAnalysis *analysis, TorchFigure figure)
{
  const HrTotals *totals = hr_analysis_get_totals (analysis);

  switch (figure)
    {
    case TORCH_SAVED:
      return totals->kept_bytes;
    case TORCH_FORWARD:
      return MAX (totals->phase_peaks[HR_PHASE_FORWARD], totals->phase_peaks[HR_PHASE_LOSS]);
    case TORCH_BACKWARD:
      return totals->phase_peaks[HR_PHASE_BACKWARD];
    case TORCH_UPDATE:
      return totals->phase_peaks[HR_PHASE_UPDATE];
    case TORCH_N_FIGURES:
    default:
      g_assert_not_reached ();
    }
}
