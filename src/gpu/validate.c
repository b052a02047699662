#include "validate.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "growth.h"
#include "network.h"
#include "run.h"

/* What the steps of a validation share; all borrowed. */
typedef struct
{
  HrVkContext *context;
  const HrAnalysis *analysis;
  const HrVulkanPlan *plan;
  const HrGpuOptions *options;
  HrCancel *cancel; /* or NULL */
  HrGpuReport *report;
  GArray *items; /* HrGpuConvolution */
} Validation;

static void
notify (const HrGpuOptions *options, HrGpuEvent event, const HrGpuReport *report)
{
  if (options->progress != NULL)
    options->progress (event, report, options->user_data);
}

static HrGpuVerdict
get_verdict (const GError *error)
{
  if (error->domain != HR_GPU_ERROR)
    return HR_GPU_UNAVAILABLE;
  switch ((HrGpuError) error->code)
    {
    case HR_GPU_ERROR_MEMORY:
      return HR_GPU_DOES_NOT_FIT;
    case HR_GPU_ERROR_LOST:
      return HR_GPU_DEVICE_LOST;
    case HR_GPU_ERROR_CANCELLED:
      return HR_GPU_CANCELLED;
    default:
      return HR_GPU_UNAVAILABLE;
    }
}

static HrVkPlace
get_place (const HrVulkanPlan *plan, guint block)
{
  return (HrVkPlace) { plan->ranges[block].memory_block, plan->ranges[block].offset_bytes };
}

static gboolean
run_convolution (const Validation *self, HrVkRun *run, HrWorkers *workers, const HrGpuConvolution *item, guint64 seed,
                 GError **error)
{
  HrVkOperands operands = { get_place (self->plan, item->input), get_place (self->plan, item->weights),
                            get_place (self->plan, item->bias), get_place (self->plan, item->output) };
  HrConvTask task;
  HrGpuLayer *result;

  if (!hr_conv_task_init (&task, &item->conv, &self->context->limits))
    {
      g_set_error_literal (error, HR_GPU_ERROR, HR_GPU_ERROR_FAILED,
                           _ ("It is larger than what the kernel can count to."));
      return FALSE;
    }
  result = hr_gpu_layer_new (item->node->id, item->bytes);
  if (!hr_vk_run_judge (run, &task, &item->call, &operands, workers, seed, result, error))
    {
      hr_gpu_layer_free (result);
      return FALSE;
    }
  g_ptr_array_add (self->report->layers, result);
  notify (self->options, HR_GPU_EVENT_LAYER, self->report);
  return TRUE;
}

static gboolean
run_all (const Validation *self, HrVkRun *run, GError **error)
{
  g_autoptr (HrWorkers) workers = hr_workers_new (self->cancel);

  for (guint i = 0; i < self->items->len; i++)
    {
      const HrGpuConvolution *item = &g_array_index (self->items, HrGpuConvolution, i);
      if (!run_convolution (self, run, workers, item, i, error))
        {
          g_prefix_error (error, "%s: ", hr_node_get_name (item->node));
          return FALSE;
        }
    }
  return TRUE;
}

/* Allocates the plan and touches all of it; measures both ways. */
static gboolean
allocate (const Validation *self, HrVkMemory *memory, HrVkRun *run, GError **error)
{
  HrGpuReport *report = self->report;
  gint64 before, after;

  if (!hr_vk_run_warm_up (run, error))
    return FALSE;
  before = hr_vk_get_used_bytes (self->context, report->device->type);
  if (!hr_vk_memory_allocate (memory, error) || !hr_vk_run_fill_all (run, error))
    return FALSE;
  after = hr_vk_get_used_bytes (self->context, report->device->type);
  report->measured_bytes = memory->measured_bytes;
  report->heap_growth_bytes = before < 0 || after < 0 ? -1 : MAX (0, after - before);
  notify (self->options, HR_GPU_EVENT_ALLOCATED, report);
  return TRUE;
}

static HrVkRun *
create_run (const Validation *self, HrVkMemory *memory, GError **error)
{
  guint staging = (guint) hr_gpu_find_staging (self->analysis), n_blocks;
  const HrBlock *blocks = hr_analysis_get_blocks (self->analysis, &n_blocks);

  return hr_vk_run_new (memory, get_place (self->plan, staging), blocks[staging].bytes, self->cancel, error);
}

/* The verdict of a run that came to its end. */
static void
conclude (HrGpuReport *report)
{
  for (guint i = 0; i < report->layers->len; i++)
    {
      const HrGpuLayer *layer = g_ptr_array_index (report->layers, i);
      if (!layer->passed)
        {
          g_autofree char *message = g_strdup_printf ("%s: %s", layer->id, layer->message);
          hr_gpu_report_conclude (report, HR_GPU_DIFFERS, message);
          return;
        }
    }
  if (report->measured_bytes != report->predicted_bytes)
    {
      g_autofree char *message = g_strdup_printf (_ ("The driver needs %" PRId64 " bytes; %" PRId64 " were predicted."),
                                                  report->measured_bytes, report->predicted_bytes);
      hr_gpu_report_conclude (report, HR_GPU_DOES_NOT_FIT, message);
      return;
    }
  hr_gpu_report_conclude (report, HR_GPU_FITS, NULL);
}

