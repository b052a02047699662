#include "fit.h"

#include "checked.h"

#define MAX_BATCH G_GINT64_CONSTANT (2147483647)

/* An estimate with another batch, over the same graph. NULL when cancelled. */
static HrAnalysis *
estimate_batch (const HrAnalysis *analysis, gint64 batch, HrCancel *cancel)
{
  g_autoptr (HrProject) project = NULL;
  HrSettings settings = *hr_analysis_get_settings (analysis);

  settings.batch = batch;
  project = hr_project_with_settings (hr_analysis_get_project (analysis), &settings);
  return hr_analysis_new (project, cancel);
}

static guint
count_known (const HrAnalysis *analysis)
{
  guint n_layers, n_known = 0;
  const HrLayer *layers = hr_analysis_get_layers (analysis, &n_layers);

  for (guint i = 0; i < n_layers; i++)
    n_known += layers[i].known;
  return n_known;
}

/* What one instance needs, as the measure of larger batches: where fewer layers are known or no steps can be laid out,
 * sizes have gone beyond 2^63 − 1. */
typedef struct
{
  const HrAnalysis *analysis; /* borrowed */
  HrCancel *cancel;           /* borrowed */
  gint64 available_bytes;
  guint n_known;
  gint64 peak_bytes;
} Search;

/* Whether a batch fits; stores its peak. FALSE also when cancelled. */
static gboolean
batch_fits (const Search *search, gint64 batch, gint64 *peak_bytes)
{
  g_autoptr (HrAnalysis) analysis = estimate_batch (search->analysis, batch, search->cancel);
  const HrTotals *totals;

  if (analysis == NULL)
    return FALSE;
  totals = hr_analysis_get_totals (analysis);
  *peak_bytes = totals->peak_bytes;
  return count_known (analysis) == search->n_known && (totals->peak_step >= 0) == (search->peak_bytes > 0)
         && totals->peak_bytes <= search->available_bytes;
}

/* Bisection: memory never shrinks when the batch grows. */
static void
find_largest_batch (const Search *search, HrFit *fit)
{
  gint64 low = 1, high = MAX_BATCH, peak_bytes;

  fit->largest_batch = 0;
  if (search->peak_bytes > search->available_bytes)
    return;
  if (batch_fits (search, MAX_BATCH, &peak_bytes))
    {
      fit->largest_batch = MAX_BATCH;
      fit->batch_unbounded = peak_bytes == search->peak_bytes;
      return;
    }
  /* low fits, high does not. */
  while (high - low > 1 && !hr_cancel_is_cancelled (search->cancel))
    {
      gint64 middle = low + (high - low) / 2;

      if (batch_fits (search, middle, &peak_bytes))
        low = middle;
      else
        high = middle;
    }
  fit->largest_batch = low;
}

/* The earliest step that goes over, and the block that crosses the line in it. */
static void
find_failure (const HrAnalysis *analysis, HrFit *fit)
{
  guint n_steps, n_blocks;
  const HrStep *steps = hr_analysis_get_steps (analysis, &n_steps);
  const HrBlock *blocks = hr_analysis_get_blocks (analysis, &n_blocks);
  gint64 sum = 0;

  for (guint i = 0; i < n_steps && fit->failing_step < 0; i++)
    if (steps[i].bytes > fit->available_bytes)
      fit->failing_step = (int) i;
  for (guint i = 0; i < n_blocks && fit->failing_step >= 0 && fit->failing_block < 0; i++)
    {
      if (blocks[i].first_step > (guint) fit->failing_step || blocks[i].last_step < (guint) fit->failing_step)
        continue;
      sum += blocks[i].bytes;
      if (sum > fit->available_bytes)
        fit->failing_block = (int) i;
    }
}

gboolean
hr_fit (const HrAnalysis *analysis, gint64 available_bytes, HrCancel *cancel, HrFit *fit)
{
  g_autoptr (HrAnalysis) one = NULL;
  Search search = { .analysis = analysis, .cancel = cancel, .available_bytes = available_bytes };
  const HrTotals *totals;

  g_return_val_if_fail (analysis != NULL && available_bytes >= 0 && fit != NULL, FALSE);

  totals = hr_analysis_get_totals (analysis);
  *fit = (HrFit) {
    .fits = totals->peak_bytes <= available_bytes,
    .needed_bytes = totals->peak_bytes,
    .available_bytes = available_bytes,
    .margin_bytes = available_bytes - totals->peak_bytes,
    .failing_step = -1,
    .failing_block = -1,
  };
  find_failure (analysis, fit);
  one = estimate_batch (analysis, 1, cancel);
  if (one == NULL)
    return FALSE;
  search.n_known = count_known (one);
  search.peak_bytes = hr_analysis_get_totals (one)->peak_bytes;
  find_largest_batch (&search, fit);
  return !hr_cancel_is_cancelled (cancel);
}
