/* validate-page.c: see validate-page.h. */
#include "validate-page.h"

#include <glib/gi18n-lib.h>

#include "../core/units.h"
#include "config.h"
#include "device-chooser.h"
#include "validation-item.h"
#include "validation-runner.h"

struct _HrValidatePage
{
  AdwBin parent_instance;

  /* Template */
  GtkStack *stack;
  AdwStatusPage *status;
  GtkDropDown *device;
  GtkWidget *start_button;
  GtkWidget *cancel_button;
  GtkProgressBar *progress;
  GtkImage *icon;
  GtkLabel *verdict;
  GtkLabel *memory;
  GtkColumnView *view;

  HrDocument *document;       /* owned, or NULL */
  HrDeviceList *devices;      /* owned, or NULL */
  HrValidationRunner *runner; /* owned: the one that runs, or NULL */
  HrProject *validated;       /* owned: what the results are of, or NULL */
  GListStore *items;          /* owned, of HrValidationItem */
  gint64 predicted_bytes, measured_bytes;
  guint n_layers; /* to be run in all; 0: not known */
};

G_DEFINE_FINAL_TYPE (HrValidatePage, hr_validate_page, ADW_TYPE_BIN)

/* What each verdict is called and looks like. */
typedef struct
{
  const char *id;        /* static: as the child writes it */
  const char *title;     /* static, translatable */
  const char *icon;      /* static */
  const char *css_class; /* static */
} Verdict;

static const Verdict verdicts[] = {
  { "fits", N_ ("Fits, and every value is right"), "emblem-ok-symbolic", "success" },
  { "does-not-fit", N_ ("It does not fit"), "dialog-error-symbolic", "error" },
  { "differs", N_ ("Values differ"), "dialog-error-symbolic", "error" },
  { "unavailable", N_ ("It cannot be validated here"), "dialog-warning-symbolic", "warning" },
  { "cancelled", N_ ("Cancelled"), "dialog-information-symbolic", "dim-label" },
  { "device-lost", N_ ("The device was lost"), "dialog-error-symbolic", "error" },
};

static const Verdict *
find_verdict (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (verdicts); i++)
    if (g_strcmp0 (verdicts[i].id, id) == 0)
      return &verdicts[i];
  return NULL;
}

/* ---- what is shown ---- */

static void
show_running (HrValidatePage *self, gboolean running)
{
  gtk_widget_set_visible (self->start_button, !running);
  gtk_widget_set_visible (self->cancel_button, running);
  gtk_widget_set_visible (GTK_WIDGET (self->progress), running);
  gtk_widget_set_sensitive (GTK_WIDGET (self->device), !running);
}

static void
show_verdict (HrValidatePage *self, const char *text, const char *icon, const char *css_class)
{
  const char *const classes[] = { css_class, NULL };

  gtk_label_set_text (self->verdict, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->verdict), text);
  gtk_image_set_from_icon_name (self->icon, icon);
  gtk_widget_set_css_classes (GTK_WIDGET (self->icon), (const char **) classes);
  gtk_widget_set_visible (GTK_WIDGET (self->icon), icon != NULL);
}

/* A friendly page in place of an empty table. */
static void
show_status (HrValidatePage *self, const char *title, const char *description)
{
  g_autofree char *escaped = g_markup_escape_text (description, -1);

  adw_status_page_set_title (self->status, title);
  adw_status_page_set_description (self->status, escaped);
  gtk_stack_set_visible_child_name (self->stack, "status");
}

static void
show_idle (HrValidatePage *self)
{
  show_status (
      self, _ ("Does It Really Fit?"),
      _ ("Runs every convolution on a Vulkan device of this computer, and compares memory and values with what "
         "was predicted."));
}

static void
show_memory (HrValidatePage *self)
{
  g_autofree char *predicted = hr_format_size (self->predicted_bytes);
  g_autofree char *measured = hr_format_size (self->measured_bytes);
  g_autofree char *text = NULL;

  if (self->measured_bytes > 0 && self->measured_bytes == self->predicted_bytes)
    /* Translators: a size of memory. */
    text = g_strdup_printf (_ ("%s, as predicted"), measured);
  else if (self->measured_bytes > 0)
    /* Translators: two sizes of memory. */
    text = g_strdup_printf (_ ("Predicted %s, measured %s"), predicted, measured);
  else if (self->predicted_bytes > 0)
    text = g_strdup_printf (_ ("Predicted %s"), predicted);
  gtk_label_set_text (self->memory, text != NULL ? text : "");
}

