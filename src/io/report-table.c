#include "report-table.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "../core/execution.h"
#include "../core/optimizer.h"
#include "../core/text.h"
#include "report-private.h"

char *
hr_report_format_count (gint64 count)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GINT64_FORMAT, count);
  GString *text = g_string_new (digits);
  for (gssize at = (gssize) text->len - 3; at > 0; at -= 3)
    g_string_insert_c (text, at, ',');
  return g_string_free (text, FALSE);
}

char *
hr_report_format_size (gint64 bytes)
{
  static const char *const units[]
      = { N_ ("B"), N_ ("KiB"), N_ ("MiB"), N_ ("GiB"), N_ ("TiB"), N_ ("PiB"), N_ ("EiB") };
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  double value = (double) bytes;
  guint unit = 0;
  while (value >= (unit == 0 ? 1024 : 1023.95) && unit + 1 < G_N_ELEMENTS (units))
    {
      value /= 1024;
      unit++;
    }
  g_ascii_formatd (number, sizeof number, unit == 0 ? "%.0f" : value < 9.995 ? "%.2f" : "%.1f", value);
  return g_strdup_printf ("%s %s", number, _ (units[unit]));
}

/* "12.0 MiB (12,613,600 B)" */
static char *
format_exact_size (gint64 bytes)
{
  g_autofree char *size = hr_report_format_size (bytes);
  g_autofree char *count = hr_report_format_count (bytes);
  return g_strdup_printf ("%s (%s %s)", size, count, _ ("B"));
}

/* "1×64×112×112" of the first output; "?" for what is not known. */
static char *
format_output (const HrLayer *layer)
{
  if (layer->n_outputs == 0)
    return g_strdup ("");
  const HrShape *shape = &layer->outputs[0].shape;
  if (shape->rank == HR_RANK_UNKNOWN)
    return g_strdup ("?");
  GString *text = g_string_new (NULL);
  for (int i = 0; i < shape->rank; i++)
    {
      g_string_append (text, i > 0 ? "×" : "");
      if (shape->dims[i] == HR_DIM_UNKNOWN)
        g_string_append_c (text, '?');
      else
        g_string_append_printf (text, "%" G_GINT64_FORMAT, shape->dims[i]);
    }
  return g_string_free (text, FALSE);
}

static char *
format_known (const HrLayer *layer, gint64 value, char *(*format) (gint64))
{
  return layer->known ? format (value) : g_strdup ("?");
}

/* Columns */

static const gboolean is_number[] = { FALSE, FALSE, FALSE, TRUE, TRUE, TRUE, TRUE };

static gboolean
has_kept (const HrAnalysis *analysis)
{
  return hr_analysis_get_settings (analysis)->mode == HR_MODE_TRAINING;
}

/* Takes the cells. */
static void
add_row (HrReportTable *self, char *cells[G_N_ELEMENTS (is_number)])
{
  char **row = g_new0 (char *, self->n_columns + 1);
  for (guint i = 0; i < G_N_ELEMENTS (is_number); i++)
    if (i < self->n_columns)
      row[i] = cells[i];
    else
      g_free (cells[i]);
  g_ptr_array_add (self->rows, row);
}

static void
add_heading (HrReportTable *self)
{
  char *cells[] = {
    g_strdup (_ ("Layer")),         g_strdup (_ ("Kind")),         g_strdup (_ ("Output")), g_strdup (_ ("Parameters")),
    g_strdup (_ ("Multiply-adds")), g_strdup (_ ("Output bytes")), g_strdup (_ ("Kept")),
  };
  add_row (self, cells);
}

static void
add_layer (HrReportTable *self, const HrLayer *layer)
{
  char *cells[] = {
    hr_text_to_line (hr_node_get_name (layer->node)),
    g_strdup (_ (layer->node->op->title)),
    format_output (layer),
    format_known (layer, layer->parameters, hr_report_format_count),
    format_known (layer, layer->multiply_adds, hr_report_format_count),
    layer->view ? g_strdup (_ ("view")) : format_known (layer, layer->output_bytes, hr_report_format_size),
    format_known (layer, layer->kept_bytes, hr_report_format_size),
  };
  add_row (self, cells);
}

static void
add_totals (HrReportTable *self, const HrTotals *totals)
{
  char *cells[] = {
    g_strdup (_ ("Total")),
    g_strdup (""),
    g_strdup (""),
    hr_report_format_count (totals->parameters),
    hr_report_format_count (totals->multiply_adds),
    hr_report_format_size (totals->output_bytes),
    hr_report_format_size (totals->kept_bytes),
  };
  add_row (self, cells);
}

void
hr_report_table_init (HrReportTable *self, const HrAnalysis *analysis)
{
  guint n;
  const HrLayer *layers = hr_analysis_get_layers (analysis, &n);
  *self = (HrReportTable) {
    .rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev),
    .n_columns = G_N_ELEMENTS (is_number) - !has_kept (analysis),
    .is_number = is_number,
  };
  add_heading (self);
  for (guint i = 0; i < n; i++)
    if (!hr_report_is_input (&layers[i]))
      add_layer (self, &layers[i]);
  add_totals (self, hr_analysis_get_totals (analysis));
}

