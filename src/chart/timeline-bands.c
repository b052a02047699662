#include "timeline-private.h"

#include <glib/gi18n-lib.h>

/* Beyond these a band is hardly ever a pixel high. */
#define N_DRAWN_BLOCKS 120

/* From the bottom up: what stays the same first, so that what changes is seen against a level ground. */
static const HrCategory stack_order[HR_N_CATEGORIES] = {
  HR_CATEGORY_PARAMETERS,
  HR_CATEGORY_BUFFERS,
  HR_CATEGORY_OPTIMIZER_STATE,
  HR_CATEGORY_INPUTS,
  HR_CATEGORY_PARAMETER_GRADIENTS,
  HR_CATEGORY_ACTIVATIONS,
  HR_CATEGORY_ACTIVATION_GRADIENTS,
  HR_CATEGORY_WORKSPACE,
  HR_CATEGORY_OVERHEAD,
};

void
hr_band_free (HrBand *self)
{
  g_free (self->title);
  g_free (self->values);
  g_free (self->marked);
  g_free (self);
}

static HrBand *
add_band (HrTimeline *self, char *title, const HrColor *color, int category, int block)
{
  HrBand *band = g_new0 (HrBand, 1);

  band->title = title;
  band->color = *color;
  band->category = category;
  band->block = block;
  g_ptr_array_add (self->bands, band);
  return band;
}

static gboolean
category_occurs (const HrTimeline *self, HrCategory category)
{
  for (guint i = 0; i < self->n_steps; i++)
    if (self->steps[i].categories[category] > 0)
      return TRUE;
  return FALSE;
}

static void
make_category_bands (HrTimeline *self)
{
  for (guint i = 0; i < HR_N_CATEGORIES; i++)
    {
      HrCategory category = stack_order[i];

      if (category_occurs (self, category))
        add_band (self, g_strdup (hr_category_get_title (category)), &self->scene->style.categories[category],
                  (int) category, -1)
            ->listed
            = TRUE;
    }
}

static gboolean
is_alive (const HrBlock *block, guint step)
{
  return block->first_step <= step && step <= block->last_step;
}

/* What is there at the peak first, then by size, then by allocation. */
static int
compare_telling (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const HrTimeline *self = user_data;
  guint first = *(const guint *) a, second = *(const guint *) b;
  const HrBlock *x = &self->blocks[first], *y = &self->blocks[second];
  gboolean x_alive = is_alive (x, (guint) self->totals->peak_step);
  gboolean y_alive = is_alive (y, (guint) self->totals->peak_step);

  if (x_alive != y_alive)
    return x_alive ? -1 : 1;
  if (x->bytes != y->bytes)
    return x->bytes > y->bytes ? -1 : 1;
  return first < second ? -1 : first > second;
}

static int
compare_indices (gconstpointer a, gconstpointer b, gpointer user_data)
{
  guint first = *(const guint *) a, second = *(const guint *) b;

  return first < second ? -1 : first > second;
}

/* The most telling blocks have colours and names; those after them are bands in two shades of one grey, so that one sees
 * how long each lives; the rest is one band. Within each group the order is that of allocation. */
static void
make_tensor_bands (HrTimeline *self)
{
  g_autofree guint *order = g_new (guint, self->n_blocks);
  guint n_named = MIN (self->n_blocks, HR_N_SERIES_COLORS), n_drawn = MIN (self->n_blocks, N_DRAWN_BLOCKS);
  HrColor shades[2] = { self->scene->style.rest, self->scene->style.rest_light };

  for (guint i = 0; i < self->n_blocks; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) self->n_blocks, sizeof *order, compare_telling, self);
  g_qsort_with_data (order, (int) n_named, sizeof *order, compare_indices, NULL);
  g_qsort_with_data (order + n_named, (int) (n_drawn - n_named), sizeof *order, compare_indices, NULL);
  for (guint i = 0; i < n_drawn; i++)
    add_band (self, hr_analysis_dup_block_name (self->analysis, order[i]),
              i < n_named ? &self->scene->style.series[i] : &shades[i % 2], (int) self->blocks[order[i]].category,
              (int) order[i])
        ->listed
        = i < n_named;
  if (n_named < self->n_blocks)
    add_band (self, g_strdup (_ ("everything else")), &self->scene->style.rest, -1, -1)->listed = TRUE;
}

void
hr_timeline_make_bands (HrTimeline *self)
{
  if (self->spec.view == HR_TIMELINE_CATEGORY)
    make_category_bands (self);
  else if (self->spec.view == HR_TIMELINE_TENSOR)
    make_tensor_bands (self);
}

static void
fill_category_band (const HrTimeline *self, HrBand *band)
{
  for (guint i = 0; i < self->columns->len; i++)
    band->values[i] = (double) self->steps[g_array_index (self->columns, HrColumn, i).worst].categories[band->category];
}

static void
fill_block_band (const HrTimeline *self, HrBand *band)
{
  const HrBlock *block = &self->blocks[band->block];

  for (guint i = 0; i < self->columns->len; i++)
    if (is_alive (block, g_array_index (self->columns, HrColumn, i).worst))
      band->values[i] = (double) block->bytes;
}

/* What the steps need beyond the bands below. */
static void
fill_rest_band (const HrTimeline *self, HrBand *rest)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      double bytes = (double) self->steps[g_array_index (self->columns, HrColumn, i).worst].bytes;

      for (guint j = 0; j + 1 < self->bands->len; j++)
        bytes -= ((HrBand *) g_ptr_array_index (self->bands, j))->values[i];
      rest->values[i] = MAX (0.0, bytes);
    }
}

