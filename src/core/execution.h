/* execution.h: execution models, one const row each: what is resident when the network runs this way. */
#pragma once

#include "settings.h"

G_BEGIN_DECLS

struct _HrExecution
{
  const char *id;          /* static: "textbook" */
  const char *title;       /* static, translatable */
  const char *description; /* static, translatable: what it counts and what is outside it */
  gboolean trains;         /* a training step is modelled */
  gboolean eager;          /* training runs operator by operator, as PyTorch's autograd does (eager.h) */
  gboolean in_place;       /* in-place activations alias their input when the setting says so */
  gboolean holds_input;    /* the caller holds the network's input throughout, in inference too */
  gboolean counters;       /* batch norm's counters and the optimizer's are counted */
  gboolean pads;           /* a convolution takes the same padding on both sides; other padding is a step of its own */
  gboolean device_run;     /* every tensor in 32-bit floats from the first step to the last, and a staging block
                            * (workspace) as large as the largest of them */
};

const HrExecution *hr_execution_get_all (guint *n_executions);
const HrExecution *hr_execution_find (const char *id);

G_END_DECLS
