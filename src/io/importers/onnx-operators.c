/* onnx-operators.c: which layer kind an ONNX operator is, one row each, and how its attributes become parameters. */
#include "onnx-reader.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "../../core/checked.h"

#define MAX_SPATIAL 3

typedef struct _Operator Operator;

/* A node that becomes a layer. */
typedef struct
{
  HrOnnxReader *reader;   /* borrowed */
  const HrOnnxNode *node; /* borrowed */
  HrNode *layer;          /* borrowed: parameters are set in it */
  const HrOnnxValue *in;  /* borrowed: input 0, or NULL */
  gboolean mismatch;      /* what goes in does not fit the weights */
  gboolean flatten;       /* … and a layer that flattens its output */
} Conversion;

struct _Operator
{
  const char *op;   /* static: in the file */
  const char *kind; /* static: id of HrOp */
  guint n_data;     /* inputs that are data, those after them are learned; 0: all are data */
  gboolean (*convert) (
      Conversion *self); /* sets parameters; FALSE: the kind cannot express this node. NULL: nothing to set */
};

/* Parameters */

static gboolean
set_text (Conversion *self, const char *key, const char *text)
{
  const HrParam *row = hr_param_find (self->layer->op->params, self->layer->op->n_params, key);
  return row && hr_param_set_text (row, self->layer->params, text, NULL);
}

static gboolean
set_int (Conversion *self, const char *key, gint64 value)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);
  return set_text (self, key, text);
}

static gboolean
set_bool (Conversion *self, const char *key, gboolean value)
{
  return set_text (self, key, value ? "true" : "false");
}

static gboolean
set_real (Conversion *self, const char *key, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  return set_text (self, key, g_ascii_formatd (text, sizeof text, "%.7g", value));
}

/* Equal values are written once. */
static gboolean
set_tuple (Conversion *self, const char *key, const gint64 *values, guint n_values)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean equal = TRUE;
  for (guint i = 1; i < n_values; i++)
    equal = equal && values[i] == values[0];
  for (guint i = 0; i < (equal ? MIN (n_values, 1) : n_values); i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? " " : "", values[i]);
  return set_text (self, key, text->str);
}

/* Sets a parameter from a list of integers, one per axis; without it, from the fallback. */
static gboolean
set_list (Conversion *self, const char *key, const char *name, gint64 fallback)
{
  guint n;
  const gint64 *values = hr_onnx_get_ints (self->node, name, &n);
  return n > 0 ? set_tuple (self, key, values, n) : set_int (self, key, fallback);
}

/* Windows */

/* The number of spatial axes; 0 when the kinds do not have as many. */
static guint
get_n_spatial (const Conversion *self)
{
  int rank = self->in ? self->in->tensor.shape.rank : HR_RANK_UNKNOWN;
  return rank > 2 && rank <= 2 + MAX_SPATIAL ? (guint) rank - 2 : 0;
}

static gboolean
set_padding (Conversion *self)
{
  guint n;
  const gint64 *pads = hr_onnx_get_ints (self->node, "pads", &n);
  if (hr_onnx_text_is (self->node, "auto_pad", "SAME_UPPER"))
    return set_text (self, "padding", "same-upper");
  if (hr_onnx_text_is (self->node, "auto_pad", "SAME_LOWER"))
    return set_text (self, "padding", "same-lower");
  if (hr_onnx_text_is (self->node, "auto_pad", "VALID"))
    return set_text (self, "padding", "valid");
  if (!set_text (self, "padding", "explicit"))
    return FALSE;
  return n == 0
         || (n % 2 == 0 && set_tuple (self, "pad-begin", pads, n / 2)
             && set_tuple (self, "pad-end", pads + n / 2, n / 2));
}

/* Whether a list is left out or all ones. */
static gboolean
is_one (const Conversion *self, const char *name)
{
  guint n;
  const gint64 *values = hr_onnx_get_ints (self->node, name, &n);
  for (guint i = 0; i < n; i++)
    if (values[i] != 1)
      return FALSE;
  return TRUE;
}

