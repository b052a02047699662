/* Estimates against figures from outside: worked examples, published counts, and measurements of PyTorch. */
#include "core/cancel.h"
#include "network.h"
#include "support/test-data.h"

static HrAnalysis *
analyse (const char *network, const char *settings)
{
  g_autofree char *text = network_text (network);

  return network_analyse (text, settings);
}

static const HrLayer *
get_layer (const HrAnalysis *analysis, const char *id)
{
  guint n_layers;

  return &hr_analysis_get_layers (analysis, &n_layers)[network_find (analysis, id)];
}

static const char *
get_peak_layer (const HrAnalysis *analysis)
{
  guint n_steps, n_layers;
  const HrStep *steps = hr_analysis_get_steps (analysis, &n_steps);
  int layer = steps[hr_analysis_get_totals (analysis)->peak_step].layer;

  return layer < 0 ? NULL : hr_analysis_get_layers (analysis, &n_layers)[layer].node->id;
}

static HrPhase
get_peak_phase (const HrAnalysis *analysis)
{
  guint n_steps;

  return hr_analysis_get_steps (analysis, &n_steps)[hr_analysis_get_totals (analysis)->peak_step].phase;
}

static const HrDiagnostic *
find_diagnostic (const HrAnalysis *analysis, const char *code)
{
  guint n_diagnostics;
  const HrDiagnostic *diagnostics = hr_analysis_get_diagnostics (analysis, &n_diagnostics);

  for (guint i = 0; i < n_diagnostics; i++)
    if (g_str_equal (diagnostics[i].code, code))
      return &diagnostics[i];
  return NULL;
}

/* One convolution, worked by hand: (5·5·3 + 1)·200 parameters, 200·100·150 values of 4 bytes. */
static void
test_one_convolution (void)
{
  const char *text = "input input shape=3,100,150\nconv conv filters=200 kernel=5 : input\noutput output : conv\n";
  g_autoptr (HrAnalysis) one = network_analyse (text, NULL);
  g_autoptr (HrAnalysis) hundred = network_analyse (text, "batch=100");

  g_assert_cmpint (get_layer (one, "conv")->parameters, ==, 15200);
  g_assert_cmpint (get_layer (one, "conv")->multiply_adds, ==, 225000000);
  g_assert_cmpint (get_layer (one, "conv")->output_bytes, ==, 12000000);
  g_assert_cmpint (get_layer (hundred, "conv")->output_bytes, ==, 1200000000);
}

/* Three convolutions, worked by hand: parameters 2,800 + 180,200 + 720,400; outputs 6, 3 and 1.52 million bytes; the
 * two largest neighbours with the parameters are the peak. */
static void
test_three_convolutions (void)
{
  static const gint64 bytes[] = { 10333600, 12613600, 8133600 };
  g_autoptr (HrAnalysis) analysis = analyse ("three-convolutions", NULL);
  const HrTotals *totals = hr_analysis_get_totals (analysis);
  guint n_steps;
  const HrStep *steps = hr_analysis_get_steps (analysis, &n_steps);

  g_assert_true (totals->complete);
  g_assert_cmpint (totals->parameters, ==, 903400);
  g_assert_cmpint (totals->parameter_bytes, ==, 3613600);
  g_assert_cmpint (totals->multiply_adds, ==, 1399500000);
  g_assert_cmpint (totals->output_bytes, ==, 10520000);
  g_assert_cmpint (totals->kept_bytes, ==, 0);
  g_assert_cmpint (totals->peak_bytes, ==, 12613600);
  g_assert_cmpint (totals->peak_step, ==, 1);
  g_assert_cmpstr (get_peak_layer (analysis), ==, "conv2");
  g_assert_cmpint (totals->phase_peaks[HR_PHASE_FORWARD], ==, 12613600);
  g_assert_cmpint (totals->phase_peaks[HR_PHASE_BACKWARD], ==, 0);
  g_assert_cmpint (totals->peak_categories[HR_CATEGORY_ACTIVATIONS], ==, 9000000);
  g_assert_cmpuint (n_steps, ==, 3);
  for (guint i = 0; i < n_steps; i++)
    g_assert_cmpint (steps[i].bytes, ==, bytes[i]);
  g_assert_cmpint (steps[0].categories[HR_CATEGORY_PARAMETERS], ==, 3613600);
  g_assert_cmpint (steps[0].categories[HR_CATEGORY_INPUTS], ==, 720000);
  g_assert_cmpint (steps[0].categories[HR_CATEGORY_ACTIVATIONS], ==, 6000000);
}

/* The same with the caller holding the input of 720,000 bytes; the padding of 0 and 1 row that the sizes need written as
 * 1 and 1, which gives the same sizes. */
