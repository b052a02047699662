#include "timeline-private.h"

/* What TensorFlow Lite and ONNX Runtime align tensors to. */
#define ARENA_ALIGNMENT 64

HrArena *
hr_arena_new (const HrTimeline *timeline)
{
  HrArena *self = g_new0 (HrArena, 1);
  GArray *items = g_array_new (FALSE, FALSE, sizeof (HrPlanItem));

  self->blocks = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < timeline->n_blocks; i++)
    {
      const HrBlock *block = &timeline->blocks[i];
      HrPlanItem item = { block->bytes, block->first_step, block->last_step };

      if (block->persistent)
        {
          self->held_bytes += (double) block->bytes;
          continue;
        }
      g_array_append_val (items, item);
      g_array_append_val (self->blocks, i);
    }
  self->plan
      = hr_plan_new (hr_planner_find ("greedy-by-size"), (const HrPlanItem *) items->data, items->len, ARENA_ALIGNMENT);
  g_array_unref (items);
  return self;
}

void
hr_arena_free (HrArena *self)
{
  g_clear_pointer (&self->plan, hr_plan_free);
  g_array_unref (self->blocks);
  g_free (self);
}

double
hr_arena_get_top (const HrArena *self)
{
  return self->plan != NULL ? (double) self->plan->arena_bytes : 0.0;
}

/* Rectangle of an item of the plan, a unit of space to its neighbours where it is large enough. */
static HrRect
get_tile (const HrTimeline *self, guint item)
{
  const HrBlock *block = &self->blocks[g_array_index (self->arena->blocks, guint, item)];
  double offset = (double) self->arena->plan->offsets_bytes[item];
  double top = hr_timeline_get_y (self, offset + (double) block->bytes);
  double left = hr_timeline_get_step_column (self, block->first_step)->left;
  HrRect tile = {
    left,
    top,
    hr_timeline_get_step_column (self, block->last_step)->right - left,
    hr_timeline_get_y (self, offset) - top,
  };

  if (tile.width >= 4)
    tile.width -= 1;
  if (tile.height >= 4)
    {
      tile.y += 1;
      tile.height -= 1;
    }
  return tile;
}

static void
add_tile_label (HrTimeline *self, const HrRect *tile, const HrBlock *block)
{
  double line = hr_scene_get_line_height (self->scene, HR_TEXT_NORMAL);
  HrRect box = { tile->x + 4, tile->y + (tile->height - line) / 2, 0, line };

  if (block->layer < 0 || tile->height < line + 2 || tile->width < 2 * line)
    return;

  const char *name = hr_node_get_name (self->layers[block->layer].node);
  box.width = hr_scene_measure (self->scene, HR_TEXT_NORMAL, name);
  if (box.width + 8 > tile->width || !hr_scene_is_free (self->scene, &box))
    return;
  HrColor color = hr_color_get_contrast (&self->scene->style.categories[block->category]);
  hr_scene_add_label (self->scene, HR_TEXT_NORMAL, name, box.x, box.y, &color);
}

static void
add_tile (HrTimeline *self, guint item)
{
  guint index = g_array_index (self->arena->blocks, guint, item);
  const HrBlock *block = &self->blocks[index];
  HrRect tile = get_tile (self, item);

  if (tile.height < 1)
    return;

  HrMark *mark = hr_scene_add_rect (self->scene, &tile, &self->scene->style.categories[block->category]);
  mark->title = hr_analysis_dup_block_name (self->analysis, index);
  if (block->layer >= 0 && block->layer == self->spec.selected_layer)
    {
      mark->stroke = self->scene->style.highlight;
      mark->stroke_width = 2;
    }
}

void
hr_timeline_add_arena (HrTimeline *self)
{
  if (self->arena->plan == NULL)
    return;
  for (guint i = 0; i < self->arena->blocks->len; i++)
    add_tile (self, i);
}

void
hr_timeline_add_arena_labels (HrTimeline *self)
{
  if (self->arena->plan == NULL)
    return;
  for (guint i = 0; i < self->arena->blocks->len; i++)
    {
      HrRect tile = get_tile (self, i);
      add_tile_label (self, &tile, &self->blocks[g_array_index (self->arena->blocks, guint, i)]);
    }
}
