#include "io/report.h"

#include <json-glib/json-glib.h>
#include <locale.h>
#include <string.h>

#include "io/examples.h"
#include "io/importer.h"
#include "io/project-file.h"

static HrAnalysis *
analyse_example (const char *id)
{
  g_autofree char *file = g_strconcat (id, ".headroom", NULL);
  g_autofree char *path = g_build_filename (g_getenv ("HEADROOM_DATA_DIR"), "examples", file, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (HrProject) project = hr_import (path, &error);
  g_assert_no_error (error);
  return hr_analysis_new (project, NULL);
}

static HrAnalysis *
analyse_text (const char *layers)
{
  g_autofree char *text
      = g_strdup_printf ("<headroom version='1'><title>a | b</title><layers>%s</layers></headroom>", layers);
  g_autoptr (GError) error = NULL;
  g_autoptr (HrProject) project = hr_project_parse (text, strlen (text), "test", &error);
  g_assert_no_error (error);
  return hr_analysis_new (project, NULL);
}

static char *
write_report (const char *format, const HrAnalysis *analysis)
{
  char *text = hr_report_format_find (format)->write (analysis);
  g_assert_true (g_str_has_suffix (text, "\n"));
  return text;
}

/* JSON */

/* The published sample of the format, for the three convolutions. */
static const char sample[]
    = "{ \"name\": \"three-convolutions\", \"mode\": \"inference\", \"batch\": 1, \"execution\": \"textbook\","
      "  \"parameters\": 903400, \"parameter_bytes\": 3613600, \"multiply_adds\": 1399500000,"
      "  \"multiply_adds_per_instance\": 1399500000,"
      "  \"peak_bytes\": 12613600, \"peak_step\": 2, \"peak_layer\": \"conv2\", \"kept_for_backward_bytes\": 0,"
      "  \"phases\": { \"forward\": { \"peak_bytes\": 12613600 } },"
      "  \"categories\": { \"parameters\": 3613600, \"activations\": 9000000 },"
      "  \"layers\": [ { \"id\": \"conv1\", \"kind\": \"conv\", \"inputs\": [\"input\"],"
      "    \"outputs\": [ { \"shape\": [1, 100, 100, 150], \"type\": \"float32\", \"bytes\": 6000000 } ],"
      "    \"parameters\": 2800, \"parameter_bytes\": 11200, \"multiply_adds\": 40500000, \"output_bytes\": 6000000 } "
      "],"
      "  \"steps\":  [ { \"index\": 1, \"phase\": \"forward\", \"layer\": \"conv1\", \"bytes\": 10333600,"
      "    \"categories\": { \"parameters\": 3613600, \"inputs\": 720000, \"activations\": 6000000 } } ],"
      "  \"diagnostics\": [] }";

static JsonNode *
parse_json (const char *text)
{
  g_autoptr (GError) error = NULL;
  JsonNode *root = json_from_string (text, &error);
  g_assert_no_error (error);
  return root;
}

static void assert_contains (JsonNode *node, JsonNode *expected);

/* The first elements are the expected ones. */
static void
assert_array_contains (JsonArray *array, JsonArray *expected)
{
  for (guint i = 0; i < json_array_get_length (expected); i++)
    {
      g_assert_cmpuint (i, <, json_array_get_length (array));
      assert_contains (json_array_get_element (array, i), json_array_get_element (expected, i));
    }
}

static void
assert_object_contains (JsonObject *object, JsonObject *expected)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *value;
  json_object_iter_init (&iter, expected);
  while (json_object_iter_next (&iter, &name, &value))
    {
      g_test_message ("%s", name);
      g_assert_true (json_object_has_member (object, name));
      assert_contains (json_object_get_member (object, name), value);
    }
}

static void
assert_contains (JsonNode *node, JsonNode *expected)
{
  g_assert_cmpint (json_node_get_node_type (node), ==, json_node_get_node_type (expected));
  if (JSON_NODE_HOLDS_OBJECT (expected))
    assert_object_contains (json_node_get_object (node), json_node_get_object (expected));
  else if (JSON_NODE_HOLDS_ARRAY (expected))
    assert_array_contains (json_node_get_array (node), json_node_get_array (expected));
  else
    g_assert_true (json_node_equal (node, expected));
}

