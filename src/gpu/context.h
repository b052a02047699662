/* context.h: Vulkan's instance, physical devices, and the logical device that a run uses. */
#pragma once

#include "../core/vulkan-plan.h"
#include "gpu.h"
#include "device-limits.h"
#include "vk.h"

G_BEGIN_DECLS

typedef void (*HrVkMessageFunc) (const char *text, gpointer user_data);

/* An instance, with Khronos' validation layer where it was asked for. */
typedef struct
{
  VkInstance handle;
  VkDebugUtilsMessengerEXT messenger; /* or VK_NULL_HANDLE */
  HrVkMessageFunc message;            /* or NULL */
  gpointer user_data;
  gint n_messages; /* atomic */
} HrVkInstance;

/* Fails with HR_GPU_ERROR_NO_DRIVER, or HR_GPU_ERROR_FAILED when check is TRUE and the layer is not installed. */
HrVkInstance *hr_vk_instance_new (gboolean check, HrVkMessageFunc message, gpointer user_data, GError **error);
void hr_vk_instance_free (HrVkInstance *self);

/* A physical device beside what is told of it. */
typedef struct
{
  VkPhysicalDevice handle;
  HrGpuDevice *info; /* owned */
} HrVkPhysical;

/* Devices with a compute queue, in the order of hr_gpu_list_devices(); HR_GPU_ERROR_NO_DEVICE when there is none.
 * A GArray of HrVkPhysical, owned by the caller. */
GArray *hr_vk_instance_list (HrVkInstance *self, GError **error);

gboolean hr_vk_has_device_extension (VkPhysicalDevice physical, const char *name);

/* Reads size, budget and use of the device's heaps into info. */
void hr_vk_read_heaps (VkPhysicalDevice handle, HrGpuDevice *info);

/* A logical device with one compute queue. */
typedef struct
{
  VkPhysicalDevice physical;
  VkDevice device;
  VkQueue queue;
  guint32 queue_family;
  HrVkLimits limits;
  VkPhysicalDeviceMemoryProperties memory;
  guint32 memory_type_bits; /* memory types that a run's buffers may use */
  guint64 timeout_ns;       /* of a submission */
  gboolean lost;            /* the device does not answer: nothing of it is freed, since that could wait for ever */
} HrVkContext;

HrVkContext *hr_vk_context_new (VkPhysicalDevice physical, GError **error);
void hr_vk_context_free (HrVkContext *self);

/* What hr_vulkan_plan_new() needs to know. */
void hr_vk_context_get_plan_limits (const HrVkContext *self, HrVulkanLimits *limits);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrVkInstance, hr_vk_instance_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrVkContext, hr_vk_context_free)

G_END_DECLS
