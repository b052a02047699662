#include "common.h"

#include <math.h>

typedef struct
{
  gboolean affine;
  gboolean statistics;
  double epsilon;
} HrBatchNormParams;

static const HrParam rows[] = {
  { "affine", N_ ("Scale and shift"), N_ ("Learns a factor and a summand per channel."), HR_PARAM_BOOL,
    G_STRUCT_OFFSET (HrBatchNormParams, affine), .fallback = "true" },
  { "statistics", N_ ("Running statistics"), N_ ("Keeps mean and variance for inference."), HR_PARAM_BOOL,
    G_STRUCT_OFFSET (HrBatchNormParams, statistics), .fallback = "true" },
  { "epsilon", N_ ("Epsilon"), N_ ("Added to the variance."), HR_PARAM_REAL,
    G_STRUCT_OFFSET (HrBatchNormParams, epsilon), .real_min = 0.0, .real_max = 1.0, .fallback = "1e-05" },
};

static gboolean
infer (HrOpCall *call, HrReport *report)
{
  const HrShape *input = &call->inputs[0].shape;

  if (!hr_op_ranks_known (call))
    return TRUE;
  if (input->rank < 2)
    return hr_op_fail (report, "rank", _ ("needs batch × channels, but its input has %d axes"), input->rank);
  if (input->batch_axis > 0)
    return hr_op_fail (report, "batch-axis", _ ("needs the batch first, but its input has it on axis %d"),
                       input->batch_axis);
  return hr_op_infer_same (call, report);
}

static void
list_learned (const HrOpCall *call, HrLearnedList *list)
{
  const HrBatchNormParams *params = call->params;
  const gint64 *n_channels = &call->inputs[0].shape.dims[1];

  if (params->affine)
    {
      hr_learned_list_add (list, "weight", HR_ROLE_SCALE, 1, n_channels);
      hr_learned_list_add (list, "bias", HR_ROLE_SCALE, 1, n_channels);
    }
  if (params->statistics)
    {
      hr_learned_list_add (list, "running_mean", HR_ROLE_STATISTIC, 1, n_channels);
      hr_learned_list_add (list, "running_var", HR_ROLE_STATISTIC, 1, n_channels);
      hr_learned_list_add (list, "num_batches_tracked", HR_ROLE_COUNTER, 0, NULL);
    }
}

static guint
list_extras (const HrOpCall *call, HrExtra extras[4])
{
  gint64 n_channels = call->inputs[0].shape.dims[1];

  extras[0] = (HrExtra){ N_ ("saved mean"), n_channels, 4, 4 };
  extras[1] = (HrExtra){ N_ ("saved inverse deviation"), n_channels, 4, 4 };
  return 2;
}

static gboolean
explain (const HrOpCall *call, HrFigure figure, GString *text)
{
  const HrBatchNormParams *params = call->params;
  gint64 n_channels = call->inputs[0].shape.dims[1], parameters;

  if (figure != HR_FIGURE_PARAMETERS || !params->affine || !hr_checked_mul (2, n_channels, &parameters))
    return FALSE;
  g_string_append (text, "2·");
  hr_op_append_count (text, n_channels);
  g_string_append (text, " = ");
  hr_op_append_count (text, parameters);
  return TRUE;
}

/* Mean and variance of a channel over batch and space, as training has them. */
static void
measure_channel (const float *input, gint64 n_batch, gint64 n_channels, gint64 n_space, gint64 channel, double *mean,
                 double *variance)
{
  double sum = 0.0, squares = 0.0, count = (double) (n_batch * n_space);

  for (gint64 i = 0; i < n_batch * n_space; i++)
    sum += input[(i / n_space * n_channels + channel) * n_space + i % n_space];
  *mean = sum / count;
  for (gint64 i = 0; i < n_batch * n_space; i++)
    squares += pow (input[(i / n_space * n_channels + channel) * n_space + i % n_space] - *mean, 2.0);
  *variance = squares / count;
}

/* With running statistics what inference does, without them the statistics of the batch. */
static void
reference (const HrOpCall *call, const HrReference *io)
{
  const HrBatchNormParams *params = call->params;
  const HrShape *shape = &call->inputs[0].shape;
  const float *const *statistics = io->learned + (params->affine ? 2 : 0);
  gint64 n_channels = shape->dims[1], n_space = hr_op_get_elems (&call->inputs[0]) / (shape->dims[0] * n_channels);

  for (gint64 channel = 0; channel < n_channels; channel++)
    {
      double scale = params->affine ? io->learned[0][channel] : 1.0;
      double shift = params->affine ? io->learned[1][channel] : 0.0, mean, variance;

      if (params->statistics)
        {
          mean = statistics[0][channel];
          variance = statistics[1][channel];
        }
      else
        measure_channel (io->inputs[0], shape->dims[0], n_channels, n_space, channel, &mean, &variance);
      scale /= sqrt (variance + params->epsilon);
      for (gint64 i = 0; i < shape->dims[0] * n_space; i++)
        {
          gint64 at = (i / n_space * n_channels + channel) * n_space + i % n_space;

          io->output[at] = (io->inputs[0][at] - mean) * scale + shift;
          if (io->magnitude != NULL)
            io->magnitude[at] = (fabs (io->inputs[0][at]) + fabs (mean)) * fabs (scale) + fabs (shift);
        }
    }
}

#define TORCHVISION "PyTorch 1.13, torchvision 0.14: "

static const HrOpExample examples[] = {
  { "", "1x1024x14x14", "1x1024x14x14", 2048, 0, TORCHVISION "resnet50 layer3.0.bn3" },
  { "", "1x64x16x56x56", "1x64x16x56x56", 128, 0, TORCHVISION "r3d_18 stem.1" },
  { "", "32x64", "32x64", 128, 0, "github.com/larq/larq issue 716: 64 channels, 128 trained values" },
  { "affine=false", "8x64x7x7", "8x64x7x7", 0, 0, "documentation of torch.nn.BatchNorm2d" },
  { "", "64", "rank", 0, 0, "no channels" },
};

const HrOp hr_op_batch_norm = {
  .id = "batch-norm",
  .title = N_ ("Batch normalization"),
  .short_title = N_ ("Batch norm"),
  .description = N_ ("Brings each channel to a learned mean and deviation."),
  .keywords = N_ ("batchnorm bn normalisation"),
  .category = HR_OP_CATEGORY_NORMALIZATION,
  .flags = HR_OP_KEEPS_INPUTS,
  .min_inputs = 1,
  .max_inputs = 1,
  .n_outputs = 1,
  .params_size = sizeof (HrBatchNormParams),
  HR_ROWS (params, rows),
  .infer = infer,
  .list_learned = list_learned,
  .list_extras = list_extras,
  .explain = explain,
  .reference = reference,
  HR_ROWS (examples, examples),
};
