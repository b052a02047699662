/* Workings: every line that is read as arithmetic comes to what it says, and sums to the figure. */
#include "core/explain.h"

#include <math.h>
#include <string.h>

#include "network.h"

/* A reader of "⌈(3·3·64 + 1)·1/8⌉ B", apart from the program that writes it. Sets *failed at anything else. */
typedef struct
{
  const char *at;
  gboolean failed;
} Reader;

static double read_sum (Reader *self);

static gboolean
accept (Reader *self, const char *sign)
{
  while (*self->at == ' ' || g_str_has_prefix (self->at, "B "))
    self->at++;
  if (!g_str_has_prefix (self->at, sign))
    return FALSE;
  self->at += strlen (sign);
  return TRUE;
}

static double
read_group (Reader *self, const char *end, double (*round) (double))
{
  double value = read_sum (self);

  self->failed |= !accept (self, end);
  return round == NULL ? value : round (value);
}

static double
read_atom (Reader *self)
{
  double value = 0;
  gboolean digits = FALSE;

  if (accept (self, "("))
    return read_group (self, ")", NULL);
  if (accept (self, "⌊"))
    return read_group (self, "⌋", floor);
  if (accept (self, "⌈"))
    return read_group (self, "⌉", ceil);
  for (; g_ascii_isdigit (*self->at) || (digits && *self->at == ','); self->at++)
    if (*self->at != ',')
      {
        value = 10 * value + (*self->at - '0');
        digits = TRUE;
      }
  self->failed |= !digits;
  accept (self, "B");
  return value;
}

static double
read_product (Reader *self)
{
  double value = read_atom (self);

  for (;;)
    if (accept (self, "·"))
      value *= read_atom (self);
    else if (accept (self, "/"))
      value /= read_atom (self);
    else
      return value;
}

static double
read_sum (Reader *self)
{
  double value = read_product (self);

  for (;;)
    if (accept (self, "+"))
      value += read_product (self);
    else if (accept (self, "−"))
      value -= read_product (self);
    else
      return value;
}

/* The value of an expression, which the whole text must be. */
static double
evaluate (const char *text)
{
  Reader reader = { .at = text };
  double value = read_sum (&reader);

  accept (&reader, "B");
  if (reader.failed || *reader.at != '\0')
    g_error ("not arithmetic: %s", text);
  return value;
}

/* What a line says after its name, and checks "terms = value". FALSE for a sentence. */
static gboolean
read_line (const char *line, double *value)
{
  const char *name_end = g_strrstr (line, ": ");
  const char *terms = name_end == NULL ? line : name_end + 2;
  g_auto (GStrv) sides = NULL;

  if (g_str_has_suffix (line, "."))
    return FALSE;
  sides = g_strsplit (terms, " = ", -1);
  *value = evaluate (sides[g_strv_length (sides) - 1]);
  for (guint i = 0; sides[i] != NULL; i++)
    g_assert_cmpfloat (evaluate (sides[i]), ==, *value);
  return TRUE;
}

static void
check_working (const HrWorking *working)
{
  g_auto (GStrv) lines = g_strsplit (working->text, "\n", -1);
  double sum = 0, value = 0;

  g_assert_cmpstr (working->label, !=, "");
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (g_str_has_prefix (lines[i], "Together: "))
        {
          g_assert_true (read_line (lines[i], &value));
          g_assert_cmpfloat (value, ==, sum);
          g_assert_null (lines[i + 1]);
        }
      else if (read_line (lines[i], &value))
        sum += value;
    }
  g_assert_cmpfloat (value, ==, (double) working->value);
}

static const HrWorking *
find_working (GPtrArray *workings, const char *figure)
{
  for (guint i = 0; i < workings->len; i++)
    {
      const HrWorking *working = g_ptr_array_index (workings, i);

      if (g_str_equal (working->figure, figure))
        return working;
    }
  return NULL;
}

/* The figures that the estimate gives for the same names. */
static void
check_layer (const HrAnalysis *analysis, guint index)
{
  g_autoptr (GPtrArray) workings = hr_explain_layer (analysis, index);
  guint n_layers;
  const HrLayer *layer = &hr_analysis_get_layers (analysis, &n_layers)[index];
  const struct
  {
    const char *figure;
    gint64 value;
  } figures[] = {
    { "output_bytes", layer->output_bytes },   { "parameters", layer->parameters },
    { "multiply_adds", layer->multiply_adds }, { "parameter_bytes", layer->parameter_bytes },
    { "buffer_bytes", layer->buffer_bytes },   { "kept_bytes", layer->kept_bytes },
  };

  for (guint i = 0; i < workings->len; i++)
    check_working (g_ptr_array_index (workings, i));
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      const HrWorking *working = find_working (workings, figures[i].figure);

      g_assert_cmpint (working == NULL ? 0 : working->value, ==, figures[i].value);
    }
}

static void
check_network (const HrAnalysis *analysis)
{
  g_autoptr (GPtrArray) workings = hr_explain_network (analysis);
  const HrTotals *totals = hr_analysis_get_totals (analysis);
  guint n_layers;

  for (guint i = 0; i < workings->len; i++)
    check_working (g_ptr_array_index (workings, i));
  g_assert_cmpint (find_working (workings, "parameters")->value, ==, totals->parameters);
  g_assert_cmpint (find_working (workings, "parameter_bytes")->value, ==, totals->parameter_bytes);
  g_assert_cmpint (find_working (workings, "multiply_adds")->value, ==, totals->multiply_adds);
  g_assert_cmpint (find_working (workings, "output_bytes")->value, ==, totals->output_bytes);
  if (totals->peak_step >= 0)
    g_assert_cmpint (find_working (workings, "peak_bytes")->value, ==, totals->peak_bytes);
  hr_analysis_get_layers (analysis, &n_layers);
  for (guint i = 0; i < n_layers; i++)
    check_layer (analysis, i);
}

