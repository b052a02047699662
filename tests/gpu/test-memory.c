#include "bench.h"

#define LOCAL VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT
#define HOST (VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT)
#define CACHED VK_MEMORY_PROPERTY_HOST_CACHED_BIT
#define MIB ((VkDeviceSize) 1 << 20)

/* A discrete GPU with a small window on its memory, a second local heap, and system memory. */
static const VkPhysicalDeviceMemoryProperties discrete = {
  .memoryHeapCount = 4,
  .memoryHeaps = { { 256 * MIB, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT },
                   { 8192 * MIB, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT },
                   { 16384 * MIB, 0 },
                   { 4096 * MIB, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT } },
  .memoryTypeCount = 5,
  .memoryTypes = { { LOCAL | HOST, 0 }, { LOCAL, 3 }, { LOCAL, 1 }, { HOST, 2 }, { HOST | CACHED, 2 } },
};

static void
test_types_are_chosen_by_flags_then_heap (void)
{
  /* Tensors: local memory, and of that the largest heap, not the small window that comes first. */
  g_assert_cmpint (hr_vk_choose_memory_type (&discrete, 0x1f, 0, LOCAL), ==, 2);
  /* Staging: visible and coherent; cached is better; so the window of 256 MiB is left alone. */
  g_assert_cmpint (hr_vk_choose_memory_type (&discrete, 0x1f, HOST, CACHED), ==, 4);
  g_assert_cmpint (hr_vk_choose_memory_type (&discrete, 0x0f, HOST, CACHED), ==, 3);
  /* Types that the buffer cannot use. */
  g_assert_cmpint (hr_vk_choose_memory_type (&discrete, 0x1b, 0, LOCAL), ==, 1);
  g_assert_cmpint (hr_vk_choose_memory_type (&discrete, 0x06, HOST, CACHED), ==, -1);
}

/* What a plan of these two memory blocks comes to; the second is the staging block. */
static HrVkMemory *
plan_memory (Bench *bench, gint64 first_bytes, gint64 second_bytes, gint64 *available, GError **error)
{
  gint64 blocks[] = { first_bytes, second_bytes };
  HrVulkanPlan plan = { .memory_block_bytes = blocks, .n_memory_blocks = 2 };

  return hr_vk_memory_new (bench->context, &plan, 1, g_array_index (bench->devices, HrVkPhysical, 0).info, available,
                           error);
}

static void
test_allocations_are_as_large_as_planned (void)
{
  Bench bench;
  gint64 available;
  g_autoptr (GError) error = NULL;

  bench_init (&bench);
  gint64 granularity = bench.context->limits.granularity_bytes;
  HrVkMemory *memory = plan_memory (&bench, 1000 * granularity, granularity, &available, &error);
  g_assert_no_error (error);
  g_assert_true (hr_vk_memory_allocate (memory, &error));
  g_assert_cmpint (memory->measured_bytes, ==, 1001 * granularity);
  g_assert_nonnull (memory->blocks[1].mapped);
  hr_vk_memory_free (memory);
  bench_clear (&bench);
}

static void
test_more_than_the_heap_does_not_fit (void)
{
  Bench bench;
  gint64 available = 0;
  g_autoptr (GError) error = NULL;

  bench_init (&bench);
  gint64 heap = hr_gpu_device_get_memory (g_array_index (bench.devices, HrVkPhysical, 0).info);
  g_assert_null (plan_memory (&bench, heap, 64, &available, &error));
  g_assert_error (error, HR_GPU_ERROR, HR_GPU_ERROR_MEMORY);
  g_assert_cmpint (available, ==, heap);
  g_clear_error (&error);
  g_assert_null (plan_memory (&bench, G_MAXINT64 - 8, 64, &available, &error));
  g_assert_error (error, HR_GPU_ERROR, HR_GPU_ERROR_MEMORY);
  g_clear_error (&error);
  bench_clear (&bench);
}

