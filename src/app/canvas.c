#include "canvas-private.h"

#include <adwaita.h>
#include <glib/gi18n.h>

static void hr_canvas_scrollable_init (GtkScrollableInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (HrCanvas, hr_canvas, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SCROLLABLE, hr_canvas_scrollable_init))

enum
{
  PROP_DOCUMENT = 1,
  PROP_ZOOM,
  PROP_HADJUSTMENT,
  PROP_VADJUSTMENT,
  PROP_HSCROLL_POLICY,
  PROP_VSCROLL_POLICY,
};

static HrOp *
kind_copy (HrOp *kind)
{
  return kind;
}

static void
kind_free (HrOp *kind)
{
}

G_DEFINE_BOXED_TYPE (HrOp, hr_kind, kind_copy, kind_free)

static void
hr_canvas_scrollable_init (GtkScrollableInterface *iface)
{
}

static void
update_welcome (HrCanvas *self)
{
  gboolean empty = self->document == NULL
                   || hr_graph_get_n_nodes (hr_project_get_graph (hr_document_get_project (self->document))) == 0;

  gtk_widget_set_child_visible (self->welcome, empty);
}

static void
forget_missing_current (HrCanvas *self)
{
  if (self->current != NULL && hr_canvas_layout_find_box (self->layout, self->current) < 0)
    g_clear_pointer (&self->current, g_free);
}

static void
on_project_changed (HrCanvas *self)
{
  hr_canvas_clear_drag (self);
  g_clear_pointer (&self->layout, hr_canvas_layout_free);
  g_clear_pointer (&self->figures, g_array_unref);
  self->layout = hr_canvas_layout_new (hr_document_get_project (self->document));
  self->figures = hr_box_figures_new (self->document);
  self->hot_wire = -1;
  forget_missing_current (self);
  update_welcome (self);
  hr_canvas_update_extent (self);
  hr_canvas_rebind_boxes (self);
  hr_canvas_arrange_if_needed (self);
  hr_canvas_apply_fit (self);
}

static void
on_analysis_changed (HrCanvas *self)
{
  if (hr_canvas_layout_get_project (self->layout) != hr_document_get_project (self->document))
    return;
  g_clear_pointer (&self->figures, g_array_unref);
  self->figures = hr_box_figures_new (self->document);
  hr_canvas_rebind_boxes (self);
}

static void
on_selection_changed (HrCanvas *self)
{
  const char *const *selection = hr_document_get_selection (self->document);

  if (selection[0] != NULL && (self->current == NULL || !hr_document_is_selected (self->document, self->current)))
    {
      g_free (self->current);
      self->current = g_strdup (selection[0]);
    }
  hr_canvas_drop_nodes (self);
  hr_canvas_update_boxes (self);
}