static void
show_progress (HrValidatePage *self)
{
  guint n_done = g_list_model_get_n_items (G_LIST_MODEL (self->items));

  if (self->n_layers > 0)
    gtk_progress_bar_set_fraction (self->progress, MIN ((double) n_done / self->n_layers, 1.0));
  else
    gtk_progress_bar_pulse (self->progress);
}

/* Without a device there is nothing to choose. */
static void
devices_changed (HrValidatePage *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->device),
                          g_list_model_get_n_items (hr_device_list_get_vulkan (self->devices)) > 0);
}

/* ---- what the child says ---- */

static void
take_figures (HrValidatePage *self, JsonObject *event)
{
  self->predicted_bytes = json_object_get_int_member_with_default (event, "predicted_bytes", self->predicted_bytes);
  self->measured_bytes = json_object_get_int_member_with_default (event, "measured_bytes", self->measured_bytes);
  self->n_layers = (guint) json_object_get_int_member_with_default (event, "n_layers", self->n_layers);
  show_memory (self);
}

static void
add_layer (HrValidatePage *self, JsonObject *layer)
{
  g_autoptr (HrValidationItem) item = hr_validation_item_new (layer);

  g_list_store_append (self->items, item);
  gtk_stack_set_visible_child_name (self->stack, "results");
}

static void
finish (HrValidatePage *self, JsonObject *event)
{
  const Verdict *verdict = find_verdict (json_object_get_string_member_with_default (event, "verdict", NULL));
  const char *message = json_object_get_string_member_with_default (event, "message", NULL);

  if (verdict == NULL)
    return;
  if (g_list_model_get_n_items (G_LIST_MODEL (self->items)) > 0 && message != NULL
      && !g_str_equal (verdict->id, "cancelled"))
    show_verdict (self, message, verdict->icon, verdict->css_class);
  else
    show_verdict (self, _ (verdict->title), verdict->icon, verdict->css_class);
  if (g_list_model_get_n_items (G_LIST_MODEL (self->items)) == 0)
    show_status (self, _ (verdict->title), message != NULL ? message : "");
}

static void
event_came (HrValidatePage *self, JsonObject *event)
{
  const char *name = json_object_get_string_member_with_default (event, "event", "");

  take_figures (self, event);
  if (g_str_equal (name, "layer"))
    add_layer (self, event);
  else if (g_str_equal (name, "finished"))
    finish (self, event);
  show_progress (self);
}

/* Results of a network that has changed since are not passed off as its own. */
static void
project_changed (HrValidatePage *self)
{
  if (self->runner != NULL || self->validated == NULL
      || hr_project_same_estimate (self->validated, hr_document_get_project (self->document)))
    return;
  show_verdict (self, _ ("The network has changed since"), "dialog-information-symbolic", "dim-label");
  g_clear_pointer (&self->validated, hr_project_unref);
}

static void
ended (HrValidatePage *self, const char *problem)
{
  g_signal_handlers_disconnect_by_data (self->runner, self);
  g_clear_object (&self->runner);
  show_running (self, FALSE);
  project_changed (self);
  if (problem == NULL)
    return;
  show_verdict (self, _ ("It could not be validated"), "dialog-error-symbolic", "error");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->verdict), problem);
  if (g_list_model_get_n_items (G_LIST_MODEL (self->items)) == 0)
    show_status (self, _ ("It could not be validated"), problem);
}

void
hr_validate_page_start (HrValidatePage *self)
{
  HrDeviceItem *item;

  g_return_if_fail (HR_IS_VALIDATE_PAGE (self));
  if (self->runner != NULL || self->document == NULL)
    return;
  g_list_store_remove_all (self->items);
  self->predicted_bytes = self->measured_bytes = 0;
  self->n_layers = 0;
  gtk_progress_bar_set_fraction (self->progress, 0.0);
  show_memory (self);
  show_verdict (self, _ ("Running…"), NULL, NULL);
  show_running (self, TRUE);
  show_status (self, _ ("Running…"),
               _ ("The forward pass runs on the device. Each convolution is listed here as soon as its values have been "
                  "compared."));
  g_clear_pointer (&self->validated, hr_project_unref);
  self->validated = hr_project_ref (hr_document_get_project (self->document));
  item = gtk_drop_down_get_selected_item (self->device);
  self->runner = hr_validation_runner_new (self->validated, item != NULL ? hr_device_item_get_device (item)->id : NULL);
  g_signal_connect_swapped (self->runner, "event", G_CALLBACK (event_came), self);
  g_signal_connect_swapped (self->runner, "ended", G_CALLBACK (ended), self);
}

