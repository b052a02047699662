/* report-private.h: what the formats of a report share. Not for use outside this folder. */
#pragma once

#include "../core/analysis.h"

G_BEGIN_DECLS

char *hr_report_write_text (const HrAnalysis *analysis);
char *hr_report_write_json (const HrAnalysis *analysis);
char *hr_report_write_csv (const HrAnalysis *analysis);
char *hr_report_write_markdown (const HrAnalysis *analysis);

/* Network inputs are reported apart from the layers. */
gboolean hr_report_is_input (const HrLayer *layer);

/* "split1:1", or NULL for an input that is not connected. Owned by the caller. */
char *hr_report_dup_endpoint (const HrEndpoint *endpoint);

/* "note", "warning", "error"; static, not translated. */
const char *hr_report_get_severity_id (HrSeverity severity);

G_END_DECLS
