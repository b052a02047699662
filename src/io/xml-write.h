/* xml-write.h: writing canonical XML: UTF-8, two spaces per level, a newline at the end. Text is free: what XML 1.0 cannot
 * hold (control characters but tab and newlines, U+FFFE, U+FFFF, broken UTF-8) becomes U+FFFD. */
#pragma once

#include <glib.h>
#include <libxml/xmlwriter.h>

G_BEGIN_DECLS

/* Starts a document in buffer (borrowed). Free with xmlFreeTextWriter(). */
xmlTextWriter *hr_xml_writer_new (xmlBuffer *buffer);

void hr_xml_write_start (xmlTextWriter *writer, const char *name);
void hr_xml_write_end (xmlTextWriter *writer);
void hr_xml_write_attribute (xmlTextWriter *writer, const char *key, const char *text);
void hr_xml_write_int_attribute (xmlTextWriter *writer, const char *key, int value);
void hr_xml_write_text_element (xmlTextWriter *writer, const char *name, const char *text);

G_END_DECLS
