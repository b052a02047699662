/* ONNX files of other programs: networks that PyTorch exported against what PyTorch counted and measured, files of other
 * projects, ONNX's own backend test data. */
#include "io/importers/onnx.h"

#include <string.h>

#include "core/analysis.h"
#include "io/importer.h"
#include "io/project-file.h"
#include "onnx.pb-c.h"

#include "../support/test-data.h"

/* Tables */

/* Splits a line at commas outside quotes. Owned by the caller. */
static GPtrArray *
split_line (const char *line)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func (g_free);
  GString *cell = g_string_new (NULL);
  gboolean quoted = FALSE;
  for (; *line; line++)
    if (*line == '"')
      quoted = !quoted;
    else if (*line == ',' && !quoted)
      {
        g_ptr_array_add (cells, g_string_free (cell, FALSE));
        cell = g_string_new (NULL);
      }
    else
      g_string_append_c (cell, *line);
  g_ptr_array_add (cells, g_string_free (cell, FALSE));
  return cells;
}

/* A table with a head line. */
typedef struct
{
  GPtrArray *rows; /* owned, of GPtrArray of char *: the first is the head */
} Table;

static gboolean
table_read (Table *self, const char *relative)
{
  g_autofree char *path = test_data_dup_path (relative), *text = NULL;
  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  if (!path)
    return FALSE;
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    if (*lines[i])
      g_ptr_array_add (self->rows, split_line (g_strchomp (lines[i])));
  return TRUE;
}

static void
table_clear (Table *self)
{
  g_clear_pointer (&self->rows, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Table, table_clear)

/* Borrowed; "" where the row is too short. */
static const char *
table_get (const Table *self, guint row, const char *column)
{
  const GPtrArray *head = g_ptr_array_index (self->rows, 0), *cells = g_ptr_array_index (self->rows, row);
  for (guint i = 0; i < head->len; i++)
    if (g_str_equal (g_ptr_array_index (head, i), column))
      return i < cells->len ? g_ptr_array_index (cells, i) : "";
  g_error ("no column %s", column);
}

/* The row whose cells are these; 0 when there is none. */
static guint
table_find (const Table *self, const char *column, const char *value, const char *column2, const char *value2)
{
  for (guint i = 1; i < self->rows->len; i++)
    if (g_str_equal (table_get (self, i, column), value)
        && (!column2 || g_str_equal (table_get (self, i, column2), value2)))
      return i;
  return 0;
}

static gint64
table_get_int (const Table *self, guint row, const char *column)
{
  return g_ascii_strtoll (table_get (self, row, column), NULL, 10);
}

/* Projects */

static HrProject *
open_file (const char *relative)
{
  g_autofree char *path = test_data_dup_path (relative);
  g_autoptr (GError) error = NULL;
  HrProject *project = hr_import (path, &error);
  g_assert_no_error (error);
  return project;
}

static guint
count_foreign (HrProject *project)
{
  const HrGraph *graph = hr_project_get_graph (project);
  guint n = 0;
  for (guint i = 0; i < hr_graph_get_n_nodes (graph); i++)
    n += g_str_equal (hr_graph_get_node (graph, i)->op->id, "unknown");
  return n;
}

static HrAnalysis *
analyse (HrProject *project, gint64 batch)
{
  HrSettings settings = *hr_project_get_settings (project);
  settings.batch = batch;
  settings.execution = hr_execution_find ("pytorch-cpu");
  g_autoptr (HrProject) changed = hr_project_with_settings (project, &settings);
  return hr_analysis_new (changed, NULL);
}

static void
assert_counts (HrProject *project, gint64 batch, gint64 parameters, gint64 multiply_adds)
{
  g_autoptr (HrAnalysis) analysis = analyse (project, batch);
  const HrTotals *totals = hr_analysis_get_totals (analysis);
  g_assert_cmpint (totals->parameters, ==, parameters);
  g_assert_cmpint (totals->multiply_adds, ==, multiply_adds);
}

/* Calls function for every ONNX file of a folder; returns how many there were. */
static guint
for_each_file (const char *folder, void (*function) (const char *relative, gpointer user_data), gpointer user_data)
{
  g_autofree char *path = test_data_dup_path (folder);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;
  guint n = 0;
  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)))
    if (g_str_has_suffix (name, ".onnx"))
      {
        g_autofree char *relative = g_build_filename (folder, name, NULL);
        function (relative, user_data);
        n++;
      }
  return n;
}

