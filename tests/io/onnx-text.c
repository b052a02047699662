#include "onnx-text.h"

#include <string.h>

#define FLOAT 1
#define INT64 7

static void
append_varint (GByteArray *to, guint64 value)
{
  for (; value > 0x7f; value >>= 7)
    g_byte_array_append (to, (const guint8[]){ (guint8) (value | 0x80) }, 1);
  g_byte_array_append (to, (const guint8[]){ (guint8) value }, 1);
}

static void
append_int (GByteArray *to, guint field, gint64 value)
{
  append_varint (to, field << 3);
  append_varint (to, (guint64) value);
}

static void
append_float (GByteArray *to, guint field, float value)
{
  guint32 bits;
  memcpy (&bits, &value, sizeof bits);
  bits = GUINT32_TO_LE (bits);
  append_varint (to, field << 3 | 5);
  g_byte_array_append (to, (const guint8 *) &bits, sizeof bits);
}

void
onnx_text_append_bytes (GByteArray *to, guint field, const void *data, gsize length)
{
  append_varint (to, field << 3 | 2);
  append_varint (to, length);
  g_byte_array_append (to, data, (guint) length);
}

static void
append_text (GByteArray *to, guint field, const char *text)
{
  onnx_text_append_bytes (to, field, text, strlen (text));
}

/* Appends a message and frees it. */
static void
append_message (GByteArray *to, guint field, GByteArray *message)
{
  onnx_text_append_bytes (to, field, message->data, message->len);
  g_byte_array_unref (message);
}

/* ValueInfoProto */
static GByteArray *
encode_value (char **words)
{
  g_auto (GStrv) sizes = g_strsplit (words[2], "x", -1);
  GByteArray *value = g_byte_array_new (), *type = g_byte_array_new (), *tensor = g_byte_array_new ();
  GByteArray *shape = g_byte_array_new ();
  for (guint i = 0; sizes[i]; i++)
    {
      GByteArray *dim = g_byte_array_new ();
      if (g_ascii_isdigit (*sizes[i]) || *sizes[i] == '-')
        append_int (dim, 1, g_ascii_strtoll (sizes[i], NULL, 10));
      else
        append_text (dim, 2, sizes[i]);
      append_message (shape, 1, dim);
    }
  append_int (tensor, 1, words[3] ? g_ascii_strtoll (words[3], NULL, 10) : FLOAT);
  append_message (tensor, 2, shape);
  append_message (type, 1, tensor);
  append_text (value, 1, words[1]);
  append_message (value, 2, type);
  return value;
}

/* TensorProto without data */
static GByteArray *
encode_weight (char **words)
{
  g_auto (GStrv) sizes = g_strsplit (words[2], "x", -1);
  GByteArray *tensor = g_byte_array_new ();
  for (guint i = 0; sizes[i]; i++)
    append_int (tensor, 1, g_ascii_strtoll (sizes[i], NULL, 10));
  append_int (tensor, 2, words[3] ? g_ascii_strtoll (words[3], NULL, 10) : FLOAT);
  append_text (tensor, 8, words[1]);
  return tensor;
}

static GByteArray *
encode_numbers (char **words)
{
  GByteArray *tensor = g_byte_array_new ();
  append_int (tensor, 1, g_strv_length (words) - 2);
  append_int (tensor, 2, INT64);
  for (guint i = 2; words[i]; i++)
    append_int (tensor, 7, g_ascii_strtoll (words[i], NULL, 10));
  append_text (tensor, 8, words[1]);
  return tensor;
}

static GByteArray *
encode_scalar (char **words)
{
  GByteArray *tensor = g_byte_array_new ();
  float value = (float) g_ascii_strtod (words[2], NULL);
  append_int (tensor, 2, FLOAT);
  append_float (tensor, 4, value);
  append_text (tensor, 8, words[1]);
  return tensor;
}

static GByteArray *
encode_attribute (const char *key, const char *value)
{
  GByteArray *attribute = g_byte_array_new ();
  append_text (attribute, 1, key);
  if (strchr (value, ','))
    {
      g_auto (GStrv) ints = g_strsplit (value, ",", -1);
      for (guint i = 0; ints[i]; i++)
        if (*ints[i])
          append_int (attribute, 8, g_ascii_strtoll (ints[i], NULL, 10));
    }
  else if (!g_ascii_isdigit (*value) && *value != '-')
    append_text (attribute, 4, value);
  else if (strchr (value, '.'))
    append_float (attribute, 2, (float) g_ascii_strtod (value, NULL));
  else
    append_int (attribute, 3, g_ascii_strtoll (value, NULL, 10));
  return attribute;
}

/* NodeProto: "OP inputs -> outputs key=value" */
static GByteArray *
encode_node (char **words)
{
  GByteArray *node = g_byte_array_new ();
  guint field = 1;
  append_text (node, 4, words[0]);
  for (guint i = 1; words[i]; i++)
    {
      const char *equals = strchr (words[i], '=');
      g_autofree char *key = equals ? g_strndup (words[i], (gsize) (equals - words[i])) : NULL;
      if (g_str_equal (words[i], "->"))
        field = 2;
      else if (!equals)
        append_text (node, field, g_str_equal (words[i], "_") ? "" : words[i]);
      else if (g_str_equal (key, "name") || g_str_equal (key, "domain"))
        append_text (node, g_str_equal (key, "name") ? 3 : 7, equals + 1);
      else
        append_message (node, 5, encode_attribute (key, equals + 1));
    }
  return node;
}

static gint64
encode_line (GByteArray *graph, char **words)
{
  if (g_str_equal (words[0], "opset"))
    return g_ascii_strtoll (words[1], NULL, 10);
  if (g_str_equal (words[0], "input"))
    append_message (graph, 11, encode_value (words));
  else if (g_str_equal (words[0], "output"))
    append_message (graph, 12, encode_value (words));
  else if (g_str_equal (words[0], "declare"))
    append_message (graph, 13, encode_value (words));
  else if (g_str_equal (words[0], "weight"))
    append_message (graph, 5, encode_weight (words));
  else if (g_str_equal (words[0], "numbers"))
    append_message (graph, 5, encode_numbers (words));
  else if (g_str_equal (words[0], "scalar"))
    append_message (graph, 5, encode_scalar (words));
  else
    append_message (graph, 1, encode_node (words));
  return 0;
}

GByteArray *
onnx_text_encode (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GByteArray *model = g_byte_array_new (), *graph = g_byte_array_new (), *opset = g_byte_array_new ();
  gint64 version = 13;
  for (guint i = 0; lines[i]; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", -1);
      gint64 found = words[0] && *words[0] ? encode_line (graph, words) : 0;
      version = found > 0 ? found : version;
    }
  append_int (model, 1, 7);
  append_message (model, 7, graph);
  append_int (opset, 2, version);
  append_message (model, 8, opset);
  return model;
}
