/* report-csv.c: RFC 4180, one row per layer, the last one with the totals and no kind. Figures that are not known are
 * empty; views have no bytes of their own. */
#include <string.h>

#include "report-private.h"

static void
append_text (GString *text, const char *field)
{
  if (!field)
    return;
  if (!strpbrk (field, "\",\r\n"))
    {
      g_string_append (text, field);
      return;
    }
  g_string_append_c (text, '"');
  for (; *field; field++)
    g_string_append (text, *field == '"' ? "\"\"" : (char[]){ *field, 0 });
  g_string_append_c (text, '"');
}

static void
append_figure (GString *text, gboolean known, gint64 value)
{
  g_string_append_c (text, ',');
  if (known)
    g_string_append_printf (text, "%" G_GINT64_FORMAT, value);
}

/* "1x64x112x112" of the first output, empty when a part of it is not known. */
static void
append_shape (GString *text, const HrLayer *layer)
{
  if (layer->n_outputs == 0 || !hr_shape_is_known (&layer->outputs[0].shape))
    return;
  const HrShape *shape = &layer->outputs[0].shape;
  for (int i = 0; i < shape->rank; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? "x" : "", shape->dims[i]);
}

static void
append_layer (GString *text, const HrLayer *layer)
{
  append_text (text, layer->node->id);
  g_string_append_c (text, ',');
  append_text (text, layer->node->op->id);
  g_string_append_c (text, ',');
  append_text (text, hr_node_get_name (layer->node));
  g_string_append_c (text, ',');
  append_text (text, layer->node->block);
  g_string_append_c (text, ',');
  append_shape (text, layer);
  append_figure (text, layer->known, layer->parameters);
  append_figure (text, layer->known, layer->parameter_bytes);
  append_figure (text, layer->known, layer->buffer_bytes);
  append_figure (text, layer->known, layer->multiply_adds);
  append_figure (text, layer->known, layer->view ? 0 : layer->output_bytes);
  append_figure (text, layer->known, layer->kept_bytes);
  g_string_append (text, "\r\n");
}

static void
append_totals (GString *text, const HrTotals *totals)
{
  g_string_append (text, "total,,,,");
  append_figure (text, TRUE, totals->parameters);
  append_figure (text, TRUE, totals->parameter_bytes);
  append_figure (text, TRUE, totals->buffer_bytes);
  append_figure (text, TRUE, totals->multiply_adds);
  append_figure (text, TRUE, totals->output_bytes);
  append_figure (text, TRUE, totals->kept_bytes);
  g_string_append (text, "\r\n");
}

char *
hr_report_write_csv (const HrAnalysis *analysis)
{
  g_return_val_if_fail (analysis != NULL, NULL);

  guint n;
  const HrLayer *layers = hr_analysis_get_layers (analysis, &n);
  GString *text
      = g_string_new ("layer,kind,name,block,output_shape,parameters,parameter_bytes,buffer_bytes,multiply_adds,"
                      "output_bytes,kept_for_backward_bytes\r\n");
  for (guint i = 0; i < n; i++)
    if (!hr_report_is_input (&layers[i]))
      append_layer (text, &layers[i]);
  append_totals (text, hr_analysis_get_totals (analysis));
  return g_string_free (text, FALSE);
}
