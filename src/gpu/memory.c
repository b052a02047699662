#include "memory.h"

#include <glib/gi18n-lib.h>

#include "../core/checked.h"
#include "../core/units.h"

#define STAGING_FLAGS (VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT)

/* Larger than any granularity that a driver would use for so small a buffer: its need for one byte shows it. */
#define PROBE_BYTES 1

int
hr_vk_choose_memory_type (const VkPhysicalDeviceMemoryProperties *memory, guint32 type_bits,
                          VkMemoryPropertyFlags required, VkMemoryPropertyFlags preferred)
{
  int best = -1;
  guint best_score = 0;
  VkDeviceSize best_heap = 0;

  for (guint32 i = 0; i < memory->memoryTypeCount; i++)
    {
      const VkMemoryType *type = &memory->memoryTypes[i];
      VkDeviceSize heap = memory->memoryHeaps[type->heapIndex].size;
      guint score = (guint) __builtin_popcount (type->propertyFlags & preferred);

      if (!(type_bits & (1u << i)) || (type->propertyFlags & required) != required)
        continue;
      if (best < 0 || score > best_score || (score == best_score && heap > best_heap))
        {
          best = (int) i;
          best_score = score;
          best_heap = heap;
        }
    }
  return best;
}

static VkResult
create_buffer (VkDevice device, gint64 bytes, VkBuffer *buffer)
{
  VkBufferCreateInfo info = { .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                              .size = (VkDeviceSize) bytes,
                              .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT
                                       | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT };
  return vkCreateBuffer (device, &info, NULL, buffer);
}

gboolean
hr_vk_probe_requirements (HrVkContext *context, GError **error)
{
  VkBuffer buffer;
  VkMemoryRequirements requirements;

  if (!hr_vk_check (create_buffer (context->device, PROBE_BYTES, &buffer), "vkCreateBuffer", error))
    return FALSE;
  vkGetBufferMemoryRequirements (context->device, buffer, &requirements);
  vkDestroyBuffer (context->device, buffer, NULL);
  context->limits.granularity_bytes = (gint64) MAX (requirements.size, requirements.alignment);
  context->memory_type_bits = requirements.memoryTypeBits;
  return TRUE;
}

