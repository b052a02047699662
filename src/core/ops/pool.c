#include "window.h"

#include <math.h>

typedef struct
{
  HrWindowParams window;
  gboolean count_padding; /* average-pool */
} HrPoolParams;

static const HrParam max_rows[] = {
  HR_KERNEL_ROW (HrPoolParams, "2"),
  HR_STRIDE_ROW (HrPoolParams, "2"),
  HR_PADDING_ROW (HrPoolParams, "explicit"),
  HR_PAD_BEGIN_ROW (HrPoolParams),
  HR_PAD_END_ROW (HrPoolParams),
  HR_DILATION_ROW (HrPoolParams),
  { "ceiling", N_ ("Round up"), N_ ("Keeps a last window that hangs over the end of the input."), HR_PARAM_BOOL,
    G_STRUCT_OFFSET (HrPoolParams, window.ceiling), .fallback = "false" },
};

static const HrParam average_rows[] = {
  HR_KERNEL_ROW (HrPoolParams, "2"),
  HR_STRIDE_ROW (HrPoolParams, "2"),
  HR_PADDING_ROW (HrPoolParams, "explicit"),
  HR_PAD_BEGIN_ROW (HrPoolParams),
  HR_PAD_END_ROW (HrPoolParams),
  { "ceiling", N_ ("Round up"), N_ ("Keeps a last window that hangs over the end of the input."), HR_PARAM_BOOL,
    G_STRUCT_OFFSET (HrPoolParams, window.ceiling), .fallback = "false" },
  { "count-padding", N_ ("Count padding"), N_ ("Padded zeros count in the mean."), HR_PARAM_BOOL,
    G_STRUCT_OFFSET (HrPoolParams, count_padding), .fallback = "true" },
};

/* A window must not lie in the padding altogether; PyTorch wants at most half of the kernel, which is said once.
 * Parameters fit into an int. */
static gboolean
check_padding (const HrWindowAxis *axes, guint n_spatial, HrReport *report)
{
  gboolean warned = FALSE;

  for (guint i = 0; i < n_spatial; i++)
    {
      gint64 padding = MAX (axes[i].pad_begin, axes[i].pad_end);

      if (padding >= axes[i].extent)
        return hr_op_fail (report, "padding-too-large", _ ("padding %d leaves windows of size %d without any input"),
                           (int) padding, (int) axes[i].extent);
      if (warned || padding <= axes[i].kernel / 2)
        continue;
      warned = TRUE;
      hr_report_add (report, HR_SEVERITY_WARNING, "padding-over-half",
                     _ ("padding %d is more than half of kernel %d, which PyTorch refuses"), (int) padding,
                     (int) axes[i].kernel);
    }
  return TRUE;
}

static gboolean
infer (HrOpCall *call, HrReport *report)
{
  const HrPoolParams *params = call->params;
  HrWindowAxis axes[HR_MAX_SPATIAL];
  guint n_spatial;
  HrShape *output;

  if (!hr_op_ranks_known (call))
    return TRUE;
  if (!hr_op_check_spatial (call, report))
    return FALSE;
  n_spatial = hr_window_get_axes (&params->window, call, axes);
  if (!hr_window_check_tuples (&params->window, n_spatial, report)
      || (params->window.padding == HR_PADDING_EXPLICIT && !check_padding (axes, n_spatial, report))
      || !hr_window_check_fit (axes, n_spatial, report))
    return FALSE;
  output = hr_op_start_output (call, n_spatial + 2);
  for (guint i = 0; i < n_spatial; i++)
    output->dims[2 + i] = axes[i].out;
  return TRUE;
}

static guint
list_extras (const HrOpCall *call, HrExtra extras[4])
{
  extras[0] = (HrExtra){ N_ ("indices"), hr_op_get_elems (&call->outputs[0]), 8, 8 };
  return 1;
}

static gboolean
explain (const HrOpCall *call, HrFigure figure, GString *text)
{
  const HrPoolParams *params = call->params;
  HrWindowAxis axes[HR_MAX_SPATIAL];

  if (figure != HR_FIGURE_OUTPUT)
    return FALSE;
  hr_window_explain (&params->window, axes, hr_window_get_axes (&params->window, call, axes), text);
  return TRUE;
}

static void
summarize (gconstpointer params, GString *text)
{
  hr_window_summarize (&((const HrPoolParams *) params)->window, text);
}

/* Reference */

/* What one window has seen. */
typedef struct
{
  double max, sum, magnitude;
  gint64 n_inside; /* elements of the input */
} HrPoolWindow;

/* The windows of a call on depth, height and width; axes that are not there have size 1. */
typedef struct
{
  HrWindowAxis axes[3];
} HrPoolGeometry;

