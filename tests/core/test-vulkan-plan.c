/* Where a validation run puts its tensors. */
#include "core/checked.h"
#include "core/vulkan-plan.h"

#include "network.h"

/* Three convolutions, by hand: weights 10,800, 720,000 and 2,880,000 bytes, biases 400, 800, 1,600; input 720,000;
 * outputs 6,000,000, 3,000,000, 1,520,000; staging 6,000,000. With memory blocks of 4,000,000 bytes. */
static void
test_three_convolutions (void)
{
  static const HrVulkanLimits limits = { .alignment_bytes = 64, .granularity_bytes = 4096, .block_bytes = 4000000 };
  static const HrVulkanRange ranges[] = {
    { 0, 0 },      { 0, 10816 }, { 0, 11264 }, { 0, 731264 }, { 0, 732096 }, { 0, 3612096 }, /* weight, bias, … */
    { 1, 0 },      /* the input no longer fits beside them */
    { 2, 0 },      /* larger than a memory block may be */
    { 1, 720000 }, /* conv2 */
    { 3, 0 },      /* conv3 */
    { 4, 0 },      /* staging */
  };
  static const gint64 sizes[] = { 3616768, 3723264, 6000640, 1523712, 6000640 };
  g_autofree char *text = network_text ("three-convolutions");
  g_autoptr (HrAnalysis) analysis = network_analyse (text, "execution=vulkan");
  g_autoptr (HrVulkanPlan) plan = hr_vulkan_plan_new (analysis, &limits);
  gint64 total = 0;
  guint n_blocks;

  hr_analysis_get_blocks (analysis, &n_blocks);
  g_assert_cmpuint (n_blocks, ==, G_N_ELEMENTS (ranges));
  g_assert_cmpuint (plan->n_memory_blocks, ==, G_N_ELEMENTS (sizes));
  for (guint i = 0; i < n_blocks; i++)
    {
      g_assert_cmpuint (plan->ranges[i].memory_block, ==, ranges[i].memory_block);
      g_assert_cmpint (plan->ranges[i].offset_bytes, ==, ranges[i].offset_bytes);
    }
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_assert_cmpint (plan->memory_block_bytes[i], ==, sizes[i]);
      total += sizes[i];
    }
  g_assert_cmpint (plan->total_bytes, ==, total);
}

/* Every range lies in its memory block, aligned, after the one before it. */
static void
test_ranges (void)
{
  static const HrVulkanLimits limits = { .alignment_bytes = 256, .granularity_bytes = 65536, .block_bytes = 16777216 };
  static const char *const networks[] = { "small-classifier", "resnet50", "squeezenet1_1", "alexnet" };

  for (guint i = 0; i < G_N_ELEMENTS (networks); i++)
    {
      g_autofree char *text = network_text (networks[i]);
      g_autoptr (HrAnalysis) analysis = network_analyse (text, "execution=vulkan");
      g_autoptr (HrVulkanPlan) plan = hr_vulkan_plan_new (analysis, &limits);
      g_autofree gint64 *ends = g_new0 (gint64, plan->n_memory_blocks);
      guint n_blocks;
      const HrBlock *blocks = hr_analysis_get_blocks (analysis, &n_blocks);

      for (guint j = 0; j < n_blocks; j++)
        {
          gint64 *end = &ends[plan->ranges[j].memory_block];

          g_assert_cmpint (plan->ranges[j].offset_bytes, >=, *end);
          g_assert_cmpint (plan->ranges[j].offset_bytes % limits.alignment_bytes, ==, 0);
          *end = plan->ranges[j].offset_bytes + blocks[j].bytes;
        }
      for (guint j = 0; j < plan->n_memory_blocks; j++)
        g_assert_cmpint (hr_div_round_up (ends[j], 65536) * 65536, ==, plan->memory_block_bytes[j]);
    }
}

static void
test_empty (void)
{
  static const HrVulkanLimits limits = { .alignment_bytes = 64, .granularity_bytes = 4096, .block_bytes = 4000000 };
  g_autoptr (HrAnalysis) analysis = network_analyse ("", "execution=vulkan");
  g_autoptr (HrVulkanPlan) plan = hr_vulkan_plan_new (analysis, &limits);

  g_assert_cmpuint (plan->n_memory_blocks, ==, 0);
  g_assert_cmpint (plan->total_bytes, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vulkan-plan/three-convolutions", test_three_convolutions);
  g_test_add_func ("/vulkan-plan/ranges", test_ranges);
  g_test_add_func ("/vulkan-plan/empty", test_empty);
  return g_test_run ();
}