static void
test_networks (void)
{
  static const char *const networks[] = { "three-convolutions", "small-classifier", "low-bit",      "alexnet", "vgg16",
                                          "resnet18",           "mobilenet_v2",     "squeezenet1_1" };
  static const char *const settings[] = {
    NULL,
    "batch=7 weights=int4 activations=float16",
    "mode=training optimizer=adam batch=64",
    "execution=pytorch-cpu",
    "execution=pytorch-cpu mode=training optimizer=adam",
    "execution=vulkan batch=3 activations=int8",
  };

  for (guint i = 0; i < G_N_ELEMENTS (networks); i++)
    for (guint j = 0; j < G_N_ELEMENTS (settings); j++)
      {
        g_autofree char *text = network_text (networks[i]);
        g_autoptr (HrAnalysis) analysis = network_analyse (text, settings[j]);

        check_network (analysis);
      }
}

static void
test_random (void)
{
  for (guint32 seed = 0; seed < 50; seed++)
    {
      g_autofree char *text = network_random_text (seed);
      g_autoptr (HrAnalysis) analysis = network_analyse (text, seed % 2 ? "mode=training optimizer=adam" : "batch=2");

      check_network (analysis);
    }
}

/* The way a person writes it: one convolution, 200 filters of 5 × 5 over 3 channels. */
static void
test_one_convolution (void)
{
  g_autoptr (HrAnalysis) analysis
      = network_analyse ("input input shape=3,100,150\nconv conv filters=200 kernel=5 : input\n", "batch=100");
  g_autoptr (GPtrArray) workings = hr_explain_layer (analysis, network_find (analysis, "conv"));

  g_assert_cmpstr (find_working (workings, "parameters")->text, ==, "(5·5·3 + 1)·200 = 15,200");
  g_assert_cmpstr (find_working (workings, "output_bytes")->text, ==, "300,000,000·4 B = 1,200,000,000 B");
  g_assert_cmpint (find_working (workings, "multiply_adds")->value, ==, 22500000000);
}

/* VGG-16's 15,470,264,320 multiply-adds 2,147,483,647 times are beyond 2^63 − 1; the parameters are torchvision's. */
static void
test_too_large_a_sum (void)
{
  g_autofree char *text = network_text ("vgg16");
  g_autoptr (HrAnalysis) analysis = network_analyse (text, "batch=2147483647");
  g_autoptr (GPtrArray) workings = hr_explain_network (analysis);

  g_assert_true (g_str_has_suffix (find_working (workings, "multiply_adds")->text, "\nTogether: more than 2^63 − 1"));
  g_assert_cmpint (find_working (workings, "multiply_adds")->value, ==, hr_analysis_get_totals (analysis)->multiply_adds);
  g_assert_true (g_str_has_suffix (find_working (workings, "parameters")->text, "\nTogether: 138,357,544"));
}

/* Low bits round up for each tensor. */
static void
test_low_bit (void)
{
  g_autoptr (HrAnalysis) analysis
      = network_analyse ("input input shape=3,8,8\nconv conv filters=1 weights=int1 : input\n", NULL);
  g_autoptr (GPtrArray) workings = hr_explain_layer (analysis, network_find (analysis, "conv"));

  g_assert_cmpstr (find_working (workings, "parameter_bytes")->text, ==,
                   "weight: ⌈27·1/8⌉ B = 4 B\nbias: 1·4 B = 4 B\nTogether: 8 B");
}

/* The two largest neighbours, not one of them twice: worked by hand. */
static void
test_peak (void)
{
  g_autofree char *text = network_text ("three-convolutions");
  g_autoptr (HrAnalysis) analysis = network_analyse (text, NULL);
  g_autoptr (GPtrArray) workings = hr_explain_network (analysis);

  g_assert_cmpstr (find_working (workings, "peak_bytes")->label, ==, "Peak, in the step “Forward” of conv2");
  g_assert_cmpstr (
      find_working (workings, "peak_bytes")->text, ==,
      "Parameters: 3,613,600 B\nconv1 output: 6,000,000 B\nconv2 output: 3,000,000 B\nTogether: 12,613,600 B");
  g_assert_cmpstr (find_working (workings, "parameters")->text, ==,
                   "conv1: 2,800\nconv2: 180,200\nconv3: 720,400\nTogether: 903,400");
}

/* Nothing is told of what is not known. */
static void
test_unknown (void)
{
  g_autoptr (HrAnalysis) analysis = network_analyse ("fc linear outputs=10\n", NULL);
  g_autoptr (GPtrArray) layer = hr_explain_layer (analysis, 0), network = hr_explain_network (analysis);

  g_assert_cmpuint (layer->len, ==, 0);
  g_assert_cmpstr (find_working (network, "parameters")->text, ==, "0");
  g_assert_null (find_working (network, "peak_bytes"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/explain/networks", test_networks);
  g_test_add_func ("/explain/random", test_random);
  g_test_add_func ("/explain/one-convolution", test_one_convolution);
  g_test_add_func ("/explain/too-large-a-sum", test_too_large_a_sum);
  g_test_add_func ("/explain/low-bit", test_low_bit);
  g_test_add_func ("/explain/peak", test_peak);
  g_test_add_func ("/explain/unknown", test_unknown);
  return g_test_run ();
}