static gboolean
convert_pool (Conversion *self)
{
  gboolean average = g_str_equal (self->node->op, "AveragePool");
  guint n;
  hr_onnx_get_ints (self->node, "kernel_shape", &n);
  if (n == 0 || !set_list (self, "kernel", "kernel_shape", 1) || !set_list (self, "stride", "strides", 1)
      || !set_padding (self) || !set_bool (self, "ceiling", hr_onnx_get_int (self->node, "ceil_mode", 0) != 0))
    return FALSE;
  if (!average)
    return set_list (self, "dilation", "dilations", 1);
  return is_one (self, "dilations")
         && set_bool (self, "count-padding", hr_onnx_get_int (self->node, "count_include_pad", 0) != 0);
}

static const HrOnnxValue *
get_input (const Conversion *self, guint index)
{
  return hr_onnx_get_input (self->reader, self->node, index);
}

/* Whether input `index` is there. */
static gboolean
has_input (const Conversion *self, guint index)
{
  return index < self->node->n_inputs && *self->node->inputs[index];
}

/* What convolutions have in common; channels: what the weights take in. */
static gboolean
set_convolution (Conversion *self, const HrShape *weight, gint64 filters, gint64 channels)
{
  const HrShape *in = &self->in->tensor.shape;
  self->mismatch = in->rank != HR_RANK_UNKNOWN
                   && (in->rank != weight->rank || (in->dims[1] != HR_DIM_UNKNOWN && in->dims[1] != channels));
  return set_tuple (self, "kernel", weight->dims + 2, (guint) weight->rank - 2)
         && set_list (self, "stride", "strides", 1) && set_list (self, "dilation", "dilations", 1) && set_padding (self)
         && set_int (self, "groups", hr_onnx_get_int (self->node, "group", 1)) && set_int (self, "filters", filters)
         && set_bool (self, "bias", has_input (self, 2));
}

/* Weights of a convolution with all sizes known, or NULL. */
static const HrShape *
get_kernel (const Conversion *self)
{
  const HrOnnxValue *weight = get_input (self, 1);
  if (!weight || !hr_shape_is_known (&weight->tensor.shape) || weight->tensor.shape.rank < 3
      || weight->tensor.shape.rank > 2 + MAX_SPATIAL)
    return NULL;
  return &weight->tensor.shape;
}

static gboolean
convert_conv (Conversion *self)
{
  const HrShape *weight = get_kernel (self);
  gint64 channels;
  return weight && hr_checked_mul (weight->dims[1], hr_onnx_get_int (self->node, "group", 1), &channels)
         && set_convolution (self, weight, weight->dims[0], channels);
}

/* Pads that make the output as large as the file wants it (docs/Operators.md, ConvTranspose). */
static gboolean
set_output_shape (Conversion *self, const HrShape *weight, const gint64 *sizes, guint n_sizes)
{
  guint n_spatial = (guint) weight->rank - 2, n_strides, n_dilations, n_extra;
  const gint64 *strides = hr_onnx_get_ints (self->node, "strides", &n_strides);
  const gint64 *dilations = hr_onnx_get_ints (self->node, "dilations", &n_dilations);
  const gint64 *extra = hr_onnx_get_ints (self->node, "output_padding", &n_extra);
  gboolean upper = hr_onnx_text_is (self->node, "auto_pad", "SAME_UPPER");
  gint64 begin[MAX_SPATIAL], end[MAX_SPATIAL];
  if (n_sizes < n_spatial || !hr_shape_is_known (&self->in->tensor.shape))
    return FALSE;
  sizes += n_sizes - n_spatial;
  for (guint i = 0; i < n_spatial; i++)
    {
      gint64 full, extent, size = self->in->tensor.shape.dims[2 + i];
      if (size < 1 || !hr_checked_mul (size - 1, i < n_strides ? strides[i] : 1, &full)
          || !hr_checked_mul (weight->dims[2 + i] - 1, i < n_dilations ? dilations[i] : 1, &extent)
          || !hr_checked_add (full, extent, &full) || !hr_checked_add (full, 1, &full)
          || !hr_checked_add (full, i < n_extra ? extra[i] : 0, &full) || sizes[i] < 0 || sizes[i] > full)
        return FALSE;
      begin[i] = upper ? (full - sizes[i]) / 2 : hr_div_round_up (full - sizes[i], 2);
      end[i] = full - sizes[i] - begin[i];
    }
  return set_text (self, "padding", "explicit") && set_tuple (self, "pad-begin", begin, n_spatial)
         && set_tuple (self, "pad-end", end, n_spatial);
}

