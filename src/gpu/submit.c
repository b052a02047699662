#include "submit.h"

/* A fourth of what a submission may take: the next one may be four times slower than the last. */
#define TARGET_NS 50e6

/* What any device does, software included. */
#define INITIAL_MULTIPLY_ADDS_PER_NS 0.2

/* Shorter submissions measure the cost of submitting. */
#define LEAST_TELLING_NS 1000000

static gboolean
create_commands (HrVkSubmitter *self, GError **error)
{
  VkDevice device = self->context->device;
  VkCommandPoolCreateInfo pool = { .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                   .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                   .queueFamilyIndex = self->context->queue_family };
  VkCommandBufferAllocateInfo commands = { .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                           .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                           .commandBufferCount = 1 };

  if (!hr_vk_check (vkCreateCommandPool (device, &pool, NULL, &self->pool), "vkCreateCommandPool", error))
    return FALSE;
  commands.commandPool = self->pool;
  return hr_vk_check (vkAllocateCommandBuffers (device, &commands, &self->commands), "vkAllocateCommandBuffers", error);
}

static gboolean
create_fence_and_stamps (HrVkSubmitter *self, GError **error)
{
  VkDevice device = self->context->device;
  VkFenceCreateInfo fence = { .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };
  VkQueryPoolCreateInfo stamps
      = { .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = VK_QUERY_TYPE_TIMESTAMP, .queryCount = 2 };

  if (!hr_vk_check (vkCreateFence (device, &fence, NULL, &self->fence), "vkCreateFence", error))
    return FALSE;
  return self->context->limits.stamp_bits == 0
         || hr_vk_check (vkCreateQueryPool (device, &stamps, NULL, &self->stamps), "vkCreateQueryPool", error);
}

HrVkSubmitter *
hr_vk_submitter_new (HrVkContext *context, GError **error)
{
  g_autoptr (HrVkSubmitter) self = g_new0 (HrVkSubmitter, 1);

  self->context = context;
  if (!create_commands (self, error) || !create_fence_and_stamps (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
hr_vk_submitter_free (HrVkSubmitter *self)
{
  if (self == NULL || self->context->lost)
    return;
  VkDevice device = self->context->device;
  vkDestroyQueryPool (device, self->stamps, NULL);
  vkDestroyFence (device, self->fence, NULL);
  vkDestroyCommandPool (device, self->pool, NULL);
  g_free (self);
}

gboolean
hr_vk_submitter_begin (HrVkSubmitter *self, GError **error)
{
  VkCommandBufferBeginInfo info
      = { .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT };

  if (!hr_vk_check (vkBeginCommandBuffer (self->commands, &info), "vkBeginCommandBuffer", error))
    return FALSE;
  if (self->stamps != VK_NULL_HANDLE)
    {
      vkCmdResetQueryPool (self->commands, self->stamps, 0, 2);
      vkCmdWriteTimestamp (self->commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, self->stamps, 0);
    }
  return TRUE;
}

void
hr_vk_submitter_add_barrier (HrVkSubmitter *self)
{
  VkMemoryBarrier barrier = { .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                              .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                              .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT };

  vkCmdPipelineBarrier (self->commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                        VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, NULL, 0,
                        NULL);
}

gint64
hr_vk_get_elapsed (guint64 start, guint64 end, guint n_bits, double tick_ns)
{
  guint64 mask = n_bits >= 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << n_bits) - 1;
  return (gint64) ((double) ((end - start) & mask) * tick_ns);
}

/* FALSE when the device has no stamps, or wrote none. */
static gboolean
read_stamps (HrVkSubmitter *self, gint64 *elapsed_ns)
{
  guint64 stamps[2] = { 0 };
  const HrVkLimits *limits = &self->context->limits;

  if (self->stamps == VK_NULL_HANDLE
      || vkGetQueryPoolResults (self->context->device, self->stamps, 0, 2, sizeof stamps, stamps, sizeof stamps[0],
                                VK_QUERY_RESULT_64_BIT)
             != VK_SUCCESS)
    return FALSE;
  *elapsed_ns = hr_vk_get_elapsed (stamps[0], stamps[1], limits->stamp_bits, limits->tick_ns);
  return *elapsed_ns > 0;
}

/* Submits and waits; notes a device that does not answer. */
static gboolean
submit_and_wait (HrVkSubmitter *self, GError **error)
{
  VkSubmitInfo info
      = { .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &self->commands };
  VkResult result = vkQueueSubmit (self->context->queue, 1, &info, self->fence);

  if (!hr_vk_check (result, "vkQueueSubmit", error))
    return FALSE;
  result = vkWaitForFences (self->context->device, 1, &self->fence, VK_TRUE, self->context->timeout_ns);
  self->context->lost = result != VK_SUCCESS;
  return hr_vk_check (result, "vkWaitForFences", error);
}

gboolean
hr_vk_submitter_run (HrVkSubmitter *self, gint64 *elapsed_ns, GError **error)
{
  VkDevice device = self->context->device;
  gint64 start_us;

  hr_vk_submitter_add_barrier (self);
  if (self->stamps != VK_NULL_HANDLE)
    vkCmdWriteTimestamp (self->commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, self->stamps, 1);
  if (!hr_vk_check (vkEndCommandBuffer (self->commands), "vkEndCommandBuffer", error)
      || !hr_vk_check (vkResetFences (device, 1, &self->fence), "vkResetFences", error))
    return FALSE;
  start_us = g_get_monotonic_time ();
  if (!submit_and_wait (self, error))
    return FALSE;
  if (elapsed_ns != NULL && !read_stamps (self, elapsed_ns))
    *elapsed_ns = MAX (1, g_get_monotonic_time () - start_us) * 1000;
  return TRUE;
}

void
hr_vk_pacer_init (HrVkPacer *self)
{
  self->multiply_adds_per_ns = INITIAL_MULTIPLY_ADDS_PER_NS;
}

double
hr_vk_pacer_get_multiply_adds (const HrVkPacer *self)
{
  return self->multiply_adds_per_ns * TARGET_NS;
}

void
hr_vk_pacer_learn (HrVkPacer *self, double multiply_adds, gint64 elapsed_ns)
{
  if (elapsed_ns >= LEAST_TELLING_NS)
    self->multiply_adds_per_ns = MIN (multiply_adds / (double) elapsed_ns, 4 * self->multiply_adds_per_ns);
}
