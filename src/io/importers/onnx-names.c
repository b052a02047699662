/* onnx-names.c: ids, names and blocks of layers from the names in the file. PyTorch's exporter writes
 * "/layer1/layer1.0/conv1/Conv": modules, each with the path of those around it or only its own name, and the operator. */
#include "onnx-reader.h"

#include <string.h>

/* Names are cut and modules told apart no deeper, so that long ones cost no more than they are worth. */
#define MAX_NAME 256
#define MAX_LEVELS 12

/* A layer's place in the network. */
typedef struct
{
  char *path;  /* owned: of the module, "layer1.0.conv1"; may be empty */
  char *label; /* owned: the operator in the module, "add_1" */
} Place;

static void
place_clear (gpointer data)
{
  g_free (((Place *) data)->path);
  g_free (((Place *) data)->label);
}

/* Adds a module to the path: "layer1.0" after "layer1" takes its place, "conv1" goes behind it. */
static void
append_module (GString *path, gsize *last, const char *module)
{
  const char *tail = path->str + *last;
  gsize length = strlen (tail);
  if (length > 0 && strncmp (module, tail, length) == 0 && module[length] == '.')
    {
      g_string_append (path, module + length);
      return;
    }
  if (path->len > 0)
    g_string_append_c (path, '.');
  *last = path->len;
  g_string_append (path, module);
}

/* Owned by the caller. */
static char *
dup_name (const char *name)
{
  g_autofree char *start = g_strndup (name ? name : "", MAX_NAME);
  return g_utf8_make_valid (start, -1);
}

static Place
find_place (const HrOnnxLayer *layer)
{
  g_autofree char *source = dup_name (layer->source), *op = dup_name (layer->op);
  g_auto (GStrv) parts = g_strsplit (source, "/", -1);
  g_autoptr (GString) path = g_string_new (NULL);
  gsize last = 0;
  const char *label = g_str_equal (layer->layer->op->id, "unknown") && *op ? op : layer->layer->op->id;
  for (guint i = 0; parts[i]; i++)
    {
      if (!parts[i + 1] && *op && g_str_has_prefix (parts[i], op))
        label = parts[i];
      else if (*parts[i])
        append_module (path, &last, parts[i]);
    }
  return (Place){ g_string_free (g_steal_pointer (&path), FALSE), g_ascii_strdown (label, -1) };
}

/* Owned by the caller. */
static char *
dup_parent (const char *path)
{
  const char *dot = strrchr (path, '.');
  return dot ? g_strndup (path, (gsize) (dot - path)) : g_strdup ("");
}

/* What may stand in an id. Owned by the caller. */
static char *
dup_valid_id (const char *text)
{
  GString *id = g_string_new (g_ascii_isalpha (*text) || *text == '_' ? NULL : "_");
  for (const char *c = text; *c; c = g_utf8_next_char (c))
    g_string_append_c (id, g_ascii_isalnum (*c) || strchr ("_.-", *c) ? *c : '_');
  return g_string_free (id, FALSE);
}

/* An id that is not taken, in the set of taken ones from now on. Borrowed from the set. */
static const char *
take_id (GHashTable *taken, const char *wanted)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (taken, wanted));
  char *id = g_strdup (wanted);
  while (g_hash_table_contains (taken, id))
    {
      g_free (id);
      id = g_strdup_printf ("%s_%u", wanted, n++);
    }
  if (n > 0)
    g_hash_table_insert (taken, g_strdup (wanted), GUINT_TO_POINTER (n));
  g_hash_table_insert (taken, id, GUINT_TO_POINTER (1));
  return id;
}

/* Modules with the number of layers of their own; those around others count as having several. */
static GHashTable *
count_modules (const GArray *places)
{
  GHashTable *counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < places->len; i++)
    {
      const char *path = g_array_index (places, Place, i).path;
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, path));
      g_hash_table_insert (counts, g_strdup (path), GUINT_TO_POINTER (n + 1));
    }
  for (guint i = 0; i < places->len; i++)
    {
      g_autofree char *parent = dup_parent (g_array_index (places, Place, i).path);
      guint level = 0;
      while (*parent && level++ < MAX_LEVELS && GPOINTER_TO_UINT (g_hash_table_lookup (counts, parent)) != G_MAXUINT)
        {
          g_autofree char *child = g_steal_pointer (&parent);
          g_hash_table_insert (counts, g_strdup (child), GUINT_TO_POINTER (G_MAXUINT));
          parent = dup_parent (child);
        }
    }
  return counts;
}

static void
name_layer (HrNode *layer, const Place *place, GHashTable *counts, GHashTable *taken, GHashTable *ids)
{
  gboolean alone = *place->path && GPOINTER_TO_UINT (g_hash_table_lookup (counts, place->path)) == 1;
  g_autofree char *full = alone          ? g_strdup (place->path)
                          : *place->path ? g_strconcat (place->path, ".", place->label, NULL)
                                         : g_strdup (place->label);
  g_autofree char *valid = dup_valid_id (full), *block = alone ? dup_parent (place->path) : g_strdup (place->path);
  char *id = g_strdup (take_id (taken, valid));
  g_hash_table_insert (ids, layer->id, id);
  if (!g_str_equal (full, valid))
    layer->name = g_steal_pointer (&full);
  if (*block)
    layer->block = g_strdelimit (g_steal_pointer (&block), ".", '/');
}

/* Puts the final id in the place of the one for the time being. */
static void
replace_id (char **id, GHashTable *ids)
{
  if (!*id)
    return;
  char *final = g_strdup (g_hash_table_lookup (ids, *id));
  g_free (*id);
  *id = final;
}

void
hr_onnx_name_layers (HrOnnxReader *self)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_array_set_clear_func (places, place_clear);
  for (guint i = 0; i < self->layers->len; i++)
    {
      Place place = find_place (&g_array_index (self->layers, HrOnnxLayer, i));
      g_array_append_val (places, place);
    }
  g_autoptr (GHashTable) counts = count_modules (places);
  for (guint i = 0; i < self->layers->len; i++)
    name_layer (g_array_index (self->layers, HrOnnxLayer, i).layer, &g_array_index (places, Place, i), counts, taken,
                ids);
  for (guint i = 0; i < self->layers->len; i++)
    {
      HrNode *layer = g_array_index (self->layers, HrOnnxLayer, i).layer;
      for (guint j = 0; j < layer->n_inputs; j++)
        replace_id (&layer->inputs[j].node_id, ids);
      replace_id (&layer->weights_of, ids);
      layer->id = g_strdup (g_hash_table_lookup (ids, layer->id));
    }
}

HrGraph *
hr_onnx_make_graph (HrOnnxReader *self)
{
  GPtrArray *nodes = g_ptr_array_new ();
  for (guint i = 0; i < self->layers->len; i++)
    g_ptr_array_add (nodes, hr_node_ref (g_array_index (self->layers, HrOnnxLayer, i).layer));
  return hr_graph_new (nodes);
}