/* Returns the member that a path of names and indices leads to (borrowed). */
static JsonNode *
get (JsonNode *root, const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);
  for (guint i = 0; parts[i]; i++)
    if (JSON_NODE_HOLDS_OBJECT (root))
      root = json_object_get_member (json_node_get_object (root), parts[i]);
    else
      root = json_array_get_element (json_node_get_array (root), (guint) g_ascii_strtoull (parts[i], NULL, 10));
  g_assert_nonnull (root);
  return root;
}

static void
test_json_sample (void)
{
  g_autoptr (HrAnalysis) analysis = analyse_example ("e2-three-convolutions");
  g_autofree char *text = write_report ("json", analysis);
  g_autoptr (JsonNode) root = parse_json (text);
  g_autoptr (JsonNode) expected = parse_json (sample);
  assert_contains (root, expected);
  g_assert_cmpuint (json_object_get_size (json_node_get_object (get (root, "categories"))), ==, 2);
  g_assert_cmpuint (json_object_get_size (json_node_get_object (get (root, "phases"))), ==, 1);
  g_assert_cmpuint (json_array_get_length (json_node_get_array (get (root, "steps"))), ==, 3);
  g_assert_cmpuint (json_array_get_length (json_node_get_array (get (root, "diagnostics"))), ==, 0);
}

/* By hand: the small classifier's training peak, and what it keeps: all outputs, (157,226 − 7,500)·64·4. */
static void
test_json_training (void)
{
  g_autoptr (HrAnalysis) analysis = analyse_example ("e3-small-classifier");
  g_autofree char *text = write_report ("json", analysis);
  g_autoptr (JsonNode) root = parse_json (text);
  g_assert_cmpint (json_node_get_int (get (root, "peak_bytes")), ==, 108711240);
  g_assert_cmpstr (json_node_get_string (get (root, "peak_layer")), ==, "C2");
  g_assert_cmpint (json_node_get_int (get (root, "kept_for_backward_bytes")), ==, 38329856);
  g_assert_cmpint (json_node_get_int (get (root, "multiply_adds_per_instance")), ==, 18293000);
  g_assert_cmpint (json_node_get_int (get (root, "categories/optimizer_state")), ==, 18531608);
  g_assert_cmpint (json_node_get_int (get (root, "phases/backward/peak_bytes")), ==, 108711240);
  g_assert_true (json_node_is_null (get (root, "steps/6/layer"))); /* loss */
  g_assert_cmpstr (json_node_get_string (get (root, "steps/6/phase")), ==, "loss");
}

#define WRONG                                                                                                          \
  "<layer id='x' kind='input' shape='3 5 5'/>"                                                                         \
  "<layer id='c' kind='conv' name='a, &quot;b&quot;' kernel='7' padding='valid'><input from='x'/></layer>"             \
  "<layer id='s' kind='add'><input/><input from='c'/></layer>"

/* What is not known is null, and the reason is told. */
static void
test_json_incomplete (void)
{
  g_autoptr (HrAnalysis) analysis = analyse_text (WRONG);
  g_autofree char *text = write_report ("json", analysis);
  g_autoptr (JsonNode) root = parse_json (text);
  g_assert_false (json_node_get_boolean (get (root, "complete")));
  g_assert_true (json_node_is_null (get (root, "layers/0/output_bytes")));
  g_assert_true (json_node_is_null (get (root, "layers/0/outputs/0/bytes")));
  g_assert_true (json_node_is_null (get (root, "layers/1/inputs/0")));
  g_assert_cmpstr (json_node_get_string (get (root, "layers/1/inputs/1")), ==, "c");
  g_assert_cmpstr (json_node_get_string (get (root, "diagnostics/0/severity")), ==, "error");
  g_assert_cmpstr (json_node_get_string (get (root, "diagnostics/0/code")), ==, "kernel-too-large");
  g_assert_cmpstr (json_node_get_string (get (root, "diagnostics/0/layer")), ==, "c");
  g_assert_cmpstr (json_node_get_string (get (root, "diagnostics/0/message")), ==,
                   "a, \"b\": kernel 7×7 is larger than its padded input 5×5");
}

