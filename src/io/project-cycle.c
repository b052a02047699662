#include "project-cycle.h"

typedef enum
{
  NEW,
  OPEN, /* on the path that leads here */
  DONE,
} State;

/* One node on the path, and which of its inputs is next. */
typedef struct
{
  guint node, input;
} Stop;

static void
enter (GArray *path, State *states, guint node)
{
  Stop stop = { node, 0 };
  states[node] = OPEN;
  g_array_append_val (path, stop);
}

/* Walks against the wires from one node, depth first and without recursion. */
static int
walk (GPtrArray *nodes, GHashTable *indices, State *states, guint start, GArray *path)
{
  enter (path, states, start);
  while (path->len > 0)
    {
      Stop *stop = &g_array_index (path, Stop, path->len - 1);
      const HrNode *node = g_ptr_array_index (nodes, stop->node);
      if (stop->input == node->n_inputs)
        {
          states[stop->node] = DONE;
          g_array_set_size (path, path->len - 1);
          continue;
        }
      const char *source_id = node->inputs[stop->input++].node_id;
      if (!source_id)
        continue;
      guint source = GPOINTER_TO_UINT (g_hash_table_lookup (indices, source_id));
      if (states[source] == OPEN)
        return (int) source;
      if (states[source] == NEW)
        enter (path, states, source);
    }
  return -1;
}

int
hr_find_cycle (GPtrArray *nodes, GHashTable *indices)
{
  g_return_val_if_fail (nodes != NULL && indices != NULL, -1);

  g_autofree State *states = g_new0 (State, nodes->len);
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (Stop));
  int found = -1;
  for (guint i = 0; i < nodes->len && found < 0; i++)
    if (states[i] == NEW)
      found = walk (nodes, indices, states, i, path);
  return found;
}
