/* judge.c: whether a device computes a convolution right. */
#include "run.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "bounds.h"

/* Bytes before and after an output that are watched. */
#define GUARD_BYTES 4096

/* The bytes around an output, before and after it was computed. */
typedef struct
{
  HrVkPlace places[2];
  gint64 bytes[2];
  guint8 before[2][GUARD_BYTES];
} Guards;

static void
guards_init (Guards *self, const HrVkRun *run, HrVkPlace output, gint64 output_bytes)
{
  gint64 end = output.offset_bytes + output_bytes;

  self->bytes[0] = MIN (GUARD_BYTES, output.offset_bytes);
  self->bytes[1] = MIN (GUARD_BYTES, run->memory->blocks[output.block].bytes - end);
  self->places[0] = (HrVkPlace){ output.block, output.offset_bytes - self->bytes[0] };
  self->places[1] = (HrVkPlace){ output.block, end };
}

static gboolean
guards_read (Guards *self, HrVkRun *run, GError **error)
{
  for (guint i = 0; i < 2; i++)
    if (!hr_vk_run_download (run, self->places[i], self->before[i], self->bytes[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
guards_compare (const Guards *self, HrVkRun *run, gboolean *equal, GError **error)
{
  guint8 after[GUARD_BYTES];

  for (guint i = 0; i < 2; i++)
    {
      if (!hr_vk_run_download (run, self->places[i], after, self->bytes[i], error))
        return FALSE;
      *equal = *equal && memcmp (self->before[i], after, (gsize) self->bytes[i]) == 0;
    }
  return TRUE;
}

/* What one layer's runs share. */
typedef struct
{
  HrVkRun *run;
  const HrConvTask *task;
  const HrVkOperands *operands;
  Guards guards;
  gboolean guarded; /* nothing around the output was overwritten so far */
  gint64 fastest_ns;
} Trial;

static gboolean
upload (const Trial *self, const HrSample *sample, GError **error)
{
  const HrVkOperands *to = self->operands;
  const gint64 size = sizeof (float);

  return hr_vk_run_upload (self->run, to->input, sample->input, sample->n_input * size, error)
         && hr_vk_run_upload (self->run, to->weights, sample->weights, sample->n_weights * size, error)
         && (sample->bias == NULL
             || hr_vk_run_upload (self->run, to->bias, sample->bias, sample->n_bias * size, error));
}

/* Runs once with what was uploaded; the output goes to values. */
static gboolean
compute (Trial *self, float *values, gint64 n_values, GError **error)
{
  HrVkPlace output = self->operands->output;
  gint64 bytes = n_values * (gint64) sizeof *values, elapsed_ns;

  if (!hr_vk_run_fill (self->run, output, bytes, error) || !guards_read (&self->guards, self->run, error)
      || !hr_vk_run_convolution (self->run, self->task, self->operands, &elapsed_ns, error)
      || !hr_vk_run_download (self->run, output, values, bytes, error)
      || !guards_compare (&self->guards, self->run, &self->guarded, error))
    return FALSE;
  self->fastest_ns = MIN (self->fastest_ns, elapsed_ns);
  return TRUE;
}

static gboolean
wait_for (HrSample *sample, GError **error)
{
  if (hr_sample_wait (sample))
    return TRUE;
  g_set_error_literal (error, HR_GPU_ERROR, HR_GPU_ERROR_CANCELLED, _ ("Cancelled."));
  return FALSE;
}

/* Takes a sample through the device; the error of its values. */
static gboolean
try_sample (Trial *self, HrSample *sample, float *values, double *max_error, GError **error)
{
  if (!upload (self, sample, error) || !compute (self, values, sample->n_output, error) || !wait_for (sample, error))
    return FALSE;
  *max_error = hr_sample_judge (sample, values, 0, sample->n_output);
  return TRUE;
}

/* Computes again what was computed last; whether every bit is the same. */
static gboolean
try_again (Trial *self, const float *values, gint64 n_values, gboolean *same, GError **error)
{
  g_autofree float *again = g_try_new (float, (gsize) n_values);

  if (again == NULL)
    {
      g_set_error_literal (error, HR_GPU_ERROR, HR_GPU_ERROR_FAILED, _ ("There is not enough memory here to compare."));
      return FALSE;
    }
  if (!compute (self, again, n_values, error))
    return FALSE;
  *same = memcmp (values, again, (gsize) n_values * sizeof *values) == 0;
  return TRUE;
}

/* What the trials found, as a result; the gravest first. */
static void
conclude (const Trial *self, gint64 multiply_adds, double exact_error, gboolean same, HrGpuLayer *result)
{
  gint64 n_terms = hr_conv_task_get_n_terms (self->task);

  result->error_bound = hr_get_hard_bound (n_terms);
  result->expected_error = hr_get_expected_bound (n_terms);
  result->nanoseconds = self->fastest_ns;
  result->gflops = 2 * (double) multiply_adds / (double) self->fastest_ns;
  if (!self->guarded)
    result->message = g_strdup (_ ("wrote beyond its output"));
  else if (exact_error > 0)
    result->message = g_strdup (_ ("sums of whole numbers are wrong"));
  else if (result->max_error > result->error_bound)
    result->message = g_strdup (_ ("values are further from the reference than rounding explains"));
  else if (!same)
    result->message = g_strdup (_ ("two runs gave different values"));
  result->passed = result->message == NULL;
  if (result->passed && result->max_error > result->expected_error)
    result->message = g_strdup (_ ("values are within the bound, but further from the reference than expected"));
}

gboolean
hr_vk_run_judge (HrVkRun *self, const HrConvTask *task, const HrOpCall *call, const HrVkOperands *operands,
                 HrWorkers *workers, guint64 seed, HrGpuLayer *result, GError **error)
{
  Trial trial = { .run = self, .task = task, .operands = operands, .guarded = TRUE, .fastest_ns = G_MAXINT64 };
  g_autoptr (HrSample) exact = hr_sample_new (HR_SAMPLE_EXACT, task, call, seed, workers);
  g_autoptr (HrSample) random = hr_sample_new (HR_SAMPLE_RANDOM, task, call, seed, workers);
  g_autofree float *values = exact != NULL ? g_try_new (float, (gsize) exact->n_output) : NULL;
  gint64 multiply_adds = 0;
  double exact_error;
  gboolean same;

  if (exact == NULL || random == NULL || values == NULL)
    {
      g_set_error_literal (error, HR_GPU_ERROR, HR_GPU_ERROR_FAILED,
                           _ ("There is not enough memory here to compute the reference."));
      return FALSE;
    }
  guards_init (&trial.guards, self, operands->output, exact->n_output * (gint64) sizeof *values);
  if (!try_sample (&trial, exact, values, &exact_error, error)
      || !try_sample (&trial, random, values, &result->max_error, error)
      || !try_again (&trial, values, random->n_output, &same, error))
    return FALSE;
  call->op->get_multiply_adds (call, &multiply_adds);
  conclude (&trial, multiply_adds, exact_error, same, result);
  return TRUE;
}
