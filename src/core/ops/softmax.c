#include "common.h"

#include <math.h>

typedef struct
{
  gint64 axis;
} HrSoftmaxParams;

static const HrParam rows[] = {
  { "axis", N_ ("Axis"), N_ ("Axis over which the values add up to one; −1 is the last."), HR_PARAM_INT,
    G_STRUCT_OFFSET (HrSoftmaxParams, axis), -HR_MAX_RANK, HR_MAX_RANK - 1, .fallback = "1" },
};

static gboolean
infer (HrOpCall *call, HrReport *report)
{
  const HrSoftmaxParams *params = call->params;
  guint axis;

  if (!hr_op_ranks_known (call))
    return TRUE;
  return hr_op_resolve_axis (&call->inputs[0].shape, params->axis, &axis, report) && hr_op_infer_same (call, report);
}

/* One row of n values, `stride` apart. */
static void
normalize (const float *x, gint64 n, gint64 stride, gboolean logarithm, double *y)
{
  double max = -INFINITY, sum = 0.0;

  for (gint64 i = 0; i < n; i++)
    max = MAX (max, x[i * stride]);
  for (gint64 i = 0; i < n; i++)
    sum += exp (x[i * stride] - max);
  for (gint64 i = 0; i < n; i++)
    y[i * stride] = logarithm ? x[i * stride] - max - log (sum) : exp (x[i * stride] - max) / sum;
}

static void
compute (const HrOpCall *call, const HrReference *io, gboolean logarithm)
{
  const HrSoftmaxParams *params = call->params;
  const HrShape *shape = &call->inputs[0].shape;
  guint axis = (guint) (params->axis < 0 ? params->axis + shape->rank : params->axis);
  gint64 n = shape->dims[axis], stride = 1, n_elems = hr_op_get_elems (&call->inputs[0]);

  for (guint i = axis + 1; i < (guint) shape->rank; i++)
    stride *= shape->dims[i];
  for (gint64 block = 0; block < n_elems; block += n * stride)
    for (gint64 i = 0; i < stride; i++)
      normalize (io->inputs[0] + block + i, n, stride, logarithm, io->output + block + i);
  for (gint64 i = 0; i < n_elems && io->magnitude != NULL; i++)
    io->magnitude[i] = fabs (io->output[i]);
}

static void
softmax_reference (const HrOpCall *call, const HrReference *io)
{
  compute (call, io, FALSE);
}

static void
log_softmax_reference (const HrOpCall *call, const HrReference *io)
{
  compute (call, io, TRUE);
}

static const HrOpExample examples[] = {
  { "", "8x1000", "8x1000", 0, 0, "the output is like the input" },
  { "axis=-1", "2x3x4x5", "2x3x4x5", 0, 0, "the output is like the input" },
  { "axis=3", "2x3x4", "axis", 0, 0, "no such axis" },
};

#define SOFTMAX                                                                                                        \
  .category = HR_OP_CATEGORY_ACTIVATION, .flags = HR_OP_KEEPS_OUTPUT, .min_inputs = 1, .max_inputs = 1,                \
  .n_outputs = 1, .params_size = sizeof (HrSoftmaxParams), HR_ROWS (params, rows), .infer = infer,                     \
  HR_ROWS (examples, examples)

const HrOp hr_op_softmax = {
  .id = "softmax",
  .title = N_ ("Softmax"),
  .description = N_ ("Turns values into shares that add up to one."),
  .keywords = N_ ("probability classifier"),
  SOFTMAX,
  .reference = softmax_reference,
};

const HrOp hr_op_log_softmax = {
  .id = "log-softmax",
  .title = N_ ("Log softmax"),
  .description = N_ ("The logarithm of softmax."),
  .keywords = N_ ("probability classifier"),
  SOFTMAX,
  .reference = log_softmax_reference,
};
