/* The CPU references against ONNX's own backend test data: inputs and outputs that its reference implementation and PyTorch
 * made. Cases that no layer kind can express are left out and counted. */
#include <math.h>
#include <string.h>

#include "onnx-case.h"
#include "op-fixture.h"

/* Counted by hand in what protoc --decode prints of libonnx-testdata 1.12: 213 models of one node whose operator has a kind
 * here, less 36 that the reasons in this file exclude (9 of Flatten, 3 + 8 of Gemm and Dropout's training, …), and 8 that run
 * twice: 4 convolutions are depthwise, 4 global pools adaptive. */
#define N_EXPECTED 185

/* Rounding of the 32-bit results that are compared with, as a share of the sum of magnitudes. */
#define TOLERANCE 2e-6

/* Writes a kind's parameters from a node's attributes. Returns why the kind cannot express it, or NULL. */
typedef const char *(*Translate) (const OnnxCase *self, GString *params);

typedef struct
{
  const char *onnx;
  const char *kind;
  Translate translate;
  guint n_data; /* inputs that are data, the rest is learned; 0: all */
} Mapping;

static const OnnxTensor *
get_input (const OnnxCase *self, guint index)
{
  return index < self->inputs->len ? g_ptr_array_index (self->inputs, index) : NULL;
}

static void
append_values (GString *params, const char *key, const gint64 *values, gsize n_values)
{
  if (n_values == 0)
    return;
  g_string_append_printf (params, " %s=", key);
  for (gsize i = 0; i < n_values; i++)
    g_string_append_printf (params, "%s%" G_GINT64_FORMAT, i > 0 ? "," : "", values[i]);
}

static void
append_list (const OnnxCase *self, GString *params, const char *key, const char *name)
{
  gsize n_values;
  const gint64 *values = onnx_case_get_ints (self, name, &n_values);

  append_values (params, key, values, n_values);
}

static void
append_padding (const OnnxCase *self, GString *params)
{
  g_autofree char *mode = onnx_case_dup_string (self, "auto_pad", "NOTSET");
  gsize n_pads;
  const gint64 *pads = onnx_case_get_ints (self, "pads", &n_pads);

  if (g_str_equal (mode, "NOTSET"))
    {
      g_string_append (params, " padding=explicit");
      append_values (params, "pad-begin", pads, n_pads / 2);
      append_values (params, "pad-end", n_pads > 0 ? pads + n_pads / 2 : NULL, n_pads / 2);
    }
  else
    g_string_append_printf (params, " padding=%s",
                            g_str_equal (mode, "VALID")        ? "valid"
                            : g_str_equal (mode, "SAME_UPPER") ? "same-upper"
                                                               : "same-lower");
}

static const char *
translate_window (const OnnxCase *self, GString *params)
{
  g_string_append (params, "stride=1");
  append_list (self, params, "kernel", "kernel_shape");
  append_list (self, params, "stride", "strides");
  append_padding (self, params);
  return NULL;
}

static const char *
translate_conv (const OnnxCase *self, GString *params)
{
  const OnnxTensor *weights = get_input (self, 1);

  translate_window (self, params);
  append_list (self, params, "dilation", "dilations");
  append_values (params, "kernel", weights->dims + 2, weights->rank - 2);
  g_string_append_printf (params, " filters=%" G_GINT64_FORMAT " groups=%" G_GINT64_FORMAT " bias=%s", weights->dims[0],
                          onnx_case_get_int (self, "group", 1), get_input (self, 2) != NULL ? "true" : "false");
  return NULL;
}

static const char *
translate_depthwise (const OnnxCase *self, GString *params)
{
  const OnnxTensor *weights = get_input (self, 1);
  gint64 groups = onnx_case_get_int (self, "group", 1);

  if (groups == 1 || weights->dims[1] != 1)
    return "not depthwise";
  translate_window (self, params);
  append_list (self, params, "dilation", "dilations");
  append_values (params, "kernel", weights->dims + 2, weights->rank - 2);
  g_string_append_printf (params, " multiplier=%" G_GINT64_FORMAT " bias=%s", weights->dims[0] / groups,
                          get_input (self, 2) != NULL ? "true" : "false");
  return NULL;
}

