/* onnx-graph.c: the nodes of an ONNX graph in execution order, its inputs and outputs. */
#include "onnx-reader.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "../project-file.h"

/* How many nodes of a cycle are named. */
#define MAX_NAMED 8

/* Nodes */

static const char *
get_name (const char *name)
{
  return name ? name : "";
}

/* Owned by the caller. */
static char *
dup_node_name (const Onnx__NodeProto *proto)
{
  const char *name = get_name (proto->name);
  if (!*name && proto->n_output > 0)
    name = get_name (proto->output[0]);
  return g_utf8_make_valid (*name ? name : get_name (proto->op_type), -1);
}

static HrOnnxNode
make_node (const Onnx__NodeProto *proto)
{
  HrOnnxNode node = { proto, get_name (proto->op_type), g_new (const char *, proto->n_input), (guint) proto->n_input };
  for (gsize i = 0; i < proto->n_input; i++)
    node.inputs[i] = get_name (proto->input[i]);
  return node;
}

static void
clear_node (gpointer data)
{
  g_free (((HrOnnxNode *) data)->inputs);
}

static void
count_use (HrOnnxReader *self, const char *name)
{
  guint n_uses = GPOINTER_TO_UINT (g_hash_table_lookup (self->n_uses, name));
  g_hash_table_insert (self->n_uses, (gpointer) name, GUINT_TO_POINTER (n_uses + 1));
}

/* A stack of nodes that wait for what they read. */
typedef struct
{
  guint node;
  guint next_input;
} Visit;

typedef enum
{
  NEW,
  WAITING,
  DONE,
} State;

static gboolean
refuse_cycle (const HrOnnxReader *self, const GArray *stack, guint again, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);
  guint n_named = 0;
  for (guint i = stack->len; i > 0 && n_named < MAX_NAMED; i--)
    {
      guint node = g_array_index (stack, Visit, i - 1).node;
      g_autofree char *name = dup_node_name (self->graph->node[node]);
      g_string_append_printf (names, "%s“%s”", n_named++ > 0 ? ", " : "", name);
      if (node == again)
        break;
    }
  g_set_error (error, HR_PROJECT_ERROR, HR_PROJECT_ERROR_VALUE, _ ("%s: nodes feed each other in a circle: %s"),
               self->path, names->str);
  return FALSE;
}

/* Puts a node and all that it needs into `nodes`, first what is read. */
static gboolean
visit (HrOnnxReader *self, guint8 *states, GArray *stack, guint first, GError **error)
{
  Visit start = { first, 0 };
  g_array_append_val (stack, start);
  states[first] = WAITING;
  while (stack->len > 0)
    {
      Visit *top = &g_array_index (stack, Visit, stack->len - 1);
      const Onnx__NodeProto *proto = self->graph->node[top->node];
      gpointer producer;
      if (top->next_input == proto->n_input)
        {
          HrOnnxNode node = make_node (proto);
          states[top->node] = DONE;
          g_array_append_val (self->nodes, node);
          g_array_set_size (stack, stack->len - 1);
          continue;
        }
      const char *name = get_name (proto->input[top->next_input++]);
      if (!*name || !g_hash_table_lookup_extended (self->producers, name, NULL, &producer))
        continue;
      Visit next = { GPOINTER_TO_UINT (producer), 0 };
      if (states[next.node] == WAITING)
        return refuse_cycle (self, stack, next.node, error);
      if (states[next.node] == NEW)
        {
          states[next.node] = WAITING;
          g_array_append_val (stack, next);
        }
    }
  return TRUE;
}

/* Fills producers with indices into graph->node. */
static void
find_producers (HrOnnxReader *self)
{
  for (gsize i = 0; i < self->graph->n_node; i++)
    for (gsize j = 0; j < self->graph->node[i]->n_output; j++)
      g_hash_table_insert (self->producers, self->graph->node[i]->output[j], GUINT_TO_POINTER ((guint) i));
}

gboolean
hr_onnx_read_nodes (HrOnnxReader *self, GError **error)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Visit));
  g_autofree guint8 *states = g_new0 (guint8, self->graph->n_node + 1);
  g_array_set_clear_func (self->nodes, clear_node);
  find_producers (self);
  for (gsize i = 0; i < self->graph->n_node; i++)
    if (states[i] == NEW && !visit (self, states, stack, (guint) i, error))
      return FALSE;
  g_hash_table_remove_all (self->producers);
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const HrOnnxNode *node = &g_array_index (self->nodes, HrOnnxNode, i);
      for (gsize j = 0; j < node->proto->n_output; j++)
        g_hash_table_insert (self->producers, node->proto->output[j], GUINT_TO_POINTER (i));
      for (guint j = 0; j < node->n_inputs; j++)
        count_use (self, node->inputs[j]);
    }
  for (gsize i = 0; i < self->graph->n_output; i++)
    count_use (self, get_name (self->graph->output[i]->name));
  return TRUE;
}

