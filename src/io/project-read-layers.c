#include "project-reader.h"

#include <glib/gi18n-lib.h>
#include <string.h>

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
read_param (HrProjectReader *self, const xmlNode *element, HrNode *node, const char *key, GError **error)
{
  const HrParam *row = hr_param_find (node->op->params, node->op->n_params, key);
  if (!row)
    return hr_project_reader_fail (self, element, error, _ ("%s: a layer of kind “%s” has no “%s”"), node->id,
                                   node->op->id, key);
  g_autofree char *text = hr_xml_dup_attribute (element, key);
  g_autoptr (GError) problem = NULL;
  if (!hr_param_set_text (row, node->params, text, &problem))
    return hr_project_reader_fail (self, element, error, "%s: %s", node->id, problem->message);
  return TRUE;
}

static gboolean
read_params (HrProjectReader *self, const xmlNode *element, HrNode *node, GError **error)
{
  for (const xmlAttr *attribute = element->properties; attribute; attribute = attribute->next)
    if (!is_common ((const char *) attribute->name)
        && !read_param (self, element, node, (const char *) attribute->name, error))
      return FALSE;
  return TRUE;
}

static gboolean
read_foreign_attribute (HrProjectReader *self, const xmlNode *element, HrNode *node, GError **error)
{
  if (!g_str_equal (node->op->id, "unknown"))
    return hr_project_reader_fail (self, element, error, _ ("%s: only a layer of kind “unknown” has <attribute>"),
                                   node->id);
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
    return (HrEndpoint){ g_strdup (text), 0 };
  return (HrEndpoint){ g_strndup (text, colon - text), (guint) g_ascii_strtoull (colon + 1, NULL, 10) };
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
  HrEndpoint input = from ? parse_endpoint (from) : (HrEndpoint){ NULL, 0 };
  g_array_append_val (inputs, input);
}

static gboolean
read_layer_content (HrProjectReader *self, const xmlNode *element, HrNode *node, GError **error)
{
  g_autoptr (GArray) inputs = g_array_new (FALSE, TRUE, sizeof (HrEndpoint));
  g_array_set_clear_func (inputs, clear_endpoint);
  for (xmlNode *child = hr_xml_skip_to_element (element->children); child; child = hr_xml_skip_to_element (child->next))
    {
      if (hr_project_reader_is_named (child, "note"))
        node->note = take_non_empty (hr_xml_dup_text (child));
      else if (hr_project_reader_is_named (child, "input"))
        read_input (child, inputs);
      else if (!read_foreign_attribute (self, child, node, error))
        return FALSE;
    }
  if (inputs->len > node->op->max_inputs && node->op->max_inputs < G_MAXUINT8)
    return hr_project_reader_fail (self, element, error,
                                   _ ("%s: %u inputs are more than the %u that a layer of kind “%s” takes"), node->id,
                                   inputs->len, node->op->max_inputs, node->op->id);
  if (inputs->len < node->op->min_inputs)
    g_array_set_size (inputs, node->op->min_inputs);
  hr_node_set_inputs (node, (const HrEndpoint *) inputs->data, inputs->len);
  return TRUE;
}

static gboolean
check_id (const HrProjectReader *self, const xmlNode *element, const char *id, GError **error)
{
  gpointer other;
  if (!hr_node_id_is_valid (id))
    return hr_project_reader_fail (
        self, element, error,
        _ ("“%s” is no id: one begins with a letter or _ and goes on with letters, digits and _ . -"), id);
  if (g_hash_table_lookup_extended (self->indices, id, NULL, &other))
    return hr_project_reader_fail (self, element, error, _ ("%s: the layer on line %u has the same id"), id,
                                   hr_xml_get_line (g_ptr_array_index (self->elements, GPOINTER_TO_UINT (other))));
  return TRUE;
}

static gboolean
read_layer (HrProjectReader *self, xmlNode *element, GError **error)
{
  g_autofree char *id = hr_xml_dup_attribute (element, "id");
  g_autofree char *kind = hr_xml_dup_attribute (element, "kind");
  const HrOp *op = hr_op_find (kind);
  if (!check_id (self, element, id, error))
    return FALSE;
  if (!op)
    return hr_project_reader_fail (self, element, error, _ ("%s: there is no layer kind “%s”"), id, kind);
  HrNode *node = hr_node_new (op, id);
  g_hash_table_insert (self->indices, node->id, GUINT_TO_POINTER (self->nodes->len));
  g_ptr_array_add (self->nodes, node);
  g_ptr_array_add (self->elements, element);
  node->name = take_non_empty (hr_xml_dup_attribute (element, "name"));
  node->block = take_non_empty (hr_xml_dup_attribute (element, "block"));
  node->weights_of = hr_xml_dup_attribute (element, "weights-of");
  return read_params (self, element, node, error) && read_layer_content (self, element, node, error);
}

static gboolean
check_input (const HrProjectReader *self, const xmlNode *element, const HrNode *node, const HrEndpoint *input,
             GError **error)
{
  if (!input->node_id)
    return TRUE;
  const HrNode *source = hr_project_reader_find (self, input->node_id);
  if (!source)
    return hr_project_reader_fail (self, element, error,
                                   _ ("%s: its input comes from “%s”, and there is no such layer"), node->id,
                                   input->node_id);
  if (input->port >= source->op->n_outputs)
    return hr_project_reader_fail (self, element, error,
                                   _ ("%s: its input comes from output %u of “%s”, which has %u, counted from 0"),
                                   node->id, input->port, source->id, source->op->n_outputs);
  return TRUE;
}

static gboolean
check_references (const HrProjectReader *self, guint index, GError **error)
{
  const HrNode *node = g_ptr_array_index (self->nodes, index);
  const xmlNode *element = g_ptr_array_index (self->elements, index);
  if (node->weights_of
      && (g_str_equal (node->weights_of, node->id) || !hr_project_reader_find (self, node->weights_of)))
    return hr_project_reader_fail (self, element, error, _ ("%s: weights-of names “%s”, which is no other layer"),
                                   node->id, node->weights_of);
  const xmlNode *child = element;
  for (guint i = 0; i < node->n_inputs; i++)
    {
      child = hr_xml_skip_to_element (i == 0 ? element->children : child->next);
      while (child && !hr_project_reader_is_named (child, "input"))
        child = hr_xml_skip_to_element (child->next);
      if (!child)
        break;
      if (!check_input (self, child, node, &node->inputs[i], error))
        return FALSE;
    }
  return TRUE;
}

gboolean
hr_project_reader_read_layers (HrProjectReader *self, xmlNode *parent, GError **error)
{
  for (xmlNode *child = hr_xml_skip_to_element (parent->children); child; child = hr_xml_skip_to_element (child->next))
    if (!read_layer (self, child, error))
      return FALSE;
  for (guint i = 0; i < self->nodes->len; i++)
    if (!check_references (self, i, error))
      return FALSE;
  return TRUE;
}
