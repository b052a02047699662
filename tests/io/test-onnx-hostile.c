/* ONNX files made to hurt: every test passes when reading ends, with an error or a project, and nothing breaks. */
#include <string.h>

#include "io/importers/onnx-scan.h"
#include "io/importers/onnx.h"
#include "io/project-file.h"

#include "onnx-text.h"

/* Fields of ModelProto, GraphProto and NodeProto. */
#define MODEL_GRAPH 7
#define GRAPH_NODE 1
#define GRAPH_INPUT 11
#define NODE_ATTRIBUTE 5
#define ATTRIBUTE_GRAPH 6

#define N_FLIPS 3000
#define SEED 20240229

static const char model[]
    = "input x Nx3x8x8\nweight w 4x3x3x3\nweight s 4\nnumbers k 0 -1\nscalar c 6\nscalar z 0\n"
      "Conv x w -> a name=/c/Conv pads=1,1,1,1 auto_pad=NOTSET\nBatchNormalization a s s s s -> b\n"
      "Clip b z c -> d\nSigmoid d -> e\nMul d e -> f\nSplit f -> g h axis=1\nConcat h g -> i axis=1\n"
      "Shape i -> j\nGather j k -> l\nReshape i k -> m\nReduceMean i -> n axes=2,3 keepdims=0\n"
      "Transpose i -> o perm=0,2,3,1\nSlice o k k -> p\nTwist p -> q angle=0.5\n"
      "output m 1x256\noutput n 1x4\noutput q 1x3\n";

/* A project that can be saved; or NULL with an error of our own that names the file. */
static void
read_any (const guint8 *data, gsize length)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HrProject) project = hr_onnx_parse (data, length, "hostile", &error);
  g_assert_true ((project != NULL) == (error == NULL));
  if (project)
    {
      g_autofree char *text = hr_project_to_xml (project, &length);
      g_autoptr (HrProject) again = hr_project_parse (text, length, "saved", &error);
      g_assert_no_error (error);
      g_assert_cmpstr (hr_project_get_title (again), ==, "hostile");
    }
  else
    {
      g_assert_cmpuint (error->domain, ==, HR_PROJECT_ERROR);
      g_assert_true (g_str_has_prefix (error->message, "hostile:"));
    }
}

static void
assert_refused (const GByteArray *bytes, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_assert_null (hr_onnx_parse (bytes->data, bytes->len, "hostile", &error));
  g_assert_error (error, HR_PROJECT_ERROR, HR_PROJECT_ERROR_SYNTAX);
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_truncated (void)
{
  g_autoptr (GByteArray) bytes = onnx_text_encode (model);
  for (guint length = 0; length <= bytes->len; length++)
    {
      g_autofree guint8 *exact = g_memdup2 (bytes->data, length);
      read_any (exact, length);
    }
}

static void
test_flipped (void)
{
  g_autoptr (GByteArray) bytes = onnx_text_encode (model);
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);
  for (guint i = 0; i < N_FLIPS; i++)
    {
      g_autofree guint8 *copy = g_memdup2 (bytes->data, bytes->len);
      for (int n = g_rand_int_range (rand, 1, 4); n > 0; n--)
        copy[g_rand_int_range (rand, 0, (gint32) bytes->len)] ^= (guint8) (1 << g_rand_int_range (rand, 0, 8));
      read_any (copy, bytes->len);
    }
}

/* A graph of what append adds n times. */
static GByteArray *
repeat (guint field, const GByteArray *content, guint n)
{
  g_autoptr (GByteArray) graph = g_byte_array_new ();
  GByteArray *bytes = g_byte_array_new ();
  for (guint i = 0; i < n; i++)
    onnx_text_append_bytes (graph, field, content->data, content->len);
  onnx_text_append_bytes (bytes, MODEL_GRAPH, graph->data, graph->len);
  return bytes;
}

static void
test_million_nodes (void)
{
  g_autoptr (GByteArray) empty = g_byte_array_new ();
  g_autoptr (GByteArray) bytes = repeat (GRAPH_NODE, empty, HR_ONNX_MAX_MESSAGES);
  assert_refused (bytes, "hostile: it holds more than a million messages");
}

/* Few bytes that unpack to many. */
static void
test_large_unpacked (void)
{
  g_autoptr (GByteArray) node = g_byte_array_new ();
  for (guint i = 0; i < 100; i++)
    onnx_text_append_bytes (node, 1, "", 0);
  g_autoptr (GByteArray) bytes = repeat (GRAPH_NODE, node, 70000);
  assert_refused (bytes, "hostile: its structure takes more than 256 MiB");
}

/* Merging one message that comes again and again takes the square of the time. */
static void
test_repeated_graph (void)
{
  g_autoptr (GByteArray) bytes = onnx_text_encode (model);
  onnx_text_append_bytes (bytes, MODEL_GRAPH, "", 0);
  assert_refused (bytes, "hostile: this is no sound ONNX file: it is cut short, damaged or of another kind");
}

/* Graphs in attributes of nodes of graphs, 3,000 deep. */
static void
test_nested (void)
{
  GByteArray *inner = g_byte_array_new ();
  for (guint i = 0; i < 3000; i++)
    for (guint j = 0; j < 3; j++)
      {
        static const guint fields[] = { ATTRIBUTE_GRAPH, NODE_ATTRIBUTE, GRAPH_NODE };
        GByteArray *outer = g_byte_array_new ();
        onnx_text_append_bytes (outer, fields[j], inner->data, inner->len);
        g_byte_array_unref (inner);
        inner = outer;
      }
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  onnx_text_append_bytes (bytes, MODEL_GRAPH, inner->data, inner->len);
  g_byte_array_unref (inner);
  read_any (bytes->data, bytes->len);
}

