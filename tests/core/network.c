#include "network.h"

static void
set_params (HrNode *node, const char *text)
{
  g_auto (GStrv) pairs = g_strsplit (text, " ", -1);

  for (guint i = 2; pairs[i] != NULL; i++)
    {
      g_auto (GStrv) pair = g_strsplit (pairs[i], "=", 2);
      g_autoptr (GError) error = NULL;
      const HrParam *row;

      if (g_str_equal (pair[0], "weights-of"))
        {
          node->weights_of = g_strdup (pair[1]);
          continue;
        }
      if (g_str_equal (pair[0], "block"))
        {
          node->block = g_strdup (pair[1]);
          continue;
        }
      row = hr_param_find (node->op->params, node->op->n_params, pair[0]);
      if (row == NULL || !hr_param_set_text (row, node->params, pair[1], &error))
        g_error ("%s: %s", text, error == NULL ? "no such parameter" : error->message);
    }
}

static void
set_inputs (HrNode *node, const char *text)
{
  g_auto (GStrv) names = g_strsplit (text, " ", -1);
  g_autofree HrEndpoint *inputs = g_new0 (HrEndpoint, g_strv_length (names) + 1);
  guint n_inputs = 0;

  for (guint i = 0; names[i] != NULL; i++)
    {
      char *port = strchr (names[i], ':');

      if (names[i][0] == '\0')
        continue;
      if (port != NULL)
        {
          *port = '\0';
          inputs[n_inputs].port = (guint) g_ascii_strtoull (port + 1, NULL, 10);
        }
      inputs[n_inputs++].node_id = names[i];
    }
  hr_node_set_inputs (node, inputs, n_inputs);
}

static HrNode *
parse_node (const char *line)
{
  g_auto (GStrv) halves = g_strsplit (line, " :", 2);
  g_auto (GStrv) words = g_strsplit (halves[0], " ", -1);
  const HrOp *op = words[1] == NULL ? NULL : hr_op_find (words[1]);
  HrNode *node;

  if (op == NULL)
    g_error ("no such kind: %s", line);
  node = hr_node_new (op, words[0]);
  set_params (node, halves[0]);
  set_inputs (node, halves[1] == NULL ? "" : halves[1]);
  return node;
}

HrGraph *
network_parse (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GPtrArray *nodes = g_ptr_array_new ();

  for (guint i = 0; lines[i] != NULL; i++)
    if (lines[i][0] != '\0')
      g_ptr_array_add (nodes, parse_node (lines[i]));
  return hr_graph_new (nodes);
}

/* Appends a layer fed by `last`, and makes it the last. */
static void G_GNUC_PRINTF (4, 5) append (GString *text, char **last, const char *id, const char *format, ...)
{
  va_list args;

  g_string_append_printf (text, "%s ", id);
  va_start (args, format);
  g_string_append_vprintf (text, format, args);
  va_end (args);
  g_string_append_printf (text, " : %s\n", *last);
  g_free (*last);
  *last = g_strdup (id);
}

/* The same with an id of prefix and suffix. */
#define APPEND(prefix, suffix, ...)                                                                                    \
  do                                                                                                                   \
    {                                                                                                                  \
      g_autofree char *append_id = g_strconcat (prefix, suffix, NULL);                                                 \
      append (text, last, append_id, __VA_ARGS__);                                                                     \
    }                                                                                                                  \
  while (0)

static void
append_conv (GString *text, char **last, const char *prefix, guint filters, guint kernel, guint stride, guint pad)
{
  APPEND (prefix, "", "conv filters=%u kernel=%u stride=%u padding=explicit pad-begin=%u pad-end=%u", filters, kernel,
          stride, pad, pad);
}

/* Convolution without bias, batch norm, and an activation unless it is NULL. */
static void
append_conv_bn (GString *text, char **last, const char *prefix, guint filters, guint kernel, guint stride, guint groups,
                const char *activation)
{
  APPEND (prefix, ".conv",
          "conv filters=%u kernel=%u stride=%u groups=%u bias=false padding=explicit pad-begin=%u pad-end=%u", filters,
          kernel, stride, groups, kernel / 2, kernel / 2);
  APPEND (prefix, ".bn", "batch-norm");
  if (activation != NULL)
    APPEND (prefix, ".act", "%s", activation);
}

