#include "canvas-figures.h"

static void
figures_clear (gpointer data)
{
  HrBoxFigures *self = data;

  g_free (self->output);
  g_free (self->message);
}

/* The layer of the estimate's project as one of the current project, or NULL when it is gone. */
static HrBoxFigures *
find_figures (GArray *all, HrGraph *graph, const char *id)
{
  int index = hr_graph_find (graph, id);

  return index >= 0 ? &g_array_index (all, HrBoxFigures, index) : NULL;
}

/* What leaves the layer; at the end of the network, what arrives. */
static const HrTensor *
get_tensor (const HrLayer *layer)
{
  if (layer->n_outputs > 0)
    return &layer->outputs[0];
  return layer->node->n_inputs > 0 ? &layer->inputs[0] : NULL;
}

static void
add_outputs (GArray *all, HrGraph *graph, HrAnalysis *analysis)
{
  guint n;
  const HrLayer *layers = hr_analysis_get_layers (analysis, &n);

  for (guint i = 0; i < n; i++)
    {
      HrBoxFigures *figures = find_figures (all, graph, layers[i].node->id);

      const HrTensor *tensor = get_tensor (&layers[i]);

      if (figures != NULL && tensor != NULL && tensor->shape.rank >= 0)
        figures->output = hr_shape_to_string (&tensor->shape, FALSE);
    }
}

static void
add_blocks (GArray *all, HrGraph *graph, HrAnalysis *analysis)
{
  const HrTotals *totals = hr_analysis_get_totals (analysis);
  guint n_layers, n;
  const HrLayer *layers = hr_analysis_get_layers (analysis, &n_layers);
  const HrBlock *blocks = hr_analysis_get_blocks (analysis, &n);

  for (guint i = 0; i < n && totals->peak_step >= 0; i++)
    {
      gboolean alive
          = blocks[i].first_step <= (guint) totals->peak_step && (guint) totals->peak_step <= blocks[i].last_step;
      HrBoxFigures *figures
          = alive && blocks[i].layer >= 0 ? find_figures (all, graph, layers[blocks[i].layer].node->id) : NULL;

      if (figures == NULL)
        continue;
      figures->peak_bytes += blocks[i].bytes;
      figures->at_peak = figures->at_peak || !blocks[i].persistent;
    }
}

static void
add_shares (GArray *all, HrAnalysis *analysis)
{
  gint64 peak = hr_analysis_get_totals (analysis)->peak_bytes;
  gint64 largest = 1;

  for (guint i = 0; i < all->len; i++)
    largest = MAX (largest, g_array_index (all, HrBoxFigures, i).peak_bytes);
  for (guint i = 0; i < all->len; i++)
    {
      HrBoxFigures *figures = &g_array_index (all, HrBoxFigures, i);

      figures->share = figures->peak_bytes / (double) MAX (1, peak);
      figures->length = figures->peak_bytes / (double) largest;
    }
}

static void
add_diagnostics (GArray *all, HrGraph *graph, HrAnalysis *analysis)
{
  guint n;
  const HrDiagnostic *diagnostics = hr_analysis_get_diagnostics (analysis, &n);

  for (guint i = 0; i < n; i++)
    {
      HrBoxFigures *figures = diagnostics[i].node_id != NULL ? find_figures (all, graph, diagnostics[i].node_id) : NULL;
      char *message;

      if (figures == NULL)
        continue;
      message = figures->message == NULL ? g_strdup (diagnostics[i].message)
                                         : g_strjoin ("\n", figures->message, diagnostics[i].message, NULL);
      g_free (figures->message);
      figures->message = message;
      figures->severity = MAX (figures->severity, diagnostics[i].severity);
    }
}

GArray *
hr_box_figures_new (HrDocument *document)
{
  HrGraph *graph = hr_project_get_graph (hr_document_get_project (document));
  HrAnalysis *analysis = hr_document_get_analysis (document);
  GArray *all = g_array_new (FALSE, TRUE, sizeof (HrBoxFigures));

  g_array_set_clear_func (all, figures_clear);
  g_array_set_size (all, hr_graph_get_n_nodes (graph));
  if (analysis == NULL)
    return all;
  add_outputs (all, graph, analysis);
  add_blocks (all, graph, analysis);
  add_shares (all, analysis);
  add_diagnostics (all, graph, analysis);
  return all;
}
