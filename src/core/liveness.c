#include "liveness.h"

#include <glib/gi18n-lib.h>

#include "block-titles.h"
#include "checked.h"
#include "eager.h"
#include "update.h"

typedef struct
{
  HrAnalysis *analysis; /* borrowed */
  HrBlockTitles titles;
  guint8 *has_gradient;            /* owned: per storage */
  guint8 *has_parameter_gradients; /* owned: per layer */
} Emitter;

static void
emitter_init (Emitter *self, HrAnalysis *analysis)
{
  self->analysis = analysis;
  hr_block_titles_init (&self->titles);
  self->has_gradient = g_new0 (guint8, analysis->n_tensors);
  self->has_parameter_gradients = g_new0 (guint8, analysis->n_layers);
}

static void
emitter_clear (Emitter *self)
{
  g_free (self->has_gradient);
  g_free (self->has_parameter_gradients);
}

/* Bytes of an output tensor, which the figures have found to be known. */
static gint64
get_output_bytes (const HrAnalysis *analysis, guint tensor)
{
  gint64 bytes = 0;
  gboolean known = hr_analysis_get_tensor_bytes (analysis, &analysis->inference->tensors[tensor], &bytes);

  g_assert (known);
  return bytes;
}

static void
emit_stored (Emitter *self, guint layer, const HrStored *stored)
{
  gboolean buffer = stored->role == HR_ROLE_STATISTIC || stored->role == HR_ROLE_COUNTER;
  HrBlock block = {
    .category = buffer ? HR_CATEGORY_BUFFERS : HR_CATEGORY_PARAMETERS,
    .what = hr_block_titles_find (&self->titles, stored->name, HR_TITLE_ITSELF),
    .tensor = stored->name,
    .layer = (int) layer,
    .index = stored->index,
    .bytes = stored->bytes,
    .last_step = self->analysis->n_steps - 1,
    .persistent = TRUE,
  };

  g_array_append_val (self->analysis->blocks, block);
}

static void
emit_parameter_gradient (Emitter *self, guint layer, const HrStored *stored, guint step)
{
  HrBlock block = {
    .category = HR_CATEGORY_PARAMETER_GRADIENTS,
    .what = hr_block_titles_find (&self->titles, stored->name, HR_TITLE_GRADIENT),
    .tensor = stored->name,
    .layer = (int) layer,
    .index = stored->index,
    .bytes = stored->bytes,
    .first_step = step,
    .last_step = self->analysis->n_steps - 1,
  };

  g_array_append_val (self->analysis->blocks, block);
}

/* The step after which nothing needs the memory of an output any more. */
static guint
get_release_step (const HrAnalysis *analysis, const HrLayer *layer, guint tensor)
{
  if (layer->backward_step >= 0)
    return (guint) layer->backward_step;
  if (analysis->last_use[tensor] == (int) analysis->n_forward)
    return analysis->n_steps - 1;
  return (guint) analysis->last_use[tensor];
}

/* Outputs of a layer that have memory of their own. */
static void
emit_outputs (Emitter *self, guint index)
{
  HrAnalysis *analysis = self->analysis;
  const HrLayer *layer = &analysis->layers[index];
  gboolean input = (layer->node->op->flags & HR_OP_SOURCE) != 0;

  for (guint i = 0; i < layer->n_outputs; i++)
    {
      guint tensor = hr_analysis_output_tensor (analysis, index, i);
      HrBlock block = {
        .category = input ? HR_CATEGORY_INPUTS : HR_CATEGORY_ACTIVATIONS,
        .what = hr_block_titles_find (&self->titles, "output", HR_TITLE_ITSELF),
        .tensor = "output",
        .layer = (int) index,
        .index = i,
        .first_step = input ? 0 : (guint) layer->forward_step,
      };

      if (analysis->storage[tensor] != (int) tensor)
        continue;
      block.bytes = get_output_bytes (analysis, tensor);
      block.last_step = get_release_step (analysis, layer, tensor);
      block.kept = !input && block.last_step > analysis->n_forward && hr_analysis_trains (analysis);
      analysis->output_blocks[tensor] = (int) analysis->blocks->len;
      g_array_append_val (analysis->blocks, block);
    }
}

/* What a layer makes beside its outputs and nobody wants in inference. */
static void
emit_returned (Emitter *self, guint index)
{
  const HrAnalysis *analysis = self->analysis;
  guint step = (guint) analysis->layers[index].forward_step, n_extras;
  HrExtra extras[4];
  HrOpCall call;

  hr_inference_get_call (analysis->inference, analysis->graph, index, &call);
  if (hr_analysis_trains (analysis) || !analysis->settings->execution->eager
      || !(call.op->flags & HR_OP_RETURNS_EXTRAS))
    return;
  n_extras = call.op->list_extras (&call, extras);
  for (guint i = 0; i < n_extras; i++)
    {
      HrBlock block = {
        .category = HR_CATEGORY_ACTIVATIONS,
        .what = _ (extras[i].what),
        .tensor = extras[i].what,
        .layer = (int) index,
        .first_step = step,
        .last_step = step,
      };

      if (hr_checked_mul (extras[i].n_elems, extras[i].bytes_cpu, &block.bytes))
        g_array_append_val (analysis->blocks, block);
    }
}

/* The padded copy of a layer's input, in the step before its own. */
static void
emit_pad (Emitter *self, guint index)
{
  HrAnalysis *analysis = self->analysis;
  guint step = (guint) analysis->layers[index].forward_step;
  HrBlock block = {
    .category = HR_CATEGORY_ACTIVATIONS,
    .what = hr_block_titles_find (&self->titles, "padded_input", HR_TITLE_ITSELF),
    .tensor = "padded_input",
    .layer = (int) index,
    .bytes = analysis->pad_bytes[index],
    .first_step = step - 1,
    .last_step = step,
  };

  g_array_append_val (analysis->blocks, block);
}