static void
pool_geometry_init (HrPoolGeometry *self, const HrOpCall *call)
{
  const HrPoolParams *params = call->params;
  HrWindowAxis axes[HR_MAX_SPATIAL];
  guint n_spatial = hr_window_get_axes (&params->window, call, axes);

  for (guint i = 0; i < 3; i++)
    self->axes[i] = (HrWindowAxis){ .kernel = 1, .stride = 1, .dilation = 1, .extent = 1, .in = 1, .out = 1 };
  for (guint i = 0; i < n_spatial; i++)
    self->axes[3 - n_spatial + i] = axes[i];
}

/* Input element under kernel element k of window `out`, or −1 in the padding. */
static gint64
get_input (const HrWindowAxis *axis, gint64 out, gint64 k)
{
  gint64 in = out * axis->stride - axis->pad_begin + k * axis->dilation;

  return in >= 0 && in < axis->in ? in : -1;
}

static void
look_through (const HrPoolGeometry *geometry, const float *plane, const gint64 out[3], HrPoolWindow *seen)
{
  const HrWindowAxis *axes = geometry->axes;

  *seen = (HrPoolWindow){ .max = -INFINITY };
  for (gint64 kz = 0; kz < axes[0].kernel; kz++)
    for (gint64 ky = 0; ky < axes[1].kernel; ky++)
      for (gint64 kx = 0; kx < axes[2].kernel; kx++)
        {
          gint64 z = get_input (&axes[0], out[0], kz), y = get_input (&axes[1], out[1], ky);
          gint64 x = get_input (&axes[2], out[2], kx);
          double value;

          if (z < 0 || y < 0 || x < 0)
            continue;
          value = plane[(z * axes[1].in + y) * axes[2].in + x];
          seen->max = MAX (seen->max, value);
          seen->sum += value;
          seen->magnitude += fabs (value);
          seen->n_inside++;
        }
}

/* Elements of a window that lie in the padded input: what hangs over its end is never counted, as in PyTorch. */
static gint64
count_padded (const HrPoolGeometry *geometry, const gint64 out[3])
{
  gint64 count = 1;

  for (guint i = 0; i < 3; i++)
    {
      const HrWindowAxis *axis = &geometry->axes[i];
      gint64 start = out[i] * axis->stride - axis->pad_begin;

      count *= MIN (start + axis->kernel, axis->in + axis->pad_end) - start;
    }
  return count;
}

typedef void (*HrPoolFunc) (const HrOpCall *call, const HrPoolGeometry *geometry, const gint64 out[3],
                            const HrPoolWindow *seen, double *value, double *magnitude);

static void
take_max (const HrOpCall *call, const HrPoolGeometry *geometry, const gint64 out[3], const HrPoolWindow *seen,
          double *value, double *magnitude)
{
  *value = seen->max;
  *magnitude = fabs (seen->max);
}

static void
take_average (const HrOpCall *call, const HrPoolGeometry *geometry, const gint64 out[3], const HrPoolWindow *seen,
              double *value, double *magnitude)
{
  const HrPoolParams *params = call->params;
  double divisor = (double) (params->count_padding ? count_padded (geometry, out) : seen->n_inside);

  *value = seen->sum / divisor;
  *magnitude = seen->magnitude / divisor;
}

static void
pool (const HrOpCall *call, const HrReference *io, HrPoolFunc take)
{
  const HrShape *shape = &call->inputs[0].shape;
  HrPoolGeometry geometry;
  const HrWindowAxis *axes = geometry.axes;
  gint64 at = 0;

  pool_geometry_init (&geometry, call);
  for (gint64 plane = 0; plane < shape->dims[0] * shape->dims[1]; plane++)
    {
      const float *input = io->inputs[0] + plane * axes[0].in * axes[1].in * axes[2].in;

      for (gint64 z = 0; z < axes[0].out; z++)
        for (gint64 y = 0; y < axes[1].out; y++)
          for (gint64 x = 0; x < axes[2].out; x++, at++)
            {
              const gint64 out[3] = { z, y, x };
              HrPoolWindow seen;
              double magnitude;

              look_through (&geometry, input, out, &seen);
              take (call, &geometry, out, &seen, &io->output[at], &magnitude);
              if (io->magnitude != NULL)
                io->magnitude[at] = magnitude;
            }
    }
}

static void
max_reference (const HrOpCall *call, const HrReference *io)
{
  pool (call, io, take_max);
}

static void
average_reference (const HrOpCall *call, const HrReference *io)
{
  pool (call, io, take_average);
}

#define TORCHVISION "PyTorch 1.13, torchvision 0.14: "
#define CAFFE_300 "github.com/szq0214/DSOD issue 31: 300 150 75 38 19 10 5 3 2"

