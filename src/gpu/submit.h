/* submit.h: one command buffer at a time, recorded, run and waited for. */
#pragma once

#include "context.h"

G_BEGIN_DECLS

typedef struct
{
  HrVkContext *context; /* borrowed */
  VkCommandPool pool;
  VkCommandBuffer commands; /* to record into between begin and run */
  VkFence fence;
  VkQueryPool stamps; /* VK_NULL_HANDLE without time stamps */
} HrVkSubmitter;

HrVkSubmitter *hr_vk_submitter_new (HrVkContext *context, GError **error);
void hr_vk_submitter_free (HrVkSubmitter *self);

/* Starts recording. */
gboolean hr_vk_submitter_begin (HrVkSubmitter *self, GError **error);

/* Makes every write so far visible to everything that follows, the processor included. */
void hr_vk_submitter_add_barrier (HrVkSubmitter *self);

/* Ends recording, submits and waits. HR_GPU_ERROR_LOST when the device does not answer within some seconds. elapsed_ns,
 * if not NULL: time on the device or, without time stamps, by the clock here. */
gboolean hr_vk_submitter_run (HrVkSubmitter *self, gint64 *elapsed_ns, GError **error);

/* Time between two stamps of which the lowest n_bits count, across one wrap. */
gint64 hr_vk_get_elapsed (guint64 start, guint64 end, guint n_bits, double tick_ns);

/* Work that a submission should do, so that it stays far below the 200 ms at which a driver's watchdog is still
 * patient. */
typedef struct
{
  double multiply_adds_per_ns;
} HrVkPacer;

void hr_vk_pacer_init (HrVkPacer *self);
double hr_vk_pacer_get_multiply_adds (const HrVkPacer *self);

/* Learns from a submission; a rate grows at most fourfold at a time, and falls at once. */
void hr_vk_pacer_learn (HrVkPacer *self, double multiply_adds, gint64 elapsed_ns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrVkSubmitter, hr_vk_submitter_free)

G_END_DECLS