static void
test_input_held (void)
{
  g_autoptr (HrAnalysis) analysis
      = network_analyse ("input input shape=3,200,300\n"
                         "conv1 conv filters=100 stride=2 padding=explicit pad-begin=1 pad-end=1 : input\n"
                         "conv2 conv filters=200 stride=2 padding=explicit pad-begin=1 pad-end=1 : conv1\n"
                         "conv3 conv filters=400 stride=2 padding=explicit pad-begin=1 pad-end=1 : conv2\n",
                         "execution=pytorch-cpu");

  g_assert_cmpint (hr_analysis_get_totals (analysis)->peak_bytes, ==, 13333600);
}

/* Padding of 0 rows before and 1 behind, as a person writes it for PyTorch: a padded copy, then the convolution. By
 * hand, 4-byte values: 3·8·8 of the input, 3·9·9 of the copy, 4·4·4 of the output, 9·3·4 + 4 parameters. */
static void
test_padding (void)
{
  g_autoptr (HrAnalysis) analysis = network_analyse (
      "input input shape=3,8,8\nconv conv filters=4 stride=2 padding=same-upper : input\n", "execution=pytorch-cpu");
  guint n_steps;
  const HrStep *steps = hr_analysis_get_steps (analysis, &n_steps);

  g_assert_cmpuint (n_steps, ==, 2);
  g_assert_cmpint (get_layer (analysis, "conv")->forward_step, ==, 1);
  g_assert_cmpint (steps[0].layer, ==, steps[1].layer);
  g_assert_cmpint (steps[0].bytes, ==, 4 * (192 + 243 + 112));
  g_assert_cmpint (steps[1].bytes, ==, 4 * (192 + 243 + 64 + 112));
}

/* The copy takes the place of the input where nothing else reads that: 4·8·8 values into 4·9·9. */
static void
test_padding_releases (void)
{
  g_autoptr (HrAnalysis) analysis = network_analyse (
      "input input shape=4,8,8\nrelu relu : input\nconv conv filters=4 stride=2 padding=same-upper : relu\n",
      "execution=pytorch-cpu");
  guint n_steps;
  const HrStep *steps = hr_analysis_get_steps (analysis, &n_steps);

  g_assert_cmpuint (n_steps, ==, 3);
  g_assert_cmpint (steps[1].categories[HR_CATEGORY_ACTIVATIONS], ==, 4 * (256 + 324));
  g_assert_cmpint (steps[2].categories[HR_CATEGORY_ACTIVATIONS], ==, 4 * (324 + 64));
}

/* Three convolutions, batch 50. In the backward step of the second convolution: parameters 3,613,600, input
 * 36,000,000, outputs and gradients of the first two 2·(300,000,000 + 150,000,000), parameter gradients 2,881,600 of the
 * third and 720,800 of the second. */
static void
test_training (void)
{
  g_autoptr (HrAnalysis) analysis = analyse ("three-convolutions", "mode=training batch=50");
  const HrTotals *totals = hr_analysis_get_totals (analysis);
  guint n_steps;

  hr_analysis_get_steps (analysis, &n_steps);
  g_assert_cmpuint (n_steps, ==, 8);
  g_assert_cmpint (totals->peak_bytes, ==, 943216000);
  g_assert_cmpstr (get_peak_layer (analysis), ==, "conv2");
  g_assert_cmpint (get_peak_phase (analysis), ==, HR_PHASE_BACKWARD);
  g_assert_cmpint (totals->kept_bytes, ==, 526000000);
  g_assert_cmpint (get_layer (analysis, "conv3")->kept_bytes, ==, 76000000);
  /* The last forward step: all that is kept, input and parameters. */
  g_assert_cmpint (totals->phase_peaks[HR_PHASE_FORWARD], ==, 565613600);
  g_assert_cmpint (totals->phase_peaks[HR_PHASE_LOSS], ==, 565613600 + 76000000);
  /* Parameters, their gradients and the input are left. */
  g_assert_cmpint (totals->phase_peaks[HR_PHASE_UPDATE], ==, 2 * 3613600 + 36000000);
}

