/* project-read.c: from XML to a project. The schema has checked the structure when this begins. */
#include "project-file.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "embedded.h"
#include "project-cycle.h"
#include "project-reader.h"

static void
reader_init (HrProjectReader *self, const char *name)
{
  *self = (HrProjectReader){ .name = name };
  self->nodes = g_ptr_array_new_with_free_func ((GDestroyNotify) hr_node_unref);
  self->elements = g_ptr_array_new ();
  self->indices = g_hash_table_new (g_str_hash, g_str_equal);
  self->position_ids = g_ptr_array_new_with_free_func (g_free);
  self->positions = g_array_new (FALSE, FALSE, sizeof (HrPosition));
  hr_settings_init (&self->settings);
}

static void
reader_clear (HrProjectReader *self)
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

gboolean
hr_project_reader_fail (const HrProjectReader *self, const xmlNode *element, GError **error, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  hr_xml_set_error (error, HR_PROJECT_ERROR_VALUE, self->name, hr_xml_get_line (element), "%s", message);
  return FALSE;
}

gboolean
hr_project_reader_is_named (const xmlNode *element, const char *name)
{
  return strcmp ((const char *) element->name, name) == 0;
}

const HrNode *
hr_project_reader_find (const HrProjectReader *self, const char *id)
{
  gpointer index;
  if (!g_hash_table_lookup_extended (self->indices, id, NULL, &index))
    return NULL;
  return g_ptr_array_index (self->nodes, GPOINTER_TO_UINT (index));
}

static gboolean
read_settings (HrProjectReader *self, const xmlNode *element, GError **error)
{
  for (const xmlAttr *attribute = element->properties; attribute; attribute = attribute->next)
    {
      const char *key = (const char *) attribute->name;
      g_autofree char *text = hr_xml_dup_attribute (element, key);
      g_autoptr (GError) problem = NULL;
      if (!hr_settings_set_text (&self->settings, key, text, &problem))
        return hr_project_reader_fail (self, element, error, "%s", problem->message);
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
read_positions (HrProjectReader *self, const xmlNode *parent, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  for (xmlNode *child = hr_xml_skip_to_element (parent->children); child; child = hr_xml_skip_to_element (child->next))
    {
      char *id = hr_xml_dup_attribute (child, "layer");
      g_ptr_array_add (self->position_ids, id);
      if (!hr_project_reader_find (self, id))
        return hr_project_reader_fail (self, child, error,
                                       _ ("a position is given for “%s”, and there is no such layer"), id);
      if (!g_hash_table_add (seen, id))
        return hr_project_reader_fail (self, child, error, _ ("%s: its position is given twice"), id);
      HrPosition position = { read_int (child, "x"), read_int (child, "y") };
      g_array_append_val (self->positions, position);
    }
  return TRUE;
}

static gboolean
read_part (HrProjectReader *self, xmlNode *element, GError **error)
{
  if (hr_project_reader_is_named (element, "title"))
    self->title = hr_xml_dup_text (element);
  else if (hr_project_reader_is_named (element, "description"))
    self->description = hr_xml_dup_text (element);
  else if (hr_project_reader_is_named (element, "device"))
    self->device = hr_xml_dup_attribute (element, "id");
  else if (hr_project_reader_is_named (element, "settings"))
    return read_settings (self, element, error);
  else if (hr_project_reader_is_named (element, "layers"))
    return hr_project_reader_read_layers (self, element, error);
  else
    return read_positions (self, element, error);
  return TRUE;
}

static HrProject *
reader_make_project (HrProjectReader *self)
{
  g_autoptr (HrGraph) graph = hr_graph_new (g_steal_pointer (&self->nodes));
  g_autoptr (HrProject) bare = hr_project_new (self->title, graph, &self->settings);
  g_autoptr (HrProject) described = hr_project_with_description (bare, self->description ? self->description : "");
  g_autoptr (HrProject) placed
      = hr_project_with_positions (described, self->positions->len, (const char *const *) self->position_ids->pdata,
                                   (const HrPosition *) self->positions->data);
  return hr_project_with_device (placed, self->device);
}

static gboolean
check_cycle (const HrProjectReader *self, GError **error)
{
  int index = hr_find_cycle (self->nodes, self->indices);
  if (index < 0)
    return TRUE;
  const HrNode *node = g_ptr_array_index (self->nodes, index);
  return hr_project_reader_fail (self, g_ptr_array_index (self->elements, index), error,
                                 _ ("%s: its output leads back to its own input; a network may have no cycle"),
                                 node->id);
}

static HrProject *
read_project (const xmlNode *root, const char *name, GError **error)
{
  HrProjectReader reader;
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
  g_autofree char *text = hr_project_reader_is_named (root, "headroom") ? hr_xml_dup_attribute (root, "version") : NULL;
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
