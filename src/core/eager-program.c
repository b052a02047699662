#include "eager-private.h"

#include <glib/gi18n-lib.h>

#include "checked.h"

/* Bytes of an index of a class. */
#define TARGET_BYTES 8
/* Bytes of a loss, and of the sum of class weights that its backward step divides by. */
#define LOSS_BYTES 4
/* Bytes of a number of the program's that meets a tensor: a double. */
#define NUMBER_BYTES 8

/* Starts an operator; its inputs, outputs and extras are those added before the next one. */
static HrEagerOp *
add_op (HrEager *self, guint layer, guint flags)
{
  HrEagerOp op = {
    .layer = layer,
    .flags = flags,
    .last = self->ops->len,
    .first_input = self->inputs->len,
    .first_output = self->values->len,
    .first_extra = self->extras->len,
  };

  g_array_append_val (self->ops, op);
  return hr_eager_op (self, self->ops->len - 1);
}

/* Adds an input to the last operator. */
static void
add_input (HrEager *self, int value)
{
  hr_eager_op (self, self->ops->len - 1)->n_inputs++;
  g_array_append_val (self->inputs, value);
}

/* Adds an extra to the last operator. */
static void
add_extra (HrEager *self, const char *what, gint64 bytes)
{
  HrEagerExtra extra = { what, bytes };

  hr_eager_op (self, self->ops->len - 1)->n_extras++;
  g_array_append_val (self->extras, extra);
}

/* Adds a value that no operator makes. */
static guint
add_value (HrEager *self, guint layer, guint index, const char *tensor, gint64 bytes)
{
  HrEagerValue value = {
    .tensor = tensor,
    .layer = layer,
    .index = index,
    .producer = -1,
    .bytes = bytes,
    .same = self->values->len,
    .root = self->values->len,
    .block = -1,
    .gradient = -1,
  };

  g_array_append_val (self->values, value);
  return value.same;
}

/* Adds an output to the last operator. */
static guint
add_output (HrEager *self, guint layer, guint index, const char *tensor, gint64 bytes)
{
  guint value = add_value (self, layer, index, tensor, bytes);

  hr_eager_value (self, value)->producer = (int) self->ops->len - 1;
  hr_eager_op (self, self->ops->len - 1)->n_outputs++;
  return value;
}

/* Bytes of a tensor that the figures have found to be known. */
static gint64
get_bytes (const HrEager *self, const HrTensor *tensor)
{
  gint64 bytes = 0;
  gboolean known = hr_analysis_get_tensor_bytes (self->analysis, tensor, &bytes);

  g_assert (known);
  return bytes;
}

static int
find_input (const HrEager *self, guint layer, guint input)
{
  int source = self->analysis->sources[self->analysis->inference->first_input[layer] + input];

  return source < 0 ? -1 : self->value_of_tensor[source];
}

static void
add_outputs (HrEager *self, guint index, gboolean made)
{
  const HrLayer *layer = &self->analysis->layers[index];

  for (guint i = 0; i < layer->n_outputs; i++)
    {
      gint64 bytes = get_bytes (self, &layer->outputs[i]);
      guint value = made ? add_output (self, index, i, "output", bytes) : add_value (self, index, i, "output", bytes);

      self->value_of_tensor[hr_analysis_output_tensor (self->analysis, index, i)] = (int) value;
    }
}

/* The padded copy that a convolution takes in place of its input. */
static int
add_pad (HrEager *self, guint index)
{
  HrEagerOp *op = add_op (self, index, 0);

  op->step = (guint) self->analysis->layers[index].forward_step - 1;
  op->backward_step = (guint) self->analysis->layers[index].backward_step + 1;
  add_input (self, find_input (self, index, 0));
  return (int) add_output (self, index, 0, "padded_input", self->analysis->pad_bytes[index]);
}

/* Whether a layer is several operators, one for each pair of inputs. */
static gboolean
is_expression (const HrNode *node)
{
  return (node->op->flags & HR_OP_PAIRWISE) && node->n_inputs > 2;
}

