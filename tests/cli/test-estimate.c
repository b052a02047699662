#include "cli-test.h"

/* Values of the four worked examples: each is derived by hand from the sizes that it states. */
#define E1 "e1-one-convolution.headroom"
#define E2 "e2-three-convolutions.headroom"
#define E3 "e3-small-classifier.headroom"
#define E4 "e4-low-bit-weights.headroom"

typedef struct
{
  const char *path;
  gint64 value;
} Figure;

static void
check_figures (JsonNode *root, const Figure *figures, guint n_figures)
{
  for (guint i = 0; i < n_figures; i++)
    {
      gint64 value = cli_get_int (root, figures[i].path);

      if (value != figures[i].value)
        g_error ("%s is %" G_GINT64_FORMAT ", not %" G_GINT64_FORMAT, figures[i].path, value, figures[i].value);
    }
}

/* The layer with this id. Borrowed. */
static JsonNode *
find_layer (JsonNode *root, const char *id)
{
  JsonArray *layers = json_node_get_array (cli_get_node (root, "layers"));

  for (guint i = 0; i < json_array_get_length (layers); i++)
    if (strcmp (cli_get_text (json_array_get_element (layers, i), "id"), id) == 0)
      return json_array_get_element (layers, i);
  g_error ("there is no layer “%s”", id);
}

/* (5·5·3 + 1)·200 parameters; 200·100·150·(5·5·3) multiply-adds; 200·100·150 outputs of 4 bytes. */
static void
test_e1 (void)
{
  static const Figure figures[]
      = { { "parameters", 15200 }, { "parameter_bytes", 60800 }, { "multiply_adds", 225000000 } };
  static const Figure layer[]
      = { { "parameters", 15200 }, { "multiply_adds", 225000000 }, { "output_bytes", 12000000 } };
  g_auto (CliRun) run = cli_run ("estimate", E1, "--format", "json", NULL);
  g_autoptr (JsonNode) root = cli_parse (&run, 0);

  check_figures (root, figures, G_N_ELEMENTS (figures));
  check_figures (find_layer (root, "conv1"), layer, G_N_ELEMENTS (layer));
}

static void
test_e1_batch (void)
{
  static const Figure figures[]
      = { { "batch", 100 }, { "multiply_adds", 22500000000 }, { "multiply_adds_per_instance", 225000000 } };
  g_auto (CliRun) run = cli_run ("estimate", E1, "--batch=100", "--format=json", NULL);
  g_autoptr (JsonNode) root = cli_parse (&run, 0);

  check_figures (root, figures, G_N_ELEMENTS (figures));
  g_assert_cmpint (cli_get_int (find_layer (root, "conv1"), "output_bytes"), ==, 1200000000);
}

/* Field by field what the program's interface promises. */
static void
test_e2 (void)
{
  static const Figure figures[] = {
    { "batch", 1 },
    { "parameters", 903400 },
    { "parameter_bytes", 3613600 },
    { "multiply_adds", 1399500000 },
    { "multiply_adds_per_instance", 1399500000 },
    { "peak_bytes", 12613600 },
    { "peak_step", 2 },
    { "kept_for_backward_bytes", 0 },
    { "phases/forward/peak_bytes", 12613600 },
    { "categories/parameters", 3613600 },
    { "categories/activations", 9000000 },
    { "steps/0/index", 1 },
    { "steps/0/bytes", 10333600 },
    { "steps/0/categories/parameters", 3613600 },
    { "steps/0/categories/inputs", 720000 },
    { "steps/0/categories/activations", 6000000 },
    { "steps/1/bytes", 12613600 },
    { "steps/2/bytes", 8133600 },
  };
  g_auto (CliRun) run = cli_run ("estimate", E2, "--format", "json", NULL);
  g_autoptr (JsonNode) root = cli_parse (&run, 0);

  check_figures (root, figures, G_N_ELEMENTS (figures));
  g_assert_cmpstr (cli_get_text (root, "name"), ==, "three-convolutions");
  g_assert_cmpstr (cli_get_text (root, "mode"), ==, "inference");
  g_assert_cmpstr (cli_get_text (root, "execution"), ==, "textbook");
  g_assert_cmpstr (cli_get_text (root, "peak_layer"), ==, "conv2");
  g_assert_cmpstr (cli_get_text (root, "steps/0/phase"), ==, "forward");
  g_assert_cmpstr (cli_get_text (root, "steps/0/layer"), ==, "conv1");
  g_assert_cmpuint (json_array_get_length (json_node_get_array (cli_get_node (root, "steps"))), ==, 3);
  g_assert_cmpuint (json_array_get_length (json_node_get_array (cli_get_node (root, "diagnostics"))), ==, 0);
}