/* The band that a block is part of, or NULL. */
static HrBand *
find_band (const HrTimeline *self, guint block)
{
  HrBand *found = NULL;

  for (guint i = 0; i < self->bands->len; i++)
    {
      HrBand *band = g_ptr_array_index (self->bands, i);

      if (band->block == (int) block)
        return band;
      if (band->block < 0 && (band->category < 0 || band->category == (int) self->blocks[block].category))
        found = band;
    }
  return found;
}

static void
mark_block (const HrTimeline *self, guint block)
{
  HrBand *band = find_band (self, block);

  if (band == NULL)
    return;
  if (band->marked == NULL)
    band->marked = g_new0 (double, self->columns->len);
  for (guint i = 0; i < self->columns->len; i++)
    if (is_alive (&self->blocks[block], g_array_index (self->columns, HrColumn, i).worst))
      band->marked[i] = MIN (band->values[i], band->marked[i] + (double) self->blocks[block].bytes);
}

void
hr_timeline_fill_bands (HrTimeline *self)
{
  for (guint i = 0; i < self->bands->len; i++)
    {
      HrBand *band = g_ptr_array_index (self->bands, i);

      band->values = g_new0 (double, self->columns->len);
      if (band->block >= 0)
        fill_block_band (self, band);
      else if (band->category >= 0)
        fill_category_band (self, band);
      else
        fill_rest_band (self, band);
    }
  for (guint i = 0; i < self->n_blocks && self->spec.selected_layer >= 0; i++)
    if (self->blocks[i].layer == self->spec.selected_layer)
      mark_block (self, i);
}

/* Adds the upper edge tops[first…end−1] to the last mark: a point where a level begins and one where it ends. */
static void
add_edge (HrTimeline *self, const double *tops, guint first, guint end)
{
  guint start = first;

  for (guint i = first; i < end; i++)
    {
      if (i + 1 < end && hr_timeline_get_y (self, tops[i + 1]) == hr_timeline_get_y (self, tops[i]))
        continue;

      double y = hr_timeline_get_y (self, tops[i]);
      hr_scene_add_point (self->scene, g_array_index (self->columns, HrColumn, start).left, y);
      hr_scene_add_point (self->scene, g_array_index (self->columns, HrColumn, i).right, y);
      start = i + 1;
    }
}

static void
add_area (HrTimeline *self, const HrBand *band, const double *tops, guint first, guint end)
{
  double bottom = hr_timeline_get_y (self, 0);
  HrMark *mark = hr_scene_add_mark (self->scene);

  mark->fill = band->color;
  mark->closed = TRUE;
  mark->title = g_strdup (band->title);
  add_edge (self, tops, first, end);
  hr_scene_add_point (self->scene, g_array_index (self->columns, HrColumn, end - 1).right, bottom);
  hr_scene_add_point (self->scene, g_array_index (self->columns, HrColumn, first).left, bottom);
}

/* Calls add for each run of columns in which the amounts are not 0. */
static void
add_runs (HrTimeline *self, const HrBand *band, const double *amounts, const double *tops,
          void (*add) (HrTimeline *self, const HrBand *band, const double *tops, guint first, guint end))
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      guint first = i;

      while (i < self->columns->len && amounts[i] > 0)
        i++;
      if (i > first)
        add (self, band, tops, first, i);
    }
}

/* Outlines the selected layer's share at the top of a band, and tints it. */
static void
add_share (HrTimeline *self, const HrBand *band, const double *tops, guint first, guint end)
{
  HrMark *mark = hr_scene_add_mark (self->scene);

  mark->fill = self->scene->style.highlight;
  mark->fill.alpha = 0.22;
  mark->stroke = self->scene->style.highlight;
  mark->closed = TRUE;
  add_edge (self, tops, first, end);
  for (guint i = end; i-- > first;)
    {
      const HrColumn *column = &g_array_index (self->columns, HrColumn, i);
      double y = hr_timeline_get_y (self, tops[i] - band->marked[i]);

      hr_scene_add_point (self->scene, column->right, y);
      hr_scene_add_point (self->scene, column->left, y);
    }
}

/* An outline around less than half a pixel would be all line. */
static void
drop_invisible (const HrTimeline *self, double *amounts)
{
  double least = self->top_bytes / self->plot.height / 2;

  for (guint i = 0; i < self->columns->len; i++)
    if (amounts[i] < least)
      amounts[i] = 0;
}

/* Each band is painted down to the ground, the highest first: so no seam of the background shows between two. */
void
hr_timeline_add_bands (HrTimeline *self)
{
  guint n_columns = self->columns->len;
  g_autofree double *tops = g_new0 (double, (gsize) n_columns *MAX (1, self->bands->len));

  for (guint i = 0; i < self->bands->len; i++)
    for (guint j = 0; j < n_columns; j++)
      tops[i * n_columns + j]
          = ((HrBand *) g_ptr_array_index (self->bands, i))->values[j] + (i > 0 ? tops[(i - 1) * n_columns + j] : 0.0);
  for (guint i = self->bands->len; i-- > 0;)
    {
      const HrBand *band = g_ptr_array_index (self->bands, i);
      add_runs (self, band, band->values, tops + i * n_columns, add_area);
    }
  for (guint i = 0; i < self->bands->len; i++)
    {
      const HrBand *band = g_ptr_array_index (self->bands, i);

      if (band->marked == NULL)
        continue;
      drop_invisible (self, band->marked);
      add_runs (self, band, band->marked, tops + i * n_columns, add_share);
    }
}