static gboolean
convert_transposed_conv (Conversion *self)
{
  const HrShape *weight = get_kernel (self);
  gint64 filters;
  guint n_sizes;
  const gint64 *sizes = hr_onnx_get_ints (self->node, "output_shape", &n_sizes);
  if (!weight || !hr_checked_mul (weight->dims[1], hr_onnx_get_int (self->node, "group", 1), &filters)
      || !set_convolution (self, weight, filters, weight->dims[0])
      || !set_list (self, "output-padding", "output_padding", 0))
    return FALSE;
  return n_sizes == 0 || set_output_shape (self, weight, sizes, n_sizes);
}

/* Dense and normalization */

static gboolean
set_linear (Conversion *self, gint64 inputs, gint64 outputs, gboolean bias)
{
  const HrShape *in = &self->in->tensor.shape;
  if (in->rank < 2)
    return FALSE;
  self->mismatch = in->dims[in->rank - 1] != HR_DIM_UNKNOWN && in->dims[in->rank - 1] != inputs;
  return set_int (self, "outputs", outputs) && set_bool (self, "bias", bias);
}

/* Weights of a dense layer with both sizes known, or NULL. */
static const HrShape *
get_matrix (const Conversion *self)
{
  const HrOnnxValue *weight = get_input (self, 1);
  return weight && hr_shape_is_known (&weight->tensor.shape) && weight->tensor.shape.rank == 2 ? &weight->tensor.shape
                                                                                               : NULL;
}

static gboolean
convert_gemm (Conversion *self)
{
  const HrShape *weight = get_matrix (self);
  gboolean turned = hr_onnx_get_int (self->node, "transB", 0) != 0;
  if (!weight || hr_onnx_get_int (self->node, "transA", 0))
    return FALSE;
  gint64 outputs = weight->dims[turned ? 0 : 1], n_bias = outputs;
  const HrOnnxValue *bias = get_input (self, 2);
  if (bias && hr_shape_get_elems (&bias->tensor.shape, &n_bias) && n_bias != outputs)
    return FALSE;
  return set_linear (self, weight->dims[turned ? 1 : 0], outputs, bias != NULL);
}

static gboolean
convert_matmul (Conversion *self)
{
  const HrShape *weight = get_matrix (self);
  return weight && set_linear (self, weight->dims[0], weight->dims[1], has_input (self, 2));
}

static gboolean
convert_batch_norm (Conversion *self)
{
  const HrShape *in = &self->in->tensor.shape;
  const HrOnnxValue *scale = get_input (self, 1);
  gint64 n_channels;
  if (!scale || !hr_shape_get_elems (&scale->tensor.shape, &n_channels) || !hr_onnx_get_int (self->node, "spatial", 1))
    return FALSE;
  self->mismatch = in->rank > 1 && in->dims[1] != HR_DIM_UNKNOWN && in->dims[1] != n_channels;
  return set_real (self, "epsilon", hr_onnx_get_real (self->node, "epsilon", 1e-5));
}

static gboolean
convert_dropout (Conversion *self)
{
  const HrOnnxValue *ratio = get_input (self, 1);
  double rate = hr_onnx_get_real (self->node, "ratio", 0.5);
  return set_real (self, "rate", ratio && ratio->numbers && ratio->n_numbers == 1 ? ratio->numbers[0] : rate);
}

/* Activations */

static gboolean
convert_leaky_relu (Conversion *self)
{
  return set_real (self, "alpha", hr_onnx_get_real (self->node, "alpha", 0.01));
}

static gboolean
convert_elu (Conversion *self)
{
  return set_real (self, "alpha", hr_onnx_get_real (self->node, "alpha", 1.0));
}

static gboolean
is_near (double a, double b)
{
  return fabs (a - b) <= 1e-5 * fabs (b);
}