static void
cancel (HrValidatePage *self)
{
  if (self->runner == NULL)
    return;
  show_verdict (self, _ ("Cancelled"), "dialog-information-symbolic", "dim-label");
  hr_validation_runner_cancel (self->runner);
}

/* Enter or a double click shows the layer on the canvas. */
static void
row_activated (HrValidatePage *self, guint position)
{
  g_autoptr (HrValidationItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), position);

  gtk_widget_activate_action (GTK_WIDGET (self), "win.show-layer", "s", hr_validation_item_get_id (item));
}

/* ---- widget ---- */

static void
release_document (HrValidatePage *self)
{
  if (self->runner != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->runner, self);
      hr_validation_runner_cancel (self->runner);
    }
  if (self->devices != NULL)
    g_signal_handlers_disconnect_by_data (hr_device_list_get_vulkan (self->devices), self);
  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_clear_object (&self->runner);
  g_clear_object (&self->document);
  g_clear_object (&self->devices);
  g_clear_pointer (&self->validated, hr_project_unref);
}

void
hr_validate_page_set_document (HrValidatePage *self, HrDocument *document, HrDeviceList *devices)
{
  g_return_if_fail (HR_IS_VALIDATE_PAGE (self));
  release_document (self);
  self->document = g_object_ref (document);
  self->devices = g_object_ref (devices);
  g_signal_connect_swapped (document, "project-changed", G_CALLBACK (project_changed), self);
  gtk_drop_down_set_model (self->device, hr_device_list_get_vulkan (devices));
  g_signal_connect_swapped (hr_device_list_get_vulkan (devices), "items-changed", G_CALLBACK (devices_changed), self);
  devices_changed (self);
  g_list_store_remove_all (self->items);
  self->predicted_bytes = self->measured_bytes = 0;
  show_running (self, FALSE);
  show_verdict (self, "", NULL, NULL);
  show_memory (self);
  show_idle (self);
}

static void
hr_validate_page_dispose (GObject *object)
{
  HrValidatePage *self = HR_VALIDATE_PAGE (object);

  release_document (self);
  g_clear_object (&self->items);
  G_OBJECT_CLASS (hr_validate_page_parent_class)->dispose (object);
}

static void
hr_validate_page_class_init (HrValidatePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = hr_validate_page_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, HR_RESOURCE_PATH "/validate-page.ui");
  gtk_widget_class_bind_template_child (widget_class, HrValidatePage, stack);
  gtk_widget_class_bind_template_child (widget_class, HrValidatePage, status);
  gtk_widget_class_bind_template_child (widget_class, HrValidatePage, device);
  gtk_widget_class_bind_template_child (widget_class, HrValidatePage, start_button);
  gtk_widget_class_bind_template_child (widget_class, HrValidatePage, cancel_button);
  gtk_widget_class_bind_template_child (widget_class, HrValidatePage, progress);
  gtk_widget_class_bind_template_child (widget_class, HrValidatePage, icon);
  gtk_widget_class_bind_template_child (widget_class, HrValidatePage, verdict);
  gtk_widget_class_bind_template_child (widget_class, HrValidatePage, memory);
  gtk_widget_class_bind_template_child (widget_class, HrValidatePage, view);
  gtk_widget_class_bind_template_callback (widget_class, cancel);
  gtk_widget_class_bind_template_callback (widget_class, row_activated);
}

static void
hr_validate_page_init (HrValidatePage *self)
{
  g_autoptr (GtkSingleSelection) selection = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  hr_device_chooser_set_up (self->device);
  self->items = g_list_store_new (HR_TYPE_VALIDATION_ITEM);
  selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->items)));
  gtk_single_selection_set_autoselect (selection, FALSE);
  gtk_single_selection_set_can_unselect (selection, TRUE);
  hr_validation_columns_add (self->view);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (selection));
}
