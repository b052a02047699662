#include "timeline.h"

#include <glib/gi18n-lib.h>

#include "checked.h"

static const struct
{
  const char *id, *title;
} categories[HR_N_CATEGORIES] = {
  [HR_CATEGORY_PARAMETERS] = { "parameters", N_ ("Parameters") },
  [HR_CATEGORY_BUFFERS] = { "buffers", N_ ("Buffers") },
  [HR_CATEGORY_INPUTS] = { "inputs", N_ ("Inputs") },
  [HR_CATEGORY_ACTIVATIONS] = { "activations", N_ ("Activations") },
  [HR_CATEGORY_PARAMETER_GRADIENTS] = { "parameter_gradients", N_ ("Parameter gradients") },
  [HR_CATEGORY_ACTIVATION_GRADIENTS] = { "activation_gradients", N_ ("Activation gradients") },
  [HR_CATEGORY_OPTIMIZER_STATE] = { "optimizer_state", N_ ("Optimizer state") },
  [HR_CATEGORY_WORKSPACE] = { "workspace", N_ ("Work space") },
  [HR_CATEGORY_OVERHEAD] = { "overhead", N_ ("Overhead") },
};

static const struct
{
  const char *id, *title;
} phases[HR_N_PHASES] = {
  [HR_PHASE_FORWARD] = { "forward", N_ ("Forward") },
  [HR_PHASE_LOSS] = { "loss", N_ ("Loss") },
  [HR_PHASE_BACKWARD] = { "backward", N_ ("Backward") },
  [HR_PHASE_UPDATE] = { "update", N_ ("Update") },
};

const char *
hr_category_get_id (HrCategory category)
{
  g_return_val_if_fail (category < HR_N_CATEGORIES, NULL);

  return categories[category].id;
}

const char *
hr_category_get_title (HrCategory category)
{
  g_return_val_if_fail (category < HR_N_CATEGORIES, NULL);

  return _ (categories[category].title);
}

const char *
hr_phase_get_id (HrPhase phase)
{
  g_return_val_if_fail (phase < HR_N_PHASES, NULL);

  return phases[phase].id;
}

const char *
hr_phase_get_title (HrPhase phase)
{
  g_return_val_if_fail (phase < HR_N_PHASES, NULL);

  return _ (phases[phase].title);
}

static gboolean
fits_together (const HrBlock *blocks, guint n_blocks)
{
  gint64 sum = 0;

  for (guint i = 0; i < n_blocks; i++)
    if (!hr_checked_add (sum, blocks[i].bytes, &sum))
      return FALSE;
  return TRUE;
}

gboolean
hr_timeline_fill (HrStep *steps, guint n_steps, const HrBlock *blocks, guint n_blocks)
{
  g_return_val_if_fail (n_blocks == 0 || n_steps > 0, FALSE);

  if (!fits_together (blocks, n_blocks))
    return FALSE;
  /* First what each step adds to the one before it, then the running sums. */
  for (guint i = 0; i < n_blocks; i++)
    {
      const HrBlock *block = &blocks[i];

      g_assert (block->first_step <= block->last_step && block->last_step < n_steps);
      steps[block->first_step].categories[block->category] += block->bytes;
      if (block->last_step + 1 < n_steps)
        steps[block->last_step + 1].categories[block->category] -= block->bytes;
    }
  for (guint i = 0; i < n_steps; i++)
    for (guint j = 0; j < HR_N_CATEGORIES; j++)
      {
        if (i > 0)
          steps[i].categories[j] += steps[i - 1].categories[j];
        steps[i].bytes += steps[i].categories[j];
      }
  return TRUE;
}
