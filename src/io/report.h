/* report.h: an estimate as text for people and programs. Numbers never depend on the locale. */
#pragma once

#include "../core/analysis.h"

G_BEGIN_DECLS

/* One const row per format. */
typedef struct
{
  const char *id;                              /* static: "json" */
  const char *title;                           /* static, translatable */
  char *(*write) (const HrAnalysis *analysis); /* owned by the caller; ends in a newline */
} HrReportFormat;

const HrReportFormat *hr_report_format_get_all (guint *n_formats); /* text, json, csv, markdown */
const HrReportFormat *hr_report_format_find (const char *id);

G_END_DECLS