static void
test_e2_layers (void)
{
  static const Figure conv1[] = {
    { "outputs/0/shape/0", 1 },   { "outputs/0/shape/1", 100 },   { "outputs/0/shape/2", 100 },
    { "outputs/0/shape/3", 150 }, { "outputs/0/bytes", 6000000 }, { "parameters", 2800 },
    { "parameter_bytes", 11200 }, { "multiply_adds", 40500000 },  { "output_bytes", 6000000 },
  };
  static const Figure conv2[]
      = { { "parameters", 180200 }, { "multiply_adds", 675000000 }, { "output_bytes", 3000000 } };
  static const Figure conv3[] = {
    { "parameters", 720400 },    { "multiply_adds", 684000000 }, { "output_bytes", 1520000 },
    { "outputs/0/shape/2", 25 }, { "outputs/0/shape/3", 38 }, /* 37.5 rounds up */
  };
  g_auto (CliRun) run = cli_run ("estimate", E2, "--format", "json", NULL);
  g_autoptr (JsonNode) root = cli_parse (&run, 0);
  JsonNode *layer = find_layer (root, "conv1");

  check_figures (layer, conv1, G_N_ELEMENTS (conv1));
  g_assert_cmpstr (cli_get_text (layer, "kind"), ==, "conv");
  g_assert_cmpstr (cli_get_text (layer, "inputs/0"), ==, "input");
  g_assert_cmpstr (cli_get_text (layer, "outputs/0/type"), ==, "float32");
  check_figures (find_layer (root, "conv2"), conv2, G_N_ELEMENTS (conv2));
  check_figures (find_layer (root, "conv3"), conv3, G_N_ELEMENTS (conv3));
}

/* Plain SGD. In the backward step of the second convolution: parameters 3,613,600; input 36,000,000; outputs of the
 * first two 300,000,000 + 150,000,000; gradients of its input 300,000,000 and output 150,000,000; parameter gradients of
 * the third and second 2,881,600 + 720,800: 943,216,000. */
static void
test_e2_training (void)
{
  static const Figure figures[] = {
    { "batch", 50 },
    { "peak_bytes", 943216000 },
    { "categories/parameters", 3613600 },
    { "categories/inputs", 36000000 },
    { "categories/activations", 450000000 },
    { "categories/activation_gradients", 450000000 },
    { "categories/parameter_gradients", 3602400 },
    { "phases/backward/peak_bytes", 943216000 },
  };
  g_auto (CliRun) run
      = cli_run ("estimate", E2, "--mode", "training", "--batch", "50", "--optimizer", "sgd", "--format", "json", NULL);
  g_autoptr (JsonNode) root = cli_parse (&run, 0);

  check_figures (root, figures, G_N_ELEMENTS (figures));
  g_assert_cmpstr (cli_get_text (root, "peak_layer"), ==, "conv2");
}

/* 7,500 + 80,000 + 20,000 + 40,000 + 9,216 + 500 + 10 values per instance. */
static void
test_e3 (void)
{
  static const struct
  {
    const char *id;
    gint64 output_bytes;
  } layers[] = { { "C1", 320000 }, { "P1", 80000 }, { "C2", 160000 }, { "P2", 36864 }, { "F1", 2000 }, { "F2", 40 } };
  g_auto (CliRun) run = cli_run ("estimate", E3, "--mode", "inference", "--batch", "1", "--format", "json", NULL);
  g_autoptr (JsonNode) root = cli_parse (&run, 0);

  for (guint i = 0; i < G_N_ELEMENTS (layers); i++)
    g_assert_cmpint (cli_get_int (find_layer (root, layers[i].id), "output_bytes"), ==, layers[i].output_bytes);
}

