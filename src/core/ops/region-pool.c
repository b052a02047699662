/* region-pool.c: pools whose regions follow from the size of the output: global (1) and adaptive. */
#include "common.h"

#include <math.h>

typedef struct
{
  HrTuple size;
} HrAdaptivePoolParams;

static const HrParam adaptive_rows[] = {
  { "size", N_ ("Output size"), N_ ("Size of the output along each spatial axis."), HR_PARAM_TUPLE,
    G_STRUCT_OFFSET (HrAdaptivePoolParams, size), 1, HR_MAX_SIZE, .fallback = "1" },
};

static gint64
get_size (const HrOpCall *call, guint axis)
{
  const HrAdaptivePoolParams *params = call->params;

  return params == NULL ? 1 : hr_tuple_get (&params->size, axis, 1);
}

static gboolean
infer (HrOpCall *call, HrReport *report)
{
  const HrAdaptivePoolParams *params = call->params;
  guint n_spatial;
  HrShape *output;

  if (!hr_op_ranks_known (call))
    return TRUE;
  if (!hr_op_check_spatial (call, report))
    return FALSE;
  n_spatial = (guint) call->inputs[0].shape.rank - 2;
  if (params != NULL && !hr_op_check_tuple (&params->size, _ ("output size"), n_spatial, report))
    return FALSE;
  output = hr_op_start_output (call, n_spatial + 2);
  for (guint i = 0; i < n_spatial; i++)
    output->dims[2 + i] = get_size (call, i);
  return TRUE;
}

static guint
list_extras (const HrOpCall *call, HrExtra extras[4])
{
  extras[0] = (HrExtra){ N_ ("indices"), hr_op_get_elems (&call->outputs[0]), 8, 8 };
  return 1;
}

static void
summarize (gconstpointer params, GString *text)
{
  hr_op_append_tuple (text, &((const HrAdaptivePoolParams *) params)->size);
}

/* Reference */

/* Region out of n_out over n_in elements: ⌊out·n_in / n_out⌋ to ⌈(out + 1)·n_in / n_out⌉, as in PyTorch. */
static void
get_region (gint64 out, gint64 n_out, gint64 n_in, gint64 *start, gint64 *end)
{
  *start = out * n_in / n_out;
  *end = hr_div_round_up ((out + 1) * n_in, n_out);
}

/* Sum or largest value of a region; magnitudes are summed alike. */
static double
reduce (const float *plane, const gint64 *in, const gint64 start[3], const gint64 end[3], gboolean maximum,
        double *magnitude)
{
  double value = maximum ? -INFINITY : 0.0;

  *magnitude = 0.0;
  for (gint64 z = start[0]; z < end[0]; z++)
    for (gint64 y = start[1]; y < end[1]; y++)
      for (gint64 x = start[2]; x < end[2]; x++)
        {
          double element = plane[(z * in[1] + y) * in[2] + x];

          value = maximum ? MAX (value, element) : value + element;
          *magnitude = maximum ? fabs (value) : *magnitude + fabs (element);
        }
  return value;
}

static void
pool_plane (const HrOpCall *call, const float *input, gboolean maximum, double *output, double *magnitudes)
{
  guint n_spatial = (guint) call->inputs[0].shape.rank - 2;
  gint64 in[3] = { 1, 1, 1 }, n_out[3] = { 1, 1, 1 }, start[3], end[3], n_regions;

  for (guint i = 0; i < n_spatial; i++)
    {
      in[3 - n_spatial + i] = call->inputs[0].shape.dims[2 + i];
      n_out[3 - n_spatial + i] = get_size (call, i);
    }
  n_regions = n_out[0] * n_out[1] * n_out[2];
  for (gint64 region = 0; region < n_regions; region++)
    {
      double magnitude, n_elems;

      get_region (region / (n_out[1] * n_out[2]), n_out[0], in[0], &start[0], &end[0]);
      get_region (region / n_out[2] % n_out[1], n_out[1], in[1], &start[1], &end[1]);
      get_region (region % n_out[2], n_out[2], in[2], &start[2], &end[2]);
      n_elems = (double) ((end[0] - start[0]) * (end[1] - start[1]) * (end[2] - start[2]));
      output[region] = reduce (input, in, start, end, maximum, &magnitude) / (maximum ? 1.0 : n_elems);
      if (magnitudes != NULL)
        magnitudes[region] = magnitude / (maximum ? 1.0 : n_elems);
    }
}

