/* Whole networks on lavapipe: the project's examples, and what must not pass. */
#include <string.h>
#include <unistd.h>

#include "../core/network.h"
#include "gpu/network.h"
#include "gpu/validate.h"
#include "io/project-file.h"
#include "lavapipe.h"

static HrAnalysis *
analyse_example (const char *name, gint64 batch)
{
  g_autofree char *path = g_strdup_printf ("%s/examples/%s.headroom", g_getenv ("HEADROOM_DATA_DIR"), name);
  g_autoptr (GError) error = NULL;
  g_autoptr (HrProject) project = hr_project_load (path, &error);

  g_assert_no_error (error);
  HrSettings settings = *hr_project_get_settings (project);
  settings.execution = hr_execution_find ("vulkan");
  settings.mode = HR_MODE_INFERENCE;
  settings.batch = batch;
  g_autoptr (HrProject) changed = hr_project_with_settings (project, &settings);
  return hr_analysis_new (changed, NULL);
}

static void
print_message (const char *text, gpointer user_data)
{
  g_test_message ("%s", text);
}

/* Counts the events of a run; cancels it after the first layer if told so. */
typedef struct
{
  guint n_events[HR_GPU_EVENT_FINISHED + 1];
  HrCancel *cancel_at_layer; /* borrowed, or NULL */
} Watch;

static void
on_progress (HrGpuEvent event, const HrGpuReport *report, gpointer user_data)
{
  Watch *watch = user_data;

  watch->n_events[event]++;
  if (event == HR_GPU_EVENT_LAYER && watch->cancel_at_layer != NULL)
    hr_cancel_cancel (watch->cancel_at_layer);
}

static HrGpuReport *
validate (const HrAnalysis *analysis, Watch *watch)
{
  HrGpuOptions options = { .check = TRUE, .progress = on_progress, .message = print_message, .user_data = watch };
  HrGpuReport *report = hr_gpu_validate (analysis, &options, watch->cancel_at_layer);

  g_assert_cmpuint (report->n_messages, ==, 0);
  return report;
}

static void
assert_fits (const HrGpuReport *report, guint n_layers)
{
  g_assert_cmpstr (report->message, ==, NULL);
  g_assert_cmpstr (hr_gpu_verdict_get_id (report->verdict), ==, "fits");
  g_assert_cmpint (report->measured_bytes, ==, report->predicted_bytes);
  g_assert_cmpuint (report->n_layers, ==, n_layers);
  g_assert_cmpuint (report->layers->len, ==, n_layers);
  for (guint i = 0; i < n_layers; i++)
    {
      const HrGpuLayer *layer = g_ptr_array_index (report->layers, i);
      g_assert_true (layer->passed);
      g_assert_cmpstr (layer->pass, ==, "forward");
      g_assert_cmpfloat (layer->max_error, <=, layer->expected_error);
      g_assert_cmpfloat (layer->gflops, >, 0);
    }
}

static void
assert_events (const Watch *watch, guint n_layers)
{
  g_assert_cmpuint (watch->n_events[HR_GPU_EVENT_DEVICE], ==, 1);
  g_assert_cmpuint (watch->n_events[HR_GPU_EVENT_ALLOCATED], ==, 1);
  g_assert_cmpuint (watch->n_events[HR_GPU_EVENT_LAYER], ==, n_layers);
  g_assert_cmpuint (watch->n_events[HR_GPU_EVENT_FINISHED], ==, 1);
}

/* An example, its batch, and its number of convolutions, counted by hand in its file. */
typedef struct
{
  const char *name;
  gint64 batch;
  guint n_convolutions;
} Example;

static const Example examples[] = {
  { "e1-one-convolution", 1, 1 }, { "e2-three-convolutions", 1, 3 }, { "e4-low-bit-weights", 2, 2 }, { "lenet", 3, 2 },
  { "squeezenet1_1", 1, 26 },
};

static void
test_example_fits (gconstpointer data)
{
  const Example *example = data;
  Watch watch = { 0 };
  g_autoptr (HrAnalysis) analysis = analyse_example (example->name, example->batch);
  g_autoptr (HrGpuReport) report = validate (analysis, &watch);

  assert_fits (report, example->n_convolutions);
  assert_events (&watch, example->n_convolutions);
  g_assert_cmpint (report->batch, ==, example->batch);
}

/* E2, tensor by tensor: input 720,000; weights and biases 3,613,600; outputs 6,000,000 + 3,000,000 + 1,520,000; staging
 * as the largest, 6,000,000 bytes. Alignment adds at most 64 bytes to each of the eleven. */
