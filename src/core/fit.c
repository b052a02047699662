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

/* Whether a batch fits; stores its peak, 0 when that is beyond 2^63 − 1. FALSE also when cancelled. */
static gboolean
batch_fits (const Search *search, gint64 batch, gint64 *peak_bytes)
{
  g_autoptr (HrAnalysis) analysis = estimate_batch (search->analysis, batch, search->cancel);
  const HrTotals *totals;

  *peak_bytes = 0;
  if (analysis == NULL)
    return FALSE;
  totals = hr_analysis_get_totals (analysis);
  if (count_known (analysis) != search->n_known || (totals->peak_step >= 0) != (search->peak_bytes > 0))
    return FALSE;
  *peak_bytes = totals->peak_bytes;
  return totals->peak_bytes <= search->available_bytes;
}

/* A batch and what it needs, or 0 where that is not known. */
typedef struct
{
  gint64 batch, bytes;
} Probe;

/* The batch between two at which a straight line through both reaches what is available. */
static gint64
interpolate (const Probe *low, const Probe *high, gint64 available_bytes)
{
  double share = (double) (available_bytes - low->bytes) / (double) (high->bytes - low->bytes);
  gint64 batch = low->batch + (gint64) (share * (double) (high->batch - low->batch));

  return CLAMP (batch, low->batch + 1, high->batch - 1);
}

/* Memory never shrinks when the batch grows, and mostly grows in a straight line: every other try follows that line, the
 * others halve the range, so that the search ends soon whatever the network. */
static void
find_largest_batch (const Search *search, HrFit *fit)
{
  Probe low = { 1, search->peak_bytes }, high = { MAX_BATCH, 0 };
  gboolean straight = TRUE;

  fit->largest_batch = 0;
  if (low.bytes > search->available_bytes)
    return;
  if (batch_fits (search, high.batch, &high.bytes))
    {
      fit->largest_batch = high.batch;
      fit->batch_unbounded = high.bytes == low.bytes;
      return;
    }
  for (; high.batch - low.batch > 1 && !hr_cancel_is_cancelled (search->cancel); straight = !straight)
    {
      Probe next = { low.batch + (high.batch - low.batch) / 2, 0 };

      if (straight && high.bytes > low.bytes)
        next.batch = interpolate (&low, &high, search->available_bytes);
      if (batch_fits (search, next.batch, &next.bytes))
        low = next;
      else
        high = next;
    }
  fit->largest_batch = low.batch;
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
  *fit = (HrFit){
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
