#include "schedule.h"

/* Whether a known layer's output is its input seen otherwise: no tensor and no step. */
static gboolean
is_view (const HrAnalysis *self, guint index)
{
  const HrOp *op = self->layers[index].node->op;
  HrExtra extras[4];
  HrOpCall call;

  if (op->flags & (HR_OP_VIEW | HR_OP_SINK))
    return TRUE;
  if (!(op->flags & HR_OP_VIEW_INFERENCE) || !hr_analysis_trains (self))
    return (op->flags & HR_OP_VIEW_INFERENCE) != 0;
  hr_inference_get_call (self->inference, self->graph, index, &call);
  return self->settings->execution->eager && op->list_extras (&call, extras) == 0;
}

static void
give_forward_steps (HrAnalysis *self)
{
  const GArray *order = self->inference->order;

  for (guint i = 0; i < order->len; i++)
    {
      guint index = g_array_index (order, guint, i);
      HrLayer *layer = &self->layers[index];

      layer->view = layer->known && is_view (self, index);
      if (!layer->known || layer->view || (layer->node->op->flags & HR_OP_SOURCE))
        continue;
      self->n_forward += self->pad_bytes[index] > 0;
      layer->forward_step = (int) self->n_forward++;
    }
}

static void
find_sources (HrAnalysis *self, guint index)
{
  const HrNode *node = self->layers[index].node;

  for (guint i = 0; i < node->n_inputs; i++)
    {
      const HrEndpoint *endpoint = &node->inputs[i];
      int from = endpoint->node_id == NULL ? -1 : hr_graph_find (self->graph, endpoint->node_id);

      if (from >= 0 && endpoint->port < self->layers[from].n_outputs)
        self->sources[self->inference->first_input[index] + i]
            = (int) hr_analysis_output_tensor (self, (guint) from, endpoint->port);
    }
}

/* Gives the outputs of a known layer their memory as far as views go. */
static void
resolve_views (HrAnalysis *self, guint index)
{
  const HrLayer *layer = &self->layers[index];

  for (guint i = 0; i < layer->n_outputs; i++)
    {
      guint tensor = hr_analysis_output_tensor (self, index, i);

      self->storage[tensor] = layer->view ? hr_analysis_input_storage (self, index, 0) : (int) tensor;
    }
}

/* Notes what a known layer reads, and when. */
static void
note_uses (HrAnalysis *self, guint index)
{
  const HrLayer *layer = &self->layers[index];
  gboolean result = (layer->node->op->flags & HR_OP_SINK) != 0;
  int step = result ? (int) self->n_forward : layer->forward_step - (self->pad_bytes[index] > 0);

  for (guint i = 0; i < layer->node->n_inputs; i++)
    {
      int storage = hr_analysis_input_storage (self, index, i);

      if (storage >= 0)
        self->last_use[storage] = MAX (self->last_use[storage], step);
    }
}

/* What nobody reads is a result too, and so is an input that the caller holds. */
static void
note_results (HrAnalysis *self, guint index)
{
  const HrLayer *layer = &self->layers[index];
  gboolean held = (layer->node->op->flags & HR_OP_SOURCE)
                  && (hr_analysis_trains (self) || self->settings->execution->holds_input);

  for (guint i = 0; i < layer->n_outputs; i++)
    {
      guint tensor = hr_analysis_output_tensor (self, index, i);

      if (self->storage[tensor] == (int) tensor && (held || self->last_use[tensor] < 0))
        self->last_use[tensor] = (int) self->n_forward;
    }
}

/* An in-place layer writes over its input where nothing reads that later. Views of what it made come later in execution
 * order and follow it. */
static void
resolve_in_place (HrAnalysis *self, guint index)
{
  HrLayer *layer = &self->layers[index];
  int storage;

  for (guint i = 0; i < layer->n_outputs; i++)
    {
      int *of_output = &self->storage[hr_analysis_output_tensor (self, index, i)];

      if (*of_output >= 0)
        *of_output = self->storage[*of_output];
    }
  if (!(layer->node->op->flags & HR_OP_IN_PLACE) || layer->forward_step < 0)
    return;
  storage = hr_analysis_input_storage (self, index, 0);
  if (storage >= 0 && self->last_use[storage] == layer->forward_step)
    {
      guint tensor = hr_analysis_output_tensor (self, index, 0);

      layer->view = TRUE;
      self->storage[tensor] = storage;
      self->last_use[storage] = self->last_use[tensor];
    }
}

static void
make_steps (HrAnalysis *self)
{
  guint n = self->n_forward;

  self->n_steps = n == 0 ? 0 : hr_analysis_trains (self) ? 2 * n + 2 : n;
  self->steps = g_new0 (HrStep, self->n_steps);
  for (guint i = 0; i < self->n_steps; i++)
    self->steps[i].layer = -1;
  for (guint i = 0; i < self->n_layers; i++)
    if (self->layers[i].forward_step >= 0)
      {
        guint forward = (guint) self->layers[i].forward_step;

        self->steps[forward] = (HrStep) { .phase = HR_PHASE_FORWARD, .layer = (int) i };
        if (self->pad_bytes[i] > 0)
          self->steps[forward - 1] = self->steps[forward];
        if (!hr_analysis_trains (self))
          continue;
        self->layers[i].backward_step = (int) (2 * n - forward);
        self->steps[2 * n - forward] = (HrStep) { .phase = HR_PHASE_BACKWARD, .layer = (int) i };
        if (self->pad_bytes[i] > 0)
          self->steps[2 * n - forward + 1] = self->steps[2 * n - forward];
      }
  if (n > 0 && hr_analysis_trains (self))
    {
      self->steps[n].phase = HR_PHASE_LOSS;
      self->steps[2 * n + 1].phase = HR_PHASE_UPDATE;
    }
}

static void
for_known_layers (HrAnalysis *self, void (*visit) (HrAnalysis *self, guint index))
{
  const GArray *order = self->inference->order;

  for (guint i = 0; i < order->len; i++)
    {
      guint index = g_array_index (order, guint, i);

      if (self->layers[index].known)
        visit (self, index);
    }
}

void
hr_schedule_fill (HrAnalysis *self)
{
  gboolean in_place = self->settings->in_place && self->settings->execution->in_place && !hr_analysis_trains (self);

  self->sources = g_new (int, self->n_tensors);
  self->storage = g_new (int, self->n_tensors);
  self->last_use = g_new (int, self->n_tensors);
  for (guint i = 0; i < self->n_tensors; i++)
    self->sources[i] = self->storage[i] = self->last_use[i] = -1;
  if (hr_analysis_trains (self) && !self->settings->execution->trains)
    return;
  give_forward_steps (self);
  for_known_layers (self, find_sources);
  for_known_layers (self, resolve_views);
  for_known_layers (self, note_uses);
  for_known_layers (self, note_results);
  if (in_place)
    for_known_layers (self, resolve_in_place);
  make_steps (self);
}