static gboolean
choose_types (HrVkMemory *self, GError **error)
{
  const HrVkContext *context = self->context;
  int device
      = hr_vk_choose_memory_type (&context->memory, context->memory_type_bits, 0, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
  int host = hr_vk_choose_memory_type (&context->memory, context->memory_type_bits, STAGING_FLAGS,
                                       VK_MEMORY_PROPERTY_HOST_CACHED_BIT);

  if (device < 0 || host < 0)
    {
      g_set_error_literal (error, HR_GPU_ERROR, HR_GPU_ERROR_FAILED,
                           _ ("The driver offers no memory type that buffers can use."));
      return FALSE;
    }
  for (guint i = 0; i < self->n_blocks; i++)
    self->blocks[i].type = (guint32) (i == self->staging ? host : device);
  return TRUE;
}

static gboolean
check_allocation_sizes (const HrVkMemory *self, GError **error)
{
  gint64 limit = self->context->limits.allocation_bytes;

  for (guint i = 0; i < self->n_blocks; i++)
    if (self->blocks[i].bytes > limit)
      {
        g_autofree char *needed = hr_format_size (self->blocks[i].bytes);
        g_autofree char *allowed = hr_format_size (limit);
        g_set_error (error, HR_GPU_ERROR, HR_GPU_ERROR_MEMORY,
                     _ ("A tensor needs %s in one piece; the driver allows at most %s in one allocation."), needed,
                     allowed);
        return FALSE;
      }
  return TRUE;
}

/* What this process may still use of a heap. */
static gint64
get_available (const HrGpuHeap *heap)
{
  return heap->budget_bytes < 0 ? heap->bytes : MAX (0, heap->budget_bytes - MAX (0, heap->used_bytes));
}

static gboolean
check_heap (gint64 needed_bytes, gint64 available_bytes, GError **error)
{
  if (needed_bytes <= available_bytes)
    return TRUE;
  g_autofree char *needed = hr_format_size (needed_bytes);
  g_autofree char *available = hr_format_size (available_bytes);
  g_set_error (error, HR_GPU_ERROR, HR_GPU_ERROR_MEMORY, _ ("The run needs %s of memory; the device has %s for it."),
               needed, available);
  return FALSE;
}

static gboolean
check_heaps (const HrVkMemory *self, const HrGpuDevice *device, gint64 *available_bytes, GError **error)
{
  gint64 needed[VK_MAX_MEMORY_HEAPS] = { 0 };
  guint32 most = 0;

  for (guint i = 0; i < self->n_blocks; i++)
    {
      guint32 heap = self->context->memory.memoryTypes[self->blocks[i].type].heapIndex;
      if (!hr_checked_add (needed[heap], self->blocks[i].bytes, &needed[heap]))
        return check_heap (G_MAXINT64, 0, error);
      if (needed[heap] > needed[most])
        most = heap;
    }
  *available_bytes = get_available (&device->heaps[most]);
  for (guint i = 0; i < device->n_heaps; i++)
    if (!check_heap (needed[i], get_available (&device->heaps[i]), error))
      return FALSE;
  return TRUE;
}

HrVkMemory *
hr_vk_memory_new (HrVkContext *context, const HrVulkanPlan *plan, guint staging, const HrGpuDevice *heaps,
                  gint64 *available_bytes, GError **error)
{
  g_autoptr (HrVkMemory) self = g_new0 (HrVkMemory, 1);

  self->context = context;
  self->n_blocks = plan->n_memory_blocks;
  self->blocks = g_new0 (HrVkBlock, self->n_blocks);
  self->staging = staging;
  for (guint i = 0; i < self->n_blocks; i++)
    self->blocks[i].bytes = plan->memory_block_bytes[i];
  if (!choose_types (self, error) || !check_heaps (self, heaps, available_bytes, error)
      || !check_allocation_sizes (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

static gboolean
allocate_block (HrVkMemory *self, HrVkBlock *block, GError **error)
{
  VkDevice device = self->context->device;
  VkMemoryRequirements requirements;
  VkMemoryAllocateInfo info = { .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .memoryTypeIndex = block->type };

  if (!hr_vk_check (create_buffer (device, block->bytes, &block->buffer), "vkCreateBuffer", error))
    return FALSE;
  vkGetBufferMemoryRequirements (device, block->buffer, &requirements);
  info.allocationSize = requirements.size;
  self->measured_bytes += (gint64) requirements.size;
  return hr_vk_check (vkAllocateMemory (device, &info, NULL, &block->memory), "vkAllocateMemory", error)
         && hr_vk_check (vkBindBufferMemory (device, block->buffer, block->memory, 0), "vkBindBufferMemory", error);
}

gboolean
hr_vk_memory_allocate (HrVkMemory *self, GError **error)
{
  HrVkBlock *staging = &self->blocks[self->staging];

  for (guint i = 0; i < self->n_blocks; i++)
    if (!allocate_block (self, &self->blocks[i], error))
      return FALSE;
  return hr_vk_check (vkMapMemory (self->context->device, staging->memory, 0, VK_WHOLE_SIZE, 0, &staging->mapped),
                      "vkMapMemory", error);
}

void
hr_vk_memory_free (HrVkMemory *self)
{
  if (self == NULL || self->context->lost)
    return;
  for (guint i = 0; i < self->n_blocks; i++)
    {
      vkDestroyBuffer (self->context->device, self->blocks[i].buffer, NULL);
      vkFreeMemory (self->context->device, self->blocks[i].memory, NULL);
    }
  g_free (self->blocks);
  g_free (self);
}
