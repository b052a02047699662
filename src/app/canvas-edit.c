#include "canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "../core/graph-edit.h"

static HrGraph *
get_graph (HrCanvas *self)
{
  return hr_project_get_graph (hr_document_get_project (self->document));
}

static const HrNode *
get_node (HrCanvas *self, guint box)
{
  return hr_graph_get_node (get_graph (self), box);
}

/* One step that changes the wires only. */
static void
push_graph (HrCanvas *self, HrGraph *graph, const char *label)
{
  g_autoptr (HrProject) project = hr_project_with_graph (hr_document_get_project (self->document), graph);

  hr_document_push (self->document, project, label, NULL);
}

/* One step that adds a layer at a place. */
static void
push_added (HrCanvas *self, HrGraph *graph, const HrNode *node, HrPoint place)
{
  g_autoptr (HrProject) bare = hr_project_with_graph (hr_document_get_project (self->document), graph);
  const char *id = node->id;
  const char *selection[] = { id, NULL };
  HrPosition position = { (gint32) hr_canvas_snap (place.x), (gint32) hr_canvas_snap (place.y) };
  g_autoptr (HrProject) project = hr_project_with_positions (bare, 1, &id, &position);
  /* Translators: a step that can be undone: "Add Convolution" */
  g_autofree char *label = g_strdup_printf (_ ("Add %s"), _ (node->op->title));

  hr_document_push (self->document, project, label, NULL);
  hr_document_set_selection (self->document, selection);
}

static HrNode *
create_node (HrCanvas *self, const HrOp *op)
{
  g_autofree char *id = hr_graph_make_id (get_graph (self), op);

  return hr_node_new (op, id);
}

void
hr_canvas_add_kind (HrCanvas *self, const HrOp *op, HrPoint place)
{
  g_autoptr (HrNode) node = create_node (self, op);
  g_autoptr (HrGraph) graph = hr_graph_add_node (get_graph (self), node);

  push_added (self, graph, node, place);
}

/* Into a wire, where the kind takes an input and gives an output; otherwise beside it. */
void
hr_canvas_insert_kind (HrCanvas *self, const HrOp *op, HrPoint place, guint wire)
{
  guint n;
  HrWire at = hr_canvas_layout_get_wires (self->layout, &n)[wire];
  g_autoptr (HrNode) node = create_node (self, op);
  g_autoptr (HrGraph) added = hr_graph_add_node (get_graph (self), node);
  g_autoptr (HrGraph) fed = hr_graph_connect (added, get_node (self, at.from)->id, at.port, node->id, 0);
  g_autoptr (HrGraph) joined = fed != NULL && op->n_outputs > 0
                                   ? hr_graph_connect (fed, node->id, 0, get_node (self, at.to)->id, at.input)
                                   : NULL;

  push_added (self, joined != NULL ? joined : added, node, place);
}

/* The last of the selected layers, or −1. */
static int
find_selected (HrCanvas *self)
{
  const char *const *selection = hr_document_get_selection (self->document);
  guint n = g_strv_length ((char **) selection);

  return n > 0 ? hr_canvas_layout_find_box (self->layout, selection[n - 1]) : -1;
}

/* Right of the layer, or in the middle of the view. */
static HrPoint
find_place_after (HrCanvas *self, int box)
{
  HrRect view = hr_canvas_get_view (self);
  HrPoint wish = { view.x + (view.width - HR_BOX_WIDTH) / 2, view.y + (view.height - HR_BOX_HEIGHT) / 2 };
  guint n;
  const HrBox *boxes = hr_canvas_layout_get_boxes (self->layout, &n);

  if (box >= 0)
    wish = (HrPoint){ boxes[box].rect.x + HR_BOX_WIDTH + HR_BOX_GAP_X, boxes[box].rect.y };
  return hr_canvas_layout_find_free (self->layout, wish);
}

void
hr_canvas_append_kind (HrCanvas *self, const HrOp *op)
{
  g_autoptr (HrNode) node = NULL;
  g_autoptr (HrGraph) added = NULL;
  g_autoptr (HrGraph) joined = NULL;
  int after;

  g_return_if_fail (HR_IS_CANVAS (self) && op != NULL);

  if (self->document == NULL)
    return;
  after = find_selected (self);
  node = create_node (self, op);
  added = hr_graph_add_node (get_graph (self), node);
  if (after >= 0)
    joined = hr_graph_connect (added, get_node (self, (guint) after)->id, 0, node->id, 0);
  push_added (self, joined != NULL ? joined : added, node, find_place_after (self, after));
  hr_canvas_scroll_to (self, node->id);
}

/* The input to use when a wire is dropped on a box: the one at the pointer, else one that is free, else a new one. */
gboolean
hr_canvas_find_input (HrCanvas *self, guint from, guint port, guint to, HrPoint near, guint *input)
{
  HrGraph *graph = get_graph (self);
  const HrNode *target = get_node (self, to);
  const char *from_id = get_node (self, from)->id;
  HrPort hit;

  if (hr_canvas_layout_hit_port (self->layout, near, 10, &hit) && hit.box == to && !hit.is_output)
    {
      *input = hit.index;
      return hr_graph_can_connect (graph, from_id, port, target->id, hit.index);
    }
  for (*input = 0; *input < target->n_inputs; (*input)++)
    if (target->inputs[*input].node_id == NULL && hr_graph_can_connect (graph, from_id, port, target->id, *input))
      return TRUE;
  if (hr_graph_can_connect (graph, from_id, port, target->id, target->n_inputs))
    return TRUE;
  *input = 0;
  return hr_graph_can_connect (graph, from_id, port, target->id, 0);
}