static void
append_alexnet (GString *text, char **last)
{
  static const guint convs[][5]
      = { { 64, 11, 4, 2, 1 }, { 192, 5, 1, 2, 1 }, { 384, 3, 1, 1, 0 }, { 256, 3, 1, 1, 0 }, { 256, 3, 1, 1, 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (convs); i++)
    {
      g_autofree char *prefix = g_strdup_printf ("conv%u", i + 1);

      append_conv (text, last, prefix, convs[i][0], convs[i][1], convs[i][2], convs[i][3]);
      APPEND (prefix, ".act", "relu");
      if (convs[i][4])
        APPEND (prefix, ".pool", "max-pool kernel=3 stride=2");
    }
  append (text, last, "avgpool", "adaptive-average-pool size=6");
  append (text, last, "flatten", "flatten");
  append (text, last, "drop1", "dropout");
  append (text, last, "fc1", "linear outputs=4096");
  append (text, last, "fc1.act", "relu");
  append (text, last, "drop2", "dropout");
  append (text, last, "fc2", "linear outputs=4096");
  append (text, last, "fc2.act", "relu");
  append (text, last, "fc3", "linear outputs=1000");
}

static void
append_vgg16 (GString *text, char **last)
{
  static const guint filters[] = { 64, 64, 0, 128, 128, 0, 256, 256, 256, 0, 512, 512, 512, 0, 512, 512, 512, 0 };

  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    {
      g_autofree char *prefix = g_strdup_printf ("features%u", i);

      if (filters[i] == 0)
        {
          append (text, last, prefix, "max-pool");
          continue;
        }
      append_conv (text, last, prefix, filters[i], 3, 1, 1);
      APPEND (prefix, ".act", "relu");
    }
  append (text, last, "avgpool", "adaptive-average-pool size=7");
  append (text, last, "flatten", "flatten");
  append (text, last, "fc1", "linear outputs=4096");
  append (text, last, "fc1.act", "relu");
  append (text, last, "drop1", "dropout");
  append (text, last, "fc2", "linear outputs=4096");
  append (text, last, "fc2.act", "relu");
  append (text, last, "drop2", "dropout");
  append (text, last, "fc3", "linear outputs=1000");
}

/* bottleneck: 1×1, 3×3, 1×1 with four times the width; otherwise 3×3, 3×3. */
static void
append_residual (GString *text, char **last, const char *prefix, gboolean bottleneck, guint width, guint stride,
                 gboolean project)
{
  g_autofree char *conv1 = g_strconcat (prefix, ".1", NULL), *conv2 = g_strconcat (prefix, ".2", NULL);
  g_autofree char *conv3 = g_strconcat (prefix, ".3", NULL), *down = g_strconcat (prefix, ".down", NULL);
  g_autofree char *identity = g_strdup (*last), *both = NULL;

  append_conv_bn (text, last, conv1, width, bottleneck ? 1 : 3, bottleneck ? 1 : stride, 1, "relu");
  append_conv_bn (text, last, conv2, width, 3, bottleneck ? stride : 1, 1, bottleneck ? "relu" : NULL);
  if (bottleneck)
    append_conv_bn (text, last, conv3, 4 * width, 1, 1, 1, NULL);
  if (project)
    append_conv_bn (text, &identity, down, bottleneck ? 4 * width : width, 1, stride, 1, NULL);
  both = g_strdup_printf ("%s %s", *last, identity);
  g_free (*last);
  *last = g_steal_pointer (&both);
  APPEND (prefix, ".add", "add");
  APPEND (prefix, ".act", "relu");
}

static void
append_resnet (GString *text, char **last, gboolean bottleneck, const guint n_blocks[4])
{
  append_conv_bn (text, last, "stem", 64, 7, 2, 1, "relu");
  append (text, last, "maxpool", "max-pool kernel=3 stride=2 pad-begin=1 pad-end=1");
  for (guint i = 0; i < 4; i++)
    for (guint j = 0; j < n_blocks[i]; j++)
      {
        g_autofree char *prefix = g_strdup_printf ("layer%u.%u", i + 1, j);

        append_residual (text, last, prefix, bottleneck, 64u << i, i > 0 && j == 0 ? 2 : 1,
                         j == 0 && (bottleneck || i > 0));
      }
  append (text, last, "avgpool", "global-average-pool");
  append (text, last, "flatten", "flatten");
  append (text, last, "fc", "linear outputs=1000");
}

static void
append_inverted (GString *text, char **last, const char *prefix, guint in, guint out, guint stride, guint expand)
{
  g_autofree char *wide = g_strconcat (prefix, ".expand", NULL), *deep = g_strconcat (prefix, ".depthwise", NULL);
  g_autofree char *narrow = g_strconcat (prefix, ".project", NULL), *both = NULL, *identity = g_strdup (*last);

  if (expand > 1)
    append_conv_bn (text, last, wide, in * expand, 1, 1, 1, "relu6");
  append_conv_bn (text, last, deep, in * expand, 3, stride, in * expand, "relu6");
  append_conv_bn (text, last, narrow, out, 1, 1, 1, NULL);
  if (stride != 1 || in != out)
    return;
  both = g_strdup_printf ("%s %s", identity, *last);
  g_free (*last);
  *last = g_steal_pointer (&both);
  APPEND (prefix, ".add", "add");
}

static void
append_mobilenet_v2 (GString *text, char **last)
{
  /* Expansion, channels, repetitions, stride. */
  static const guint rows[][4] = { { 1, 16, 1, 1 }, { 6, 24, 2, 2 },  { 6, 32, 3, 2 }, { 6, 64, 4, 2 },
                                   { 6, 96, 3, 1 }, { 6, 160, 3, 2 }, { 6, 320, 1, 1 } };
  guint in = 32;

  append_conv_bn (text, last, "stem", 32, 3, 2, 1, "relu6");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint j = 0; j < rows[i][2]; j++)
      {
        g_autofree char *prefix = g_strdup_printf ("block%u.%u", i, j);

        append_inverted (text, last, prefix, in, rows[i][1], j == 0 ? rows[i][3] : 1, rows[i][0]);
        in = rows[i][1];
      }
  append_conv_bn (text, last, "head", 1280, 1, 1, 1, "relu6");
  append (text, last, "avgpool", "global-average-pool");
  append (text, last, "flatten", "flatten");
  append (text, last, "drop", "dropout rate=0.2");
  append (text, last, "fc", "linear outputs=1000");
}

