/* preferences.c: see preferences.h. */
#include "preferences.h"

#include <glib/gi18n-lib.h>

#include "../core/execution.h"
#include "config.h"

struct _HrPreferences
{
  AdwPreferencesWindow parent_instance;

  /* Template */
  AdwComboRow *theme;
  AdwComboRow *execution;
  AdwComboRow *device;

  GSettings *settings;   /* owned */
  HrDeviceList *devices; /* owned */
};

G_DEFINE_FINAL_TYPE (HrPreferences, hr_preferences, ADW_TYPE_PREFERENCES_WINDOW)

/* In the order of the rows in the .ui file. */
static const char *const themes[] = { "system", "light", "dark" };

static void
theme_selected (HrPreferences *self)
{
  guint selected = adw_combo_row_get_selected (self->theme);

  if (self->settings != NULL && selected < G_N_ELEMENTS (themes))
    g_settings_set_string (self->settings, "theme", themes[selected]);
}

static void
execution_selected (HrPreferences *self)
{
  guint n;
  const HrExecution *all = hr_execution_get_all (&n);
  guint selected = adw_combo_row_get_selected (self->execution);

  if (self->settings != NULL && selected < n)
    g_settings_set_string (self->settings, "default-execution", all[selected].id);
}

static void
device_selected (HrPreferences *self)
{
  HrDeviceItem *item = adw_combo_row_get_selected_item (self->device);
  const HrDevice *device = item != NULL ? hr_device_item_get_device (item) : NULL;

  if (self->settings != NULL && item != NULL)
    g_settings_set_string (self->settings, "default-device", device != NULL ? device->id : "");
}

static void
show_theme (HrPreferences *self, GSettings *settings)
{
  g_autofree char *theme = g_settings_get_string (settings, "theme");

  for (guint i = 0; i < G_N_ELEMENTS (themes); i++)
    if (g_str_equal (theme, themes[i]))
      adw_combo_row_set_selected (self->theme, i);
}

static void
show_execution (HrPreferences *self, GSettings *settings)
{
  guint n;
  const HrExecution *all = hr_execution_get_all (&n);
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  g_autofree char *id = g_settings_get_string (settings, "default-execution");

  for (guint i = 0; i < n; i++)
    gtk_string_list_append (titles, _ (all[i].title));
  adw_combo_row_set_model (self->execution, G_LIST_MODEL (titles));
  for (guint i = 0; i < n; i++)
    if (g_str_equal (all[i].id, id))
      adw_combo_row_set_selected (self->execution, i);
}

static void
show_device (HrPreferences *self, GSettings *settings)
{
  g_autofree char *id = g_settings_get_string (settings, "default-device");
  g_autoptr (GtkExpression) name = gtk_property_expression_new (HR_TYPE_DEVICE_ITEM, NULL, "name");

  adw_combo_row_set_expression (self->device, name);
  adw_combo_row_set_model (self->device, G_LIST_MODEL (self->devices));
  adw_combo_row_set_selected (self->device, hr_device_list_get_position (self->devices, id[0] != '\0' ? id : NULL));
}

static void
hr_preferences_dispose (GObject *object)
{
  HrPreferences *self = HR_PREFERENCES (object);

  g_clear_object (&self->settings);
  g_clear_object (&self->devices);
  G_OBJECT_CLASS (hr_preferences_parent_class)->dispose (object);
}

static void
hr_preferences_class_init (HrPreferencesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = hr_preferences_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, HR_RESOURCE_PATH "/preferences.ui");
  gtk_widget_class_bind_template_child (widget_class, HrPreferences, theme);
  gtk_widget_class_bind_template_child (widget_class, HrPreferences, execution);
  gtk_widget_class_bind_template_child (widget_class, HrPreferences, device);
  gtk_widget_class_bind_template_callback (widget_class, theme_selected);
  gtk_widget_class_bind_template_callback (widget_class, execution_selected);
  gtk_widget_class_bind_template_callback (widget_class, device_selected);
}

static void
hr_preferences_init (HrPreferences *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
hr_preferences_new (HrApplication *application)
{
  HrPreferences *self;
  GSettings *settings;

  g_return_val_if_fail (HR_IS_APPLICATION (application), NULL);
  self = g_object_new (HR_TYPE_PREFERENCES, NULL);
  settings = hr_application_get_settings (application);
  self->devices = g_object_ref (hr_application_get_devices (application));
  show_theme (self, settings);
  show_execution (self, settings);
  show_device (self, settings);
  self->settings = g_object_ref (settings); /* from now on, a change is the person's */
  return GTK_WIDGET (self);
}
