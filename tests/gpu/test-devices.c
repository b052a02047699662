#include <string.h>

#include "gpu/gpu.h"
#include "lavapipe.h"

static void
test_lavapipe_is_listed_as_software (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) devices = hr_gpu_list_devices (&error);
  g_assert_no_error (error);
  g_assert_cmpuint (devices->len, ==, 1);
  const HrGpuDevice *device = g_ptr_array_index (devices, 0);
  g_assert_true (g_str_has_prefix (device->name, "llvmpipe"));
  g_assert_cmpstr (device->driver, ==, "llvmpipe");
  g_assert_true (g_str_has_prefix (device->driver_version, "Mesa "));
  g_assert_cmpstr (hr_gpu_type_get_id (device->type), ==, "software");
  /* lavapipe's UUID is text: "mesa22.3.6". */
  g_assert_true (g_str_has_prefix (device->uuid, "6d657361-"));
  g_assert_cmpuint (strlen (device->uuid), ==, 36);
  g_assert_cmpuint (device->n_heaps, ==, 1);
  g_assert_cmpint (hr_gpu_device_get_memory (device), >=, G_GINT64_CONSTANT (1) << 30);
}

/* A machine with Vulkan, but without any driver. */
static void
test_no_driver_is_a_sentence (void)
{
  g_autoptr (GError) error = NULL;
  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, 0);
      g_test_trap_assert_passed ();
      return;
    }
  g_setenv ("VK_DRIVER_FILES", "/nonexistent.json", TRUE);
  g_setenv ("VK_ICD_FILENAMES", "/nonexistent.json", TRUE);
  g_assert_null (hr_gpu_list_devices (&error));
  g_assert_error (error, HR_GPU_ERROR, HR_GPU_ERROR_NO_DRIVER);
  g_assert_nonnull (strstr (error->message, "mesa-vulkan-drivers"));
}

static void
add_device (GPtrArray *devices, const char *name, const char *uuid)
{
  HrGpuDevice *device = g_new0 (HrGpuDevice, 1);
  device->index = devices->len;
  device->name = g_strdup (name);
  device->uuid = g_strdup (uuid);
  g_ptr_array_add (devices, device);
}

static void
test_devices_are_found_by_index_uuid_and_name (void)
{
  g_autoptr (GPtrArray) devices = g_ptr_array_new_with_free_func ((GDestroyNotify) hr_gpu_device_free);
  g_autoptr (GError) error = NULL;
  const struct
  {
    const char *text;
    guint index;
  } cases[] = { { NULL, 0 },   { "0", 0 },
                { "2", 2 },    { "radeon rx 7600", 1 },
                { "llvm", 2 }, { "0000000b-0000-0000-0000-000000000000", 1 } };

  add_device (devices, "GeForce 10", "0000000a-0000-0000-0000-000000000000");
  add_device (devices, "Radeon RX 7600", "0000000B-0000-0000-0000-000000000000");
  add_device (devices, "llvmpipe", "0000000c-0000-0000-0000-000000000000");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const HrGpuDevice *device = hr_gpu_find_device (devices, cases[i].text, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (device->index, ==, cases[i].index);
    }
  for (const char *const *text = (const char *const[]){ "3", "-1", "arc", "", NULL }; *text != NULL; text++)
    {
      g_assert_null (hr_gpu_find_device (devices, *text, &error));
      g_assert_error (error, HR_GPU_ERROR, HR_GPU_ERROR_NOT_FOUND);
      g_clear_error (&error);
    }
}

int
main (int argc, char **argv)
{
  use_lavapipe ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/devices/lavapipe", test_lavapipe_is_listed_as_software);
  g_test_add_func ("/gpu/devices/no-driver", test_no_driver_is_a_sentence);
  g_test_add_func ("/gpu/devices/find", test_devices_are_found_by_index_uuid_and_name);
  return g_test_run ();
}