/* Other slopes have the same sizes; what is not kept is noted. */
static gboolean
convert_hard_sigmoid (Conversion *self)
{
  double alpha = hr_onnx_get_real (self->node, "alpha", 0.2), beta = hr_onnx_get_real (self->node, "beta", 0.5);
  if (!is_near (alpha, 1.0 / 6.0) || !is_near (beta, 0.5))
    self->layer->note = g_strdup_printf (_ ("In the file its slope is %g and its value at 0 is %g."), alpha, beta);
  return TRUE;
}

static gboolean
convert_softmax (Conversion *self)
{
  return set_int (self, "axis", hr_onnx_get_int (self->node, "axis", self->reader->opset < 13 ? 1 : -1));
}

/* A limit of Clip: an attribute of old operator sets, an input of newer ones. */
static double
get_limit (const Conversion *self, const char *name, guint index, double fallback)
{
  const HrOnnxValue *value = get_input (self, index);
  if (value)
    return value->numbers && value->n_numbers == 1 ? value->numbers[0] : NAN;
  return hr_onnx_get_real (self->node, name, fallback);
}

static gboolean
convert_clip_to_6 (Conversion *self)
{
  return get_limit (self, "min", 1, -INFINITY) == 0.0 && get_limit (self, "max", 2, INFINITY) == 6.0;
}

static gboolean
convert_clip (Conversion *self)
{
  return get_limit (self, "min", 1, -INFINITY) == 0.0 && get_limit (self, "max", 2, INFINITY) >= G_MAXFLOAT;
}

/* Merging */

/* Operator sets before 7 aligned the second input at an axis. */
static gboolean
convert_merge (Conversion *self)
{
  return !hr_onnx_find_attribute (self->node, "axis");
}

static gboolean
convert_concat (Conversion *self)
{
  return set_int (self, "axis", hr_onnx_get_int (self->node, "axis", 1));
}

/* Means over all spatial axes, and only those. */
static gboolean
convert_mean (Conversion *self)
{
  gint64 values[HR_ONNX_MAX_NUMBERS];
  guint n, axes = 0, n_spatial = get_n_spatial (self);
  if (n_spatial == 0 || !hr_onnx_get_list (self->reader, self->node, "axes", 1, values, &n) || n != n_spatial)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      gint64 axis = values[i] < 0 ? values[i] + 2 + n_spatial : values[i];
      if (axis < 2 || axis >= 2 + n_spatial)
        return FALSE;
      axes |= 1u << axis;
    }
  self->flatten = !hr_onnx_get_int (self->node, "keepdims", 1);
  return axes == ((1u << n_spatial) - 1) << 2;
}

/* One row per operator; of several for one, the first that can express the node. */
static const Operator operators[] = {
  { "Add", "add", 0, convert_merge },
  { "AveragePool", "average-pool", 1, convert_pool },
  { "BatchNormalization", "batch-norm", 1, convert_batch_norm },
  { "Clip", "relu6", 0, convert_clip_to_6 },
  { "Clip", "relu", 0, convert_clip },
  { "Concat", "concatenate", 0, convert_concat },
  { "Conv", "conv", 1, convert_conv },
  { "ConvTranspose", "transposed-conv", 1, convert_transposed_conv },
  { "Dropout", "dropout", 0, convert_dropout },
  { "Elu", "elu", 1, convert_elu },
  { "Gelu", "gelu", 1 },
  { "Gemm", "linear", 1, convert_gemm },
  { "GlobalAveragePool", "global-average-pool", 1 },
  { "GlobalMaxPool", "global-max-pool", 1 },
  { "HardSigmoid", "hard-sigmoid", 1, convert_hard_sigmoid },
  { "HardSwish", "hard-swish", 1 },
  { "LeakyRelu", "leaky-relu", 1, convert_leaky_relu },
  { "LogSoftmax", "log-softmax", 1, convert_softmax },
  { "MatMul", "linear", 1, convert_matmul },
  { "MaxPool", "max-pool", 1, convert_pool },
  { "Mish", "mish", 1 },
  { "Mul", "multiply", 0, convert_merge },
  { "ReduceMean", "global-average-pool", 0, convert_mean },
  { "Relu", "relu", 1 },
  { "Selu", "selu", 1 },
  { "Sigmoid", "sigmoid", 1 },
  { "Softmax", "softmax", 1, convert_softmax },
  { "Softplus", "softplus", 1 },
  { "Sum", "add", 0 },
  { "Swish", "silu", 1 },
  { "Tanh", "tanh", 1 },
};