static void
test_prediction_of_three_convolutions_by_hand (void)
{
  Watch watch = { 0 };
  g_autoptr (HrAnalysis) analysis = analyse_example ("e2-three-convolutions", 1);
  g_autoptr (HrGpuReport) report = validate (analysis, &watch);
  gint64 sum = 720000 + 3613600 + 10520000 + 6000000;

  g_assert_cmpint (report->predicted_bytes, >=, sum);
  g_assert_cmpint (report->predicted_bytes, <=, sum + 11 * 64);
}

/* In a process of its own: memory that earlier runs have freed would be used again, and nothing grow. Resident memory
 * grows in pages, and the process has other things to remember: half a megabyte is left for them. */
static void
test_memory_grows_by_the_prediction (void)
{
  Watch watch = { 0 };

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
      g_test_trap_assert_passed ();
      return;
    }
  g_autoptr (HrAnalysis) analysis = analyse_example ("e1-one-convolution", 1);
  g_autoptr (HrGpuReport) report = validate (analysis, &watch);
  g_assert_cmpint (report->heap_growth_bytes, >=, report->predicted_bytes - 65536);
  g_assert_cmpint (report->heap_growth_bytes, <=, report->predicted_bytes + (1 << 19));
}

/* Two layers with the same weights, and an activation in place between them. */
static void
test_shared_weights_are_found (void)
{
  Watch watch = { 0 };
  g_autoptr (HrAnalysis) analysis = network_analyse ("input input shape=4,9,9 :\n"
                                                     "a conv filters=4 kernel=3 padding=same-upper : input\n"
                                                     "r relu : a\n"
                                                     "b conv filters=4 kernel=3 padding=same-upper weights-of=a : r\n"
                                                     "output output : b\n",
                                                     "execution=vulkan");
  g_autoptr (HrGpuReport) report = validate (analysis, &watch);

  assert_fits (report, 2);
}

static void
test_cancelled (void)
{
  g_autoptr (HrCancel) cancel = hr_cancel_new ();
  Watch watch = { .cancel_at_layer = cancel };
  g_autoptr (HrAnalysis) analysis = analyse_example ("squeezenet1_1", 1);
  g_autoptr (HrGpuReport) report = validate (analysis, &watch);

  g_assert_cmpstr (hr_gpu_verdict_get_id (report->verdict), ==, "cancelled");
  g_assert_cmpuint (report->layers->len, ==, 1);
  assert_events (&watch, 1);
}

static void
test_what_is_larger_than_memory_does_not_fit (void)
{
  Watch watch = { 0 };
  g_autoptr (HrAnalysis) analysis = analyse_example ("e1-one-convolution", 100000);
  g_autoptr (HrGpuReport) report = validate (analysis, &watch);

  g_assert_cmpstr (hr_gpu_verdict_get_id (report->verdict), ==, "does-not-fit");
  /* The outputs of 100,000 instances alone: 12,000,000 bytes each. */
  g_assert_cmpint (report->predicted_bytes, >, G_GINT64_CONSTANT (1200000000000));
  g_assert_cmpint (report->measured_bytes, ==, 0);
  g_assert_nonnull (strstr (report->message, "memory"));
}

static void
test_obstacles_are_sentences (void)
{
  Watch watch = { 0 };
  g_autoptr (HrAnalysis) broken = network_analyse ("input input shape=3,8,8 :\n"
                                                   "a conv filters=4 kernel=9 padding=valid : input\n"
                                                   "output output : a\n",
                                                   "execution=vulkan");
  g_autoptr (HrGpuReport) report = validate (broken, &watch);
  HrGpuOptions options = { .device = "no such thing" };

  g_assert_cmpstr (hr_gpu_verdict_get_id (report->verdict), ==, "unavailable");
  g_assert_nonnull (strstr (report->message, "not complete"));
  g_autoptr (HrAnalysis) analysis = analyse_example ("lenet", 1);
  g_autoptr (HrGpuReport) lost = hr_gpu_validate (analysis, &options, NULL);
  g_assert_cmpstr (hr_gpu_verdict_get_id (lost->verdict), ==, "unavailable");
  g_assert_nonnull (strstr (lost->message, "no such thing"));
  g_autoptr (HrAnalysis) long_sum = network_analyse ("input input shape=65537,2,2 :\n"
                                                     "a conv filters=3 kernel=1 : input\n"
                                                     "output output : a\n",
                                                     "execution=vulkan");
  g_autoptr (HrGpuReport) refused = validate (long_sum, &watch);
  g_assert_cmpstr (hr_gpu_verdict_get_id (refused->verdict), ==, "unavailable");
  g_assert_nonnull (strstr (refused->message, "65,537 products"));
}