void
hr_canvas_set_document (HrCanvas *self, HrDocument *document)
{
  g_return_if_fail (HR_IS_CANVAS (self));
  g_return_if_fail (document == NULL || HR_IS_DOCUMENT (document));

  if (document == self->document)
    return;
  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_set_object (&self->document, document);
  self->fit_pending = TRUE;
  g_object_notify (G_OBJECT (self), "document");
  if (document == NULL)
    return;
  g_signal_connect_object (document, "project-changed", G_CALLBACK (on_project_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "analysis-changed", G_CALLBACK (on_analysis_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "selection-changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  on_project_changed (self);
}

void
hr_canvas_set_current (HrCanvas *self, const char *id)
{
  g_free (self->current);
  self->current = g_strdup (id);
  hr_canvas_scroll_to (self, id);
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
on_scrolled (HrCanvas *self)
{
  hr_canvas_update_boxes (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
set_adjustment (HrCanvas *self, guint axis, GtkAdjustment *adjustment)
{
  if (adjustment == NULL)
    adjustment = gtk_adjustment_new (0, 0, 0, 0, 0, 0);
  if (adjustment == self->adjustments[axis])
    return;
  if (self->adjustments[axis] != NULL)
    g_signal_handlers_disconnect_by_data (self->adjustments[axis], self);
  g_clear_object (&self->adjustments[axis]);
  self->adjustments[axis] = g_object_ref_sink (adjustment);
  g_signal_connect_swapped (adjustment, "value-changed", G_CALLBACK (on_scrolled), self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
hr_canvas_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  HrCanvas *self = HR_CANVAS (object);

  switch (id)
    {
    case PROP_DOCUMENT:
      hr_canvas_set_document (self, g_value_get_object (value));
      break;
    case PROP_ZOOM:
      hr_canvas_set_zoom (self, g_value_get_double (value));
      break;
    case PROP_HADJUSTMENT:
    case PROP_VADJUSTMENT:
      set_adjustment (self, id - PROP_HADJUSTMENT, g_value_get_object (value));
      break;
    case PROP_HSCROLL_POLICY:
    case PROP_VSCROLL_POLICY:
      self->scroll_policy[id - PROP_HSCROLL_POLICY] = (guint) g_value_get_enum (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
hr_canvas_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  HrCanvas *self = HR_CANVAS (object);

  switch (id)
    {
    case PROP_DOCUMENT:
      g_value_set_object (value, self->document);
      break;
    case PROP_ZOOM:
      g_value_set_double (value, self->zoom);
      break;
    case PROP_HADJUSTMENT:
    case PROP_VADJUSTMENT:
      g_value_set_object (value, self->adjustments[id - PROP_HADJUSTMENT]);
      break;
    case PROP_HSCROLL_POLICY:
    case PROP_VSCROLL_POLICY:
      g_value_set_enum (value, (int) self->scroll_policy[id - PROP_HSCROLL_POLICY]);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
hr_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  HrCanvas *self = HR_CANVAS (widget);
  int minimum;

  gtk_widget_measure (self->welcome, GTK_ORIENTATION_VERTICAL, width, &minimum, NULL, NULL, NULL);
  gtk_widget_allocate (self->welcome, width, MAX (height, minimum), -1, NULL);
  hr_canvas_apply_fit (self);
  hr_canvas_update_extent (self);
  hr_canvas_update_boxes (self);
  hr_canvas_allocate_boxes (self);
  gtk_popover_present (GTK_POPOVER (self->menu));
}

static void
hr_canvas_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  HrCanvas *self = HR_CANVAS (widget);

  GTK_WIDGET_CLASS (hr_canvas_parent_class)->css_changed (widget, change);
  hr_canvas_colors_init (&self->colors, widget);
  hr_canvas_drop_nodes (self);
}

/* The box of the current layer when it is in view, otherwise the canvas itself. */
static gboolean
hr_canvas_grab_focus (GtkWidget *widget)
{
  HrCanvas *self = HR_CANVAS (widget);
  GtkWidget *box = self->current != NULL ? g_hash_table_lookup (self->boxes, self->current) : NULL;

  if (box != NULL && gtk_widget_grab_focus (box))
    return TRUE;
  return GTK_WIDGET_CLASS (hr_canvas_parent_class)->grab_focus (widget);
}

/* Tab enters the canvas once and leaves it again; within, arrow keys go from layer to layer. */
static gboolean
hr_canvas_focus (GtkWidget *widget, GtkDirectionType direction)
{
  gboolean inside = gtk_widget_get_focus_child (widget) != NULL || gtk_widget_has_focus (widget);

  return !inside && gtk_widget_grab_focus (widget);
}

static void
hr_canvas_dispose (GObject *object)
{
  HrCanvas *self = HR_CANVAS (object);
  GtkWidget *child;

  g_cancellable_cancel (self->arranging);
  g_clear_object (&self->arranging);
  hr_canvas_clear_drag (self);
  hr_canvas_drop_nodes (self);
  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_clear_object (&self->document);
  for (guint axis = 0; axis < 2; axis++)
    {
      if (self->adjustments[axis] != NULL)
        g_signal_handlers_disconnect_by_data (self->adjustments[axis], self);
      g_clear_object (&self->adjustments[axis]);
    }
  g_hash_table_remove_all (self->boxes);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (hr_canvas_parent_class)->dispose (object);
}

static void
hr_canvas_finalize (GObject *object)
{
  HrCanvas *self = HR_CANVAS (object);

  g_clear_pointer (&self->layout, hr_canvas_layout_free);
  g_clear_pointer (&self->figures, g_array_unref);
  g_hash_table_unref (self->boxes);
  g_ptr_array_unref (self->spare_boxes);
  g_ptr_array_unref (self->wire_nodes);
  g_ptr_array_unref (self->box_nodes);
  g_free (self->current);
  G_OBJECT_CLASS (hr_canvas_parent_class)->finalize (object);
}

static void
install_properties (GObjectClass *klass)
{
  g_object_class_install_property (
      klass, PROP_DOCUMENT,
      g_param_spec_object ("document", NULL, NULL, HR_TYPE_DOCUMENT,
                           G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY));
  g_object_class_install_property (
      klass, PROP_ZOOM,
      g_param_spec_double ("zoom", NULL, NULL, HR_CANVAS_MIN_ZOOM, HR_CANVAS_MAX_ZOOM, 1.0,
                           G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY));
  g_object_class_override_property (klass, PROP_HADJUSTMENT, "hadjustment");
  g_object_class_override_property (klass, PROP_VADJUSTMENT, "vadjustment");
  g_object_class_override_property (klass, PROP_HSCROLL_POLICY, "hscroll-policy");
  g_object_class_override_property (klass, PROP_VSCROLL_POLICY, "vscroll-policy");
}

static void
hr_canvas_class_init (HrCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = hr_canvas_set_property;
  object_class->get_property = hr_canvas_get_property;
  object_class->dispose = hr_canvas_dispose;
  object_class->finalize = hr_canvas_finalize;
  widget_class->size_allocate = hr_canvas_size_allocate;
  widget_class->snapshot = hr_canvas_snapshot;
  widget_class->css_changed = hr_canvas_css_changed;
  widget_class->grab_focus = hr_canvas_grab_focus;
  widget_class->focus = hr_canvas_focus;
  install_properties (object_class);
  g_signal_new ("edit-parameters", HR_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "canvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LIST);
  hr_canvas_class_add_actions (widget_class);
  hr_canvas_class_add_bindings (widget_class);
}

static GtkWidget *
create_welcome (void)
{
  GtkWidget *page = adw_status_page_new ();

  adw_status_page_set_icon_name (ADW_STATUS_PAGE (page), "list-add-symbolic");
  adw_status_page_set_title (ADW_STATUS_PAGE (page), _ ("Empty Network"));
  adw_status_page_set_description (ADW_STATUS_PAGE (page),
                                   _ ("Drag a layer here from the list, or choose an example from New."));
  gtk_widget_set_can_target (page, FALSE);
  gtk_widget_set_can_focus (page, FALSE);
  return page;
}

static void
hr_canvas_init (HrCanvas *self)
{
  self->zoom = 1.0;
  self->hot_wire = -1;
  self->boxes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  self->spare_boxes = g_ptr_array_new_with_free_func (g_object_unref);
  self->wire_nodes = g_ptr_array_new ();
  self->box_nodes = g_ptr_array_new ();
  set_adjustment (self, 0, NULL);
  set_adjustment (self, 1, NULL);
  self->welcome = create_welcome ();
  gtk_widget_set_parent (self->welcome, GTK_WIDGET (self));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Network"), -1);
  hr_canvas_init_drag (self);
  hr_canvas_init_input (self);
  hr_canvas_init_drop (self);
  hr_canvas_init_menu (self);
}

GtkWidget *
hr_canvas_new (void)
{
  return g_object_new (HR_TYPE_CANVAS, NULL);
}
