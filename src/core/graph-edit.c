#include "graph-edit.h"

#include <string.h>

/* The nodes of a graph in a new array that holds references. */
static GPtrArray *
dup_nodes (const HrGraph *graph)
{
  guint n_nodes = hr_graph_get_n_nodes (graph);
  GPtrArray *nodes = g_ptr_array_new_full (n_nodes + 1, (GDestroyNotify) hr_node_unref);

  for (guint i = 0; i < n_nodes; i++)
    g_ptr_array_add (nodes, hr_node_ref ((HrNode *) hr_graph_get_node (graph, i)));
  return nodes;
}

char *
hr_graph_make_id (const HrGraph *graph, const HrOp *op)
{
  g_return_val_if_fail (graph != NULL && op != NULL, NULL);

  for (guint i = 1;; i++)
    {
      g_autofree char *id = g_strdup_printf ("%s%u", op->id, i);
      if (hr_graph_find (graph, id) < 0)
        return g_steal_pointer (&id);
    }
}

HrGraph *
hr_graph_add_node (const HrGraph *graph, HrNode *node)
{
  GPtrArray *nodes;

  g_return_val_if_fail (graph != NULL && node != NULL && hr_graph_find (graph, node->id) < 0, NULL);

  nodes = dup_nodes (graph);
  g_ptr_array_add (nodes, hr_node_ref (node));
  return hr_graph_new (nodes);
}

/* As hr_graph_replace_node(), taking the reference. */
static HrGraph *
replace_node_take (const HrGraph *graph, HrNode *node)
{
  GPtrArray *nodes = dup_nodes (graph);
  int index = hr_graph_find (graph, node->id);

  hr_node_unref (g_ptr_array_index (nodes, index));
  g_ptr_array_index (nodes, index) = node;
  return hr_graph_new (nodes);
}

HrGraph *
hr_graph_replace_node (const HrGraph *graph, HrNode *node)
{
  g_return_val_if_fail (graph != NULL && node != NULL && hr_graph_find (graph, node->id) >= 0, NULL);
  return replace_node_take (graph, hr_node_ref (node));
}

/* Where an input that came from a removed node comes from now: nowhere, or past chains of removed nodes. */
static HrEndpoint
resolve_endpoint (const HrGraph *graph, GHashTable *removed, const HrEndpoint *endpoint, gboolean reconnect)
{
  HrEndpoint current = *endpoint;

  for (guint hops = hr_graph_get_n_nodes (graph);
       current.node_id != NULL && g_hash_table_contains (removed, current.node_id); hops--)
    {
      const HrNode *node = hr_graph_get_node (graph, (guint) hr_graph_find (graph, current.node_id));
      const HrEndpoint *only = NULL;
      guint n_connected = 0;

      for (guint i = 0; i < node->n_inputs; i++)
        if (node->inputs[i].node_id != NULL)
          {
            only = &node->inputs[i];
            n_connected++;
          }
      if (!reconnect || n_connected != 1 || hops == 0)
        return (HrEndpoint){ NULL, 0 };
      current = *only;
    }
  return current;
}

/* The node without its wires from removed nodes; inputs beyond those that its kind needs go with them. */
static HrNode *
detach_node (const HrGraph *graph, GHashTable *removed, const HrNode *node, gboolean reconnect)
{
  g_autofree HrEndpoint *inputs = g_new (HrEndpoint, node->n_inputs);
  HrNode *copy = hr_node_copy (node);
  guint n_inputs = 0;

  for (guint i = 0; i < node->n_inputs; i++)
    {
      HrEndpoint endpoint = resolve_endpoint (graph, removed, &node->inputs[i], reconnect);
      gboolean lost = node->inputs[i].node_id != NULL && endpoint.node_id == NULL;
      guint n_left = node->n_inputs - i - 1;

      if (!lost || n_inputs + n_left < node->op->min_inputs)
        inputs[n_inputs++] = endpoint;
    }
  hr_node_set_inputs (copy, inputs, n_inputs);
  if (copy->weights_of != NULL && g_hash_table_contains (removed, copy->weights_of))
    g_clear_pointer (&copy->weights_of, g_free);
  return copy;
}

static gboolean
node_refers_to (const HrNode *node, GHashTable *removed)
{
  for (guint i = 0; i < node->n_inputs; i++)
    if (node->inputs[i].node_id != NULL && g_hash_table_contains (removed, node->inputs[i].node_id))
      return TRUE;
  return node->weights_of != NULL && g_hash_table_contains (removed, node->weights_of);
}

