#include "report.h"

#include <glib/gi18n-lib.h>

#include "report-private.h"

static const HrReportFormat formats[] = {
  { "text", N_ ("Text"), hr_report_write_text },
  { "json", N_ ("JSON"), hr_report_write_json },
  { "csv", N_ ("Comma-separated values"), hr_report_write_csv },
  { "markdown", N_ ("Markdown"), hr_report_write_markdown },
};

const HrReportFormat *
hr_report_format_get_all (guint *n_formats)
{
  g_return_val_if_fail (n_formats != NULL, NULL);
  *n_formats = G_N_ELEMENTS (formats);
  return formats;
}

const HrReportFormat *
hr_report_format_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_strcmp0 (formats[i].id, id) == 0)
      return &formats[i];
  return NULL;
}

gboolean
hr_report_is_input (const HrLayer *layer)
{
  return (layer->node->op->flags & HR_OP_SOURCE) != 0;
}

char *
hr_report_dup_endpoint (const HrEndpoint *endpoint)
{
  if (endpoint->port == 0)
    return g_strdup (endpoint->node_id);
  return g_strdup_printf ("%s:%u", endpoint->node_id, endpoint->port);
}

const char *
hr_report_get_severity_id (HrSeverity severity)
{
  static const char *const ids[] = {
    [HR_SEVERITY_NOTE] = "note",
    [HR_SEVERITY_WARNING] = "warning",
    [HR_SEVERITY_ERROR] = "error",
  };
  return ids[severity];
}
