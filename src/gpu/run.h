/* run.h: one run on a device: transfers, and convolutions judged one by one. */
#pragma once

#include "kernel.h"
#include "report.h"
#include "sample.h"

G_BEGIN_DECLS

typedef struct
{
  HrVkMemory *memory;       /* borrowed */
  HrVkSubmitter *submitter; /* owned */
  HrVkKernel *kernel;       /* owned */
  HrVkPacer pacer;
  HrVkPlace staging;    /* where transfers pass through … */
  gint64 staging_bytes; /* … in parts of at most so much */
  HrCancel *cancel;     /* borrowed, or NULL */
} HrVkRun;

/* memory need not be allocated yet. */
HrVkRun *hr_vk_run_new (HrVkMemory *memory, HrVkPlace staging, gint64 staging_bytes, HrCancel *cancel, GError **error);
void hr_vk_run_free (HrVkRun *self);

/* Submits nothing, so that the driver makes what it makes with the first submission. */
gboolean hr_vk_run_warm_up (HrVkRun *self, GError **error);

/* Fills every memory block with the canary, so that each of its bytes is really there, and a stray write shows. */
gboolean hr_vk_run_fill_all (HrVkRun *self, GError **error);

gboolean hr_vk_run_fill (HrVkRun *self, HrVkPlace to, gint64 bytes, GError **error);
gboolean hr_vk_run_upload (HrVkRun *self, HrVkPlace to, gconstpointer data, gint64 bytes, GError **error);
gboolean hr_vk_run_download (HrVkRun *self, HrVkPlace from, gpointer data, gint64 bytes, GError **error);

/* Runs a convolution in pieces. elapsed_ns: their time on the device. */
gboolean hr_vk_run_convolution (HrVkRun *self, const HrConvTask *task, const HrVkOperands *operands, gint64 *elapsed_ns,
                                GError **error);

/* Runs a convolution on an exact and, twice, on a random sample and fills in result but for its bytes. A wrong value is
 * no error but a result. call must be that of task. */
gboolean hr_vk_run_judge (HrVkRun *self, const HrConvTask *task, const HrOpCall *call, const HrVkOperands *operands,
                          HrWorkers *workers, guint64 seed, HrGpuLayer *result, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrVkRun, hr_vk_run_free)

G_END_DECLS
