/* xml-guard.c: one pass over the text that knows only where tags, comments and the like begin and end. Up to the first
 * mistake in the syntax it sees what the parser sees, and there the parser stops. */
#include "xml-guard.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "xml.h"

typedef struct
{
  const char *data; /* borrowed */
  const char *at;   /* borrowed: where the scan stands */
  const char *end;  /* borrowed */
  const char *name; /* borrowed */
  guint n_elements;
  int depth;
} Guard;

static gboolean G_GNUC_PRINTF (3, 4) refuse (const Guard *self, GError **error, const char *format, ...)
{
  guint line = 1;
  for (const char *p = self->data; (p = memchr (p, '\n', self->at - p)); p++)
    line++;
  va_list args;
  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  hr_xml_set_error (error, HR_PROJECT_ERROR_SYNTAX, self->name, line, "%s", message);
  return FALSE;
}

static gboolean
starts_with (const Guard *self, const char *text)
{
  gsize length = strlen (text);
  return (gsize) (self->end - self->at) >= length && memcmp (self->at, text, length) == 0;
}

/* Moves past the next occurrence of text, or to the end. */
static void
skip_past (Guard *self, const char *text)
{
  const char *found = g_strstr_len (self->at, self->end - self->at, text);
  self->at = found ? found + strlen (text) : self->end;
}

/* Moves past a tag, counting its attributes. */
static gboolean
scan_tag (Guard *self, GError **error)
{
  gboolean closing = starts_with (self, "</");
  guint n_attributes = 0;
  char quote = 0;
  const char *p = self->at;
  for (; p < self->end && (quote || *p != '>'); p++)
    if (quote)
      quote = *p == quote ? 0 : quote;
    else if (*p == '"' || *p == '\'')
      quote = *p;
    else if (*p == '=' && ++n_attributes > HR_XML_MAX_ATTRIBUTES)
      return refuse (self, error, _ ("an element has more than %d attributes"), HR_XML_MAX_ATTRIBUTES);
  gboolean empty = p < self->end && p[-1] == '/';
  if (!closing && ++self->n_elements > HR_XML_MAX_ELEMENTS)
    return refuse (self, error, _ ("there are more than %d elements"), HR_XML_MAX_ELEMENTS);
  if (!closing && self->depth >= HR_XML_MAX_DEPTH)
    return refuse (self, error, _ ("elements are nested more than %d deep"), HR_XML_MAX_DEPTH);
  self->depth += closing ? -1 : !empty;
  self->at = p < self->end ? p + 1 : p;
  return TRUE;
}

static gboolean
scan (Guard *self, GError **error)
{
  while ((self->at = memchr (self->at, '<', self->end - self->at)))
    {
      if (starts_with (self, "<!--"))
        skip_past (self, "-->");
      else if (starts_with (self, "<![CDATA["))
        skip_past (self, "]]>");
      else if (starts_with (self, "<?"))
        skip_past (self, "?>");
      else if (starts_with (self, "<!"))
        return refuse (self, error, _ ("document type declarations are not allowed, nor entities of one's own"));
      else if (!scan_tag (self, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
hr_xml_guard (const char *data, gsize length, const char *name, GError **error)
{
  g_return_val_if_fail (data != NULL && name != NULL, FALSE);

  Guard guard = { .data = data, .at = data, .end = data + length, .name = name };
  if (length == 0)
    return refuse (&guard, error, _ ("the file is empty"));
  if (length > HR_XML_MAX_BYTES)
    return refuse (&guard, error, _ ("the file is larger than %d MiB"), HR_XML_MAX_BYTES >> 20);
  if (!g_utf8_validate_len (data, length, &guard.at))
    return refuse (&guard, error, _ ("the text is not valid UTF-8"));
  guard.at = data;
  return scan (&guard, error);
}
