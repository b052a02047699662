/* Whether estimates fit, and where they stop. */
#include "core/fit.h"

#include "core/cancel.h"
#include "network.h"

static HrFit
fit_network (const char *network, const char *settings, gint64 available_bytes)
{
  g_autofree char *text = network_text (network);
  g_autoptr (HrAnalysis) analysis = network_analyse (text, settings);
  HrFit fit;

  g_assert_true (hr_fit (analysis, available_bytes, NULL, &fit));
  return fit;
}

/* Three convolutions need 3,613,600 bytes of parameters and 9,000,000 per instance in step 2 (by hand). */
static void
test_three_convolutions (void)
{
  HrFit exact = fit_network ("three-convolutions", NULL, 12613600);
  HrFit short_of = fit_network ("three-convolutions", NULL, 12613599);
  HrFit ample = fit_network ("three-convolutions", NULL, 3613600 + 7 * 9000000 + 8999999);

  g_assert_true (exact.fits);
  g_assert_cmpint (exact.margin_bytes, ==, 0);
  g_assert_cmpint (exact.largest_batch, ==, 1);
  g_assert_false (exact.batch_unbounded);
  g_assert_cmpint (exact.failing_step, ==, -1);
  g_assert_cmpint (exact.failing_block, ==, -1);
  g_assert_false (short_of.fits);
  g_assert_cmpint (short_of.margin_bytes, ==, -1);
  g_assert_cmpint (short_of.needed_bytes, ==, 12613600);
  g_assert_cmpint (short_of.largest_batch, ==, 0);
  g_assert_cmpint (short_of.failing_step, ==, 1);
  g_assert_cmpint (ample.largest_batch, ==, 7);
}

/* The block that crosses the line, in order of allocation (by hand): weights and biases take 3,613,600 bytes, the input
 * 720,000, the output of conv1 6,000,000. */
static void
test_failing_block (void)
{
  static const struct
  {
    gint64 available_bytes;
    const char *block;
    int step;
  } cases[] = {
    { 0, "conv1 weight", 0 },
    { 3613600, "input output", 0 },
    { 3613600 + 720000, "conv1 output", 0 },
    { 10333600, "conv2 output", 1 },
  };
  g_autofree char *text = network_text ("three-convolutions");
  g_autoptr (HrAnalysis) analysis = network_analyse (text, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = NULL;
      HrFit fit;

      g_assert_true (hr_fit (analysis, cases[i].available_bytes, NULL, &fit));
      g_assert_cmpint (fit.failing_step, ==, cases[i].step);
      name = hr_analysis_dup_block_name (analysis, (guint) fit.failing_block);
      g_assert_cmpstr (name, ==, cases[i].block);
    }
}

/* The largest batch fits, one more does not, whatever batch the project has now. */
static void
test_largest_batch (void)
{
  static const char *const networks[] = { "small-classifier", "resnet50", "mobilenet_v2" };
  static const char *const modes[]
      = { "batch=16", "mode=training optimizer=adam batch=256", "execution=vulkan batch=3" };

  for (guint i = 0; i < G_N_ELEMENTS (networks); i++)
    for (guint j = 0; j < G_N_ELEMENTS (modes); j++)
      {
        const gint64 capacity = G_GINT64_CONSTANT (8) << 30;
        HrFit fit = fit_network (networks[i], modes[j], capacity);

        g_assert_cmpint (fit.largest_batch, >, 1);
        for (gint64 k = 0; k < 2; k++)
          {
            g_autofree char *settings = g_strdup_printf ("%s batch=%" G_GINT64_FORMAT, modes[j], fit.largest_batch + k);

            g_assert_cmpint (fit_network (networks[i], settings, capacity).fits, ==, k == 0);
          }
      }
}

