#include "common.h"

typedef struct
{
  double rate;
} HrDropoutParams;

static const HrParam rows[] = {
  { "rate", N_ ("Rate"), N_ ("Share of the values that training sets to zero."), HR_PARAM_REAL,
    G_STRUCT_OFFSET (HrDropoutParams, rate), .real_min = 0.0, .real_max = 1.0, .fallback = "0.5" },
};

static guint
list_extras (const HrOpCall *call, HrExtra extras[4])
{
  const HrDropoutParams *params = call->params;

  if (params->rate == 0.0)
    return 0;
  /* PyTorch draws no mask where everything goes: it multiplies by one zero. */
  if (params->rate == 1.0)
    extras[0] = (HrExtra){ N_ ("mask"), 1, 4, 4 };
  else
    extras[0] = (HrExtra){ N_ ("mask"), hr_op_get_elems (&call->inputs[0]), 4, 1 };
  return 1;
}

static void
summarize (gconstpointer params, GString *text)
{
  g_string_append_printf (text, "%g", ((const HrDropoutParams *) params)->rate);
}

/* As in inference. */
static void
reference (const HrOpCall *call, const HrReference *io)
{
  hr_op_reference_map (call, io, NULL);
}

static const HrOpExample examples[] = {
  { "", "1x4096", "1x4096", 0, 0, "PyTorch 1.13, torchvision 0.14: vgg16 classifier.2" },
  { "rate=0.2", "1x512x13x13", "1x512x13x13", 0, 0, "PyTorch 1.13, torchvision 0.14: squeezenet1_1 classifier.0" },
};

const HrOp hr_op_dropout = {
  .id = "dropout",
  .title = N_ ("Dropout"),
  .description = N_ ("Sets random values to zero while training; does nothing in inference."),
  .keywords = N_ ("regularization noise"),
  .category = HR_OP_CATEGORY_NORMALIZATION,
  .flags = HR_OP_VIEW_INFERENCE,
  .min_inputs = 1,
  .max_inputs = 1,
  .n_outputs = 1,
  .params_size = sizeof (HrDropoutParams),
  HR_ROWS (params, rows),
  .infer = hr_op_infer_same,
  .list_extras = list_extras,
  .summarize = summarize,
  .reference = reference,
  HR_ROWS (examples, examples),
};
