/* application.c: see application.h. */
#include "application.h"

#include <glib/gi18n-lib.h>

#include "about.h"
#include "config.h"
#include "preferences.h"
#include "window.h"

struct _HrApplication
{
  AdwApplication parent_instance;

  GSettings *settings;   /* owned */
  HrDeviceList *devices; /* owned */
};

G_DEFINE_FINAL_TYPE (HrApplication, hr_application, ADW_TYPE_APPLICATION)

HrApplication *
hr_application_get_default (void)
{
  return HR_APPLICATION (g_application_get_default ());
}

GSettings *
hr_application_get_settings (HrApplication *self)
{
  g_return_val_if_fail (HR_IS_APPLICATION (self), NULL);
  return self->settings;
}

HrDeviceList *
hr_application_get_devices (HrApplication *self)
{
  g_return_val_if_fail (HR_IS_APPLICATION (self), NULL);
  return self->devices;
}

HrProject *
hr_application_new_project (HrApplication *self)
{
  g_autofree char *execution = NULL;
  g_autofree char *device = NULL;
  g_autoptr (HrProject) empty = hr_project_new_empty ();
  g_autoptr (HrProject) project = NULL;
  HrSettings settings = *hr_project_get_settings (empty);

  g_return_val_if_fail (HR_IS_APPLICATION (self), NULL);
  execution = g_settings_get_string (self->settings, "default-execution");
  device = g_settings_get_string (self->settings, "default-device");
  hr_settings_set_text (&settings, "execution", execution, NULL);
  project = hr_project_with_settings (empty, &settings);
  return hr_project_with_device (project, device[0] != '\0' ? device : NULL);
}

/* The window that has file open, or NULL. */
static HrWindow *
find_window (HrApplication *self, GFile *file)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL; l = l->next)
    if (HR_IS_WINDOW (l->data))
      {
        GFile *open = hr_window_get_file (l->data);

        if (open != NULL && g_file_equal (open, file))
          return l->data;
      }
  return NULL;
}

/* window when it holds nothing yet, else a new one. */
static HrWindow *
take_window (HrApplication *self, GtkWindow *window)
{
  if (HR_IS_WINDOW (window) && hr_window_is_pristine (HR_WINDOW (window)))
    return HR_WINDOW (window);
  return hr_window_new (self);
}

void
hr_application_open_file (HrApplication *self, GFile *file, GtkWindow *window)
{
  HrWindow *target;

  g_return_if_fail (HR_IS_APPLICATION (self));
  g_return_if_fail (G_IS_FILE (file));
  target = find_window (self, file);
  if (target == NULL)
    {
      target = take_window (self, window);
      hr_window_load (target, file);
    }
  gtk_window_present (GTK_WINDOW (target));
}

void
hr_application_open_project (HrApplication *self, HrProject *project, GtkWindow *window)
{
  g_autoptr (HrDocument) document = NULL;
  g_autoptr (HrProject) empty = NULL;
  HrWindow *target;

  g_return_if_fail (HR_IS_APPLICATION (self));
  if (project == NULL)
    project = empty = hr_application_new_project (self);
  document = hr_document_new (project);
  target = take_window (self, window);
  hr_window_set_document (target, document);
  gtk_window_present (GTK_WINDOW (target));
}

/* ---- actions ---- */

static void
new_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  hr_application_open_project (user_data, NULL, NULL);
}

static void
preferences_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  GtkWindow *window = gtk_application_get_active_window (user_data);
  GtkWidget *preferences = hr_preferences_new (user_data);

  gtk_window_set_transient_for (GTK_WINDOW (preferences), window);
  gtk_window_present (GTK_WINDOW (preferences));
}

static void
about_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  hr_about_present (user_data);
}

/* Closes every window; each asks for itself, and one that is kept open keeps the program running. */
static void
quit_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (user_data));

  for (GList *l = windows; l != NULL; l = l->next)
    gtk_window_close (l->data);
}

