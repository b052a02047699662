#include "canvas-private.h"

#define WIRE_REACH 10.0

/* The wire that a layer dropped here would go into, or −1. */
static int
find_wire_at (HrCanvas *self, HrPoint at)
{
  if (self->layout == NULL || hr_canvas_layout_hit_box (self->layout, at) >= 0)
    return -1;
  return hr_canvas_layout_hit_wire (self->layout, at, WIRE_REACH / self->zoom);
}

static void
set_hot_wire (HrCanvas *self, int wire)
{
  if (wire == self->hot_wire)
    return;
  self->hot_wire = wire;
  hr_canvas_drop_nodes (self);
}

static GdkDragAction
on_motion (GtkDropTarget *target, double x, double y, HrCanvas *self)
{
  set_hot_wire (self, find_wire_at (self, hr_canvas_point_at (self, x, y)));
  return GDK_ACTION_COPY;
}

static void
on_leave (GtkDropTarget *target, HrCanvas *self)
{
  set_hot_wire (self, -1);
}

/* The box is put with its middle under the pointer. */
static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, HrCanvas *self)
{
  const HrOp *op = g_value_get_boxed (value);
  HrPoint at = hr_canvas_point_at (self, x, y);
  HrPoint place = { at.x - HR_BOX_WIDTH / 2.0, at.y - HR_BOX_HEIGHT / 2.0 };
  int wire = find_wire_at (self, at);

  if (op == NULL || self->layout == NULL || self->arranging != NULL)
    return FALSE;
  if (wire >= 0)
    hr_canvas_insert_kind (self, op, place, (guint) wire);
  else
    hr_canvas_add_kind (self, op, place);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  return TRUE;
}

void
hr_canvas_init_drop (HrCanvas *self)
{
  GtkDropTarget *target = gtk_drop_target_new (HR_TYPE_KIND, GDK_ACTION_COPY);

  g_signal_connect (target, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (target, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect (target, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}
