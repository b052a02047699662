#include "canvas-arrange.h"

#include "canvas-columns.h"
#include "canvas-layout.h"
#include "canvas-rows.h"

#define COMPONENT_GAP (HR_BOX_GAP_Y + 40)

/* Network pieces that no wire joins: the lowest index of each layer's piece. */
static guint *
find_components (const HrColumns *columns)
{
  guint *root = g_new (guint, columns->n_nodes);
  gboolean changed = TRUE;

  for (guint i = 0; i < columns->n_nodes; i++)
    root[i] = i;
  while (changed)
    {
      changed = FALSE;
      for (guint i = 0; i < columns->edges->len; i++)
        {
          const HrEdge *edge = &g_array_index (columns->edges, HrEdge, i);
          guint low = MIN (root[edge->from], root[edge->to]);

          changed = changed || root[edge->from] != low || root[edge->to] != low;
          root[edge->from] = root[edge->to] = low;
        }
    }
  return root;
}

/* Members of the piece that starts at `first`. */
static GArray *
list_members (const guint *root, guint n_nodes, guint first)
{
  GArray *members = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = first; i < n_nodes; i++)
    if (root[i] == first)
      g_array_append_val (members, i);
  return members;
}

static int
place_component (const HrColumns *columns, const GArray *members, int top, GArray *positions)
{
  g_autofree int *lanes = hr_columns_find_lanes (columns, members);
  g_autoptr (HrRows) rows = hr_rows_new (columns, members, lanes);
  int bottom = top;

  for (guint i = 0; i < members->len; i++)
    {
      guint node = g_array_index (members, guint, i);
      HrPosition *position = &g_array_index (positions, HrPosition, node);

      *position = hr_rows_get_position (rows, columns->column[node], lanes[i]);
      position->y += top;
      bottom = MAX (bottom, position->y + HR_BOX_HEIGHT);
    }
  return bottom + COMPONENT_GAP;
}

/* Layers without a wire, side by side below everything else. */
static void
place_loose (const GArray *loose, int top, GArray *positions)
{
  const guint per_row = 6;

  for (guint i = 0; i < loose->len; i++)
    g_array_index (positions, HrPosition, g_array_index (loose, guint, i))
        = (HrPosition){ (int) (i % per_row) * (HR_BOX_WIDTH + HR_BOX_GAP_X),
                        top + (int) (i / per_row) * (HR_BOX_HEIGHT + HR_BOX_GAP_Y) };
}

GArray *
hr_canvas_arrange (const HrGraph *graph, HrCancel *cancel)
{
  g_autoptr (HrColumns) columns = NULL;
  g_autoptr (GArray) loose = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) positions = NULL;
  g_autofree guint *root = NULL;
  int top = 0;

  g_return_val_if_fail (graph != NULL, NULL);

  columns = hr_columns_new (graph);
  root = find_components (columns);
  positions = g_array_sized_new (FALSE, TRUE, sizeof (HrPosition), columns->n_nodes);
  g_array_set_size (positions, columns->n_nodes);
  for (guint i = 0; i < columns->n_nodes; i++)
    {
      g_autoptr (GArray) members = root[i] == i ? list_members (root, columns->n_nodes, i) : NULL;

      if (hr_cancel_is_cancelled (cancel))
        return NULL;
      if (members != NULL && members->len == 1)
        g_array_append_val (loose, i);
      else if (members != NULL)
        top = place_component (columns, members, top, positions);
    }
  place_loose (loose, top, positions);
  return g_steal_pointer (&positions);
}

HrProject *
hr_canvas_arrange_project (HrProject *project, HrCancel *cancel)
{
  g_autoptr (GArray) positions = NULL;
  g_autofree const char **ids = NULL;
  HrGraph *graph;

  g_return_val_if_fail (project != NULL, NULL);

  graph = hr_project_get_graph (project);
  positions = hr_canvas_arrange (graph, cancel);
  if (positions == NULL)
    return NULL;
  ids = g_new (const char *, positions->len);
  for (guint i = 0; i < positions->len; i++)
    ids[i] = hr_graph_get_node (graph, i)->id;
  return hr_project_with_positions (project, positions->len, ids, (const HrPosition *) (gpointer) positions->data);
}