static char *
dup_model_name (const char *relative)
{
  char *name = g_path_get_basename (relative);
  name[strlen (name) - strlen (".onnx")] = '\0';
  return name;
}

/* What PyTorch counted and measured */

typedef struct
{
  Table counts, memory, reference;
  guint n_whole, n_peaks;
} Torch;

/* Networks whose figures are not those of the network measured, or that have operators without a kind that hold parameters. */
static gboolean
has_same_counts (const char *name)
{
  return !g_str_equal (name, "googlenet") && !g_str_equal (name, "convnext_tiny");
}

/* infer_fx: values freed after their last use, as the estimate has it. */
static void
check_peaks (Torch *self, HrProject *project, const char *name)
{
  static const char *const batches[] = { "1", "8" };
  for (guint i = 0; i < G_N_ELEMENTS (batches); i++)
    {
      guint row = table_find (&self->memory, "model", name, "batch", batches[i]);
      if (row == 0 || !*table_get (&self->memory, row, "infer_fx_peak"))
        continue;
      g_autoptr (HrAnalysis) analysis = analyse (project, g_ascii_strtoll (batches[i], NULL, 10));
      g_test_message ("%s, batch %s", name, batches[i]);
      g_assert_cmpint (hr_analysis_get_totals (analysis)->peak_bytes, ==,
                       table_get_int (&self->memory, row, "infer_fx_peak"));
      self->n_peaks++;
    }
}

static void
check_with_batch_norm (const char *relative, gpointer user_data)
{
  Torch *self = user_data;
  g_autofree char *name = dup_model_name (relative);
  g_autoptr (HrProject) project = open_file (relative);
  guint row
      = table_find (&self->counts, "model", g_str_equal (name, "googlenet") ? "googlenet_noaux" : name, NULL, NULL);
  g_test_message ("%s", relative);
  g_assert_cmpuint (row, >, 0);
  if (!g_str_equal (name, "convnext_tiny"))
    assert_counts (project, 1, table_get_int (&self->counts, row, "params"),
                   table_get_int (&self->counts, row, "macs_b1"));
  if (count_foreign (project) > 0)
    return;
  self->n_whole++;
  if (has_same_counts (name))
    check_peaks (self, project, name);
}

static void
test_torch (void)
{
  g_auto (Table) counts = { NULL }, memory = { NULL };
  if (!table_read (&counts, "torch/counts.csv") || !table_read (&memory, "torch/memory_summary.csv"))
    return;
  Torch torch = { .counts = counts, .memory = memory };
  guint n = for_each_file ("torch/onnx_bn", check_with_batch_norm, &torch);
  g_test_message ("%u networks, %u of them wholly of known kinds, %u peaks", n, torch.n_whole, torch.n_peaks);
  g_assert_cmpuint (torch.n_whole, >=, 14);
  g_assert_cmpuint (torch.n_peaks, >=, 26);
}

/* As an independent reader of the same files counted. */
static void
check_with_reference (const char *relative, gpointer user_data)
{
  Torch *self = user_data;
  g_autofree char *folder = g_path_get_dirname (relative), *dialect = g_path_get_basename (folder);
  g_autofree char *file = g_path_get_basename (relative);
  g_autoptr (HrProject) project = open_file (relative);
  gboolean counted = !g_str_equal (dialect, "onnx_params_as_inputs");
  guint row = table_find (&self->reference, "dir", counted ? dialect : "onnx", "file", file);
  if (row == 0 || g_str_equal (file, "convnext_tiny.onnx"))
    return;
  g_test_message ("%s", relative);
  assert_counts (project, 1,
                 table_get_int (&self->reference, row, "params")
                     - table_get_int (&self->reference, row, "bn_running_stats"),
                 table_get_int (&self->reference, row, "macs"));
  self->n_whole++;
}

