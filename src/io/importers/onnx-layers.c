/* onnx-layers.c: adds layers to the network; those of operators that have no kind. */
#include "onnx-reader.h"

#include <glib/gi18n-lib.h>

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

gboolean
hr_onnx_is_standard (const HrOnnxNode *node)
{
  const char *domain = node->proto->domain;
  return !domain || !*domain || g_str_equal (domain, "ai.onnx");
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
  g_autofree char *op = hr_onnx_is_standard (node)
                            ? g_strdup (node->proto->op_type ? node->proto->op_type : "?")
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
  HrTensor tensor = { hr_onnx_is_standard (node) ? hr_onnx_infer_shape (self, node, index) : HR_SHAPE_UNKNOWN,
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

/* The first inputs of a node that layers make. Owned by the caller. */
static GPtrArray *
list_data (const HrOnnxReader *self, const HrOnnxNode *node, guint max_inputs)
{
  GPtrArray *inputs = g_ptr_array_new ();
  for (guint i = 0; i < node->n_inputs && inputs->len < max_inputs; i++)
    {
      const HrOnnxValue *value = hr_onnx_get_value (self, node->inputs[i]);
      if (value && value->node)
        g_ptr_array_add (inputs, (gpointer) value);
    }
  return inputs;
}

void
hr_onnx_add_foreign (HrOnnxReader *self, const HrOnnxNode *node, guint index)
{
  guint max_copied = index == 0 ? G_MAXUINT : HR_ONNX_MAX_OUTPUTS;
  g_autoptr (GPtrArray) inputs = list_data (self, node, max_copied);
  g_autofree char *op = dup_operator (node);
  HrNode *layer = hr_onnx_new_layer (self, "unknown");
  HrTensor tensor = get_foreign_tensor (self, node, index);
  hr_onnx_set_shape (layer, &tensor, NULL);
  if (tensor.dtype != self->settings.activations)
    set_type (layer, tensor.dtype);
  hr_node_add_attribute (layer, "operator", op);
  for (gsize i = 0; i < MIN (node->proto->n_attribute, max_copied); i++)
    add_attribute (layer, node->proto->attribute[i]);
  layer->note
      = g_strdup_printf (_ ("The ONNX operator %s: there is no layer kind for it, or not for its attributes."), op);
  guint n_layers = GPOINTER_TO_UINT (g_hash_table_lookup (self->foreign, op));
  g_hash_table_insert (self->foreign, g_steal_pointer (&op), GUINT_TO_POINTER (n_layers + 1));
  HrOnnxValue *value = hr_onnx_add_layer (self, layer, node->proto->name, node->proto->op_type,
                                          (const HrOnnxValue *const *) inputs->pdata, inputs->len);
  hr_onnx_set_output (self, node, index, value);
}
