#include "report.h"

static void
layer_free (gpointer data)
{
  HrGpuLayer *layer = data;
  g_free (layer->id);
  g_free (layer->message);
  g_free (layer);
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
  self->layers = g_ptr_array_new_with_free_func (layer_free);
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

HrGpuLayer *
hr_gpu_report_add_layer (HrGpuReport *self, const char *id)
{
  HrGpuLayer *layer = g_new0 (HrGpuLayer, 1);
  layer->id = g_strdup (id);
  layer->pass = "forward";
  g_ptr_array_add (self->layers, layer);
  return layer;
}
