/* report.h: making of reports, inside this layer. */
#pragma once

#include "gpu.h"

G_BEGIN_DECLS

/* An empty report of a run with these settings; unknown sizes are −1. */
HrGpuReport *hr_gpu_report_new (const HrSettings *settings);

/* Sets the verdict; message is copied, may be NULL. */
void hr_gpu_report_conclude (HrGpuReport *self, HrGpuVerdict verdict, const char *message);

/* A forward pass of a layer that is still to be filled in. */
HrGpuLayer *hr_gpu_layer_new (const char *id, gint64 bytes);
void hr_gpu_layer_free (HrGpuLayer *self);

G_END_DECLS
