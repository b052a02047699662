#include <glib/gi18n-lib.h>

#include "ops.h"

static gboolean
infer_same (HrOpCall *call, HrReport *report)
{
  call->outputs[0] = call->inputs[0];
  return TRUE;
}

const HrOp hr_op_relu = {
  .id = "relu",
  .title = N_ ("ReLU"),
  .description = N_ ("Replaces negative values by zero"),
  .category = HR_OP_CATEGORY_ACTIVATION,
  .flags = HR_OP_IN_PLACE | HR_OP_KEEPS_OUTPUT,
  .min_inputs = 1,
  .max_inputs = 1,
  .n_outputs = 1,
  .infer = infer_same,
};
