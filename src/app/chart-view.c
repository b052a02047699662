/* chart-view.c: see chart-view.h. */
#include "chart-view.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "chart-hover.h"
#include "chart-note.h"

#define MIN_WIDTH 200
#define MIN_HEIGHT 80

struct _HrChartView
{
  GtkWidget parent_instance;

  /* Owned by the widget tree */
  GtkWidget *hover;
  GtkWidget *empty;

  HrDocument *document;  /* owned, or NULL */
  HrDeviceList *devices; /* owned, or NULL */
  HrTimeline *timeline;  /* owned; NULL: to be laid out again */
  GskRenderNode *node;   /* owned; the timeline as drawn */
  HrTimelineView view;
  int cursor; /* step that the keys are at, or −1 */
};

G_DEFINE_FINAL_TYPE (HrChartView, hr_chart_view, GTK_TYPE_WIDGET)

static HrAnalysis *
get_analysis (HrChartView *self)
{
  return self->document != NULL ? hr_document_get_analysis (self->document) : NULL;
}

static guint
get_n_steps (HrChartView *self)
{
  HrAnalysis *analysis = get_analysis (self);
  guint n_steps = 0;

  if (analysis != NULL)
    hr_analysis_get_steps (analysis, &n_steps);
  return n_steps;
}

/* ---- layout ---- */

/* Index of the first selected layer in the analysis, or −1. */
static int
get_selected_layer (HrChartView *self)
{
  const char *const *selection = hr_document_get_selection (self->document);
  HrProject *project = hr_analysis_get_project (get_analysis (self));

  return selection[0] != NULL ? hr_graph_find (hr_project_get_graph (project), selection[0]) : -1;
}

static const HrDevice *
get_device (HrChartView *self)
{
  return hr_device_list_find (self->devices, hr_project_get_device (hr_document_get_project (self->document)));
}

static HrTimeline *
make_timeline (HrChartView *self, double width, double height, const char *title, const char *style, int selected_layer)
{
  const HrDevice *device = get_device (self);
  const HrTimelineSpec spec = {
    .analysis = get_analysis (self),
    .view = self->view,
    .width = width,
    .height = height,
    .title = title,
    .capacity_bytes = device != NULL ? hr_device_get_available (device) : 0,
    .capacity_label = device != NULL ? device->name : NULL,
    .legend = TRUE,
    .selected_layer = selected_layer,
  };

  return hr_timeline_new (&spec, hr_chart_style_find (style));
}

HrTimeline *
hr_chart_view_make_export (HrChartView *self, double width, double height)
{
  g_return_val_if_fail (HR_IS_CHART_VIEW (self), NULL);
  if (get_n_steps (self) == 0)
    return NULL;
  return make_timeline (self, width, height, hr_document_get_title (self->document), "light", -1);
}

/* Lays out and draws what is to be shown in this size, unless that is done already. */
static void
ensure_timeline (HrChartView *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  cairo_t *cr;

  if (self->timeline != NULL || get_n_steps (self) == 0 || width < MIN_WIDTH || height < MIN_HEIGHT)
    return;
  self->timeline = make_timeline (self, width, height, NULL, dark ? "dark" : "light", get_selected_layer (self));
  self->node = gsk_cairo_node_new (&GRAPHENE_RECT_INIT (0, 0, width, height));
  cr = gsk_cairo_node_get_draw_context (self->node);
  hr_timeline_draw (self->timeline, cr);
  cairo_destroy (cr);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  hr_timeline_get_description (self->timeline), -1);
}

static void
clear_hover (HrChartView *self)
{
  self->cursor = -1;
  hr_chart_hover_clear (HR_CHART_HOVER (self->hover));
}

