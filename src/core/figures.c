#include "figures.h"

#include <glib/gi18n-lib.h>

#include "checked.h"
#include "convolution.h"

gboolean
hr_role_is_trained (HrRole role)
{
  return role == HR_ROLE_WEIGHT || role == HR_ROLE_BIAS || role == HR_ROLE_SCALE;
}

gboolean
hr_analysis_get_tensor_bytes (const HrAnalysis *self, const HrTensor *tensor, gint64 *bytes)
{
  HrTensor stored = *tensor;

  if (self->settings->execution->device_run)
    stored.dtype = hr_dtype_find ("float32");
  return hr_tensor_get_bytes (&stored, bytes);
}

const HrDtype *
hr_analysis_get_stored_format (const HrAnalysis *self, guint layer, HrRole role)
{
  const HrNode *node = self->layers[layer].node;
  const HrDtype *format = NULL;

  if (role == HR_ROLE_COUNTER)
    return hr_dtype_find ("int64");
  if (role != HR_ROLE_WEIGHT || hr_analysis_trains (self) || self->settings->execution->device_run)
    return hr_dtype_find ("float32");
  format = hr_op_get_weight_format (node->op, node->params);
  return format != NULL ? format : self->settings->weights;
}

static void
add_overflow (HrAnalysis *self, const char *what)
{
  /* Translators: %s is a figure such as "parameters". */
  hr_report_add (&self->report, HR_SEVERITY_ERROR, "overflow", _ ("more than 2^63 − 1 %s"), what);
}

/* Appends the layer's own tensors as they are stored. FALSE when their number or size is beyond 2^63 − 1. */
static gboolean
add_stored (HrAnalysis *self, guint index, const HrOpCall *call)
{
  HrLayer *layer = &self->layers[index];
  HrLearnedList list = { .n_items = 0 };

  if (call->op->list_learned == NULL)
    return TRUE;
  call->op->list_learned (call, &list);
  for (guint i = 0; i < list.n_items; i++)
    {
      const HrLearned *item = &list.items[i];
      HrStored stored = { .name = item->name, .role = item->role, .index = i };
      gint64 *sum = hr_role_is_trained (item->role) ? &layer->parameter_bytes : &layer->buffer_bytes;

      if (item->role == HR_ROLE_COUNTER && !self->settings->execution->counters)
        continue;
      if (!hr_shape_get_elems (&item->shape, &stored.n_elems)
          || !hr_dtype_get_bytes (hr_analysis_get_stored_format (self, index, item->role), stored.n_elems,
                                  &stored.bytes)
          || !hr_checked_add (*sum, stored.bytes, sum))
        return FALSE;
      if (hr_role_is_trained (item->role) && !hr_checked_add (layer->parameters, stored.n_elems, &layer->parameters))
        return FALSE;
      g_array_append_val (self->stored, stored);
    }
  return TRUE;
}

static gboolean
add_outputs (HrAnalysis *self, HrLayer *layer)
{
  for (guint i = 0; i < layer->n_outputs; i++)
    {
      gint64 bytes;

      if (!hr_analysis_get_tensor_bytes (self, &layer->outputs[i], &bytes)
          || !hr_checked_add (layer->output_bytes, bytes, &layer->output_bytes))
        return FALSE;
    }
  return TRUE;
}

/* The padded copy of the input, where the execution model wants one. FALSE on overflow. */
static gboolean
add_pad (HrAnalysis *self, guint index, const HrOpCall *call)
{
  HrTensor padded = call->n_inputs > 0 ? call->inputs[0] : (HrTensor){ HR_SHAPE_UNKNOWN, NULL };
  HrConvolution conv;
  gboolean same = TRUE;

  if (!self->settings->execution->pads || !hr_convolution_init (&conv, call) || conv.transposed)
    return TRUE;
  for (guint i = 0; i < 3; i++)
    same = same && conv.pad_begin[i] == conv.pad_end[i];
  for (guint i = 0; i < conv.n_spatial; i++)
    {
      gint64 *size = &padded.shape.dims[padded.shape.rank - 1 - (int) i];

      if (!hr_checked_add (*size, conv.pad_begin[2 - i], size) || !hr_checked_add (*size, conv.pad_end[2 - i], size))
        return FALSE;
    }
  return same || hr_analysis_get_tensor_bytes (self, &padded, &self->pad_bytes[index]);
}

