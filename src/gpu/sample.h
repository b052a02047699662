/* sample.h: made-up data for one convolution, and what the processor says is right. Free of Vulkan. */
#pragma once

#include "../core/cancel.h"
#include "pieces.h"

G_BEGIN_DECLS

typedef enum
{
  HR_SAMPLE_EXACT,  /* small whole numbers: every partial sum is exact in float32 */
  HR_SAMPLE_RANDOM, /* between −1 and 1 */
} HrSampleKind;

/* Threads that compute references. */
typedef struct _HrWorkers HrWorkers;

HrWorkers *hr_workers_new (HrCancel *cancel);
void hr_workers_free (HrWorkers *self); /* waits for what they do */

typedef struct
{
  HrSampleKind kind;
  const HrConvTask *task;                      /* borrowed */
  HrOpCall call;                               /* borrowed contents */
  float *input, *weights, *bias;               /* owned; bias: NULL when the convolution has none */
  double *reference;                           /* owned */
  double *magnitude;                           /* owned; NULL for HR_SAMPLE_EXACT */
  gint64 n_input, n_weights, n_bias, n_output; /* elements */
  HrWorkers *workers;                          /* borrowed */
  gint n_pending; /* shares of the reference that are not computed yet; by the workers' lock */
} HrSample;

/* Data that depend on seed alone; the reference is being computed when this returns. call must be that of task and
 * outlive the sample. NULL when there is not enough memory. */
HrSample *hr_sample_new (HrSampleKind kind, const HrConvTask *task, const HrOpCall *call, guint64 seed,
                         HrWorkers *workers);

/* Waits for the reference. FALSE when it was cancelled. */
gboolean hr_sample_wait (HrSample *self);

/* Waits, too. */
void hr_sample_free (HrSample *self);

/* The largest error of n values, of which values[0] is output value `first`. Exact samples: 0, or infinite. Only after
 * hr_sample_wait(). */
double hr_sample_judge (HrSample *self, const float *values, gint64 first, gint64 n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrWorkers, hr_workers_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrSample, hr_sample_free)

G_END_DECLS
