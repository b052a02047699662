/* chart-note.c: see chart-note.h. */
#include "chart-note.h"

#include <glib/gi18n-lib.h>

#include "../core/units.h"

/* "Step 41 · Backward · layer4.1.conv2". Owned by the caller. */
static char *
dup_step_name (const HrAnalysis *analysis, const HrStep *step, int index)
{
  guint n_layers;
  const HrLayer *layers = hr_analysis_get_layers (analysis, &n_layers);
  const char *phase = hr_phase_get_title (step->phase);

  if (step->layer < 0)
    return g_strdup_printf (_ ("Step %d · %s"), index + 1, phase);
  /* Translators: number of the step, phase ("Backward"), name of the layer. */
  return g_strdup_printf (_ ("Step %d · %s · %s"), index + 1, phase, hr_node_get_name (layers[step->layer].node));
}

/* What is under the pointer beside the step, or NULL. Owned by the caller. */
static char *
dup_detail (const HrAnalysis *analysis, const HrStep *step, const HrTimelineHit *hit)
{
  guint n_blocks;
  const HrBlock *blocks = hr_analysis_get_blocks (analysis, &n_blocks);
  g_autofree char *name = NULL;
  g_autofree char *size = NULL;

  if (hit->block >= 0)
    {
      const HrBlock *block = &blocks[hit->block];

      name = hr_analysis_dup_block_name (analysis, hit->block);
      size = hr_format_size (block->bytes);
      /* Translators: name of a block of memory, its size, first and last step of its life. */
      return g_strdup_printf (_ ("%s: %s, steps %u–%u"), name, size, block->first_step + 1, block->last_step + 1);
    }
  if (hit->category < 0)
    return NULL;
  size = hr_format_size (step->categories[hit->category]);
  /* Translators: a category ("Activations") and its size. */
  return g_strdup_printf (_ ("%s: %s"), hr_category_get_title (hit->category), size);
}

char *
hr_chart_note_dup_markup (const HrAnalysis *analysis, const HrTimelineHit *hit)
{
  guint n_steps;
  const HrStep *steps = hr_analysis_get_steps (analysis, &n_steps);
  const HrStep *step;
  g_autofree char *size = NULL;
  g_autofree char *name = NULL;
  g_autofree char *detail = NULL;

  g_return_val_if_fail (hit->step >= 0 && (guint) hit->step < n_steps, g_strdup (""));
  step = &steps[hit->step];
  size = hr_format_size (step->bytes);
  name = dup_step_name (analysis, step, hit->step);
  detail = dup_detail (analysis, step, hit);
  return detail != NULL ? g_markup_printf_escaped ("<b>%s</b>\n%s\n%s", size, name, detail)
                        : g_markup_printf_escaped ("<b>%s</b>\n%s", size, name);
}
