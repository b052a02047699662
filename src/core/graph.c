#include "graph.h"

#include <string.h>

struct _HrGraph
{
  gatomicrefcount ref_count;
  GPtrArray *nodes;  /* owned, of HrNode */
  GHashTable *index; /* owned: id (borrowed from the node) → index */
};

/* Nodes */

HrNode *
hr_node_new (const HrOp *op, const char *id)
{
  HrNode *self;

  g_return_val_if_fail (op != NULL && hr_node_id_is_valid (id), NULL);

  self = g_new0 (HrNode, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->op = op;
  self->id = g_strdup (id);
  self->params = hr_op_new_params (op);
  self->n_inputs = op->min_inputs;
  self->inputs = g_new0 (HrEndpoint, self->n_inputs);
  return self;
}

static void
clear_inputs (HrNode *self)
{
  for (guint i = 0; i < self->n_inputs; i++)
    g_free (self->inputs[i].node_id);
  g_free (self->inputs);
}

HrNode *
hr_node_copy (const HrNode *self)
{
  HrNode *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_new0 (HrNode, 1);
  g_atomic_ref_count_init (&copy->ref_count);
  copy->op = self->op;
  copy->id = g_strdup (self->id);
  copy->name = g_strdup (self->name);
  copy->params = g_memdup2 (self->params, self->op->params_size);
  copy->weights_of = g_strdup (self->weights_of);
  copy->block = g_strdup (self->block);
  copy->note = g_strdup (self->note);
  hr_node_set_inputs (copy, self->inputs, self->n_inputs);
  for (guint i = 0; i < self->n_attributes; i++)
    hr_node_add_attribute (copy, self->attributes[i].key, self->attributes[i].value);
  return copy;
}

HrNode *
hr_node_ref (HrNode *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
hr_node_unref (HrNode *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  clear_inputs (self);
  for (guint i = 0; i < self->n_attributes; i++)
    {
      g_free (self->attributes[i].key);
      g_free (self->attributes[i].value);
    }
  g_free (self->attributes);
  g_free (self->id);
  g_free (self->name);
  g_free (self->params);
  g_free (self->weights_of);
  g_free (self->block);
  g_free (self->note);
  g_free (self);
}

static gboolean
inputs_equal (const HrNode *a, const HrNode *b)
{
  if (a->n_inputs != b->n_inputs)
    return FALSE;
  for (guint i = 0; i < a->n_inputs; i++)
    if (g_strcmp0 (a->inputs[i].node_id, b->inputs[i].node_id) != 0 || a->inputs[i].port != b->inputs[i].port)
      return FALSE;
  return TRUE;
}

static gboolean
attributes_equal (const HrNode *a, const HrNode *b)
{
  if (a->n_attributes != b->n_attributes)
    return FALSE;
  for (guint i = 0; i < a->n_attributes; i++)
    if (strcmp (a->attributes[i].key, b->attributes[i].key) != 0
        || strcmp (a->attributes[i].value, b->attributes[i].value) != 0)
      return FALSE;
  return TRUE;
}

gboolean
hr_node_equal (const HrNode *a, const HrNode *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  if (a == b)
    return TRUE;
  return a->op == b->op && strcmp (a->id, b->id) == 0 && g_strcmp0 (a->name, b->name) == 0
         && g_strcmp0 (a->weights_of, b->weights_of) == 0 && g_strcmp0 (a->block, b->block) == 0
         && g_strcmp0 (a->note, b->note) == 0 && inputs_equal (a, b) && attributes_equal (a, b)
         && hr_params_equal (a->op->params, a->op->n_params, a->params, b->params);
}

const char *
hr_node_get_name (const HrNode *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->name != NULL ? self->name : self->id;
}

void
hr_node_set_inputs (HrNode *self, const HrEndpoint *inputs, guint n_inputs)
{
  HrEndpoint *copy;

  g_return_if_fail (self != NULL && (inputs != NULL || n_inputs == 0));

  copy = g_new0 (HrEndpoint, n_inputs);
  for (guint i = 0; i < n_inputs; i++)
    copy[i] = (HrEndpoint){ g_strdup (inputs[i].node_id), inputs[i].port };
  clear_inputs (self);
  self->inputs = copy;
  self->n_inputs = n_inputs;
}

void
hr_node_add_attribute (HrNode *self, const char *key, const char *value)
{
  g_return_if_fail (self != NULL && key != NULL && value != NULL);

  self->attributes = g_renew (HrAttribute, self->attributes, self->n_attributes + 1);
  self->attributes[self->n_attributes++] = (HrAttribute){ g_strdup (key), g_strdup (value) };
}

gboolean
hr_node_id_is_valid (const char *id)
{
  if (id == NULL || !(g_ascii_isalpha (*id) || *id == '_'))
    return FALSE;
  while (g_ascii_isalnum (*id) || (*id != '\0' && strchr ("_.-", *id) != NULL))
    id++;
  return *id == '\0';
}

/* Graphs */

HrGraph *
hr_graph_new (GPtrArray *nodes)
{
  HrGraph *self;

  g_return_val_if_fail (nodes != NULL, NULL);

  self = g_new0 (HrGraph, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->nodes = nodes;
  g_ptr_array_set_free_func (nodes, (GDestroyNotify) hr_node_unref);
  self->index = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < nodes->len; i++)
    {
      const HrNode *node = g_ptr_array_index (nodes, i);
      if (!g_hash_table_insert (self->index, node->id, GUINT_TO_POINTER (i)))
        g_critical ("two layers have the id “%s”", node->id);
    }
  return self;
}

HrGraph *
hr_graph_new_empty (void)
{
  return hr_graph_new (g_ptr_array_new ());
}

HrGraph *
hr_graph_ref (HrGraph *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
hr_graph_unref (HrGraph *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_hash_table_unref (self->index);
  g_ptr_array_unref (self->nodes);
  g_free (self);
}

guint
hr_graph_get_n_nodes (const HrGraph *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->nodes->len;
}

const HrNode *
hr_graph_get_node (const HrGraph *self, guint index)
{
  g_return_val_if_fail (self != NULL && index < self->nodes->len, NULL);
  return g_ptr_array_index (self->nodes, index);
}

int
hr_graph_find (const HrGraph *self, const char *id)
{
  gpointer index;

  g_return_val_if_fail (self != NULL, -1);

  if (id == NULL || !g_hash_table_lookup_extended (self->index, id, NULL, &index))
    return -1;
  return (int) GPOINTER_TO_UINT (index);
}

gboolean
hr_graph_equal (const HrGraph *a, const HrGraph *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  if (a == b)
    return TRUE;
  if (a->nodes->len != b->nodes->len)
    return FALSE;
  for (guint i = 0; i < a->nodes->len; i++)
    if (!hr_node_equal (g_ptr_array_index (a->nodes, i), g_ptr_array_index (b->nodes, i)))
      return FALSE;
  return TRUE;
}
