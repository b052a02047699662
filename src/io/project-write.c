#include "project-file.h"

#include <libxml/xmlwriter.h>
#include <string.h>

#include "xml-write.h"

static void
write_settings (xmlTextWriter *writer, const HrSettings *settings)
{
  HrSettings defaults;
  hr_settings_init (&defaults);
  if (hr_settings_equal (settings, &defaults))
    return;
  hr_xml_write_start (writer, "settings");
  for (const char *const *key = hr_settings_get_keys (); *key; key++)
    {
      g_autofree char *text = hr_settings_to_text (settings, *key);
      g_autofree char *fallback = hr_settings_to_text (&defaults, *key);
      if (!g_str_equal (text, fallback))
        hr_xml_write_attribute (writer, *key, text);
    }
  hr_xml_write_end (writer);
}

static void
write_device (xmlTextWriter *writer, const char *device)
{
  if (!device)
    return;
  hr_xml_write_start (writer, "device");
  hr_xml_write_attribute (writer, "id", device);
  hr_xml_write_end (writer);
}

static void
write_optional (xmlTextWriter *writer, const char *key, const char *text)
{
  if (text && *text)
    hr_xml_write_attribute (writer, key, text);
}

static void
write_params (xmlTextWriter *writer, const HrNode *node)
{
  for (guint i = 0; i < node->op->n_params; i++)
    {
      const HrParam *row = &node->op->params[i];
      if (hr_param_is_default (row, node->params))
        continue;
      g_autofree char *text = hr_param_to_text (row, node->params);
      hr_xml_write_attribute (writer, row->key, text);
    }
}

static void
write_foreign_attributes (xmlTextWriter *writer, const HrNode *node)
{
  for (guint i = 0; i < node->n_attributes; i++)
    {
      hr_xml_write_start (writer, "attribute");
      hr_xml_write_attribute (writer, "key", node->attributes[i].key);
      hr_xml_write_attribute (writer, "value", node->attributes[i].value);
      hr_xml_write_end (writer);
    }
}

static void
write_input (xmlTextWriter *writer, const HrEndpoint *input)
{
  hr_xml_write_start (writer, "input");
  if (input->node_id && input->port > 0)
    {
      g_autofree char *from = g_strdup_printf ("%s:%u", input->node_id, input->port);
      hr_xml_write_attribute (writer, "from", from);
    }
  else if (input->node_id)
    hr_xml_write_attribute (writer, "from", input->node_id);
  hr_xml_write_end (writer);
}

/* Unconnected inputs at the end are left out where the kind has them anyway. */
static void
write_inputs (xmlTextWriter *writer, const HrNode *node)
{
  guint n = node->n_inputs;
  if (n <= node->op->min_inputs)
    while (n > 0 && !node->inputs[n - 1].node_id)
      n--;
  for (guint i = 0; i < n; i++)
    write_input (writer, &node->inputs[i]);
}

static void
write_layer (xmlTextWriter *writer, const HrNode *node)
{
  hr_xml_write_start (writer, "layer");
  hr_xml_write_attribute (writer, "id", node->id);
  hr_xml_write_attribute (writer, "kind", node->op->id);
  write_optional (writer, "name", node->name);
  write_optional (writer, "block", node->block);
  write_optional (writer, "weights-of", node->weights_of);
  write_params (writer, node);
  if (node->note && *node->note)
    hr_xml_write_text_element (writer, "note", node->note);
  write_foreign_attributes (writer, node);
  write_inputs (writer, node);
  hr_xml_write_end (writer);
}

static void
write_position (xmlTextWriter *writer, const char *id, const HrPosition *position)
{
  hr_xml_write_start (writer, "position");
  hr_xml_write_attribute (writer, "layer", id);
  hr_xml_write_int_attribute (writer, "x", position->x);
  hr_xml_write_int_attribute (writer, "y", position->y);
  hr_xml_write_end (writer);
}

static void
write_positions (xmlTextWriter *writer, const HrProject *project)
{
  if (hr_project_get_n_positions (project) == 0)
    return;
  hr_xml_write_start (writer, "positions");
  const HrGraph *graph = hr_project_get_graph (project);
  for (guint i = 0; i < hr_graph_get_n_nodes (graph); i++)
    {
      const char *id = hr_graph_get_node (graph, i)->id;
      HrPosition position;
      if (hr_project_get_position (project, id, &position))
        write_position (writer, id, &position);
    }
  hr_xml_write_end (writer);
}

static void
write_layers (xmlTextWriter *writer, const HrGraph *graph)
{
  hr_xml_write_start (writer, "layers");
  for (guint i = 0; i < hr_graph_get_n_nodes (graph); i++)
    write_layer (writer, hr_graph_get_node (graph, i));
  hr_xml_write_end (writer);
}

static void
write_project (xmlTextWriter *writer, const HrProject *project)
{
  hr_xml_write_start (writer, "headroom");
  hr_xml_write_int_attribute (writer, "version", HR_PROJECT_FILE_VERSION);
  hr_xml_write_text_element (writer, "title", hr_project_get_title (project));
  if (*hr_project_get_description (project))
    hr_xml_write_text_element (writer, "description", hr_project_get_description (project));
  write_settings (writer, hr_project_get_settings (project));
  write_device (writer, hr_project_get_device (project));
  write_layers (writer, hr_project_get_graph (project));
  write_positions (writer, project);
  hr_xml_write_end (writer);
}

char *
hr_project_to_xml (const HrProject *project, gsize *length)
{
  g_return_val_if_fail (project != NULL, NULL);

  xmlBuffer *buffer = xmlBufferCreate ();
  xmlTextWriter *writer = hr_xml_writer_new (buffer);
  write_project (writer, project);
  xmlTextWriterEndDocument (writer);
  xmlFreeTextWriter (writer);
  if (length)
    *length = xmlBufferLength (buffer);
  char *text = g_strndup ((const char *) xmlBufferContent (buffer), xmlBufferLength (buffer));
  xmlBufferFree (buffer);
  return text;
}