static void
test_dialects (void)
{
  static const char *const folders[]
      = { "torch/onnx", "torch/onnx_ext", "torch/onnx_dyn", "torch/onnx_params_as_inputs", "torch/onnx_quirks" };
  g_auto (Table) reference = { NULL };
  if (!table_read (&reference, "torch/onnx_ref.csv"))
    return;
  Torch torch = { .reference = reference };
  guint n = 0;
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    n += for_each_file (folders[i], check_with_reference, &torch);
  g_test_message ("%u files, %u of them counted", n, torch.n_whole);
  g_assert_cmpuint (torch.n_whole, >=, 30);
}

/* The same network at another batch is the same network: the symbolic batch reaches every layer. */
static void
check_batch (const char *relative, gpointer user_data)
{
  g_autoptr (HrProject) project = open_file (relative);
  g_autoptr (HrAnalysis) one = analyse (project, 1);
  g_autoptr (HrAnalysis) seven = analyse (project, 7);
  g_test_message ("%s", relative);
  g_assert_cmpint (hr_analysis_get_totals (seven)->multiply_adds, ==, 7 * hr_analysis_get_totals (one)->multiply_adds);
}

static void
test_symbolic_batch (void)
{
  if (!g_getenv ("HEADROOM_TEST_DATA"))
    {
      g_test_skip ("HEADROOM_TEST_DATA is not set");
      return;
    }
  g_assert_cmpuint (for_each_file ("torch/onnx_dyn", check_batch, NULL), ==, 7);
}

/* Small odd files */

typedef struct
{
  const char *file;
  gint64 parameters, parameter_bytes, multiply_adds;
  const char *output; /* shape, a code of a diagnostic, or part of the error */
} Odd;

/* As ../synthetic/manifest.csv says. Where it asks for a size, the input's is not known. */
static const Odd odd_files[] = {
  { "bfloat16_weights", 432, 864, 15552, "1x16x6x6" },
  { "channel_mismatch", 0, 0, 0, "missing-input" },
  { "conv_auto_pad_same_upper", 9408, 37632, 118013952, "1x64x112x112" },
  { "custom_op", 0, 0, 0, "" },
  { "cycle", 0, 0, 0, "in a circle: “relu”, “add”" },
  { "duplicate_input", 0, 0, 0, "1x3x8x8" },
  { "duplicate_node_names", 0, 0, 0, "1x3x8x8" },
  { "dynamic_all", 0, 0, 0, "size-unknown" },
  { "empty", 0, 0, 0, "the file is empty" },
  { "external_path_traversal", 432, 1728, 15552, "1x16x6x6" },
  { "fp16_weights", 432, 864, 15552, "1x16x6x6" },
  { "huge_dims_2_63", 0, 0, 0, "x: shape: “2 1 2305843009213693952” is not" },
  { "kernel_larger_than_input", 0, 0, 0, "kernel-too-large" },
  { "lfs_pointer", 0, 0, 0, "only a Git LFS pointer" },
  { "negative_dim", 0, 0, 0, "size-unknown" },
  { "non_utf8_names", 0, 0, 0, "1x3x8x8" },
  { "self_loop", 0, 0, 0, "in a circle: “self”" },
  { "shared_weight_two_convs", 81, 324, 10368, "1x3x8x8" },
  { "truncated", 0, 0, 0, "it is cut short" },
  { "unused_initialiser", 0, 0, 0, "1x3x8x8" },
  { "weight_as_graph_input", 81, 324, 2916, "1x3x6x6" },
  { "wide_residual", 0, 0, 0, "1x3x8x8" },
  { "zero_dim_image", 108, 432, 3888, "1x4x6x6" }, /* no batch of 0 can be set here: 1 stands for it */
};