static void
start_layer_op (HrEager *self, guint index)
{
  const HrLayer *layer = &self->analysis->layers[index];
  HrEagerOp *op = add_op (self, index, layer->node->op->flags | (layer->view ? HR_OP_VIEW : 0));

  op->step = layer->forward_step < 0 ? 0 : (guint) layer->forward_step;
  op->backward_step = layer->backward_step < 0 ? 0 : (guint) layer->backward_step;
  if (layer->forward_step < 0 && self->ops->len > 1)
    op->step = hr_eager_op (self, self->ops->len - 2)->step;
  op->in_place = self->analysis->settings->in_place && !is_expression (layer->node)
                 && hr_op_trains_in_place (layer->node->op, layer->node->params);
  op->has_weights = self->analysis->owners[index] >= 0;
}

/* a + b + c is (a + b) + c: an operator for each but the last pair, and what it makes. Returns the value so far. */
static int
add_pairs (HrEager *self, guint index, const HrOpCall *call)
{
  guint last = self->ops->len + call->n_inputs - 2;
  int value = find_input (self, index, 0);

  for (guint i = 1; i + 1 < call->n_inputs; i++)
    {
      HrTensor partial = call->outputs[0];
      HrOpCall pair = *call;
      HrReport report;

      pair.n_inputs = i + 1;
      pair.outputs = &partial;
      hr_report_init (&report);
      call->op->infer (&pair, &report);
      hr_report_clear (&report);
      start_layer_op (self, index);
      hr_eager_op (self, self->ops->len - 1)->last = last;
      add_input (self, value);
      add_input (self, find_input (self, index, i));
      value = (int) add_output (self, index, 0, "output", get_bytes (self, &partial));
    }
  return value;
}

static gboolean
add_layer (HrEager *self, guint index)
{
  const HrAnalysis *analysis = self->analysis;
  guint first = 1, n_extras = 0;
  HrExtra extras[4];
  HrOpCall call;
  int value;

  hr_inference_get_call (analysis->inference, analysis->graph, index, &call);
  if (analysis->pad_bytes[index] > 0)
    value = add_pad (self, index);
  else if (is_expression (analysis->layers[index].node))
    {
      value = add_pairs (self, index, &call);
      first = call.n_inputs - 1;
    }
  else
    value = find_input (self, index, 0);
  start_layer_op (self, index);
  add_input (self, value);
  for (guint i = first; i < call.n_inputs; i++)
    add_input (self, find_input (self, index, i));
  if (call.op->list_extras != NULL)
    n_extras = call.op->list_extras (&call, extras);
  for (guint i = 0; i < n_extras; i++)
    {
      gint64 bytes;

      if (!hr_checked_mul (extras[i].n_elems, extras[i].bytes_cpu, &bytes))
        return FALSE;
      add_extra (self, extras[i].what, bytes);
    }
  hr_eager_op (self, self->ops->len - 1)->identity
      = analysis->layers[index].view && hr_shape_equal (&call.inputs[0].shape, &call.outputs[0].shape);
  add_outputs (self, index, TRUE);
  return TRUE;
}

/* An operator of the loss, whose steps are that of the loss and the first of the backward pass. */
static void
start_loss_op (HrEager *self, guint layer, guint flags, int input)
{
  HrEagerOp *op = add_op (self, layer, flags);

  op->loss = TRUE;
  op->step = self->analysis->n_forward;
  op->backward_step = self->analysis->n_forward + 1;
  add_input (self, input);
}

/* Indices of classes, one for each value of the result but for its class axis. Results whose targets are of one size share
 * one, as auxiliary classifiers do. FALSE on overflow. */
static gboolean
add_target (HrEager *self, guint layer, const HrShape *result)
{
  guint n_values = self->values->len;
  int class_axis = result->rank > 1 ? 1 : 0;
  gint64 bytes = TARGET_BYTES;

  for (int i = 0; i < result->rank; i++)
    if (i != class_axis && !hr_checked_mul (bytes, result->dims[i], &bytes))
      return FALSE;
  for (guint i = self->first_target; i < n_values; i++)
    if (hr_eager_value (self, i)->bytes == bytes)
      return TRUE;
  add_value (self, layer, 0, "target", bytes);
  return TRUE;
}

