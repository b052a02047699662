/* elementwise.c: several inputs, value by value, broadcast as in ONNX: aligned at the last axis, size 1 stretches. */
#include "common.h"

#include <math.h>

typedef struct
{
  gboolean in_place;
} HrAddParams;

static const HrParam add_rows[] = {
  { "in-place", N_ ("In place"),
    N_ ("Writes a sum of two over the first where PyTorch trains and nothing else needs that (x += y)."), HR_PARAM_BOOL,
    G_STRUCT_OFFSET (HrAddParams, in_place), .fallback = "false" },
};

/* Joins a size into *dim. FALSE when they do not go together. */
static gboolean
unify (gint64 *dim, gint64 size)
{
  if (*dim == size || size == 1)
    return TRUE;
  if (*dim == 1 || *dim == HR_DIM_UNKNOWN)
    {
      *dim = size == HR_DIM_UNKNOWN && *dim != 1 ? *dim : size;
      return TRUE;
    }
  return size == HR_DIM_UNKNOWN;
}

/* Joins input into output, whose rank is at least as large. */
static gboolean
broadcast (HrShape *output, const HrShape *input)
{
  guint shift = (guint) (output->rank - input->rank);

  for (guint i = 0; i < (guint) input->rank; i++)
    if (!unify (&output->dims[shift + i], input->dims[i]))
      return FALSE;
  if (output->batch_axis == HR_NO_BATCH_AXIS && input->batch_axis != HR_NO_BATCH_AXIS)
    output->batch_axis = (gint8) (input->batch_axis + (int) shift);
  return TRUE;
}

static gboolean
report_mismatch (const HrShape *a, const HrShape *b, HrReport *report)
{
  g_autofree char *a_text = hr_shape_to_string (a, TRUE);
  g_autofree char *b_text = hr_shape_to_string (b, TRUE);

  return hr_op_fail (report, "shape-mismatch", _ ("inputs of %s and %s do not go together"), a_text, b_text);
}

static gboolean
infer (HrOpCall *call, HrReport *report)
{
  HrShape output = { .batch_axis = HR_NO_BATCH_AXIS };

  if (!hr_op_ranks_known (call))
    return TRUE;
  for (guint i = 0; i < call->n_inputs; i++)
    output.rank = MAX (output.rank, call->inputs[i].shape.rank);
  for (guint i = 0; i < (guint) output.rank; i++)
    output.dims[i] = 1;
  for (guint i = 0; i < call->n_inputs; i++)
    if (!broadcast (&output, &call->inputs[i].shape))
      return report_mismatch (&call->inputs[0].shape, &call->inputs[i].shape, report);
  call->outputs[0] = (HrTensor){ output, call->inputs[0].dtype };
  return TRUE;
}

/* Element of a broadcast input that belongs to element `at` of the output. */
static gint64
get_element (const HrShape *input, const HrShape *output, gint64 at)
{
  gint64 element = 0, stride = 1;

  for (int i = output->rank - 1, j = input->rank - 1; j >= 0; i--, j--)
    {
      if (input->dims[j] != 1)
        element += at % output->dims[i] * stride;
      at /= output->dims[i];
      stride *= input->dims[j];
    }
  return element;
}

static void
add_reference (const HrOpCall *call, const HrReference *io)
{
  const HrShape *output = &call->outputs[0].shape;
  gint64 n_elems = hr_op_get_elems (&call->outputs[0]);

  for (gint64 at = 0; at < n_elems; at++)
    {
      double sum = 0.0, magnitude = 0.0;

      for (guint i = 0; i < call->n_inputs; i++)
        {
          double value = io->inputs[i][get_element (&call->inputs[i].shape, output, at)];

          sum += value;
          magnitude += fabs (value);
        }
      io->output[at] = sum;
      if (io->magnitude != NULL)
        io->magnitude[at] = magnitude;
    }
}

static void
multiply_reference (const HrOpCall *call, const HrReference *io)
{
  const HrShape *output = &call->outputs[0].shape;
  gint64 n_elems = hr_op_get_elems (&call->outputs[0]);

  for (gint64 at = 0; at < n_elems; at++)
    {
      double product = 1.0;

      for (guint i = 0; i < call->n_inputs; i++)
        product *= io->inputs[i][get_element (&call->inputs[i].shape, output, at)];
      io->output[at] = product;
      if (io->magnitude != NULL)
        io->magnitude[at] = fabs (product);
    }
}

static const HrOpExample examples[] = {
  { "", "1x256x56x56 1x256x56x56", "1x256x56x56", 0, 0, "a residual block: the output is like the inputs" },
  { "", "8x16x7x7 8x16x1x1", "8x16x7x7", 0, 0, "ONNX, multidirectional broadcasting" },
  { "", "2x3x4x5 5", "2x3x4x5", 0, 0, "ONNX, multidirectional broadcasting" },
  { "", "1x4x5 2x3x1x1", "2x3x4x5", 0, 0, "ONNX, multidirectional broadcasting" },
  { "", "2x8 2x8 2x8", "2x8", 0, 0, "three inputs" },
  { "", "2x8 2x9", "shape-mismatch", 0, 0, "sizes differ and neither is 1" },
};

#define ELEMENTWISE                                                                                                    \
  .category = HR_OP_CATEGORY_MERGE, .min_inputs = 2, .max_inputs = 255, .n_outputs = 1, .infer = infer,                \
  HR_ROWS (examples, examples)

/* Not in place in inference: a sum in a traced PyTorch network is a new tensor, as measured. */
const HrOp hr_op_add = {
  .id = "add",
  .title = N_ ("Add"),
  .description = N_ ("Adds its inputs, value by value."),
  .keywords = N_ ("sum residual shortcut skip plus"),
  .flags = HR_OP_PASSES_GRADIENT | HR_OP_PAIRWISE,
  ELEMENTWISE,
  .params_size = sizeof (HrAddParams),
  HR_ROWS (params, add_rows),
  .reference = add_reference,
};

const HrOp hr_op_multiply = {
  .id = "multiply",
  .title = N_ ("Multiply"),
  .description = N_ ("Multiplies its inputs, value by value."),
  .keywords = N_ ("product gate scale squeeze excitation"),
  .flags = HR_OP_KEEPS_OTHERS | HR_OP_PAIRWISE,
  ELEMENTWISE,
  .reference = multiply_reference,
};