/* ONNX: pads, or where these would be negative output padding, follow from the output's shape when it is given. */
static void
append_output_shape (const OnnxCase *self, GString *params)
{
  const OnnxTensor *input = get_input (self, 0), *weights = get_input (self, 1);
  gsize n_sizes, n_strides;
  const gint64 *sizes = onnx_case_get_ints (self, "output_shape", &n_sizes);
  const gint64 *strides = onnx_case_get_ints (self, "strides", &n_strides);
  gint64 begin[3], end[3], more[3];

  if (sizes == NULL)
    {
      append_list (self, params, "output-padding", "output_padding");
      return;
    }
  for (gsize i = 0; i < n_sizes; i++)
    {
      gint64 surplus = (input->dims[2 + i] - 1) * strides[i] + weights->dims[2 + i] - sizes[i];

      more[i] = MAX (0, -surplus);
      end[i] = MAX (0, surplus) / 2;
      begin[i] = MAX (0, surplus) - end[i];
    }
  append_values (params, "pad-begin", begin, n_sizes);
  append_values (params, "pad-end", end, n_sizes);
  append_values (params, "output-padding", more, n_sizes);
}

static const char *
translate_transposed_conv (const OnnxCase *self, GString *params)
{
  const OnnxTensor *weights = get_input (self, 1);
  gint64 groups = onnx_case_get_int (self, "group", 1);

  translate_window (self, params);
  append_list (self, params, "dilation", "dilations");
  append_output_shape (self, params);
  append_values (params, "kernel", weights->dims + 2, weights->rank - 2);
  g_string_append_printf (params, " filters=%" G_GINT64_FORMAT " groups=%" G_GINT64_FORMAT " bias=%s",
                          weights->dims[1] * groups, groups, get_input (self, 2) != NULL ? "true" : "false");
  return NULL;
}

static const char *
translate_max_pool (const OnnxCase *self, GString *params)
{
  translate_window (self, params);
  append_list (self, params, "dilation", "dilations");
  if (onnx_case_get_int (self, "ceil_mode", 0) != 0)
    g_string_append (params, " ceiling=true");
  return NULL;
}

static const char *
translate_average_pool (const OnnxCase *self, GString *params)
{
  translate_window (self, params);
  g_string_append_printf (params, " count-padding=%s",
                          onnx_case_get_int (self, "count_include_pad", 0) != 0 ? "true" : "false");
  if (onnx_case_get_int (self, "ceil_mode", 0) != 0)
    g_string_append (params, " ceiling=true");
  return NULL;
}

static const char *
translate_gemm (const OnnxCase *self, GString *params)
{
  const OnnxTensor *weights = get_input (self, 1), *bias = get_input (self, 2);
  gint64 n_out = weights->dims[onnx_case_get_int (self, "transB", 0) != 0 ? 0 : 1];

  if (onnx_case_get_float (self, "alpha", 1.0) != 1.0 || onnx_case_get_float (self, "beta", 1.0) != 1.0
      || onnx_case_get_int (self, "transA", 0) != 0)
    return "scaled, or its input transposed";
  if (bias != NULL && (bias->rank == 0 || bias->dims[bias->rank - 1] != n_out || bias->n_values != (gsize) n_out))
    return "the bias is not one value per output";
  g_string_append_printf (params, "outputs=%" G_GINT64_FORMAT " bias=%s", n_out, bias != NULL ? "true" : "false");
  return NULL;
}

static const char *
translate_batch_norm (const OnnxCase *self, GString *params)
{
  if (onnx_case_get_int (self, "training_mode", 0) != 0 || self->node->n_output > 1)
    return "training";
  g_string_append_printf (params, "epsilon=%.9g", onnx_case_get_float (self, "epsilon", 1e-5));
  return NULL;
}

static const char *
translate_softmax (const OnnxCase *self, GString *params)
{
  gint64 axis = onnx_case_get_int (self, "axis", self->opset < 13 ? 1 : -1);

  if (self->opset < 13 && axis != (gint64) get_input (self, 0)->rank - 1 && axis != -1)
    return "before version 13 all axes from the given one on";
  g_string_append_printf (params, "axis=%" G_GINT64_FORMAT, axis);
  return NULL;
}

static const char *
translate_leaky_relu (const OnnxCase *self, GString *params)
{
  g_string_append_printf (params, "alpha=%.9g", onnx_case_get_float (self, "alpha", 0.01));
  return NULL;
}

