/* memory.h: a run's memory on the device, exactly as planned: one buffer with its own allocation per memory block. */
#pragma once

#include "context.h"

G_BEGIN_DECLS

typedef struct
{
  VkBuffer buffer;
  VkDeviceMemory memory;
  gint64 bytes;    /* as planned */
  guint32 type;    /* memory type */
  gpointer mapped; /* the staging block's; NULL for others */
} HrVkBlock;

typedef struct
{
  HrVkContext *context; /* borrowed */
  HrVkBlock *blocks;    /* owned */
  guint n_blocks;
  guint staging;         /* the block that the processor reads and writes */
  gint64 measured_bytes; /* sum of the memory requirements */
} HrVkMemory;

/* Of the memory types in type_bits with all required flags, the one with most of the preferred flags; of several, that
 * on the largest heap; of several, the first. −1 when there is none. */
int hr_vk_choose_memory_type (const VkPhysicalDeviceMemoryProperties *memory, guint32 type_bits,
                              VkMemoryPropertyFlags required, VkMemoryPropertyFlags preferred);

/* Asks the driver what it needs for buffers as small as can be: the granularity of sizes, and the memory types. */
gboolean hr_vk_probe_requirements (HrVkContext *context, GError **error);

/* Decides, before anything is allocated, where each memory block goes. staging: index of the block for transfers. Fails
 * with HR_GPU_ERROR_MEMORY and a sentence when a heap or a limit is too small. available_bytes: of the heap that takes
 * most, by budget if the driver has one. */
HrVkMemory *hr_vk_memory_new (HrVkContext *context, const HrVulkanPlan *plan, guint staging, const HrGpuDevice *heaps,
                              gint64 *available_bytes, GError **error);

/* Allocates. HR_GPU_ERROR_MEMORY: the driver refused. */
gboolean hr_vk_memory_allocate (HrVkMemory *self, GError **error);
void hr_vk_memory_free (HrVkMemory *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrVkMemory, hr_vk_memory_free)

G_END_DECLS
