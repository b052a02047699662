/* fit-bar.c: see fit-bar.h. */
#include "fit-bar.h"

#include <glib/gi18n-lib.h>

#include "../core/units.h"
#include "config.h"
#include "device-chooser.h"

struct _HrFitBar
{
  GtkBox parent_instance;

  /* Template */
  GtkDropDown *device;
  GtkImage *icon;
  GtkLabel *verdict;
  GtkWidget *level_slot;
  GtkLevelBar *level;
  GtkLabel *amount;
  GtkWidget *batch_slot;
  GtkButton *batch_button;
  GtkWidget *spinner;
  GtkLabel *duration;

  HrDocument *document;  /* owned, or NULL */
  HrDeviceList *devices; /* owned, or NULL */
};

G_DEFINE_FINAL_TYPE (HrFitBar, hr_fit_bar, GTK_TYPE_BOX)

/* ---- device ---- */

static void
show_device (HrFitBar *self)
{
  const char *id = hr_project_get_device (hr_document_get_project (self->document));

  gtk_drop_down_set_selected (self->device, hr_device_list_get_position (self->devices, id));
}

static void
device_selected (HrFitBar *self)
{
  HrDeviceItem *item = gtk_drop_down_get_selected_item (self->device);
  const HrDevice *device = item != NULL ? hr_device_item_get_device (item) : NULL;
  const char *id = device != NULL ? device->id : NULL;
  HrProject *project;
  g_autoptr (HrProject) changed = NULL;

  if (self->document == NULL || item == NULL)
    return;
  project = hr_document_get_project (self->document);
  if (g_strcmp0 (hr_project_get_device (project), id) == 0)
    return;
  changed = hr_project_with_device (project, id);
  hr_document_push (self->document, changed, _ ("Choose Device"), NULL);
}

/* ---- verdict ---- */

/* "Does not fit: no room for conv3 output", as far as it is known. Owned by the caller. */
static char *
dup_failure (HrFitBar *self, const HrFit *fit)
{
  g_autofree char *block = NULL;

  if (fit->failing_block < 0)
    return g_strdup (_ ("Does not fit"));
  block = hr_analysis_dup_block_name (hr_document_get_analysis (self->document), fit->failing_block);
  /* Translators: the name of the first allocation that fails, "conv1 output". */
  return g_strdup_printf (_ ("Does not fit: no room for %s"), block);
}

static void
set_state (HrFitBar *self, const char *icon, const char *css_class)
{
  static const char *const classes[] = { "success", "error", "warning" };

  gtk_image_set_from_icon_name (self->icon, icon);
  gtk_widget_set_visible (GTK_WIDGET (self->icon), icon != NULL);
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    {
      gtk_widget_remove_css_class (GTK_WIDGET (self->icon), classes[i]);
      gtk_widget_remove_css_class (GTK_WIDGET (self->level), classes[i]);
    }
  if (css_class == NULL)
    return;
  gtk_widget_add_css_class (GTK_WIDGET (self->icon), css_class);
  gtk_widget_add_css_class (GTK_WIDGET (self->level), css_class);
}

static void
set_verdict (HrFitBar *self, const char *text)
{
  gtk_label_set_text (self->verdict, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->verdict), text);
}

static void
show_largest_batch (HrFitBar *self, const HrFit *fit)
{
  g_autofree char *count = hr_format_count (fit->largest_batch);
  g_autofree char *text = NULL;

  gtk_widget_set_visible (self->batch_slot, TRUE);
  gtk_widget_set_sensitive (GTK_WIDGET (self->batch_button), !fit->batch_unbounded && fit->largest_batch > 0);
  if (fit->batch_unbounded)
    text = g_strdup (_ ("Any batch fits"));
  else if (fit->largest_batch == 0)
    text = g_strdup (_ ("Not even a batch of 1 fits"));
  else
    text = g_strdup_printf (_ ("Largest batch that fits: %s"), count);
  gtk_button_set_label (self->batch_button, text);
}

static void
show_fit (HrFitBar *self, const HrFit *fit)
{
  g_autofree char *needed = hr_format_size (fit->needed_bytes);
  g_autofree char *available = hr_format_size (fit->available_bytes);
  g_autofree char *amount = NULL;
  g_autofree char *failure = fit->fits ? NULL : dup_failure (self, fit);
  g_autofree char *exact_needed = hr_format_bytes (fit->needed_bytes);
  g_autofree char *exact_available = hr_format_bytes (fit->available_bytes);
  g_autofree char *exact = NULL;

  set_state (self, fit->fits ? "emblem-ok-symbolic" : "dialog-error-symbolic", fit->fits ? "success" : "error");
  set_verdict (self, fit->fits ? _ ("Fits") : failure);
  /* Translators: needed and available memory, "5.31 GiB of 6.10 GiB". */
  amount = g_strdup_printf (_ ("%s of %s"), needed, available);
  exact = g_strdup_printf (_ ("%s of %s"), exact_needed, exact_available);
  gtk_label_set_text (self->amount, amount);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->amount), exact);
  gtk_widget_set_visible (self->level_slot, TRUE);
  gtk_level_bar_set_value (self->level, MIN ((double) fit->needed_bytes / (double) MAX (fit->available_bytes, 1), 1.0));
  show_largest_batch (self, fit);
}

