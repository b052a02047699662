#include "vulkan-plan.h"

#include "checked.h"

typedef struct
{
  const HrVulkanLimits *limits; /* borrowed */
  GArray *sizes;                /* owned: gint64, bytes of each memory block so far */
  int open;                     /* memory block that still takes tensors, or −1 */
} Layout;

static HrVulkanRange
add_own_block (Layout *self, gint64 bytes)
{
  g_array_append_val (self->sizes, bytes);
  return (HrVulkanRange){ self->sizes->len - 1, 0 };
}

/* Puts a tensor at the end of the open memory block, or opens a new one. */
static HrVulkanRange
add_to_open_block (Layout *self, gint64 bytes)
{
  gint64 *used = self->open < 0 ? NULL : &g_array_index (self->sizes, gint64, self->open);
  HrVulkanRange range;
  gint64 offset, end;

  if (used != NULL && hr_checked_align (*used, self->limits->alignment_bytes, &offset)
      && hr_checked_add (offset, bytes, &end) && end <= self->limits->block_bytes)
    {
      *used = end;
      return (HrVulkanRange){ (guint) self->open, offset };
    }
  range = add_own_block (self, bytes);
  self->open = (int) range.memory_block;
  return range;
}

/* Rounds the memory blocks to the granularity and adds them up. FALSE on overflow. */
static gboolean
finish_blocks (const Layout *self, gint64 *total_bytes)
{
  for (guint i = 0; i < self->sizes->len; i++)
    {
      gint64 *bytes = &g_array_index (self->sizes, gint64, i);

      if (!hr_checked_align (*bytes, self->limits->granularity_bytes, bytes)
          || !hr_checked_add (*total_bytes, *bytes, total_bytes))
        return FALSE;
    }
  return TRUE;
}

HrVulkanPlan *
hr_vulkan_plan_new (const HrAnalysis *analysis, const HrVulkanLimits *limits)
{
  g_autoptr (HrVulkanPlan) self = NULL;
  const HrBlock *blocks;
  guint n_blocks;
  Layout layout;
  gboolean fits;

  g_return_val_if_fail (analysis != NULL && limits != NULL, NULL);
  g_return_val_if_fail (limits->alignment_bytes > 0 && limits->granularity_bytes > 0 && limits->block_bytes > 0, NULL);

  blocks = hr_analysis_get_blocks (analysis, &n_blocks);
  self = g_new0 (HrVulkanPlan, 1);
  self->ranges = g_new (HrVulkanRange, n_blocks);
  layout = (Layout){ limits, g_array_new (FALSE, FALSE, sizeof (gint64)), -1 };
  for (guint i = 0; i < n_blocks; i++)
    {
      gboolean alone = blocks[i].bytes > limits->block_bytes || blocks[i].category == HR_CATEGORY_WORKSPACE;

      self->ranges[i] = alone ? add_own_block (&layout, blocks[i].bytes) : add_to_open_block (&layout, blocks[i].bytes);
    }
  fits = finish_blocks (&layout, &self->total_bytes);
  self->n_memory_blocks = layout.sizes->len;
  self->memory_block_bytes = (gint64 *) (void *) g_array_free (layout.sizes, FALSE);
  return fits ? g_steal_pointer (&self) : NULL;
}

void
hr_vulkan_plan_free (HrVulkanPlan *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->memory_block_bytes);
  g_free (self->ranges);
  g_free (self);
}
