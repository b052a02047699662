#include "conv-common.h"

static const HrParam rows[] = {
  { "multiplier", N_ ("Multiplier"), N_ ("Output channels for each input channel."), HR_PARAM_INT,
    G_STRUCT_OFFSET (HrConvParams, multiplier), 1, HR_MAX_SIZE, .fallback = "1" },
  HR_KERNEL_ROW (HrConvParams, "3"),
  HR_STRIDE_ROW (HrConvParams, "1"),
  HR_PADDING_ROW (HrConvParams, "same-upper"),
  HR_PAD_BEGIN_ROW (HrConvParams),
  HR_PAD_END_ROW (HrConvParams),
  HR_DILATION_ROW (HrConvParams),
  HR_BIAS_ROW (HrConvParams),
  HR_WEIGHTS_ROW (HrConvParams),
};

static void
summarize (gconstpointer data, GString *text)
{
  const HrConvParams *params = data;

  hr_window_summarize (&params->window, text);
  if (params->multiplier == 1)
    return;
  g_string_append (text, ", ×");
  hr_op_append_count (text, params->multiplier);
}

static const HrOpExample examples[] = {
  { "kernel=7 bias=false weights=int1", "1x64x56x56", "1x64x56x56", 3136, 9834496,
    "low-bit weights: 7·7·64 weights, 7·7·64·56·56 multiply-adds by hand" },
  { "kernel=3 stride=2 bias=false padding=explicit pad-begin=1 pad-end=1", "1x96x112x112", "1x96x56x56", 864, 2709504,
    "PyTorch 1.13, torchvision 0.14: mobilenet_v2 features.2.conv.1.0" },
  { "kernel=5 multiplier=10 bias=false padding=valid", "1x10x28x28", "1x100x24x24", 2500, 1440000,
    "5·5·1·100 weights; 100·24·24·25 by hand" },
  { "kernel=3 multiplier=2", "2x4x10", "2x8x10", 32, 480, "one spatial axis: (3·1 + 1)·8; 2·8·10·3 by hand" },
  { "kernel=3", "1x4x5x6x7", "1x4x5x6x7", 112, 22680, "three spatial axes: (27 + 1)·4; 4·210·27 by hand" },
  { "multiplier=2147483647", "1x9223372036854775807x3x3", "too-large", 0, 0, "channels beyond 2^63" },
};

const HrOp hr_op_depthwise_conv = {
  .id = "depthwise-conv",
  .title = N_ ("Depthwise convolution"),
  .short_title = N_ ("Depthwise"),
  .description = N_ ("Convolves each channel with filters of its own."),
  .keywords = N_ ("separable depthwise dwconv mobilenet"),
  .category = HR_OP_CATEGORY_CONVOLUTION,
  .flags = HR_OP_KEEPS_INPUTS,
  .min_inputs = 1,
  .max_inputs = 1,
  .n_outputs = 1,
  .params_size = sizeof (HrConvParams),
  HR_ROWS (params, rows),
  .infer = hr_conv_infer,
  .list_learned = hr_conv_list_learned,
  .get_multiply_adds = hr_conv_get_multiply_adds,
  .explain = hr_conv_explain,
  .summarize = summarize,
  .reference = hr_conv_reference,
  HR_ROWS (examples, examples),
};