/* Layers */

HrNode *
hr_onnx_new_layer (const HrOnnxReader *self, const char *kind)
{
  g_autofree char *id = g_strdup_printf ("_%u", self->layers->len);
  return hr_node_new (hr_op_find (kind), id);
}

HrOnnxValue *
hr_onnx_add_layer (HrOnnxReader *self, HrNode *layer, const char *source, const char *op,
                   const HrOnnxValue *const *inputs, guint n_inputs)
{
  HrOnnxLayer added = { layer, source, op };
  g_autofree HrEndpoint *ends = g_new0 (HrEndpoint, n_inputs + 1);
  g_autofree HrTensor *tensors = g_new0 (HrTensor, n_inputs + 1);
  HrTensor output = { HR_SHAPE_UNKNOWN, self->settings.activations };
  HrReport report;
  g_array_append_val (self->layers, added);
  for (guint i = 0; i < n_inputs; i++)
    {
      ends[i].node_id = inputs[i] && inputs[i]->node ? inputs[i]->node->id : NULL;
      tensors[i] = inputs[i] ? inputs[i]->tensor : (HrTensor){ HR_SHAPE_UNKNOWN, NULL };
      if (!tensors[i].dtype)
        tensors[i].dtype = self->settings.activations;
    }
  hr_node_set_inputs (layer, ends, n_inputs);

  HrOpCall call = {
    .op = layer->op,
    .params = layer->params,
    .inputs = tensors,
    .n_inputs = n_inputs,
    .outputs = &output,
    .n_outputs = layer->op->n_outputs,
    .batch = self->settings.batch,
    .activations = self->settings.activations,
  };
  hr_report_init (&report);
  if (layer->op->n_outputs == 1 && n_inputs >= layer->op->min_inputs)
    hr_op_infer (&call, &report);
  hr_report_clear (&report);
  HrOnnxValue *value = hr_onnx_value_new (&output.shape, ONNX__TENSOR_PROTO__DATA_TYPE__UNDEFINED);
  value->tensor = output;
  value->node = layer;
  return value;
}

static gboolean
set_type (HrNode *layer, const HrDtype *dtype)
{
  const HrParam *row = hr_param_find (layer->op->params, layer->op->n_params, "type");
  return dtype && row && hr_param_set_text (row, layer->params, dtype->id, NULL);
}

gboolean
hr_onnx_set_shape (HrNode *layer, const HrTensor *tensor, GError **error)
{
  const HrShape *shape = &tensor->shape;
  const HrOp *op = layer->op;
  g_autoptr (GString) sizes = g_string_new (NULL);
  int batch_axis = shape->rank < 2 ? HR_NO_BATCH_AXIS : shape->batch_axis;
  g_autofree char *axis = g_strdup_printf ("%d", batch_axis);
  for (int i = 0; i < shape->rank; i++)
    if (i != batch_axis)
      g_string_append_printf (sizes, "%s%" G_GINT64_FORMAT, sizes->len > 0 ? " " : "", MAX (0, shape->dims[i]));
  if (sizes->len == 0)
    g_string_append (sizes, shape->rank == 0 ? "1" : "0");
  return hr_param_set_text (hr_param_find (op->params, op->n_params, "shape"), layer->params, sizes->str, error)
         && hr_param_set_text (hr_param_find (op->params, op->n_params, "batch-axis"), layer->params, axis, error);
}

/* Learned tensors of a layer: the format of its weights, and whether another layer has the same ones. */
static void
set_weights (Conversion *self, const Operator *operator)
{
  HrOnnxReader *reader = self->reader;
  g_autoptr (GString) names = g_string_new (operator->kind);
  const HrDtype *dtype = get_input (self, operator->n_data)->tensor.dtype;
  for (guint i = operator->n_data; i < self->node->n_inputs; i++)
    g_string_append_printf (names, "\n%s", self->node->inputs[i]);
  const char *owner = g_hash_table_lookup (reader->owners, names->str);
  if (owner)
    self->layer->weights_of = g_strdup (owner);
  else
    g_hash_table_insert (reader->owners, g_string_free (g_steal_pointer (&names), FALSE), self->layer->id);
  if (!dtype || !dtype->weights)
    return;
  if (!reader->weights_known)
    reader->settings.weights = dtype;
  reader->weights_known = TRUE;
  if (dtype != reader->settings.weights)
    set_text (self, "weights", dtype->id);
}

