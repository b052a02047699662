/* onnx-window.c: windows that slide: convolutions and pools. */
#include "onnx-convert.h"

#include "../../core/checked.h"

static gboolean
set_padding (HrOnnxConversion *self)
{
  guint n;
  const gint64 *pads = hr_onnx_get_ints (self->node, "pads", &n);
  if (hr_onnx_text_is (self->node, "auto_pad", "SAME_UPPER"))
    return hr_onnx_conversion_set_text (self, "padding", "same-upper");
  if (hr_onnx_text_is (self->node, "auto_pad", "SAME_LOWER"))
    return hr_onnx_conversion_set_text (self, "padding", "same-lower");
  if (hr_onnx_text_is (self->node, "auto_pad", "VALID"))
    return hr_onnx_conversion_set_text (self, "padding", "valid");
  if (!hr_onnx_conversion_set_text (self, "padding", "explicit"))
    return FALSE;
  return n == 0
         || (n % 2 == 0 && hr_onnx_conversion_set_tuple (self, "pad-begin", pads, n / 2)
             && hr_onnx_conversion_set_tuple (self, "pad-end", pads + n / 2, n / 2));
}

/* Whether a list is left out or all ones. */
static gboolean
is_one (const HrOnnxConversion *self, const char *name)
{
  guint n;
  const gint64 *values = hr_onnx_get_ints (self->node, name, &n);
  for (guint i = 0; i < n; i++)
    if (values[i] != 1)
      return FALSE;
  return TRUE;
}

gboolean
hr_onnx_convert_pool (HrOnnxConversion *self)
{
  gboolean average = g_str_equal (self->node->op, "AveragePool");
  guint n;
  hr_onnx_get_ints (self->node, "kernel_shape", &n);
  if (n == 0 || !hr_onnx_conversion_set_list (self, "kernel", "kernel_shape", 1)
      || !hr_onnx_conversion_set_list (self, "stride", "strides", 1) || !set_padding (self)
      || !hr_onnx_conversion_set_bool (self, "ceiling", hr_onnx_get_int (self->node, "ceil_mode", 0) != 0))
    return FALSE;
  if (!average)
    return hr_onnx_conversion_set_list (self, "dilation", "dilations", 1);
  return is_one (self, "dilations")
         && hr_onnx_conversion_set_bool (self, "count-padding",
                                         hr_onnx_get_int (self->node, "count_include_pad", 0) != 0);
}

/* What convolutions have in common; channels: what the weights take in. */
static gboolean
set_convolution (HrOnnxConversion *self, const HrShape *weight, gint64 filters, gint64 channels)
{
  const HrShape *in = &self->in->tensor.shape;
  self->mismatch = in->rank != HR_RANK_UNKNOWN
                   && (in->rank != weight->rank || (in->dims[1] != HR_DIM_UNKNOWN && in->dims[1] != channels));
  return hr_onnx_conversion_set_tuple (self, "kernel", weight->dims + 2, (guint) weight->rank - 2)
         && hr_onnx_conversion_set_list (self, "stride", "strides", 1)
         && hr_onnx_conversion_set_list (self, "dilation", "dilations", 1) && set_padding (self)
         && hr_onnx_conversion_set_int (self, "groups", hr_onnx_get_int (self->node, "group", 1))
         && hr_onnx_conversion_set_int (self, "filters", filters)
         && hr_onnx_conversion_set_bool (self, "bias", hr_onnx_conversion_has_input (self, 2));
}

/* Weights of a convolution with all sizes known, or NULL. */
static const HrShape *
get_kernel (const HrOnnxConversion *self)
{
  const HrOnnxValue *weight = hr_onnx_conversion_get_input (self, 1);
  if (!weight || !hr_shape_is_known (&weight->tensor.shape) || weight->tensor.shape.rank < 3
      || weight->tensor.shape.rank > 2 + HR_ONNX_MAX_SPATIAL)
    return NULL;
  return &weight->tensor.shape;
}

gboolean
hr_onnx_convert_conv (HrOnnxConversion *self)
{
  const HrShape *weight = get_kernel (self);
  gint64 channels;
  return weight && hr_checked_mul (weight->dims[1], hr_onnx_get_int (self->node, "group", 1), &channels)
         && set_convolution (self, weight, weight->dims[0], channels);
}

/* Pads that make the output as large as the file wants it (docs/Operators.md, ConvTranspose). */
static gboolean
set_output_shape (HrOnnxConversion *self, const HrShape *weight, const gint64 *sizes, guint n_sizes)
{
  guint n_spatial = (guint) weight->rank - 2, n_strides, n_dilations, n_extra;
  const gint64 *strides = hr_onnx_get_ints (self->node, "strides", &n_strides);
  const gint64 *dilations = hr_onnx_get_ints (self->node, "dilations", &n_dilations);
  const gint64 *extra = hr_onnx_get_ints (self->node, "output_padding", &n_extra);
  gboolean upper = hr_onnx_text_is (self->node, "auto_pad", "SAME_UPPER");
  gint64 begin[HR_ONNX_MAX_SPATIAL], end[HR_ONNX_MAX_SPATIAL];
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
  return hr_onnx_conversion_set_text (self, "padding", "explicit")
         && hr_onnx_conversion_set_tuple (self, "pad-begin", begin, n_spatial)
         && hr_onnx_conversion_set_tuple (self, "pad-end", end, n_spatial);
}

gboolean
hr_onnx_convert_transposed_conv (HrOnnxConversion *self)
{
  const HrShape *weight = get_kernel (self);
  gint64 filters;
  guint n_sizes;
  const gint64 *sizes = hr_onnx_get_ints (self->node, "output_shape", &n_sizes);
  if (!weight || !hr_checked_mul (weight->dims[1], hr_onnx_get_int (self->node, "group", 1), &filters)
      || !set_convolution (self, weight, filters, weight->dims[0])
      || !hr_onnx_conversion_set_list (self, "output-padding", "output_padding", 0))
    return FALSE;
  return n_sizes == 0 || set_output_shape (self, weight, sizes, n_sizes);
}
