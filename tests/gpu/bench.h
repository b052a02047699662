/* bench.h: one convolution on lavapipe, in memory laid out by hand. */
#pragma once

#include "core/checked.h"
#include "gpu/run.h"
#include "lavapipe.h"

/* A call of a kind with parameters "key=text key=text" on an input. */
typedef struct
{
  HrOpCall call;
  gpointer params; /* owned */
  HrTensor input, output;
} TestCall;

static inline void
test_call_init (TestCall *self, const char *kind, const char *params, guint rank, const gint64 *dims)
{
  const HrOp *op = hr_op_find (kind);
  g_auto (GStrv) pairs = g_strsplit (params, " ", -1);
  HrReport report;

  self->params = hr_op_new_params (op);
  for (char **pair = pairs; *pair != NULL && **pair != '\0'; pair++)
    {
      char *text = strchr (*pair, '=');
      g_autoptr (GError) error = NULL;
      *text = '\0';
      hr_param_set_text (hr_param_find (op->params, op->n_params, *pair), self->params, text + 1, &error);
      g_assert_no_error (error);
    }
  self->input = (HrTensor){ { .rank = (gint8) rank, .batch_axis = 0 }, hr_dtype_find ("float32") };
  memcpy (self->input.shape.dims, dims, rank * sizeof *dims);
  self->output = (HrTensor){ HR_SHAPE_UNKNOWN, self->input.dtype };
  self->call = (HrOpCall){ .op = op,
                           .params = self->params,
                           .inputs = &self->input,
                           .n_inputs = 1,
                           .outputs = &self->output,
                           .n_outputs = 1,
                           .batch = dims[0],
                           .activations = self->input.dtype };
  hr_report_init (&report);
  g_assert_true (op->infer (&self->call, &report));
  g_assert_false (hr_report_has_errors (&report));
  hr_report_clear (&report);
}

/* Lavapipe under the validation layer. */
typedef struct
{
  HrVkInstance *instance;
  GArray *devices;
  HrVkContext *context;
  HrWorkers *workers;
} Bench;

static inline void
bench_print_message (const char *text, gpointer user_data)
{
  g_test_message ("%s", text);
}

static inline void
bench_init (Bench *self)
{
  g_autoptr (GError) error = NULL;

  self->instance = hr_vk_instance_new (TRUE, bench_print_message, NULL, &error);
  g_assert_no_error (error);
  self->devices = hr_vk_instance_list (self->instance, &error);
  g_assert_no_error (error);
  self->context = hr_vk_context_new (g_array_index (self->devices, HrVkPhysical, 0).handle, &error);
  g_assert_no_error (error);
  self->workers = hr_workers_new (NULL);
}

static inline void
bench_clear (Bench *self)
{
  hr_workers_free (self->workers);
  hr_vk_context_free (self->context);
  g_assert_cmpint (self->instance->n_messages, ==, 0);
  g_array_unref (self->devices);
  hr_vk_instance_free (self->instance);
}

/* Appends bytes to the first memory block. */
static inline HrVkPlace
bench_place (gint64 *end, gint64 bytes)
{
  HrVkPlace place = { 0, *end };
  g_assert_true (hr_checked_align (*end + bytes, 256, end));
  return place;
}

/* Runs and judges the call with the context's limits, staging of staging_bytes. */
static inline void
bench_judge (Bench *self, const HrConvTask *task, const HrOpCall *call, gint64 staging_bytes, HrGpuLayer *result)
{
  const HrConvolution *conv = &task->conv;
  gint64 end = 4096, size = sizeof (float), available;
  HrVkOperands operands = { .input = bench_place (&end, conv->batch * conv->in_channels * task->in_plane * size),
                            .weights = bench_place (&end, conv->out_channels * task->in_per_group * task->taps * size),
                            .bias = bench_place (&end, conv->out_channels * size),
                            .output = bench_place (&end, conv->batch * conv->out_channels * task->out_plane * size) };
  gint64 blocks[] = { end + 4096, staging_bytes };
  HrVulkanPlan plan = { .memory_block_bytes = blocks, .n_memory_blocks = 2, .total_bytes = end + 4096 + staging_bytes };
  g_autoptr (GError) error = NULL;
  g_autoptr (HrVkMemory) memory = hr_vk_memory_new (
      self->context, &plan, 1, g_array_index (self->devices, HrVkPhysical, 0).info, &available, &error);

  g_assert_no_error (error);
  g_assert_true (hr_vk_memory_allocate (memory, &error));
  g_assert_cmpint (memory->measured_bytes, ==, plan.total_bytes);
  g_autoptr (HrVkRun) run = hr_vk_run_new (memory, (HrVkPlace){ 1, 0 }, staging_bytes, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (hr_vk_run_fill_all (run, &error));
  hr_vk_run_judge (run, task, call, &operands, self->workers, 1, result, &error);
  g_assert_no_error (error);
}