/* Whether the shapes of everything that flows in and out are known. A foreign layer's figures never are. */
static gboolean
has_shapes (const HrLayer *layer)
{
  const HrNode *node = layer->node;
  gboolean known = node->op->category != HR_OP_CATEGORY_OTHER && node->n_inputs >= node->op->min_inputs;

  for (guint i = 0; known && i < node->n_inputs; i++)
    known = hr_shape_is_known (&layer->inputs[i].shape);
  for (guint i = 0; known && i < layer->n_outputs; i++)
    known = hr_shape_is_known (&layer->outputs[i].shape);
  return known;
}

static gboolean
fill_figures (HrAnalysis *self, guint index, const HrOpCall *call)
{
  HrLayer *layer = &self->layers[index];

  if (!add_outputs (self, layer) || !add_pad (self, index, call))
    add_overflow (self, _ ("bytes of output"));
  else if (call->op->get_multiply_adds != NULL && !call->op->get_multiply_adds (call, &layer->multiply_adds))
    add_overflow (self, _ ("multiply-adds"));
  else if (self->owners[index] == (int) index && !add_stored (self, index, call))
    add_overflow (self, _ ("bytes of parameters"));
  else
    return TRUE;
  return FALSE;
}

static void
fill_layer (HrAnalysis *self, guint index)
{
  HrLayer *layer = &self->layers[index];
  guint n_stored = self->stored->len;
  HrOpCall call;

  self->report.node_id = layer->node->id;
  self->report.name = hr_node_get_name (layer->node);
  hr_inference_get_call (self->inference, self->graph, index, &call);
  layer->inputs = call.inputs;
  layer->outputs = call.outputs;
  layer->n_outputs = call.n_outputs;
  layer->forward_step = layer->backward_step = -1;
  self->owners[index]
      = layer->node->weights_of == NULL ? (int) index : hr_graph_find (self->graph, layer->node->weights_of);
  self->first_stored[index] = n_stored;
  layer->known = has_shapes (layer) && fill_figures (self, index, &call);
  if (layer->known)
    return;
  g_array_set_size (self->stored, n_stored);
  layer->parameters = layer->parameter_bytes = layer->buffer_bytes = layer->multiply_adds = layer->output_bytes = 0;
  self->pad_bytes[index] = 0;
}

/* Training keeps full copies, so that a layer's own format saves nothing. */
static void
note_masters (HrAnalysis *self)
{
  for (guint i = 0; i < self->n_layers; i++)
    {
      const HrNode *node = self->layers[i].node;
      const HrDtype *format = hr_op_get_weight_format (node->op, node->params);

      if (format == NULL)
        format = self->settings->weights;
      if (self->layers[i].parameters == 0 || format->bits >= 32)
        continue;
      self->report.node_id = self->report.name = NULL;
      hr_report_add (&self->report, HR_SEVERITY_NOTE, "masters",
                     _ ("In training, master weights, gradients and optimizer state are counted with 32 bits; "
                        "the weight format saves nothing."));
      return;
    }
}

gboolean
hr_figures_fill (HrAnalysis *self, HrCancel *cancel)
{
  self->n_layers = hr_graph_get_n_nodes (self->graph);
  self->layers = g_new0 (HrLayer, self->n_layers);
  self->owners = g_new (int, self->n_layers);
  self->first_stored = g_new0 (guint, self->n_layers + 1);
  self->pad_bytes = g_new0 (gint64, self->n_layers);
  self->stored = g_array_sized_new (FALSE, FALSE, sizeof (HrStored), self->n_layers);
  for (guint i = 0; i < self->n_layers; i++)
    self->layers[i].node = hr_graph_get_node (self->graph, i);
  for (guint i = 0; i < self->n_layers; i++)
    {
      if ((i & 0xff) == 0 && hr_cancel_is_cancelled (cancel))
        return FALSE;
      fill_layer (self, i);
    }
  self->first_stored[self->n_layers] = self->stored->len;
  if (hr_analysis_trains (self))
    note_masters (self);
  return TRUE;
}