static void
test_budget_counts_before_the_heap (void)
{
  Bench bench;
  gint64 available = 0;
  g_autoptr (GError) error = NULL;

  bench_init (&bench);
  HrGpuHeap *heap = &g_array_index (bench.devices, HrVkPhysical, 0).info->heaps[0];
  heap->budget_bytes = 10000;
  heap->used_bytes = 4000;
  g_assert_null (plan_memory (&bench, 6400, 64, &available, &error));
  g_assert_error (error, HR_GPU_ERROR, HR_GPU_ERROR_MEMORY);
  g_assert_cmpint (available, ==, 6000);
  g_clear_error (&error);
  heap->used_bytes = 20000; /* drivers have reported that */
  g_assert_null (plan_memory (&bench, 64, 64, &available, &error));
  g_assert_cmpint (available, ==, 0);
  bench_clear (&bench);
}

static void
test_one_allocation_has_a_limit (void)
{
  Bench bench;
  gint64 available;
  g_autoptr (GError) error = NULL;

  bench_init (&bench);
  bench.context->limits.allocation_bytes = 1 << 20;
  g_assert_null (plan_memory (&bench, 3 << 20, 64, &available, &error));
  g_assert_error (error, HR_GPU_ERROR, HR_GPU_ERROR_MEMORY);
  g_assert_nonnull (strstr (error->message, "MiB in one allocation"));
  bench_clear (&bench);
}

/* The tests' claim that the validation layer is silent is worth something only if it can be heard. */
static void
test_the_validation_layer_is_heard (void)
{
  Bench bench;
  VkBuffer buffer = VK_NULL_HANDLE;
  VkBufferCreateInfo info = { .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                              .size = 0, /* VUID-VkBufferCreateInfo-size-00912 */
                              .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT };

  bench_init (&bench);
  vkCreateBuffer (bench.context->device, &info, NULL, &buffer);
  g_assert_cmpint (bench.instance->n_messages, ==, 1);
  bench.instance->n_messages = 0;
  vkDestroyBuffer (bench.context->device, buffer, NULL);
  bench_clear (&bench);
}

static void
test_stamps_wrap (void)
{
  /* Intel: 36 bits of 52 ns. */
  g_assert_cmpint (hr_vk_get_elapsed ((G_GUINT64_CONSTANT (1) << 36) - 10, 90, 36, 52.0), ==, 5200);
  g_assert_cmpint (hr_vk_get_elapsed (5, 105, 64, 1.0), ==, 100);
}

static void
test_pace_grows_slowly_and_falls_at_once (void)
{
  HrVkPacer pacer;

  hr_vk_pacer_init (&pacer);
  double start = hr_vk_pacer_get_multiply_adds (&pacer);
  hr_vk_pacer_learn (&pacer, 1e12, 100); /* too short to tell */
  g_assert_cmpfloat (hr_vk_pacer_get_multiply_adds (&pacer), ==, start);
  hr_vk_pacer_learn (&pacer, 1e12, 2000000);
  g_assert_cmpfloat (hr_vk_pacer_get_multiply_adds (&pacer), ==, 4 * start);
  hr_vk_pacer_learn (&pacer, 1e6, 2000000); /* 0.5 per ns: 25 million in 50 ms */
  g_assert_cmpfloat (hr_vk_pacer_get_multiply_adds (&pacer), ==, 25e6);
}

int
main (int argc, char **argv)
{
  use_lavapipe ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/memory/types", test_types_are_chosen_by_flags_then_heap);
  g_test_add_func ("/gpu/memory/planned", test_allocations_are_as_large_as_planned);
  g_test_add_func ("/gpu/memory/heap", test_more_than_the_heap_does_not_fit);
  g_test_add_func ("/gpu/memory/budget", test_budget_counts_before_the_heap);
  g_test_add_func ("/gpu/memory/allocation-limit", test_one_allocation_has_a_limit);
  g_test_add_func ("/gpu/memory/validation-layer", test_the_validation_layer_is_heard);
  g_test_add_func ("/gpu/submit/stamps", test_stamps_wrap);
  g_test_add_func ("/gpu/submit/pace", test_pace_grows_slowly_and_falls_at_once);
  return g_test_run ();
}
