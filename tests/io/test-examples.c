/* The networks that come with the program against what others counted. */
#include "io/examples.h"

#include <string.h>

#include "core/analysis.h"
#include "io/importer.h"
#include "io/project-file.h"

#include "../support/test-data.h"

typedef struct
{
  const char *id;
  gint64 parameters;
  gint64 multiply_adds;
  const char *output;    /* shape of the last layer, one instance */
  const char *reference; /* name in ../torch/layers, or NULL */
} Row;

static const Row rows[] = {
  /* By hand: (5·5·3 + 1)·200; 200·100·150·75 */
  { "e1-one-convolution", 15200, 225000000, "200x100x150", NULL },
  /* By hand: 2,800 + 180,200 + 720,400; 40,500,000 + 675,000,000 + 684,000,000 */
  { "e2-three-convolutions", 903400, 1399500000, "400x25x38", NULL },
  /* By hand: 896 + 18,496 + 4,608,500 + 5,010; for a batch of 64: 64·(2,160,000 + 11,520,000 + 4,608,000 + 5,000) */
  { "e3-small-classifier", 4632902, 64 * G_GINT64_CONSTANT (18293000), "10", NULL },
  /* By hand: 49·64 + 9·64·128; 56·56 times that */
  { "e4-low-bit-weights", 76864, 241045504, "128x56x56", NULL },
  /* Caffe: 520 + 25,050 + 400,500 + 5,010; 288,000 + 1,600,000 + 400,000 + 5,000 */
  { "lenet", 431080, 2293000, "10", NULL },
  { "alexnet", 61100840, 714188480, "1000", "alexnet" },            /* PyTorch 1.13.1, torchvision 0.14.1 */
  { "vgg16", 138357544, 15470264320, "1000", "vgg16" },             /* PyTorch 1.13.1, torchvision 0.14.1 */
  { "resnet18", 11689512, 1814073344, "1000", "resnet18" },         /* PyTorch 1.13.1, torchvision 0.14.1 */
  { "resnet50", 25557032, 4089184256, "1000", "resnet50" },         /* PyTorch 1.13.1, torchvision 0.14.1 */
  { "mobilenet-v2", 3504872, 300774272, "1000", "mobilenet_v2" },   /* PyTorch 1.13.1, torchvision 0.14.1 */
  { "squeezenet1_1", 1235496, 349151936, "1000", "squeezenet1_1" }, /* PyTorch 1.13.1, torchvision 0.14.1 */
  { "unet", 31037698, 48171581440, "2x256x256", "unet64" },         /* PyTorch 1.13.1: a plain U-Net, base 64 */
};

static char *
dup_path (const char *id)
{
  g_autofree char *file = g_strconcat (id, ".headroom", NULL);
  return g_build_filename (g_getenv ("HEADROOM_DATA_DIR"), "examples", file, NULL);
}

static HrAnalysis *
analyse (const char *id)
{
  g_autofree char *path = dup_path (id);
  g_autoptr (GError) error = NULL;
  g_autoptr (HrProject) project = hr_import (path, &error);
  g_assert_no_error (error);
  return hr_analysis_new (project, NULL);
}

/* "1x3x224x224" */
static char *
dup_dims (const HrShape *shape)
{
  GString *text = g_string_new (NULL);
  for (int i = 0; i < shape->rank; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? "x" : "", shape->dims[i]);
  return g_string_free (text, FALSE);
}

/* Input of the layer that is the network's end. */
static const HrShape *
get_output (const HrAnalysis *analysis)
{
  guint n;
  const HrLayer *layers = hr_analysis_get_layers (analysis, &n);
  g_assert_cmpstr (layers[n - 1].node->op->id, ==, "output");
  return &layers[n - 1].inputs[0].shape;
}

static void
test_counts (gconstpointer data)
{
  const Row *row = data;
  g_autoptr (HrAnalysis) analysis = analyse (row->id);
  const HrTotals *totals = hr_analysis_get_totals (analysis);
  guint n_diagnostics;
  hr_analysis_get_diagnostics (analysis, &n_diagnostics);
  g_assert_cmpuint (n_diagnostics, ==, 0);
  g_assert_true (totals->complete);
  g_assert_cmpint (totals->parameters, ==, row->parameters);
  g_assert_cmpint (totals->multiply_adds, ==, row->multiply_adds);

  g_autofree char *output = dup_dims (get_output (analysis));
  g_autofree char *expected
      = g_strdup_printf ("%" G_GINT64_FORMAT "x%s", hr_analysis_get_settings (analysis)->batch, row->output);
  g_assert_cmpstr (output, ==, expected);
}

/* The file is as the program itself would save it. */
static void
test_canonical (gconstpointer data)
{
  const Row *row = data;
  g_autofree char *path = dup_path (row->id);
  g_autofree char *text = NULL;
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_autoptr (HrProject) project = hr_project_load (path, NULL);
  g_autofree char *again = hr_project_to_xml (project, NULL);
  g_assert_cmpstr (again, ==, text);
}

/* Our id as PyTorch names the module: "layer1.0.relu_1" is a second use of "layer1.0.relu". */
static char *
dup_module_name (const char *id)
{
  const char *underscore = strrchr (id, '_');
  gboolean numbered = underscore && underscore[1] && strspn (underscore + 1, "0123456789") == strlen (underscore + 1);
  return numbered ? g_strndup (id, underscore - id) : g_strdup (id);
}

