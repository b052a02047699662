#include "common.h"

#include <math.h>

typedef struct
{
  gint64 axis;
} HrConcatenateParams;

static const HrParam rows[] = {
  { "axis", N_ ("Axis"), N_ ("Axis along which the inputs are put together; −1 is the last."), HR_PARAM_INT,
    G_STRUCT_OFFSET (HrConcatenateParams, axis), -HR_MAX_RANK, HR_MAX_RANK - 1, .fallback = "1" },
};

static gboolean
report_mismatch (const HrShape *a, const HrShape *b, guint axis, HrReport *report)
{
  g_autofree char *a_text = hr_shape_to_string (a, TRUE);
  g_autofree char *b_text = hr_shape_to_string (b, TRUE);

  return hr_op_fail (report, "shape-mismatch", _ ("inputs of %s and %s differ outside axis %u"), a_text, b_text, axis);
}

/* Puts input behind what output holds. */
static gboolean
append (HrShape *output, const HrShape *input, guint axis, HrReport *report)
{
  if (input->rank != output->rank)
    return report_mismatch (output, input, axis, report);
  for (guint i = 0; i < (guint) input->rank; i++)
    {
      gint64 *dim = &output->dims[i];

      if (i == axis && (*dim == HR_DIM_UNKNOWN || input->dims[i] == HR_DIM_UNKNOWN))
        *dim = HR_DIM_UNKNOWN;
      else if (i == axis && !hr_checked_add (*dim, input->dims[i], dim))
        return hr_op_fail (report, "too-large", _ ("puts together more values than can be counted"));
      else if (i != axis && *dim == HR_DIM_UNKNOWN)
        *dim = input->dims[i];
      else if (i != axis && input->dims[i] != HR_DIM_UNKNOWN && input->dims[i] != *dim)
        return report_mismatch (output, input, axis, report);
    }
  return TRUE;
}

static gboolean
infer (HrOpCall *call, HrReport *report)
{
  const HrConcatenateParams *params = call->params;
  HrTensor output;
  guint axis;

  if (!hr_op_ranks_known (call))
    return TRUE;
  output = call->inputs[0];
  if (!hr_op_resolve_axis (&output.shape, params->axis, &axis, report))
    return FALSE;
  for (guint i = 1; i < call->n_inputs; i++)
    if (!append (&output.shape, &call->inputs[i].shape, axis, report))
      return FALSE;
  call->outputs[0] = output;
  return TRUE;
}

static guint
get_axis (const HrOpCall *call)
{
  gint64 axis = ((const HrConcatenateParams *) call->params)->axis;

  return (guint) (axis < 0 ? axis + call->inputs[0].shape.rank : axis);
}

static gboolean
explain (const HrOpCall *call, HrFigure figure, GString *text)
{
  guint axis = get_axis (call);

  if (figure != HR_FIGURE_OUTPUT || call->n_inputs < 2)
    return FALSE;
  for (guint i = 0; i < call->n_inputs; i++)
    {
      g_string_append (text, i > 0 ? " + " : "");
      hr_op_append_count (text, call->inputs[i].shape.dims[axis]);
    }
  g_string_append (text, " = ");
  hr_op_append_count (text, call->outputs[0].shape.dims[axis]);
  return TRUE;
}

static void
reference (const HrOpCall *call, const HrReference *io)
{
  guint axis = get_axis (call);
  const HrShape *output = &call->outputs[0].shape;
  gint64 n_blocks = 1, at = 0;

  for (guint i = 0; i < axis; i++)
    n_blocks *= output->dims[i];
  for (gint64 block = 0; block < n_blocks; block++)
    for (guint i = 0; i < call->n_inputs; i++)
      {
        gint64 length = hr_op_get_elems (&call->inputs[i]) / n_blocks;

        for (gint64 j = 0; j < length; j++, at++)
          {
            io->output[at] = io->inputs[i][block * length + j];
            if (io->magnitude != NULL)
              io->magnitude[at] = fabs (io->output[at]);
          }
      }
}

static const HrOpExample examples[] = {
  { "", "1x64x55x55 1x64x55x55", "1x128x55x55", 0, 0, "PyTorch 1.13, torchvision 0.14: squeezenet1_1 features.3" },
  { "axis=-1", "2x3x4 2x3x5 2x3x6", "2x3x15", 0, 0, "by hand" },
  { "axis=0", "2x3 4x3", "6x3", 0, 0, "by hand" },
  { "", "1x64x55x55 1x64x54x55", "shape-mismatch", 0, 0, "torch: sizes must match except in dimension 1" },
  { "axis=4", "2x3 4x3", "axis", 0, 0, "no such axis" },
  { "", "1x9223372036854775807 1x1", "too-large", 0, 0, "2^63" },
};

const HrOp hr_op_concatenate = {
  .id = "concatenate",
  .title = N_ ("Concatenate"),
  .description = N_ ("Puts its inputs one behind the other."),
  .keywords = N_ ("concat cat join merge"),
  .category = HR_OP_CATEGORY_MERGE,
  .flags = HR_OP_VIEWS_GRADIENT,
  .min_inputs = 2,
  .max_inputs = 255,
  .n_outputs = 1,
  .params_size = sizeof (HrConcatenateParams),
  HR_ROWS (params, rows),
  .infer = infer,
  .explain = explain,
  .reference = reference,
  HR_ROWS (examples, examples),
};
