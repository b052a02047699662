#include "conv-common.h"

static const HrParam rows[] = {
  { "filters", N_ ("Filters"), N_ ("Output channels."), HR_PARAM_INT, G_STRUCT_OFFSET (HrConvParams, filters), 1,
    HR_MAX_SIZE, .fallback = "64" },
  HR_KERNEL_ROW (HrConvParams, "2"),
  HR_STRIDE_ROW (HrConvParams, "2"),
  HR_PADDING_ROW (HrConvParams, "explicit"),
  HR_PAD_BEGIN_ROW (HrConvParams),
  HR_PAD_END_ROW (HrConvParams),
  { "output-padding", N_ ("Output padding"), N_ ("Rows added to the output's end, along each axis."), HR_PARAM_TUPLE,
    G_STRUCT_OFFSET (HrConvParams, output_padding), 0, HR_MAX_SIZE, .fallback = "0",
    .is_visible = hr_window_shows_pads },
  HR_DILATION_ROW (HrConvParams),
  { "groups", N_ ("Groups"), N_ ("Splits the channels into groups that do not see each other."), HR_PARAM_INT,
    G_STRUCT_OFFSET (HrConvParams, groups), 1, HR_MAX_SIZE, .fallback = "1" },
  HR_BIAS_ROW (HrConvParams),
  HR_WEIGHTS_ROW (HrConvParams),
};

static gboolean
is_same (const HrConvParams *params)
{
  return params->window.padding == HR_PADDING_SAME_UPPER || params->window.padding == HR_PADDING_SAME_LOWER;
}

static gint64
get_output_padding (const HrConvParams *params, guint axis)
{
  return params->window.padding == HR_PADDING_EXPLICIT ? hr_tuple_get (&params->output_padding, axis, 0) : 0;
}

/* Output in·stride: what is too much is cut off, what is missing stays zero. */
static void
resolve_same (HrWindowAxis *axis, gint64 full, gboolean upper)
{
  gint64 total;

  axis->fits = hr_checked_mul (axis->in, axis->stride, &axis->out);
  if (!axis->fits)
    return;
  total = MAX (0, full - axis->out);
  axis->pad_begin = upper ? total / 2 : total - total / 2;
  axis->pad_end = total - axis->pad_begin;
}

/* Size of the output before anything is cut off; 0 for an empty input. FALSE on overflow. */
static gboolean
get_full (const HrConvParams *params, guint index, const HrWindowAxis *axis, gint64 *full)
{
  *full = 0;
  return axis->in == 0
         || (hr_checked_mul (axis->in - 1, axis->stride, full)
             && hr_checked_add (*full, axis->extent + get_output_padding (params, index), full));
}

HrWindowAxis
hr_transposed_conv_get_axis (const HrConvParams *params, guint index, gint64 in)
{
  HrWindowAxis axis = hr_window_get_axis (&params->window, index, HR_DIM_UNKNOWN);
  gint64 full;

  axis.in = in;
  if (in == HR_DIM_UNKNOWN)
    return axis;
  axis.fits = get_full (params, index, &axis, &full);
  if (!axis.fits)
    return axis;
  if (is_same (params))
    resolve_same (&axis, full, params->window.padding == HR_PADDING_SAME_UPPER);
  else
    {
      axis.fits = full > axis.pad_begin + axis.pad_end;
      axis.out = axis.fits ? full - axis.pad_begin - axis.pad_end : HR_DIM_UNKNOWN;
    }
  return axis;
}

/* As PyTorch: output padding must be smaller than stride or dilation. Parameters fit into an int. */
static gboolean
check_axis (const HrConvParams *params, guint index, const HrWindowAxis *axis, HrReport *report)
{
  gint64 output_padding = get_output_padding (params, index), full;

  if (output_padding >= MAX (axis->stride, axis->dilation) && output_padding > 0)
    return hr_op_fail (report, "output-padding", _ ("output padding %d must be smaller than stride %d or dilation %d"),
                       (int) output_padding, (int) axis->stride, (int) axis->dilation);
  if (axis->in != HR_DIM_UNKNOWN && !get_full (params, index, axis, &full))
    return hr_op_fail (report, "too-large", _ ("has an output larger than can be counted"));
  if (!axis->fits)
    return hr_op_fail (report, "padding-too-large", _ ("padding %d and %d leaves nothing of the output"),
                       (int) axis->pad_begin, (int) axis->pad_end);
  return TRUE;
}

static gboolean
infer (HrOpCall *call, HrReport *report)
{
  const HrConvParams *params = call->params;
  const HrShape *input = &call->inputs[0].shape;
  gint64 out[HR_MAX_SPATIAL];
  guint n_spatial;
  HrShape *output;

  if (!hr_op_ranks_known (call))
    return TRUE;
  if (!hr_op_check_spatial (call, report))
    return FALSE;
  n_spatial = (guint) input->rank - 2;
  if (!hr_window_check_tuples (&params->window, n_spatial, report)
      || !hr_op_check_tuple (&params->output_padding, _ ("output padding"), n_spatial, report)
      || !hr_conv_check_groups (input->dims[1], _ ("input channels"), params->groups, report)
      || !hr_conv_check_groups (params->filters, _ ("filters"), params->groups, report))
    return FALSE;
  for (guint i = 0; i < n_spatial; i++)
    {
      HrWindowAxis axis = hr_transposed_conv_get_axis (params, i, input->dims[2 + i]);

      if (!check_axis (params, i, &axis, report))
        return FALSE;
      out[i] = axis.out;
    }
  output = hr_op_start_output (call, n_spatial + 2);
  output->dims[1] = params->filters;
  for (guint i = 0; i < n_spatial; i++)
    output->dims[2 + i] = out[i];
  return TRUE;
}

