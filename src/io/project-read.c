/* project-read.c: from XML to a project. The schema has checked the structure when this begins. */
#include "project-file.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "embedded.h"
#include "project-cycle.h"
#include "xml.h"

/* What the file says, as far as it has been read. */
typedef struct
{
  const char *name;     /* borrowed: of the file */
  GPtrArray *nodes;     /* owned, of HrNode */
  GPtrArray *elements;  /* owned: of each node, the element (borrowed) */
  GHashTable *indices;  /* owned: id (borrowed from the node) → index */
  char *title, *description, *device; /* owned, or NULL */
  HrSettings settings;
  GPtrArray *position_ids; /* owned, of strings */
  GArray *positions;       /* owned, of HrPosition */
} Reader;

static void
reader_init (Reader *self, const char *name)
{
  *self = (Reader) { .name = name };
  self->nodes = g_ptr_array_new_with_free_func ((GDestroyNotify) hr_node_unref);
  self->elements = g_ptr_array_new ();
  self->indices = g_hash_table_new (g_str_hash, g_str_equal);
  self->position_ids = g_ptr_array_new_with_free_func (g_free);
  self->positions = g_array_new (FALSE, FALSE, sizeof (HrPosition));
  hr_settings_init (&self->settings);
}

static void
reader_clear (Reader *self)
{
  g_clear_pointer (&self->nodes, g_ptr_array_unref);
  g_ptr_array_unref (self->elements);
  g_hash_table_unref (self->indices);
  g_ptr_array_unref (self->position_ids);
  g_array_unref (self->positions);
  g_free (self->title);
  g_free (self->description);
  g_free (self->device);
}

static gboolean G_GNUC_PRINTF (4, 5)
fail (const Reader *self, const xmlNode *element, GError **error, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  hr_xml_set_error (error, HR_PROJECT_ERROR_VALUE, self->name, hr_xml_get_line (element), "%s", message);
  return FALSE;
}

static gboolean
is_named (const xmlNode *element, const char *name)
{
  return strcmp ((const char *) element->name, name) == 0;
}

/* Attributes that every layer may have; the others are parameters. */
static gboolean
is_common (const char *key)
{
  static const char *const keys[] = { "id", "kind", "name", "block", "weights-of", NULL };
  return g_strv_contains (keys, key);
}

/* NULL for an empty text. */
static char *
take_non_empty (char *text)
{
  if (text && *text)
    return text;
  g_free (text);
  return NULL;
}

static gboolean
read_param (Reader *self, const xmlNode *element, HrNode *node, const char *key, GError **error)
{
  const HrParam *row = hr_param_find (node->op->params, node->op->n_params, key);
  if (!row)
    return fail (self, element, error, _ ("%s: a layer of kind “%s” has no “%s”"), node->id, node->op->id, key);
  g_autofree char *text = hr_xml_dup_attribute (element, key);
  g_autoptr (GError) problem = NULL;
  if (!hr_param_set_text (row, node->params, text, &problem))
    return fail (self, element, error, "%s: %s", node->id, problem->message);
  return TRUE;
}

static gboolean
read_params (Reader *self, const xmlNode *element, HrNode *node, GError **error)
{
  for (const xmlAttr *attribute = element->properties; attribute; attribute = attribute->next)
    if (!is_common ((const char *) attribute->name)
        && !read_param (self, element, node, (const char *) attribute->name, error))
      return FALSE;
  return TRUE;
}

static gboolean
read_foreign_attribute (Reader *self, const xmlNode *element, HrNode *node, GError **error)
{
  if (!g_str_equal (node->op->id, "unknown"))
    return fail (self, element, error, _ ("%s: only a layer of kind “unknown” has <attribute>"), node->id);
  g_autofree char *key = hr_xml_dup_attribute (element, "key");
  g_autofree char *value = hr_xml_dup_attribute (element, "value");
  hr_node_add_attribute (node, key, value);
  return TRUE;
}

/* Splits "split1:1" into id and port; "split1" alone means port 0. */
static HrEndpoint
parse_endpoint (const char *text)
{
  const char *colon = strchr (text, ':');
  if (!colon)
    return (HrEndpoint) { g_strdup (text), 0 };
  return (HrEndpoint) { g_strndup (text, colon - text), (guint) g_ascii_strtoull (colon + 1, NULL, 10) };
}

static void
clear_endpoint (gpointer data)
{
  g_free (((HrEndpoint *) data)->node_id);
}

static void
read_input (const xmlNode *element, GArray *inputs)
{
  g_autofree char *from = hr_xml_dup_attribute (element, "from");
  HrEndpoint input = from ? parse_endpoint (from) : (HrEndpoint) { NULL, 0 };
  g_array_append_val (inputs, input);
}

