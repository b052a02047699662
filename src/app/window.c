/* window.c: see window.h. */
#include "window.h"

#include <glib/gi18n-lib.h>

#include "../core/units.h"
#include "config.h"
#include "new-popover.h"
#include "open-popover.h"
#include "window-private.h"

/* About what header bar and fit bar take, for a first guess before the window has its size. */
#define BARS_HEIGHT 100
#define MIN_CANVAS_HEIGHT 80

/* The canvas gets at least this part of the height that it shares with what is below. */
#define MIN_CANVAS_PART 0.4

G_DEFINE_FINAL_TYPE (HrWindow, hr_window, ADW_TYPE_APPLICATION_WINDOW)

GFile *
hr_window_get_file (HrWindow *self)
{
  g_return_val_if_fail (HR_IS_WINDOW (self), NULL);
  return self->loading != NULL ? self->loading : hr_document_get_file (self->document);
}

gboolean
hr_window_is_pristine (HrWindow *self)
{
  HrGraph *graph;

  g_return_val_if_fail (HR_IS_WINDOW (self), FALSE);
  if (self->loading != NULL)
    return FALSE;
  if (self->document == NULL)
    return TRUE;
  graph = hr_project_get_graph (hr_document_get_project (self->document));
  return hr_document_get_file (self->document) == NULL && hr_graph_get_n_nodes (graph) == 0
         && !hr_document_can_undo (self->document) && !hr_document_can_redo (self->document);
}

void
hr_window_show_error (HrWindow *self, const char *heading, const char *message)
{
  GtkWidget *dialog;

  g_return_if_fail (HR_IS_WINDOW (self));
  dialog = adw_message_dialog_new (GTK_WINDOW (self), heading, message);
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

void
hr_window_show_toast (HrWindow *self, const char *text)
{
  AdwToast *toast;
  g_autofree char *escaped = NULL;

  g_return_if_fail (HR_IS_WINDOW (self));
  escaped = g_markup_escape_text (text, -1);
  toast = adw_toast_new (escaped);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

/* ---- what the title says ---- */

/* "11,689,512 parameters · 1.81 GMAC", as far as it is known. Owned by the caller. */
static char *
dup_subtitle (HrWindow *self)
{
  HrAnalysis *analysis = hr_document_get_analysis (self->document);
  const HrTotals *totals;
  g_autofree char *count = NULL;
  g_autofree char *si = NULL;

  if (analysis == NULL || hr_graph_get_n_nodes (hr_project_get_graph (hr_analysis_get_project (analysis))) == 0)
    return g_strdup ("");
  totals = hr_analysis_get_totals (analysis);
  count = hr_format_count (totals->parameters);
  si = hr_format_si (totals->multiply_adds / hr_analysis_get_settings (analysis)->batch);
  /* Translators: a count with grouped digits, and the multiply-adds of one instance: "1.81 G" before the unit. */
  return g_strdup_printf (_ ("%s parameters · %sMAC"), count, si);
}

/* The file's name, or the network's title before it has a file. Owned by the caller. */
static char *
dup_name (HrWindow *self)
{
  GFile *file = hr_document_get_file (self->document);
  g_autofree char *name = file != NULL ? g_file_get_basename (file) : NULL;

  return name != NULL ? g_filename_display_name (name) : g_strdup (hr_document_get_title (self->document));
}

static void
update_title (HrWindow *self)
{
  g_autofree char *name = dup_name (self);
  g_autofree char *marked = hr_document_is_modified (self->document) ? g_strconcat ("• ", name, NULL) : NULL;
  g_autofree char *subtitle = dup_subtitle (self);
  /* Translators: the name of the file. */
  g_autofree char *full = g_strdup_printf (_ ("%s — Headroom"), marked != NULL ? marked : name);

  adw_window_title_set_title (self->title, marked != NULL ? marked : name);
  adw_window_title_set_subtitle (self->title, subtitle);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), hr_document_get_title (self->document));
  gtk_window_set_title (GTK_WINDOW (self), full);
}

/* ---- following the document ---- */

static void
project_changed (HrWindow *self)
{
  HrProject *project = hr_document_get_project (self->document);

  gtk_adjustment_set_value (self->batch, (double) hr_project_get_settings (project)->batch);
  update_title (self);
  hr_window_update_actions (self);
}

static void
batch_changed (HrWindow *self)
{
  HrProject *project = hr_document_get_project (self->document);
  HrSettings settings = *hr_project_get_settings (project);
  gint64 batch = (gint64) gtk_adjustment_get_value (self->batch);
  g_autoptr (HrProject) changed = NULL;

  if (batch == settings.batch)
    return;
  settings.batch = batch;
  changed = hr_project_with_settings (project, &settings);
  hr_document_push (self->document, changed, _ ("Change Batch Size"), "settings:batch");
}

