#include "sample.h"

#include <math.h>

#include "bounds.h"

/* Output channels that one share of a reference computes: enough for the work common to them to pay. */
#define LEAST_CHANNELS 16

struct _HrWorkers
{
  GThreadPool *pool; /* owned */
  HrCancel *cancel;  /* owned reference, or NULL */
  GMutex lock;
  GCond done;
};

/* A share of a reference. */
typedef struct
{
  HrSample *sample; /* borrowed */
  gint64 first_channel, n_channels;
} Share;

static void
compute_share (gpointer data, gpointer user_data)
{
  g_autofree Share *share = data;
  HrWorkers *workers = user_data;
  HrSample *sample = share->sample;
  const float *inputs[] = { sample->input }, *learned[] = { sample->weights, sample->bias };
  HrReference io = { .inputs = inputs,
                     .learned = learned,
                     .output = sample->reference,
                     .magnitude = sample->magnitude,
                     .first_channel = share->first_channel,
                     .n_channels = share->n_channels };

  if (!hr_cancel_is_cancelled (workers->cancel))
    sample->call.op->reference (&sample->call, &io);
  g_mutex_lock (&workers->lock);
  sample->n_pending--;
  g_cond_broadcast (&workers->done);
  g_mutex_unlock (&workers->lock);
}

HrWorkers *
hr_workers_new (HrCancel *cancel)
{
  HrWorkers *self = g_new0 (HrWorkers, 1);

  self->cancel = cancel != NULL ? hr_cancel_ref (cancel) : NULL;
  g_mutex_init (&self->lock);
  g_cond_init (&self->done);
  self->pool = g_thread_pool_new (compute_share, self, (gint) g_get_num_processors (), FALSE, NULL);
  return self;
}

void
hr_workers_free (HrWorkers *self)
{
  if (self == NULL)
    return;
  g_thread_pool_free (self->pool, FALSE, TRUE);
  g_clear_pointer (&self->cancel, hr_cancel_unref);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->done);
  g_free (self);
}

/* The next number of a sequence (SplitMix64: Steele, Lea and Flood, OOPSLA 2014). */
static guint64
get_random (guint64 *state)
{
  guint64 z = (*state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* Whole numbers in −max…max, or multiples of 2^−23 in −1…1. */
static float *
make_values (gint64 n, HrSampleKind kind, gint64 max, guint64 *state)
{
  float *values = g_try_malloc_n ((gsize) n, sizeof *values);

  for (gint64 i = 0; values != NULL && i < n; i++)
    if (kind == HR_SAMPLE_EXACT)
      values[i] = (float) ((gint64) (get_random (state) % (guint64) (2 * max + 1)) - max);
    else
      values[i] = (float) ((gint64) (get_random (state) >> 40) - (1 << 23)) * 0x1p-23f;
  return values;
}

static gboolean
make_data (HrSample *self, guint64 seed)
{
  gint64 max_input, max_weight;

  hr_get_exact_range (hr_conv_task_get_n_terms (self->task), &max_input, &max_weight);
  self->input = make_values (self->n_input, self->kind, max_input, &seed);
  self->weights = make_values (self->n_weights, self->kind, max_weight, &seed);
  if (self->n_bias > 0)
    self->bias = make_values (self->n_bias, self->kind, MIN (max_input, max_weight), &seed);
  self->reference = g_try_malloc_n ((gsize) self->n_output, sizeof *self->reference);
  if (self->kind == HR_SAMPLE_RANDOM)
    self->magnitude = g_try_malloc_n ((gsize) self->n_output, sizeof *self->magnitude);
  return self->input != NULL && self->weights != NULL && (self->n_bias == 0 || self->bias != NULL)
         && self->reference != NULL && (self->kind == HR_SAMPLE_EXACT || self->magnitude != NULL);
}

static void
start_reference (HrSample *self)
{
  gint64 n_channels = self->task->conv.out_channels;
  gint64 share = MAX (LEAST_CHANNELS, n_channels / (4 * (gint64) g_get_num_processors ()));

  self->n_pending = (gint) ((n_channels + share - 1) / share);
  for (gint64 first = 0; first < n_channels; first += share)
    {
      Share *part = g_new (Share, 1);
      *part = (Share){ self, first, MIN (share, n_channels - first) };
      g_thread_pool_push (self->workers->pool, part, NULL);
    }
}

HrSample *
hr_sample_new (HrSampleKind kind, const HrConvTask *task, const HrOpCall *call, guint64 seed, HrWorkers *workers)
{
  g_autoptr (HrSample) self = g_new0 (HrSample, 1);
  const HrConvolution *conv = &task->conv;

  self->kind = kind;
  self->task = task;
  self->call = *call;
  self->workers = workers;
  self->n_input = conv->batch * conv->in_channels * task->in_plane;
  self->n_weights = conv->out_channels * task->in_per_group * task->taps;
  self->n_bias = conv->bias ? conv->out_channels : 0;
  self->n_output = conv->batch * conv->out_channels * task->out_plane;
  if (!make_data (self, seed))
    return NULL;
  start_reference (self);
  return g_steal_pointer (&self);
}

gboolean
hr_sample_wait (HrSample *self)
{
  g_mutex_lock (&self->workers->lock);
  while (self->n_pending > 0)
    g_cond_wait (&self->workers->done, &self->workers->lock);
  g_mutex_unlock (&self->workers->lock);
  return !hr_cancel_is_cancelled (self->workers->cancel);
}

void
hr_sample_free (HrSample *self)
{
  if (self == NULL)
    return;
  hr_sample_wait (self);
  g_free (self->input);
  g_free (self->weights);
  g_free (self->bias);
  g_free (self->reference);
  g_free (self->magnitude);
  g_free (self);
}

double
hr_sample_judge (HrSample *self, const float *values, gint64 first, gint64 n)
{
  double underflow = hr_get_underflow (hr_conv_task_get_n_terms (self->task)), largest = 0;

  for (gint64 i = 0; i < n; i++)
    {
      double reference = self->reference[first + i];
      double error = self->kind == HR_SAMPLE_EXACT
                         ? ((double) values[i] == reference ? 0 : INFINITY)
                         : hr_get_value_error (values[i], reference, self->magnitude[first + i], underflow);
      largest = MAX (largest, error);
    }
  return largest;
}