static gboolean
read_layer_content (Reader *self, const xmlNode *element, HrNode *node, GError **error)
{
  g_autoptr (GArray) inputs = g_array_new (FALSE, TRUE, sizeof (HrEndpoint));
  g_array_set_clear_func (inputs, clear_endpoint);
  for (xmlNode *child = hr_xml_skip_to_element (element->children); child; child = hr_xml_skip_to_element (child->next))
    {
      if (is_named (child, "note"))
        node->note = take_non_empty (hr_xml_dup_text (child));
      else if (is_named (child, "input"))
        read_input (child, inputs);
      else if (!read_foreign_attribute (self, child, node, error))
        return FALSE;
    }
  if (inputs->len > node->op->max_inputs && node->op->max_inputs < G_MAXUINT8)
    return fail (self, element, error, _ ("%s: %u inputs are more than the %u that a layer of kind “%s” takes"), node->id,
                 inputs->len, node->op->max_inputs, node->op->id);
  if (inputs->len < node->op->min_inputs)
    g_array_set_size (inputs, node->op->min_inputs);
  hr_node_set_inputs (node, (const HrEndpoint *) inputs->data, inputs->len);
  return TRUE;
}

static gboolean
check_id (const Reader *self, const xmlNode *element, const char *id, GError **error)
{
  gpointer other;
  if (!hr_node_id_is_valid (id))
    return fail (self, element, error,
                 _ ("“%s” is no id: one begins with a letter or _ and goes on with letters, digits and _ . -"), id);
  if (g_hash_table_lookup_extended (self->indices, id, NULL, &other))
    return fail (self, element, error, _ ("%s: the layer on line %u has the same id"), id,
                 hr_xml_get_line (g_ptr_array_index (self->elements, GPOINTER_TO_UINT (other))));
  return TRUE;
}

static gboolean
read_layer (Reader *self, xmlNode *element, GError **error)
{
  g_autofree char *id = hr_xml_dup_attribute (element, "id");
  g_autofree char *kind = hr_xml_dup_attribute (element, "kind");
  const HrOp *op = hr_op_find (kind);
  if (!check_id (self, element, id, error))
    return FALSE;
  if (!op)
    return fail (self, element, error, _ ("%s: there is no layer kind “%s”"), id, kind);
  HrNode *node = hr_node_new (op, id);
  g_hash_table_insert (self->indices, node->id, GUINT_TO_POINTER (self->nodes->len));
  g_ptr_array_add (self->nodes, node);
  g_ptr_array_add (self->elements, element);
  node->name = take_non_empty (hr_xml_dup_attribute (element, "name"));
  node->block = take_non_empty (hr_xml_dup_attribute (element, "block"));
  node->weights_of = hr_xml_dup_attribute (element, "weights-of");
  return read_params (self, element, node, error) && read_layer_content (self, element, node, error);
}

/* The node with this id, or NULL. */
static const HrNode *
find_node (const Reader *self, const char *id)
{
  gpointer index;
  if (!g_hash_table_lookup_extended (self->indices, id, NULL, &index))
    return NULL;
  return g_ptr_array_index (self->nodes, GPOINTER_TO_UINT (index));
}

static gboolean
check_input (const Reader *self, const xmlNode *element, const HrNode *node, const HrEndpoint *input, GError **error)
{
  if (!input->node_id)
    return TRUE;
  const HrNode *source = find_node (self, input->node_id);
  if (!source)
    return fail (self, element, error, _ ("%s: its input comes from “%s”, and there is no such layer"), node->id,
                 input->node_id);
  if (input->port >= source->op->n_outputs)
    return fail (self, element, error, _ ("%s: its input comes from output %u of “%s”, which has %u, counted from 0"),
                 node->id, input->port, source->id, source->op->n_outputs);
  return TRUE;
}

