/* text.h: text that comes from outside. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The text as one line: a space for each line break, tab or other control character, which would break a table or steer a
 * terminal. Takes UTF-8, and leaves other bytes as they are. NULL for NULL; owned by the caller. */
char *hr_text_to_line (const char *text);

G_END_DECLS
