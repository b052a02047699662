/* units.h: sizes and counts as people read and type them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* "44.7 MiB", in the locale's digits; below 1 KiB "392 B". Owned by the caller. */
char *hr_format_size (gint64 bytes);

/* "46,858,048 B" in the locale's grouping (ASCII comma in the C locale). Owned by the caller. */
char *hr_format_bytes (gint64 bytes);

/* "11,689,512": grouped digits. Owned by the caller. */
char *hr_format_count (gint64 count);

/* "1.81 G" for 1,814,073,344. Owned by the caller. */
char *hr_format_si (gint64 count);

/* "8GiB", "8GB", "500 MB", "1024": bytes, IEC and SI units as written, independent of the locale. FALSE when it is none. */
gboolean hr_parse_size (const char *text, gint64 *bytes);

G_END_DECLS