/* Parameters: (9·3 + 1)·32 + (9·32 + 1)·64 + 9,216·500 + 500 + 500·10 + 10 = 4,632,902. The peak, in the backward step
 * of C2: the file's own settings, momentum from the second step on. */
static void
test_e3_training (void)
{
  g_auto (CliRun) run = cli_run ("estimate", E3, "--mode", "training", "--batch", "64", "--optimizer", "sgd-momentum",
                                 "--step", "steady", "--format", "json", NULL);
  g_autoptr (JsonNode) root = cli_parse (&run, 0);

  g_assert_cmpint (cli_get_int (root, "parameters"), ==, 4632902);
  g_assert_cmpint (cli_get_int (root, "peak_bytes"), ==, 108711240);
  g_assert_cmpstr (cli_get_text (root, "peak_layer"), ==, "C2");
}

/* 3,136 weights of 1 bit, 73,728 of 8; all at 4 and at 2 bits. The layers' own formats win over --weights. */
static void
test_e4 (void)
{
  g_auto (CliRun) run = cli_run ("estimate", E4, "--weights", "32", "--format", "json", NULL);
  g_autoptr (JsonNode) root = cli_parse (&run, 0);

  g_assert_cmpint (cli_get_int (root, "parameters"), ==, 3136 + 73728);
  g_assert_cmpint (cli_get_int (root, "parameter_bytes"), ==, 74120);
}

/* The same network with both layers at 4 bits (1,568 + 36,864 B) and at 2 bits (784 + 18,432 B). */
static void
test_e4_bits (void)
{
  static const struct
  {
    const char *format;
    gint64 bytes;
  } cases[] = { { "int4", 38432 }, { "int2", 19216 } };
  g_autofree char *source = g_build_filename (g_getenv ("HEADROOM_DATA_DIR"), "examples", E4, NULL);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (source, &text, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) changed = g_string_new (text);
      g_autofree char *path = cli_make_path ("bits.headroom");

      g_assert_cmpuint (g_string_replace (changed, "int1", cases[i].format, 0), ==, 1);
      g_assert_cmpuint (g_string_replace (changed, "int8", cases[i].format, 0), ==, 1);
      g_assert_true (g_file_set_contents (path, changed->str, -1, NULL));
      g_auto (CliRun) run = cli_run ("estimate", path, "--format", "json", NULL);
      g_autoptr (JsonNode) root = cli_parse (&run, 0);
      g_assert_cmpint (cli_get_int (root, "parameter_bytes"), ==, cases[i].bytes);
      cli_remove_path (path);
    }
}

/* E2's weights, without the biases of 100 + 200 + 400 floats: 902,700 at 8, 4, 2 and 1 bit. */
static void
test_weights (void)
{
  static const struct
  {
    const char *bits;
    gint64 bytes;
  } cases[] = {
    { "32", 3613600 },      { "16", 1805400 + 2800 }, { "8", 902700 + 2800 },
    { "4", 451350 + 2800 }, { "2", 225675 + 2800 },   { "1", 338 + 22500 + 90000 + 2800 }, /* 2,700 bits: 337.5 bytes */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (CliRun) run = cli_run ("estimate", E2, "--weights", cases[i].bits, "--format", "json", NULL);
      g_autoptr (JsonNode) root = cli_parse (&run, 0);

      g_assert_cmpint (cli_get_int (root, "parameter_bytes"), ==, cases[i].bytes);
    }
}

static void
test_text_formats (void)
{
  static const char *const formats[] = { "text", "csv", "markdown" };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_auto (CliRun) run = cli_run ("estimate", E2, "--format", formats[i], NULL);

      g_assert_cmpint (run.status, ==, 0);
      g_assert_cmpstr (run.errors, ==, "");
      g_assert_nonnull (strstr (run.output, "conv3"));
      g_assert_true (g_str_has_suffix (run.output, "\n"));
    }
}

