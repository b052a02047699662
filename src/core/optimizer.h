/* optimizer.h: optimizers, one const row each. */
#pragma once

#include "settings.h"

G_BEGIN_DECLS

struct _HrOptimizer
{
  const char *id;    /* static: "sgd-momentum" */
  const char *title; /* static, translatable */
  guint8 states;     /* copies of the trained parameters, 32-bit (optimizer_state_sizes: measured) */
  guint8 counter_bytes; /* per parameter tensor, only in the PyTorch models */
};

const HrOptimizer *hr_optimizer_get_all (guint *n_optimizers);
const HrOptimizer *hr_optimizer_find (const char *id);

G_END_DECLS