static gboolean
check_references (const Reader *self, guint index, GError **error)
{
  const HrNode *node = g_ptr_array_index (self->nodes, index);
  const xmlNode *element = g_ptr_array_index (self->elements, index);
  if (node->weights_of && (g_str_equal (node->weights_of, node->id) || !find_node (self, node->weights_of)))
    return fail (self, element, error, _ ("%s: weights-of names “%s”, which is no other layer"), node->id,
                 node->weights_of);
  const xmlNode *child = element;
  for (guint i = 0; i < node->n_inputs; i++)
    {
      child = hr_xml_skip_to_element (i == 0 ? element->children : child->next);
      while (child && !is_named (child, "input"))
        child = hr_xml_skip_to_element (child->next);
      if (!child)
        break;
      if (!check_input (self, child, node, &node->inputs[i], error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_layers (Reader *self, xmlNode *parent, GError **error)
{
  for (xmlNode *child = hr_xml_skip_to_element (parent->children); child; child = hr_xml_skip_to_element (child->next))
    if (!read_layer (self, child, error))
      return FALSE;
  for (guint i = 0; i < self->nodes->len; i++)
    if (!check_references (self, i, error))
      return FALSE;
  return TRUE;
}

static gboolean
read_settings (Reader *self, const xmlNode *element, GError **error)
{
  for (const xmlAttr *attribute = element->properties; attribute; attribute = attribute->next)
    {
      const char *key = (const char *) attribute->name;
      g_autofree char *text = hr_xml_dup_attribute (element, key);
      g_autoptr (GError) problem = NULL;
      if (!hr_settings_set_text (&self->settings, key, text, &problem))
        return fail (self, element, error, "%s", problem->message);
    }
  return TRUE;
}

/* The schema has checked that it is one within 32 bits. */
static gint32
read_int (const xmlNode *element, const char *key)
{
  g_autofree char *text = hr_xml_dup_attribute (element, key);
  return (gint32) g_ascii_strtoll (text, NULL, 10);
}

static gboolean
read_positions (Reader *self, const xmlNode *parent, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  for (xmlNode *child = hr_xml_skip_to_element (parent->children); child; child = hr_xml_skip_to_element (child->next))
    {
      char *id = hr_xml_dup_attribute (child, "layer");
      g_ptr_array_add (self->position_ids, id);
      if (!find_node (self, id))
        return fail (self, child, error, _ ("a position is given for “%s”, and there is no such layer"), id);
      if (!g_hash_table_add (seen, id))
        return fail (self, child, error, _ ("%s: its position is given twice"), id);
      HrPosition position = { read_int (child, "x"), read_int (child, "y") };
      g_array_append_val (self->positions, position);
    }
  return TRUE;
}

static gboolean
read_part (Reader *self, xmlNode *element, GError **error)
{
  if (is_named (element, "title"))
    self->title = hr_xml_dup_text (element);
  else if (is_named (element, "description"))
    self->description = hr_xml_dup_text (element);
  else if (is_named (element, "device"))
    self->device = hr_xml_dup_attribute (element, "id");
  else if (is_named (element, "settings"))
    return read_settings (self, element, error);
  else if (is_named (element, "layers"))
    return read_layers (self, element, error);
  else
    return read_positions (self, element, error);
  return TRUE;
}

static HrProject *
reader_make_project (Reader *self)
{
  g_autoptr (HrGraph) graph = hr_graph_new (g_steal_pointer (&self->nodes));
  g_autoptr (HrProject) bare = hr_project_new (self->title, graph, &self->settings);
  g_autoptr (HrProject) described = hr_project_with_description (bare, self->description ? self->description : "");
  g_autoptr (HrProject) placed = hr_project_with_positions (described, self->positions->len,
                                                            (const char *const *) self->position_ids->pdata,
                                                            (const HrPosition *) self->positions->data);
  return hr_project_with_device (placed, self->device);
}

static gboolean
check_cycle (const Reader *self, GError **error)
{
  int index = hr_find_cycle (self->nodes, self->indices);
  if (index < 0)
    return TRUE;
  const HrNode *node = g_ptr_array_index (self->nodes, index);
  return fail (self, g_ptr_array_index (self->elements, index), error,
               _ ("%s: its output leads back to its own input; a network may have no cycle"), node->id);
}

static HrProject *
read_project (const xmlNode *root, const char *name, GError **error)
{
  Reader reader;
  reader_init (&reader, name);
  gboolean ok = TRUE;
  for (xmlNode *part = hr_xml_skip_to_element (root->children); ok && part; part = hr_xml_skip_to_element (part->next))
    ok = read_part (&reader, part, error);
  ok = ok && check_cycle (&reader, error);
  HrProject *project = ok ? reader_make_project (&reader) : NULL;
  reader_clear (&reader);
  return project;
}

/* Before the schema: a newer version may have another one. */
static gboolean
check_version (const xmlNode *root, const char *name, GError **error)
{
  g_autofree char *text = is_named (root, "headroom") ? hr_xml_dup_attribute (root, "version") : NULL;
  guint64 version = 0;
  if (!text)
    hr_xml_set_error (error, HR_PROJECT_ERROR_SCHEMA, name, hr_xml_get_line (root),
                      _ ("this is not a Headroom project, which begins with <headroom version=\"%d\">"),
                      HR_PROJECT_FILE_VERSION);
  else if (!g_ascii_string_to_unsigned (text, 10, 1, G_MAXUINT32, &version, NULL))
    hr_xml_set_error (error, HR_PROJECT_ERROR_SCHEMA, name, hr_xml_get_line (root),
                      _ ("version: “%s” is not a whole number from 1"), text);
  else if (version > HR_PROJECT_FILE_VERSION)
    hr_xml_set_error (error, HR_PROJECT_ERROR_VERSION, name, hr_xml_get_line (root),
                      _ ("the project was made by a newer Headroom (file version %u; this one reads up to %d)"),
                      (guint) version, HR_PROJECT_FILE_VERSION);
  else
    return TRUE;
  return FALSE;
}

HrProject *
hr_project_parse (const char *data, gsize length, const char *name, GError **error)
{
  g_return_val_if_fail (data != NULL && name != NULL, NULL);

  g_autoptr (xmlDoc) doc = hr_xml_parse (data, length, name, error);
  if (!doc || !check_version (xmlDocGetRootElement (doc), name, error)
      || !hr_xml_validate (doc, hr_project_schema, name, error))
    return NULL;
  return read_project (xmlDocGetRootElement (doc), name, error);
}