static const GActionEntry actions[] = {
  { "new", new_activated },
  { "preferences", preferences_activated },
  { "about", about_activated },
  { "quit", quit_activated },
};

static const struct
{
  const char *action;    /* static */
  const char *accels[3]; /* static */
} accels[] = {
  { "app.new", { "<Control>n" } },
  { "app.preferences", { "<Control>comma" } },
  { "app.quit", { "<Control>q" } },
  { "win.open", { "<Control>o" } },
  { "win.save", { "<Control>s" } },
  { "win.save-as", { "<Control><Shift>s" } },
  { "win.export-chart", { "<Control><Shift>e" } },
  { "win.undo", { "<Control>z" } },
  { "win.redo", { "<Control><Shift>z", "<Control>y" } },
  { "win.validate", { "<Control><Shift>v" } },
  { "win.toggle-palette", { "F9" } },
  { "win.toggle-inspector", { "<Shift>F9" } },
  { "win.search-layers", { "<Control>f" } },
  { "win.show-page::timeline", { "<Alt>1" } },
  { "win.show-page::layers", { "<Alt>2" } },
  { "win.show-page::validation", { "<Alt>3" } },
  { "win.zoom-in", { "<Control>plus", "<Control>equal" } },
  { "win.zoom-out", { "<Control>minus" } },
  { "win.zoom-one", { "<Control>0" } },
  { "win.zoom-fit", { "<Control>9" } },
  { "win.arrange", { "<Control><Shift>l" } },
  { "win.show-menu", { "F10" } },
  { "window.close", { "<Control>w" } },
};

/* ---- application ---- */

static void
hr_application_activate (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (window != NULL)
    gtk_window_present (window);
  else
    hr_application_open_project (HR_APPLICATION (application), NULL, NULL);
}

static void
hr_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  for (int i = 0; i < n_files; i++)
    hr_application_open_file (HR_APPLICATION (application), files[i],
                              gtk_application_get_active_window (GTK_APPLICATION (application)));
}

static void
theme_changed (GSettings *settings, const char *key, gpointer user_data)
{
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), g_settings_get_enum (settings, "theme"));
}

static void
hr_application_startup (GApplication *application)
{
  HrApplication *self = HR_APPLICATION (application);

  G_APPLICATION_CLASS (hr_application_parent_class)->startup (application);
  self->settings = g_settings_new (HR_APP_ID);
  self->devices = hr_device_list_new ();
  g_signal_connect (self->settings, "changed::theme", G_CALLBACK (theme_changed), NULL);
  theme_changed (self->settings, "theme", NULL);
  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  for (guint i = 0; i < G_N_ELEMENTS (accels); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (self), accels[i].action, accels[i].accels);
}

static int
hr_application_handle_local_options (GApplication *application, GVariantDict *options)
{
  if (!g_variant_dict_contains (options, "version"))
    return -1;
  g_print ("headroom %s\n", HR_VERSION);
  return 0;
}

static void
hr_application_finalize (GObject *object)
{
  HrApplication *self = HR_APPLICATION (object);

  g_clear_object (&self->settings);
  g_clear_object (&self->devices);
  G_OBJECT_CLASS (hr_application_parent_class)->finalize (object);
}

static void
hr_application_class_init (HrApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = hr_application_finalize;
  application_class->activate = hr_application_activate;
  application_class->open = hr_application_open;
  application_class->startup = hr_application_startup;
  application_class->handle_local_options = hr_application_handle_local_options;
}

static void
hr_application_init (HrApplication *self)
{
  g_application_add_main_option (G_APPLICATION (self), "version", 'v', G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE,
                                 _ ("Print the version and exit"), NULL);
  g_application_set_option_context_parameter_string (G_APPLICATION (self), _ ("[FILE…]"));
}

HrApplication *
hr_application_new (void)
{
  return g_object_new (HR_TYPE_APPLICATION, "application-id", HR_APP_ID, "flags", G_APPLICATION_HANDLES_OPEN,
                       "resource-base-path", HR_RESOURCE_PATH, NULL);
}