/* A small classifier, batch 64: 157,226 values per instance, 4,632,902 parameters. */
static void
test_classifier (void)
{
  const char *steady = "mode=training batch=64 optimizer=sgd-momentum";
  g_autoptr (HrAnalysis) analysis = analyse ("small-classifier", steady);
  g_autoptr (HrAnalysis) first
      = analyse ("small-classifier", "mode=training batch=64 optimizer=sgd-momentum step=first");
  const HrTotals *totals = hr_analysis_get_totals (analysis);
  gint64 values = totals->output_bytes + get_layer (analysis, "input")->output_bytes;

  g_assert_cmpint (totals->parameters, ==, 4632902);
  g_assert_cmpint (values, ==, 40249856);
  g_assert_cmpint (2 * values + 3 * totals->parameter_bytes, ==, 136094536);
  g_assert_cmpint (totals->peak_bytes, ==, 108711240);
  g_assert_cmpstr (get_peak_layer (analysis), ==, "C2");
  g_assert_cmpint (get_peak_phase (analysis), ==, HR_PHASE_BACKWARD);
  g_assert_cmpint (get_layer (analysis, "flatten")->forward_step, ==, -1);
  /* Before the first update there is no momentum yet: 4·4,632,902 less. */
  g_assert_cmpint (hr_analysis_get_totals (first)->peak_bytes, ==, 108711240 - 18531608);
  g_assert_cmpint (hr_analysis_get_totals (first)->phase_peaks[HR_PHASE_UPDATE], ==,
                   totals->phase_peaks[HR_PHASE_UPDATE]);
}

/* Per trained parameter, measured with PyTorch 1.13: none, one, one, two copies; 4 bytes each. */
static void
test_optimizers (void)
{
  static const struct
  {
    const char *settings;
    gint64 states;
  } cases[] = {
    { "mode=training optimizer=sgd", 0 },
    { "mode=training optimizer=sgd-momentum", 1 },
    { "mode=training optimizer=rmsprop", 1 },
    { "mode=training optimizer=adam", 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (HrAnalysis) analysis = analyse ("three-convolutions", cases[i].settings);

      g_assert_cmpint (hr_analysis_get_totals (analysis)->peak_categories[HR_CATEGORY_OPTIMIZER_STATE], ==,
                       cases[i].states * 3613600);
    }
}

/* Low-bit weights, worked by hand: 3,136 of 1 bit and 73,728 of 8; the same with 4 and 2 bits. */
static void
test_low_bit (void)
{
  g_autoptr (HrAnalysis) analysis = analyse ("low-bit", NULL);
  g_autoptr (HrAnalysis) training = analyse ("low-bit", "mode=training");
  const char *plain = "input input shape=64,56,56\n"
                      "layer1 depthwise-conv kernel=7 bias=false : input\n"
                      "layer2 conv filters=128 kernel=3 bias=false : layer1\n";
  g_autoptr (HrAnalysis) four = network_analyse (plain, "weights=int4");
  g_autoptr (HrAnalysis) two = network_analyse (plain, "weights=int2");

  g_assert_cmpint (get_layer (analysis, "layer1")->parameter_bytes, ==, 392);
  g_assert_cmpint (get_layer (analysis, "layer2")->parameter_bytes, ==, 73728);
  g_assert_cmpint (hr_analysis_get_totals (analysis)->parameter_bytes, ==, 74120);
  g_assert_cmpint (get_layer (four, "layer1")->parameter_bytes, ==, 1568);
  g_assert_cmpint (get_layer (two, "layer1")->parameter_bytes, ==, 784);
  g_assert_cmpint (get_layer (four, "layer2")->parameter_bytes, ==, 36864);
  g_assert_cmpint (get_layer (two, "layer2")->parameter_bytes, ==, 18432);
  g_assert_cmpint (hr_analysis_get_totals (training)->parameter_bytes, ==, 4 * (3136 + 73728));
  g_assert_null (find_diagnostic (analysis, "masters"));
  g_assert_nonnull (find_diagnostic (training, "masters"));
}

/* 27 weights of 1 bit take 4 bytes; the bias keeps its 4. By hand. */
static void
test_rounding (void)
{
  g_autoptr (HrAnalysis) analysis
      = network_analyse ("input input shape=3,8,8\nconv conv filters=1 weights=int1 : input\n", NULL);

  g_assert_cmpint (get_layer (analysis, "conv")->parameter_bytes, ==, 4 + 4);
}

/* infer_fx_peak of PyTorch 1.13 on the CPU with torchvision 0.14, measured, batch 1 and 8. */
static const struct
{
  const char *network;
  gint64 parameters, static_bytes, peaks[2];
} measured[] = {
  { "alexnet", 61100840, 244403360, { 245966496, 256908448 } },
  { "vgg16", 138357544, 553430176, { 579722400, 763767968 } },
  { "resnet18", 11689512, 46796608, { 53821248, 102993728 } },
  { "resnet50", 25557032, 102441032, { 112676936, 184328264 } },
  { "mobilenet_v2", 3504872, 14156352, { 24392256, 96043584 } },
  { "squeezenet1_1", 1235496, 4941984, { 9472672, 41187488 } },
};

static void
test_pytorch_cpu (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (measured); i++)
    for (guint j = 0; j < 2; j++)
      {
        g_autoptr (HrAnalysis) analysis
            = analyse (measured[i].network, j == 0 ? "execution=pytorch-cpu batch=1" : "execution=pytorch-cpu batch=8");
        const HrTotals *totals = hr_analysis_get_totals (analysis);

        g_test_message ("%s", measured[i].network);
        g_assert_cmpint (totals->parameters, ==, measured[i].parameters);
        g_assert_cmpint (totals->parameter_bytes + totals->buffer_bytes, ==, measured[i].static_bytes);
        g_assert_cmpint (totals->peak_bytes, ==, measured[i].peaks[j]);
      }
}

