/* about.c: see about.h. */
#include "about.h"

#include <glib/gi18n-lib.h>

#include "config.h"

/* What a person is asked for in a bug report. Not translated. Owned by the caller. */
static char *
dup_debug_info (HrApplication *application)
{
  GString *text = g_string_new (NULL);
  GdkDisplay *display = gdk_display_get_default ();
  GListModel *devices = G_LIST_MODEL (hr_application_get_devices (application));
  g_autofree char *os = g_get_os_info (G_OS_INFO_KEY_PRETTY_NAME);

  g_string_append_printf (text, "Headroom %s\n", HR_VERSION);
  g_string_append_printf (text, "System: %s\n", os != NULL ? os : "unknown");
  g_string_append_printf (text, "GLib %u.%u.%u\n", glib_major_version, glib_minor_version, glib_micro_version);
  g_string_append_printf (text, "GTK %u.%u.%u\n", gtk_get_major_version (), gtk_get_minor_version (),
                          gtk_get_micro_version ());
  g_string_append_printf (text, "libadwaita %u.%u.%u\n", adw_get_major_version (), adw_get_minor_version (),
                          adw_get_micro_version ());
  g_string_append_printf (text, "Display: %s\n", G_OBJECT_TYPE_NAME (display));
  for (guint i = 0; i < g_list_model_get_n_items (devices); i++)
    {
      g_autoptr (HrDeviceItem) item = g_list_model_get_item (devices, i);

      if (hr_device_item_is_local (item))
        g_string_append_printf (text, "Vulkan device: %s\n", hr_device_item_get_name (item));
    }
  return g_string_free (text, FALSE);
}

void
hr_about_present (HrApplication *application)
{
  g_autofree char *debug_info = NULL;

  g_return_if_fail (HR_IS_APPLICATION (application));
  debug_info = dup_debug_info (application);
  /* clang-format off: one property a line */
  /* clang-format off */
  adw_show_about_window (gtk_application_get_active_window (GTK_APPLICATION (application)),
                         "application-name", _ ("Headroom"),
                         "application-icon", HR_APP_ID,
                         "version", HR_VERSION,
                         "developer-name", _ ("The Headroom authors"),
                         "comments", _ ("Design convolutional networks and see whether they fit before anything runs."),
                         "license-type", GTK_LICENSE_GPL_3_0,
                         "debug-info", debug_info,
                         "debug-info-filename", "headroom-debug-info.txt",
                         /* Translators: put your names here, one per line. */
                         "translator-credits", _ ("translator-credits"),
                         NULL);
  /* clang-format on */
  /* clang-format on */
}
