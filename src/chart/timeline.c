#include "timeline-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static const struct
{
  const char *id;
  const char *title;
} views[] = {
  [HR_TIMELINE_CATEGORY] = { "category", N_ ("By Category") },
  [HR_TIMELINE_TENSOR] = { "tensor", N_ ("By Tensor") },
  [HR_TIMELINE_ARENA] = { "arena", N_ ("Arena") },
};

int
hr_timeline_view_find (const char *id)
{
  g_return_val_if_fail (id != NULL, -1);

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    if (strcmp (views[i].id, id) == 0)
      return (int) i;
  return -1;
}

const char *
hr_timeline_view_get_id (HrTimelineView view)
{
  g_return_val_if_fail (view < G_N_ELEMENTS (views), NULL);

  return views[view].id;
}

const char *
hr_timeline_view_get_title (HrTimelineView view)
{
  g_return_val_if_fail (view < G_N_ELEMENTS (views), NULL);

  return _ (views[view].title);
}

static gboolean
has_layer (const HrAnalysis *analysis, int layer)
{
  guint n_layers;

  hr_analysis_get_layers (analysis, &n_layers);
  return layer < (int) n_layers;
}

static void
read_analysis (HrTimeline *self)
{
  guint n_layers;

  self->steps = hr_analysis_get_steps (self->analysis, &self->n_steps);
  self->blocks = hr_analysis_get_blocks (self->analysis, &self->n_blocks);
  self->layers = hr_analysis_get_layers (self->analysis, &n_layers);
  self->totals = hr_analysis_get_totals (self->analysis);
}

/* Says in the middle why there is nothing to see. */
static void
add_notice (HrTimeline *self)
{
  g_autofree char *text = hr_scene_ellipsize (self->scene, HR_TEXT_NORMAL, _ ("No step can be computed yet"),
                                              self->scene->width - 2 * HR_TIMELINE_PAD);

  if (text == NULL)
    return;
  hr_scene_add_label (self->scene, HR_TEXT_NORMAL, text,
                      (self->scene->width - hr_scene_measure (self->scene, HR_TEXT_NORMAL, text)) / 2,
                      (self->scene->height - hr_scene_get_line_height (self->scene, HR_TEXT_NORMAL)) / 2,
                      &self->scene->style.dim);
}

static void
build (HrTimeline *self)
{
  hr_timeline_make_bands (self);
  if (self->spec.view == HR_TIMELINE_ARENA)
    self->arena = hr_arena_new (self);
  hr_timeline_place_plot (self);
  hr_timeline_make_columns (self);
  hr_timeline_fill_bands (self);

  hr_timeline_add_backdrop (self);
  if (self->arena != NULL)
    hr_timeline_add_arena (self);
  else
    hr_timeline_add_bands (self);
  hr_timeline_add_selection (self);
  hr_timeline_add_labels (self);
  hr_timeline_add_peak (self);
  hr_timeline_add_capacity (self);
  if (self->arena != NULL)
    hr_timeline_add_arena_labels (self);
}

HrTimeline *
hr_timeline_new (const HrTimelineSpec *spec, const HrChartStyle *style)
{
  g_return_val_if_fail (spec != NULL && spec->analysis != NULL && style != NULL, NULL);
  g_return_val_if_fail (spec->width > 0 && spec->height > 0, NULL);
  g_return_val_if_fail (has_layer (spec->analysis, spec->selected_layer), NULL);

  HrTimeline *self = g_new0 (HrTimeline, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->analysis = hr_analysis_ref (spec->analysis);
  self->title = g_strdup (spec->title);
  self->capacity_label = g_strdup (spec->capacity_label);
  self->spec = *spec;
  self->spec.title = self->title;
  self->spec.capacity_label = self->capacity_label;
  self->scene = hr_scene_new (floor (spec->width), floor (spec->height), style);
  self->columns = g_array_new (FALSE, FALSE, sizeof (HrColumn));
  self->bands = g_ptr_array_new_with_free_func ((GDestroyNotify) hr_band_free);
  read_analysis (self);
  if (self->n_steps > 0)
    build (self);
  else
    add_notice (self);
  hr_scene_finish (self->scene);
  self->description = hr_timeline_describe (self);
  return self;
}

HrTimeline *
hr_timeline_ref (HrTimeline *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
hr_timeline_unref (HrTimeline *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  hr_scene_free (self->scene);
  g_array_unref (self->columns);
  g_ptr_array_unref (self->bands);
  g_clear_pointer (&self->arena, hr_arena_free);
  g_free (self->description);
  g_free (self->capacity_label);
  g_free (self->title);
  hr_analysis_unref (self->analysis);
  g_free (self);
}

void
hr_timeline_draw (const HrTimeline *self, cairo_t *cr)
{
  g_return_if_fail (self != NULL && cr != NULL);

  hr_scene_draw (self->scene, cr);
}

/* What lies at a height of the stack in a column. */
static void
hit_bands (const HrTimeline *self, guint column, double bytes, HrTimelineHit *hit)
{
  double below = 0;

  for (guint i = 0; i < self->bands->len; i++)
    {
      const HrBand *band = g_ptr_array_index (self->bands, i);

      below += band->values[column];
      if (bytes >= below)
        continue;
      hit->category = band->category;
      hit->block = band->block;
      return;
    }
}

static void
hit_arena (const HrTimeline *self, double bytes, HrTimelineHit *hit)
{
  const HrArena *arena = self->arena;

  for (guint i = 0; arena->plan != NULL && i < arena->blocks->len; i++)
    {
      guint index = g_array_index (arena->blocks, guint, i);
      const HrBlock *block = &self->blocks[index];
      double offset = (double) arena->plan->offsets_bytes[i];

      if ((int) block->first_step > hit->step || (int) block->last_step < hit->step || bytes < offset
          || bytes >= offset + (double) block->bytes)
        continue;
      hit->block = (int) index;
      hit->category = (int) block->category;
      return;
    }
}

gboolean
hr_timeline_hit (const HrTimeline *self, double x, double y, HrTimelineHit *hit)
{
  g_return_val_if_fail (self != NULL && hit != NULL, FALSE);

  const HrColumn *column = hr_timeline_find_column (self, x);

  if (column == NULL || y < self->plot.y || y >= self->plot.y + self->plot.height)
    return FALSE;

  double bytes = self->top_bytes * (self->plot.y + self->plot.height - y) / self->plot.height;
  *hit = (HrTimelineHit){
    .step = (int) column->worst, .layer = self->steps[column->worst].layer, .block = -1, .category = -1
  };
  if (self->arena != NULL)
    hit_arena (self, bytes, hit);
  else
    hit_bands (self, (guint) (column - (const HrColumn *) self->columns->data), bytes, hit);
  if (hit->block >= 0 && self->blocks[hit->block].layer >= 0)
    hit->layer = self->blocks[hit->block].layer;
  return TRUE;
}

void
hr_timeline_get_step_extents (const HrTimeline *self, int step, double *x, double *y, double *width, double *height)
{
  g_return_if_fail (self != NULL && step >= 0 && (guint) step < self->n_steps);
  g_return_if_fail (x != NULL && y != NULL && width != NULL && height != NULL);

  const HrColumn *column = hr_timeline_get_step_column (self, (guint) step);

  *x = column->left;
  *y = self->plot.y;
  *width = column->right - column->left;
  *height = self->plot.height;
}

const char *
hr_timeline_get_description (const HrTimeline *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->description;
}
