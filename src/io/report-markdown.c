#include <string.h>

#include "report-private.h"
#include "report-table.h"

/* What Markdown would take for its own, behind a backslash; a line break would end the cell. */
static void
append_escaped (GString *text, const char *cell)
{
  for (; *cell; cell++)
    {
      if (strchr ("\\`*_[]<>|#", *cell))
        g_string_append_c (text, '\\');
      g_string_append_c (text, *cell == '\n' || *cell == '\r' ? ' ' : *cell);
    }
}

static void
append_row (GString *text, char **cells)
{
  g_string_append_c (text, '|');
  for (; *cells; cells++)
    {
      g_string_append_c (text, ' ');
      append_escaped (text, *cells);
      g_string_append (text, " |");
    }
  g_string_append_c (text, '\n');
}

static void
append_table (GString *text, const HrAnalysis *analysis)
{
  HrReportTable table;
  hr_report_table_init (&table, analysis);
  for (guint r = 0; r < table.rows->len; r++)
    {
      append_row (text, table.rows->pdata[r]);
      if (r > 0)
        continue;
      g_string_append_c (text, '|');
      for (guint c = 0; c < table.n_columns; c++)
        g_string_append (text, table.is_number[c] ? " ---: |" : " --- |");
      g_string_append_c (text, '\n');
    }
  hr_report_table_clear (&table);
}

/* A line without a label belongs to the one before it. */
static void
append_summary (GString *text, char **lines)
{
  for (guint i = 0; lines[i]; i += 2)
    {
      g_string_append (text, *lines[i] ? "- **" : "  - ");
      append_escaped (text, lines[i]);
      g_string_append (text, *lines[i] ? "**: " : "");
      append_escaped (text, lines[i + 1]);
      g_string_append_c (text, '\n');
    }
}

char *
hr_report_write_markdown (const HrAnalysis *analysis)
{
  g_return_val_if_fail (analysis != NULL, NULL);

  g_auto (GStrv) summary = hr_report_dup_summary (analysis);
  GString *text = g_string_new ("# ");
  append_escaped (text, hr_project_get_title (hr_analysis_get_project (analysis)));
  g_string_append (text, "\n\n");
  append_summary (text, summary);
  g_string_append_c (text, '\n');
  append_table (text, analysis);
  return g_string_free (text, FALSE);
}
