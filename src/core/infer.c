#include "infer.h"

#include <glib/gi18n-lib.h>

/* How many layers pass between two looks at the cancel flag. */
#define CANCEL_INTERVAL 256

static HrInference *
inference_new (const HrGraph *graph, gint64 batch, const HrDtype *activations)
{
  guint n_nodes = hr_graph_get_n_nodes (graph), n_tensors = 0;
  HrInference *self = g_new0 (HrInference, 1);

  self->batch = batch;
  self->activations = activations;
  self->first_input = g_new (guint, n_nodes);
  self->first_output = g_new (guint, n_nodes);
  for (guint i = 0; i < n_nodes; i++)
    {
      const HrNode *node = hr_graph_get_node (graph, i);

      self->first_input[i] = n_tensors;
      self->first_output[i] = n_tensors + node->n_inputs;
      n_tensors += node->n_inputs + node->op->n_outputs;
    }
  self->tensors = g_new (HrTensor, n_tensors);
  for (guint i = 0; i < n_tensors; i++)
    self->tensors[i] = (HrTensor){ HR_SHAPE_UNKNOWN, activations };
  return self;
}

void
hr_inference_free (HrInference *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->order, g_array_unref);
  g_free (self->tensors);
  g_free (self->first_input);
  g_free (self->first_output);
  g_free (self);
}

void
hr_inference_get_call (const HrInference *self, const HrGraph *graph, guint index, HrOpCall *call)
{
  const HrNode *node;

  g_return_if_fail (self != NULL && graph != NULL && call != NULL && index < hr_graph_get_n_nodes (graph));

  node = hr_graph_get_node (graph, index);
  *call = (HrOpCall){
    .op = node->op,
    .params = node->params,
    .inputs = self->tensors + self->first_input[index],
    .n_inputs = node->n_inputs,
    .outputs = self->tensors + self->first_output[index],
    .n_outputs = node->op->n_outputs,
    .batch = self->batch,
    .activations = self->activations,
  };
}

static void
start_node (HrReport *report, const HrNode *node)
{
  report->node_id = node->id;
  report->name = hr_node_get_name (node);
}

static void
stop_node (HrReport *report)
{
  report->node_id = NULL;
  report->name = NULL;
}

/* Copies what the sources give. FALSE (reported) when an input has none. */
static gboolean
gather_inputs (HrInference *self, const HrGraph *graph, guint index, HrReport *report)
{
  const HrNode *node = hr_graph_get_node (graph, index);
  gboolean complete = node->n_inputs >= node->op->min_inputs;

  if (!complete)
    hr_report_add (report, HR_SEVERITY_WARNING, "missing-input", _ ("has %u inputs of at least %u"), node->n_inputs,
                   node->op->min_inputs);
  for (guint i = 0; i < node->n_inputs; i++)
    {
      int from = hr_graph_find (graph, node->inputs[i].node_id);
      guint port = node->inputs[i].port;

      if (from >= 0 && port < hr_graph_get_node (graph, (guint) from)->op->n_outputs)
        {
          self->tensors[self->first_input[index] + i] = self->tensors[self->first_output[from] + port];
          continue;
        }
      if (node->n_inputs == 1)
        hr_report_add (report, HR_SEVERITY_WARNING, "missing-input", _ ("its input is not connected"));
      else
        hr_report_add (report, HR_SEVERITY_WARNING, "missing-input", _ ("input %u is not connected"), i + 1);
      complete = FALSE;
    }
  return complete;
}

static void
infer_node (HrInference *self, const HrGraph *graph, guint index, HrReport *report)
{
  const HrNode *node = hr_graph_get_node (graph, index);
  HrOpCall call;

  start_node (report, node);
  if (node->n_inputs > node->op->max_inputs && node->op->max_inputs < G_MAXUINT8)
    hr_report_add (report, HR_SEVERITY_ERROR, "too-many-inputs", _ ("has %u inputs, but takes at most %u"),
                   node->n_inputs, node->op->max_inputs);
  else if (gather_inputs (self, graph, index, report))
    {
      hr_inference_get_call (self, graph, index, &call);
      hr_op_infer (&call, report);
    }
  stop_node (report);
}

