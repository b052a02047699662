#include "analysis-private.h"

#include <glib/gi18n-lib.h>

#include "checked.h"
#include "figures.h"
#include "liveness.h"
#include "schedule.h"
#include "timeline.h"

/* Without steps there is nothing to show of blocks either. */
static void
drop_steps (HrAnalysis *self)
{
  self->n_steps = 0;
  g_array_set_size (self->blocks, 0);
  for (guint i = 0; i < self->n_tensors; i++)
    self->output_blocks[i] = -1;
  for (guint i = 0; i < self->n_layers; i++)
    self->layers[i].forward_step = self->layers[i].backward_step = -1;
  self->totals.complete = FALSE;
}

static void
lay_out (HrAnalysis *self)
{
  self->report.node_id = self->report.name = NULL;
  if (hr_analysis_trains (self) && !self->settings->execution->trains)
    {
      self->totals.complete = FALSE;
      hr_report_add (&self->report, HR_SEVERITY_ERROR, "not-trained",
                     _ ("The execution model “%s” covers inference only; choose another one or estimate inference."),
                     _ (self->settings->execution->title));
    }
  hr_schedule_fill (self);
  if (hr_liveness_fill (self)
      && hr_timeline_fill (self->steps, self->n_steps, (const HrBlock *) (void *) self->blocks->data,
                           self->blocks->len))
    return;
  hr_report_add (&self->report, HR_SEVERITY_ERROR, "overflow",
                 _ ("The network needs more than 2^63 − 1 bytes of memory."));
  drop_steps (self);
}

/* What a layer made in the forward pass and its backward step is the first to let go. */
static void
fill_kept (HrAnalysis *self)
{
  if (!hr_analysis_trains (self))
    return;
  for (guint i = 0; i < self->blocks->len; i++)
    {
      const HrBlock *block = &g_array_index (self->blocks, HrBlock, i);

      if (!block->kept)
        continue;
      self->totals.kept_bytes += block->bytes;
      if (block->layer >= 0)
        self->layers[block->layer].kept_bytes += block->bytes;
    }
}

/* FALSE on overflow. A total that overflows keeps what it was; the others still grow. */
static gboolean
add_layer (HrTotals *totals, const HrLayer *layer)
{
  gboolean own = !layer->view && !(layer->node->op->flags & HR_OP_SOURCE);
  gboolean fits = hr_checked_add (totals->parameters, layer->parameters, &totals->parameters);

  fits &= hr_checked_add (totals->parameter_bytes, layer->parameter_bytes, &totals->parameter_bytes);
  fits &= hr_checked_add (totals->buffer_bytes, layer->buffer_bytes, &totals->buffer_bytes);
  fits &= hr_checked_add (totals->multiply_adds, layer->multiply_adds, &totals->multiply_adds);
  fits &= hr_checked_add (totals->output_bytes, own ? layer->output_bytes : 0, &totals->output_bytes);
  return fits;
}

static void
fill_layer_totals (HrAnalysis *self)
{
  HrTotals *totals = &self->totals;
  gboolean fit = TRUE;

  for (guint i = 0; i < self->n_layers; i++)
    {
      totals->complete = totals->complete && self->layers[i].known;
      fit &= add_layer (totals, &self->layers[i]);
    }
  if (fit)
    return;
  totals->complete = FALSE;
  hr_report_add (&self->report, HR_SEVERITY_ERROR, "overflow", _ ("The network's totals exceed 2^63 − 1."));
}

static void
fill_peaks (HrAnalysis *self)
{
  HrTotals *totals = &self->totals;

  totals->peak_step = -1;
  for (guint i = 0; i < self->n_steps; i++)
    {
      const HrStep *step = &self->steps[i];

      totals->phase_peaks[step->phase] = MAX (totals->phase_peaks[step->phase], step->bytes);
      if (totals->peak_step >= 0 && step->bytes <= totals->peak_bytes)
        continue;
      totals->peak_step = (int) i;
      totals->peak_bytes = step->bytes;
    }
  if (totals->peak_step >= 0)
    memcpy (totals->peak_categories, self->steps[totals->peak_step].categories, sizeof totals->peak_categories);
}

static guint
count_tensors (const HrAnalysis *self)
{
  guint n_tensors = 0;

  for (guint i = 0; i < self->n_layers; i++)
    {
      n_tensors = MAX (n_tensors, self->inference->first_input[i] + self->layers[i].node->n_inputs);
      n_tensors = MAX (n_tensors, self->inference->first_output[i] + self->layers[i].n_outputs);
    }
  return n_tensors;
}