static void
append_fire (GString *text, char **last, guint index, guint squeeze, guint expand)
{
  g_autofree char *prefix = g_strdup_printf ("fire%u", index), *in = g_strdup_printf ("fire%u.squeeze", index);
  g_autofree char *left = g_strdup_printf ("fire%u.expand1", index), *right = g_strdup_printf ("fire%u.expand3", index);
  g_autofree char *squeezed = NULL;

  append_conv (text, last, in, squeeze, 1, 1, 0);
  APPEND (in, ".act", "relu");
  squeezed = g_strdup (*last);
  append_conv (text, last, left, expand, 1, 1, 0);
  APPEND (left, ".act", "relu");
  append_conv (text, &squeezed, right, expand, 3, 1, 1);
  g_free (*last);
  *last = g_steal_pointer (&squeezed);
  APPEND (right, ".act", "relu");
  g_free (*last);
  *last = g_strdup_printf ("%s.act %s.act", left, right);
  APPEND (prefix, ".cat", "concatenate");
}

static void
append_squeezenet (GString *text, char **last)
{
  append_conv (text, last, "stem", 64, 3, 2, 0);
  append (text, last, "stem.act", "relu");
  append (text, last, "pool1", "max-pool kernel=3 stride=2 ceiling=true");
  append_fire (text, last, 1, 16, 64);
  append_fire (text, last, 2, 16, 64);
  append (text, last, "pool2", "max-pool kernel=3 stride=2 ceiling=true");
  append_fire (text, last, 3, 32, 128);
  append_fire (text, last, 4, 32, 128);
  append (text, last, "pool3", "max-pool kernel=3 stride=2 ceiling=true");
  append_fire (text, last, 5, 48, 192);
  append_fire (text, last, 6, 48, 192);
  append_fire (text, last, 7, 64, 256);
  append_fire (text, last, 8, 64, 256);
  append (text, last, "drop", "dropout");
  append_conv (text, last, "head", 1000, 1, 1, 0);
  append (text, last, "head.act", "relu");
  append (text, last, "avgpool", "adaptive-average-pool size=1");
  append (text, last, "flatten", "flatten");
}

static const char *const small_texts[][2] = {
  { "three-convolutions", "input input shape=3,200,300\n"
                          "conv1 conv filters=100 kernel=3 stride=2 : input\n"
                          "conv2 conv filters=200 kernel=3 stride=2 : conv1\n"
                          "conv3 conv filters=400 kernel=3 stride=2 : conv2\n"
                          "output output : conv3\n" },
  { "small-classifier", "input input shape=3,50,50\n"
                        "C1 conv filters=32 : input\n"
                        "P1 max-pool : C1\n"
                        "C2 conv filters=64 : P1\n"
                        "P2 max-pool : C2\n"
                        "flatten flatten : P2\n"
                        "fc linear outputs=500 : flatten\n"
                        "scores linear outputs=10 : fc\n"
                        "output output : scores\n" },
  { "low-bit", "input input shape=64,56,56\n"
               "layer1 depthwise-conv kernel=7 bias=false weights=int1 : input\n"
               "layer2 conv filters=128 kernel=3 bias=false weights=int8 : layer1\n"
               "output output : layer2\n" },
};