/* The same figures as they stand in the measurements themselves. */
static void
test_pytorch_cpu_measurements (void)
{
  g_autofree char *path = test_data_dup_path ("torch/memory_summary.csv"), *contents = NULL;
  g_auto (GStrv) lines = NULL;
  guint n_found = 0;

  if (path == NULL || !g_file_get_contents (path, &contents, NULL, NULL))
    return;
  lines = g_strsplit (contents, "\n", -1);
  for (guint i = 1; lines[i] != NULL; i++)
    for (guint j = 0; j < G_N_ELEMENTS (measured); j++)
      {
        g_auto (GStrv) cells = g_strsplit (lines[i], ",", -1);
        g_autoptr (HrAnalysis) analysis = NULL;
        g_autofree char *settings = NULL;

        if (g_strv_length (cells) < 11 || !g_str_equal (cells[0], measured[j].network))
          continue;
        settings = g_strdup_printf ("execution=pytorch-cpu batch=%s", cells[1]);
        analysis = analyse (cells[0], settings);
        g_assert_cmpint (hr_analysis_get_totals (analysis)->peak_bytes, ==, g_ascii_strtoll (cells[10], NULL, 10));
        n_found++;
      }
  g_assert_cmpuint (n_found, ==, 2 * G_N_ELEMENTS (measured));
}

/* Not modelled, and said so: figures of the layers, no steps. */
static void
test_training_not_modelled (void)
{
  g_autoptr (HrAnalysis) analysis = analyse ("resnet18", "execution=vulkan mode=training");
  const HrTotals *totals = hr_analysis_get_totals (analysis);
  guint n_steps, n_blocks;

  hr_analysis_get_steps (analysis, &n_steps);
  hr_analysis_get_blocks (analysis, &n_blocks);
  g_assert_cmpuint (n_steps, ==, 0);
  g_assert_cmpuint (n_blocks, ==, 0);
  g_assert_false (totals->complete);
  g_assert_cmpint (totals->peak_step, ==, -1);
  g_assert_cmpint (totals->parameters, ==, 11689512);
  g_assert_cmpint (find_diagnostic (analysis, "not-trained")->severity, ==, HR_SEVERITY_ERROR);
}

/* relu1 may write over its input, relu2 may not: the sum still reads what it would overwrite. By hand, 4·8·8 values of
 * 4 bytes = 1,024: at the sum, output and both operands are there. */
static void
test_in_place (void)
{
  const char *text = "input input shape=4,8,8\nconv1 conv filters=4 : input\nrelu1 relu : conv1\n"
                     "relu2 relu : relu1\nadd add : relu1 relu2\noutput output : add\n";
  g_autoptr (HrAnalysis) analysis = network_analyse (text, "execution=pytorch-cpu");
  g_autoptr (HrAnalysis) plain = network_analyse (text, "execution=pytorch-cpu in-place=no");
  guint n_steps;
  const HrStep *steps = hr_analysis_get_steps (analysis, &n_steps);

  g_assert_cmpint (steps[1].categories[HR_CATEGORY_ACTIVATIONS], ==, 1024);
  g_assert_cmpint (steps[2].categories[HR_CATEGORY_ACTIVATIONS], ==, 2048);
  g_assert_cmpint (steps[3].categories[HR_CATEGORY_ACTIVATIONS], ==, 3072);
  g_assert_cmpint (hr_analysis_find_block (analysis, network_find (analysis, "relu1"), 0), ==,
                   hr_analysis_find_block (analysis, network_find (analysis, "conv1"), 0));
  g_assert_cmpint (hr_analysis_find_block (analysis, network_find (analysis, "relu2"), 0), !=,
                   hr_analysis_find_block (analysis, network_find (analysis, "relu1"), 0));
  steps = hr_analysis_get_steps (plain, &n_steps);
  g_assert_cmpint (steps[1].categories[HR_CATEGORY_ACTIVATIONS], ==, 2048);
}