/* The gradient of an output, once; it goes with the backward step of the layer that made the output. Network inputs
 * have none. */
static void
emit_gradient (Emitter *self, int storage, guint step)
{
  HrAnalysis *analysis = self->analysis;
  HrBlock block;

  if (storage < 0 || self->has_gradient[storage])
    return;
  block = g_array_index (analysis->blocks, HrBlock, analysis->output_blocks[storage]);
  if (block.category == HR_CATEGORY_INPUTS)
    return;
  self->has_gradient[storage] = TRUE;
  block.category = HR_CATEGORY_ACTIVATION_GRADIENTS;
  block.what = hr_block_titles_find (&self->titles, "output", HR_TITLE_GRADIENT);
  block.first_step = step;
  block.kept = FALSE;
  g_array_append_val (analysis->blocks, block);
}

/* Gradients of the network's results. */
static void
emit_loss (Emitter *self)
{
  const HrAnalysis *analysis = self->analysis;

  for (guint i = 0; i < analysis->n_tensors; i++)
    if (analysis->storage[i] == (int) i && analysis->last_use[i] == (int) analysis->n_forward)
      emit_gradient (self, (int) i, analysis->n_forward);
}

/* Parameter gradients first, then the gradients of the inputs; later consumers of a tensor add to the same. */
static void
emit_backward (Emitter *self, guint index)
{
  const HrAnalysis *analysis = self->analysis;
  const HrLayer *layer = &analysis->layers[index];
  int owner = analysis->owners[index];

  if (owner >= 0 && !self->has_parameter_gradients[owner])
    {
      self->has_parameter_gradients[owner] = TRUE;
      for (guint i = analysis->first_stored[owner]; i < analysis->first_stored[owner + 1]; i++)
        {
          const HrStored *stored = &g_array_index (analysis->stored, HrStored, i);

          if (hr_role_is_trained (stored->role))
            emit_parameter_gradient (self, (guint) owner, stored, (guint) layer->backward_step);
        }
    }
  for (guint i = 0; i < layer->node->n_inputs; i++)
    emit_gradient (self, hr_analysis_input_storage (analysis, index, i), (guint) layer->backward_step);
}

/* Network inputs; in an eager training step they come with everything else that flows. */
static void
emit_inputs (Emitter *self)
{
  const HrAnalysis *analysis = self->analysis;

  for (guint i = 0; i < analysis->n_layers; i++)
    if (analysis->layers[i].known && (analysis->layers[i].node->op->flags & HR_OP_SOURCE))
      emit_outputs (self, i);
}

/* What is there before the first step. */
static void
emit_resident (Emitter *self)
{
  const HrAnalysis *analysis = self->analysis;

  for (guint i = 0; i < analysis->n_layers; i++)
    for (guint j = analysis->first_stored[i]; j < analysis->first_stored[i + 1]; j++)
      emit_stored (self, i, &g_array_index (analysis->stored, HrStored, j));
  if (!hr_analysis_is_eager (analysis))
    emit_inputs (self);
}

/* A validation run lays everything out before it starts, with one block to move any tensor through. */
static void
make_device_run (Emitter *self)
{
  HrAnalysis *analysis = self->analysis;
  HrBlock staging = {
    .category = HR_CATEGORY_WORKSPACE,
    .what = hr_block_titles_find (&self->titles, "staging", HR_TITLE_ITSELF),
    .tensor = "staging",
    .layer = -1,
    .last_step = analysis->n_steps - 1,
  };

  for (guint i = 0; i < analysis->blocks->len; i++)
    {
      HrBlock *block = &g_array_index (analysis->blocks, HrBlock, i);

      block->first_step = 0;
      block->last_step = analysis->n_steps - 1;
      staging.bytes = MAX (staging.bytes, block->bytes);
    }
  g_array_append_val (analysis->blocks, staging);
}

static void
emit_steps (Emitter *self)
{
  const HrAnalysis *analysis = self->analysis;

  for (guint i = 0; i < analysis->n_steps; i++)
    {
      const HrStep *step = &analysis->steps[i];

      if (step->phase == HR_PHASE_FORWARD && analysis->layers[step->layer].forward_step != (int) i)
        emit_pad (self, (guint) step->layer);
      else if (step->phase == HR_PHASE_FORWARD)
        {
          emit_outputs (self, (guint) step->layer);
          emit_returned (self, (guint) step->layer);
        }
      else if (step->phase == HR_PHASE_LOSS)
        emit_loss (self);
      else if (step->phase == HR_PHASE_BACKWARD)
        emit_backward (self, (guint) step->layer);
    }
}

/* What flows through the network, and back. FALSE on overflow. */
static gboolean
emit_flow (Emitter *self)
{
  if (hr_analysis_is_eager (self->analysis))
    return hr_eager_fill (self->analysis, &self->titles);
  emit_steps (self);
  return TRUE;
}

gboolean
hr_liveness_fill (HrAnalysis *self)
{
  Emitter emitter;
  gboolean fits;

  self->output_blocks = g_new (int, self->n_tensors);
  for (guint i = 0; i < self->n_tensors; i++)
    self->output_blocks[i] = -1;
  if (self->n_steps == 0)
    return TRUE;
  emitter_init (&emitter, self);
  emit_resident (&emitter);
  fits = hr_update_emit_standing (self, &emitter.titles) && emit_flow (&emitter)
         && hr_update_emit (self, &emitter.titles);
  if (self->settings->execution->device_run)
    make_device_run (&emitter);
  emitter_clear (&emitter);
  return fits;
}
