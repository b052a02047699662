/* onnx-views.c: nodes that move no value. */
#include "onnx-reader.h"

#include "../../core/checked.h"

static gboolean
shapes_equal (const HrShape *a, const HrShape *b)
{
  return hr_shape_is_known (a) && hr_shape_equal (a, b);
}

gboolean
hr_onnx_pass_on (HrOnnxReader *self, const HrOnnxNode *node)
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
set_start (HrNode *layer, int start)
{
  g_autofree char *text = g_strdup_printf ("%d", start);
  return hr_param_set_text (hr_param_find (layer->op->params, layer->op->n_params, "start"), layer->params, text, NULL);
}

gboolean
hr_onnx_flatten (HrOnnxReader *self, const HrOnnxNode *node)
{
  static const char *const ops[] = { "Flatten", "Reshape", "Squeeze", NULL };
  const HrOnnxValue *in = hr_onnx_get_input (self, node, 0);
  if (!in || !g_strv_contains (ops, node->op))
    return FALSE;
  HrShape out = hr_onnx_infer_shape (self, node, 0);
  HrNode *layer = hr_onnx_new_layer (self, "flatten");
  if (!is_flattened (&in->tensor.shape, &out) || !set_start (layer, out.rank - 1))
    {
      hr_node_unref (layer);
      return FALSE;
    }
  hr_onnx_set_output (self, node, 0, hr_onnx_add_layer (self, layer, node->proto->name, node->proto->op_type, &in, 1));
  return TRUE;
}