static gboolean
learned_equal (const HrLearnedList *a, const HrLearnedList *b)
{
  if (a->n_items != b->n_items)
    return FALSE;
  for (guint i = 0; i < a->n_items; i++)
    if (a->items[i].role != b->items[i].role || !hr_shape_equal (&a->items[i].shape, &b->items[i].shape))
      return FALSE;
  return TRUE;
}

static gboolean
outputs_known (const HrOpCall *call)
{
  return call->n_outputs > 0 && hr_shape_is_known (&call->outputs[0].shape);
}

/* Whether node may use the weights of the layer that it names. */
static void
check_weights_of (const HrInference *self, const HrGraph *graph, guint index, HrReport *report)
{
  const HrNode *node = hr_graph_get_node (graph, index), *owner;
  int found = hr_graph_find (graph, node->weights_of);
  HrLearnedList mine, theirs;
  HrOpCall call, owner_call;

  if (found < 0)
    {
      hr_report_add (report, HR_SEVERITY_ERROR, "weights-of", _ ("takes its weights from “%s”, which does not exist"),
                     node->weights_of);
      return;
    }
  owner = hr_graph_get_node (graph, (guint) found);
  hr_inference_get_call (self, graph, index, &call);
  hr_inference_get_call (self, graph, (guint) found, &owner_call);
  hr_op_list_learned (&call, &mine);
  hr_op_list_learned (&owner_call, &theirs);
  if (owner->op != node->op)
    hr_report_add (report, HR_SEVERITY_ERROR, "weights-of", _ ("takes its weights from “%s”, a layer of another kind"),
                   hr_node_get_name (owner));
  else if (owner->weights_of != NULL)
    hr_report_add (report, HR_SEVERITY_ERROR, "weights-of",
                   _ ("takes its weights from “%s”, which has none of its own"), hr_node_get_name (owner));
  else if (outputs_known (&call) && outputs_known (&owner_call) && !learned_equal (&mine, &theirs))
    hr_report_add (report, HR_SEVERITY_ERROR, "weights-of", _ ("takes its weights from “%s”, whose sizes differ"),
                   hr_node_get_name (owner));
}

static void
check_shared_weights (const HrInference *self, const HrGraph *graph, HrReport *report)
{
  for (guint i = 0; i < hr_graph_get_n_nodes (graph); i++)
    {
      const HrNode *node = hr_graph_get_node (graph, i);

      if (node->weights_of == NULL)
        continue;
      start_node (report, node);
      check_weights_of (self, graph, i, report);
      stop_node (report);
    }
}

static void
check_ends (const HrGraph *graph, HrReport *report)
{
  guint n_nodes = hr_graph_get_n_nodes (graph), flags = 0;

  for (guint i = 0; i < n_nodes; i++)
    flags |= hr_graph_get_node (graph, i)->op->flags;
  if (n_nodes > 0 && !(flags & HR_OP_SOURCE))
    hr_report_add (report, HR_SEVERITY_NOTE, "no-input", _ ("The network has no input"));
  if (n_nodes > 0 && !(flags & HR_OP_SINK))
    hr_report_add (report, HR_SEVERITY_NOTE, "no-output", _ ("The network has no output"));
}

HrInference *
hr_infer (const HrGraph *graph, gint64 batch, const HrDtype *activations, HrReport *report, HrCancel *cancel)
{
  g_autoptr (HrInference) self = NULL;

  g_return_val_if_fail (graph != NULL && batch > 0 && activations != NULL && report != NULL, NULL);

  self = inference_new (graph, batch, activations);
  self->order = hr_graph_sort (graph);
  if (self->order == NULL)
    {
      self->order = g_array_new (FALSE, FALSE, sizeof (guint));
      hr_report_add (report, HR_SEVERITY_ERROR, "cycle", _ ("The network has a cycle: no layer of it can run first"));
      return g_steal_pointer (&self);
    }
  for (guint i = 0; i < self->order->len; i++)
    {
      if (i % CANCEL_INTERVAL == 0 && hr_cancel_is_cancelled (cancel))
        return NULL;
      infer_node (self, graph, g_array_index (self->order, guint, i), report);
    }
  check_shared_weights (self, graph, report);
  check_ends (graph, report);
  return g_steal_pointer (&self);
}