/* CSV */

/* By hand: rows of the three convolutions. */
static void
test_csv (void)
{
  g_autoptr (HrAnalysis) analysis = analyse_example ("e2-three-convolutions");
  g_autofree char *text = write_report ("csv", analysis);
  g_assert_cmpstr (text, ==,
                   "layer,kind,name,block,output_shape,parameters,parameter_bytes,buffer_bytes,multiply_adds,"
                   "output_bytes,kept_for_backward_bytes\r\n"
                   "conv1,conv,conv1,,1x100x100x150,2800,11200,0,40500000,6000000,0\r\n"
                   "conv2,conv,conv2,,1x200x50x75,180200,720800,0,675000000,3000000,0\r\n"
                   "conv3,conv,conv3,,1x400x25x38,720400,2881600,0,684000000,1520000,0\r\n"
                   "output,output,output,,,0,0,0,0,0,0\r\n"
                   "total,,,,,903400,3613600,0,1399500000,10520000,0\r\n");
}

static void
test_csv_quotes (void)
{
  g_autoptr (HrAnalysis) analysis = analyse_text (WRONG);
  g_autofree char *text = write_report ("csv", analysis);
  g_assert_nonnull (strstr (text, "\r\nc,conv,\"a, \"\"b\"\"\",,,,,,,,\r\n"));
}

/* Each figure of the last row is the sum of those above it. */
static void
check_csv_sums (const char *id)
{
  g_autoptr (HrAnalysis) analysis = analyse_example (id);
  g_autofree char *text = write_report ("csv", analysis);
  g_auto (GStrv) lines = g_strsplit (text, "\r\n", -1);
  guint n = g_strv_length (lines) - 1;
  gint64 sums[11] = { 0 };
  for (guint i = 1; i < n; i++)
    {
      g_auto (GStrv) fields = g_strsplit (lines[i], ",", -1);
      g_assert_cmpuint (g_strv_length (fields), ==, G_N_ELEMENTS (sums));
      for (guint c = 5; c < G_N_ELEMENTS (sums); c++)
        if (i + 1 < n)
          sums[c] += g_ascii_strtoll (fields[c], NULL, 10);
        else
          g_assert_cmpint (sums[c], ==, g_ascii_strtoll (fields[c], NULL, 10));
    }
}

static void
test_csv_sums (void)
{
  g_autoptr (GPtrArray) examples = hr_examples_load (NULL);
  for (guint i = 0; i < examples->len; i++)
    check_csv_sums (((HrExample *) g_ptr_array_index (examples, i))->id);
}

/* Text and Markdown */

/* By hand */
static const char expected_text[] = "three-convolutions\n"
                                    "\n"
                                    "Layer   Kind         Output         Parameters  Multiply-adds  Output bytes\n"
                                    "conv1   Convolution  1×100×100×150       2,800     40,500,000      5.72 MiB\n"
                                    "conv2   Convolution  1×200×50×75       180,200    675,000,000      2.86 MiB\n"
                                    "conv3   Convolution  1×400×25×38       720,400    684,000,000      1.45 MiB\n"
                                    "output  Output                               0              0          view\n"
                                    "\n"
                                    "Total                                  903,400  1,399,500,000      10.0 MiB\n"
                                    "\n"
                                    "Input          input, 1×3×200×300, 703.1 KiB (720,000 B)\n"
                                    "Mode           inference, batch of 1\n"
                                    "Execution      Textbook\n"
                                    "Parameters     903,400, 3.45 MiB (3,613,600 B)\n"
                                    "Multiply-adds  1,399,500,000 (1,399,500,000 per instance)\n"
                                    "Peak           12.0 MiB (12,613,600 B) in step 2: conv2, Forward\n"
                                    "               Parameters: 3.45 MiB (3,613,600 B)\n"
                                    "               Activations: 8.58 MiB (9,000,000 B)\n";