/* Whether what is learned is constant and what is data is not, at least in the first place. */
static gboolean
inputs_fit (const Conversion *self, const Operator *operator)
{
  guint n_data = operator->n_data> 0 ? operator->n_data : self->node->n_inputs;
  if (operator->convert == convert_clip_to_6 || operator->convert == convert_clip ||
      operator->convert == convert_dropout ||
      operator->convert == convert_mean)
    n_data = 1;
  for (guint i = 0; i < self->node->n_inputs; i++)
    {
      const HrOnnxValue *value = get_input (self, i);
      if (has_input (self, i) && (!value || value->constant != (i >= n_data)))
        return FALSE;
    }
  return self->in && n_data >= self->layer->op->min_inputs;
}

/* Wires a finished layer and makes its output known. */
static void
finish (Conversion *self, const Operator *operator)
{
  HrOnnxReader *reader = self->reader;
  guint n_inputs = self->layer->op->max_inputs == 1 ? 1 : self->node->n_inputs;
  g_autofree const HrOnnxValue **inputs = g_new0 (const HrOnnxValue *, n_inputs + 1);
  for (guint i = 0; i < n_inputs; i++)
    inputs[i] = self->mismatch ? NULL : get_input (self, i);
  if (self->mismatch)
    self->layer->note = g_strdup (_ ("In the file its input does not fit its weights, so it is not connected."));
  if (operator->n_data> 0 && self->node->n_inputs> operator->n_data)
    set_weights (self, operator);
  HrOnnxValue *value
      = hr_onnx_add_layer (reader, self->layer, self->node->proto->name, self->node->proto->op_type, inputs, n_inputs);
  if (self->flatten)
    {
      g_autoptr (HrOnnxValue) pooled = value;
      const HrOnnxValue *in = pooled;
      value = hr_onnx_add_layer (reader, hr_onnx_new_layer (reader, "flatten"), self->node->proto->name, "Flatten", &in,
                                 1);
    }
  hr_onnx_set_output (reader, self->node, 0, value);
}

static gboolean
convert_with (HrOnnxReader *self, const HrOnnxNode *node, const Operator *operator)
{
  HrNode *layer = hr_onnx_new_layer (self, operator->kind);
  Conversion conversion = { self, node, layer, hr_onnx_get_input (self, node, 0) };
  if (!inputs_fit (&conversion, operator) || (operator->convert && !operator->convert (&conversion)))
    {
      hr_node_unref (layer);
      return FALSE;
    }
  finish (&conversion, operator);
  return TRUE;
}

/* Operators of other domains are not those of the same name. */
static gboolean
is_standard (const HrOnnxNode *node)
{
  const char *domain = node->proto->domain;
  return !domain || !*domain || g_str_equal (domain, "ai.onnx");
}

static gboolean
shapes_equal (const HrShape *a, const HrShape *b)
{
  return hr_shape_is_known (a) && hr_shape_equal (a, b);
}

/* Nodes that change nothing but the name. */
static gboolean
pass_on (HrOnnxReader *self, const HrOnnxNode *node)
{
  static const char *const ops[] = { "Cast",  "Dropout", "Expand", "Flatten", "Identity",  "Pad", "Reshape",
                                     "Slice", "Squeeze", "Sum",    "Concat",  "Unsqueeze", NULL };
  const HrOnnxValue *in = hr_onnx_get_input (self, node, 0);
  if (!in || !g_strv_contains (ops, node->op))
    return FALSE;
  HrShape out = hr_onnx_infer_shape (self, node, 0);
  gboolean identity = g_str_equal (node->op, "Identity");
  if (g_str_equal (node->op, "Dropout")
      || (g_str_equal (node->op, "Cast") && hr_onnx_get_int (node, "to", 0) != in->elem_type))
    return FALSE;
  if (!identity && (node->proto->n_output != 1 || !shapes_equal (&in->tensor.shape, &out)))
    return FALSE;
  if ((g_str_equal (node->op, "Sum") || g_str_equal (node->op, "Concat")) && node->n_inputs != 1)
    return FALSE;
  hr_onnx_set_output (self, node, 0, hr_onnx_value_copy (in));
  return TRUE;
}