/* What is shown is out of date. */
static void
invalidate (HrChartView *self)
{
  g_clear_pointer (&self->timeline, hr_timeline_unref);
  g_clear_pointer (&self->node, gsk_render_node_unref);
  gtk_widget_set_visible (self->empty, get_n_steps (self) == 0);
  clear_hover (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- pointer and keys ---- */

static void
show_hit (HrChartView *self, const HrTimelineHit *hit, double x, double y)
{
  g_autofree char *markup = hr_chart_note_dup_markup (hr_document_get_analysis (self->document), hit);
  double band_x, band_y, width, height;

  hr_timeline_get_step_extents (self->timeline, hit->step, &band_x, &band_y, &width, &height);
  hr_chart_hover_show (HR_CHART_HOVER (self->hover), &GRAPHENE_RECT_INIT (band_x, band_y, width, height), x, y, markup);
}

static void
moved (HrChartView *self, double x, double y)
{
  HrTimelineHit hit;

  if (self->timeline == NULL || !hr_timeline_hit (self->timeline, x, y, &hit))
    {
      clear_hover (self);
      return;
    }
  self->cursor = hit.step;
  show_hit (self, &hit, x, y);
}

/* Selects the layer, which may meanwhile be gone, and brings it into view. */
static void
select_layer (HrChartView *self, int layer)
{
  guint n_layers;
  const HrLayer *layers = hr_analysis_get_layers (get_analysis (self), &n_layers);

  if (layer >= 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.show-layer", "s", layers[layer].node->id);
}

static void
pressed (HrChartView *self, int n_press, double x, double y)
{
  HrTimelineHit hit;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->timeline != NULL && hr_timeline_hit (self->timeline, x, y, &hit))
    select_layer (self, hit.layer);
}

static void
move_cursor (HrChartView *self, int step)
{
  guint n_steps;
  const HrStep *steps = hr_analysis_get_steps (get_analysis (self), &n_steps);
  HrTimelineHit hit = { .block = -1, .category = -1 };
  double x, y, width, height;

  self->cursor = hit.step = CLAMP (step, 0, (int) n_steps - 1);
  hit.layer = steps[hit.step].layer;
  hr_timeline_get_step_extents (self->timeline, hit.step, &x, &y, &width, &height);
  show_hit (self, &hit, x + width / 2, y + height / 2);
}

static gboolean
key_pressed (HrChartView *self, guint keyval, guint keycode, GdkModifierType state)
{
  guint n_steps;
  const HrStep *steps;

  if (self->timeline == NULL)
    return GDK_EVENT_PROPAGATE;
  steps = hr_analysis_get_steps (get_analysis (self), &n_steps);
  if (keyval == GDK_KEY_Left || keyval == GDK_KEY_KP_Left)
    move_cursor (self, self->cursor < 0 ? (int) n_steps - 1 : self->cursor - 1);
  else if (keyval == GDK_KEY_Right || keyval == GDK_KEY_KP_Right)
    move_cursor (self, self->cursor + 1);
  else if (keyval == GDK_KEY_Home)
    move_cursor (self, 0);
  else if (keyval == GDK_KEY_End)
    move_cursor (self, (int) n_steps - 1);
  else if ((keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter || keyval == GDK_KEY_space) && self->cursor >= 0)
    select_layer (self, steps[self->cursor].layer);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static void
add_controllers (HrChartView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect_swapped (motion, "motion", G_CALLBACK (moved), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (clear_hover), self);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

/* ---- widget ---- */

static void
release_document (HrChartView *self)
{
  if (self->document == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->document, self);
  g_signal_handlers_disconnect_by_data (self->devices, self);
  g_clear_object (&self->document);
  g_clear_object (&self->devices);
}

void
hr_chart_view_set_document (HrChartView *self, HrDocument *document, HrDeviceList *devices)
{
  g_return_if_fail (HR_IS_CHART_VIEW (self));
  release_document (self);
  self->document = g_object_ref (document);
  self->devices = g_object_ref (devices);
  g_signal_connect_swapped (document, "analysis-changed", G_CALLBACK (invalidate), self);
  g_signal_connect_swapped (document, "selection-changed", G_CALLBACK (invalidate), self);
  g_signal_connect_swapped (devices, "items-changed", G_CALLBACK (invalidate), self);
  invalidate (self);
}

void
hr_chart_view_set_view (HrChartView *self, HrTimelineView view)
{
  g_return_if_fail (HR_IS_CHART_VIEW (self));
  self->view = view;
  invalidate (self);
}

static void
hr_chart_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                       int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? MIN_WIDTH : MIN_HEIGHT;
  *minimum_baseline = *natural_baseline = -1;
}

static void
hr_chart_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  HrChartView *self = HR_CHART_VIEW (widget);
  const GtkAllocation whole = { 0, 0, width, height };

  gtk_widget_size_allocate (self->hover, &whole, -1);
  gtk_widget_size_allocate (self->empty, &whole, -1);
  g_clear_pointer (&self->timeline, hr_timeline_unref);
  g_clear_pointer (&self->node, gsk_render_node_unref);
}

static void
hr_chart_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  HrChartView *self = HR_CHART_VIEW (widget);

  ensure_timeline (self);
  if (self->node != NULL)
    gtk_snapshot_append_node (snapshot, self->node);
  gtk_widget_snapshot_child (widget, self->empty, snapshot);
  gtk_widget_snapshot_child (widget, self->hover, snapshot);
}

static void
hr_chart_view_dispose (GObject *object)
{
  HrChartView *self = HR_CHART_VIEW (object);

  release_document (self);
  g_clear_pointer (&self->timeline, hr_timeline_unref);
  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_pointer (&self->hover, gtk_widget_unparent);
  g_clear_pointer (&self->empty, gtk_widget_unparent);
  G_OBJECT_CLASS (hr_chart_view_parent_class)->dispose (object);
}

static void
hr_chart_view_class_init (HrChartViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = hr_chart_view_dispose;
  widget_class->measure = hr_chart_view_measure;
  widget_class->size_allocate = hr_chart_view_size_allocate;
  widget_class->snapshot = hr_chart_view_snapshot;
  gtk_widget_class_set_css_name (widget_class, "chartview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
hr_chart_view_init (HrChartView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  self->cursor = -1;
  self->empty = gtk_label_new (_ ("As soon as the network can be run, its memory is shown here, step by step."));
  gtk_label_set_wrap (GTK_LABEL (self->empty), TRUE);
  gtk_label_set_justify (GTK_LABEL (self->empty), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (self->empty, "dim-label");
  gtk_widget_set_parent (self->empty, widget);
  self->hover = hr_chart_hover_new ();
  gtk_widget_set_parent (self->hover, widget);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Memory timeline"), -1);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (invalidate), self,
                           G_CONNECT_SWAPPED);
  add_controllers (self);
}
