#include "onnx-convert.h"

gboolean
hr_onnx_conversion_set_text (HrOnnxConversion *self, const char *key, const char *text)
{
  const HrParam *row = hr_param_find (self->layer->op->params, self->layer->op->n_params, key);
  return row && hr_param_set_text (row, self->layer->params, text, NULL);
}

gboolean
hr_onnx_conversion_set_int (HrOnnxConversion *self, const char *key, gint64 value)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);
  return hr_onnx_conversion_set_text (self, key, text);
}

gboolean
hr_onnx_conversion_set_bool (HrOnnxConversion *self, const char *key, gboolean value)
{
  return hr_onnx_conversion_set_text (self, key, value ? "true" : "false");
}

gboolean
hr_onnx_conversion_set_real (HrOnnxConversion *self, const char *key, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  return hr_onnx_conversion_set_text (self, key, g_ascii_formatd (text, sizeof text, "%.7g", value));
}

gboolean
hr_onnx_conversion_set_tuple (HrOnnxConversion *self, const char *key, const gint64 *values, guint n_values)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean equal = TRUE;
  for (guint i = 1; i < n_values; i++)
    equal = equal && values[i] == values[0];
  for (guint i = 0; i < (equal ? MIN (n_values, 1) : n_values); i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? " " : "", values[i]);
  return hr_onnx_conversion_set_text (self, key, text->str);
}

gboolean
hr_onnx_conversion_set_list (HrOnnxConversion *self, const char *key, const char *name, gint64 fallback)
{
  guint n;
  const gint64 *values = hr_onnx_get_ints (self->node, name, &n);
  return n > 0 ? hr_onnx_conversion_set_tuple (self, key, values, n) : hr_onnx_conversion_set_int (self, key, fallback);
}

guint
hr_onnx_conversion_get_n_spatial (const HrOnnxConversion *self)
{
  int rank = self->in ? self->in->tensor.shape.rank : HR_RANK_UNKNOWN;
  return rank > 2 && rank <= 2 + HR_ONNX_MAX_SPATIAL ? (guint) rank - 2 : 0;
}

const HrOnnxValue *
hr_onnx_conversion_get_input (const HrOnnxConversion *self, guint index)
{
  return hr_onnx_get_input (self->reader, self->node, index);
}

gboolean
hr_onnx_conversion_has_input (const HrOnnxConversion *self, guint index)
{
  return index < self->node->n_inputs && *self->node->inputs[index];
}