static void
test_lengths (void)
{
  static const struct
  {
    const char *bytes;
    gsize length;
  } rows[] = {
    { "\x3a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11 },     /* 2^64 − 1 */
    { "\x3a\xff\xff\xff\xff\x07", 6 },                          /* 2^31 − 1 */
    { "\x3a\x05\x0a\x04\x0a\x03\x61", 7 },                      /* an inner message that goes beyond its outer one */
    { "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 12 }, /* a number of 77 bits */
    { "\x3b\x3c", 2 },                                          /* a group */
    { "\x02\x00", 2 },                                          /* field 0 */
    { "\x38\x01", 2 },                                          /* a graph that is a number */
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_byte_array_append (bytes, (const guint8 *) rows[i].bytes, (guint) rows[i].length);
      assert_refused (bytes, "hostile: this is no sound ONNX file: it is cut short, damaged or of another kind");
    }
}

/* Weights are left out of the copy, small constants are not. */
static void
test_payload (void)
{
  static const guint8 zeros[1 << 20];
  g_autoptr (GByteArray) tensor = g_byte_array_new ();
  g_autoptr (GByteArray) graph = g_byte_array_new ();
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  onnx_text_append_bytes (tensor, 9, zeros, HR_ONNX_MAX_DATA);
  onnx_text_append_bytes (graph, 5, tensor->data, tensor->len);
  g_byte_array_set_size (tensor, 0);
  onnx_text_append_bytes (tensor, 9, zeros, sizeof zeros);
  onnx_text_append_bytes (tensor, 4, zeros, sizeof zeros);
  onnx_text_append_bytes (graph, 5, tensor->data, tensor->len);
  onnx_text_append_bytes (bytes, MODEL_GRAPH, graph->data, graph->len);
  g_autoptr (GByteArray) copy = hr_onnx_scan (bytes->data, bytes->len, "large", NULL);
  g_assert_nonnull (copy);
  g_assert_cmpuint (copy->len, >, HR_ONNX_MAX_DATA);
  g_assert_cmpuint (copy->len, <, HR_ONNX_MAX_DATA + 32);
}

/* One node of 10,000 inputs and as many outputs and attributes; each output would have 10,000 of either. */
static void
test_wide_node (void)
{
  g_autoptr (GString) text = g_string_new ("input x 1x2\nTwist");
  for (guint i = 0; i < 10000; i++)
    g_string_append (text, " x");
  g_string_append (text, " ->");
  for (guint i = 0; i < 10000; i++)
    g_string_append_printf (text, " v%u a%u=1", i, i);
  for (guint i = 0; i < 10000; i++)
    g_string_append_printf (text, "\noutput v%u 1x2", i);
  g_autoptr (GByteArray) bytes = onnx_text_encode (text->str);
  g_autoptr (HrProject) project = hr_onnx_parse (bytes->data, bytes->len, "wide", NULL);
  g_assert_nonnull (project);
  g_assert_cmpuint (hr_graph_get_n_nodes (hr_project_get_graph (project)), ==, 1 + 256 + 256);
}

/* A name of half a million modules, each within the one before. */
static void
test_deep_name (void)
{
  g_autoptr (GString) text = g_string_new ("input x 1x2\nRelu x -> y name=");
  for (guint i = 0; i < 500000; i++)
    g_string_append (text, "a.");
  g_string_append (text, "\noutput y 1x2\n");
  g_autoptr (GByteArray) bytes = onnx_text_encode (text->str);
  g_autoptr (HrProject) project = hr_onnx_parse (bytes->data, bytes->len, "deep", NULL);
  g_assert_nonnull (project);
  g_assert_cmpuint (strlen (hr_graph_get_node (hr_project_get_graph (project), 1)->id), ==, 256);
}

/* A chain of nodes is followed without recursion. */
static void
test_long_chain (void)
{
  g_autoptr (GString) text = g_string_new ("input v0 1x2\n");
  for (guint i = 20000; i > 0; i--)
    g_string_append_printf (text, "Relu v%u -> v%u\n", i - 1, i);
  g_string_append (text, "output v20000 1x2\n");
  g_autoptr (GByteArray) bytes = onnx_text_encode (text->str);
  g_autoptr (HrProject) project = hr_onnx_parse (bytes->data, bytes->len, "chain", NULL);
  g_assert_nonnull (project);
  g_assert_cmpuint (hr_graph_get_n_nodes (hr_project_get_graph (project)), ==, 20002);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/onnx-hostile/truncated", test_truncated);
  g_test_add_func ("/onnx-hostile/flipped", test_flipped);
  g_test_add_func ("/onnx-hostile/million-nodes", test_million_nodes);
  g_test_add_func ("/onnx-hostile/large-unpacked", test_large_unpacked);
  g_test_add_func ("/onnx-hostile/repeated-graph", test_repeated_graph);
  g_test_add_func ("/onnx-hostile/nested", test_nested);
  g_test_add_func ("/onnx-hostile/lengths", test_lengths);
  g_test_add_func ("/onnx-hostile/payload", test_payload);
  g_test_add_func ("/onnx-hostile/wide-node", test_wide_node);
  g_test_add_func ("/onnx-hostile/deep-name", test_deep_name);
  g_test_add_func ("/onnx-hostile/long-chain", test_long_chain);
  return g_test_run ();
}
