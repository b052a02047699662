#include "common.h"

typedef struct
{
  gint64 start;
} HrFlattenParams;

static const HrParam rows[] = {
  { "start", N_ ("From axis"), N_ ("First axis that is joined with those after it."), HR_PARAM_INT,
    G_STRUCT_OFFSET (HrFlattenParams, start), 0, HR_MAX_RANK - 1, .fallback = "1" },
};

/* Product of the axes from `start`: HR_DIM_UNKNOWN with an unknown one. FALSE on overflow. */
static gboolean
join (const HrShape *shape, guint start, gint64 *joined)
{
  *joined = 1;
  for (guint i = start; i < (guint) shape->rank; i++)
    if (shape->dims[i] == HR_DIM_UNKNOWN)
      {
        *joined = HR_DIM_UNKNOWN;
        return TRUE;
      }
    else if (!hr_checked_mul (*joined, shape->dims[i], joined))
      return FALSE;
  return TRUE;
}

static gboolean
infer (HrOpCall *call, HrReport *report)
{
  const HrFlattenParams *params = call->params;
  const HrShape *input = &call->inputs[0].shape;
  guint start = (guint) params->start;
  gint64 joined;
  HrShape *output;

  if (!hr_op_ranks_known (call))
    return TRUE;
  if ((int) start > input->rank || (start == (guint) input->rank && start == HR_MAX_RANK))
    return hr_op_fail (report, "axis", _ ("joins axes from %u, but its input has %d axes"), start, input->rank);
  if (!join (input, start, &joined))
    return hr_op_fail (report, "too-large", _ ("joins more values than can be counted"));
  output = hr_op_start_output (call, start + 1);
  output->dims[start] = joined;
  if (input->batch_axis >= (int) start && start + 1 < (guint) input->rank)
    output->batch_axis = HR_NO_BATCH_AXIS;
  return TRUE;
}

static gboolean
explain (const HrOpCall *call, HrFigure figure, GString *text)
{
  const HrFlattenParams *params = call->params;
  const HrShape *input = &call->inputs[0].shape;

  if (figure != HR_FIGURE_OUTPUT || input->rank - params->start < 2)
    return FALSE;
  hr_op_append_product (text, input->dims + params->start, (guint) (input->rank - params->start));
  g_string_append (text, " = ");
  hr_op_append_count (text, call->outputs[0].shape.dims[params->start]);
  return TRUE;
}

static void
reference (const HrOpCall *call, const HrReference *io)
{
  hr_op_reference_map (call, io, NULL);
}

static const HrOpExample examples[] = {
  { "", "64x64x12x12", "64x9216", 0, 0, "a small classifier: 64·12·12 by hand" },
  { "", "1x256x6x8", "1x12288", 0, 0, "PyTorch; github.com/yosinski/deep-visualization-toolbox issue 133" },
  { "start=2", "2x3x4x5", "2x3x20", 0, 0, "documentation of torch.nn.Flatten" },
  { "start=0", "2x3x4x5", "120", 0, 0, "documentation of torch.flatten" },
  { "", "2x7", "2x7", 0, 0, "nothing to join" },
  { "start=5", "2x7", "axis", 0, 0, "no such axis" },
  { "", "2x4294967296x4294967296", "too-large", 0, 0, "2^64" },
};

const HrOp hr_op_flatten = {
  .id = "flatten",
  .title = N_ ("Flatten"),
  .description = N_ ("Joins axes into one; no value is moved."),
  .keywords = N_ ("reshape view ravel"),
  .category = HR_OP_CATEGORY_SHAPE,
  .flags = HR_OP_VIEW,
  .min_inputs = 1,
  .max_inputs = 1,
  .n_outputs = 1,
  .params_size = sizeof (HrFlattenParams),
  HR_ROWS (params, rows),
  .infer = infer,
  .explain = explain,
  .reference = reference,
  HR_ROWS (examples, examples),
};
