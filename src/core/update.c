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

/* The update of one tensor. */
typedef struct
{
  const HrStored *stored, *before; /* borrowed; before NULL for the first */
  guint layer, layer_before;
  gint64 own_bytes, left_bytes, number_bytes; /* left: of the tensor before it */
  gint64 bytes;                               /* of all */
} Update;

/* Adds up what an update takes at its worst. FALSE on overflow. */
static gboolean
weigh (Update *self, const HrAnalysis *analysis)
{
  const HrOptimizer *optimizer = analysis->settings->optimizer;

  self->number_bytes = optimizer->number_bytes[analysis->settings->step];
  if (!hr_checked_mul (self->stored->bytes, optimizer->scratch, &self->own_bytes)
      || !hr_checked_mul (self->before == NULL ? 0 : self->before->bytes, optimizer->scratch_left, &self->left_bytes))
    return FALSE;
  if (optimizer->number_later && self->left_bytes >= self->number_bytes)
    self->number_bytes = 0;
  else if (optimizer->number_later)
    self->left_bytes = 0;
  return hr_checked_add (self->own_bytes, self->left_bytes, &self->bytes)
         && hr_checked_add (self->bytes, self->number_bytes, &self->bytes);
}

/* Tensors are updated one by one, in the order in which they were registered. FALSE on overflow. */
static gboolean
find_worst_update (const HrAnalysis *analysis, Update *worst)
{
  Update next = { .stored = NULL };

  *worst = next;
  for (guint i = 0; i < analysis->n_layers; i++)
    for (guint j = analysis->first_stored[i]; j < analysis->first_stored[i + 1]; j++)
      {
        const HrStored *stored = &g_array_index (analysis->stored, HrStored, j);

        if (!hr_role_is_trained (stored->role))
          continue;
        next = (Update){ stored, next.stored, i, next.layer };
        if (!weigh (&next, analysis))
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

/* The work space of the worst moment. FALSE on overflow. */
static gboolean
emit_worst_update (HrAnalysis *analysis, const HrBlockTitles *titles)
{
  Update worst;

  if (!find_worst_update (analysis, &worst))
    return FALSE;
  if (worst.stored == NULL)
    return TRUE;
  if (worst.before != NULL)
    emit_scratch (analysis, hr_block_titles_find (titles, worst.before->name, HR_TITLE_SCRATCH), worst.before->name,
                  (int) worst.layer_before, worst.before->index, worst.left_bytes);
  emit_scratch (analysis, hr_block_titles_find (titles, worst.stored->name, HR_TITLE_SCRATCH), worst.stored->name,
                (int) worst.layer, worst.stored->index, worst.own_bytes);
  emit_scratch (analysis, hr_block_titles_find (titles, "number", HR_TITLE_ITSELF), "number", -1, 0,
                worst.number_bytes);
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