static void
test_text (void)
{
  g_autoptr (HrAnalysis) analysis = analyse_example ("e2-three-convolutions");
  g_autofree char *text = write_report ("text", analysis);
  g_assert_cmpstr (text, ==, expected_text);
}

static void
test_text_width (void)
{
  g_autoptr (GPtrArray) examples = hr_examples_load (NULL);
  for (guint i = 0; i < examples->len; i++)
    {
      g_autoptr (HrAnalysis) analysis = analyse_example (((HrExample *) g_ptr_array_index (examples, i))->id);
      g_autofree char *text = write_report ("text", analysis);
      g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
      for (guint line = 0; lines[line]; line++)
        g_assert_cmpint (g_utf8_strlen (lines[line], -1), <=, 100);
    }
}

static void
test_text_incomplete (void)
{
  g_autoptr (HrAnalysis) analysis = analyse_text (WRONG);
  g_autofree char *text = write_report ("text", analysis);
  g_assert_nonnull (strstr (text, "Error"));
  g_assert_nonnull (strstr (text, "a, \"b\": kernel 7×7 is larger than its padded input 5×5\n"));
  g_assert_nonnull (strstr (text, "Incomplete"));
}

static void
test_markdown (void)
{
  g_autoptr (HrAnalysis) analysis
      = analyse_text ("<layer id='x' kind='input'/>"
                      "<layer id='c' kind='relu' name='a|b*c&#10;d'><input from='x'/></layer>");
  g_autofree char *text = write_report ("markdown", analysis);
  g_assert_true (g_str_has_prefix (text, "# a \\| b\n\n- **Input**: x, 1×3×224×224, "));
  g_assert_nonnull (strstr (text, "\n| Layer | Kind | Output | Parameters | Multiply-adds | Output bytes |\n"
                                  "| --- | --- | --- | ---: | ---: | ---: |\n"
                                  "| a\\|b\\*c d | ReLU | 1×3×224×224 | 0 | 0 | 588.0 KiB |\n"));
}

/* All */

static void
test_empty (void)
{
  g_autoptr (HrProject) project = hr_project_new_empty ();
  g_autoptr (HrAnalysis) analysis = hr_analysis_new (project, NULL);
  guint n;
  const HrReportFormat *formats = hr_report_format_get_all (&n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = write_report (formats[i].id, analysis);
      g_assert_cmpuint (strlen (text), >, 0);
    }
}

/* With a comma before decimals and dots between thousands. */
static void
test_locale (void)
{
  g_autoptr (HrAnalysis) analysis = analyse_example ("e2-three-convolutions");
  g_autofree char *old = g_strdup (setlocale (LC_NUMERIC, NULL));
  if (!setlocale (LC_NUMERIC, "de_DE.UTF-8"))
    {
      g_test_skip ("the locale de_DE.UTF-8 is not installed");
      return;
    }
  g_autofree char *text = write_report ("text", analysis);
  setlocale (LC_NUMERIC, old);
  g_assert_cmpstr (text, ==, expected_text);
}

static void
test_find (void)
{
  guint n;
  const HrReportFormat *formats = hr_report_format_get_all (&n);
  g_assert_cmpuint (n, ==, 4);
  for (guint i = 0; i < n; i++)
    g_assert_true (hr_report_format_find (formats[i].id) == &formats[i]);
  g_assert_null (hr_report_format_find ("yaml"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report/json-sample", test_json_sample);
  g_test_add_func ("/report/json-training", test_json_training);
  g_test_add_func ("/report/json-incomplete", test_json_incomplete);
  g_test_add_func ("/report/csv", test_csv);
  g_test_add_func ("/report/csv-quotes", test_csv_quotes);
  g_test_add_func ("/report/csv-sums", test_csv_sums);
  g_test_add_func ("/report/text", test_text);
  g_test_add_func ("/report/text-width", test_text_width);
  g_test_add_func ("/report/text-incomplete", test_text_incomplete);
  g_test_add_func ("/report/markdown", test_markdown);
  g_test_add_func ("/report/empty", test_empty);
  g_test_add_func ("/report/locale", test_locale);
  g_test_add_func ("/report/find", test_find);
  return g_test_run ();
}
