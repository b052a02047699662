#include "onnx.h"

#include <glib/gi18n-lib.h>

#include "../project-file.h"
#include "onnx-reader.h"
#include "onnx-scan.h"

/* The newest operator set that these rules were written from: that of ONNX 1.17. */
#define NEWEST_OPSET 22

static void
free_value (gpointer data)
{
  if (data)
    hr_onnx_value_free (data);
}

static void
clear_layer (gpointer data)
{
  hr_node_unref (((HrOnnxLayer *) data)->layer);
}

static GHashTable *
names_new (GDestroyNotify free_key, GDestroyNotify free_item)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, free_key, free_item);
}

static void
reader_init (HrOnnxReader *self, const char *path, const Onnx__ModelProto *model)
{
  *self = (HrOnnxReader){
    .path = path,
    .graph = model->graph,
    .opset = 1,
    .nodes = g_array_new (FALSE, FALSE, sizeof (HrOnnxNode)),
    .values = names_new (NULL, free_value),
    .declared = names_new (NULL, NULL),
    .producers = names_new (NULL, NULL),
    .n_uses = names_new (NULL, NULL),
    .owners = names_new (g_free, NULL),
    .foreign = names_new (g_free, NULL),
    .layers = g_array_new (FALSE, FALSE, sizeof (HrOnnxLayer)),
  };
  hr_settings_init (&self->settings);
  g_array_set_clear_func (self->layers, clear_layer);
  for (gsize i = 0; i < model->n_opset_import; i++)
    if (!model->opset_import[i]->domain || !*model->opset_import[i]->domain)
      self->opset = model->opset_import[i]->version;
}

static void
reader_clear (HrOnnxReader *self)
{
  g_array_unref (self->nodes);
  g_hash_table_unref (self->values);
  g_hash_table_unref (self->declared);
  g_hash_table_unref (self->producers);
  g_hash_table_unref (self->n_uses);
  g_hash_table_unref (self->owners);
  g_hash_table_unref (self->foreign);
  g_array_unref (self->layers);
}

static void
append_producer (GString *text, const Onnx__ModelProto *model)
{
  if (!model->producer_name || !*model->producer_name)
    return;
  g_autofree char *producer = g_strjoin (" ", model->producer_name, model->producer_version, NULL);
  g_autofree char *valid = g_utf8_make_valid (producer, -1);
  g_string_append_printf (text, _ (" It was written by %s."), valid);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) a, *(const char *const *) b);
}

/* What could not be represented. */
static void
append_foreign (GString *text, GHashTable *foreign)
{
  guint n;
  g_autofree char **ops = (char **) g_hash_table_get_keys_as_array (foreign, &n);
  qsort (ops, n, sizeof *ops, compare_names);
  if (n > 0)
    g_string_append (text, _ (" These operators have no layer kind and are kept as foreign layers: "));
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%u × %s", i > 0 ? ", " : "",
                            GPOINTER_TO_UINT (g_hash_table_lookup (foreign, ops[i])), ops[i]);
  g_string_append (text, n > 0 ? "." : "");
}

/* Owned by the caller. */
static char *
describe (const HrOnnxReader *self, const Onnx__ModelProto *model)
{
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, _ ("From an ONNX file of operator set %d."), (int) CLAMP (self->opset, 0, G_MAXINT));
  append_producer (text, model);
  if (self->opset > NEWEST_OPSET)
    g_string_append_printf (text, _ (" Operator sets after %d may have changed what operators mean."), NEWEST_OPSET);
  append_foreign (text, self->foreign);
  return g_string_free (text, FALSE);
}

/* The file's name without its ending. Owned by the caller. */
static char *
dup_title (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  char *title = g_utf8_make_valid (base, -1);
  if (g_str_has_suffix (title, ".onnx") && title[5])
    title[strlen (title) - 5] = '\0';
  return title;
}

static HrProject *
make_project (HrOnnxReader *self, const Onnx__ModelProto *model)
{
  g_autofree char *title = dup_title (self->path), *description = describe (self, model);
  hr_onnx_name_layers (self);
  g_autoptr (HrGraph) graph = hr_onnx_make_graph (self);
  g_autoptr (HrProject) project = hr_project_new (title, graph, &self->settings);
  return hr_project_with_description (project, description);
}

static HrProject *
read_model (const char *path, const Onnx__ModelProto *model, GError **error)
{
  HrOnnxReader reader;
  HrProject *project = NULL;
  if (!model->graph)
    {
      g_set_error (error, HR_PROJECT_ERROR, HR_PROJECT_ERROR_VALUE, _ ("%s: the ONNX file holds no graph"), path);
      return NULL;
    }
  reader_init (&reader, path, model);
  if (hr_onnx_read_nodes (&reader, error) && hr_onnx_read_layers (&reader, error))
    project = make_project (&reader, model);
  reader_clear (&reader);
  return project;
}

HrProject *
hr_onnx_parse (const guint8 *data, gsize length, const char *name, GError **error)
{
  g_return_val_if_fail (data != NULL || length == 0, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  g_autoptr (GByteArray) structure = hr_onnx_scan (data, length, name, error);
  if (!structure)
    return NULL;
  Onnx__ModelProto *model = onnx__model_proto__unpack (NULL, structure->len, structure->data);
  g_clear_pointer (&structure, g_byte_array_unref);
  if (!model)
    {
      g_set_error (error, HR_PROJECT_ERROR, HR_PROJECT_ERROR_SYNTAX, _ ("%s: this is no sound ONNX file"), name);
      return NULL;
    }
  HrProject *project = read_model (name, model, error);
  onnx__model_proto__free_unpacked (model, NULL);
  return project;
}

HrProject *
hr_onnx_load (const char *path, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autoptr (GError) problem = NULL;
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, &problem);
  if (!file)
    {
      g_set_error (error, HR_PROJECT_ERROR, HR_PROJECT_ERROR_READ, "%s", problem->message);
      return NULL;
    }
  return hr_onnx_parse ((const guint8 *) g_mapped_file_get_contents (file), g_mapped_file_get_length (file), path,
                        error);
}