/* Without a device there is no verdict, only the peak. */
static void
show_peak (HrFitBar *self, const HrTotals *totals)
{
  const char *device = hr_project_get_device (hr_document_get_project (self->document));
  gboolean known = totals != NULL && totals->peak_step >= 0;
  gboolean unknown = device != NULL && hr_device_list_find (self->devices, device) == NULL;
  g_autofree char *peak = known ? hr_format_size (totals->peak_bytes) : NULL;
  g_autofree char *exact = known ? hr_format_bytes (totals->peak_bytes) : NULL;
  g_autofree char *amount = known ? g_strdup_printf (_ ("Peak %s"), peak) : g_strdup ("");
  g_autofree char *verdict
      = unknown ? g_strdup_printf (_ ("The device “%s” is not in the list"), device) : g_strdup ("");

  set_state (self, unknown ? "dialog-warning-symbolic" : NULL, unknown ? "warning" : NULL);
  set_verdict (self, verdict);
  gtk_label_set_text (self->amount, amount);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->amount), exact);
  gtk_widget_set_visible (self->level_slot, FALSE);
  gtk_widget_set_visible (self->batch_slot, FALSE);
}

/* "Estimated in 46 µs"; nothing where there was nothing to estimate. */
static void
show_duration (HrFitBar *self, const HrTotals *totals, gint64 duration_us)
{
  g_autofree char *text = NULL;

  if (duration_us < 1000)
    /* Translators: a time in microseconds. */
    text = g_strdup_printf (_ ("Estimated in %d µs"), (int) MAX (duration_us, 1));
  else
    /* Translators: a time in milliseconds. */
    text = g_strdup_printf (_ ("Estimated in %.1f ms"), (double) duration_us / 1000.0);
  gtk_label_set_text (self->duration, totals->peak_step >= 0 ? text : "");
}

static void
update (HrFitBar *self)
{
  HrAnalysis *analysis = hr_document_get_analysis (self->document);
  const HrTotals *totals = analysis != NULL ? hr_analysis_get_totals (analysis) : NULL;
  const HrFit *fit = hr_document_get_fit (self->document);

  if (fit != NULL && totals->peak_step >= 0)
    show_fit (self, fit);
  else
    show_peak (self, totals);
  if (analysis != NULL)
    show_duration (self, totals, hr_document_get_estimate_us (self->document));
}

static void
use_largest_batch (HrFitBar *self)
{
  HrProject *project = hr_document_get_project (self->document);
  HrSettings settings = *hr_project_get_settings (project);
  const HrFit *fit = hr_document_get_fit (self->document);
  g_autoptr (HrProject) changed = NULL;

  if (fit == NULL || fit->largest_batch < 1)
    return;
  settings.batch = fit->largest_batch;
  changed = hr_project_with_settings (project, &settings);
  hr_document_push (self->document, changed, _ ("Change Batch Size"), NULL);
}

/* ---- widget ---- */

static void
release_document (HrFitBar *self)
{
  if (self->document == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->document, self);
  g_signal_handlers_disconnect_by_data (self->devices, self);
  g_clear_object (&self->document);
  g_clear_object (&self->devices);
}

void
hr_fit_bar_set_document (HrFitBar *self, HrDocument *document, HrDeviceList *devices, HrAnalysisRunner *runner)
{
  g_return_if_fail (HR_IS_FIT_BAR (self));
  release_document (self);
  hr_device_chooser_set_searched_model (self->device, G_LIST_MODEL (devices));
  self->document = g_object_ref (document);
  self->devices = g_object_ref (devices);
  g_object_bind_property (runner, "busy", self->spinner, "spinning", G_BINDING_SYNC_CREATE);
  g_signal_connect_swapped (document, "project-changed", G_CALLBACK (show_device), self);
  g_signal_connect_swapped (document, "analysis-changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (devices, "items-changed", G_CALLBACK (show_device), self);
  show_device (self);
  update (self);
}

static void
hr_fit_bar_dispose (GObject *object)
{
  release_document (HR_FIT_BAR (object));
  G_OBJECT_CLASS (hr_fit_bar_parent_class)->dispose (object);
}

static void
hr_fit_bar_class_init (HrFitBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = hr_fit_bar_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, HR_RESOURCE_PATH "/fit-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, HrFitBar, device);
  gtk_widget_class_bind_template_child (widget_class, HrFitBar, icon);
  gtk_widget_class_bind_template_child (widget_class, HrFitBar, verdict);
  gtk_widget_class_bind_template_child (widget_class, HrFitBar, level_slot);
  gtk_widget_class_bind_template_child (widget_class, HrFitBar, level);
  gtk_widget_class_bind_template_child (widget_class, HrFitBar, amount);
  gtk_widget_class_bind_template_child (widget_class, HrFitBar, batch_slot);
  gtk_widget_class_bind_template_child (widget_class, HrFitBar, batch_button);
  gtk_widget_class_bind_template_child (widget_class, HrFitBar, spinner);
  gtk_widget_class_bind_template_child (widget_class, HrFitBar, duration);
  gtk_widget_class_bind_template_callback (widget_class, device_selected);
  gtk_widget_class_bind_template_callback (widget_class, use_largest_batch);
}

static void
hr_fit_bar_init (HrFitBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  hr_device_chooser_set_up (self->device);
}
