/* optimizer.h: optimizers, one const row each. */
#pragma once

#include "settings.h"

G_BEGIN_DECLS

struct _HrOptimizer
{
  const char *id;    /* static: "sgd-momentum" */
  const char *title; /* static, translatable */
  guint8 states;     /* copies of the trained parameters, 32-bit (optimizer_state_sizes: measured) */
  /* Only in the PyTorch models, which update one tensor after the other: */
  guint8 counter_bytes;   /* state of each tensor beside the copies */
  guint8 scratch;         /* copies of a tensor that its update makes and drops */
  guint8 scratch_left;    /* of these, those that stay until the next tensor's update has made its own */
  guint8 number_bytes[2]; /* by HrStepKind: numbers wrapped as tensors at the worst moment … */
  gboolean number_later;  /* … which comes when nothing of the tensor before is left */
};

const HrOptimizer *hr_optimizer_get_all (guint *n_optimizers);
const HrOptimizer *hr_optimizer_find (const char *id);

G_END_DECLS
