#include "xml.h"

#include <glib/gi18n-lib.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/relaxng.h>
#include <string.h>

#include "xml-guard.h"

/* The first problem that libxml2 reports; the rest follow from it. */
typedef struct
{
  const char *name; /* borrowed */
  HrProjectError code;
  GError **error;
  gboolean failed;
} Problem;

void
hr_xml_set_error (GError **error, HrProjectError code, const char *name, guint line, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, HR_PROJECT_ERROR, code, "%s:%u: %s", name, MAX (line, 1), message);
}

static void
problem_add (Problem *self, guint line, const char *message)
{
  if (self->failed)
    return;
  g_autofree char *sentence = g_strchomp (g_strdup (message ? message : _ ("it cannot be read")));
  hr_xml_set_error (self->error, self->code, self->name, line, "%s", sentence);
  self->failed = TRUE;
}

static void
on_syntax_error (gpointer data, xmlErrorPtr problem)
{
  xmlParserCtxt *context = data;
  if (problem->level >= XML_ERR_ERROR)
    problem_add (context->_private, problem->line, problem->message);
}

/* Notes the line in the element itself: libxml2's own field ends at 65,535. */
static void
on_element (gpointer data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int n_namespaces,
            const xmlChar **namespaces, int n_attributes, int n_defaulted, const xmlChar **attributes)
{
  xmlParserCtxt *context = data;
  xmlSAX2StartElementNs (data, name, prefix, uri, n_namespaces, namespaces, n_attributes, n_defaulted, attributes);
  if (context->node)
    context->node->_private = GUINT_TO_POINTER (context->input->line);
}

static void
initialize_libxml (void)
{
  static gsize once = 0;
  if (g_once_init_enter (&once))
    {
      xmlInitParser ();
      g_once_init_leave (&once, 1);
    }
}

xmlDoc *
hr_xml_parse (const char *data, gsize length, const char *name, GError **error)
{
  g_return_val_if_fail (data != NULL && name != NULL, NULL);

  if (!hr_xml_guard (data, length, name, error))
    return NULL;
  initialize_libxml ();
  xmlParserCtxt *context = xmlNewParserCtxt ();
  Problem problem = { .name = name, .code = HR_PROJECT_ERROR_SYNTAX, .error = error };
  context->_private = &problem;
  context->sax->serror = on_syntax_error;
  context->sax->startElementNs = on_element;
  g_autoptr (xmlDoc) doc = xmlCtxtReadMemory (context, data, length, NULL, "UTF-8",
                                              XML_PARSE_NONET | XML_PARSE_NOCDATA | XML_PARSE_BIG_LINES);
  if (!doc || !context->wellFormed || !xmlDocGetRootElement (doc))
    problem_add (&problem, 1, NULL);
  xmlFreeParserCtxt (context);
  return problem.failed ? NULL : g_steal_pointer (&doc);
}

/* Our sentences for what the schema finds; each takes the two texts that libxml2 has with the code. */
typedef struct
{
  int code;
  const char *sentence; /* static, translatable */
} SchemaProblem;

static const SchemaProblem schema_problems[] = {
  { XML_RELAXNG_ERR_ATTRVALID, N_ ("an attribute of <%1$s> is missing or wrong") },
  { XML_RELAXNG_ERR_ELEMWRONG, N_ ("<%1$s> may not stand here") },
  { XML_RELAXNG_ERR_EXTRACONTENT, N_ ("<%1$s> may not have <%2$s> in it, or not here") },
  { XML_RELAXNG_ERR_INVALIDATTR, N_ ("<%2$s> may not have “%1$s”, or not with this value") },
  { XML_RELAXNG_ERR_TYPEVAL, N_ ("“%2$s” is not a value of type %1$s") },
};

/* Owned by the caller. */
static char *
describe_schema_error (const xmlError *error, const xmlNode *node)
{
  const char *name = node ? (const char *) node->name : "";
  if (error->code == XML_RELAXNG_ERR_NOELEM)
    return g_strdup_printf (_ ("an element is missing in <%s>"), name);
  for (guint i = 0; i < G_N_ELEMENTS (schema_problems); i++)
    if (schema_problems[i].code == error->code && error->str1)
      return g_strdup_printf (_ (schema_problems[i].sentence), error->str1, error->str2 ? error->str2 : "");
  return g_strdup_printf ("<%s>: %s", name, error->message);
}

static void
on_schema_error (gpointer data, xmlErrorPtr error)
{
  const xmlNode *node = error->node;
  if (node && node->type != XML_ELEMENT_NODE)
    node = node->parent;
  g_autofree char *message = describe_schema_error (error, node);
  problem_add (data, node ? hr_xml_get_line (node) : 1, message);
}

gboolean
hr_xml_validate (xmlDoc *doc, const char *schema, const char *name, GError **error)
{
  g_return_val_if_fail (doc != NULL && schema != NULL && name != NULL, FALSE);

  Problem problem = { .name = name, .code = HR_PROJECT_ERROR_SCHEMA, .error = error };
  xmlRelaxNGParserCtxt *parser = xmlRelaxNGNewMemParserCtxt (schema, strlen (schema));
  xmlRelaxNG *grammar = xmlRelaxNGParse (parser);
  xmlRelaxNGFreeParserCtxt (parser);
  g_assert (grammar != NULL);
  xmlRelaxNGValidCtxt *validator = xmlRelaxNGNewValidCtxt (grammar);
  xmlRelaxNGSetValidStructuredErrors (validator, on_schema_error, &problem);
  if (xmlRelaxNGValidateDoc (validator, doc) != 0)
    problem_add (&problem, 1, NULL);
  xmlRelaxNGFreeValidCtxt (validator);
  xmlRelaxNGFree (grammar);
  return !problem.failed;
}

guint
hr_xml_get_line (const xmlNode *element)
{
  g_return_val_if_fail (element != NULL, 0);
  return GPOINTER_TO_UINT (element->_private);
}

xmlNode *
hr_xml_skip_to_element (xmlNode *node)
{
  while (node && node->type != XML_ELEMENT_NODE)
    node = node->next;
  return node;
}

/* Moves a string from libxml2's allocator to GLib's. */
static char *
take_xml_string (xmlChar *text)
{
  char *copy = g_strdup ((const char *) text);
  xmlFree (text);
  return copy;
}

char *
hr_xml_dup_attribute (const xmlNode *element, const char *key)
{
  g_return_val_if_fail (element != NULL && key != NULL, NULL);
  return take_xml_string (xmlGetNoNsProp (element, (const xmlChar *) key));
}

char *
hr_xml_dup_text (const xmlNode *element)
{
  g_return_val_if_fail (element != NULL, NULL);
  return take_xml_string (xmlNodeGetContent (element));
}
