#include "xml-write.h"

#include <string.h>

static gboolean
is_allowed (gunichar c)
{
  return (c >= 0x20 && c != 0xfffe && c != 0xffff) || c == '\t' || c == '\n' || c == '\r';
}

/* Owned by the caller. */
static char *
dup_allowed (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *allowed = g_string_sized_new (strlen (valid));
  for (const char *p = valid; *p; p = g_utf8_next_char (p))
    g_string_append_unichar (allowed, is_allowed (g_utf8_get_char (p)) ? g_utf8_get_char (p) : 0xfffd);
  return g_string_free (allowed, FALSE);
}

xmlTextWriter *
hr_xml_writer_new (xmlBuffer *buffer)
{
  g_return_val_if_fail (buffer != NULL, NULL);

  xmlTextWriter *writer = xmlNewTextWriterMemory (buffer, 0);
  xmlTextWriterSetIndent (writer, 1);
  xmlTextWriterSetIndentString (writer, (const xmlChar *) "  ");
  xmlTextWriterStartDocument (writer, NULL, "UTF-8", NULL);
  return writer;
}

void
hr_xml_write_start (xmlTextWriter *writer, const char *name)
{
  xmlTextWriterStartElement (writer, (const xmlChar *) name);
}

void
hr_xml_write_end (xmlTextWriter *writer)
{
  xmlTextWriterEndElement (writer);
}

void
hr_xml_write_attribute (xmlTextWriter *writer, const char *key, const char *text)
{
  g_autofree char *allowed = dup_allowed (text);
  xmlTextWriterWriteAttribute (writer, (const xmlChar *) key, (const xmlChar *) allowed);
}

void
hr_xml_write_int_attribute (xmlTextWriter *writer, const char *key, int value)
{
  char text[16];
  g_snprintf (text, sizeof text, "%d", value);
  hr_xml_write_attribute (writer, key, text);
}

void
hr_xml_write_text_element (xmlTextWriter *writer, const char *name, const char *text)
{
  g_autofree char *allowed = dup_allowed (text);
  hr_xml_write_start (writer, name);
  xmlTextWriterWriteString (writer, (const xmlChar *) allowed);
  hr_xml_write_end (writer);
}
