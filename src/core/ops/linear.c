#include "common.h"

#include <math.h>

typedef struct
{
  gint64 outputs;
  gboolean bias;
  guint weights;
} HrLinearParams;

static const HrParam rows[] = {
  { "outputs", N_ ("Outputs"), N_ ("Values that come out for each row of inputs."), HR_PARAM_INT,
    G_STRUCT_OFFSET (HrLinearParams, outputs), 1, HR_MAX_SIZE, .fallback = "10" },
  HR_BIAS_ROW (HrLinearParams),
  HR_WEIGHTS_ROW (HrLinearParams),
};

/* Feature maps rarely go in as they are, though PyTorch allows it. */
static void
note_feature_maps (const HrShape *input, HrReport *report)
{
  g_autofree char *n_in = NULL;

  if (input->rank < 4 || input->dims[input->rank - 1] == HR_DIM_UNKNOWN)
    return;
  n_in = hr_format_count (input->dims[input->rank - 1]);
  hr_report_add (report, HR_SEVERITY_NOTE, "not-flattened",
                 _ ("takes in the last of %d axes, %s values at a time; a Flatten before it makes that all of them"),
                 input->rank, n_in);
}

static gboolean
infer (HrOpCall *call, HrReport *report)
{
  const HrLinearParams *params = call->params;
  const HrShape *input = &call->inputs[0].shape;
  HrShape *output;

  if (!hr_op_ranks_known (call))
    return TRUE;
  if (input->rank < 2)
    return hr_op_fail (report, "rank", _ ("needs batch × values, but its input has %d axes"), input->rank);
  if (input->batch_axis == input->rank - 1)
    return hr_op_fail (report, "batch-axis", _ ("works on the last axis, but its input has the batch there"));
  note_feature_maps (input, report);
  output = hr_op_start_output (call, (guint) input->rank);
  output->dims[output->rank - 1] = params->outputs;
  return TRUE;
}

static gint64
get_n_in (const HrOpCall *call)
{
  const HrShape *input = &call->inputs[0].shape;

  return input->dims[input->rank - 1];
}

static void
list_learned (const HrOpCall *call, HrLearnedList *list)
{
  const HrLinearParams *params = call->params;
  const gint64 dims[2] = { params->outputs, get_n_in (call) };

  hr_learned_list_add (list, "weight", HR_ROLE_WEIGHT, 2, dims);
  if (params->bias)
    hr_learned_list_add (list, "bias", HR_ROLE_BIAS, 1, dims);
}

static gboolean
get_multiply_adds (const HrOpCall *call, gint64 *multiply_adds)
{
  gint64 n_out;

  *multiply_adds = 0;
  return hr_shape_get_elems (&call->outputs[0].shape, &n_out) && hr_checked_mul (n_out, get_n_in (call), multiply_adds);
}

static gboolean
explain (const HrOpCall *call, HrFigure figure, GString *text)
{
  const HrLinearParams *params = call->params;
  const HrShape *output = &call->outputs[0].shape;
  guint first = output->dims[0] == 1 ? 1 : 0;
  gint64 figure_value;

  switch (figure)
    {
    case HR_FIGURE_PARAMETERS:
      if (!hr_checked_mul (get_n_in (call) + params->bias, params->outputs, &figure_value))
        return FALSE;
      g_string_append (text, params->bias ? "(" : "");
      hr_op_append_count (text, get_n_in (call));
      g_string_append (text, params->bias ? " + 1)·" : "·");
      hr_op_append_count (text, params->outputs);
      break;
    case HR_FIGURE_MULTIPLY_ADDS:
      if (!get_multiply_adds (call, &figure_value))
        return FALSE;
      hr_op_append_product (text, output->dims + first, (guint) output->rank - first);
      g_string_append (text, "·");
      hr_op_append_count (text, get_n_in (call));
      break;
    case HR_FIGURE_OUTPUT:
    default:
      return FALSE;
    }
  g_string_append (text, " = ");
  hr_op_append_count (text, figure_value);
  return TRUE;
}

static void
summarize (gconstpointer params, GString *text)
{
  hr_op_append_count (text, ((const HrLinearParams *) params)->outputs);
}

static void
reference (const HrOpCall *call, const HrReference *io)
{
  const HrLinearParams *params = call->params;
  gint64 n_in = get_n_in (call), n_out = hr_op_get_elems (&call->outputs[0]);

  for (gint64 i = 0; i < n_out; i++)
    {
      const float *x = io->inputs[0] + i / params->outputs * n_in;
      const float *w = io->learned[0] + i % params->outputs * n_in;
      double sum = params->bias ? io->learned[1][i % params->outputs] : 0.0, magnitude = fabs (sum);

      for (gint64 k = 0; k < n_in; k++)
        {
          sum += (double) w[k] * x[k];
          magnitude += fabs ((double) w[k] * x[k]);
        }
      io->output[i] = sum;
      if (io->magnitude != NULL)
        io->magnitude[i] = magnitude;
    }
}

#define TORCHVISION "PyTorch 1.13, torchvision 0.14: "

static const HrOpExample examples[] = {
  { "outputs=1000", "1x4096", "1x1000", 4097000, 4096000, TORCHVISION "vgg16 classifier.6" },
  { "outputs=4096", "1x25088", "1x4096", 102764544, 102760448, "github.com/BVLC/caffe issue 1998: 4096·25088 + 4096" },
  { "outputs=500", "64x9216", "64x500", 4608500, 294912000, "(9,216 + 1)·500; 64·500·9,216 by hand" },
  { "outputs=10", "1x10", "1x10", 110, 100, "PyTorch; github.com/Lyken17/pytorch-OpCounter issue 98" },
  { "outputs=4 bias=false", "8x49x16", "8x49x4", 64, 25088,
    "torch.nn.Linear works on the last axis; 8·49·4·16 by hand" },
  { "outputs=4", "8", "rank", 0, 0, "no batch" },
  { "outputs=2147483647", "1x9223372036854775807", "too-large", 0, 0, "2^31·2^63 weights" },
};

const HrOp hr_op_linear = {
  .id = "linear",
  .title = N_ ("Fully connected"),
  .description = N_ ("Multiplies the last axis by a learned matrix."),
  .keywords = N_ ("linear dense inner product gemm fc matrix"),
  .category = HR_OP_CATEGORY_DENSE,
  .flags = HR_OP_KEEPS_INPUTS,
  .min_inputs = 1,
  .max_inputs = 1,
  .n_outputs = 1,
  .params_size = sizeof (HrLinearParams),
  HR_ROWS (params, rows),
  .infer = infer,
  .list_learned = list_learned,
  .get_multiply_adds = get_multiply_adds,
  .explain = explain,
  .summarize = summarize,
  .reference = reference,
  HR_ROWS (examples, examples),
};
