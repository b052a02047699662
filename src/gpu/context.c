#include "context.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "memory.h"

/* Memory blocks with several tensors are no larger: drivers find many middling allocations more easily than a huge one.
 * */
#define MAX_BLOCK_BYTES (G_GINT64_CONSTANT (256) << 20)

#define MAX_LANES 64

/* Far more than any submission takes, and yet an end. */
#define TIMEOUT_NS (G_GUINT64_CONSTANT (20) * 1000 * 1000 * 1000)

static guint32
find_queue_family (VkPhysicalDevice physical, guint32 *stamp_bits)
{
  guint32 n_families = 0, found = 0;

  vkGetPhysicalDeviceQueueFamilyProperties (physical, &n_families, NULL);
  g_autofree VkQueueFamilyProperties *families = g_new0 (VkQueueFamilyProperties, n_families);
  vkGetPhysicalDeviceQueueFamilyProperties (physical, &n_families, families);
  while (found < n_families - 1 && !(families[found].queueFlags & VK_QUEUE_COMPUTE_BIT))
    found++;
  *stamp_bits = families[found].timestampValidBits;
  return found;
}

/* A limit that the driver does not tell (0) is none. */
static gint64
clamp_limit (guint64 limit)
{
  return limit == 0 || limit > G_MAXINT64 ? G_MAXINT64 : (gint64) limit;
}

/* Linear one-channel float views: how the kernel reads. */
static gboolean
has_texel_buffers (VkPhysicalDevice physical)
{
  VkFormatProperties format;
  vkGetPhysicalDeviceFormatProperties (physical, VK_FORMAT_R32_SFLOAT, &format);
  return (format.bufferFeatures & VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT) != 0;
}

static void
read_limits (HrVkContext *self)
{
  VkPhysicalDeviceSubgroupProperties subgroup = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES };
  VkPhysicalDeviceMaintenance3Properties memory
      = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES, .pNext = &subgroup };
  VkPhysicalDeviceProperties2 properties
      = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &memory };
  const VkPhysicalDeviceLimits *limits = &properties.properties.limits;
  gboolean software;

  vkGetPhysicalDeviceProperties2 (self->physical, &properties);
  software = properties.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  self->limits = (HrVkLimits){
    .allocation_bytes = clamp_limit (memory.maxMemoryAllocationSize),
    .storage_range_bytes = clamp_limit (limits->maxStorageBufferRange),
    .texel_elems = has_texel_buffers (self->physical) ? clamp_limit (limits->maxTexelBufferElements) : 0,
    .storage_alignment_bytes = MAX (4, (gint64) limits->minStorageBufferOffsetAlignment),
    .texel_alignment_bytes = MAX (4, (gint64) limits->minTexelBufferOffsetAlignment),
    .max_groups = { limits->maxComputeWorkGroupCount[0], limits->maxComputeWorkGroupCount[1] },
    .lanes = MIN (software ? MAX (1, subgroup.subgroupSize) : MAX_LANES, limits->maxComputeWorkGroupInvocations),
    .tick_ns = limits->timestampPeriod,
  };
}

static const char *
find_portability_subset (VkPhysicalDevice physical)
{
  static const char name[] = "VK_KHR_portability_subset";
  return hr_vk_has_device_extension (physical, name) ? name : NULL;
}

static gboolean
create_device (HrVkContext *self, GError **error)
{
  const char *portability = find_portability_subset (self->physical);
  float priority = 1.0f;
  VkDeviceQueueCreateInfo queue = { .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                    .queueFamilyIndex = self->queue_family,
                                    .queueCount = 1,
                                    .pQueuePriorities = &priority };
  /* Mandatory in Vulkan: a read or write beyond a buffer does no harm. */
  VkPhysicalDeviceFeatures features = { .robustBufferAccess = VK_TRUE };
  VkDeviceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                              .queueCreateInfoCount = 1,
                              .pQueueCreateInfos = &queue,
                              .enabledExtensionCount = portability != NULL ? 1 : 0,
                              .ppEnabledExtensionNames = &portability,
                              .pEnabledFeatures = &features };
  return hr_vk_check (vkCreateDevice (self->physical, &info, NULL, &self->device), "vkCreateDevice", error);
}

HrVkContext *
hr_vk_context_new (VkPhysicalDevice physical, GError **error)
{
  g_autoptr (HrVkContext) self = g_new0 (HrVkContext, 1);

  self->physical = physical;
  self->timeout_ns = TIMEOUT_NS;
  read_limits (self);
  self->queue_family = find_queue_family (physical, &self->limits.stamp_bits);
  vkGetPhysicalDeviceMemoryProperties (physical, &self->memory);
  if (!create_device (self, error))
    return NULL;
  vkGetDeviceQueue (self->device, self->queue_family, 0, &self->queue);
  if (!hr_vk_probe_requirements (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
hr_vk_context_free (HrVkContext *self)
{
  if (self == NULL || self->lost)
    return;
  if (self->device != VK_NULL_HANDLE)
    vkDestroyDevice (self->device, NULL);
  g_free (self);
}

/* All are powers of two, so that the largest is a multiple of the others. */
void
hr_vk_context_get_plan_limits (const HrVkContext *self, HrVulkanLimits *limits)
{
  limits->alignment_bytes = MAX (self->limits.storage_alignment_bytes, self->limits.texel_alignment_bytes);
  limits->granularity_bytes = self->limits.granularity_bytes;
  limits->block_bytes = MIN (MAX_BLOCK_BYTES, self->limits.allocation_bytes);
}