/* The network's input is the caller's, and results outlive the run. */
static void
test_in_place_on_input (void)
{
  g_autoptr (HrAnalysis) analysis
      = network_analyse ("input input shape=4,8,8\nrelu relu : input\noutput output : relu\n", "execution=pytorch-cpu");
  guint n_steps;
  const HrStep *steps = hr_analysis_get_steps (analysis, &n_steps);

  g_assert_cmpint (steps[0].bytes, ==, 2048);
}

/* Batch norm's counter of 8 bytes is PyTorch's alone; by hand with 4 channels: 2·4·4 bytes of statistics. */
static void
test_buffers (void)
{
  const char *text = "input input shape=4,8,8\nbn batch-norm : input\n";
  g_autoptr (HrAnalysis) textbook = network_analyse (text, NULL);
  g_autoptr (HrAnalysis) pytorch = network_analyse (text, "execution=pytorch-cpu");

  g_assert_cmpint (get_layer (textbook, "bn")->buffer_bytes, ==, 32);
  g_assert_cmpint (get_layer (pytorch, "bn")->buffer_bytes, ==, 40);
  g_assert_cmpint (hr_analysis_get_totals (pytorch)->peak_categories[HR_CATEGORY_BUFFERS], ==, 40);
}

/* An adaptive maximum is returned with its indices, which are there until the call is over (measured with PyTorch 1.13):
 * 4·2·2 values of 4 bytes and as many of 8. Those of an ordinary maximum are not: 4·4·4 values of 4 bytes. */
static void
test_returned_indices (void)
{
  g_autoptr (HrAnalysis) analysis
      = network_analyse ("input input shape=4,8,8\nadaptive adaptive-max-pool size=2 : input\npool max-pool : input\n",
                         "execution=pytorch-cpu");
  guint n_steps;
  const HrStep *steps = hr_analysis_get_steps (analysis, &n_steps);

  g_assert_cmpint (steps[0].categories[HR_CATEGORY_ACTIVATIONS], ==, 64 + 128);
  g_assert_cmpint (steps[1].categories[HR_CATEGORY_ACTIVATIONS], ==, 64 + 256);
}

/* Dropout is a view in inference only. */
static void
test_dropout (void)
{
  const char *text = "input input shape=4,8,8\nconv conv filters=4 : input\ndrop dropout : conv\n";
  g_autoptr (HrAnalysis) inference = network_analyse (text, NULL);
  g_autoptr (HrAnalysis) training = network_analyse (text, "mode=training");

  g_assert_cmpint (get_layer (inference, "drop")->forward_step, ==, -1);
  g_assert_true (get_layer (inference, "drop")->view);
  g_assert_cmpint (get_layer (training, "drop")->forward_step, ==, 1);
  g_assert_cmpint (get_layer (training, "drop")->backward_step, ==, 3);
}

/* A layer used twice: weights and their gradient once, steps twice. By hand: 9·4·4 + 4 parameters. */
static void
test_shared_weights (void)
{
  const char *text = "input input shape=4,8,8\nfirst conv filters=4 : input\n"
                     "second conv filters=4 weights-of=first : first\noutput output : second\n";
  g_autoptr (HrAnalysis) analysis = network_analyse (text, "mode=training optimizer=adam");
  guint n_steps;
  const HrStep *steps = hr_analysis_get_steps (analysis, &n_steps);

  g_assert_true (hr_analysis_get_totals (analysis)->complete);
  g_assert_cmpuint (n_steps, ==, 6);
  g_assert_cmpint (hr_analysis_get_totals (analysis)->parameters, ==, 148);
  g_assert_cmpint (get_layer (analysis, "second")->parameters, ==, 0);
  g_assert_cmpint (steps[0].categories[HR_CATEGORY_OPTIMIZER_STATE], ==, 2 * 4 * 148);
  /* The gradient comes with the layer that runs last, and stays. */
  g_assert_cmpint (steps[2].categories[HR_CATEGORY_PARAMETER_GRADIENTS], ==, 0);
  g_assert_cmpint (steps[3].categories[HR_CATEGORY_PARAMETER_GRADIENTS], ==, 4 * 148);
  g_assert_cmpint (steps[5].categories[HR_CATEGORY_PARAMETER_GRADIENTS], ==, 4 * 148);
}

/* Half of a network: the known half is estimated. */
static void
test_half_built (void)
{
  g_autoptr (HrAnalysis) analysis = network_analyse (
      "input input shape=3,200,300\nconv1 conv filters=100 stride=2 : input\nfc linear outputs=10\n", NULL);
  const HrTotals *totals = hr_analysis_get_totals (analysis);

  g_assert_false (totals->complete);
  g_assert_false (get_layer (analysis, "fc")->known);
  g_assert_cmpint (totals->parameters, ==, 2800);
  g_assert_cmpint (totals->peak_bytes, ==, 11200 + 720000 + 6000000);
}

