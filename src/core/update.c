#include "update.h"

#include "checked.h"

/* FALSE on overflow. */
static gboolean
emit_state (HrAnalysis *analysis, const HrBlockTitles *titles, guint layer, const HrStored *stored, guint first_step)
{
  const HrSettings *settings = analysis->settings;
  HrBlock block = {
    .category = HR_CATEGORY_OPTIMIZER_STATE,
    .what = hr_block_titles_find (titles, stored->name, HR_TITLE_STATE),
    .tensor = stored->name,
    .layer = (int) layer,
    .index = stored->index,
    .first_step = first_step,
    .last_step = analysis->n_steps - 1,
    .persistent = first_step == 0,
  };
  gint64 counter_bytes = settings->execution->counters ? settings->optimizer->counter_bytes : 0;

  if (!hr_checked_mul (stored->bytes, settings->optimizer->states, &block.bytes)
      || !hr_checked_add (block.bytes, counter_bytes, &block.bytes))
    return FALSE;
  if (block.bytes > 0)
    g_array_append_val (analysis->blocks, block);
  return TRUE;
}

/* State of every trained tensor of the network. FALSE on overflow. */
static gboolean
emit_states (HrAnalysis *analysis, const HrBlockTitles *titles, guint first_step)
{
  for (guint i = 0; i < analysis->n_layers; i++)
    for (guint j = analysis->first_stored[i]; j < analysis->first_stored[i + 1]; j++)
      {
        const HrStored *stored = &g_array_index (analysis->stored, HrStored, j);

        if (hr_role_is_trained (stored->role) && !emit_state (analysis, titles, i, stored, first_step))
          return FALSE;
      }
  return TRUE;
}

/* The update of one tensor: what its own takes, and what is left of the one before it. */
typedef struct
{
  const HrStored *stored, *before; /* borrowed; before NULL for the first */
  guint layer, layer_before;
  gint64 bytes; /* of both */
} Update;

/* Tensors are updated one by one, in the order in which they were registered. FALSE on overflow. */
static gboolean
find_worst_update (const HrAnalysis *analysis, Update *worst)
{
  const HrOptimizer *optimizer = analysis->settings->optimizer;
  Update next = { .stored = NULL };

  *worst = next;
  for (guint i = 0; i < analysis->n_layers; i++)
    for (guint j = analysis->first_stored[i]; j < analysis->first_stored[i + 1]; j++)
      {
        const HrStored *stored = &g_array_index (analysis->stored, HrStored, j);
        gint64 left;

        if (!hr_role_is_trained (stored->role))
          continue;
        next = (Update) { stored, next.stored, i, next.layer, 0 };
        if (!hr_checked_mul (stored->bytes, optimizer->scratch, &next.bytes)
            || !hr_checked_mul (next.before == NULL ? 0 : next.before->bytes, optimizer->scratch_left, &left)
            || !hr_checked_add (next.bytes, left, &next.bytes))
          return FALSE;
        if (worst->stored == NULL || next.bytes > worst->bytes)
          *worst = next;
      }
  return TRUE;
}

static void
emit_scratch (HrAnalysis *analysis, const char *title, const char *tensor, int layer, guint index, gint64 bytes)
{
  HrBlock block = {
    .category = HR_CATEGORY_WORKSPACE,
    .what = title,
    .tensor = tensor,
    .layer = layer,
    .index = index,
    .bytes = bytes,
    .first_step = analysis->n_steps - 1,
    .last_step = analysis->n_steps - 1,
  };

  if (bytes > 0)
    g_array_append_val (analysis->blocks, block);
}

static void
emit_scratch_of (HrAnalysis *analysis, const HrBlockTitles *titles, guint layer, const HrStored *stored, guint copies)
{
  emit_scratch (analysis, hr_block_titles_find (titles, stored->name, HR_TITLE_SCRATCH), stored->name, (int) layer,
                stored->index, stored->bytes * copies);
}

/* The work space of the worst moment. FALSE on overflow. */
static gboolean
emit_worst_update (HrAnalysis *analysis, const HrBlockTitles *titles)
{
  const HrOptimizer *optimizer = analysis->settings->optimizer;
  Update worst;

  if (!find_worst_update (analysis, &worst))
    return FALSE;
  if (worst.stored == NULL)
    return TRUE;
  if (worst.before != NULL)
    emit_scratch_of (analysis, titles, worst.layer_before, worst.before, optimizer->scratch_left);
  emit_scratch_of (analysis, titles, worst.layer, worst.stored, optimizer->scratch);
  emit_scratch (analysis, hr_block_titles_find (titles, "number", HR_TITLE_ITSELF), "number", -1, 0,
                optimizer->number_bytes[analysis->settings->step]);
  return TRUE;
}

gboolean
hr_update_emit_standing (HrAnalysis *analysis, const HrBlockTitles *titles)
{
  g_return_val_if_fail (analysis != NULL && titles != NULL, FALSE);

  if (!hr_analysis_trains (analysis) || analysis->settings->step == HR_STEP_FIRST)
    return TRUE;
  return emit_states (analysis, titles, 0);
}

gboolean
hr_update_emit (HrAnalysis *analysis, const HrBlockTitles *titles)
{
  g_return_val_if_fail (analysis != NULL && titles != NULL && analysis->n_steps > 0, FALSE);

  if (!hr_analysis_trains (analysis))
    return TRUE;
  if (analysis->settings->step == HR_STEP_FIRST && !emit_states (analysis, titles, analysis->n_steps - 1))
    return FALSE;
  return !hr_analysis_is_eager (analysis) || emit_worst_update (analysis, titles);
}
