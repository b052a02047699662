#include "canvas-private.h"

#include <glib/gi18n.h>

#include "../core/graph-edit.h"

/* Where popovers point to: the box, in widget coordinates. */
static GdkRectangle
get_box_area (HrCanvas *self, const char *id)
{
  int box = self->layout != NULL && id != NULL ? hr_canvas_layout_find_box (self->layout, id) : -1;
  HrPoint origin = hr_canvas_point_at (self, 0, 0);
  const HrRect *rect;
  guint n;

  if (box < 0)
    return (GdkRectangle){ gtk_widget_get_width (GTK_WIDGET (self)) / 2, gtk_widget_get_height (GTK_WIDGET (self)) / 2,
                           1, 1 };
  rect = &hr_canvas_layout_get_boxes (self->layout, &n)[box].rect;
  return (GdkRectangle){ (int) ((rect->x - origin.x) * self->zoom), (int) ((rect->y - origin.y) * self->zoom),
                         (int) (HR_BOX_WIDTH * self->zoom), (int) (HR_BOX_HEIGHT * self->zoom) };
}

/* Popovers that close are removed when everything they started is done. */
static gboolean
unparent_idle (gpointer popover)
{
  if (gtk_widget_get_parent (popover) != NULL)
    gtk_widget_unparent (popover);
  return G_SOURCE_REMOVE;
}

static void
on_closed (GtkWidget *popover)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, unparent_idle, g_object_ref (popover), g_object_unref);
}

static void
pop_up (HrCanvas *self, GtkWidget *popover, const GdkRectangle *area)
{
  gtk_widget_set_parent (popover, GTK_WIDGET (self));
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), area);
  g_signal_connect (popover, "closed", G_CALLBACK (on_closed), NULL);
  gtk_popover_popup (GTK_POPOVER (popover));
}

static GMenuModel *
create_menu (HrCanvas *self, int wire)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) layer = g_menu_new ();
  g_autoptr (GMenu) view = g_menu_new ();

  if (wire >= 0)
    {
      g_autofree char *action = g_strdup_printf ("canvas.cut(%d)", wire);

      g_menu_append (layer, _ ("Remove This _Wire"), action);
      g_menu_append_section (menu, NULL, G_MENU_MODEL (layer));
    }
  else if (self->document != NULL && hr_document_get_selection (self->document)[0] != NULL)
    {
      g_menu_append (layer, _ ("_Edit Parameters"), "canvas.edit");
      g_menu_append (layer, _ ("_Connect to…"), "canvas.connect");
      g_menu_append (layer, _ ("_Disconnect Inputs"), "canvas.disconnect");
      g_menu_append (layer, _ ("De_lete"), "canvas.delete");
      g_menu_append_section (menu, NULL, G_MENU_MODEL (layer));
    }
  g_menu_append (view, _ ("Select _All"), "canvas.select-all");
  g_menu_append (view, _ ("Show _Whole Network"), "canvas.fit");
  g_menu_append (view, _ ("A_rrange Layers"), "canvas.arrange");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (view));
  return G_MENU_MODEL (menu);
}

static void
show_menu_at (HrCanvas *self, const GdkRectangle *area, int wire)
{
  g_autoptr (GMenuModel) menu = create_menu (self, wire);

  gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (self->menu), menu);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), area);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

void
hr_canvas_init_menu (HrCanvas *self)
{
  self->menu = gtk_popover_menu_new_from_model (NULL);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
}

void
hr_canvas_show_menu (HrCanvas *self, double x, double y, int wire)
{
  show_menu_at (self, &(GdkRectangle){ (int) x, (int) y, 1, 1 }, wire);
}

void
hr_canvas_show_menu_at_current (HrCanvas *self)
{
  GdkRectangle area = get_box_area (self, self->current);

  show_menu_at (self, &area, -1);
}

