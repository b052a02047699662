/* report-table.h: the layers of an estimate as a table of text, for people. */
#pragma once

#include "../core/analysis.h"

G_BEGIN_DECLS

typedef struct
{
  GPtrArray *rows; /* owned, of rows: GStrv of n_columns cells; the first is the heading, the last holds the totals */
  guint n_columns;
  const gboolean *is_number; /* static: per column */
} HrReportTable;

/* Layers but network inputs, with their shares of the totals. Columns: layer, kind, output, parameters, multiply-adds,
 * output bytes, and in training the bytes kept for the backward pass. */
void hr_report_table_init (HrReportTable *self, const HrAnalysis *analysis);
void hr_report_table_clear (HrReportTable *self);

/* Lines about the whole: what was estimated, how, the peak and its parts, problems. Owned by the caller (GStrv): pairs of
 * a translated label, or "", and text. */
char **hr_report_dup_summary (const HrAnalysis *analysis);

/* "1,399,500,000", in any locale. Owned by the caller. */
char *hr_report_format_count (gint64 count);

/* "12.0 MiB", in any locale. Owned by the caller. */
char *hr_report_format_size (gint64 bytes);

G_END_DECLS