static void
kind_activated (HrWindow *self, const char *kind)
{
  const HrOp *op = hr_op_find (kind);

  if (op != NULL)
    hr_canvas_append_kind (self->canvas, op);
}

static void
edit_parameters (HrWindow *self)
{
  adw_flap_set_reveal_flap (self->inspector_flap, TRUE);
  hr_inspector_focus (self->inspector);
}

static void
page_changed (HrWindow *self)
{
  const char *page = gtk_stack_get_visible_child_name (self->pages);

  gtk_widget_set_visible (self->chart_tools, g_strcmp0 (page, "timeline") == 0);
  hr_window_update_actions (self);
}

static void
release_document (HrWindow *self)
{
  if (self->document == NULL)
    return;
  hr_analysis_runner_stop (self->runner);
  g_clear_object (&self->runner);
  g_signal_handlers_disconnect_by_data (self->document, self);
  g_clear_object (&self->document);
}

void
hr_window_set_document (HrWindow *self, HrDocument *document)
{
  HrDeviceList *devices;

  g_return_if_fail (HR_IS_WINDOW (self));
  g_return_if_fail (HR_IS_DOCUMENT (document));
  g_object_ref (document);
  release_document (self);
  self->document = document;
  devices = hr_application_get_devices (self->application);
  self->runner = hr_analysis_runner_new (document, devices);
  hr_canvas_set_document (self->canvas, document);
  hr_inspector_set_document (self->inspector, document);
  hr_chart_view_set_document (self->chart, document, devices);
  hr_layer_table_set_document (self->layer_table, document);
  hr_fit_bar_set_document (self->fit_bar, document, devices, self->runner);
  hr_validate_page_set_document (self->validate_page, document, devices);
  g_signal_connect_swapped (document, "project-changed", G_CALLBACK (project_changed), self);
  g_signal_connect_swapped (document, "analysis-changed", G_CALLBACK (update_title), self);
  g_signal_connect_swapped (document, "notify::modified", G_CALLBACK (update_title), self);
  project_changed (self);
}

/* A bad list of devices of the person's own is told once, with the first window. */
static void
tell_device_problem (HrWindow *self)
{
  const char *problem = hr_device_list_get_problem (hr_application_get_devices (self->application));

  if (problem != NULL && gtk_application_get_windows (GTK_APPLICATION (self->application))->next == NULL)
    hr_window_show_toast (self, problem);
}

/* ---- size and panes ---- */

/* The height that the canvas and what is below it share. */
static int
get_paned_height (HrWindow *self)
{
  int min, max_position;

  gtk_widget_measure (gtk_paned_get_end_child (self->paned), GTK_ORIENTATION_VERTICAL, -1, &min, NULL, NULL, NULL);
  g_object_get (self->paned, "max-position", &max_position, NULL);
  return max_position + min;
}

/* A frame later the canvas has its new size: the network is fitted into that. */
static gboolean
fit_canvas (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  hr_canvas_fit_all (HR_WINDOW (widget)->canvas);
  return G_SOURCE_REMOVE;
}

static gboolean
place_bottom (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  HrWindow *self = HR_WINDOW (widget);
  int height = get_paned_height (self);
  int bottom_height = g_settings_get_int (hr_application_get_settings (self->application), "bottom-height");
  int position = MAX (height - bottom_height, (int) (MIN_CANVAS_PART * height));

  if (position != gtk_paned_get_position (self->paned))
    {
      gtk_paned_set_position (self->paned, position);
      gtk_widget_add_tick_callback (widget, fit_canvas, NULL, NULL);
    }
  return G_SOURCE_REMOVE;
}

/* The paned has its first size, which a small screen makes smaller than was asked for. Nothing may be moved while sizes are
 * handed out, so that waits for the next frame. */
static void
paned_sized (HrWindow *self)
{
  g_signal_handlers_disconnect_by_func (self->paned, paned_sized, self);
  gtk_widget_add_tick_callback (GTK_WIDGET (self), place_bottom, NULL, NULL);
}

