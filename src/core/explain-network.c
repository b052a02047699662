#include "explain.h"

#include <glib/gi18n-lib.h>

#include "analysis-private.h"
#include "working.h"

/* A figure of a layer, by its place in HrLayer. */
typedef struct
{
  const char *figure; /* static */
  const char *label;  /* static, translatable */
  gsize offset;
  gboolean bytes;
  gboolean own_outputs; /* only layers whose output has memory of its own, and no network inputs */
  gboolean training;    /* only in training */
} Total;

static const Total totals[] = {
  { "parameters", N_ ("Parameters"), G_STRUCT_OFFSET (HrLayer, parameters) },
  { "parameter_bytes", N_ ("Bytes of the parameters"), G_STRUCT_OFFSET (HrLayer, parameter_bytes), .bytes = TRUE },
  { "buffer_bytes", N_ ("Bytes of the buffers"), G_STRUCT_OFFSET (HrLayer, buffer_bytes), .bytes = TRUE },
  { "multiply_adds", N_ ("Multiply-adds"), G_STRUCT_OFFSET (HrLayer, multiply_adds) },
  { "output_bytes", N_ ("All outputs"), G_STRUCT_OFFSET (HrLayer, output_bytes), .bytes = TRUE, .own_outputs = TRUE },
  { "kept_bytes", N_ ("Kept for the backward pass"), G_STRUCT_OFFSET (HrLayer, kept_bytes), .bytes = TRUE,
    .training = TRUE },
};

static void
explain_total (const HrAnalysis *analysis, const Total *total, GPtrArray *workings)
{
  HrWorkingText text;

  hr_working_text_init (&text, total->bytes ? _ (" B") : "");
  for (guint i = 0; i < analysis->n_layers; i++)
    {
      const HrLayer *layer = &analysis->layers[i];
      gint64 value = G_STRUCT_MEMBER (gint64, layer, total->offset);

      if (value == 0 || (total->own_outputs && (layer->view || (layer->node->op->flags & HR_OP_SOURCE))))
        continue;
      hr_working_text_add (&text, hr_node_get_name (layer->node), NULL, value);
    }
  hr_working_text_finish (&text, workings, total->figure, _ (total->label));
}

/* "Peak, in the backward step of conv2". Owned by the caller. */
static char *
dup_peak_label (const HrAnalysis *analysis)
{
  const HrStep *step = &analysis->steps[analysis->totals.peak_step];
  const char *phase = hr_phase_get_title (step->phase);

  if (step->layer < 0)
    /* Translators: a phase of a training step, such as "Update". */
    return g_strdup_printf (_ ("Peak, in the step “%s”"), phase);
  /* Translators: a phase of a training step such as "Forward", and a layer's name. */
  return g_strdup_printf (_ ("Peak, in the step “%s” of %s"), phase,
                          hr_node_get_name (analysis->layers[step->layer].node));
}

/* Whether the blocks of a category are told one by one. */
static gboolean
is_listed (HrCategory category)
{
  return category == HR_CATEGORY_INPUTS || category == HR_CATEGORY_ACTIVATIONS
         || category == HR_CATEGORY_ACTIVATION_GRADIENTS || category == HR_CATEGORY_WORKSPACE;
}

/* What is alive in the peak step: what is learned and its like by category, everything else block by block. */
static void
explain_peak (const HrAnalysis *analysis, GPtrArray *workings)
{
  g_autofree char *label = dup_peak_label (analysis);
  guint peak = (guint) analysis->totals.peak_step;
  HrWorkingText text;

  hr_working_text_init (&text, _ (" B"));
  for (guint i = 0; i < HR_N_CATEGORIES; i++)
    if (!is_listed (i) && analysis->totals.peak_categories[i] > 0)
      hr_working_text_add (&text, hr_category_get_title (i), NULL, analysis->totals.peak_categories[i]);
  for (guint i = 0; i < analysis->blocks->len; i++)
    {
      const HrBlock *block = &g_array_index (analysis->blocks, HrBlock, i);
      g_autofree char *name = NULL;

      if (!is_listed (block->category) || block->first_step > peak || block->last_step < peak)
        continue;
      name = hr_analysis_dup_block_name (analysis, i);
      hr_working_text_add (&text, name, NULL, block->bytes);
    }
  hr_working_text_finish (&text, workings, "peak_bytes", label);
}

GPtrArray *
hr_explain_network (const HrAnalysis *analysis)
{
  GPtrArray *workings;

  g_return_val_if_fail (analysis != NULL, NULL);

  workings = g_ptr_array_new_with_free_func ((GDestroyNotify) hr_working_free);
  for (guint i = 0; i < G_N_ELEMENTS (totals); i++)
    if (!totals[i].training || hr_analysis_trains (analysis))
      explain_total (analysis, &totals[i], workings);
  if (analysis->totals.peak_step >= 0)
    explain_peak (analysis, workings);
  return workings;
}
