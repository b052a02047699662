/* gpu-unavailable.c: what a build without Vulkan answers. */
#include "report.h"

#include <glib/gi18n-lib.h>

GPtrArray *
hr_gpu_list_devices (GError **error)
{
  g_set_error_literal (error, HR_GPU_ERROR, HR_GPU_ERROR_NOT_BUILT,
                       _ ("This build of Headroom has no Vulkan, so it cannot see GPUs. Everything else works."));
  return NULL;
}

HrGpuReport *
hr_gpu_validate (const HrAnalysis *analysis, const HrGpuOptions *options, HrCancel *cancel)
{
  g_return_val_if_fail (analysis != NULL, NULL);
  g_autoptr (GError) error = NULL;
  HrGpuReport *report = hr_gpu_report_new (hr_analysis_get_settings (analysis));
  hr_gpu_list_devices (&error);
  hr_gpu_report_conclude (report, HR_GPU_UNAVAILABLE, error->message);
  if (options != NULL && options->progress != NULL)
    options->progress (HR_GPU_EVENT_FINISHED, report, options->user_data);
  return report;
}