static void
restore_state (HrWindow *self)
{
  GSettings *settings = hr_application_get_settings (self->application);
  int width, height;

  g_settings_get (settings, "window-size", "(ii)", &width, &height);
  gtk_window_set_default_size (GTK_WINDOW (self), width, height);
  if (g_settings_get_boolean (settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
  gtk_paned_set_position (
      self->paned, MAX (height - BARS_HEIGHT - g_settings_get_int (settings, "bottom-height"), MIN_CANVAS_HEIGHT));
  g_signal_connect_object (self->paned, "notify::max-position", G_CALLBACK (paned_sized), self, G_CONNECT_SWAPPED);
}

static void
save_state (HrWindow *self)
{
  GSettings *settings = hr_application_get_settings (self->application);
  int width, height;
  int bottom_height = get_paned_height (self) - gtk_paned_get_position (self->paned);

  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  g_settings_set (settings, "window-size", "(ii)", width, height);
  g_settings_set_boolean (settings, "window-maximized", gtk_window_is_maximized (GTK_WINDOW (self)));
  if (bottom_height > 0)
    g_settings_set_int (settings, "bottom-height", bottom_height);
}

static gboolean
hr_window_close_request (GtkWindow *window)
{
  HrWindow *self = HR_WINDOW (window);

  if (hr_document_is_modified (self->document) && !self->close_confirmed)
    {
      hr_window_confirm_close (self);
      return GDK_EVENT_STOP;
    }
  save_state (self);
  return GTK_WINDOW_CLASS (hr_window_parent_class)->close_request (window);
}

static void
hr_window_dispose (GObject *object)
{
  release_document (HR_WINDOW (object));
  g_clear_object (&HR_WINDOW (object)->loading);
  g_clear_weak_pointer (&HR_WINDOW (object)->close_question);
  G_OBJECT_CLASS (hr_window_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, HrWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, HrWindow, title);
  gtk_widget_class_bind_template_child (widget_class, HrWindow, undo_button);
  gtk_widget_class_bind_template_child (widget_class, HrWindow, redo_button);
  gtk_widget_class_bind_template_child (widget_class, HrWindow, menu_button);
  gtk_widget_class_bind_template_child (widget_class, HrWindow, batch);
  gtk_widget_class_bind_template_child (widget_class, HrWindow, palette_flap);
  gtk_widget_class_bind_template_child (widget_class, HrWindow, inspector_flap);
  gtk_widget_class_bind_template_child (widget_class, HrWindow, palette);
  gtk_widget_class_bind_template_child (widget_class, HrWindow, inspector);
  gtk_widget_class_bind_template_child (widget_class, HrWindow, paned);
  gtk_widget_class_bind_template_child (widget_class, HrWindow, canvas);
  gtk_widget_class_bind_template_child (widget_class, HrWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, HrWindow, chart_tools);
  gtk_widget_class_bind_template_child (widget_class, HrWindow, chart);
  gtk_widget_class_bind_template_child (widget_class, HrWindow, layer_table);
  gtk_widget_class_bind_template_child (widget_class, HrWindow, validate_page);
  gtk_widget_class_bind_template_child (widget_class, HrWindow, fit_bar);
  gtk_widget_class_bind_template_callback (widget_class, batch_changed);
  gtk_widget_class_bind_template_callback (widget_class, edit_parameters);
  gtk_widget_class_bind_template_callback (widget_class, kind_activated);
}

static void
hr_window_class_init (HrWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = hr_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = hr_window_close_request;
  g_type_ensure (HR_TYPE_CANVAS);
  g_type_ensure (HR_TYPE_CHART_VIEW);
  g_type_ensure (HR_TYPE_FIT_BAR);
  g_type_ensure (HR_TYPE_INSPECTOR);
  g_type_ensure (HR_TYPE_LAYER_TABLE);
  g_type_ensure (HR_TYPE_NEW_POPOVER);
  g_type_ensure (HR_TYPE_OPEN_POPOVER);
  g_type_ensure (HR_TYPE_PALETTE);
  g_type_ensure (HR_TYPE_VALIDATE_PAGE);
  gtk_widget_class_set_template_from_resource (widget_class, HR_RESOURCE_PATH "/window.ui");
  bind_children (widget_class);
}

static void
hr_window_init (HrWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  hr_window_add_drop_target (self);
  g_signal_connect_object (self->pages, "notify::visible-child-name", G_CALLBACK (page_changed), self,
                           G_CONNECT_SWAPPED);
}

HrWindow *
hr_window_new (HrApplication *application)
{
  HrWindow *self;
  g_autoptr (HrProject) project = NULL;
  g_autoptr (HrDocument) document = NULL;

  g_return_val_if_fail (HR_IS_APPLICATION (application), NULL);
  self = g_object_new (HR_TYPE_WINDOW, "application", application, NULL);
  self->application = application;
  hr_window_add_actions (self);
  restore_state (self);
  project = hr_application_new_project (application);
  document = hr_document_new (project);
  hr_window_set_document (self, document);
  page_changed (self);
  tell_device_problem (self);
  return self;
}