/* Wires the current layer's first output to the layer of the row. */
static void
on_target_chosen (GtkListBox *list, GtkListBoxRow *row, HrCanvas *self)
{
  const char *id = g_object_get_data (G_OBJECT (row), "layer");
  int from = self->current != NULL ? hr_canvas_layout_find_box (self->layout, self->current) : -1;
  int to = hr_canvas_layout_find_box (self->layout, id);
  guint input;

  if (from >= 0 && to >= 0 && hr_canvas_find_input (self, (guint) from, 0, (guint) to, (HrPoint){ -1e9, -1e9 }, &input))
    hr_canvas_connect (self, (guint) from, 0, (guint) to, input, -1);
  gtk_popover_popdown (GTK_POPOVER (gtk_widget_get_ancestor (GTK_WIDGET (list), GTK_TYPE_POPOVER)));
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
add_target (GtkListBox *list, const HrNode *node)
{
  g_autofree char *text = hr_layer_box_dup_label (node, NULL);
  GtkWidget *label = gtk_label_new (text);
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
  g_object_set_data_full (G_OBJECT (row), "layer", g_strdup (node->id), g_free);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_list_box_append (list, row);
}

static GtkWidget *
create_target_list (HrCanvas *self, guint from)
{
  GtkWidget *list = gtk_list_box_new ();
  GtkWidget *nothing = gtk_label_new (_ ("No layer can take this output."));
  guint n, input;
  const HrBox *boxes = hr_canvas_layout_get_boxes (self->layout, &n);

  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Connect to"), -1);
  gtk_list_box_set_placeholder (GTK_LIST_BOX (list), nothing);
  for (guint i = 0; i < n; i++)
    if (i != from && hr_canvas_find_input (self, from, 0, i, (HrPoint){ -1e9, -1e9 }, &input))
      add_target (GTK_LIST_BOX (list), boxes[i].node);
  g_signal_connect_object (list, "row-activated", G_CALLBACK (on_target_chosen), self, 0);
  return list;
}

/* The layers that the current one can feed, as a list: the way to connect without a drag. */
void
hr_canvas_show_targets (HrCanvas *self)
{
  int from
      = self->layout != NULL && self->current != NULL ? hr_canvas_layout_find_box (self->layout, self->current) : -1;
  GdkRectangle area = get_box_area (self, self->current);
  GtkWidget *popover, *scroll, *list;
  guint n;

  if (from < 0 || hr_canvas_layout_get_boxes (self->layout, &n)[from].node->op->n_outputs == 0)
    return;
  popover = gtk_popover_new ();
  scroll = gtk_scrolled_window_new ();
  list = create_target_list (self, (guint) from);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroll), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroll), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroll), 320);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroll), list);
  gtk_popover_set_child (GTK_POPOVER (popover), scroll);
  pop_up (self, popover, &area);
}

static void
activate (GtkWidget *widget, const char *action, GVariant *parameter)
{
  HrCanvas *self = HR_CANVAS (widget);

  if (g_str_equal (action, "canvas.edit"))
    g_signal_emit_by_name (self, "edit-parameters");
  else if (g_str_equal (action, "canvas.connect"))
    hr_canvas_show_targets (self);
  else if (g_str_equal (action, "canvas.disconnect") && self->document != NULL)
    hr_canvas_disconnect_selection (self);
}

/* Parameter: index of a wire. */
static void
activate_cut (GtkWidget *widget, const char *action, GVariant *parameter)
{
  HrCanvas *self = HR_CANVAS (widget);
  int index = g_variant_get_int32 (parameter);
  const HrWire *wires;
  guint n = 0;

  if (self->layout == NULL)
    return;
  wires = hr_canvas_layout_get_wires (self->layout, &n);
  if (index >= 0 && (guint) index < n)
    hr_canvas_disconnect (self, wires[index].to, wires[index].input);
}

static void
activate_delete (GtkWidget *widget, const char *action, GVariant *parameter)
{
  hr_canvas_delete_selection (HR_CANVAS (widget));
}

static void
activate_select_all (GtkWidget *widget, const char *action, GVariant *parameter)
{
  hr_canvas_select_all (HR_CANVAS (widget));
}

static void
activate_fit (GtkWidget *widget, const char *action, GVariant *parameter)
{
  hr_canvas_fit_all (HR_CANVAS (widget));
}

static void
activate_arrange (GtkWidget *widget, const char *action, GVariant *parameter)
{
  hr_canvas_auto_layout (HR_CANVAS (widget));
}

void
hr_canvas_class_add_actions (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "canvas.edit", NULL, activate);
  gtk_widget_class_install_action (klass, "canvas.connect", NULL, activate);
  gtk_widget_class_install_action (klass, "canvas.disconnect", NULL, activate);
  gtk_widget_class_install_action (klass, "canvas.cut", "i", activate_cut);
  gtk_widget_class_install_action (klass, "canvas.delete", NULL, activate_delete);
  gtk_widget_class_install_action (klass, "canvas.select-all", NULL, activate_select_all);
  gtk_widget_class_install_action (klass, "canvas.fit", NULL, activate_fit);
  gtk_widget_class_install_action (klass, "canvas.arrange", NULL, activate_arrange);
}