/* What a test changes before the run. */
typedef void (*Alter) (HrVkContext *context, HrVulkanPlan *plan, const HrAnalysis *analysis);

/* Everything that hr_gpu_validate() does, with a device or a plan that alter has changed. */
static HrGpuReport *
validate_altered (const char *example, Alter alter)
{
  g_autoptr (GError) error = NULL;
  const HrGpuOptions options = { 0 };
  HrVulkanLimits limits;
  g_autoptr (HrAnalysis) analysis = analyse_example (example, 1);
  g_autoptr (HrVkInstance) instance = hr_vk_instance_new (FALSE, NULL, NULL, &error);
  g_autoptr (GArray) devices = hr_vk_instance_list (instance, &error);
  const HrVkPhysical *physical = &g_array_index (devices, HrVkPhysical, 0);
  g_autoptr (HrVkContext) context = hr_vk_context_new (physical->handle, &error);
  HrGpuReport *report = hr_gpu_report_new (hr_analysis_get_settings (analysis));

  g_assert_no_error (error);
  report->device = hr_gpu_device_copy (physical->info);
  hr_vk_context_get_plan_limits (context, &limits);
  g_autoptr (HrVulkanPlan) plan = hr_vulkan_plan_new (analysis, &limits);
  alter (context, plan, analysis);
  hr_gpu_validate_plan (context, analysis, plan, &options, NULL, report);
  if (context->lost)
    g_steal_pointer (&instance);
  return report;
}

static void
enlarge_a_block (HrVkContext *context, HrVulkanPlan *plan, const HrAnalysis *analysis)
{
  plan->memory_block_bytes[0] += 64;
}

static void
test_one_altered_size_fails (void)
{
  g_autoptr (HrGpuReport) report = validate_altered ("lenet", enlarge_a_block);

  g_assert_cmpstr (hr_gpu_verdict_get_id (report->verdict), ==, "does-not-fit");
  g_assert_cmpint (report->measured_bytes, ==, report->predicted_bytes + 64);
}

/* The last values of the input are overwritten by the first of the output. */
static void
overlap_input_and_output (HrVkContext *context, HrVulkanPlan *plan, const HrAnalysis *analysis)
{
  g_autoptr (GArray) items = hr_gpu_list_convolutions (analysis);
  const HrGpuConvolution *item = &g_array_index (items, HrGpuConvolution, 0);

  plan->ranges[item->output] = plan->ranges[item->input];
}

static void
test_wrong_values_differ (void)
{
  g_autoptr (HrGpuReport) report = validate_altered ("lenet", overlap_input_and_output);

  g_assert_cmpstr (hr_gpu_verdict_get_id (report->verdict), ==, "differs");
  g_assert_true (g_str_has_prefix (report->message, "conv1: "));
}

static void
lose_patience (HrVkContext *context, HrVulkanPlan *plan, const HrAnalysis *analysis)
{
  context->timeout_ns = 0;
}

/* In a process of its own, which ends at once: what belongs to a lost device is left alone and would be seen as leaks. */
static void
test_a_device_that_does_not_answer_is_lost (void)
{
  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
      g_test_trap_assert_passed ();
      return;
    }
  const HrGpuReport *report = validate_altered ("e2-three-convolutions", lose_patience);
  g_assert_cmpstr (hr_gpu_verdict_get_id (report->verdict), ==, "device-lost");
  g_assert_nonnull (strstr (report->message, "VK_TIMEOUT"));
  _exit (0);
}

int
main (int argc, char **argv)
{
  use_lavapipe ();
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *path = g_strconcat ("/gpu/validate/examples/", examples[i].name, NULL);
      g_test_add_data_func (path, &examples[i], test_example_fits);
    }
  g_test_add_func ("/gpu/validate/prediction", test_prediction_of_three_convolutions_by_hand);
  g_test_add_func ("/gpu/validate/growth", test_memory_grows_by_the_prediction);
  g_test_add_func ("/gpu/validate/shared-weights", test_shared_weights_are_found);
  g_test_add_func ("/gpu/validate/cancelled", test_cancelled);
  g_test_add_func ("/gpu/validate/does-not-fit", test_what_is_larger_than_memory_does_not_fit);
  g_test_add_func ("/gpu/validate/obstacles", test_obstacles_are_sentences);
  g_test_add_func ("/gpu/validate/altered-size", test_one_altered_size_fails);
  g_test_add_func ("/gpu/validate/differs", test_wrong_values_differ);
  g_test_add_func ("/gpu/validate/lost", test_a_device_that_does_not_answer_is_lost);
  return g_test_run ();
}
