#include "optimizer.h"

#include <glib/gi18n-lib.h>

/* States, counters and work space as PyTorch 1.13 has them (measured; each state is as large as the trained parameters). */
static const HrOptimizer optimizers[] = {
  { "sgd", N_ ("SGD"), 0, 0 },
  { "sgd-momentum", N_ ("SGD with Momentum"), 1, 0, .number_bytes = { 0, 8 } },
  { "rmsprop", N_ ("RMSprop"), 1, 0, .scratch = 1, .scratch_left = 1, .number_bytes = { 8, 8 }, .number_later = TRUE },
  { "adam", N_ ("Adam"), 2, 4, .scratch = 2, .scratch_left = 1, .number_bytes = { 8, 8 } },
};

const HrOptimizer *
hr_optimizer_get_all (guint *n_optimizers)
{
  g_return_val_if_fail (n_optimizers != NULL, NULL);
  *n_optimizers = G_N_ELEMENTS (optimizers);
  return optimizers;
}

const HrOptimizer *
hr_optimizer_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (optimizers); i++)
    if (g_strcmp0 (optimizers[i].id, id) == 0)
      return &optimizers[i];
  return NULL;
}
