#include "conv-common.h"

static const HrParam rows[] = {
  { "filters", N_ ("Filters"), N_ ("Output channels."), HR_PARAM_INT, G_STRUCT_OFFSET (HrConvParams, filters), 1,
    HR_MAX_SIZE, .fallback = "64" },
  HR_KERNEL_ROW (HrConvParams, "3"),
  HR_STRIDE_ROW (HrConvParams, "1"),
  HR_PADDING_ROW (HrConvParams, "same-upper"),
  HR_PAD_BEGIN_ROW (HrConvParams),
  HR_PAD_END_ROW (HrConvParams),
  HR_DILATION_ROW (HrConvParams),
  { "groups", N_ ("Groups"), N_ ("Splits the channels into groups that do not see each other."), HR_PARAM_INT,
    G_STRUCT_OFFSET (HrConvParams, groups), 1, HR_MAX_SIZE, .fallback = "1" },
  HR_BIAS_ROW (HrConvParams),
  HR_WEIGHTS_ROW (HrConvParams),
};

static void
summarize (gconstpointer data, GString *text)
{
  const HrConvParams *params = data;

  hr_window_summarize (&params->window, text);
  g_string_append (text, ", ");
  hr_op_append_count (text, params->filters);
}

#define BY_HAND "worked by hand"
#define FORMULA "by hand from the formula in the documentation of torch.nn.Conv2d"
#define TORCHVISION "PyTorch 1.13, torchvision 0.14: "

static const HrOpExample examples[] = {
  { "filters=200 kernel=5", "1x3x100x150", "1x200x100x150", 15200, 225000000, "one convolution: " BY_HAND },
  { "filters=200 kernel=5", "100x3x100x150", "100x200x100x150", 15200, 22500000000, "the same, batch of 100" },
  { "filters=100 stride=2", "1x3x200x300", "1x100x100x150", 2800, 40500000, "three convolutions, first: " BY_HAND },
  { "filters=200 stride=2", "1x100x100x150", "1x200x50x75", 180200, 675000000, "three convolutions, second: " BY_HAND },
  { "filters=400 stride=2", "1x200x50x75", "1x400x25x38", 720400, 684000000, "three convolutions, third: " BY_HAND },
  { "filters=64 kernel=11 stride=4 padding=explicit pad-begin=2 pad-end=2", "1x3x224x224", "1x64x55x55", 23296,
    70276800, TORCHVISION "alexnet features.0" },
  { "filters=256 padding=explicit pad-begin=1 pad-end=1 bias=false stride=2,2,2", "1x128x8x28x28", "1x256x4x14x14",
    884736, 693633024, TORCHVISION "r3d_18 layer3.0.conv1" },
  { "filters=64 kernel=3,7,7 stride=1,2,2 padding=explicit pad-begin=1,3,3 pad-end=1,3,3 bias=false", "1x3x16x112x112",
    "1x64x16x56x56", 28224, 1416167424, TORCHVISION "r3d_18 stem.0" },
  { "filters=256 kernel=1 stride=2 bias=false padding=valid", "1x128x8x28x28", "1x256x4x14x14", 32768, 25690112,
    TORCHVISION "r3d_18 layer3.0.downsample.0" },
  { "filters=8", "3x224", "rank", 0, 0, "two axes: no spatial axis is left" },
  { "filters=512 padding=explicit pad-begin=1 pad-end=1 bias=false", "1x512x64x64", "1x512x64x64", 2359296, 9663676416,
    "github.com/nmhkahn/torchsummaryX issue 23, by hand" },
  { "filters=24 groups=24 bias=false", "1x24x8x8", "1x24x8x8", 216, 13824,
    "github.com/sovrasov/flops-counter.pytorch issue 9: 864 in all, 648 of them before it" },
  { "filters=64 groups=4", "1x32x16x16", "1x64x16x16", 4672, 1179648, "(3·3·32/4 + 1)·64; 64·16·16·3·3·8: " BY_HAND },
  { "filters=2 kernel=3 padding=valid", "1x1x10", "1x2x8", 8, 48,
    "Conv1d(1, 2, 3), github.com/sksq96/pytorch-summary issue 148" },
  { "filters=4 dilation=2 padding=valid", "1x4x16x16", "1x4x12x12", 148, 20736, FORMULA },
  { "filters=8 dilation=3 stride=2", "1x2x15x16", "1x8x8x8", 152, 9216,
    "same: ⌈15/2⌉ = 8, dilation does not count: " BY_HAND },
  { "filters=64 kernel=7 stride=2", "1x3x224x224", "1x64x112x112", 9472, 118013952,
    "github.com/taehoonlee/tensornets issue 25; (7·7·3 + 1)·64" },
  { "filters=8 stride=2 padding=explicit pad-begin=0 pad-end=1", "1x3x224x224", "1x8x112x112", 224, 2709504,
    "torch ZeroPad2d((0, 1, 0, 1)) before Conv2d(3, 8, 3, stride=2)" },
  { "filters=3", "1x3x32x32", "1x3x32x32", 84, 82944, "github.com/openvinotoolkit/openvino pull 32608" },
  { "filters=8 kernel=7 padding=valid", "1x3x5x5", "kernel-too-large", 0, 0, "torch refuses it" },
  { "filters=9 groups=3", "1x64x8x8", "groups", 0, 0, "torch: in_channels must be divisible by groups" },
  { "filters=8 groups=3", "1x9x8x8", "groups", 0, 0, "torch: out_channels must be divisible by groups" },
  { "filters=8 kernel=3,3", "1x9x8x8x8", "tuple-length", 0, 0, "two values for three axes" },
  { "filters=2147483647 kernel=2147483647", "1x2147483647x8x8", "too-large", 0, 0, "2^31·2^31·2^31·2^31 weights" },
};

const HrOp hr_op_conv = {
  .id = "conv",
  .title = N_ ("Convolution"),
  .short_title = N_ ("Conv"),
  .description = N_ ("Slides learned filters over one, two or three spatial axes."),
  .keywords = N_ ("conv1d conv2d conv3d filter kernel"),
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