static const char *
translate_elu (const OnnxCase *self, GString *params)
{
  g_string_append_printf (params, "alpha=%.9g", onnx_case_get_float (self, "alpha", 1.0));
  return NULL;
}

static const char *
translate_selu (const OnnxCase *self, GString *params)
{
  return fabs (onnx_case_get_float (self, "alpha", 1.67326) - 1.67326) > 1e-4
                 || fabs (onnx_case_get_float (self, "gamma", 1.0507) - 1.0507) > 1e-4
             ? "constants of its own"
             : NULL;
}

static const char *
translate_hard_sigmoid (const OnnxCase *self, GString *params)
{
  return fabs (onnx_case_get_float (self, "alpha", 0.2) - 1.0 / 6.0) > 1e-6 ? "another slope than 1/6" : NULL;
}

static const char *
translate_concat (const OnnxCase *self, GString *params)
{
  g_string_append_printf (params, "axis=%" G_GINT64_FORMAT, onnx_case_get_int (self, "axis", 1));
  return NULL;
}

static const char *
translate_flatten (const OnnxCase *self, GString *params)
{
  if (onnx_case_get_int (self, "axis", 1) != 1)
    return "joins the axes before the given one too";
  g_string_append (params, "start=1");
  return NULL;
}

static const char *
translate_dropout (const OnnxCase *self, GString *params)
{
  return self->inputs->len > 2 || self->node->n_output > 1 ? "training or a mask" : NULL;
}

static const char *
translate_plain (const OnnxCase *self, GString *params)
{
  return NULL;
}

static const Mapping mappings[] = {
  { "Conv", "conv", translate_conv, 1 },
  { "Conv", "depthwise-conv", translate_depthwise, 1 },
  { "ConvTranspose", "transposed-conv", translate_transposed_conv, 1 },
  { "MaxPool", "max-pool", translate_max_pool, 1 },
  { "AveragePool", "average-pool", translate_average_pool, 1 },
  { "GlobalAveragePool", "global-average-pool", translate_plain, 1 },
  { "GlobalAveragePool", "adaptive-average-pool", translate_plain, 1 },
  { "GlobalMaxPool", "global-max-pool", translate_plain, 1 },
  { "GlobalMaxPool", "adaptive-max-pool", translate_plain, 1 },
  { "Gemm", "linear", translate_gemm, 1 },
  { "BatchNormalization", "batch-norm", translate_batch_norm, 1 },
  { "Relu", "relu", translate_plain, 1 },
  { "LeakyRelu", "leaky-relu", translate_leaky_relu, 1 },
  { "Elu", "elu", translate_elu, 1 },
  { "Selu", "selu", translate_selu, 1 },
  { "Sigmoid", "sigmoid", translate_plain, 1 },
  { "Tanh", "tanh", translate_plain, 1 },
  { "Softplus", "softplus", translate_plain, 1 },
  { "HardSigmoid", "hard-sigmoid", translate_hard_sigmoid, 1 },
  { "HardSwish", "hard-swish", translate_plain, 1 },
  { "Softmax", "softmax", translate_softmax, 1 },
  { "LogSoftmax", "log-softmax", translate_softmax, 1 },
  { "Dropout", "dropout", translate_dropout, 1 },
  { "Flatten", "flatten", translate_flatten, 1 },
  { "Add", "add", translate_plain, 0 },
  { "Sum", "add", translate_plain, 0 },
  { "Mul", "multiply", translate_plain, 0 },
  { "Concat", "concatenate", translate_concat, 0 },
};

static HrShape
to_shape (const OnnxTensor *tensor)
{
  HrShape shape = { .rank = (gint8) tensor->rank, .batch_axis = HR_NO_BATCH_AXIS };

  memcpy (shape.dims, tensor->dims, tensor->rank * sizeof *tensor->dims);
  return shape;
}

/* ONNX's matrix as [outputs][inputs], which it is only where it is stored transposed. */
static void
transpose (OnnxTensor *weights)
{
  gint64 n_in = weights->dims[0], n_out = weights->dims[1];
  float *turned = g_new (float, weights->n_values);

  for (gint64 i = 0; i < n_in; i++)
    for (gint64 j = 0; j < n_out; j++)
      turned[j * n_in + i] = weights->values[i * n_out + j];
  g_free (weights->values);
  weights->values = turned;
}

