#include "capacity.h"

#include <glib/gi18n-lib.h>

#include "../core/units.h"
#include "../io/device-file.h"
#include "output.h"

gint64
hr_cli_get_gpu_available (const HrGpuDevice *gpu)
{
  const HrGpuHeap *largest = NULL;

  for (guint i = 0; i < gpu->n_heaps; i++)
    if (gpu->heaps[i].device_local && (largest == NULL || gpu->heaps[i].bytes > largest->bytes))
      largest = &gpu->heaps[i];
  if (largest == NULL)
    return 0;
  return largest->budget_bytes >= 0 ? largest->budget_bytes : largest->bytes;
}

/* A GPU of this computer, with the memory that its driver allows now. */
static HrDevice *
find_gpu (const char *index)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) gpus = hr_gpu_list_devices (&error);
  const HrGpuDevice *gpu = gpus != NULL ? hr_gpu_find_device (gpus, index, &error) : NULL;

  if (gpu == NULL)
    {
      hr_cli_error ("%s", error->message);
      return NULL;
    }

  g_autofree char *id = g_strdup_printf (HR_CLI_GPU_PREFIX "%u", gpu->index);
  return hr_device_new (id, gpu->name, hr_cli_get_gpu_available (gpu));
}

/* The device with this id, of the list or, as "gpu-0", of this computer. NULL when there is none, which it has said. */
static HrDevice *
find_device (const char *id)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) devices = hr_devices_load (&error);
  const HrDevice *device = devices != NULL ? hr_devices_find (devices, id) : NULL;

  if (error != NULL)
    hr_cli_problem (error->message);
  if (device != NULL)
    return hr_device_copy (device);
  if (g_str_has_prefix (id, HR_CLI_GPU_PREFIX))
    return find_gpu (id + strlen (HR_CLI_GPU_PREFIX));
  hr_cli_error (_ ("there is no device “%s”; headroom-cli devices lists them"), id);
  return NULL;
}

gboolean
hr_cli_get_capacity (const char *device_id, const char *size, const HrProject *project, HrDevice **device)
{
  gint64 bytes;

  *device = NULL;
  if (device_id != NULL && size != NULL)
    {
      hr_cli_error (_ ("--device and --capacity: one of them, not both"));
      return FALSE;
    }
  if (device_id == NULL && size == NULL)
    device_id = hr_project_get_device (project);
  if (device_id != NULL)
    {
      *device = find_device (device_id);
      return *device != NULL;
    }
  if (size == NULL)
    return TRUE;
  if (!hr_parse_size (size, &bytes) || bytes <= 0)
    {
      hr_cli_error (_ ("--capacity: “%s” is no size such as 8GiB, 8GB or 500 MB"), size);
      return FALSE;
    }
  *device = hr_device_new ("", "", bytes);
  return TRUE;
}
