#include "units.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#include "checked.h"

char *
hr_format_size (gint64 bytes)
{
  static const char *const units[]
      = { N_ ("B"), N_ ("KiB"), N_ ("MiB"), N_ ("GiB"), N_ ("TiB"), N_ ("PiB"), N_ ("EiB") };
  double value = (double) bytes;
  guint unit = 0;

  /* Half a last digit below 1,024 already rounds up to the next unit. */
  while (fabs (value) >= (unit == 0 ? 1024 : 1023.95) && unit + 1 < G_N_ELEMENTS (units))
    {
      value /= 1024;
      unit++;
    }
  if (unit == 0)
    return g_strdup_printf ("%" G_GINT64_FORMAT " %s", bytes, _ (units[0]));
  return g_strdup_printf (fabs (value) < 9.995 ? "%.2f %s" : "%.1f %s", value, _ (units[unit]));
}

/* The locale's grouping mark; a comma where it has none, since long numbers need one. */
static const char *
get_grouping_mark (void)
{
  const char *mark = localeconv ()->thousands_sep;
  return *mark != '\0' && g_utf8_validate (mark, -1, NULL) ? mark : ",";
}

char *
hr_format_count (gint64 count)
{
  const char *separator = get_grouping_mark ();
  char digits[32];
  g_autoptr (GString) text = g_string_new (count < 0 ? "−" : NULL);
  gsize length;

  g_snprintf (digits, sizeof digits, "%" G_GUINT64_FORMAT, count < 0 ? -(guint64) count : (guint64) count);
  length = strlen (digits);
  for (gsize i = 0; i < length; i++)
    {
      if (i > 0 && (length - i) % 3 == 0)
        g_string_append (text, separator);
      g_string_append_c (text, digits[i]);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
hr_format_bytes (gint64 bytes)
{
  g_autofree char *count = hr_format_count (bytes);
  return g_strconcat (count, " ", _ ("B"), NULL);
}

char *
hr_format_si (gint64 count)
{
  static const char *const prefixes[] = { "", "k", "M", "G", "T", "P", "E" };
  double value = (double) count;
  guint prefix = 0;

  while (fabs (value) >= (prefix == 0 ? 1000 : 999.5) && prefix + 1 < G_N_ELEMENTS (prefixes))
    {
      value /= 1000;
      prefix++;
    }
  if (prefix == 0)
    return g_strdup_printf ("%" G_GINT64_FORMAT " ", count);
  return g_strdup_printf (fabs (value) < 9.995   ? "%.2f %s"
                          : fabs (value) < 99.95 ? "%.1f %s"
                                                 : "%.0f %s",
                          value, prefixes[prefix]);
}

/* The factor of a unit as written: "GiB", "GB", "G" (SI, as GB), "B" or nothing. 0 when it is none. */
static gint64
unit_factor (const char *unit)
{
  static const char prefixes[] = "KMGTPE";
  gint64 factor = 1;
  const char *prefix;

  if (*unit == '\0' || g_str_equal (unit, "B"))
    return 1;
  prefix = strchr (prefixes, g_ascii_toupper (*unit));
  if (prefix == NULL || (!g_str_equal (unit + 1, "B") && !g_str_equal (unit + 1, "iB") && unit[1] != '\0'))
    return 0;
  for (int i = 0; i <= prefix - prefixes; i++)
    factor *= unit[1] == 'i' ? 1024 : 1000;
  return factor;
}

/* Whole numbers are exact; decimals ("1.5 GiB") are rounded down to whole bytes. */
gboolean
hr_parse_size (const char *text, gint64 *bytes)
{
  g_autofree char *stripped = NULL;
  char *end;
  gint64 factor;
  guint64 whole;
  double fraction;

  g_return_val_if_fail (text != NULL && bytes != NULL, FALSE);

  stripped = g_strstrip (g_strdup (text));
  if (!g_ascii_isdigit (*stripped))
    return FALSE;
  errno = 0;
  whole = g_ascii_strtoull (stripped, &end, 10);
  if (errno != 0 || whole > G_MAXINT64)
    return FALSE;
  fraction = *end == '.' && g_ascii_isdigit (end[1]) ? g_ascii_strtod (end, &end) : 0;
  factor = unit_factor (end + strspn (end, " "));
  return factor > 0 && hr_checked_mul ((gint64) whole, factor, bytes)
         && hr_checked_add (*bytes, (gint64) (fraction * (double) factor), bytes);
}
