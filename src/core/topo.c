/* topo.c: paths and order in a graph. */
#include "graph.h"

/* Wires between nodes as two flat arrays: the consumers of node i are targets[first[i]] … targets[first[i + 1] − 1]. */
typedef struct
{
  guint *first;   /* owned */
  guint *targets; /* owned */
} Wires;

static void
wires_init (Wires *self, const HrGraph *graph, guint *n_waiting)
{
  guint n_nodes = hr_graph_get_n_nodes (graph);
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (guint[2]));

  self->first = g_new0 (guint, n_nodes + 2);
  for (guint i = 0; i < n_nodes; i++)
    {
      const HrNode *node = hr_graph_get_node (graph, i);
      for (guint j = 0; j < node->n_inputs; j++)
        {
          int from = hr_graph_find (graph, node->inputs[j].node_id);
          if (from < 0)
            continue;
          g_array_append_vals (pairs, (guint[2]){ (guint) from, i }, 1);
          self->first[from + 2]++;
          n_waiting[i]++;
        }
    }
  for (guint i = 2; i < n_nodes + 2; i++)
    self->first[i] += self->first[i - 1];
  self->targets = g_new (guint, pairs->len + 1);
  for (guint i = 0; i < pairs->len; i++)
    {
      const guint *pair = &g_array_index (pairs, guint, 2 * i);
      self->targets[self->first[pair[0] + 1]++] = pair[1];
    }
}

static void
wires_clear (Wires *self)
{
  g_free (self->first);
  g_free (self->targets);
}

/* A heap of node indices, smallest first, so that of several ready nodes the first in file order runs first. */
static void
heap_push (GArray *heap, guint value)
{
  guint i = heap->len;
  guint *data;

  g_array_append_val (heap, value);
  data = (guint *) (void *) heap->data;
  for (; i > 0 && data[(i - 1) / 2] > value; i = (i - 1) / 2)
    data[i] = data[(i - 1) / 2];
  data[i] = value;
}

static guint
heap_pop (GArray *heap)
{
  guint *data = (guint *) (void *) heap->data;
  guint top = data[0], last = data[heap->len - 1], i = 0;

  g_array_set_size (heap, heap->len - 1);
  for (guint child = 1; child < heap->len; child = 2 * i + 1)
    {
      if (child + 1 < heap->len && data[child + 1] < data[child])
        child++;
      if (data[child] >= last)
        break;
      data[i] = data[child];
      i = child;
    }
  if (heap->len > 0)
    data[i] = last;
  return top;
}

GArray *
hr_graph_sort (const HrGraph *self)
{
  guint n_nodes;
  g_autofree guint *n_waiting = NULL;
  g_autoptr (GArray) ready = NULL;
  g_autoptr (GArray) order = NULL;
  Wires wires;

  g_return_val_if_fail (self != NULL, NULL);

  n_nodes = hr_graph_get_n_nodes (self);
  n_waiting = g_new0 (guint, n_nodes);
  ready = g_array_new (FALSE, FALSE, sizeof (guint));
  order = g_array_sized_new (FALSE, FALSE, sizeof (guint), n_nodes);
  wires_init (&wires, self, n_waiting);
  for (guint i = 0; i < n_nodes; i++)
    if (n_waiting[i] == 0)
      heap_push (ready, i);
  while (ready->len > 0)
    {
      guint node = heap_pop (ready);
      g_array_append_val (order, node);
      for (guint i = wires.first[node]; i < wires.first[node + 1]; i++)
        if (--n_waiting[wires.targets[i]] == 0)
          heap_push (ready, wires.targets[i]);
    }
  wires_clear (&wires);
  return order->len == n_nodes ? g_steal_pointer (&order) : NULL;
}

gboolean
hr_graph_reaches (const HrGraph *self, const char *from_id, const char *to_id)
{
  g_autofree gboolean *seen = NULL;
  g_autoptr (GArray) stack = NULL;
  int from, to;

  g_return_val_if_fail (self != NULL, FALSE);

  from = hr_graph_find (self, from_id);
  to = hr_graph_find (self, to_id);
  if (from < 0 || to < 0)
    return FALSE;
  /* Walks from the end towards the producers, which the nodes name themselves. */
  seen = g_new0 (gboolean, hr_graph_get_n_nodes (self));
  stack = g_array_new (FALSE, FALSE, sizeof (int));
  g_array_append_val (stack, to);
  while (stack->len > 0)
    {
      int index = g_array_index (stack, int, stack->len - 1);
      const HrNode *node = hr_graph_get_node (self, (guint) index);

      g_array_set_size (stack, stack->len - 1);
      if (index == from)
        return TRUE;
      if (seen[index])
        continue;
      seen[index] = TRUE;
      for (guint i = 0; i < node->n_inputs; i++)
        {
          int producer = hr_graph_find (self, node->inputs[i].node_id);
          if (producer >= 0)
            g_array_append_val (stack, producer);
        }
    }
  return FALSE;
}
