#include "text.h"

/* Length of the control character at text, 0 where there is none: U+0000 to U+001F and U+007F to U+009F. */
static gsize
get_control_length (const char *text)
{
  guchar first = (guchar) text[0];

  if (g_ascii_iscntrl (text[0]))
    return 1;
  return first == 0xc2 && (guchar) text[1] >= 0x80 && (guchar) text[1] <= 0x9f ? 2 : 0;
}

char *
hr_text_to_line (const char *text)
{
  GString *line = NULL;

  if (text == NULL)
    return NULL;
  line = g_string_new (NULL);
  while (*text != '\0')
    {
      gsize length = get_control_length (text);

      g_string_append_c (line, length > 0 ? ' ' : *text);
      text += MAX (length, 1);
    }
  return g_string_free (line, FALSE);
}
