#include "io/device-file.h"

#include <glib/gstdio.h>
#include <string.h>

#include "io/project-file.h"

static char *
dup_user_path (void)
{
  return g_build_filename (g_get_user_config_dir (), "headroom", "devices.xml", NULL);
}

static void
write_user_file (const char *content)
{
  g_autofree char *path = dup_user_path ();
  g_autofree char *folder = g_path_get_dirname (path);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, content, -1, NULL));
}

static void
remove_user_file (void)
{
  g_autofree char *path = dup_user_path ();
  g_autofree char *folder = g_path_get_dirname (path);
  g_unlink (path);
  g_rmdir (folder);
  g_rmdir (g_get_user_config_dir ());
}

static GPtrArray *
load (void)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *devices = hr_devices_load (&error);
  g_assert_no_error (error);
  return devices;
}

static void
test_own_list (void)
{
  remove_user_file ();
  g_autoptr (GPtrArray) devices = load ();
  static const char *const vendors[] = { "AMD", "Apple", "ARM", "Intel", "NVIDIA", "Qualcomm" };
  guint n_found[G_N_ELEMENTS (vendors)] = { 0 };
  g_assert_cmpuint (devices->len, >=, 20);
  for (guint i = 0; i < devices->len; i++)
    {
      const HrDevice *device = g_ptr_array_index (devices, i);
      g_assert_cmpint (device->memory_bytes, >=, 1 << 28);
      g_assert_cmpint (device->reserved_bytes, ==, 0);
      g_assert_nonnull (device->kind);
      g_assert_true (g_str_has_prefix (device->source, "https://"));
      g_assert_true (hr_devices_find (devices, device->id) == device);
      for (guint v = 0; v < G_N_ELEMENTS (vendors); v++)
        n_found[v] += g_strcmp0 (device->vendor, vendors[v]) == 0;
    }
  for (guint v = 0; v < G_N_ELEMENTS (vendors); v++)
    g_assert_cmpuint (n_found[v], >, 0);
  g_assert_null (hr_devices_find (devices, "no-such-device"));
}

static void
test_user_file (void)
{
  remove_user_file ();
  g_autoptr (GPtrArray) own = load ();
  const HrDevice *first = g_ptr_array_index (own, 0);
  g_autofree char *text = g_strdup_printf ("<devices>\n<device id='%s' name='Mine' memory='8GB' reserved='512MiB'/>\n"
                                           "<device id='other' name='Other' memory='2 GiB'/>\n</devices>\n",
                                           first->id);
  write_user_file (text);
  g_autoptr (GPtrArray) devices = load ();
  g_assert_cmpuint (devices->len, ==, own->len + 1);
  const HrDevice *replaced = g_ptr_array_index (devices, 0);
  g_assert_cmpstr (replaced->name, ==, "Mine");
  g_assert_cmpint (replaced->memory_bytes, ==, G_GINT64_CONSTANT (8000000000));
  g_assert_cmpint (hr_device_get_available (replaced), ==, G_GINT64_CONSTANT (8000000000) - 536870912);
  g_assert_cmpint (hr_devices_find (devices, "other")->memory_bytes, ==, G_GINT64_CONSTANT (2147483648));
}

typedef struct
{
  const char *text;
  const char *message; /* after the file's name; a glob */
} Case;

static const Case bad[] = {
  { "<devices>\n<device id='a' name='A'/>\n</devices>", ":2: an attribute of <device> is missing or wrong" },
  { "<devices>\n<device id='a' name='A' memory='lots'/>\n</devices>",
    ":2: memory: “lots” is not a size like 8GiB or 500 MB" },
  { "<devices>\n\n<device id='a' name='A' memory='1GiB' reserved='2GiB'/></devices>",
    ":3: a: more memory is reserved than there is" },
  { "<devices>\n<device id='a' name='A' memory='1GiB'/>\n<device id='a' name='B' memory='1GiB'/>\n</devices>",
    ":3: a: two devices have this id" },
  { "<devices>", ":1: *" },
  { "<!DOCTYPE devices><devices/>", ":1: document type declarations are not allowed*" },
};

/* The error is told, and the program's own list is there all the same. */
static void
test_bad_user_file (void)
{
  g_autofree char *path = dup_user_path ();
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      write_user_file (bad[i].text);
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) devices = hr_devices_load (&error);
      g_assert_cmpuint (devices->len, >=, 20);
      g_assert_cmpuint (error->domain, ==, HR_PROJECT_ERROR);
      g_assert_true (g_str_has_prefix (error->message, path));
      if (!g_pattern_match_simple (bad[i].message, error->message + strlen (path)))
        g_assert_cmpstr (error->message + strlen (path), ==, bad[i].message);
    }
}

int
main (int argc, char *argv[])
{
  g_autofree char *config = g_dir_make_tmp ("headroom-XXXXXX", NULL);
  g_setenv ("XDG_CONFIG_HOME", config, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/device-file/own-list", test_own_list);
  g_test_add_func ("/device-file/user-file", test_user_file);
  g_test_add_func ("/device-file/bad-user-file", test_bad_user_file);
  int status = g_test_run ();
  remove_user_file ();
  return status;
}