static void
pool (const HrOpCall *call, const HrReference *io, gboolean maximum)
{
  const HrShape *shape = &call->inputs[0].shape;
  gint64 n_planes = shape->dims[0] * shape->dims[1];
  gint64 n_in = hr_op_get_elems (&call->inputs[0]) / n_planes, n_out = hr_op_get_elems (&call->outputs[0]) / n_planes;

  for (gint64 i = 0; i < n_planes; i++)
    pool_plane (call, io->inputs[0] + i * n_in, maximum, io->output + i * n_out,
                io->magnitude != NULL ? io->magnitude + i * n_out : NULL);
}

static void
max_reference (const HrOpCall *call, const HrReference *io)
{
  pool (call, io, TRUE);
}

static void
average_reference (const HrOpCall *call, const HrReference *io)
{
  pool (call, io, FALSE);
}

#define TORCHVISION "PyTorch 1.13, torchvision 0.14: "
#define BY_HAND "worked by hand"

static const HrOpExample global_average_examples[] = {
  { "", "1x2048x7x7", "1x2048x1x1", 0, 0, TORCHVISION "resnet50 avgpool" },
  { "", "1x512x2x7x7", "1x512x1x1x1", 0, 0, TORCHVISION "r3d_18 avgpool" },
  { "", "2x5", "rank", 0, 0, "no spatial axis" },
};
static const HrOpExample global_max_examples[] = {
  { "", "2x512x7x9", "2x512x1x1", 0, 0, BY_HAND },
  { "", "2x512x11", "2x512x1", 0, 0, BY_HAND },
};
static const HrOpExample adaptive_average_examples[] = {
  { "size=6", "1x256x6x6", "1x256x6x6", 0, 0, TORCHVISION "alexnet avgpool" },
  { "size=6", "1x4x13x9", "1x4x6x6", 0, 0, "torch.nn.AdaptiveAvgPool2d(6)" },
  { "", "1x512x2x7x7", "1x512x1x1x1", 0, 0, TORCHVISION "r3d_18 avgpool" },
  { "size=7,7,7", "1x4x13x9", "tuple-length", 0, 0, "three values for two axes" },
};
static const HrOpExample adaptive_max_examples[] = {
  { "size=5,7", "1x64x8x9", "1x64x5x7", 0, 0, "documentation of torch.nn.AdaptiveMaxPool2d" },
  { "size=5", "1x64x8", "1x64x5", 0, 0, "documentation of torch.nn.AdaptiveMaxPool1d" },
};

#define POOL .category = HR_OP_CATEGORY_POOLING, .min_inputs = 1, .max_inputs = 1, .n_outputs = 1, .infer = infer
#define ADAPTIVE                                                                                                       \
  POOL, .params_size = sizeof (HrAdaptivePoolParams), HR_ROWS (params, adaptive_rows), .summarize = summarize

const HrOp hr_op_global_average_pool = {
  .id = "global-average-pool",
  .title = N_ ("Global average pooling"),
  .short_title = N_ ("Global average"),
  .description = N_ ("Takes the mean of each channel."),
  .keywords = N_ ("gap avgpool mean"),
  .flags = HR_OP_KEEPS_INPUTS,
  POOL,
  .reference = average_reference,
  HR_ROWS (examples, global_average_examples),
};

const HrOp hr_op_global_max_pool = {
  .id = "global-max-pool",
  .title = N_ ("Global max pooling"),
  .short_title = N_ ("Global max"),
  .description = N_ ("Takes the largest value of each channel."),
  .keywords = N_ ("gmp maxpool"),
  .flags = HR_OP_KEEPS_INPUTS | HR_OP_RETURNS_EXTRAS,
  POOL,
  .list_extras = list_extras,
  .reference = max_reference,
  HR_ROWS (examples, global_max_examples),
};

const HrOp hr_op_adaptive_average_pool = {
  .id = "adaptive-average-pool",
  .title = N_ ("Adaptive average pooling"),
  .short_title = N_ ("Adaptive average"),
  .description = N_ ("Takes the means of as many regions as the output has elements."),
  .keywords = N_ ("adaptive avgpool mean"),
  .flags = HR_OP_KEEPS_INPUTS,
  ADAPTIVE,
  .reference = average_reference,
  HR_ROWS (examples, adaptive_average_examples),
};

const HrOp hr_op_adaptive_max_pool = {
  .id = "adaptive-max-pool",
  .title = N_ ("Adaptive max pooling"),
  .short_title = N_ ("Adaptive max"),
  .description = N_ ("Takes the largest values of as many regions as the output has elements."),
  .keywords = N_ ("adaptive maxpool"),
  .flags = HR_OP_KEEPS_INPUTS | HR_OP_RETURNS_EXTRAS,
  ADAPTIVE,
  .list_extras = list_extras,
  .reference = max_reference,
  HR_ROWS (examples, adaptive_max_examples),
};