void
hr_report_table_clear (HrReportTable *self)
{
  g_clear_pointer (&self->rows, g_ptr_array_unref);
}

/* Summary */

/* Takes text. */
static void
add_line (GPtrArray *lines, const char *label, char *text)
{
  g_ptr_array_add (lines, g_strdup (label));
  g_ptr_array_add (lines, hr_text_to_line (text));
  g_free (text);
}

static void
add_inputs (GPtrArray *lines, const HrAnalysis *analysis)
{
  guint n;
  const HrLayer *layers = hr_analysis_get_layers (analysis, &n);
  for (guint i = 0; i < n; i++)
    {
      if (!hr_report_is_input (&layers[i]))
        continue;
      g_autofree char *shape = format_output (&layers[i]);
      g_autofree char *size = format_known (&layers[i], layers[i].output_bytes, format_exact_size);
      add_line (lines, _ ("Input"), g_strdup_printf ("%s, %s, %s", hr_node_get_name (layers[i].node), shape, size));
    }
}

static void
add_settings (GPtrArray *lines, const HrSettings *settings)
{
  gboolean training = settings->mode == HR_MODE_TRAINING;
  g_autofree char *batch = hr_report_format_count (settings->batch);
  add_line (lines, _ ("Mode"),
            g_strdup_printf (training ? _ ("training, batch of %s") : _ ("inference, batch of %s"), batch));
  if (training)
    add_line (lines, _ ("Optimizer"), g_strdup (_ (settings->optimizer->title)));
  add_line (lines, _ ("Execution"), g_strdup (_ (settings->execution->title)));
}

static void
add_figures (GPtrArray *lines, const HrAnalysis *analysis)
{
  const HrTotals *totals = hr_analysis_get_totals (analysis);
  g_autofree char *parameters = hr_report_format_count (totals->parameters);
  g_autofree char *size = format_exact_size (totals->parameter_bytes);
  g_autofree char *total = hr_report_format_count (totals->multiply_adds);
  g_autofree char *instance
      = hr_report_format_count (totals->multiply_adds / hr_analysis_get_settings (analysis)->batch);
  add_line (lines, _ ("Parameters"), g_strdup_printf ("%s, %s", parameters, size));
  add_line (lines, _ ("Multiply-adds"), g_strdup_printf (_ ("%s (%s per instance)"), total, instance));
  if (has_kept (analysis))
    add_line (lines, _ ("Kept for backward"), format_exact_size (totals->kept_bytes));
}

/* "step 2: conv2, Forward" */
static char *
format_step (const HrAnalysis *analysis, int index)
{
  guint n;
  const HrStep *step = &hr_analysis_get_steps (analysis, &n)[index];
  const char *phase = hr_phase_get_title (step->phase);
  if (step->layer < 0)
    return g_strdup_printf (_ ("step %d: %s"), index + 1, phase);
  const HrLayer *layer = &hr_analysis_get_layers (analysis, &n)[step->layer];
  return g_strdup_printf (_ ("step %d: %s, %s"), index + 1, hr_node_get_name (layer->node), phase);
}

static void
add_peak (GPtrArray *lines, const HrAnalysis *analysis)
{
  const HrTotals *totals = hr_analysis_get_totals (analysis);
  if (totals->peak_step < 0)
    return;
  g_autofree char *peak = format_exact_size (totals->peak_bytes);
  g_autofree char *step = format_step (analysis, totals->peak_step);
  add_line (lines, _ ("Peak"), g_strdup_printf (_ ("%s in %s"), peak, step));
  for (int i = 0; i < HR_N_CATEGORIES; i++)
    {
      if (totals->peak_categories[i] == 0)
        continue;
      g_autofree char *size = format_exact_size (totals->peak_categories[i]);
      add_line (lines, "", g_strdup_printf ("%s: %s", hr_category_get_title (i), size));
    }
}

static void
add_problems (GPtrArray *lines, const HrAnalysis *analysis)
{
  static const char *const titles[] = {
    [HR_SEVERITY_NOTE] = N_ ("Note"),
    [HR_SEVERITY_WARNING] = N_ ("Warning"),
    [HR_SEVERITY_ERROR] = N_ ("Error"),
  };
  guint n;
  const HrDiagnostic *diagnostics = hr_analysis_get_diagnostics (analysis, &n);
  if (!hr_analysis_get_totals (analysis)->complete)
    add_line (lines, _ ("Incomplete"), g_strdup (_ ("figures are as far as the network is known")));
  for (guint i = 0; i < n; i++)
    add_line (lines, _ (titles[diagnostics[i].severity]), g_strdup (diagnostics[i].message));
}

char **
hr_report_dup_summary (const HrAnalysis *analysis)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new ();
  add_inputs (lines, analysis);
  add_settings (lines, hr_analysis_get_settings (analysis));
  add_figures (lines, analysis);
  add_peak (lines, analysis);
  add_problems (lines, analysis);
  g_ptr_array_add (lines, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&lines), FALSE);
}
