#include "execution.h"

#include <glib/gi18n-lib.h>

static const HrExecution executions[] = {
  { "textbook", N_ ("Textbook"),
    N_ ("Each layer makes one output tensor, nothing runs in place and nothing needs work space. "
        "Outside it: what a framework, its allocator and its kernels add."),
    .trains = TRUE },
  { "pytorch-cpu", N_ ("PyTorch on the CPU"),
    N_ ("Eager PyTorch 1.13 on the CPU, the caller holding the input. Inference: values are dropped after their last "
        "use. Training: what autograd keeps and the names in modules hold, with cross-entropy over class indices for "
        "each result, and gradients that are set to None before the next step. "
        "Outside it: blocks that live inside one operator, and the interpreter."),
    .trains = TRUE, .eager = TRUE, .in_place = TRUE, .holds_input = TRUE, .counters = TRUE, .pads = TRUE },
  { "vulkan", N_ ("Vulkan Validation"),
    N_ ("What a validation run of this program allocates on a Vulkan device for the forward pass: parameters, buffers, "
        "input and outputs as 32-bit floats for the whole run, and a staging block as large as the largest of them. "
        "Outside it: alignment, pipelines, descriptors and the driver's own memory."),
    .in_place = TRUE, .holds_input = TRUE, .device_run = TRUE },
};

const HrExecution *
hr_execution_get_all (guint *n_executions)
{
  g_return_val_if_fail (n_executions != NULL, NULL);
  *n_executions = G_N_ELEMENTS (executions);
  return executions;
}

const HrExecution *
hr_execution_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (executions); i++)
    if (g_strcmp0 (executions[i].id, id) == 0)
      return &executions[i];
  return NULL;
}