char *
network_text (const char *name)
{
  GString *text = g_string_new ("input input\n");
  g_autofree char *last = g_strdup ("input");

  for (guint i = 0; i < G_N_ELEMENTS (small_texts); i++)
    if (g_str_equal (small_texts[i][0], name))
      {
        g_string_assign (text, small_texts[i][1]);
        return g_string_free (text, FALSE);
      }
  if (g_str_equal (name, "alexnet"))
    append_alexnet (text, &last);
  else if (g_str_equal (name, "vgg16"))
    append_vgg16 (text, &last);
  else if (g_str_equal (name, "resnet18"))
    append_resnet (text, &last, FALSE, (guint[]){ 2, 2, 2, 2 });
  else if (g_str_equal (name, "resnet50"))
    append_resnet (text, &last, TRUE, (guint[]){ 3, 4, 6, 3 });
  else if (g_str_equal (name, "resnet152"))
    append_resnet (text, &last, TRUE, (guint[]){ 3, 8, 36, 3 });
  else if (g_str_equal (name, "mobilenet_v2"))
    append_mobilenet_v2 (text, &last);
  else if (g_str_equal (name, "squeezenet1_1"))
    append_squeezenet (text, &last);
  else
    g_error ("no such network: %s", name);
  append (text, &last, "output", "output");
  return g_string_free (text, FALSE);
}

char *
network_chain_text (guint n)
{
  GString *text = g_string_new ("input input shape=8,32,32\n");
  g_autofree char *before = g_strdup ("input"), *last = g_strdup ("input");

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *id = g_strdup_printf ("layer%u", i);

      if (i % 3 == 2)
        {
          g_autofree char *both = g_strdup_printf ("%s %s", last, before);

          g_free (last);
          last = g_steal_pointer (&both);
          append (text, &last, id, "add");
          g_free (before);
          before = g_strdup (id);
        }
      else
        append (text, &last, id, "conv filters=8");
    }
  return g_string_free (text, FALSE);
}

char *
network_random_text (guint32 seed)
{
  static const char *const kinds[] = { "conv filters=4",
                                       "relu",
                                       "batch-norm",
                                       "dropout",
                                       "add",
                                       "concatenate",
                                       "relu6",
                                       "conv filters=6 bias=false weights=int4",
                                       "max-pool kernel=1 stride=1" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  GString *text = g_string_new ("layer0 input shape=4,9,7\n");
  gint32 n = g_rand_int_range (rand, 1, 30);

  for (gint32 i = 1; i < n; i++)
    {
      const char *kind = kinds[g_rand_int_range (rand, 0, G_N_ELEMENTS (kinds))];
      gboolean many = g_str_equal (kind, "add") || g_str_equal (kind, "concatenate");

      g_string_append_printf (text, "layer%d %s : layer%d", i, kind, g_rand_int_range (rand, MAX (0, i - 4), i));
      if (many)
        g_string_append_printf (text, " layer%d", g_rand_int_range (rand, 0, i));
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

HrAnalysis *
network_analyse (const char *text, const char *settings)
{
  g_autoptr (HrGraph) graph = network_parse (text);
  g_auto (GStrv) pairs = g_strsplit (settings == NULL ? "" : settings, " ", -1);
  g_autoptr (HrProject) project = NULL;
  HrSettings values;

  hr_settings_init (&values);
  for (guint i = 0; pairs[i] != NULL; i++)
    {
      g_auto (GStrv) pair = g_strsplit (pairs[i], "=", 2);

      if (pair[0] != NULL && !hr_settings_set_text (&values, pair[0], pair[1], NULL))
        g_error ("no such setting: %s", pairs[i]);
    }
  project = hr_project_new ("test", graph, &values);
  return hr_analysis_new (project, NULL);
}

guint
network_find (const HrAnalysis *analysis, const char *id)
{
  int index = hr_graph_find (hr_project_get_graph (hr_analysis_get_project (analysis)), id);

  if (index < 0)
    g_error ("no such layer: %s", id);
  return (guint) index;
}