/* Values and attributes */

const HrOnnxValue *
hr_onnx_get_value (const HrOnnxReader *self, const char *name)
{
  return *name ? g_hash_table_lookup (self->values, name) : NULL;
}

void
hr_onnx_set_output (HrOnnxReader *self, const HrOnnxNode *node, guint index, HrOnnxValue *value)
{
  if (index < node->proto->n_output && *get_name (node->proto->output[index]))
    g_hash_table_replace (self->values, node->proto->output[index], value);
  else
    hr_onnx_value_free (value);
}

const HrOnnxValue *
hr_onnx_get_input (const HrOnnxReader *self, const HrOnnxNode *node, guint index)
{
  return index < node->n_inputs ? hr_onnx_get_value (self, node->inputs[index]) : NULL;
}

const Onnx__AttributeProto *
hr_onnx_find_attribute (const HrOnnxNode *node, const char *name)
{
  for (gsize i = 0; i < node->proto->n_attribute; i++)
    if (g_strcmp0 (node->proto->attribute[i]->name, name) == 0)
      return node->proto->attribute[i];
  return NULL;
}

gint64
hr_onnx_get_int (const HrOnnxNode *node, const char *name, gint64 fallback)
{
  const Onnx__AttributeProto *attribute = hr_onnx_find_attribute (node, name);
  return attribute && attribute->has_i ? attribute->i : fallback;
}

double
hr_onnx_get_real (const HrOnnxNode *node, const char *name, double fallback)
{
  const Onnx__AttributeProto *attribute = hr_onnx_find_attribute (node, name);
  return attribute && attribute->has_f ? (double) attribute->f : fallback;
}

const gint64 *
hr_onnx_get_ints (const HrOnnxNode *node, const char *name, guint *n)
{
  const Onnx__AttributeProto *attribute = hr_onnx_find_attribute (node, name);
  *n = attribute ? (guint) attribute->n_ints : 0;
  return attribute ? attribute->ints : NULL;
}

gboolean
hr_onnx_text_is (const HrOnnxNode *node, const char *name, const char *text)
{
  const Onnx__AttributeProto *attribute = hr_onnx_find_attribute (node, name);
  return attribute && attribute->has_s && attribute->s.len == strlen (text)
         && memcmp (attribute->s.data, text, attribute->s.len) == 0;
}

gboolean
hr_onnx_get_list (const HrOnnxReader *self, const HrOnnxNode *node, const char *name, guint index,
                  gint64 values[HR_ONNX_MAX_NUMBERS], guint *n)
{
  const gint64 *ints = hr_onnx_get_ints (node, name, n);
  if (*n == 0 && index < node->n_inputs && *node->inputs[index])
    {
      const HrOnnxValue *value = hr_onnx_get_value (self, node->inputs[index]);
      if (!value || !value->numbers)
        return FALSE;
      *n = value->n_numbers;
      for (guint i = 0; i < *n; i++)
        if (!hr_onnx_number_to_int (value->numbers[i], &values[i]))
          return FALSE;
      return TRUE;
    }
  if (*n > HR_ONNX_MAX_NUMBERS)
    return FALSE;
  for (guint i = 0; i < *n; i++)
    values[i] = ints[i];
  return TRUE;
}

/* Inputs and outputs */

/* Makes the value what `name` stands for. */
static void
set_value (HrOnnxReader *self, char *name, HrOnnxValue *value)
{
  g_hash_table_replace (self->values, name, value);
}

static void
read_constants (HrOnnxReader *self)
{
  const Onnx__GraphProto *graph = self->graph;
  for (gsize i = 0; i < graph->n_initializer; i++)
    if (*get_name (graph->initializer[i]->name))
      set_value (self, graph->initializer[i]->name, hr_onnx_value_new_tensor (graph->initializer[i]));
  for (gsize i = 0; i < graph->n_sparse_initializer; i++)
    {
      const Onnx__SparseTensorProto *sparse = graph->sparse_initializer[i];
      if (!sparse->values || !*get_name (sparse->values->name))
        continue;
      Onnx__TensorProto dense = *sparse->values;
      dense.n_dims = sparse->n_dims;
      dense.dims = sparse->dims;
      dense.has_raw_data = FALSE;
      dense.n_float_data = 0;
      set_value (self, sparse->values->name, hr_onnx_value_new_tensor (&dense));
    }
  for (gsize i = 0; i < graph->n_value_info; i++)
    g_hash_table_insert (self->declared, (gpointer) get_name (graph->value_info[i]->name), graph->value_info[i]);
  for (gsize i = 0; i < graph->n_output; i++)
    g_hash_table_insert (self->declared, (gpointer) get_name (graph->output[i]->name), graph->output[i]);
}

