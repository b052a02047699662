#include <string.h>

#include "../core/text.h"
#include "report-private.h"
#include "report-table.h"

#define MAX_WIDTH 100
#define GAP 2
#define MIN_KIND_WIDTH 12
#define MIN_NAME_WIDTH 16

/* Columns are counted in characters: names of layers are free text, and wide ones are rare. */
static glong
get_width (const char *text)
{
  return g_utf8_strlen (text, -1);
}

static void
append_spaces (GString *text, glong n)
{
  for (glong i = 0; i < n; i++)
    g_string_append_c (text, ' ');
}

/* text, or its beginning, "…" and n_end characters of its end when it is too wide. Owned by the caller. */
static char *
ellipsize (const char *text, glong width, glong n_end)
{
  glong n = get_width (text);
  if (n <= width)
    return g_strdup (text);
  g_autofree char *start = g_utf8_substring (text, 0, width - 1 - n_end);
  return g_strconcat (start, "…", g_utf8_offset_to_pointer (text, n - n_end), NULL);
}

/* Takes up to excess from a width, but leaves it at least. Returns what is left of the excess. */
static glong
shrink (glong *width, glong least, glong excess)
{
  glong taken = CLAMP (*width - least, 0, excess);
  *width -= taken;
  return excess - taken;
}

/* Widths of the columns; kind, then name give way where the table would be too wide. */
static void
measure (const HrReportTable *table, glong *widths)
{
  glong total = GAP * (table->n_columns - 1);
  for (guint c = 0; c < table->n_columns; c++)
    {
      widths[c] = 0;
      for (guint r = 0; r < table->rows->len; r++)
        widths[c] = MAX (widths[c], get_width (((char **) table->rows->pdata[r])[c]));
      total += widths[c];
    }
  glong excess = shrink (&widths[1], MIN_KIND_WIDTH, MAX (total - MAX_WIDTH, 0));
  shrink (&widths[0], MIN_NAME_WIDTH, excess);
}

static void
append_row (GString *text, const HrReportTable *table, char **cells, const glong *widths)
{
  for (guint c = 0; c < table->n_columns; c++)
    {
      g_autofree char *cell = ellipsize (cells[c], widths[c], c == 0 ? widths[c] / 2 : 0);
      glong padding = widths[c] - get_width (cell);
      if (table->is_number[c])
        append_spaces (text, padding);
      g_string_append (text, cell);
      if (!table->is_number[c])
        append_spaces (text, padding);
      append_spaces (text, c + 1 < table->n_columns ? GAP : 0);
    }
  g_string_append_c (text, '\n');
}

static void
append_table (GString *text, const HrAnalysis *analysis)
{
  HrReportTable table;
  hr_report_table_init (&table, analysis);
  g_autofree glong *widths = g_new (glong, table.n_columns);
  measure (&table, widths);
  for (guint r = 0; r < table.rows->len; r++)
    {
      if (r + 1 == table.rows->len)
        g_string_append_c (text, '\n');
      append_row (text, &table, table.rows->pdata[r], widths);
    }
  hr_report_table_clear (&table);
}

static void
append_summary (GString *text, char **lines)
{
  glong width = 0;
  for (guint i = 0; lines[i]; i += 2)
    width = MAX (width, get_width (lines[i]));
  for (guint i = 0; lines[i]; i += 2)
    {
      g_string_append (text, lines[i]);
      append_spaces (text, width - get_width (lines[i]) + GAP);
      g_string_append_printf (text, "%s\n", lines[i + 1]);
    }
}

char *
hr_report_write_text (const HrAnalysis *analysis)
{
  g_return_val_if_fail (analysis != NULL, NULL);

  g_auto (GStrv) summary = hr_report_dup_summary (analysis);
  GString *text = g_string_new (NULL);
  g_autofree char *title = hr_text_to_line (hr_project_get_title (hr_analysis_get_project (analysis)));
  g_string_append_printf (text, "%s\n\n", title);
  append_table (text, analysis);
  g_string_append_c (text, '\n');
  append_summary (text, summary);
  return g_string_free (text, FALSE);
}