static void
hr_analysis_free (HrAnalysis *self)
{
  g_free (self->layers);
  g_free (self->owners);
  g_free (self->first_stored);
  g_clear_pointer (&self->stored, g_array_unref);
  g_free (self->pad_bytes);
  g_free (self->sources);
  g_free (self->storage);
  g_free (self->last_use);
  g_free (self->steps);
  g_clear_pointer (&self->blocks, g_array_unref);
  g_free (self->output_blocks);
  hr_report_clear (&self->report);
  g_clear_pointer (&self->inference, hr_inference_free);
  hr_project_unref (self->project);
  g_free (self);
}

HrAnalysis *
hr_analysis_new (HrProject *project, HrCancel *cancel)
{
  g_autoptr (HrAnalysis) self = NULL;

  g_return_val_if_fail (project != NULL, NULL);

  self = g_new0 (HrAnalysis, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->project = hr_project_ref (project);
  self->graph = hr_project_get_graph (project);
  self->settings = hr_project_get_settings (project);
  self->blocks = g_array_new (FALSE, FALSE, sizeof (HrBlock));
  hr_report_init (&self->report);
  self->inference = hr_infer (self->graph, self->settings->batch, self->settings->activations, &self->report, cancel);
  if (self->inference == NULL || !hr_figures_fill (self, cancel))
    return NULL;
  self->n_tensors = count_tensors (self);
  self->totals.complete = TRUE;
  lay_out (self);
  fill_kept (self);
  fill_layer_totals (self);
  fill_peaks (self);
  return hr_cancel_is_cancelled (cancel) ? NULL : g_steal_pointer (&self);
}

HrAnalysis *
hr_analysis_ref (HrAnalysis *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
hr_analysis_unref (HrAnalysis *self)
{
  g_return_if_fail (self != NULL);

  if (g_atomic_ref_count_dec (&self->ref_count))
    hr_analysis_free (self);
}

HrProject *
hr_analysis_get_project (const HrAnalysis *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->project;
}

const HrSettings *
hr_analysis_get_settings (const HrAnalysis *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->settings;
}

const HrLayer *
hr_analysis_get_layers (const HrAnalysis *self, guint *n_layers)
{
  g_return_val_if_fail (self != NULL && n_layers != NULL, NULL);

  *n_layers = self->n_layers;
  return self->layers;
}

const HrStep *
hr_analysis_get_steps (const HrAnalysis *self, guint *n_steps)
{
  g_return_val_if_fail (self != NULL && n_steps != NULL, NULL);

  *n_steps = self->n_steps;
  return self->steps;
}

const HrBlock *
hr_analysis_get_blocks (const HrAnalysis *self, guint *n_blocks)
{
  g_return_val_if_fail (self != NULL && n_blocks != NULL, NULL);

  *n_blocks = self->blocks->len;
  return (const HrBlock *) (void *) self->blocks->data;
}

const HrDiagnostic *
hr_analysis_get_diagnostics (const HrAnalysis *self, guint *n_diagnostics)
{
  g_return_val_if_fail (self != NULL && n_diagnostics != NULL, NULL);

  *n_diagnostics = self->report.items->len;
  return (const HrDiagnostic *) (void *) self->report.items->data;
}

const HrTotals *
hr_analysis_get_totals (const HrAnalysis *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return &self->totals;
}

int
hr_analysis_find_block (const HrAnalysis *self, guint layer, guint output)
{
  int storage;

  g_return_val_if_fail (self != NULL && layer < self->n_layers && output < self->layers[layer].n_outputs, -1);

  storage = self->storage[hr_analysis_output_tensor (self, layer, output)];
  return storage < 0 ? -1 : self->output_blocks[storage];
}

char *
hr_analysis_dup_block_name (const HrAnalysis *self, guint block)
{
  const HrBlock *row;
  const HrLayer *layer;

  g_return_val_if_fail (self != NULL && block < self->blocks->len, NULL);

  row = &g_array_index (self->blocks, HrBlock, block);
  if (row->layer < 0)
    return g_strdup (row->what);
  layer = &self->layers[row->layer];
  if (layer->n_outputs > 1 && g_str_equal (row->tensor, "output"))
    return g_strdup_printf ("%s %s %u", hr_node_get_name (layer->node), row->what, row->index + 1);
  return g_strdup_printf ("%s %s", hr_node_get_name (layer->node), row->what);
}
