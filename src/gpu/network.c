#include "network.h"

#include <string.h>

/* The layer whose weights a layer uses: itself, or the last along weights-of. Chains in a ring have been reported
 * before. */
static int
find_owner (const HrGraph *graph, int layer)
{
  guint n_nodes = hr_graph_get_n_nodes (graph);
  const char *owner;

  for (guint i = 0; i < n_nodes && (owner = hr_graph_get_node (graph, (guint) layer)->weights_of) != NULL; i++)
    {
      int next = hr_graph_find (graph, owner);
      if (next < 0)
        break;
      layer = next;
    }
  return layer;
}

static int
find_learned (const HrAnalysis *analysis, int owner, const char *tensor)
{
  guint n_blocks;
  const HrBlock *blocks = hr_analysis_get_blocks (analysis, &n_blocks);

  for (guint i = 0; i < n_blocks; i++)
    if (blocks[i].layer == owner && strcmp (blocks[i].tensor, tensor) == 0)
      return (int) i;
  return -1;
}

static int
find_input (const HrAnalysis *analysis, const HrGraph *graph, const HrNode *node)
{
  int producer = hr_graph_find (graph, node->inputs[0].node_id);
  return producer < 0 ? -1 : hr_analysis_find_block (analysis, (guint) producer, node->inputs[0].port);
}

/* FALSE when a block is missing. */
static gboolean
find_blocks (HrGpuConvolution *self, const HrAnalysis *analysis, int layer)
{
  const HrGraph *graph = hr_project_get_graph (hr_analysis_get_project (analysis));
  int owner = find_owner (graph, layer), found[4];
  guint n_blocks;
  const HrBlock *blocks = hr_analysis_get_blocks (analysis, &n_blocks);

  found[0] = find_input (analysis, graph, self->node);
  found[1] = find_learned (analysis, owner, "weight");
  found[2] = hr_analysis_find_block (analysis, (guint) layer, 0);
  found[3] = self->conv.bias ? find_learned (analysis, owner, "bias") : found[1];
  for (guint i = 0; i < G_N_ELEMENTS (found); i++)
    if (found[i] < 0)
      return FALSE;
  self->input = (guint) found[0];
  self->weights = (guint) found[1];
  self->output = (guint) found[2];
  self->bias = (guint) found[3];
  self->bytes = blocks[self->input].bytes + blocks[self->weights].bytes + blocks[self->output].bytes
                + (self->conv.bias ? blocks[self->bias].bytes : 0);
  return TRUE;
}

static HrOpCall
get_call (const HrAnalysis *analysis, const HrLayer *layer)
{
  const HrSettings *settings = hr_analysis_get_settings (analysis);

  return (HrOpCall){ .op = layer->node->op,
                     .params = layer->node->params,
                     .inputs = layer->inputs,
                     .n_inputs = layer->node->n_inputs,
                     .outputs = (HrTensor *) layer->outputs,
                     .n_outputs = layer->n_outputs,
                     .batch = settings->batch,
                     .activations = settings->activations };
}

GArray *
hr_gpu_list_convolutions (const HrAnalysis *analysis)
{
  GArray *found = g_array_new (FALSE, TRUE, sizeof (HrGpuConvolution));
  guint n_steps, n_layers;
  const HrStep *steps = hr_analysis_get_steps (analysis, &n_steps);
  const HrLayer *layers = hr_analysis_get_layers (analysis, &n_layers);

  for (guint i = 0; i < n_steps; i++)
    {
      HrGpuConvolution item = { 0 };
      if (steps[i].phase != HR_PHASE_FORWARD || steps[i].layer < 0)
        continue;
      item.node = layers[steps[i].layer].node;
      item.call = get_call (analysis, &layers[steps[i].layer]);
      if (hr_convolution_init (&item.conv, &item.call) && find_blocks (&item, analysis, steps[i].layer))
        g_array_append_val (found, item);
    }
  return found;
}

int
hr_gpu_find_staging (const HrAnalysis *analysis)
{
  guint n_blocks;
  const HrBlock *blocks = hr_analysis_get_blocks (analysis, &n_blocks);

  for (guint i = 0; i < n_blocks; i++)
    if (blocks[i].category == HR_CATEGORY_WORKSPACE)
      return (int) i;
  return -1;
}
