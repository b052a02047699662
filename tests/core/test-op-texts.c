/* What layer kinds say to people: workings, sentences of diagnostics, summaries. */
#include "op-fixture.h"

static void
assert_working (const char *kind, const char *params, const char *inputs, HrFigure figure, const char *expected)
{
  OpFixture fixture;
  g_autoptr (GString) text = g_string_new (NULL);

  op_fixture_init (&fixture, hr_op_find (kind), params, inputs);
  g_assert_true (hr_op_infer (&fixture.call, &fixture.report));
  g_assert_true (fixture.call.op->explain (&fixture.call, figure, text));
  g_assert_cmpstr (text->str, ==, expected);
  op_fixture_clear (&fixture);
}

/* As a person writes them on paper; worked by hand. */
static void
test_workings (void)
{
  assert_working ("conv", "filters=200 kernel=5", "1x3x100x150", HR_FIGURE_PARAMETERS, "(5·5·3 + 1)·200 = 15,200");
  assert_working ("conv", "filters=200 kernel=5", "1x3x100x150", HR_FIGURE_MULTIPLY_ADDS,
                  "200·100·150·(5·5·3) = 225,000,000");
  assert_working ("conv", "filters=200 kernel=5", "8x3x100x150", HR_FIGURE_MULTIPLY_ADDS,
                  "8·200·100·150·(5·5·3) = 1,800,000,000");
  assert_working ("conv", "kernel=7 stride=2 padding=explicit pad-begin=3 pad-end=3", "1x3x224x224", HR_FIGURE_OUTPUT,
                  "⌊(224 + 3 + 3 − 7) / 2⌋ + 1 = 112");
  assert_working ("conv", "stride=2", "1x200x50x75", HR_FIGURE_OUTPUT, "⌈50 / 2⌉ = 25\n⌈75 / 2⌉ = 38");
  assert_working ("conv", "stride=1,2", "1x200x32x75", HR_FIGURE_OUTPUT, "⌈32 / 1⌉ = 32\n⌈75 / 2⌉ = 38");
  assert_working ("conv", "dilation=2 padding=valid", "1x4x16x20", HR_FIGURE_OUTPUT,
                  "16 − ((3 − 1)·2 + 1) + 1 = 12\n20 − ((3 − 1)·2 + 1) + 1 = 16");
  assert_working ("conv", "filters=64 groups=4 bias=false", "1x32x16x16", HR_FIGURE_PARAMETERS, "3·3·32/4·64 = 4,608");
  assert_working ("depthwise-conv", "kernel=7", "1x64x56x56", HR_FIGURE_PARAMETERS, "(7·7 + 1)·64 = 3,200");
  assert_working ("depthwise-conv", "kernel=7", "1x64x56x56", HR_FIGURE_MULTIPLY_ADDS, "64·56·56·(7·7) = 9,834,496");
  assert_working ("transposed-conv", "filters=512", "1x1024x16x16", HR_FIGURE_OUTPUT, "(16 − 1)·2 + 2 = 32");
  assert_working ("transposed-conv", "filters=512", "1x1024x16x16", HR_FIGURE_MULTIPLY_ADDS,
                  "1,024·16·16·(2·2·512) = 536,870,912");
  assert_working ("average-pool", "kernel=4 stride=4 pad-begin=2 pad-end=2 ceiling=true", "1x1x9x9", HR_FIGURE_OUTPUT,
                  "⌈(9 + 2 + 2 − 4) / 4⌉ + 1 − 1 = 3");
  assert_working ("linear", "outputs=500", "64x9216", HR_FIGURE_PARAMETERS, "(9,216 + 1)·500 = 4,608,500");
  assert_working ("linear", "outputs=500", "64x9216", HR_FIGURE_MULTIPLY_ADDS, "64·500·9,216 = 294,912,000");
  assert_working ("flatten", "", "64x64x12x12", HR_FIGURE_OUTPUT, "64·12·12 = 9,216");
  assert_working ("batch-norm", "", "8x64x7x7", HR_FIGURE_PARAMETERS, "2·64 = 128");
  assert_working ("concatenate", "", "1x64x55x55 1x32x55x55", HR_FIGURE_OUTPUT, "64 + 32 = 96");
}

static void
assert_sentence (const char *kind, const char *params, const char *inputs, const char *expected)
{
  OpFixture fixture;

  op_fixture_init (&fixture, hr_op_find (kind), params, inputs);
  fixture.report.name = "conv1";
  hr_op_infer (&fixture.call, &fixture.report);
  g_assert_cmpuint (fixture.report.items->len, ==, 1);
  g_assert_cmpstr (g_array_index (fixture.report.items, HrDiagnostic, 0).message, ==, expected);
  op_fixture_clear (&fixture);
}

static void
test_sentences (void)
{
  assert_sentence ("conv", "kernel=7 padding=valid", "1x3x5x5",
                   "conv1: kernel 7×7 is larger than its padded input 5×5");
  assert_sentence ("conv", "groups=3", "1x64x5x5", "conv1: 64 input channels cannot be split into 3 groups");
  assert_sentence ("conv", "kernel=3,3", "1x64x5", "conv1: kernel 3×3 has 2 values, but its input has 1 spatial axes");
  assert_sentence ("max-pool", "kernel=3 pad-begin=2 pad-end=2", "1x3x28x28",
                   "conv1: padding 2 is more than half of kernel 3, which PyTorch refuses");
  assert_sentence (
      "linear", "", "1x64x12x12",
      "conv1: takes in the last of 4 axes, 12 values at a time; a Flatten before it makes that all of them");
  assert_sentence ("add", "", "2x8 2x9", "conv1: inputs of 2 × 8 and 2 × 9 do not go together");
}

static void
assert_summary (const char *kind, const char *params, const char *expected)
{
  OpFixture fixture;
  g_autoptr (GString) text = g_string_new (NULL);

  op_fixture_init (&fixture, hr_op_find (kind), params, "");
  fixture.call.op->summarize (fixture.params, text);
  g_assert_cmpstr (text->str, ==, expected);
  op_fixture_clear (&fixture);
}

static void
test_summaries (void)
{
  assert_summary ("conv", "filters=64 kernel=7 stride=2,2", "7×7 / 2, 64");
  assert_summary ("conv", "filters=1000 kernel=3,1", "3×1, 1,000");
  assert_summary ("max-pool", "kernel=3,3,3 stride=1,2,2", "3×3×3 / 1×2×2");
  assert_summary ("depthwise-conv", "kernel=3 multiplier=2", "3×3, ×2");
  assert_summary ("linear", "outputs=4096", "4,096");
  assert_summary ("dropout", "rate=0.2", "0.2");
  assert_summary ("input", "shape=3,224,224", "3×224×224");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/op-texts/workings", test_workings);
  g_test_add_func ("/op-texts/sentences", test_sentences);
  g_test_add_func ("/op-texts/summaries", test_summaries);
  return g_test_run ();
}