/* Whether the layer is a module in PyTorch, not a function. */
static gboolean
is_module (const HrLayer *layer)
{
  static const char *const functions[] = { "input", "output", "add", "concatenate", "flatten", NULL };
  return !g_strv_contains (functions, layer->node->op->id) && !g_str_equal (layer->node->id, "adaptive_avg_pool2d");
}

/* Columns: order, name, type, in_shape, out_shape, params, buffers, macs, … */
static void
check_module (const HrLayer *layer, char **columns)
{
  g_autofree char *name = dup_module_name (layer->node->id);
  g_autofree char *shape = dup_dims (&layer->outputs[0].shape);
  g_assert_cmpstr (name, ==, columns[1]);
  g_assert_cmpstr (shape, ==, columns[4]);
  g_assert_cmpint (layer->parameters, ==, g_ascii_strtoll (columns[5], NULL, 10));
  g_assert_cmpint (layer->multiply_adds, ==, g_ascii_strtoll (columns[7], NULL, 10));
}

static void
check_modules (const Row *row, char **lines)
{
  g_autoptr (HrAnalysis) analysis = analyse (row->id);
  guint n;
  const HrLayer *layers = hr_analysis_get_layers (analysis, &n);
  guint line = 1;
  for (guint i = 0; i < n; i++)
    {
      if (!is_module (&layers[i]))
        continue;
      g_assert_nonnull (lines[line]);
      g_auto (GStrv) columns = g_strsplit (lines[line++], ",", -1);
      check_module (&layers[i], columns);
    }
  g_assert_true (lines[line] == NULL || *lines[line] == '\0');
}

static void
test_modules (gconstpointer data)
{
  const Row *row = data;
  g_autofree char *file = g_strconcat ("torch/layers/", row->reference, ".csv", NULL);
  g_autofree char *path = test_data_dup_path (file);
  if (path == NULL)
    return;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  check_modules (row, lines);
}

static void
assert_peak (const HrAnalysis *analysis, const char *node_id, HrPhase phase, gint64 bytes)
{
  const HrTotals *totals = hr_analysis_get_totals (analysis);
  guint n_layers, n_steps;
  const HrLayer *layers = hr_analysis_get_layers (analysis, &n_layers);
  const HrStep *steps = hr_analysis_get_steps (analysis, &n_steps);
  g_assert_cmpint (totals->peak_bytes, ==, bytes);
  g_assert_cmpint (totals->peak_step, <, (int) n_steps);
  g_assert_cmpint (steps[totals->peak_step].phase, ==, phase);
  g_assert_cmpstr (layers[steps[totals->peak_step].layer].node->id, ==, node_id);
}

/* By hand: 6,000,000 + 3,000,000 + 3,613,600 */
static void
test_inference_peak (void)
{
  g_autoptr (HrAnalysis) analysis = analyse ("e2-three-convolutions");
  assert_peak (analysis, "conv2", HR_PHASE_FORWARD, 12613600);
}

/* By hand, from the rules of the `textbook` model: 108,711,240 B in the backward step of C2 */
static void
test_training_peak (void)
{
  g_autoptr (HrAnalysis) analysis = analyse ("e3-small-classifier");
  assert_peak (analysis, "C2", HR_PHASE_BACKWARD, 108711240);
}

/* By hand: 392 B and 73,728 B */
static void
test_low_bits (void)
{
  g_autoptr (HrAnalysis) analysis = analyse ("e4-low-bit-weights");
  guint n;
  const HrLayer *layers = hr_analysis_get_layers (analysis, &n);
  g_assert_cmpint (layers[1].parameter_bytes, ==, 392);
  g_assert_cmpint (layers[2].parameter_bytes, ==, 73728);
  g_assert_cmpint (hr_analysis_get_totals (analysis)->parameter_bytes, ==, 74120);
}

static void
test_list (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) examples = hr_examples_load (&error);
  g_assert_no_error (error);
  g_assert_cmpuint (examples->len, ==, G_N_ELEMENTS (rows));
  for (guint i = 0; i < examples->len; i++)
    {
      const HrExample *example = g_ptr_array_index (examples, i);
      g_assert_cmpstr (example->id, ==, rows[i].id);
      g_assert_cmpstr (example->title, !=, "");
      g_assert_cmpuint (strlen (example->description), >, 80);
      g_assert_true (g_file_test (example->path, G_FILE_TEST_IS_REGULAR));
    }
}

static void
test_list_missing (void)
{
  g_autofree char *folder = g_strdup (g_getenv ("HEADROOM_DATA_DIR"));
  g_setenv ("HEADROOM_DATA_DIR", "/no/such/folder", TRUE);
  g_autoptr (GError) error = NULL;
  g_assert_null (hr_examples_load (&error));
  g_assert_error (error, HR_PROJECT_ERROR, HR_PROJECT_ERROR_READ);
  g_setenv ("HEADROOM_DATA_DIR", folder, TRUE);
}

static void
add (const char *name, const Row *row, GTestDataFunc test)
{
  g_autofree char *path = g_strdup_printf ("/examples/%s/%s", name, row->id);
  g_test_add_data_func (path, row, test);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      add ("counts", &rows[i], test_counts);
      add ("canonical", &rows[i], test_canonical);
      if (rows[i].reference)
        add ("modules", &rows[i], test_modules);
    }
  g_test_add_func ("/examples/inference-peak", test_inference_peak);
  g_test_add_func ("/examples/training-peak", test_training_peak);
  g_test_add_func ("/examples/low-bits", test_low_bits);
  g_test_add_func ("/examples/list", test_list);
  g_test_add_func ("/examples/list-missing", test_list_missing);
  return g_test_run ();
}