/* A foreign layer gives a shape to what follows, but its own figures are not known. */
static void
test_foreign_layer (void)
{
  g_autoptr (HrAnalysis) analysis = network_analyse ("input input shape=3,8,8\nforeign unknown shape=4,8,8 : input\n"
                                                     "conv conv filters=4 : foreign\noutput output : conv\n",
                                                     "mode=training");
  const HrTotals *totals = hr_analysis_get_totals (analysis);

  g_assert_false (totals->complete);
  g_assert_false (get_layer (analysis, "foreign")->known);
  g_assert_true (get_layer (analysis, "conv")->known);
  g_assert_cmpint (totals->parameters, ==, 148);
  g_assert_cmpint (hr_analysis_find_block (analysis, network_find (analysis, "foreign"), 0), ==, -1);
}

static void
test_nothing_to_run (void)
{
  static const char *const texts[] = { "", "input input\n", "a relu : b\nb relu : a\n", "a relu\n", "output output\n" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (HrAnalysis) analysis = network_analyse (texts[i], i % 2 ? "mode=training" : NULL);
      guint n_steps, n_blocks;

      hr_analysis_get_steps (analysis, &n_steps);
      hr_analysis_get_blocks (analysis, &n_blocks);
      g_assert_cmpuint (n_steps, ==, 0);
      g_assert_cmpuint (n_blocks, ==, 0);
      g_assert_cmpint (hr_analysis_get_totals (analysis)->peak_step, ==, -1);
      g_assert_cmpint (hr_analysis_get_totals (analysis)->complete, ==, i < 2);
    }
}

/* 15,470,264,320 multiply-adds 2,147,483,647 times are beyond 2^63 − 1; the 138,357,544 parameters of torchvision's VGG-16
 * are not, and no total wraps around. */
static void
test_one_total_overflows (void)
{
  g_autoptr (HrAnalysis) analysis = analyse ("vgg16", "batch=2147483647");
  const HrTotals *totals = hr_analysis_get_totals (analysis);
  const HrDiagnostic *diagnostic = find_diagnostic (analysis, "overflow");

  g_assert_nonnull (diagnostic);
  g_assert_cmpint (diagnostic->severity, ==, HR_SEVERITY_ERROR);
  g_assert_false (totals->complete);
  g_assert_cmpint (totals->parameters, ==, 138357544);
  g_assert_cmpint (totals->parameter_bytes, ==, 553430176);
  g_assert_cmpint (totals->multiply_adds, >=, 0);
  g_assert_cmpint (totals->output_bytes, >=, 0);
}