/* lifted_wire: the wire that is moved here from another input, or −1. */
void
hr_canvas_connect (HrCanvas *self, guint from, guint port, guint to, guint input, int lifted_wire)
{
  const HrNode *source = get_node (self, from);
  const HrNode *target = get_node (self, to);
  g_autoptr (HrGraph) joined = hr_graph_connect (get_graph (self), source->id, port, target->id, input);
  g_autoptr (HrGraph) moved = NULL;
  /* Translators: a step that can be undone: "Connect conv1 to pool1" */
  g_autofree char *label
      = g_strdup_printf (_ ("Connect %s to %s"), hr_node_get_name (source), hr_node_get_name (target));
  guint n;

  if (joined == NULL)
    return;
  if (lifted_wire >= 0)
    {
      const HrWire *wire = &hr_canvas_layout_get_wires (self->layout, &n)[lifted_wire];

      if (wire->to != to || wire->input != input)
        moved = hr_graph_disconnect (joined, get_node (self, wire->to)->id, wire->input);
    }
  push_graph (self, moved != NULL ? moved : joined, label);
}

void
hr_canvas_disconnect (HrCanvas *self, guint to, guint input)
{
  const HrNode *node = get_node (self, to);
  g_autoptr (HrGraph) graph = hr_graph_disconnect (get_graph (self), node->id, input);
  /* Translators: a step that can be undone: "Disconnect pool1" */
  g_autofree char *label = g_strdup_printf (_ ("Disconnect %s"), hr_node_get_name (node));

  if (graph != NULL)
    push_graph (self, graph, label);
}

/* Takes the wires off the inputs of every selected layer, the last input first because later ones may be removed. */
void
hr_canvas_disconnect_selection (HrCanvas *self)
{
  g_auto (GStrv) ids = g_strdupv ((char **) hr_document_get_selection (self->document));
  g_autoptr (HrGraph) graph = hr_graph_ref (get_graph (self));
  guint n = g_strv_length (ids);
  g_autofree char *label = g_strdup_printf (ngettext ("Disconnect %u Layer", "Disconnect %u Layers", n), n);

  for (guint i = 0; i < n; i++)
    for (guint input = hr_graph_get_node (graph, (guint) hr_graph_find (graph, ids[i]))->n_inputs; input > 0; input--)
      {
        HrGraph *next = hr_graph_disconnect (graph, ids[i], input - 1);

        if (next == NULL)
          continue;
        hr_graph_unref (graph);
        graph = next;
      }
  if (n > 0)
    push_graph (self, graph, label);
}

void
hr_canvas_delete_selection (HrCanvas *self)
{
  g_auto (GStrv) ids = NULL;
  g_autoptr (HrGraph) graph = NULL;
  g_autofree char *label = NULL;
  guint n;

  g_return_if_fail (HR_IS_CANVAS (self));

  if (self->document == NULL)
    return;
  ids = g_strdupv ((char **) hr_document_get_selection (self->document));
  n = g_strv_length (ids);
  if (n == 0)
    return;
  graph = hr_graph_remove_nodes (get_graph (self), (const char *const *) ids, TRUE);
  label = n == 1 ? g_strdup_printf (_ ("Delete %s"), ids[0])
                 : g_strdup_printf (ngettext ("Delete %u Layer", "Delete %u Layers", n), n);
  push_graph (self, graph, label);
}

/* Takes the places that the boxes have in the layout into the project. */
void
hr_canvas_commit_move (HrCanvas *self, const GArray *moved, const char *merge_key)
{
  g_autofree const char **ids = g_new (const char *, moved->len);
  g_autofree HrPosition *positions = g_new (HrPosition, moved->len);
  g_autoptr (HrProject) project = NULL;
  g_autofree char *label = NULL;
  guint n;
  const HrBox *boxes = hr_canvas_layout_get_boxes (self->layout, &n);

  for (guint i = 0; i < moved->len; i++)
    {
      const HrBox *box = &boxes[g_array_index (moved, guint, i)];

      ids[i] = box->node->id;
      positions[i] = (HrPosition){ (gint32) lround (box->rect.x), (gint32) lround (box->rect.y) };
    }
  label = moved->len == 1 ? g_strdup_printf (_ ("Move %s"), ids[0])
                          : g_strdup_printf (ngettext ("Move %u Layer", "Move %u Layers", moved->len), moved->len);
  project = hr_project_with_positions (hr_document_get_project (self->document), moved->len, ids, positions);
  hr_document_push (self->document, project, label, merge_key);
}

/* Moves the selected boxes with the keyboard; steps in a row are one step to undo. */
void
hr_canvas_nudge (HrCanvas *self, int dx, int dy)
{
  const char *const *selection = hr_document_get_selection (self->document);
  g_autoptr (GArray) moved = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (HrPoint));
  g_autofree char *ids = g_strjoinv (" ", (char **) selection);
  g_autofree char *merge_key = g_strconcat ("nudge ", ids, NULL);
  guint n;
  const HrBox *boxes = hr_canvas_layout_get_boxes (self->layout, &n);

  for (guint i = 0; selection[i] != NULL; i++)
    {
      guint box = (guint) hr_canvas_layout_find_box (self->layout, selection[i]);
      HrPoint place = { hr_canvas_snap (boxes[box].rect.x) + dx, hr_canvas_snap (boxes[box].rect.y) + dy };

      g_array_append_val (moved, box);
      g_array_append_val (places, place);
    }
  if (moved->len == 0)
    return;
  hr_canvas_layout_move_boxes (self->layout, moved->len, (const guint *) (gpointer) moved->data,
                               (const HrPoint *) (gpointer) places->data);
  hr_canvas_commit_move (self, moved, merge_key);
}
