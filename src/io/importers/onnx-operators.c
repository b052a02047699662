/* onnx-operators.c: which layer kind an ONNX operator is, one row each. */
#include "onnx-convert.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* What the inputs after the data are. */
typedef enum
{
  LEARNED,
  LEARNED_IF_CONSTANT, /* otherwise they are data, and the kind is another */
  OPTIONS,
} Rest;

typedef struct
{
  const char *op;   /* static: in the file */
  const char *kind; /* static: id of HrOp */
  guint n_data;     /* inputs that are data; 0: all */
  gboolean (*convert) (
      HrOnnxConversion *self); /* sets parameters; FALSE: the kind cannot express this node. NULL: nothing to set */
  Rest rest;
} Operator;

/* Dense and normalization */

static gboolean
set_linear (HrOnnxConversion *self, gint64 inputs, gint64 outputs, gboolean bias)
{
  const HrShape *in = &self->in->tensor.shape;
  if (in->rank < 2)
    return FALSE;
  self->mismatch = in->dims[in->rank - 1] != HR_DIM_UNKNOWN && in->dims[in->rank - 1] != inputs;
  return hr_onnx_conversion_set_int (self, "outputs", outputs) && hr_onnx_conversion_set_bool (self, "bias", bias);
}

/* Weights of a dense layer with both sizes known, or NULL. */
static const HrShape *
get_matrix (const HrOnnxConversion *self)
{
  const HrOnnxValue *weight = hr_onnx_conversion_get_input (self, 1);
  return weight && hr_shape_is_known (&weight->tensor.shape) && weight->tensor.shape.rank == 2 ? &weight->tensor.shape
                                                                                               : NULL;
}

static gboolean
convert_gemm (HrOnnxConversion *self)
{
  const HrShape *weight = get_matrix (self);
  gboolean turned = hr_onnx_get_int (self->node, "transB", 0) != 0;
  if (!weight || hr_onnx_get_int (self->node, "transA", 0))
    return FALSE;
  gint64 outputs = weight->dims[turned ? 0 : 1], n_bias = outputs;
  const HrOnnxValue *bias = hr_onnx_conversion_get_input (self, 2);
  if (bias && hr_shape_get_elems (&bias->tensor.shape, &n_bias) && n_bias != outputs)
    return FALSE;
  return set_linear (self, weight->dims[turned ? 1 : 0], outputs, bias != NULL);
}

static gboolean
convert_matmul (HrOnnxConversion *self)
{
  const HrShape *weight = get_matrix (self);
  return weight && set_linear (self, weight->dims[0], weight->dims[1], hr_onnx_conversion_has_input (self, 2));
}

static gboolean
convert_batch_norm (HrOnnxConversion *self)
{
  const HrShape *in = &self->in->tensor.shape;
  const HrOnnxValue *scale = hr_onnx_conversion_get_input (self, 1);
  gint64 n_channels;
  if (!scale || !hr_shape_get_elems (&scale->tensor.shape, &n_channels) || !hr_onnx_get_int (self->node, "spatial", 1))
    return FALSE;
  self->mismatch = in->rank > 1 && in->dims[1] != HR_DIM_UNKNOWN && in->dims[1] != n_channels;
  return hr_onnx_conversion_set_real (self, "epsilon", hr_onnx_get_real (self->node, "epsilon", 1e-5));
}

static gboolean
convert_dropout (HrOnnxConversion *self)
{
  const HrOnnxValue *ratio = hr_onnx_conversion_get_input (self, 1);
  double rate = hr_onnx_get_real (self->node, "ratio", 0.5);
  return hr_onnx_conversion_set_real (self, "rate",
                                      ratio && ratio->numbers && ratio->n_numbers == 1 ? ratio->numbers[0] : rate);
}

/* Activations */

static gboolean
convert_leaky_relu (HrOnnxConversion *self)
{
  return hr_onnx_conversion_set_real (self, "alpha", hr_onnx_get_real (self->node, "alpha", 0.01));
}

static gboolean
convert_elu (HrOnnxConversion *self)
{
  return hr_onnx_conversion_set_real (self, "alpha", hr_onnx_get_real (self->node, "alpha", 1.0));
}

