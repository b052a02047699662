#include "cli-test.h"

#include <glib/gstdio.h>

#define E2 "e2-three-convolutions.headroom"

static const char *const commands[] = { "estimate", "explain", "chart", "fit", "check", "devices", "kinds" };

static void
test_help (void)
{
  g_auto (CliRun) run = cli_run ("--help", NULL);

  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpstr (run.errors, ==, "");
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (CliRun) help = cli_run (commands[i], "--help", NULL);
      g_autofree char *usage = g_strdup_printf ("headroom-cli %s ", commands[i]);

      g_assert_nonnull (strstr (run.output, commands[i]));
      g_assert_cmpint (help.status, ==, 0);
      g_assert_cmpstr (help.errors, ==, "");
      g_assert_nonnull (strstr (help.output, usage));
      g_assert_nonnull (strstr (help.output, "--format="));
    }
}

static void
test_version (void)
{
  g_auto (CliRun) run = cli_run ("--version", NULL);

  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpstr (run.output, ==, "headroom-cli " HR_VERSION "\n");
}

/* Bad usage: exit status 2, nothing on standard output, one line that names what is wrong. */
static void
test_bad_usage (void)
{
  static const struct
  {
    const char *arguments[6];
    const char *error;
  } cases[] = {
    { { NULL }, "a command is missing" },
    { { "frobnicate" }, "there is no command “frobnicate”" },
    { { "convert", E2, "x.onnx" }, "the command “convert” is not in this version yet" },
    { { "estimate" }, "usage: headroom-cli estimate FILE" },
    { { "estimate", E2, "more" }, "“more” is one argument too many" },
    { { "kinds", "more" }, "“more” is one argument too many" },
    { { "estimate", E2, "--frobnicate" }, "--frobnicate" },
    { { "estimate", E2, "--format", "yaml" }, "--format: “yaml” is none of text|json|csv|markdown" },
    { { "estimate", E2, "--batch", "0" }, "--batch" },
    { { "estimate", E2, "--batch", "2147483648" }, "--batch" },
    { { "estimate", E2, "--batch", "many" }, "--batch" },
    { { "estimate", E2, "--mode", "dreaming" }, "--mode: “dreaming” is none of inference, training" },
    { { "estimate", E2, "--optimizer", "lion" }, "--optimizer: “lion” is none of" },
    { { "estimate", E2, "--execution", "static" }, "--execution: “static” is none of" },
    { { "estimate", E2, "--weights", "3" }, "--weights: “3” is none of 32, 16, 8, 4, 2, 1" },
    { { "estimate", E2, "--activations", "int3" }, "--activations: “int3” is none of" },
    { { "estimate", E2, "--in-place", "perhaps" }, "--in-place: “perhaps” is none of no, yes" },
    { { "check", E2, "--batch", "1" }, "--batch" },
    { { "fit", E2 }, "--device ID or --capacity SIZE is missing" },
    { { "fit", E2, "--capacity", "much" }, "--capacity: “much” is no size" },
    { { "fit", E2, "--capacity", "0" }, "--capacity: “0” is no size" },
    { { "fit", E2, "--device", "abacus" }, "there is no device “abacus”" },
    { { "fit", E2, "--device=x", "--capacity=1GB" }, "one of them, not both" },
    { { "chart", E2 }, "-o OUT is missing" },
    { { "chart", E2, "-o", "x.gif" }, "x.gif: a chart is written as .svg, .pdf or .png" },
    { { "chart", E2, "-o", "x.svg", "--view=pie" }, "--view: “pie” is none of category, tensor, arena" },
    { { "chart", E2, "-o", "x.svg", "--theme=pink" }, "--theme: “pink” is none of light, dark" },
    { { "chart", E2, "-o", "x.svg", "--width=10" }, "--width: 10 is not in 240…20000" },
    { { "chart", E2, "-o", "x.svg", "--height=x" }, "--height" },
    { { "chart", E2, "-o", "x.png", "--scale=nan" }, "--scale" },
    { { "chart", E2, "-o", "/nonexistent/x.svg" }, "/nonexistent/x.svg: cannot be written" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const *a = cases[i].arguments;
      g_auto (CliRun) run = cli_run (a[0], a[1], a[2], a[3], a[4], a[5], NULL);

      cli_assert_error (&run, 2, cases[i].error);
    }
}

/* A file that cannot be used: status 2 and "FILE: …" or "FILE:LINE: …". */
static void
test_bad_file (void)
{
  g_autofree char *path = cli_make_path ("bad.headroom");
  g_autofree char *line = g_strdup_printf ("%s:3: ", path);

  for (guint i = 0; i < 4; i++)
    {
      g_auto (CliRun) run = cli_run (commands[i], "nonexistent.headroom", i == 2 ? "-o" : NULL, "x.svg", NULL);
      cli_assert_error (&run, 2, "nonexistent.headroom: ");
    }

  g_assert_true (
      g_file_set_contents (path, "<?xml version=\"1.0\"?>\n<headroom version=\"1\">\n<layers><\n", -1, NULL));
  g_auto (CliRun) broken = cli_run ("estimate", path, NULL);
  g_assert_cmpint (broken.status, ==, 2);
  g_assert_cmpstr (broken.output, ==, "");
  g_assert_true (g_str_has_prefix (broken.errors, line));
  cli_remove_path (path);
}

static void
test_check (void)
{
  g_autofree char *path = cli_make_path ("large.headroom");
  g_auto (CliRun) fine = cli_run ("check", E2, NULL);
  g_auto (CliRun) missing = cli_run ("check", "nonexistent.headroom", NULL);

  g_assert_cmpint (fine.status, ==, 0);
  g_assert_cmpstr (fine.output, ==, "");
  cli_assert_error (&missing, 2, "nonexistent.headroom: ");

  g_assert_true (g_file_set_contents (path,
                                      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<headroom version=\"1\">\n"
                                      "  <title>large</title>\n  <layers>\n"
                                      "    <layer id=\"input\" kind=\"input\" shape=\"3 5 5\"/>\n"
                                      "    <layer id=\"conv1\" kind=\"conv\" kernel=\"7\" padding=\"valid\">\n"
                                      "      <input from=\"input\"/>\n    </layer>\n  </layers>\n</headroom>\n",
                                      -1, NULL));
  g_auto (CliRun) run = cli_run ("check", path, "--format", "json", NULL);
  g_autoptr (JsonNode) root = cli_parse (&run, 1);
  g_assert_cmpstr (cli_get_text (root, "problems/0/severity"), ==, "error");
  g_assert_cmpstr (cli_get_text (root, "problems/0/layer"), ==, "conv1");
  g_assert_nonnull (strstr (cli_get_text (root, "problems/0/message"), "7"));

  g_auto (CliRun) text = cli_run ("check", path, NULL);
  g_assert_cmpint (text.status, ==, 1);
  g_assert_true (g_str_has_prefix (text.output, path));

  /* The same network is estimated as far as it goes. */
  g_auto (CliRun) estimate = cli_run ("estimate", path, "--format", "json", NULL);
  g_autoptr (JsonNode) report = cli_parse (&estimate, 0);
  g_assert_cmpuint (json_array_get_length (json_node_get_array (cli_get_node (report, "diagnostics"))), >=, 1);

  /* So it is by the other commands, which say on standard error what is wrong: no layer is known here. */
  g_auto (CliRun) fit = cli_run ("fit", path, "--capacity", "1 MB", NULL);
  g_assert_cmpint (fit.status, ==, 0);
  g_assert_true (g_str_has_prefix (fit.errors, path));
  g_assert_nonnull (strstr (fit.output, "Incomplete"));
  g_autofree char *picture = g_strconcat (path, ".png", NULL);
  g_auto (CliRun) chart = cli_run ("chart", path, "-o", picture, NULL);
  g_assert_cmpint (chart.status, ==, 0);
  g_assert_true (g_str_has_prefix (chart.errors, path));
  g_assert_cmpint (g_remove (picture), ==, 0);
  cli_remove_path (path);
}

/* E2 needs 12,613,600 B; in the first step parameters, input and the first output are 3,613,600 + 720,000 + 6,000,000 =
 * 10,333,600 B. Each further instance adds 9,000,000 B. */
static void
test_fit (void)
{
  g_auto (CliRun) yes = cli_run ("fit", E2, "--capacity", "12613600", "--format", "json", NULL);
  g_auto (CliRun) no = cli_run ("fit", E2, "--capacity", "12613599", "--format", "json", NULL);
  g_auto (CliRun) first = cli_run ("fit", E2, "--capacity", "10 MB", "--format", "json", NULL);
  g_auto (CliRun) batch = cli_run ("fit", E2, "--capacity=100 MB", "--batch=2", "--format=json", NULL);
  g_autoptr (JsonNode) fits = cli_parse (&yes, 0);
  g_autoptr (JsonNode) fails = cli_parse (&no, 1);
  g_autoptr (JsonNode) early = cli_parse (&first, 1);
  g_autoptr (JsonNode) more = cli_parse (&batch, 0);

  g_assert_cmpstr (cli_get_text (fits, "verdict"), ==, "fits");
  g_assert_cmpint (cli_get_int (fits, "margin_bytes"), ==, 0);
  g_assert_cmpint (cli_get_int (fits, "largest_batch"), ==, 1);
  g_assert_null (cli_get_text (fits, "first_failure"));

  g_assert_cmpstr (cli_get_text (fails, "verdict"), ==, "does-not-fit");
  g_assert_cmpint (cli_get_int (fails, "margin_bytes"), ==, -1);
  g_assert_cmpint (cli_get_int (fails, "largest_batch"), ==, 0);
  g_assert_cmpint (cli_get_int (fails, "first_failure/step"), ==, 2);
  g_assert_cmpstr (cli_get_text (fails, "first_failure/layer"), ==, "conv2");
  g_assert_cmpstr (cli_get_text (fails, "first_failure/phase"), ==, "forward");
  g_assert_cmpstr (cli_get_text (fails, "first_failure/block"), ==, "conv2 output");
  g_assert_cmpstr (cli_get_text (fails, "first_failure/category"), ==, "activations");
  g_assert_cmpint (cli_get_int (fails, "first_failure/bytes"), ==, 3000000);

  g_assert_cmpint (cli_get_int (early, "first_failure/step"), ==, 1);
  g_assert_cmpint (cli_get_int (early, "first_failure/bytes"), ==, 6000000);

  /* (100,000,000 − 3,613,600) ÷ 9,000,000 = 10.7 */
  g_assert_cmpint (cli_get_int (more, "peak_bytes"), ==, 21613600);
  g_assert_cmpint (cli_get_int (more, "largest_batch"), ==, 10);
}

static void
test_fit_device (void)
{
  g_auto (CliRun) list = cli_run ("devices", "--format", "json", NULL);
  g_autoptr (JsonNode) devices = cli_parse (&list, 0);
  g_auto (CliRun) run
      = cli_run ("fit", E2, "--device", cli_get_text (devices, "devices/0/id"), "--format", "json", NULL);
  g_autoptr (JsonNode) root = cli_parse (&run, 0);

  g_assert_cmpstr (cli_get_text (root, "device/name"), ==, cli_get_text (devices, "devices/0/name"));
  g_assert_cmpint (cli_get_int (root, "available_bytes"), ==, cli_get_int (devices, "devices/0/available_bytes"));
  g_assert_cmpuint (json_array_get_length (json_node_get_array (cli_get_node (devices, "devices"))), >=, 20);
}

/* A row names a device's maker and the device, but no maker twice. */
static void
test_devices (void)
{
  g_auto (CliRun) run = cli_run ("devices", NULL);

  g_assert_nonnull (strstr (run.output, "  AMD Radeon RX 7600 XT\n"));
  g_assert_nonnull (strstr (run.output, "8.00 GiB  Apple M1, 8 GB\n"));
}

/* A layer's name with a line break and U+009B, which steers terminals, stays on its row. */
static void
test_names_of_two_lines (void)
{
  static const char *const arguments[][3] = {
    { "estimate" },     { "explain" },
    { "explain", "a" }, { "fit", "--capacity", "1" },
    { "check" },        { "estimate", "--format", "markdown" },
  };
  g_autofree char *path = cli_make_path ("names.headroom");

  g_assert_true (g_file_set_contents (
      path,
      "<?xml version=\"1.0\"?>\n<headroom version=\"1\"><title>t&#10;u</title><layers>\n"
      "<layer id=\"i\" kind=\"input\" shape=\"3 8 8\" name=\"in&#10;put\"/>\n"
      "<layer id=\"a\" kind=\"conv\" groups=\"1\" name=\"first&#10;second&#x9b;\"><input from=\"i\"/>"
      "</layer>\n<layer id=\"b\" kind=\"conv\" groups=\"5\" name=\"third&#10;fourth\"><input from=\"a\"/>"
      "</layer>\n</layers></headroom>\n",
      -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (arguments); i++)
    {
      g_auto (CliRun) run = cli_run (arguments[i][0], path, arguments[i][1], arguments[i][2], NULL);

      g_assert_cmpint (run.status, ==, strcmp (arguments[i][0], "fit") == 0 || strcmp (arguments[i][0], "check") == 0);
      g_assert_true (strstr (run.output, "first second") != NULL || strstr (run.output, "third fourth") != NULL
                     || i == 2);
      g_assert_null (strstr (run.output, "\nsecond"));
      g_assert_null (strstr (run.output, "\nput"));
      g_assert_null (strstr (run.output, "\nfourth"));
      g_assert_null (strstr (run.output, "\nu"));
      g_assert_null (strstr (run.output, "\xc2\x9b"));
      g_assert_null (strstr (run.errors, "\nfourth"));
    }
  cli_remove_path (path);
}

/* A file's name may be any bytes, and text in it break lines: JSON stays UTF-8, and a problem one line. */
static void
test_odd_text (void)
{
  g_autofree char *path = cli_make_path ("na\xffme.headroom");

  g_assert_true (g_file_set_contents (path,
                                      "<?xml version=\"1.0\"?>\n<headroom version=\"1\"><title>t</title><layers>\n"
                                      "<layer id=\"a\" kind=\"input\" name=\"b&#10;c\" shape=\"3&#10;x&#x9b;\"/>\n"
                                      "</layers></headroom>\n",
                                      -1, NULL));
  g_auto (CliRun) estimate = cli_run ("estimate", path, NULL);
  g_auto (CliRun) check = cli_run ("check", path, "--format", "json", NULL);
  cli_assert_error (&estimate, 2, "shape: “3 x ”");
  g_assert_true (g_utf8_validate (check.output, -1, NULL));
  g_autoptr (JsonNode) root = cli_parse (&check, 1);
  g_assert_true (g_str_has_suffix (cli_get_text (root, "file"), "na\xef\xbf\xbdme.headroom"));
  cli_remove_path (path);
}

static void
test_chart (void)
{
  static const char *const names[] = { "chart.svg", "chart.pdf", "chart.png" };
  static const char *const starts[] = { "<?xml", "%PDF", "\x89PNG" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = cli_make_path (names[i]);
      g_auto (CliRun) run = cli_run ("chart", E2, "-o", path, "--view", i == 1 ? "arena" : "tensor", "--theme", "dark",
                                     "--width", "300", "--height", "200", "--format", "json", NULL);
      g_autoptr (JsonNode) root = cli_parse (&run, 0);
      g_autofree char *data = NULL;

      g_assert_cmpint (cli_get_int (root, "peak_bytes"), ==, 12613600);
      g_assert_cmpstr (cli_get_text (root, "output"), ==, path);
      g_assert_true (g_file_get_contents (path, &data, NULL, NULL));
      g_assert_true (g_str_has_prefix (data, starts[i]));
      cli_remove_path (path);
    }
}

/* Every kind that the palette shows, with its parameters; a convolution's kernel is at least 1 and 3 by default. */
static void
test_kinds (void)
{
  g_auto (CliRun) run = cli_run ("kinds", "--format", "json", NULL);
  g_autoptr (JsonNode) root = cli_parse (&run, 0);
  JsonArray *kinds = json_node_get_array (cli_get_node (root, "kinds"));
  gboolean found = FALSE;

  for (guint i = 0; i < json_array_get_length (kinds); i++)
    {
      JsonNode *kind = json_array_get_element (kinds, i);

      if (strcmp (cli_get_text (kind, "id"), "conv") != 0)
        continue;
      found = TRUE;
      g_assert_cmpstr (cli_get_text (kind, "parameters/1/key"), ==, "kernel");
      g_assert_cmpstr (cli_get_text (kind, "parameters/1/default"), ==, "3");
      g_assert_cmpint (cli_get_int (kind, "parameters/1/min"), ==, 1);
    }
  g_assert_true (found);
}

/* Runs a line of shell in which "$0" is the program; the exit status, and what it said. */
static void
check_output_error (const char *line)
{
  const char *argv[] = { "/bin/sh", "-c", line, g_getenv ("HEADROOM_CLI"), NULL };
  g_autofree char *errors = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, &errors, &status, &error);
  g_assert_no_error (error);
  g_assert_false (g_spawn_check_wait_status (status, &error));
  g_assert_error (error, G_SPAWN_EXIT_ERROR, 2);
  g_assert_nonnull (strstr (errors, "standard output cannot be written"));
}

static void
test_full_disk (void)
{
  if (!g_file_test ("/dev/full", G_FILE_TEST_EXISTS))
    {
      g_test_skip ("there is no /dev/full");
      return;
    }
  check_output_error ("\"$0\" kinds > /dev/full");
}

static void
test_closed_output (void)
{
  check_output_error ("\"$0\" kinds >&-");
  check_output_error ("\"$0\" --help >&-");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/usage/help", test_help);
  g_test_add_func ("/usage/version", test_version);
  g_test_add_func ("/usage/bad-usage", test_bad_usage);
  g_test_add_func ("/usage/bad-file", test_bad_file);
  g_test_add_func ("/usage/check", test_check);
  g_test_add_func ("/usage/fit", test_fit);
  g_test_add_func ("/usage/fit-device", test_fit_device);
  g_test_add_func ("/usage/devices", test_devices);
  g_test_add_func ("/usage/odd-text", test_odd_text);
  g_test_add_func ("/usage/names-of-two-lines", test_names_of_two_lines);
  g_test_add_func ("/usage/chart", test_chart);
  g_test_add_func ("/usage/kinds", test_kinds);
  g_test_add_func ("/usage/full-disk", test_full_disk);
  g_test_add_func ("/usage/closed-output", test_closed_output);
  return g_test_run ();
}
