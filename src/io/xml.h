/* xml.h: reading XML that anybody may have written: limits, parser, schema, lines. Errors are HR_PROJECT_ERROR. */
#pragma once

#include <glib.h>
#include <libxml/tree.h>

#include "project-file.h"

G_BEGIN_DECLS

/* Parses text within the limits of xml-guard.h. name stands for the file in messages. Owned by the caller. */
xmlDoc *hr_xml_parse (const char *data, gsize length, const char *name, GError **error);

/* Checks doc against a RelaxNG schema given as text. */
gboolean hr_xml_validate (xmlDoc *doc, const char *schema, const char *name, GError **error);

/* The line that the start tag of an element of a document from hr_xml_parse() ends on. */
guint hr_xml_get_line (const xmlNode *element);

/* The next element at or after node, or NULL. */
xmlNode *hr_xml_skip_to_element (xmlNode *node);

/* Value of an attribute, or NULL when there is none. Owned by the caller. */
char *hr_xml_dup_attribute (const xmlNode *element, const char *key);

/* Text inside an element; "" when there is none. Owned by the caller. */
char *hr_xml_dup_text (const xmlNode *element);

/* Sets error to "NAME:LINE: sentence". */
void hr_xml_set_error (GError **error, HrProjectError code, const char *name, guint line, const char *format, ...)
    G_GNUC_PRINTF (5, 6);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (xmlDoc, xmlFreeDoc)

G_END_DECLS