static gboolean
is_near (double a, double b)
{
  return fabs (a - b) <= 1e-5 * fabs (b);
}

/* Other slopes have the same sizes; what is not kept is noted. */
static gboolean
convert_hard_sigmoid (HrOnnxConversion *self)
{
  double alpha = hr_onnx_get_real (self->node, "alpha", 0.2), beta = hr_onnx_get_real (self->node, "beta", 0.5);
  if (!is_near (alpha, 1.0 / 6.0) || !is_near (beta, 0.5))
    self->layer->note = g_strdup_printf (_ ("In the file its slope is %g and its value at 0 is %g."), alpha, beta);
  return TRUE;
}

static gboolean
convert_softmax (HrOnnxConversion *self)
{
  return hr_onnx_conversion_set_int (self, "axis",
                                     hr_onnx_get_int (self->node, "axis", self->reader->opset < 13 ? 1 : -1));
}

/* A limit of Clip: an attribute of old operator sets, an input of newer ones. */
static double
get_limit (const HrOnnxConversion *self, const char *name, guint index, double fallback)
{
  const HrOnnxValue *value = hr_onnx_conversion_get_input (self, index);
  if (value)
    return value->numbers && value->n_numbers == 1 ? value->numbers[0] : NAN;
  return hr_onnx_get_real (self->node, name, fallback);
}

static gboolean
convert_clip_to_6 (HrOnnxConversion *self)
{
  return get_limit (self, "min", 1, -INFINITY) == 0.0 && get_limit (self, "max", 2, INFINITY) == 6.0;
}

static gboolean
convert_clip (HrOnnxConversion *self)
{
  return get_limit (self, "min", 1, -INFINITY) == 0.0 && get_limit (self, "max", 2, INFINITY) >= G_MAXFLOAT;
}

/* Merging */

/* Operator sets before 7 aligned the second input at an axis. */
static gboolean
convert_merge (HrOnnxConversion *self)
{
  return !hr_onnx_find_attribute (self->node, "axis");
}

static gboolean
convert_concat (HrOnnxConversion *self)
{
  return hr_onnx_conversion_set_int (self, "axis", hr_onnx_get_int (self->node, "axis", 1));
}

/* Means over all spatial axes, and only those. */
static gboolean
convert_mean (HrOnnxConversion *self)
{
  gint64 values[HR_ONNX_MAX_NUMBERS];
  guint n, axes = 0, n_spatial = hr_onnx_conversion_get_n_spatial (self);
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
  { "AveragePool", "average-pool", 1, hr_onnx_convert_pool },
  { "BatchNormalization", "batch-norm", 1, convert_batch_norm },
  { "Clip", "relu6", 1, convert_clip_to_6, OPTIONS },
  { "Clip", "relu", 1, convert_clip, OPTIONS },
  { "Concat", "concatenate", 0, convert_concat },
  { "Conv", "conv", 1, hr_onnx_convert_conv },
  { "ConvTranspose", "transposed-conv", 1, hr_onnx_convert_transposed_conv },
  { "Dropout", "dropout", 1, convert_dropout, OPTIONS },
  { "Elu", "elu", 1, convert_elu },
  { "Gelu", "gelu", 1 },
  { "Gemm", "linear", 1, convert_gemm },
  { "GlobalAveragePool", "global-average-pool", 1 },
  { "GlobalMaxPool", "global-max-pool", 1 },
  { "HardSigmoid", "hard-sigmoid", 1, convert_hard_sigmoid },
  { "HardSwish", "hard-swish", 1 },
  { "LeakyRelu", "leaky-relu", 1, convert_leaky_relu },
  { "LogSoftmax", "log-softmax", 1, convert_softmax },
  { "MatMul", "linear", 1, convert_matmul, LEARNED_IF_CONSTANT },
  { "MaxPool", "max-pool", 1, hr_onnx_convert_pool },
  { "Mish", "mish", 1 },
  { "Mul", "multiply", 0, convert_merge },
  { "ReduceMean", "global-average-pool", 1, convert_mean, OPTIONS },
  { "Relu", "relu", 1 },
  { "Selu", "selu", 1 },
  { "Sigmoid", "sigmoid", 1 },
  { "Softmax", "softmax", 1, convert_softmax },
  { "Softplus", "softplus", 1 },
  { "Sum", "add", 0 },
  { "Swish", "silu", 1 },
  { "Tanh", "tanh", 1 },
};