static void
append_term (GString *text, const char *sign, gint64 value)
{
  if (value == 0)
    return;
  g_string_append (text, sign);
  hr_op_append_count (text, value);
}

/* "(64 − 1)·2 + 2 = 128", or "64·2 = 128" with same padding. */
static void
explain_axis (const HrConvParams *params, guint index, const HrWindowAxis *axis, GString *text)
{
  gboolean same = is_same (params);

  g_string_append (text, same ? "" : "(");
  hr_op_append_count (text, axis->in);
  g_string_append (text, same ? "·" : " − 1)·");
  hr_op_append_count (text, axis->stride);
  if (!same)
    {
      append_term (text, " + ", axis->extent);
      append_term (text, " + ", get_output_padding (params, index));
      append_term (text, " − ", axis->pad_begin);
      append_term (text, " − ", axis->pad_end);
    }
  g_string_append (text, " = ");
  hr_op_append_count (text, axis->out);
}

static gboolean
explain (const HrOpCall *call, HrFigure figure, GString *text)
{
  const HrConvParams *params = call->params;
  const HrShape *input = &call->inputs[0].shape;
  g_autoptr (GString) previous = g_string_new (NULL);

  if (figure != HR_FIGURE_OUTPUT)
    return hr_conv_explain (call, figure, text);
  for (guint i = 0; i + 2 < (guint) input->rank; i++)
    {
      HrWindowAxis axis = hr_transposed_conv_get_axis (params, i, input->dims[2 + i]);
      g_autoptr (GString) line = g_string_new (NULL);

      explain_axis (params, i, &axis, line);
      if (g_string_equal (line, previous))
        continue;
      if (i > 0)
        g_string_append_c (text, '\n');
      g_string_append (text, line->str);
      g_string_assign (previous, line->str);
    }
  return TRUE;
}

static const HrOpExample examples[] = {
  { "filters=512", "1x1024x16x16", "1x512x32x32", 2097664, 536870912, "PyTorch 1.13: a U-Net's first up-convolution" },
  { "filters=6 kernel=4 pad-begin=1 pad-end=1 groups=2", "2x4x8x8", "2x6x16x16", 198, 24576,
    "torch.nn.ConvTranspose2d(4, 6, 4, 2, 1, groups=2): 4·3·4·4 + 6; 2·4·8·8·16·3 by hand" },
  { "filters=6 kernel=4 pad-begin=1 pad-end=1", "2x4x8x8", "2x6x16x16", 390, 49152,
    "PyTorch; github.com/deepspeedai/DeepSpeed pull 8323" },
  { "filters=4 kernel=3 pad-begin=1 pad-end=1 output-padding=1 groups=4", "2x4x8x8", "2x4x16x16", 40, 4608,
    "PyTorch; github.com/deepspeedai/DeepSpeed pull 8323" },
  { "filters=1 kernel=3 stride=1", "1x32x1x1", "1x1x3x3", 289, 288,
    "PyTorch; github.com/facebookresearch/fvcore issue 78" },
  { "filters=1 kernel=3 stride=1 padding=same-upper", "1x1x2x2", "1x1x2x2", 10, 36,
    "ONNX; github.com/onnx/onnx issue 2788" },
  { "filters=4 kernel=3 dilation=2 pad-begin=1 pad-end=1 output-padding=1", "1x8x10x7", "1x4x22x16", 292, 20160,
    "PyTorch; github.com/onnx/onnx issue 4527" },
  { "filters=2 kernel=3", "1x1x3", "1x2x7", 8, 18, "one axis: (3 − 1)·2 + 3 = 7 by hand" },
  { "filters=2 kernel=3 stride=1 bias=false", "1x1x3x4x5", "1x2x5x6x7", 54, 3240, "three axes, by hand" },
  { "filters=2 output-padding=2", "1x1x4x4", "output-padding", 0, 0, "torch refuses it" },
  { "filters=2 pad-begin=4 pad-end=4", "1x1x3x3", "padding-too-large", 0, 0, "(3 − 1)·2 + 2 − 8 < 0" },
  { "stride=2147483647", "1x1x4294967299x3", "too-large", 0, 0, "2^32·(2^31 − 1) + … > 2^63" },
  { "filters=6 groups=4", "1x4x8x8", "groups", 0, 0, "torch: out_channels must be divisible by groups" },
};

const HrOp hr_op_transposed_conv = {
  .id = "transposed-conv",
  .title = N_ ("Transposed convolution"),
  .short_title = N_ ("Transposed"),
  .description = N_ ("Spreads each input value over a window of the output: upsampling that is learned."),
  .keywords = N_ ("deconvolution upsampling convtranspose fractionally strided"),
  .category = HR_OP_CATEGORY_CONVOLUTION,
  .flags = HR_OP_KEEPS_INPUTS,
  .min_inputs = 1,
  .max_inputs = 1,
  .n_outputs = 1,
  .params_size = sizeof (HrConvParams),
  HR_ROWS (params, rows),
  .infer = infer,
  .list_learned = hr_conv_list_learned,
  .get_multiply_adds = hr_conv_get_multiply_adds,
  .explain = explain,
  .summarize = hr_conv_summarize,
  .reference = hr_conv_reference,
  HR_ROWS (examples, examples),
};
