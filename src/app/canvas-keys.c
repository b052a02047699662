#include "canvas-private.h"

#include <math.h>

typedef enum
{
  WAY_LEFT,
  WAY_RIGHT,
  WAY_UP,
  WAY_DOWN,
} Way;

static const guint keys[][2] = {
  [WAY_LEFT] = { GDK_KEY_Left, GDK_KEY_KP_Left },
  [WAY_RIGHT] = { GDK_KEY_Right, GDK_KEY_KP_Right },
  [WAY_UP] = { GDK_KEY_Up, GDK_KEY_KP_Up },
  [WAY_DOWN] = { GDK_KEY_Down, GDK_KEY_KP_Down },
};

/* Along the first wire that leaves or enters the box, or −1. */
static int
follow_wire (HrCanvas *self, guint box, gboolean forward)
{
  guint n;
  const HrWire *wires = hr_canvas_layout_get_wires (self->layout, &n);

  for (guint i = 0; i < n; i++)
    if ((forward ? wires[i].from : wires[i].to) == box)
      return (int) (forward ? wires[i].to : wires[i].from);
  return -1;
}

/* The nearest box that lies above or below, or −1. */
static int
find_beside (HrCanvas *self, guint box, int direction)
{
  guint n;
  const HrBox *boxes = hr_canvas_layout_get_boxes (self->layout, &n);
  double best = G_MAXDOUBLE;
  int found = -1;

  for (guint i = 0; i < n; i++)
    {
      double down = (boxes[i].rect.y - boxes[box].rect.y) * direction;
      double distance = down + 2 * fabs (boxes[i].rect.x - boxes[box].rect.x);

      if (i != box && down >= HR_BOX_HEIGHT / 2.0 && distance < best)
        {
          best = distance;
          found = (int) i;
        }
    }
  return found;
}

static int
find_next (HrCanvas *self, Way way)
{
  int box = self->current != NULL ? hr_canvas_layout_find_box (self->layout, self->current) : -1;
  guint n;

  hr_canvas_layout_get_boxes (self->layout, &n);
  if (box < 0)
    return n > 0 ? 0 : -1;
  if (way == WAY_LEFT || way == WAY_RIGHT)
    return follow_wire (self, (guint) box, way == WAY_RIGHT);
  return find_beside (self, (guint) box, way == WAY_DOWN ? 1 : -1);
}

/* Goes to a layer; "(ub)": Way, whether the selection is extended. */
static gboolean
walk (GtkWidget *widget, GVariant *args, gpointer data)
{
  HrCanvas *self = HR_CANVAS (widget);
  g_autofree char *id = NULL;
  gboolean extend;
  guint way, n;
  int next;

  g_variant_get (args, "(ub)", &way, &extend);
  if (self->layout == NULL || self->arranging != NULL)
    return FALSE;
  next = find_next (self, way);
  if (next < 0)
    return TRUE;
  id = g_strdup (hr_canvas_layout_get_boxes (self->layout, &n)[next].node->id);
  hr_document_end_merge (self->document);
  if (extend)
    hr_canvas_add_selected (self, id);
  else
    hr_canvas_select_only (self, id);
  hr_canvas_set_current (self, id);
  return TRUE;
}

/* Moves the selected boxes; "(ii)": canvas units. */
static gboolean
nudge (GtkWidget *widget, GVariant *args, gpointer data)
{
  HrCanvas *self = HR_CANVAS (widget);
  int dx, dy;

  g_variant_get (args, "(ii)", &dx, &dy);
  if (self->layout != NULL && self->arranging == NULL)
    hr_canvas_nudge (self, dx, dy);
  return TRUE;
}

static gboolean
clear_selection (GtkWidget *widget, GVariant *args, gpointer data)
{
  HrCanvas *self = HR_CANVAS (widget);

  if (self->document == NULL || hr_document_get_selection (self->document)[0] == NULL)
    return FALSE;
  hr_document_set_selection (self->document, NULL);
  return TRUE;
}

static gboolean
show_menu (GtkWidget *widget, GVariant *args, gpointer data)
{
  hr_canvas_show_menu_at_current (HR_CANVAS (widget));
  return TRUE;
}

static void
add_arrow (GtkWidgetClass *klass, guint key, Way way)
{
  const int step = way == WAY_LEFT || way == WAY_UP ? -HR_SNAP : HR_SNAP;
  const gboolean level = way == WAY_LEFT || way == WAY_RIGHT;
  const int dx = level ? step : 0;
  const int dy = level ? 0 : step;

  gtk_widget_class_add_binding (klass, key, 0, walk, "(ub)", way, FALSE);
  gtk_widget_class_add_binding (klass, key, GDK_SHIFT_MASK, walk, "(ub)", way, TRUE);
  gtk_widget_class_add_binding (klass, key, GDK_CONTROL_MASK, nudge, "(ii)", dx, dy);
  gtk_widget_class_add_binding (klass, key, GDK_CONTROL_MASK | GDK_SHIFT_MASK, nudge, "(ii)", 8 * dx, 8 * dy);
}

void
hr_canvas_class_add_bindings (GtkWidgetClass *klass)
{
  for (guint way = 0; way < G_N_ELEMENTS (keys); way++)
    for (guint i = 0; i < G_N_ELEMENTS (keys[way]); i++)
      add_arrow (klass, keys[way][i], way);
  gtk_widget_class_add_binding (klass, GDK_KEY_Escape, 0, clear_selection, NULL);
  gtk_widget_class_add_binding (klass, GDK_KEY_Menu, 0, show_menu, NULL);
  gtk_widget_class_add_binding (klass, GDK_KEY_F10, GDK_SHIFT_MASK, show_menu, NULL);
  /* Menus show the last key of an action. */
  gtk_widget_class_add_binding_action (klass, GDK_KEY_BackSpace, 0, "canvas.delete", NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_Delete, 0, "canvas.delete", NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_KP_Enter, 0, "canvas.edit", NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_Return, 0, "canvas.edit", NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_a, GDK_CONTROL_MASK, "canvas.select-all", NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_c, 0, "canvas.connect", NULL);
}