static const HrOpExample max_examples[] = {
  { "", "1x3x50x50", "1x3x25x25", 0, 0, "a small classifier, by hand" },
  { "", "64x64x25x25", "64x64x12x12", 0, 0, "a small classifier: 25 by 2 rounds down" },
  { "kernel=3 stride=2", "1x64x55x55", "1x64x27x27", 0, 0, TORCHVISION "alexnet features.2" },
  { "kernel=3 stride=2", "1x64x112x112", "1x64x55x55", 0, 0, "PyTorch; github.com/BVLC/caffe issue 4781" },
  { "kernel=3 stride=2 ceiling=true", "1x64x112x112", "1x64x56x56", 0, 0, "PyTorch; github.com/BVLC/caffe issue 4781" },
  { "kernel=3 stride=2 pad-begin=1 pad-end=1", "1x1x64x64", "1x1x32x32", 0, 0,
    "github.com/ethereon/netscope issue 25" },
  { "kernel=3 stride=2 pad-begin=1 pad-end=1 ceiling=true", "1x1x64x64", "1x1x33x33", 0, 0,
    "github.com/ethereon/netscope issue 25" },
  { "kernel=3 stride=2 ceiling=true", "1x1x22x22", "1x1x11x11", 0, 0,
    "github.com/ARM-software/ComputeLibrary issue 82" },
  { "kernel=3 stride=2", "1x1x22x22", "1x1x10x10", 0, 0, "github.com/ARM-software/ComputeLibrary issue 82" },
  { "ceiling=true", "1x1x75x75", "1x1x38x38", 0, 0, CAFFE_300 },
  { "ceiling=true", "1x1x5x3", "1x1x3x2", 0, 0, CAFFE_300 },
  { "kernel=3 stride=1 pad-begin=1 pad-end=1 ceiling=true", "1x192x28x28", "1x192x28x28", 0, 0,
    TORCHVISION "googlenet inception3a.branch4.0" },
  { "kernel=3 stride=1 dilation=2", "1x1x10x12", "1x1x6x8", 0, 0, "by hand: 10 − 4, 12 − 4" },
  { "kernel=3 stride=2 padding=same-upper", "1x1x7x8", "1x1x4x4", 0, 0, "by hand: ⌈7/2⌉, ⌈8/2⌉" },
  { "kernel=2,2,2", "1x4x8x9x10", "1x4x4x4x5", 0, 0, "three axes, by hand" },
  { "", "1x4x9", "1x4x4", 0, 0, "one axis, by hand" },
  { "pad-begin=2 pad-end=2", "1x4x9x9", "padding-too-large", 0, 0, "PyTorch: at most half of the kernel" },
  { "kernel=9", "1x4x8x8", "kernel-too-large", 0, 0, "PyTorch: output size is too small" },
};

static const HrOpExample average_examples[] = {
  { "kernel=2 stride=2", "1x128x56x56", "1x128x28x28", 0, 0, TORCHVISION "densenet121 transition1.pool" },
  { "kernel=4 stride=4 pad-begin=2 pad-end=2 ceiling=true", "1x1x9x9", "1x1x3x3", 0, 0,
    "PyTorch; github.com/pytorch/pytorch issue 116420: a window that starts in the padding is dropped" },
  { "kernel=2 stride=2 pad-end=1 ceiling=true", "1x1x17x17", "1x1x9x9", 0, 0, "github.com/apache/tvm issue 18594" },
  { "kernel=3 stride=2", "1x8x20", "1x8x9", 0, 0, "one axis, by hand" },
  { "kernel=3 stride=2 padding=valid", "1x8x20x20x20", "1x8x9x9x9", 0, 0, "three axes, by hand" },
  { "kernel=5", "1x8x4x20", "kernel-too-large", 0, 0, "PyTorch: output size is too small" },
};

#define POOL                                                                                                           \
  .category = HR_OP_CATEGORY_POOLING, .flags = HR_OP_KEEPS_INPUTS, .min_inputs = 1, .max_inputs = 1, .n_outputs = 1,   \
  .params_size = sizeof (HrPoolParams), .infer = infer, .explain = explain, .summarize = summarize

const HrOp hr_op_max_pool = {
  .id = "max-pool",
  .title = N_ ("Max pooling"),
  .short_title = N_ ("Max pool"),
  .description = N_ ("Takes the largest value of each window."),
  .keywords = N_ ("maxpool maxpooling downsample subsample"),
  POOL,
  HR_ROWS (params, max_rows),
  .list_extras = list_extras,
  .reference = max_reference,
  HR_ROWS (examples, max_examples),
};

const HrOp hr_op_average_pool = {
  .id = "average-pool",
  .title = N_ ("Average pooling"),
  .short_title = N_ ("Average pool"),
  .description = N_ ("Takes the mean of each window."),
  .keywords = N_ ("avgpool averagepooling mean downsample subsample"),
  POOL,
  HR_ROWS (params, average_rows),
  .reference = average_reference,
  HR_ROWS (examples, average_examples),
};