static void
compare (const OnnxTensor *expected, const double *output, const double *magnitude)
{
  for (gsize i = 0; i < expected->n_values; i++)
    if (!(fabs (output[i] - expected->values[i]) <= TOLERANCE * magnitude[i] + 1e-7))
      g_error ("element %" G_GSIZE_FORMAT " is %.9g instead of %.9g", i, output[i], expected->values[i]);
}

/* Why the numbers of a case cannot be compared, or NULL. */
static const char *
check_numbers (const OnnxCase *self)
{
  if (self->output == NULL || self->output->values == NULL)
    return "not 32-bit floats";
  for (guint i = 0; i < self->inputs->len; i++)
    if (get_input (self, i) != NULL && get_input (self, i)->values == NULL)
      return "not 32-bit floats";
  return NULL;
}

static void
compute (OnnxCase *self, OpFixture *fixture, guint n_data)
{
  const float *values[OP_FIXTURE_MAX_INPUTS] = { NULL };
  g_autofree double *output = g_new (double, self->output->n_values);
  g_autofree double *magnitude = g_new (double, self->output->n_values);
  HrReference io = { .inputs = values, .learned = values + n_data, .output = output, .magnitude = magnitude };

  for (guint i = 0; i < self->inputs->len; i++)
    values[i] = get_input (self, i) != NULL ? get_input (self, i)->values : NULL;
  fixture->call.op->reference (&fixture->call, &io);
  compare (self->output, output, magnitude);
}

/* Returns why the case was left out, or NULL when it ran. */
static const char *
run_case (OnnxCase *self, const Mapping *mapping)
{
  g_autoptr (GString) params = g_string_new (NULL);
  const char *reason = check_numbers (self);
  guint n_data = mapping->n_data > 0 ? mapping->n_data : self->inputs->len;
  OpFixture fixture;

  if (reason == NULL)
    reason = mapping->translate (self, params);
  if (reason != NULL)
    return reason;
  op_fixture_init (&fixture, hr_op_find (mapping->kind), params->str, "");
  for (guint i = 0; i < n_data; i++)
    {
      HrShape input = to_shape (get_input (self, i));

      op_fixture_add_input (&fixture, &input);
    }
  hr_op_infer (&fixture.call, &fixture.report);
  if (hr_report_has_errors (&fixture.report))
    g_error ("%s", g_array_index (fixture.report.items, HrDiagnostic, 0).message);
  g_assert_cmpint (fixture.output.shape.rank, ==, self->output->rank);
  for (guint i = 0; i < self->output->rank; i++)
    g_assert_cmpint (fixture.output.shape.dims[i], ==, self->output->dims[i]);
  if (g_str_equal (mapping->onnx, "Gemm") && onnx_case_get_int (self, "transB", 0) == 0)
    transpose (g_ptr_array_index (self->inputs, 1));
  compute (self, &fixture, n_data);
  op_fixture_clear (&fixture);
  return NULL;
}

/* Runs a case under every kind that its operator maps to; returns how many did. */
static guint
run_folder (const char *folder)
{
  g_autoptr (OnnxCase) onnx = onnx_case_new (folder);
  g_autofree char *name = g_path_get_basename (folder);
  guint n_run = 0;

  for (guint i = 0; onnx != NULL && i < G_N_ELEMENTS (mappings); i++)
    {
      const char *reason;

      if (!g_str_equal (onnx->node->op_type, mappings[i].onnx))
        continue;
      g_test_message ("%s as %s", name, mappings[i].kind);
      reason = run_case (onnx, &mappings[i]);
      if (reason == NULL)
        n_run++;
      else
        g_test_message ("left out: %s as %s: %s", name, mappings[i].kind, reason);
    }
  return n_run;
}

static guint
run_suite (const char *suite)
{
  g_autofree char *path = g_build_filename (ONNX_TEST_DATA, suite, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (path, 0, &error);
  const char *name;
  guint n_run = 0;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *folder = g_build_filename (path, name, NULL);

      n_run += run_folder (folder);
    }
  return n_run;
}

static void
test_onnx (void)
{
  static const char *const suites[] = { "node", "simple", "pytorch-operator", "pytorch-converted" };
  guint n_run = 0;

  for (guint i = 0; i < G_N_ELEMENTS (suites); i++)
    n_run += run_suite (suites[i]);
  g_test_message ("cases that ran: %u", n_run);
  g_assert_cmpuint (n_run, >=, N_EXPECTED);
}