/* Each is beyond 2^63 − 1 bytes in its own way: one tensor, one step, one optimizer. */
static void
test_overflow (void)
{
  static const struct
  {
    const char *text, *settings;
  } cases[] = {
    { "input input shape=2147483647,1073741824\nrelu relu : input\n", "batch=4" },
    { "input input shape=2147483647,536870912\nrelu relu : input\nadd add : relu input\n", "batch=1" },
    { "input input shape=2147483647\nfc linear outputs=900000000 : input\n", "mode=training optimizer=adam" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (HrAnalysis) analysis = network_analyse (cases[i].text, cases[i].settings);
      const HrTotals *totals = hr_analysis_get_totals (analysis);
      guint n_diagnostics, n_errors = 0;
      const HrDiagnostic *diagnostics = hr_analysis_get_diagnostics (analysis, &n_diagnostics);

      for (guint j = 0; j < n_diagnostics; j++)
        n_errors += diagnostics[j].severity == HR_SEVERITY_ERROR;
      g_assert_cmpuint (n_errors, >, 0);
      g_assert_false (totals->complete);
      g_assert_cmpint (totals->peak_bytes, >=, 0);
    }
}

/* By hand: every tensor in 32-bit floats for the whole run, and once more the largest: the output of the first
 * convolution. Weights 4·(108 + 4), (144 + 4); batch norm 4·4 values; input 192; conv1 256, relu1 in place, bn 256,
 * conv2 256 values. */
static void
test_device_run (void)
{
  g_autoptr (HrAnalysis) analysis = network_analyse (
      "input input shape=3,8,8 type=uint8\nconv1 conv filters=4 weights=int1 : input\n"
      "relu1 relu : conv1\nbn batch-norm : relu1\nconv2 conv filters=4 : bn\noutput output : conv2\n",
      "execution=vulkan weights=int8 activations=float16");
  const HrTotals *totals = hr_analysis_get_totals (analysis);
  guint n_steps;
  const HrStep *steps = hr_analysis_get_steps (analysis, &n_steps);

  g_assert_cmpint (totals->peak_categories[HR_CATEGORY_PARAMETERS], ==, 4 * (112 + 148 + 8));
  g_assert_cmpint (totals->peak_categories[HR_CATEGORY_BUFFERS], ==, 4 * 8);
  g_assert_cmpint (totals->peak_categories[HR_CATEGORY_INPUTS], ==, 4 * 192);
  g_assert_cmpint (totals->peak_categories[HR_CATEGORY_ACTIVATIONS], ==, 4 * 3 * 256);
  g_assert_cmpint (totals->peak_categories[HR_CATEGORY_WORKSPACE], ==, 4 * 256);
  g_assert_cmpuint (n_steps, ==, 4);
  for (guint i = 0; i < n_steps; i++)
    g_assert_cmpint (steps[i].bytes, ==, totals->peak_bytes);
}

static void
test_block_names (void)
{
  g_autoptr (HrAnalysis) analysis = analyse ("three-convolutions", "mode=training");
  g_autofree char *weight = hr_analysis_dup_block_name (analysis, 0);
  g_autofree char *output = hr_analysis_dup_block_name (
      analysis, (guint) hr_analysis_find_block (analysis, network_find (analysis, "conv2"), 0));

  g_assert_cmpstr (weight, ==, "conv1 weight");
  g_assert_cmpstr (output, ==, "conv2 output");
}

static void
test_cancelled (void)
{
  g_autoptr (HrCancel) cancel = hr_cancel_new ();
  g_autoptr (HrProject) project = hr_project_new_empty ();

  hr_cancel_cancel (cancel);
  g_assert_null (hr_analysis_new (project, cancel));
}

static void
check_steps (const HrAnalysis *analysis)
{
  const HrTotals *totals = hr_analysis_get_totals (analysis);
  guint n_steps, n_blocks, first_peak = 0;
  const HrStep *steps = hr_analysis_get_steps (analysis, &n_steps);
  const HrBlock *blocks = hr_analysis_get_blocks (analysis, &n_blocks);

  for (guint i = 0; i < n_steps; i++)
    {
      gint64 by_block[HR_N_CATEGORIES] = { 0 }, sum = 0;

      for (guint j = 0; j < n_blocks; j++)
        if (blocks[j].first_step <= i && blocks[j].last_step >= i)
          by_block[blocks[j].category] += blocks[j].bytes;
      for (guint j = 0; j < HR_N_CATEGORIES; j++)
        {
          g_assert_cmpint (steps[i].categories[j], ==, by_block[j]);
          sum += by_block[j];
        }
      g_assert_cmpint (steps[i].bytes, ==, sum);
      if (steps[i].bytes > steps[first_peak].bytes)
        first_peak = i;
    }
  g_assert_cmpint (totals->peak_step, ==, n_steps == 0 ? -1 : (int) first_peak);
  g_assert_cmpint (totals->peak_bytes, ==, n_steps == 0 ? 0 : steps[first_peak].bytes);
  for (guint i = 1; i < n_blocks; i++)
    g_assert_cmpuint (blocks[i - 1].first_step, <=, blocks[i].first_step);
}

static void
check_totals (const HrAnalysis *analysis)
{
  HrTotals sum = { 0 };
  guint n_layers;
  const HrLayer *layers = hr_analysis_get_layers (analysis, &n_layers);
  const HrTotals *totals = hr_analysis_get_totals (analysis);

  for (guint i = 0; i < n_layers; i++)
    {
      sum.parameters += layers[i].parameters;
      sum.parameter_bytes += layers[i].parameter_bytes;
      sum.buffer_bytes += layers[i].buffer_bytes;
      sum.multiply_adds += layers[i].multiply_adds;
      sum.kept_bytes += layers[i].kept_bytes;
    }
  g_assert_cmpint (totals->parameters, ==, sum.parameters);
  g_assert_cmpint (totals->parameter_bytes, ==, sum.parameter_bytes);
  g_assert_cmpint (totals->buffer_bytes, ==, sum.buffer_bytes);
  g_assert_cmpint (totals->multiply_adds, ==, sum.multiply_adds);
  g_assert_cmpint (totals->kept_bytes, ==, sum.kept_bytes);
}

/* Twice the batch: everything that flows doubles, everything that is learned stays. */
static void
check_doubling (const HrAnalysis *one, const HrAnalysis *two)
{
  guint n_steps, n_steps_of_two;
  const HrStep *steps = hr_analysis_get_steps (one, &n_steps), *twice = hr_analysis_get_steps (two, &n_steps_of_two);

  g_assert_cmpuint (n_steps, ==, n_steps_of_two);
  g_assert_cmpint (2 * hr_analysis_get_totals (one)->multiply_adds, ==, hr_analysis_get_totals (two)->multiply_adds);
  for (guint i = 0; i < n_steps; i++)
    {
      static const HrCategory flowing[]
          = { HR_CATEGORY_INPUTS, HR_CATEGORY_ACTIVATIONS, HR_CATEGORY_ACTIVATION_GRADIENTS };
      static const HrCategory learned[] = { HR_CATEGORY_PARAMETERS, HR_CATEGORY_BUFFERS,
                                            HR_CATEGORY_PARAMETER_GRADIENTS, HR_CATEGORY_OPTIMIZER_STATE };

      for (guint j = 0; j < G_N_ELEMENTS (flowing); j++)
        g_assert_cmpint (2 * steps[i].categories[flowing[j]], ==, twice[i].categories[flowing[j]]);
      for (guint j = 0; j < G_N_ELEMENTS (learned); j++)
        g_assert_cmpint (steps[i].categories[learned[j]], ==, twice[i].categories[learned[j]]);
    }
}

static void
test_random (void)
{
  static const char *const settings[][2] = {
    { "batch=3", "batch=6" },
    { "execution=pytorch-cpu batch=1", "execution=pytorch-cpu batch=2" },
    { "execution=vulkan batch=1", "execution=vulkan batch=2" },
    { "mode=training optimizer=adam batch=5", "mode=training optimizer=adam batch=10" },
    { "mode=training optimizer=sgd-momentum step=first batch=2",
      "mode=training optimizer=sgd-momentum step=first batch=4" },
    { "mode=training execution=pytorch-cpu optimizer=adam step=first batch=1",
      "mode=training execution=pytorch-cpu optimizer=adam step=steady batch=2" },
    { "mode=training execution=pytorch-cpu optimizer=rmsprop batch=1 in-place=no",
      "mode=training execution=pytorch-cpu optimizer=sgd batch=3" },
  };

  for (guint32 seed = 0; seed < 300; seed++)
    {
      g_autofree char *text = network_random_text (seed);
      const char *const *pair = settings[seed % G_N_ELEMENTS (settings)];
      g_autoptr (HrAnalysis) one = network_analyse (text, pair[0]), two = network_analyse (text, pair[1]);
      /* In a PyTorch training step losses and statistics stay as they are, and the worst moment of a step may be another. */
      gboolean two_scales = strstr (pair[0], "mode=training execution=pytorch-cpu") == NULL;

      g_test_message ("seed %u, %s", seed, pair[0]);
      check_steps (one);
      check_totals (one);
      check_steps (two);
      if (two_scales)
        check_doubling (one, two);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/one-convolution", test_one_convolution);
  g_test_add_func ("/analysis/three-convolutions", test_three_convolutions);
  g_test_add_func ("/analysis/input-held", test_input_held);
  g_test_add_func ("/analysis/padding", test_padding);
  g_test_add_func ("/analysis/padding-releases", test_padding_releases);
  g_test_add_func ("/analysis/training", test_training);
  g_test_add_func ("/analysis/classifier", test_classifier);
  g_test_add_func ("/analysis/optimizers", test_optimizers);
  g_test_add_func ("/analysis/low-bit", test_low_bit);
  g_test_add_func ("/analysis/rounding", test_rounding);
  g_test_add_func ("/analysis/pytorch-cpu", test_pytorch_cpu);
  g_test_add_func ("/analysis/pytorch-cpu-measurements", test_pytorch_cpu_measurements);
  g_test_add_func ("/analysis/training-not-modelled", test_training_not_modelled);
  g_test_add_func ("/analysis/in-place", test_in_place);
  g_test_add_func ("/analysis/in-place-on-input", test_in_place_on_input);
  g_test_add_func ("/analysis/buffers", test_buffers);
  g_test_add_func ("/analysis/returned-indices", test_returned_indices);
  g_test_add_func ("/analysis/dropout", test_dropout);
  g_test_add_func ("/analysis/shared-weights", test_shared_weights);
  g_test_add_func ("/analysis/half-built", test_half_built);
  g_test_add_func ("/analysis/foreign-layer", test_foreign_layer);
  g_test_add_func ("/analysis/nothing-to-run", test_nothing_to_run);
  g_test_add_func ("/analysis/overflow", test_overflow);
  g_test_add_func ("/analysis/one-total-overflows", test_one_total_overflows);
  g_test_add_func ("/analysis/device-run", test_device_run);
  g_test_add_func ("/analysis/block-names", test_block_names);
  g_test_add_func ("/analysis/cancelled", test_cancelled);
  g_test_add_func ("/analysis/random", test_random);
  return g_test_run ();
}
