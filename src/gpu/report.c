#include "report.h"

HrGpuLayer *
hr_gpu_layer_new (const char *id, gint64 bytes)
{
  HrGpuLayer *self = g_new0 (HrGpuLayer, 1);
  self->id = g_strdup (id);
  self->pass = "forward";
  self->bytes = bytes;
  return self;
}

void
hr_gpu_layer_free (HrGpuLayer *self)
{
  g_free (self->id);
  g_free (self->message);
  g_free (self);
}

HrGpuReport *
hr_gpu_report_new (const HrSettings *settings)
{
  HrGpuReport *self = g_new0 (HrGpuReport, 1);
  self->mode = settings->mode;
  self->batch = settings->batch;
  self->heap_growth_bytes = -1;
  self->available_bytes = -1;
  self->verdict = HR_GPU_UNAVAILABLE;
  self->layers = g_ptr_array_new_with_free_func ((GDestroyNotify) hr_gpu_layer_free);
  return self;
}

void
hr_gpu_report_free (HrGpuReport *self)
{
  if (self == NULL)
    return;
  hr_gpu_device_free (self->device);
  g_free (self->message);
  g_ptr_array_unref (self->layers);
  g_free (self);
}

void
hr_gpu_report_conclude (HrGpuReport *self, HrGpuVerdict verdict, const char *message)
{
  self->verdict = verdict;
  g_free (self->message);
  self->message = g_strdup (message);
}