/* Learned tensors of a layer: the format of its weights, and whether another layer has the same ones. */
static void
set_weights (HrOnnxConversion *self, const Operator *row)
{
  HrOnnxReader *reader = self->reader;
  g_autoptr (GString) names = g_string_new (row->kind);
  const HrDtype *dtype = hr_onnx_conversion_get_input (self, row->n_data)->tensor.dtype;
  for (guint i = row->n_data; i < self->node->n_inputs; i++)
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
    hr_onnx_conversion_set_text (self, "weights", dtype->id);
}

/* Whether what is learned is constant and what is data is not, at least in the first place. */
static gboolean
inputs_fit (const HrOnnxConversion *self, const Operator *row)
{
  guint n_data = row->n_data > 0 ? row->n_data : self->node->n_inputs;
  for (guint i = 0; i < self->node->n_inputs; i++)
    {
      const HrOnnxValue *value = hr_onnx_conversion_get_input (self, i);
      if (hr_onnx_conversion_has_input (self, i) && (!value || value->constant != (i >= n_data)))
        return FALSE;
    }
  return self->in && n_data >= self->layer->op->min_inputs;
}

/* Wires a finished layer and makes its output known. */
static void
finish (HrOnnxConversion *self, const Operator *row)
{
  HrOnnxReader *reader = self->reader;
  guint n_inputs = self->layer->op->max_inputs == 1 ? 1 : self->node->n_inputs;
  g_autofree const HrOnnxValue **inputs = g_new0 (const HrOnnxValue *, n_inputs + 1);
  for (guint i = 0; i < n_inputs; i++)
    inputs[i] = self->mismatch ? NULL : hr_onnx_conversion_get_input (self, i);
  if (self->mismatch)
    self->layer->note = g_strdup (_ ("In the file its input does not fit its weights, so it is not connected."));
  if (row->rest != OPTIONS && row->n_data > 0 && self->node->n_inputs > row->n_data)
    set_weights (self, row);
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
convert_with (HrOnnxReader *self, const HrOnnxNode *node, const Operator *row)
{
  HrNode *layer = hr_onnx_new_layer (self, row->kind);
  HrOnnxConversion conversion = { self, node, layer, hr_onnx_get_input (self, node, 0) };
  if (!inputs_fit (&conversion, row) || (row->convert && !row->convert (&conversion)))
    {
      hr_node_unref (layer);
      return FALSE;
    }
  finish (&conversion, row);
  return TRUE;
}

static gboolean
is_used (const HrOnnxReader *self, const char *name)
{
  return name && *name && g_hash_table_contains (self->n_uses, name);
}

void
hr_onnx_convert (HrOnnxReader *self, const HrOnnxNode *node)
{
  if (hr_onnx_is_standard (node) && (hr_onnx_pass_on (self, node) || hr_onnx_flatten (self, node)))
    return;
  gboolean converted = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (operators) && !converted; i++)
    converted = g_str_equal (operators[i].op, node->op) && hr_onnx_is_standard (node)
                && convert_with (self, node, &operators[i]);
  for (guint i = 0; i < MIN (node->proto->n_output, HR_ONNX_MAX_OUTPUTS); i++)
    if ((i == 0 && !converted) || (i > 0 && is_used (self, node->proto->output[i])))
      hr_onnx_add_foreign (self, node, i);
}

void
hr_onnx_find_weights (const HrOnnxReader *self, GHashTable *names)
{
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const HrOnnxNode *node = &g_array_index (self->nodes, HrOnnxNode, i);
      for (guint j = 0; j < G_N_ELEMENTS (operators); j++)
        if (g_str_equal (operators[j].op, node->op) && operators[j].n_data > 0 && operators[j].rest == LEARNED)
          for (guint k = operators[j].n_data; k < node->n_inputs; k++)
            g_hash_table_add (names, (gpointer) node->inputs[k]);
    }
}
