#include "working.h"

#include <glib/gi18n-lib.h>

#include "checked.h"
#include "text.h"
#include "units.h"

void
hr_working_text_init (HrWorkingText *self, const char *unit)
{
  *self = (HrWorkingText) { .text = g_string_new (NULL), .unit = unit };
}

static void
start_line (HrWorkingText *self)
{
  if (self->text->len > 0)
    g_string_append_c (self->text, '\n');
}

void
hr_working_text_add_line (HrWorkingText *self, const char *line)
{
  start_line (self);
  g_string_append (self->text, line);
}

void
hr_working_text_add (HrWorkingText *self, const char *name, const char *terms, gint64 value)
{
  g_autofree char *count = hr_format_count (value);
  g_autofree char *line = hr_text_to_line (name);

  start_line (self);
  if (line != NULL)
    g_string_append_printf (self->text, "%s: ", line);
  if (terms != NULL)
    g_string_append_printf (self->text, "%s = ", terms);
  g_string_append_printf (self->text, "%s%s", count, self->unit);
  self->too_large = !hr_checked_add (self->sum, value, &self->sum) || self->too_large;
  self->n_terms++;
}

void
hr_working_text_finish_with (HrWorkingText *self, GPtrArray *workings, const char *figure, const char *label,
                             gint64 value)
{
  HrWorking *working = g_new (HrWorking, 1);

  if (self->text->len == 0)
    g_string_append_printf (self->text, "0%s", self->unit);
  *working = (HrWorking) {
    .figure = figure,
    .label = hr_text_to_line (label),
    .text = g_string_free (g_steal_pointer (&self->text), FALSE),
    .value = value,
  };
  g_ptr_array_add (workings, working);
}

void
hr_working_text_finish (HrWorkingText *self, GPtrArray *workings, const char *figure, const char *label)
{
  gint64 sum = self->sum;

  if (self->too_large)
    {
      g_autofree char *line = g_strdup_printf ("%s: %s%s", _ ("Together"), _ ("more than 2^63 − 1"), self->unit);
      hr_working_text_add_line (self, line);
    }
  else if (self->n_terms > 1)
    hr_working_text_add (self, _ ("Together"), NULL, sum);
  hr_working_text_finish_with (self, workings, figure, label, sum);
}

char *
hr_working_dup_bytes (gint64 n_elems, guint bits)
{
  g_autofree char *count = hr_format_count (n_elems);

  if (bits % 8 == 0)
    return g_strdup_printf ("%s·%u %s", count, bits / 8, _ ("B"));
  return g_strdup_printf ("⌈%s·%u/8⌉ %s", count, bits, _ ("B"));
}

void
hr_working_free (HrWorking *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->label);
  g_free (self->text);
  g_free (self);
}
