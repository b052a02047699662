#include "canvas-private.h"

#include <math.h>

#include "../core/graph-edit.h"

#define EDGE 28.0       /* pixels: a drag this near to the edge scrolls */
#define EDGE_SPEED 0.35 /* pixels per frame and pixel of nearness */

void
hr_canvas_clear_drag (HrCanvas *self)
{
  g_clear_pointer (&self->drag.boxes, g_array_unref);
  g_clear_pointer (&self->drag.origins, g_array_unref);
  g_clear_pointer (&self->drag.fits, g_free);
  g_clear_pointer (&self->drag.selection, g_strfreev);
  if (self->drag.tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->drag.tick);
  self->drag = (HrDrag){ .kind = HR_DRAG_NONE, .lifted = -1 };
}

static void
move_dragged_boxes (HrCanvas *self, HrPoint by)
{
  g_autofree HrPoint *places = g_new (HrPoint, self->drag.boxes->len);

  for (guint i = 0; i < self->drag.boxes->len; i++)
    {
      HrPoint origin = g_array_index (self->drag.origins, HrPoint, i);

      places[i] = (HrPoint){ origin.x + by.x, origin.y + by.y };
      hr_canvas_drop_wire_nodes (self, g_array_index (self->drag.boxes, guint, i));
    }
  hr_canvas_layout_move_boxes (self->layout, self->drag.boxes->len, (const guint *) (gpointer) self->drag.boxes->data,
                               places);
  hr_canvas_update_extent (self);
  hr_canvas_update_boxes (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
fade_boxes (HrCanvas *self, const gboolean *fits)
{
  GHashTableIter iter;
  gpointer id, box;

  g_hash_table_iter_init (&iter, self->boxes);
  while (g_hash_table_iter_next (&iter, &id, &box))
    {
      int index = hr_canvas_layout_find_box (self->layout, id);

      if (fits != NULL && index >= 0 && !fits[index])
        gtk_widget_add_css_class (box, "unconnectable");
      else
        gtk_widget_remove_css_class (box, "unconnectable");
    }
}

static void
finish_drag (HrCanvas *self)
{
  if (self->drag.kind == HR_DRAG_WIRE)
    fade_boxes (self, NULL);
  hr_canvas_clear_drag (self);
  gtk_widget_set_cursor (GTK_WIDGET (self), NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Everything goes back to where it was. */
void
hr_canvas_cancel_drag (HrCanvas *self)
{
  if (self->drag.kind == HR_DRAG_BOXES && self->drag.moved)
    move_dragged_boxes (self, (HrPoint){ 0, 0 });
  if (self->drag.kind == HR_DRAG_BAND && self->drag.moved)
    hr_document_set_selection (self->document, (const char *const *) self->drag.selection);
  finish_drag (self);
  gtk_gesture_set_state (self->drag_gesture, GTK_EVENT_SEQUENCE_DENIED);
}

static const char *
get_id (HrCanvas *self, guint box)
{
  guint n;

  return hr_canvas_layout_get_boxes (self->layout, &n)[box].node->id;
}

static gboolean
is_extending (GtkGesture *gesture)
{
  return (gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture))
          & (GDK_CONTROL_MASK | GDK_SHIFT_MASK))
         != 0;
}

static void
begin_boxes (HrCanvas *self, GtkGesture *gesture, guint box)
{
  g_autofree char *id = g_strdup (get_id (self, box));
  const char *const *selection;
  guint n;
  const HrBox *boxes;

  if (is_extending (gesture))
    hr_canvas_toggle_selected (self, id);
  else if (!hr_document_is_selected (self->document, id))
    hr_canvas_select_only (self, id);
  hr_canvas_set_current (self, id);
  selection = hr_document_get_selection (self->document);
  boxes = hr_canvas_layout_get_boxes (self->layout, &n);
  self->drag.kind = HR_DRAG_BOXES;
  self->drag.boxes = g_array_new (FALSE, FALSE, sizeof (guint));
  self->drag.origins = g_array_new (FALSE, FALSE, sizeof (HrPoint));
  for (guint i = 0; selection[i] != NULL; i++)
    {
      guint index = (guint) hr_canvas_layout_find_box (self->layout, selection[i]);
      HrPoint origin = { boxes[index].rect.x, boxes[index].rect.y };

      g_array_append_val (self->drag.boxes, index);
      g_array_append_val (self->drag.origins, origin);
    }
}

static void
begin_wire (HrCanvas *self, guint from, guint port, int lifted)
{
  guint n;
  HrGraph *graph = hr_project_get_graph (hr_canvas_layout_get_project (self->layout));
  const HrBox *boxes = hr_canvas_layout_get_boxes (self->layout, &n);

  self->drag.kind = HR_DRAG_WIRE;
  self->drag.wire_from = from;
  self->drag.wire_port = port;
  self->drag.lifted = lifted;
  self->drag.fits = g_new0 (gboolean, n);
  for (guint i = 0; i < n; i++)
    self->drag.fits[i]
        = hr_graph_can_connect (graph, boxes[from].node->id, port, boxes[i].node->id, 0)
          || hr_graph_can_connect (graph, boxes[from].node->id, port, boxes[i].node->id, boxes[i].node->n_inputs);
}

/* A wire begins at an output; at an input that has one, its end is lifted off. FALSE when nothing can begin here. */
static gboolean
begin_at_port (HrCanvas *self, HrPort port)
{
  guint n;
  const HrWire *wires = hr_canvas_layout_get_wires (self->layout, &n);
  int wire = port.is_output ? -1 : hr_canvas_layout_find_wire (self->layout, port.box, port.index);

  if (port.is_output)
    begin_wire (self, port.box, port.index, -1);
  else if (wire >= 0)
    begin_wire (self, wires[wire].from, wires[wire].port, wire);
  return port.is_output || wire >= 0;
}

static void
begin_band (HrCanvas *self, GtkGesture *gesture)
{
  self->drag.kind = HR_DRAG_BAND;
  self->drag.selection = g_strdupv ((char **) hr_document_get_selection (self->document));
  if (!is_extending (gesture))
    {
      hr_document_set_selection (self->document, NULL);
      g_strfreev (self->drag.selection);
      self->drag.selection = g_new0 (char *, 1);
    }
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
begin_pan (HrCanvas *self)
{
  self->drag.kind = HR_DRAG_PAN;
  self->drag.scroll_x = gtk_adjustment_get_value (self->adjustments[0]);
  self->drag.scroll_y = gtk_adjustment_get_value (self->adjustments[1]);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, HrCanvas *self)
{
  HrPoint at = hr_canvas_point_at (self, x, y);
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  HrPort port;
  int box;

  hr_canvas_clear_drag (self);
  if (self->layout == NULL || self->arranging != NULL || button == GDK_BUTTON_SECONDARY)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  self->drag.start = self->drag.pointer = at;
  box = hr_canvas_layout_hit_box (self->layout, at);
  if (button == GDK_BUTTON_MIDDLE || self->space_held)
    begin_pan (self);
  else if (hr_canvas_layout_hit_port (self->layout, at, HR_CANVAS_PORT_REACH / self->zoom, &port)
           && begin_at_port (self, port))
    ;
  else if (box >= 0)
    begin_boxes (self, GTK_GESTURE (gesture), (guint) box);
  else
    begin_band (self, GTK_GESTURE (gesture));
}

static void
update_boxes (HrCanvas *self)
{
  HrPoint origin = g_array_index (self->drag.origins, HrPoint, 0);
  HrPoint by = { hr_canvas_snap (origin.x + self->drag.pointer.x - self->drag.start.x) - origin.x,
                 hr_canvas_snap (origin.y + self->drag.pointer.y - self->drag.start.y) - origin.y };

  move_dragged_boxes (self, by);
}

/* Everything that the band touches, and what was selected before when the band extends it. */
static void
update_band (HrCanvas *self)
{
  HrRect band = hr_rect_from_corners (self->drag.start, self->drag.pointer);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) ids = NULL;
  guint n;
  const HrBox *boxes = hr_canvas_layout_get_boxes (self->layout, &n);

  g_strv_builder_addv (builder, (const char **) self->drag.selection);
  for (guint i = 0; i < n; i++)
    if (hr_rect_intersects (&boxes[i].rect, &band)
        && !g_strv_contains ((const char *const *) self->drag.selection, boxes[i].node->id))
      g_strv_builder_add (builder, boxes[i].node->id);
  ids = g_strv_builder_end (builder);
  if (!g_strv_equal ((const char *const *) ids, hr_document_get_selection (self->document)))
    hr_document_set_selection (self->document, (const char *const *) ids);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
update_wire (HrCanvas *self)
{
  HrDrag *drag = &self->drag;
  HrPort port;
  int box = hr_canvas_layout_hit_box (self->layout, drag->pointer);

  if (hr_canvas_layout_hit_port (self->layout, drag->pointer, HR_CANVAS_PORT_REACH / self->zoom, &port)
      && !port.is_output)
    box = (int) port.box;
  drag->has_target = box >= 0 && (guint) box != drag->wire_from;
  drag->target = (HrPort){ .box = (guint) MAX (box, 0), .is_output = FALSE };
  drag->target_fits = drag->has_target
                      && hr_canvas_find_input (self, drag->wire_from, drag->wire_port, (guint) box, drag->pointer,
                                               &drag->target.index);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self),
                                   drag->has_target && !drag->target_fits ? "not-allowed" : "crosshair");
  fade_boxes (self, drag->fits);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The pointer is at x, y of the widget. */
static void
follow_pointer (HrCanvas *self, double x, double y)
{
  HrDrag *drag = &self->drag;

  drag->pointer = hr_canvas_point_at (self, x, y);
  if (drag->kind == HR_DRAG_BOXES && drag->boxes->len > 0)
    update_boxes (self);
  else if (drag->kind == HR_DRAG_BAND)
    update_band (self);
  else if (drag->kind == HR_DRAG_WIRE)
    update_wire (self);
}

/* Speed along one axis when the pointer is near its start or end. */
static double
get_edge_speed (double at, double length)
{
  if (at < EDGE)
    return (at - EDGE) * EDGE_SPEED;
  return at > length - EDGE ? (at - length + EDGE) * EDGE_SPEED : 0;
}

/* A drag to the edge of the view scrolls on as long as it stays there. */
static gboolean
scroll_at_edge (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  HrCanvas *self = HR_CANVAS (widget);
  double x, y, dx, dy, by_x, by_y;

  if (!gtk_gesture_drag_get_start_point (GTK_GESTURE_DRAG (self->drag_gesture), &x, &y)
      || !gtk_gesture_drag_get_offset (GTK_GESTURE_DRAG (self->drag_gesture), &dx, &dy))
    return G_SOURCE_CONTINUE;
  by_x = get_edge_speed (x + dx, gtk_widget_get_width (widget));
  by_y = get_edge_speed (y + dy, gtk_widget_get_height (widget));
  if (by_x == 0 && by_y == 0)
    return G_SOURCE_CONTINUE;
  hr_canvas_scroll_by (self, by_x, by_y);
  follow_pointer (self, x + dx, y + dy);
  return G_SOURCE_CONTINUE;
}

/* The first move beyond the threshold makes a drag of what could have been a click. */
static void
start_moving (HrCanvas *self)
{
  self->drag.moved = TRUE;
  gtk_gesture_set_state (self->drag_gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  if (self->drag.kind != HR_DRAG_PAN)
    self->drag.tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), scroll_at_edge, NULL, NULL);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, HrCanvas *self)
{
  HrDrag *drag = &self->drag;
  double x, y;

  if (drag->kind == HR_DRAG_NONE || !gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  if (!drag->moved && !gtk_drag_check_threshold (GTK_WIDGET (self), 0, 0, (int) dx, (int) dy))
    return;
  if (!drag->moved)
    start_moving (self);
  if (drag->kind == HR_DRAG_PAN)
    hr_canvas_scroll_by (self, drag->scroll_x - dx - gtk_adjustment_get_value (self->adjustments[0]),
                         drag->scroll_y - dy - gtk_adjustment_get_value (self->adjustments[1]));
  else
    follow_pointer (self, x + dx, y + dy);
}

/* On an input that takes it, the wire is connected; a lifted wire dropped on nothing is removed. */
static void
drop_wire (HrCanvas *self)
{
  const HrDrag drag = self->drag;
  guint n;
  const HrWire *wires = hr_canvas_layout_get_wires (self->layout, &n);

  if (drag.has_target && drag.target_fits)
    hr_canvas_connect (self, drag.wire_from, drag.wire_port, drag.target.box, drag.target.index, drag.lifted);
  else if (!drag.has_target && drag.lifted >= 0)
    hr_canvas_disconnect (self, wires[drag.lifted].to, wires[drag.lifted].input);
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, HrCanvas *self)
{
  g_autoptr (GArray) moved = self->drag.boxes != NULL ? g_array_ref (self->drag.boxes) : NULL;
  HrDragKind kind = self->drag.kind;

  if (kind == HR_DRAG_BOXES && !self->drag.moved && !is_extending (GTK_GESTURE (gesture)))
    hr_canvas_select_only (self, self->current);
  if (kind == HR_DRAG_WIRE && self->drag.moved)
    {
      fade_boxes (self, NULL);
      drop_wire (self);
    }
  if (kind == HR_DRAG_BOXES && self->drag.moved && moved->len > 0)
    hr_canvas_commit_move (self, moved, NULL);
  finish_drag (self);
}

static void
on_drag_cancel (GtkGesture *gesture, GdkEventSequence *sequence, HrCanvas *self)
{
  if (self->drag.kind != HR_DRAG_NONE)
    hr_canvas_cancel_drag (self);
}

void
hr_canvas_init_drag (HrCanvas *self)
{
  hr_canvas_clear_drag (self);
  self->drag_gesture = gtk_gesture_drag_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (self->drag_gesture), 0);
  g_signal_connect (self->drag_gesture, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (self->drag_gesture, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (self->drag_gesture, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (self->drag_gesture, "cancel", G_CALLBACK (on_drag_cancel), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (self->drag_gesture));
}