static char *
dup_dims (const HrShape *shape)
{
  GString *text = g_string_new (NULL);
  for (int i = 0; i < shape->rank; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? "x" : "", shape->dims[i]);
  return g_string_free (text, FALSE);
}

static gboolean
has_diagnostic (const HrAnalysis *analysis, const char *code)
{
  guint n;
  const HrDiagnostic *diagnostics = hr_analysis_get_diagnostics (analysis, &n);
  for (guint i = 0; i < n; i++)
    if (g_str_equal (diagnostics[i].code, code))
      return TRUE;
  return FALSE;
}

static void
check_odd (const Odd *row, HrProject *project)
{
  g_autoptr (HrAnalysis) analysis = hr_analysis_new (project, NULL);
  const HrTotals *totals = hr_analysis_get_totals (analysis);
  guint n;
  const HrLayer *layers = hr_analysis_get_layers (analysis, &n);
  g_assert_cmpint (totals->parameters, ==, row->parameters);
  g_assert_cmpint (totals->parameter_bytes, ==, row->parameter_bytes);
  g_assert_cmpint (totals->multiply_adds, ==, row->multiply_adds);
  g_autofree char *output = dup_dims (&layers[n - 1].inputs[0].shape);
  if (!has_diagnostic (analysis, row->output))
    g_assert_cmpstr (output, ==, row->output);
}

static void
test_odd_files (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (odd_files); i++)
    {
      g_autofree char *relative = g_strdup_printf ("synthetic/%s.onnx", odd_files[i].file);
      g_autofree char *path = test_data_dup_path (relative);
      g_autoptr (GError) error = NULL;
      g_autoptr (HrProject) project = path ? hr_import (path, &error) : NULL;
      if (!path)
        return;
      g_test_message ("%s", relative);
      if (project)
        check_odd (&odd_files[i], project);
      else if (!strstr (error->message, odd_files[i].output))
        g_assert_cmpstr (error->message, ==, odd_files[i].output);
    }
}

/* A residual network with one tensor that is read 41 times: the copies of 768 bytes that exist at once, counted by hand in the
 * manifest: 42 when nobody else holds the input. */
static void
test_wide_residual (void)
{
  if (!g_getenv ("HEADROOM_TEST_DATA"))
    {
      g_test_skip ("HEADROOM_TEST_DATA is not set");
      return;
    }
  g_autoptr (HrProject) project = open_file ("synthetic/wide_residual.onnx");
  g_autoptr (HrAnalysis) analysis = hr_analysis_new (project, NULL);
  g_assert_cmpint (hr_analysis_get_totals (analysis)->peak_bytes, ==, 42 * 768);
}

/* Files of other projects */

static void
test_models (void)
{
  g_auto (Table) manifest = { NULL };
  guint n_opened = 0, n_compared = 0;
  if (!table_read (&manifest, "models/manifest.csv"))
    return;
  for (guint row = 1; row < manifest.rows->len; row++)
    {
      const char *file = table_get (&manifest, row, "file"),
                 *trained = table_get (&manifest, row, "trainable_reference");
      g_autofree char *relative = g_build_filename ("models", file, NULL);
      if (!g_str_has_suffix (file, ".onnx"))
        continue;
      g_autoptr (HrProject) project = open_file (relative);
      n_opened++;
      if (!g_str_has_prefix (file, "onnx/") && (count_foreign (project) > 0 || !*trained))
        continue;
      g_test_message ("%s", relative);
      assert_counts (project, hr_project_get_settings (project)->batch, g_ascii_strtoll (trained, NULL, 10),
                     table_get_int (&manifest, row, "macs_batch1_reference"));
      n_compared++;
    }
  g_test_message ("%u files opened, %u compared", n_opened, n_compared);
  g_assert_cmpuint (n_compared, ==, 15);
}

/* ONNX's own test data */

typedef struct
{
  guint n_opened, n_refused, n_covered, n_outputs;
} Backend;