/* Threads share a convolution by channels: parts must fill in exactly what the whole does. */
static void
test_ranges (void)
{
  enum
  {
    N_OUT = 6 * 9 * 9,
    N_IN = 4 * 9 * 9,
    N_WEIGHTS = 6 * 2 * 3 * 3
  };
  g_autofree float *input = g_new (float, N_IN), *weights = g_new (float, N_WEIGHTS);
  const float bias[6] = { 1, 2, 3, 4, 5, 6 };
  double whole[N_OUT], parts[N_OUT];
  const float *learned[2] = { weights, bias }, *inputs[1] = { input };
  HrReference io = { .inputs = inputs, .learned = learned, .output = whole };
  OpFixture fixture;

  for (guint i = 0; i < N_IN; i++)
    input[i] = (float) g_test_rand_double_range (-1.0, 1.0);
  for (guint i = 0; i < N_WEIGHTS; i++)
    weights[i] = (float) g_test_rand_double_range (-1.0, 1.0);
  op_fixture_init (&fixture, hr_op_find ("conv"), "filters=6 groups=2", "1x4x9x9");
  g_assert_true (hr_op_infer (&fixture.call, &fixture.report));
  fixture.call.op->reference (&fixture.call, &io);
  io.output = parts;
  for (gint64 first = 0; first < 6; first += 2)
    {
      io.first_channel = first;
      io.n_channels = 2;
      fixture.call.op->reference (&fixture.call, &io);
    }
  g_assert_cmpmem (whole, sizeof whole, parts, sizeof parts);
  op_fixture_clear (&fixture);
}

static void
assert_values (const char *kind, const char *params, const char *shape, const float *input, guint n_values,
               const double *expected)
{
  g_autofree double *output = g_new (double, n_values);
  const float *inputs[1] = { input };
  HrReference io = { .inputs = inputs, .output = output };
  OpFixture fixture;

  op_fixture_init (&fixture, hr_op_find (kind), params, shape);
  g_assert_true (hr_op_infer (&fixture.call, &fixture.report));
  fixture.call.op->reference (&fixture.call, &io);
  for (guint i = 0; i < n_values; i++)
    g_assert_cmpfloat_with_epsilon (output[i], expected[i], 1e-15);
  op_fixture_clear (&fixture);
}

/* What ONNX's data does not have; activations at 1, −2 and 7 with Python's math module, pools by hand. */
static void
test_by_hand (void)
{
  const float points[3] = { 1, -2, 7 }, steps[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };

  assert_values ("relu6", "", "1x3", points, 3, (double[]){ 1, 0, 6 });
  assert_values ("hard-sigmoid", "", "1x3", points, 3, (double[]){ 4.0 / 6, 1.0 / 6, 1 });
  assert_values ("gelu", "", "1x2", points, 2, (double[]){ 0.8413447460685429, -0.04550026389635842 });
  assert_values ("silu", "", "1x2", points, 2, (double[]){ 0.7310585786300049, -0.2384058440442351 });
  assert_values ("mish", "", "1x2", points, 2, (double[]){ 0.8650983882673103, -0.2525014826957091 });
  /* Regions 0…1, 1…3, 3…4. */
  assert_values ("adaptive-average-pool", "size=3", "1x1x5", steps, 3, (double[]){ 1.5, 3, 4.5 });
  assert_values ("adaptive-max-pool", "size=3", "1x1x5", steps, 3, (double[]){ 2, 4, 5 });
  /* The last window holds one value; what hangs over the end does not count. */
  assert_values ("average-pool", "ceiling=true", "1x1x5", steps, 3, (double[]){ 1.5, 3.5, 5 });
  assert_values ("average-pool", "pad-begin=1 pad-end=1", "1x1x4", steps, 3, (double[]){ 0.5, 2.5, 2 });
  assert_values ("average-pool", "pad-begin=1 pad-end=1 count-padding=false", "1x1x4", steps, 3,
                 (double[]){ 1, 2.5, 4 });
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reference/onnx", test_onnx);
  g_test_add_func ("/reference/ranges", test_ranges);
  g_test_add_func ("/reference/by-hand", test_by_hand);
  return g_test_run ();
}
