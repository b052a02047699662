/* xml-guard.h: limits on XML text, checked before a parser sees it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define HR_XML_MAX_BYTES (64 * 1024 * 1024)
#define HR_XML_MAX_ELEMENTS 1000000
#define HR_XML_MAX_DEPTH 64
#define HR_XML_MAX_ATTRIBUTES 256 /* of one element: the parser's check for doubled ones is quadratic */

/* Refuses text that is not UTF-8, has a document type declaration (and so entities of its own), or goes beyond a limit.
 * Cost grows with length alone. What is wrong with the syntax otherwise is left to the parser. name stands for the file
 * in messages. */
gboolean hr_xml_guard (const char *data, gsize length, const char *name, GError **error);

G_END_DECLS