/* Whether the shape agrees with the sizes that the file declares. */
static void
assert_declared (const HrShape *shape, const Onnx__ValueInfoProto *info)
{
  if (!info->type || info->type->value_case != ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE || !info->type->tensor_type->shape)
    return;
  const Onnx__TensorShapeProto *declared = info->type->tensor_type->shape;
  g_assert_cmpint (shape->rank, ==, (int) declared->n_dim);
  for (gsize i = 0; i < declared->n_dim; i++)
    if (declared->dim[i]->value_case == ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_VALUE)
      g_assert_cmpint (shape->dims[i], ==, declared->dim[i]->dim_value);
}

static void
compare_outputs (Backend *self, HrProject *project, const Onnx__GraphProto *graph)
{
  g_autoptr (HrAnalysis) analysis = hr_analysis_new (project, NULL);
  guint n, at = 0;
  const HrLayer *layers = hr_analysis_get_layers (analysis, &n);
  guint n_ends = 0;
  for (guint i = 0; i < n; i++)
    n_ends += g_str_equal (layers[i].node->op->id, "output");
  if (count_foreign (project) > 0 || n_ends != graph->n_output || n_ends == 0
      || has_diagnostic (analysis, "size-unknown"))
    return;
  self->n_covered++;
  for (guint i = 0; i < n; i++)
    if (g_str_equal (layers[i].node->op->id, "output"))
      {
        assert_declared (&layers[i].inputs[0].shape, graph->output[at++]);
        self->n_outputs++;
      }
}

static void
check_backend_file (Backend *self, const char *path)
{
  g_autofree char *data = NULL;
  gsize length;
  g_autoptr (GError) error = NULL;
  g_assert_true (g_file_get_contents (path, &data, &length, NULL));
  g_test_message ("%s", path);
  g_autoptr (HrProject) project = hr_onnx_parse ((const guint8 *) data, length, path, &error);
  g_assert_true ((project != NULL) == (error == NULL));
  g_assert_true (hr_onnx_recognize (data, length));
  self->n_opened += project != NULL;
  self->n_refused += project == NULL;
  if (!project)
    return;
  Onnx__ModelProto *model = onnx__model_proto__unpack (NULL, length, (const guint8 *) data);
  g_assert_nonnull (model);
  compare_outputs (self, project, model->graph);
  onnx__model_proto__free_unpacked (model, NULL);
}

static void
test_backend (void)
{
  static const char *const groups[] = { "node", "pytorch-converted", "pytorch-operator", "simple", NULL };
  Backend backend = { 0 };
  for (guint i = 0; groups[i]; i++)
    {
      g_autofree char *folder = g_build_filename (ONNX_TEST_DATA, groups[i], NULL);
      g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
      const char *name;
      while (dir && (name = g_dir_read_name (dir)))
        {
          g_autofree char *path = g_build_filename (folder, name, "model.onnx", NULL);
          if (g_file_test (path, G_FILE_TEST_EXISTS))
            check_backend_file (&backend, path);
        }
    }
  if (backend.n_opened == 0)
    {
      g_test_skip ("ONNX's test data are not installed");
      return;
    }
  g_test_message ("%u models opened, %u refused, %u of known kinds alone with %u outputs", backend.n_opened,
                  backend.n_refused, backend.n_covered, backend.n_outputs);
  g_assert_cmpuint (backend.n_refused, ==, 0);
  g_assert_cmpuint (backend.n_covered, >=, 186);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/onnx-files/torch", test_torch);
  g_test_add_func ("/onnx-files/dialects", test_dialects);
  g_test_add_func ("/onnx-files/symbolic-batch", test_symbolic_batch);
  g_test_add_func ("/onnx-files/odd", test_odd_files);
  g_test_add_func ("/onnx-files/wide-residual", test_wide_residual);
  g_test_add_func ("/onnx-files/models", test_models);
  g_test_add_func ("/onnx-files/backend", test_backend);
  return g_test_run ();
}
