#include "canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>

#define WIRE_REACH 6.0 /* pixels */
#define ZOOM_STEP 1.1

static const char *
get_box_id (HrCanvas *self, int box)
{
  guint n;

  return hr_canvas_layout_get_boxes (self->layout, &n)[box].node->id;
}

/* The wire at a point that is on no box, or −1. */
static int
find_wire (HrCanvas *self, HrPoint at)
{
  HrPort port;

  if (hr_canvas_layout_hit_box (self->layout, at) >= 0
      || hr_canvas_layout_hit_port (self->layout, at, HR_CANVAS_PORT_REACH / self->zoom, &port))
    return -1;
  return hr_canvas_layout_hit_wire (self->layout, at, WIRE_REACH / self->zoom);
}

static void
show_menu (HrCanvas *self, HrPoint at, double x, double y)
{
  int box = hr_canvas_layout_hit_box (self->layout, at);

  if (box >= 0 && !hr_document_is_selected (self->document, get_box_id (self, box)))
    hr_canvas_select_only (self, get_box_id (self, box));
  if (box >= 0)
    hr_canvas_set_current (self, get_box_id (self, box));
  hr_canvas_show_menu (self, x, y, find_wire (self, at));
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, HrCanvas *self)
{
  HrPoint at = hr_canvas_point_at (self, x, y);
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));

  if (self->layout == NULL || self->arranging != NULL)
    return;
  if (button == GDK_BUTTON_SECONDARY)
    {
      show_menu (self, at, x, y);
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
    }
  else if (button == GDK_BUTTON_PRIMARY && n_press == 2 && hr_canvas_layout_hit_box (self->layout, at) >= 0)
    g_signal_emit_by_name (self, "edit-parameters");
}

static void
set_hot_wire (HrCanvas *self, int wire)
{
  guint n = self->wire_nodes->len;

  if (wire == self->hot_wire)
    return;
  for (guint i = 0; i < n; i++)
    if ((int) i == wire || (int) i == self->hot_wire)
      g_clear_pointer ((GskRenderNode **) &g_ptr_array_index (self->wire_nodes, i), gsk_render_node_unref);
  self->hot_wire = wire;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, HrCanvas *self)
{
  HrPort port;
  gboolean at_port;

  self->pointer = hr_canvas_point_at (self, x, y);
  if (self->layout == NULL || self->drag.kind != HR_DRAG_NONE)
    return;
  at_port = hr_canvas_layout_hit_port (self->layout, self->pointer, HR_CANVAS_PORT_REACH / self->zoom, &port);
  set_hot_wire (self, find_wire (self, self->pointer));
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), self->space_held ? "grab" : at_port ? "crosshair" : NULL);
}

static void
on_leave (GtkEventControllerMotion *controller, HrCanvas *self)
{
  set_hot_wire (self, -1);
}

/* "conv1 → pool1: 64 × 112 × 112" */
static char *
dup_wire_text (HrCanvas *self, int wire)
{
  guint n;
  const HrBox *boxes = hr_canvas_layout_get_boxes (self->layout, &n);
  const HrWire *at = &hr_canvas_layout_get_wires (self->layout, &n)[wire];
  const char *output = g_array_index (self->figures, HrBoxFigures, at->from).output;

  /* Translators: a wire: where from, where to, shape of the tensor */
  return g_strdup_printf (_ ("%s → %s: %s"), hr_node_get_name (boxes[at->from].node),
                          hr_node_get_name (boxes[at->to].node), output != NULL ? output : "?");
}

/* What a box says that is painted too small to read. */
static char *
dup_box_text (HrCanvas *self, int box)
{
  guint n;
  const HrNode *node = hr_canvas_layout_get_boxes (self->layout, &n)[box].node;
  const HrBoxFigures *figures = &g_array_index (self->figures, HrBoxFigures, box);
  g_autofree char *summary = hr_layer_box_dup_summary (node);
  const char *output = figures->output != NULL ? figures->output : "?";

  if (figures->message != NULL)
    return g_strdup_printf ("%s\n%s\n%s\n%s", hr_node_get_name (node), summary, output, figures->message);
  return g_strdup_printf ("%s\n%s\n%s", hr_node_get_name (node), summary, output);
}

static gboolean
on_query_tooltip (HrCanvas *self, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip)
{
  HrPoint at = hr_canvas_point_at (self, x, y);
  g_autofree char *text = NULL;
  int box, wire;

  if (self->layout == NULL || self->arranging != NULL || by_keyboard)
    return FALSE;
  box = hr_canvas_layout_hit_box (self->layout, at);
  wire = find_wire (self, at);
  if (box >= 0 && self->zoom < HR_CANVAS_WIDGET_ZOOM)
    text = dup_box_text (self, box);
  else if (wire >= 0)
    text = dup_wire_text (self, wire);
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

/* Ctrl zooms at the pointer; Shift scrolls sideways; a wheel moves by steps, a touchpad by pixels. */
static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, HrCanvas *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  gboolean is_wheel = gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_WHEEL;
  double step = is_wheel ? 64 : 1;
  HrPoint origin = hr_canvas_point_at (self, 0, 0);

  if (state & GDK_CONTROL_MASK)
    hr_canvas_zoom_at (self, self->zoom * pow (ZOOM_STEP, -dy * step / 64), (self->pointer.x - origin.x) * self->zoom,
                       (self->pointer.y - origin.y) * self->zoom);
  else if ((state & GDK_SHIFT_MASK) && dx == 0)
    hr_canvas_scroll_by (self, dy * step, 0);
  else
    hr_canvas_scroll_by (self, dx * step, dy * step);
  return TRUE;
}

static void
on_pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, HrCanvas *self)
{
  self->pinch_zoom = self->zoom;
}

static void
on_pinch (GtkGestureZoom *gesture, double scale, HrCanvas *self)
{
  double x, y;

  if (gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    hr_canvas_zoom_at (self, self->pinch_zoom * scale, x, y);
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, HrCanvas *self)
{
  if (key == GDK_KEY_Escape && self->drag.kind != HR_DRAG_NONE)
    {
      hr_canvas_cancel_drag (self);
      return TRUE;
    }
  if (key != GDK_KEY_space || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  self->space_held = TRUE;
  return TRUE;
}

static void
on_key_released (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, HrCanvas *self)
{
  if (key == GDK_KEY_space)
    self->space_held = FALSE;
}

static void
add_pointer_controllers (HrCanvas *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (pinch));
}

void
hr_canvas_init_input (HrCanvas *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  add_pointer_controllers (self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  g_signal_connect (keys, "key-released", G_CALLBACK (on_key_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
}
