#include "vk.h"

#include <glib/gi18n-lib.h>

#include "gpu.h"

#define ROW(code)                                                                                                      \
  {                                                                                                                    \
    code, #code                                                                                                        \
  }

static const struct
{
  VkResult result;
  const char *name;
} names[] = {
  ROW (VK_NOT_READY),
  ROW (VK_TIMEOUT),
  ROW (VK_INCOMPLETE),
  ROW (VK_ERROR_OUT_OF_HOST_MEMORY),
  ROW (VK_ERROR_OUT_OF_DEVICE_MEMORY),
  ROW (VK_ERROR_INITIALIZATION_FAILED),
  ROW (VK_ERROR_DEVICE_LOST),
  ROW (VK_ERROR_MEMORY_MAP_FAILED),
  ROW (VK_ERROR_LAYER_NOT_PRESENT),
  ROW (VK_ERROR_EXTENSION_NOT_PRESENT),
  ROW (VK_ERROR_FEATURE_NOT_PRESENT),
  ROW (VK_ERROR_INCOMPATIBLE_DRIVER),
  ROW (VK_ERROR_TOO_MANY_OBJECTS),
  ROW (VK_ERROR_FORMAT_NOT_SUPPORTED),
  ROW (VK_ERROR_FRAGMENTED_POOL),
  ROW (VK_ERROR_OUT_OF_POOL_MEMORY),
  ROW (VK_ERROR_INVALID_EXTERNAL_HANDLE),
  ROW (VK_ERROR_FRAGMENTATION),
  ROW (VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS),
  ROW (VK_ERROR_UNKNOWN),
};

const char *
hr_vk_result_get_name (VkResult result)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i].result == result)
      return names[i].name;
  return "an unknown code";
}

static HrGpuError
get_error_code (VkResult result)
{
  switch (result)
    {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
      return HR_GPU_ERROR_MEMORY;
    case VK_ERROR_DEVICE_LOST:
    case VK_TIMEOUT:
      return HR_GPU_ERROR_LOST;
    default:
      return HR_GPU_ERROR_FAILED;
    }
}

gboolean
hr_vk_check (VkResult result, const char *call, GError **error)
{
  if (result == VK_SUCCESS)
    return TRUE;
  g_set_error (error, HR_GPU_ERROR, get_error_code (result), _ ("The driver answered %s with %s (%d)."), call,
               hr_vk_result_get_name (result), (int) result);
  return FALSE;
}