/* The first input with several axes has the batch on its first one; others that agree with it have it too. */
static void
mark_batch (HrOnnxReader *self, HrShape *shape)
{
  if (shape->rank < 1)
    return;
  gint64 size = shape->dims[0];
  if (!self->batch_known && shape->rank > 1)
    {
      self->settings.batch = size > 0 && size < G_MAXINT32 ? size : 1;
      self->batch_known = TRUE;
    }
  else if (size != HR_DIM_UNKNOWN && size != self->settings.batch)
    return;
  shape->dims[0] = self->settings.batch;
  shape->batch_axis = 0;
}

static gboolean
is_activation_type (const HrDtype *dtype)
{
  return dtype && dtype->activations && dtype->bits >= 16;
}

static gboolean
read_input (HrOnnxReader *self, const Onnx__ValueInfoProto *info, GError **error)
{
  g_autoptr (HrOnnxValue) value = hr_onnx_value_new_declared (info);
  if (!value)
    value = hr_onnx_value_new (&HR_SHAPE_UNKNOWN, ONNX__TENSOR_PROTO__DATA_TYPE__UNDEFINED);
  mark_batch (self, &value->tensor.shape);
  if (self->layers->len == 0 && is_activation_type (value->tensor.dtype))
    self->settings.activations = value->tensor.dtype;

  HrNode *layer = hr_onnx_new_layer (self, "input");
  g_autoptr (GError) problem = NULL;
  if (!hr_onnx_set_shape (layer, &value->tensor, &problem))
    {
      g_autofree char *name = g_utf8_make_valid (info->name, -1);
      g_set_error (error, HR_PROJECT_ERROR, HR_PROJECT_ERROR_VALUE, "%s: %s: %s", self->path, name, problem->message);
      hr_node_unref (layer);
      return FALSE;
    }
  HrOnnxValue *made = hr_onnx_add_layer (self, layer, info->name, "input", NULL, 0);
  made->elem_type = value->elem_type;
  set_value (self, info->name, made);
  return TRUE;
}

static gboolean
read_inputs (HrOnnxReader *self, GError **error)
{
  g_autoptr (GHashTable) weights = g_hash_table_new (g_str_hash, g_str_equal);
  hr_onnx_find_weights (self, weights);
  for (gsize i = 0; i < self->graph->n_input; i++)
    {
      const Onnx__ValueInfoProto *info = self->graph->input[i];
      if (!*get_name (info->name) || hr_onnx_get_value (self, info->name))
        continue;
      HrOnnxValue *weight = g_hash_table_contains (weights, info->name) ? hr_onnx_value_new_declared (info) : NULL;
      if (weight)
        {
          weight->constant = TRUE;
          set_value (self, info->name, weight);
        }
      else if (!read_input (self, info, error))
        return FALSE;
    }
  return TRUE;
}

static void
read_outputs (HrOnnxReader *self)
{
  for (gsize i = 0; i < self->graph->n_output; i++)
    {
      const char *name = get_name (self->graph->output[i]->name);
      const HrOnnxValue *value = hr_onnx_get_value (self, name);
      if (value && value->node)
        hr_onnx_value_free (hr_onnx_add_layer (self, hr_onnx_new_layer (self, "output"), name, "output", &value, 1));
    }
}

gboolean
hr_onnx_read_layers (HrOnnxReader *self, GError **error)
{
  read_constants (self);
  if (!read_inputs (self, error))
    return FALSE;
  for (guint i = 0; i < self->nodes->len; i++)
    {
      HrOnnxNode *node = &g_array_index (self->nodes, HrOnnxNode, i);
      node->absorbed = hr_onnx_fold (self, node);
    }
  hr_onnx_fuse (self);
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const HrOnnxNode *node = &g_array_index (self->nodes, HrOnnxNode, i);
      if (!node->absorbed && !hr_onnx_fold (self, node))
        hr_onnx_convert (self, node);
    }
  read_outputs (self);
  return TRUE;
}