/* Makes the German locale in a folder of its own. FALSE, and the test is skipped, where that is not possible. */
static gboolean
make_german (const char *directory)
{
  g_autofree char *path = g_build_filename (directory, "de_DE.UTF-8", NULL);
  const char *argv[] = { "localedef", "-i", "de_DE", "-f", "UTF-8", path, NULL };
  int status;

  if (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, NULL,
                    NULL, &status, NULL)
      && g_spawn_check_wait_status (status, NULL))
    return TRUE;
  g_test_skip ("the locale de_DE.UTF-8 cannot be made here");
  return FALSE;
}

/* German groups digits by points and separates decimals by a comma, as the program locale says first. */
static void
test_locale (void)
{
  static const char *const formats[] = { "text", "json", "csv", "markdown" };
  g_autofree char *path = cli_make_path ("de_DE.UTF-8");
  g_autofree char *directory = g_path_get_dirname (path);
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "LOCPATH", directory, TRUE);
  const char *argv[] = { "locale", "decimal_point", NULL };
  const char *clean[] = { "rm", "-r", directory, NULL };
  g_autofree char *point = NULL;

  environment = g_environ_setenv (environment, "LC_ALL", "de_DE.UTF-8", TRUE);
  if (make_german (directory))
    {
      g_spawn_sync (NULL, (char **) argv, environment, G_SPAWN_SEARCH_PATH, NULL, NULL, &point, NULL, NULL, NULL);
      g_assert_cmpstr (point, ==, ",\n");
      g_setenv ("LOCPATH", directory, TRUE);
      for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
        {
          g_auto (CliRun) plain = cli_run ("estimate", E2, "--format", formats[i], NULL);
          g_auto (CliRun) german = cli_run_with ("LC_ALL", "de_DE.UTF-8", "estimate", E2, "--format", formats[i], NULL);

          g_assert_cmpstr (plain.output, ==, german.output);
        }
      g_unsetenv ("LOCPATH");
    }
  g_spawn_sync (NULL, (char **) clean, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL);
}

static void
test_explain (void)
{
  g_auto (CliRun) text = cli_run ("explain", E1, "conv1", NULL);
  g_auto (CliRun) run = cli_run ("explain", E1, "conv1", "--format", "json", NULL);
  g_auto (CliRun) network = cli_run ("explain", E2, NULL);
  g_auto (CliRun) unknown = cli_run ("explain", E2, "conv9", NULL);
  g_autoptr (JsonNode) root = cli_parse (&run, 0);
  JsonArray *figures = json_node_get_array (cli_get_node (root, "figures"));
  guint n_found = 0;

  g_assert_nonnull (strstr (text.output, "15,200"));
  g_assert_nonnull (strstr (network.output, "12,613,600"));
  cli_assert_error (&unknown, 2, E2 ": there is no layer “conv9”");
  for (guint i = 0; i < json_array_get_length (figures); i++)
    {
      JsonNode *figure = json_array_get_element (figures, i);
      const char *id = cli_get_text (figure, "figure");

      n_found += strcmp (id, "parameters") == 0 && cli_get_int (figure, "value") == 15200;
      n_found += strcmp (id, "multiply_adds") == 0 && cli_get_int (figure, "value") == 225000000;
    }
  g_assert_cmpuint (n_found, ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/estimate/e1", test_e1);
  g_test_add_func ("/estimate/e1-batch", test_e1_batch);
  g_test_add_func ("/estimate/e2", test_e2);
  g_test_add_func ("/estimate/e2-layers", test_e2_layers);
  g_test_add_func ("/estimate/e2-training", test_e2_training);
  g_test_add_func ("/estimate/e3", test_e3);
  g_test_add_func ("/estimate/e3-training", test_e3_training);
  g_test_add_func ("/estimate/e4", test_e4);
  g_test_add_func ("/estimate/e4-bits", test_e4_bits);
  g_test_add_func ("/estimate/weights", test_weights);
  g_test_add_func ("/estimate/text-formats", test_text_formats);
  g_test_add_func ("/estimate/locale", test_locale);
  g_test_add_func ("/estimate/explain", test_explain);
  return g_test_run ();
}