/* Against trying one batch after the other. */
static void
test_random (void)
{
  for (guint32 seed = 0; seed < 60; seed++)
    {
      g_autofree char *text = network_random_text (seed);
      const char *mode = seed % 2 ? "mode=training optimizer=adam" : "execution=pytorch-cpu";
      gint64 peaks[65] = { 0 }, capacity, expected = 0;
      g_autoptr (HrAnalysis) analysis = network_analyse (text, mode);
      HrFit fit;

      for (gint64 batch = 1; batch <= 64; batch++)
        {
          g_autofree char *settings = g_strdup_printf ("%s batch=%" G_GINT64_FORMAT, mode, batch);
          g_autoptr (HrAnalysis) other = network_analyse (text, settings);

          peaks[batch] = hr_analysis_get_totals (other)->peak_bytes;
        }
      capacity = peaks[1 + seed % 40] + seed % 3;
      while (expected < 64 && peaks[expected + 1] <= capacity)
        expected++;
      g_assert_true (hr_fit (analysis, capacity, NULL, &fit));
      if (expected < 64)
        g_assert_cmpint (fit.largest_batch, ==, expected);
      else
        g_assert_cmpint (fit.largest_batch, >=, 64);
    }
}

/* Nothing here has a batch axis. */
static void
test_unbounded (void)
{
  g_autoptr (HrAnalysis) analysis
      = network_analyse ("input input shape=1,4,8,8 batch-axis=-1\nrelu relu : input\noutput output : relu\n", NULL);
  HrFit fit;

  g_assert_true (hr_fit (analysis, 2048, NULL, &fit));
  g_assert_true (fit.fits);
  g_assert_true (fit.batch_unbounded);
  g_assert_cmpint (fit.largest_batch, ==, 2147483647);
}

/* One value of 4 bytes per instance, twice: 2^31 − 1 of them fit into 2^34 bytes, and memory still grows. */
static void
test_largest_number (void)
{
  g_autoptr (HrAnalysis) analysis
      = network_analyse ("input input shape=1\nrelu relu : input\noutput output : relu\n", NULL);
  HrFit fit;

  g_assert_true (hr_fit (analysis, G_GINT64_CONSTANT (1) << 34, NULL, &fit));
  g_assert_cmpint (fit.largest_batch, ==, 2147483647);
  g_assert_false (fit.batch_unbounded);
}

/* However much there is, sizes end at 2^63 − 1 bytes: 2·4·2^30 bytes per instance leave room for 2^30 − 1 instances. */
static void
test_overflow (void)
{
  g_autoptr (HrAnalysis) analysis
      = network_analyse ("input input shape=1073741824\nrelu relu : input\noutput output : relu\n", NULL);
  HrFit fit;

  g_assert_true (hr_fit (analysis, G_MAXINT64, NULL, &fit));
  g_assert_cmpint (fit.largest_batch, ==, 1073741823);
}

static void
test_empty (void)
{
  g_autoptr (HrAnalysis) analysis = network_analyse ("", NULL);
  HrFit fit;

  g_assert_true (hr_fit (analysis, 0, NULL, &fit));
  g_assert_true (fit.fits);
  g_assert_true (fit.batch_unbounded);
}

static void
test_cancelled (void)
{
  g_autoptr (HrCancel) cancel = hr_cancel_new ();
  g_autoptr (HrAnalysis) analysis = network_analyse ("input input\nrelu relu : input\n", NULL);
  HrFit fit;

  hr_cancel_cancel (cancel);
  g_assert_false (hr_fit (analysis, 1000, cancel, &fit));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fit/three-convolutions", test_three_convolutions);
  g_test_add_func ("/fit/failing-block", test_failing_block);
  g_test_add_func ("/fit/largest-batch", test_largest_batch);
  g_test_add_func ("/fit/random", test_random);
  g_test_add_func ("/fit/unbounded", test_unbounded);
  g_test_add_func ("/fit/largest-number", test_largest_number);
  g_test_add_func ("/fit/overflow", test_overflow);
  g_test_add_func ("/fit/empty", test_empty);
  g_test_add_func ("/fit/cancelled", test_cancelled);
  return g_test_run ();
}
