#include "context.h"

#include <string.h>

#include <glib/gi18n-lib.h>

static HrGpuType
get_type (VkPhysicalDeviceType type)
{
  switch (type)
    {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
      return HR_GPU_DISCRETE;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
      return HR_GPU_INTEGRATED;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
      return HR_GPU_VIRTUAL;
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
      return HR_GPU_SOFTWARE;
    default:
      return HR_GPU_OTHER;
    }
}

static char *
format_uuid (const guint8 *bytes)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < VK_UUID_SIZE; i++)
    g_string_append_printf (text, i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", bytes[i]);
  return g_string_free (text, FALSE);
}

gboolean
hr_vk_has_device_extension (VkPhysicalDevice handle, const char *name)
{
  guint32 n_extensions = 0;
  if (vkEnumerateDeviceExtensionProperties (handle, NULL, &n_extensions, NULL) != VK_SUCCESS || n_extensions == 0)
    return FALSE;
  g_autofree VkExtensionProperties *extensions = g_new0 (VkExtensionProperties, n_extensions);
  vkEnumerateDeviceExtensionProperties (handle, NULL, &n_extensions, extensions);
  for (guint32 i = 0; i < n_extensions; i++)
    if (strcmp (extensions[i].extensionName, name) == 0)
      return TRUE;
  return FALSE;
}

/* Some drivers report a budget beyond the heap; it is clamped. */
void
hr_vk_read_heaps (VkPhysicalDevice handle, HrGpuDevice *info)
{
  gboolean budgets = hr_vk_has_device_extension (handle, VK_EXT_MEMORY_BUDGET_EXTENSION_NAME);
  VkPhysicalDeviceMemoryBudgetPropertiesEXT budget
      = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT };
  VkPhysicalDeviceMemoryProperties2 memory
      = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2, .pNext = budgets ? &budget : NULL };

  vkGetPhysicalDeviceMemoryProperties2 (handle, &memory);
  info->n_heaps = MIN (memory.memoryProperties.memoryHeapCount, HR_GPU_MAX_HEAPS);
  for (guint i = 0; i < info->n_heaps; i++)
    {
      const VkMemoryHeap *heap = &memory.memoryProperties.memoryHeaps[i];
      info->heaps[i] = (HrGpuHeap){
        .bytes = (gint64) MIN (heap->size, (VkDeviceSize) G_MAXINT64),
        .budget_bytes = budgets ? (gint64) MIN (budget.heapBudget[i], heap->size) : -1,
        .used_bytes = budgets ? (gint64) MIN (budget.heapUsage[i], (VkDeviceSize) G_MAXINT64) : -1,
        .device_local = (heap->flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0,
      };
    }
}

static gboolean
can_compute (VkPhysicalDevice handle)
{
  guint32 n_families = 0;
  VkPhysicalDeviceProperties properties;

  vkGetPhysicalDeviceProperties (handle, &properties);
  vkGetPhysicalDeviceQueueFamilyProperties (handle, &n_families, NULL);
  g_autofree VkQueueFamilyProperties *families = g_new0 (VkQueueFamilyProperties, n_families);
  vkGetPhysicalDeviceQueueFamilyProperties (handle, &n_families, families);
  for (guint32 i = 0; i < n_families; i++)
    if (families[i].queueFlags & VK_QUEUE_COMPUTE_BIT)
      return properties.apiVersion >= VK_API_VERSION_1_1;
  return FALSE;
}

static HrGpuDevice *
describe (VkPhysicalDevice handle)
{
  VkPhysicalDeviceDriverProperties driver = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES };
  VkPhysicalDeviceIDProperties id = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES };
  VkPhysicalDeviceProperties2 properties = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &id };
  HrGpuDevice *info = g_new0 (HrGpuDevice, 1);

  if (hr_vk_has_device_extension (handle, VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME))
    id.pNext = &driver;
  vkGetPhysicalDeviceProperties2 (handle, &properties);
  info->name = g_utf8_make_valid (properties.properties.deviceName, -1);
  info->driver = g_utf8_make_valid (driver.driverName, -1);
  info->driver_version = g_utf8_make_valid (driver.driverInfo, -1);
  info->uuid = format_uuid (id.deviceUUID);
  info->type = get_type (properties.properties.deviceType);
  hr_vk_read_heaps (handle, info);
  return info;
}

static void
clear_physical (gpointer data)
{
  hr_gpu_device_free (((HrVkPhysical *) data)->info);
}

/* By kind; those of one kind stay in the driver's order. */
static void
insert_by_type (GArray *devices, HrVkPhysical physical)
{
  guint at = devices->len;
  while (at > 0 && g_array_index (devices, HrVkPhysical, at - 1).info->type > physical.info->type)
    at--;
  g_array_insert_val (devices, at, physical);
}

GArray *
hr_vk_instance_list (HrVkInstance *self, GError **error)
{
  guint32 n_handles = 0;
  VkResult result = vkEnumeratePhysicalDevices (self->handle, &n_handles, NULL);

  /* Drivers without a device may also answer so. */
  if (result != VK_ERROR_INITIALIZATION_FAILED && !hr_vk_check (result, "vkEnumeratePhysicalDevices", error))
    return NULL;
  g_autofree VkPhysicalDevice *handles = g_new0 (VkPhysicalDevice, n_handles + 1);
  if (n_handles > 0)
    vkEnumeratePhysicalDevices (self->handle, &n_handles, handles);
  g_autoptr (GArray) devices = g_array_new (FALSE, FALSE, sizeof (HrVkPhysical));
  g_array_set_clear_func (devices, clear_physical);
  for (guint32 i = 0; i < n_handles; i++)
    if (can_compute (handles[i]))
      insert_by_type (devices, (HrVkPhysical){ .handle = handles[i], .info = describe (handles[i]) });
  for (guint i = 0; i < devices->len; i++)
    g_array_index (devices, HrVkPhysical, i).info->index = i;
  if (devices->len > 0)
    return g_steal_pointer (&devices);
  g_set_error_literal (error, HR_GPU_ERROR, HR_GPU_ERROR_NO_DEVICE,
                       _ ("Vulkan is installed, but its drivers find no device here that can compute."));
  return NULL;
}

GPtrArray *
hr_gpu_list_devices (GError **error)
{
  g_autoptr (HrVkInstance) instance = hr_vk_instance_new (FALSE, NULL, NULL, error);
  g_autoptr (GArray) physical = instance != NULL ? hr_vk_instance_list (instance, error) : NULL;
  if (physical == NULL)
    return NULL;
  GPtrArray *devices = g_ptr_array_new_with_free_func ((GDestroyNotify) hr_gpu_device_free);
  for (guint i = 0; i < physical->len; i++)
    g_ptr_array_add (devices, hr_gpu_device_copy (g_array_index (physical, HrVkPhysical, i).info));
  return devices;
}