/* Whether the last axis of out joins all axes of in from there on. */
static gboolean
is_flattened (const HrShape *in, const HrShape *out)
{
  int start = out->rank - 1;
  if (start < 0 || start >= in->rank - 1 || in->batch_axis == start)
    return FALSE;
  for (int i = 0; i < start; i++)
    if (in->dims[i] != out->dims[i])
      return FALSE;
  gint64 joined = 1;
  for (int i = start; i < in->rank; i++)
    if (!hr_checked_mul (joined, in->dims[i], &joined))
      return FALSE;
  return joined == out->dims[start];
}

static gboolean
flatten (HrOnnxReader *self, const HrOnnxNode *node)
{
  static const char *const ops[] = { "Flatten", "Reshape", "Squeeze", NULL };
  const HrOnnxValue *in = hr_onnx_get_input (self, node, 0);
  if (!in || !g_strv_contains (ops, node->op))
    return FALSE;
  HrShape out = hr_onnx_infer_shape (self, node, 0);
  HrNode *layer = hr_onnx_new_layer (self, "flatten");
  Conversion conversion = { self, node, layer, in };
  if (!is_flattened (&in->tensor.shape, &out) || !set_int (&conversion, "start", out.rank - 1))
    {
      hr_node_unref (layer);
      return FALSE;
    }
  hr_onnx_set_output (self, node, 0, hr_onnx_add_layer (self, layer, node->proto->name, node->proto->op_type, &in, 1));
  return TRUE;
}

/* Foreign layers */

static char *
dup_text (const ProtobufCBinaryData *data)
{
  return g_utf8_make_valid ((const char *) data->data, (gssize) data->len);
}

static void
add_attribute (HrNode *layer, const Onnx__AttributeProto *attribute)
{
  g_autofree char *key = g_utf8_make_valid (attribute->name ? attribute->name : "", -1);
  g_autoptr (GString) value = g_string_new (NULL);
  char real[G_ASCII_DTOSTR_BUF_SIZE];
  if (attribute->has_i)
    g_string_append_printf (value, "%" G_GINT64_FORMAT, attribute->i);
  else if (attribute->has_f)
    g_string_append (value, g_ascii_formatd (real, sizeof real, "%.7g", attribute->f));
  else if (attribute->has_s)
    {
      g_autofree char *text = dup_text (&attribute->s);
      g_string_append (value, text);
    }
  for (gsize i = 0; i < attribute->n_ints; i++)
    g_string_append_printf (value, "%s%" G_GINT64_FORMAT, i > 0 ? " " : "", attribute->ints[i]);
  for (gsize i = 0; i < attribute->n_floats; i++)
    g_string_append_printf (value, "%s%s", i > 0 ? " " : "",
                            g_ascii_formatd (real, sizeof real, "%.7g", attribute->floats[i]));
  hr_node_add_attribute (layer, key, value->str);
}

/* "com.microsoft::FusedConv", valid. Owned by the caller. */
static char *
dup_operator (const HrOnnxNode *node)
{
  g_autofree char *op = is_standard (node) ? g_strdup (node->proto->op_type ? node->proto->op_type : "?")
                                           : g_strconcat (node->proto->domain, "::", node->proto->op_type, NULL);
  return g_utf8_make_valid (op, -1);
}

