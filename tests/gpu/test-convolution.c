/* Every kind of convolution on lavapipe against the reference, which has tests of its own against values from outside.
 * */
#include <string.h>

#include "bench.h"

typedef struct
{
  const char *path, *kind, *params;
  guint rank;
  gint64 dims[5];
} Case;

static const Case cases[] = {
  { "plain", "conv", "filters=8 kernel=3", 4, { 1, 3, 8, 9 } },
  { "one-by-one", "conv", "filters=20 kernel=1", 4, { 2, 17, 7, 5 } },
  { "no-bias", "conv", "filters=5 kernel=3 bias=false", 4, { 1, 2, 6, 6 } },
  { "strided", "conv", "filters=9 kernel=7 stride=2 padding=explicit pad-begin=3 pad-end=3", 4, { 1, 3, 31, 30 } },
  { "strided-by-axis", "conv", "filters=4 kernel=3,5 stride=3,2", 4, { 1, 3, 31, 30 } },
  { "asymmetric", "conv", "filters=4 kernel=3,2 padding=explicit pad-begin=0,2 pad-end=3,1", 4, { 2, 3, 9, 11 } },
  { "same-upper", "conv", "filters=4 kernel=4 stride=2 padding=same-upper", 4, { 1, 3, 11, 13 } },
  { "same-lower", "conv", "filters=4 kernel=4 stride=2 padding=same-lower", 4, { 1, 3, 11, 13 } },
  { "dilated", "conv", "filters=6 kernel=3 dilation=2,3", 4, { 1, 4, 15, 17 } },
  { "grouped", "conv", "filters=18 kernel=3 groups=3", 4, { 2, 6, 9, 10 } },
  { "one-axis", "conv", "filters=12 kernel=5 stride=2 dilation=2", 3, { 3, 7, 41 } },
  { "three-axes", "conv", "filters=5 kernel=2,3,3 stride=1,2,1 padding=same-upper", 5, { 2, 3, 5, 8, 7 } },
  { "depthwise", "depthwise-conv", "kernel=3 padding=same-upper", 4, { 2, 19, 9, 11 } },
  { "depthwise-multiplied", "depthwise-conv", "kernel=5 stride=2 multiplier=3", 4, { 1, 6, 13, 12 } },
  { "transposed", "transposed-conv", "filters=6 kernel=2 stride=2", 4, { 2, 5, 7, 8 } },
  { "transposed-overlapping",
    "transposed-conv",
    "filters=10 kernel=4,3 stride=3,2 padding=explicit pad-begin=1,0 pad-end=0,1 output-padding=1,1",
    4,
    { 1, 4, 6, 7 } },
  { "transposed-grouped", "transposed-conv", "filters=12 kernel=3 stride=2 groups=2 dilation=2", 4, { 1, 8, 5, 6 } },
  { "transposed-one-axis", "transposed-conv", "filters=3 kernel=5 stride=4", 3, { 2, 4, 13 } },
  { "transposed-three-axes", "transposed-conv", "filters=4 kernel=3 stride=2", 5, { 1, 2, 3, 4, 3 } },
};

/* What a device may lack, by its name. */
typedef struct
{
  const char *name;
  HrVkLimits limits; /* 0: as lavapipe has it */
} Device;

static const Device devices[] = {
  { "lavapipe", { 0 } },
  { "no-texel-buffers", { .texel_elems = 1 } },
  { "small-texel-buffers", { .texel_elems = 400 } },
  { "small-ranges", { .texel_elems = 1, .storage_range_bytes = 16384 } },
  { "few-groups", { .max_groups = { 2, 1 } } },
  { "wide", { .lanes = 64 } },
};

static void
apply (HrVkLimits *limits, const HrVkLimits *changes)
{
  if (changes->texel_elems > 0)
    limits->texel_elems = changes->texel_elems;
  if (changes->storage_range_bytes > 0)
    limits->storage_range_bytes = changes->storage_range_bytes;
  if (changes->lanes > 0)
    limits->lanes = changes->lanes;
  for (guint i = 0; i < 2; i++)
    if (changes->max_groups[i] > 0)
      limits->max_groups[i] = changes->max_groups[i];
}

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  TestCall call;
  Bench bench;
  HrConvolution conv;
  HrConvTask task;

  test_call_init (&call, c->kind, c->params, c->rank, c->dims);
  g_assert_true (hr_convolution_init (&conv, &call.call));
  for (guint i = 0; i < G_N_ELEMENTS (devices); i++)
    {
      HrGpuLayer result = { 0 };
      g_test_message ("%s", devices[i].name);
      bench_init (&bench);
      apply (&bench.context->limits, &devices[i].limits);
      g_assert_true (hr_conv_task_init (&task, &conv, &bench.context->limits));
      bench_judge (&bench, &task, &call.call, 1000, &result);
      g_assert_cmpstr (result.message, ==, NULL);
      g_assert_true (result.passed);
      g_assert_cmpfloat (result.max_error, >, 0); /* float32 rounds somewhere */
      g_assert_cmpfloat (result.max_error, <=, result.expected_error);
      g_assert_cmpint (result.nanoseconds, >, 0);
      bench_clear (&bench);
    }
  g_free (call.params);
}

int
main (int argc, char **argv)
{
  use_lavapipe ();
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/gpu/convolution/", cases[i].path, NULL);
      g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