HrGraph *
hr_graph_remove_nodes (const HrGraph *graph, const char *const *ids, gboolean reconnect)
{
  g_autoptr (GHashTable) removed = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *nodes;

  g_return_val_if_fail (graph != NULL && ids != NULL, NULL);

  for (; *ids != NULL; ids++)
    if (hr_graph_find (graph, *ids) >= 0)
      g_hash_table_add (removed, (gpointer) *ids);
  nodes = g_ptr_array_new ();
  for (guint i = 0; i < hr_graph_get_n_nodes (graph); i++)
    {
      const HrNode *node = hr_graph_get_node (graph, i);
      if (g_hash_table_contains (removed, node->id))
        continue;
      if (node_refers_to (node, removed))
        g_ptr_array_add (nodes, detach_node (graph, removed, node, reconnect));
      else
        g_ptr_array_add (nodes, hr_node_ref ((HrNode *) node));
    }
  return hr_graph_new (nodes);
}

gboolean
hr_graph_can_connect (const HrGraph *graph, const char *from_id, guint port, const char *to_id, guint input)
{
  const HrNode *from, *to;
  int from_index, to_index;

  g_return_val_if_fail (graph != NULL, FALSE);

  from_index = hr_graph_find (graph, from_id);
  to_index = hr_graph_find (graph, to_id);
  if (from_index < 0 || to_index < 0)
    return FALSE;
  from = hr_graph_get_node (graph, (guint) from_index);
  to = hr_graph_get_node (graph, (guint) to_index);
  return port < from->op->n_outputs && input <= to->n_inputs && input < MAX (to->op->max_inputs, to->n_inputs)
         && !hr_graph_reaches (graph, to_id, from_id);
}

HrGraph *
hr_graph_connect (const HrGraph *graph, const char *from_id, guint port, const char *to_id, guint input)
{
  HrNode *copy;
  g_autofree HrEndpoint *inputs = NULL;
  guint n_inputs;

  g_return_val_if_fail (graph != NULL, NULL);

  if (!hr_graph_can_connect (graph, from_id, port, to_id, input))
    return NULL;
  copy = hr_node_copy (hr_graph_get_node (graph, (guint) hr_graph_find (graph, to_id)));
  n_inputs = MAX (copy->n_inputs, input + 1);
  inputs = g_new0 (HrEndpoint, n_inputs);
  memcpy (inputs, copy->inputs, copy->n_inputs * sizeof *inputs);
  inputs[input] = (HrEndpoint){ (char *) from_id, port };
  hr_node_set_inputs (copy, inputs, n_inputs);
  return replace_node_take (graph, copy);
}

HrGraph *
hr_graph_disconnect (const HrGraph *graph, const char *to_id, guint input)
{
  HrNode *copy;
  g_autofree HrEndpoint *inputs = NULL;
  int index;

  g_return_val_if_fail (graph != NULL, NULL);

  index = hr_graph_find (graph, to_id);
  g_return_val_if_fail (index >= 0, NULL);
  copy = hr_node_copy (hr_graph_get_node (graph, (guint) index));
  if (input < copy->n_inputs)
    {
      guint n_after = copy->n_inputs - input - 1;
      gboolean remove = copy->n_inputs > copy->op->min_inputs;

      inputs = g_memdup2 (copy->inputs, copy->n_inputs * sizeof *inputs);
      inputs[input] = (HrEndpoint){ NULL, 0 };
      if (remove)
        memmove (&inputs[input], &inputs[input + 1], n_after * sizeof *inputs);
      hr_node_set_inputs (copy, inputs, copy->n_inputs - remove);
    }
  return replace_node_take (graph, copy);
}

HrGraph *
hr_graph_set_param (const HrGraph *graph, const char *id, const char *key, const char *text, GError **error)
{
  g_autoptr (HrNode) copy = NULL;
  const HrParam *row;
  int index;

  g_return_val_if_fail (graph != NULL && key != NULL && text != NULL, NULL);

  index = hr_graph_find (graph, id);
  if (index < 0)
    return NULL;
  copy = hr_node_copy (hr_graph_get_node (graph, (guint) index));
  row = hr_param_find (copy->op->params, copy->op->n_params, key);
  if (row == NULL || !hr_param_set_text (row, copy->params, text, error))
    return NULL;
  return hr_graph_replace_node (graph, copy);
}

HrGraph *
hr_graph_rename_node (const HrGraph *graph, const char *id, const char *name)
{
  HrNode *copy;
  int index;

  g_return_val_if_fail (graph != NULL, NULL);

  index = hr_graph_find (graph, id);
  g_return_val_if_fail (index >= 0, NULL);
  copy = hr_node_copy (hr_graph_get_node (graph, (guint) index));
  g_free (copy->name);
  copy->name = name != NULL && *name != '\0' && strcmp (name, id) != 0 ? g_strdup (name) : NULL;
  return replace_node_take (graph, copy);
}