/* What the file declares, else what follows from the operator. */
static HrTensor
get_foreign_tensor (const HrOnnxReader *self, const HrOnnxNode *node, guint index)
{
  const HrOnnxValue *in = hr_onnx_get_input (self, node, 0);
  const Onnx__ValueInfoProto *info = g_hash_table_lookup (self->declared, node->proto->output[index]);
  g_autoptr (HrOnnxValue) declared = info ? hr_onnx_value_new_declared (info) : NULL;
  HrTensor tensor = { is_standard (node) ? hr_onnx_infer_shape (self, node, index) : HR_SHAPE_UNKNOWN,
                      in ? in->tensor.dtype : NULL };
  if (g_str_equal (node->op, "Cast"))
    tensor.dtype = hr_onnx_get_dtype ((int) hr_onnx_get_int (node, "to", 0));
  if (!declared)
    return tensor;
  tensor.dtype = declared->tensor.dtype;
  if (!hr_shape_is_known (&tensor.shape) && declared->tensor.shape.rank != HR_RANK_UNKNOWN)
    {
      tensor.shape = declared->tensor.shape;
      if (tensor.shape.rank > 1
          && (tensor.shape.dims[0] == HR_DIM_UNKNOWN || tensor.shape.dims[0] == self->settings.batch))
        {
          tensor.shape.batch_axis = 0;
          tensor.shape.dims[0] = self->settings.batch;
        }
    }
  return tensor;
}

/* Inputs of a node that layers make. Owned by the caller. */
static GPtrArray *
list_data (const HrOnnxReader *self, const HrOnnxNode *node)
{
  GPtrArray *inputs = g_ptr_array_new ();
  for (guint i = 0; i < node->n_inputs; i++)
    {
      const HrOnnxValue *value = hr_onnx_get_value (self, node->inputs[i]);
      if (value && value->node)
        g_ptr_array_add (inputs, (gpointer) value);
    }
  return inputs;
}

/* A layer of kind `unknown` for one output. */
static void
add_foreign (HrOnnxReader *self, const HrOnnxNode *node, guint index)
{
  g_autoptr (GPtrArray) inputs = list_data (self, node);
  g_autofree char *op = dup_operator (node);
  HrNode *layer = hr_onnx_new_layer (self, "unknown");
  HrTensor tensor = get_foreign_tensor (self, node, index);
  hr_onnx_set_shape (layer, &tensor, NULL);
  if (tensor.dtype != self->settings.activations)
    set_type (layer, tensor.dtype);
  hr_node_add_attribute (layer, "operator", op);
  for (gsize i = 0; i < node->proto->n_attribute; i++)
    add_attribute (layer, node->proto->attribute[i]);
  layer->note
      = g_strdup_printf (_ ("The ONNX operator %s: there is no layer kind for it, or not for its attributes."), op);
  guint n_layers = GPOINTER_TO_UINT (g_hash_table_lookup (self->foreign, op));
  g_hash_table_insert (self->foreign, g_steal_pointer (&op), GUINT_TO_POINTER (n_layers + 1));
  HrOnnxValue *value = hr_onnx_add_layer (self, layer, node->proto->name, node->proto->op_type,
                                          (const HrOnnxValue *const *) inputs->pdata, inputs->len);
  hr_onnx_set_output (self, node, index, value);
}

static gboolean
is_used (const HrOnnxReader *self, const char *name)
{
  return name && *name && g_hash_table_contains (self->n_uses, name);
}

void
hr_onnx_convert (HrOnnxReader *self, const HrOnnxNode *node)
{
  if (is_standard (node) && (pass_on (self, node) || flatten (self, node)))
    return;
  gboolean converted = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (operators) && !converted; i++)
    converted
        = g_str_equal (operators[i].op, node->op) && is_standard (node) && convert_with (self, node, &operators[i]);
  for (guint i = 0; i < node->proto->n_output; i++)
    if ((i == 0 && !converted) || (i > 0 && is_used (self, node->proto->output[i])))
      add_foreign (self, node, i);
}

void
hr_onnx_find_weights (const HrOnnxReader *self, GHashTable *names)
{
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const HrOnnxNode *node = &g_array_index (self->nodes, HrOnnxNode, i);
      for (guint j = 0; j < G_N_ELEMENTS (operators); j++)
        if (g_str_equal (operators[j].op, node->op) && operators[j].n_data > 0
            && operators[j].convert != convert_matmul)
          for (guint k = operators[j].n_data; k < node->n_inputs; k++)
            g_hash_table_add (names, (gpointer) node->inputs[k]);
    }
}
