/* vulkan-plan.h: where a validation run puts each block, predicted from the estimate alone. */
#pragma once

#include "analysis.h"

G_BEGIN_DECLS

/* All that the prediction knows of a device. */
typedef struct
{
  gint64 alignment_bytes;   /* offsets of tensors in a block are multiples of this */
  gint64 granularity_bytes; /* sizes of memory blocks are multiples of this */
  gint64 block_bytes;       /* size limit of a memory block that holds several tensors */
} HrVulkanLimits;

typedef struct
{
  guint memory_block;
  gint64 offset_bytes; /* in that block */
} HrVulkanRange;

typedef struct
{
  gint64 *memory_block_bytes; /* owned: size of each memory block */
  guint n_memory_blocks;
  HrVulkanRange *ranges; /* owned: one per block of the analysis */
  gint64 total_bytes;    /* sum of the memory blocks: what the run allocates */
} HrVulkanPlan;

/* Plans every block of an analysis made with the `vulkan` execution model, in inference mode:
 *  - each learned tensor and buffer of each layer (batch norm's running mean and variance too, but not its counter),
 *    each network input and each output, as dense 32-bit floats whatever the settings' formats; shared weights once;
 *  - views and in-place layers have no block of their own: hr_analysis_find_block() names the block of every output;
 *  - all of them exist from the first step to the last, so that no two ranges overlap;
 *  - last, one staging block (HR_CATEGORY_WORKSPACE), as large as the largest of the others.
 * Blocks are placed one after the other, in their order, into memory blocks of at most block_bytes. A tensor never
 * straddles memory blocks; one larger than block_bytes, and the staging block, have a memory block of their own.
 * NULL on overflow. */
HrVulkanPlan *hr_vulkan_plan_new (const HrAnalysis *analysis, const HrVulkanLimits *limits);
void hr_vulkan_plan_free (HrVulkanPlan *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrVulkanPlan, hr_vulkan_plan_free)

G_END_DECLS