static gboolean
validate (const Validation *self, GError **error)
{
  guint staging = self->plan->ranges[hr_gpu_find_staging (self->analysis)].memory_block;
  g_autoptr (HrVkMemory) memory = hr_vk_memory_new (self->context, self->plan, staging, self->report->device,
                                                    &self->report->available_bytes, error);
  g_autoptr (HrVkRun) run = memory != NULL ? create_run (self, memory, error) : NULL;

  notify (self->options, HR_GPU_EVENT_DEVICE, self->report);
  return run != NULL && allocate (self, memory, run, error) && run_all (self, run, error);
}

void
hr_gpu_validate_plan (HrVkContext *context, const HrAnalysis *analysis, const HrVulkanPlan *plan,
                      const HrGpuOptions *options, HrCancel *cancel, HrGpuReport *report)
{
  g_autoptr (GArray) items = hr_gpu_list_convolutions (analysis);
  g_autoptr (GError) error = NULL;
  Validation self = { context, analysis, plan, options, cancel, report, items };

  report->predicted_bytes = plan->total_bytes;
  report->n_layers = items->len;
  if (validate (&self, &error))
    conclude (report);
  else
    hr_gpu_report_conclude (report, get_verdict (error), error->message);
}

/* Why this analysis cannot be run; NULL when it can. */
static const char *
find_obstacle (const HrAnalysis *analysis)
{
  const HrSettings *settings = hr_analysis_get_settings (analysis);

  if (settings->mode != HR_MODE_INFERENCE)
    return _ ("Training cannot be validated yet, only inference.");
  if (!hr_analysis_get_totals (analysis)->complete || hr_gpu_find_staging (analysis) < 0)
    return _ ("The network is not complete: a layer's shape is not known, so it cannot run.");
  return NULL;
}

/* Chooses the device, copied into the report. */
static VkPhysicalDevice
choose_device (GArray *devices, const char *text, HrGpuReport *report, GError **error)
{
  g_autoptr (GPtrArray) infos = g_ptr_array_new ();

  for (guint i = 0; i < devices->len; i++)
    g_ptr_array_add (infos, g_array_index (devices, HrVkPhysical, i).info);
  const HrGpuDevice *chosen = hr_gpu_find_device (infos, text, error);
  if (chosen == NULL)
    return VK_NULL_HANDLE;
  report->device = hr_gpu_device_copy (chosen);
  return g_array_index (devices, HrVkPhysical, chosen->index).handle;
}

static gboolean
validate_on (HrVkInstance *instance, const HrAnalysis *analysis, const HrGpuOptions *options, HrCancel *cancel,
             HrGpuReport *report, GError **error)
{
  HrVulkanLimits limits;
  g_autoptr (GArray) devices = hr_vk_instance_list (instance, error);
  VkPhysicalDevice physical
      = devices != NULL ? choose_device (devices, options->device, report, error) : VK_NULL_HANDLE;
  g_autoptr (HrVkContext) context = physical != VK_NULL_HANDLE ? hr_vk_context_new (physical, error) : NULL;

  if (context == NULL)
    return FALSE;
  hr_vk_context_get_plan_limits (context, &limits);
  g_autoptr (HrVulkanPlan) plan = hr_vulkan_plan_new (analysis, &limits);
  if (plan == NULL)
    {
      g_set_error_literal (error, HR_GPU_ERROR, HR_GPU_ERROR_MEMORY,
                           _ ("The run needs more bytes than can be counted."));
      return FALSE;
    }
  hr_gpu_validate_plan (context, analysis, plan, options, cancel, report);
  return TRUE;
}

static void
open_and_validate (const HrAnalysis *analysis, const HrGpuOptions *options, HrCancel *cancel, HrGpuReport *report)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HrVkInstance) instance = hr_vk_instance_new (options->check, options->message, options->user_data, &error);

  if (instance == NULL || !validate_on (instance, analysis, options, cancel, report, &error))
    hr_gpu_report_conclude (report, get_verdict (error), error->message);
  if (instance != NULL)
    report->n_messages = (guint) g_atomic_int_get (&instance->n_messages);
  if (report->verdict == HR_GPU_DEVICE_LOST)
    g_steal_pointer (&instance); /* it may not be freed before the device, nor the device at all */
}

HrGpuReport *
hr_gpu_validate (const HrAnalysis *analysis, const HrGpuOptions *options, HrCancel *cancel)
{
  g_return_val_if_fail (analysis != NULL, NULL);
  g_return_val_if_fail (g_str_equal (hr_analysis_get_settings (analysis)->execution->id, "vulkan"), NULL);
  const HrGpuOptions defaults = { 0 };
  HrGpuReport *report = hr_gpu_report_new (hr_analysis_get_settings (analysis));
  const char *obstacle = find_obstacle (analysis);

  options = options != NULL ? options : &defaults;
  if (obstacle != NULL)
    hr_gpu_report_conclude (report, HR_GPU_UNAVAILABLE, obstacle);
  else
    open_and_validate (analysis, options, cancel, report);
  notify (options, HR_GPU_EVENT_FINISHED, report);
  return report;
}