/* Cross-entropy of a result, added to the loss so far (−1: none) with a factor. Returns the new loss. */
static int
add_loss (HrEager *self, guint layer, guint result, int loss)
{
  gint64 bytes = hr_eager_value (self, result)->bytes;
  int value;

  start_loss_op (self, layer, HR_OP_KEEPS_OUTPUT, (int) result);
  value = (int) add_output (self, layer, 0, "log_probabilities", bytes);
  start_loss_op (self, layer, HR_OP_KEEPS_INPUTS, value);
  add_extra (self, N_ ("sum of class weights"), LOSS_BYTES);
  value = (int) add_output (self, layer, 0, "loss", LOSS_BYTES);
  if (loss < 0)
    return value;
  start_loss_op (self, layer, 0, value);
  add_extra (self, N_ ("number"), NUMBER_BYTES);
  value = (int) add_output (self, layer, 0, "loss", LOSS_BYTES);
  start_loss_op (self, layer, HR_OP_PASSES_GRADIENT, loss);
  add_input (self, value);
  return (int) add_output (self, layer, 0, "loss", LOSS_BYTES);
}

/* A result of the network: what an output layer reads, or nobody. */
typedef struct
{
  guint value;
  guint layer;          /* the output layer, or that which made it */
  const HrShape *shape; /* borrowed from the inference */
} Result;

static void
collect_result (const HrEager *self, GArray *results, int tensor, guint layer)
{
  Result result = { .layer = layer };
  int value = tensor < 0 ? -1 : self->value_of_tensor[tensor];

  if (value < 0 || hr_eager_value (self, (guint) value)->producer < 0)
    return;
  result.value = (guint) value;
  result.shape = &self->analysis->inference->tensors[tensor].shape;
  for (guint i = 0; i < results->len; i++)
    if (g_array_index (results, Result, i).value == result.value)
      return;
  g_array_append_val (results, result);
}

static void
collect_results (const HrEager *self, GArray *results)
{
  const HrAnalysis *analysis = self->analysis;
  const GArray *order = analysis->inference->order;
  g_autofree guint8 *is_read = g_new0 (guint8, analysis->n_tensors);

  for (guint i = 0; i < analysis->n_tensors; i++)
    if (analysis->sources[i] >= 0)
      is_read[analysis->sources[i]] = TRUE;
  for (guint i = 0; i < order->len; i++)
    {
      guint index = g_array_index (order, guint, i);
      const HrLayer *layer = &analysis->layers[index];

      if (layer->known && (layer->node->op->flags & HR_OP_SINK))
        collect_result (self, results, analysis->sources[analysis->inference->first_input[index]], index);
      for (guint j = 0; layer->known && j < layer->n_outputs; j++)
        {
          guint tensor = hr_analysis_output_tensor (analysis, index, j);

          if (!is_read[tensor])
            collect_result (self, results, (int) tensor, index);
        }
    }
}

/* Results and the loss are held by names of the caller's until the end of the step. */
static gboolean
add_losses (HrEager *self)
{
  g_autoptr (GArray) results = g_array_new (FALSE, FALSE, sizeof (Result));
  int loss = -1;

  collect_results (self, results);
  self->first_target = self->values->len;
  for (guint i = 0; i < results->len; i++)
    {
      const Result *result = &g_array_index (results, Result, i);

      if (!add_target (self, result->layer, result->shape))
        return FALSE;
      hr_eager_value (self, result->value)->held_until = G_MAXUINT;
    }
  for (guint i = 0; i < results->len; i++)
    {
      const Result *result = &g_array_index (results, Result, i);

      loss = add_loss (self, result->layer, result->value, loss);
    }
  if (loss >= 0)
    hr_eager_value (self, (guint) loss)->held_until = G_MAXUINT;
  return TRUE;
}

/* Views have no backward step to themselves; what happens in theirs belongs to that of the layer behind them. */
static void
place_views (HrEager *self)
{
  guint step = self->analysis->n_forward + 1;

  for (guint i = self->ops->len; i > 0; i--)
    {
      HrEagerOp *op = hr_eager_op (self, i - 1);

      if (op->backward_step == 0)
        op->backward_step = step;
      step = op->backward_step;
    }
}

gboolean
hr_eager_read_program (HrEager *self)
{
  const HrAnalysis *analysis = self->analysis;
  const GArray *order = analysis->inference->order;

  for (guint i = 0; i < order->len; i++)
    {
      guint index = g_array_index (order, guint, i), flags = analysis->layers[index].node->op->flags;

      if (!analysis->layers[index].known || (flags & HR_OP_SINK))
        continue;
      if (flags & HR_OP_SOURCE)
        add_outputs (self, index, FALSE);
      else if (!add_layer (self, index))
        return FALSE;
    }
  self->n_network_ops = self->ops->len;
  if (!add_losses (self))
    return FALSE;
  place_views (self);
  return TRUE;
}
