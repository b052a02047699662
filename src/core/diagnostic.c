#include "diagnostic.h"

#include "text.h"

static void
diagnostic_clear (gpointer data)
{
  HrDiagnostic *self = data;
  g_free (self->node_id);
  g_free (self->message);
}

void
hr_report_init (HrReport *self)
{
  g_return_if_fail (self != NULL);
  *self = (HrReport) { .items = g_array_new (FALSE, FALSE, sizeof (HrDiagnostic)) };
  g_array_set_clear_func (self->items, diagnostic_clear);
}

void
hr_report_clear (HrReport *self)
{
  g_return_if_fail (self != NULL);
  g_clear_pointer (&self->items, g_array_unref);
}

void
hr_report_add (HrReport *self, HrSeverity severity, const char *code, const char *format, ...)
{
  HrDiagnostic diagnostic = { .severity = severity, .code = code };
  g_autofree char *sentence = NULL, *message = NULL;
  va_list args;

  g_return_if_fail (self != NULL && code != NULL && format != NULL);

  va_start (args, format);
  sentence = g_strdup_vprintf (format, args);
  va_end (args);
  diagnostic.node_id = g_strdup (self->node_id);
  message = self->name != NULL ? g_strconcat (self->name, ": ", sentence, NULL) : g_steal_pointer (&sentence);
  diagnostic.message = hr_text_to_line (message);
  g_array_append_val (self->items, diagnostic);
}

gboolean
hr_report_has_errors (const HrReport *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 0; i < self->items->len; i++)
    if (g_array_index (self->items, HrDiagnostic, i).severity == HR_SEVERITY_ERROR)
      return TRUE;
  return FALSE;
}
