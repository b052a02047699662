#include "pieces.h"

#include "../core/checked.h"

#define MAX_TILE_CHANNELS 8
#define MAX_TILE_POSITIONS 8

/* Indices in the kernel are 32-bit and signed; half of the range is left for sums. */
#define MAX_INDEX (G_GINT64_CONSTANT (1) << 30)

static gboolean
multiply (gint64 *product, const gint64 *factors)
{
  for (guint i = 0; i < 3; i++)
    if (!hr_checked_mul (*product, factors[i], product))
      return FALSE;
  return *product > 0;
}

static gboolean
is_indexable (const HrConvolution *conv)
{
  for (guint i = 0; i < 3; i++)
    {
      gint64 extent;
      if (!hr_checked_mul (conv->kernel[i] - 1, conv->dilation[i], &extent) || extent >= MAX_INDEX
          || !hr_checked_mul (conv->in[i], conv->stride[i], &extent) || extent >= MAX_INDEX
          || !hr_checked_mul (conv->out[i], conv->transposed ? 1 : conv->stride[i], &extent) || extent >= MAX_INDEX
          || conv->pad_begin[i] >= MAX_INDEX)
        return FALSE;
    }
  return TRUE;
}

static gboolean
has_small_tensors (const HrConvTask *self)
{
  gint64 in, out, weights;
  return hr_checked_mul (self->in_plane, self->conv.in_channels, &in) && in < MAX_INDEX
         && hr_checked_mul (self->out_plane, self->conv.out_channels, &out) && out < MAX_INDEX
         && hr_checked_mul (self->taps, self->in_per_group, &weights)
         && hr_checked_mul (weights, self->conv.out_channels, &weights) && weights < MAX_INDEX;
}

/* Splits n into equal parts of at most max; returns the size of a part. */
static gint64
get_even_part (gint64 n, gint64 max)
{
  return hr_div_round_up (n, hr_div_round_up (n, max));
}

static gint64
get_slack (gint64 alignment_bytes)
{
  return alignment_bytes / (gint64) sizeof (float);
}

gboolean
hr_conv_task_init (HrConvTask *self, const HrConvolution *conv, const HrVkLimits *limits)
{
  gint64 positions;

  g_return_val_if_fail (self != NULL && conv != NULL && limits != NULL, FALSE);
  *self = (HrConvTask){ .conv = *conv, .in_plane = 1, .out_plane = 1, .taps = 1, .lanes = limits->lanes };
  if (conv->batch <= 0 || conv->groups <= 0 || conv->in_channels <= 0 || conv->out_channels <= 0
      || !multiply (&self->in_plane, conv->in) || !multiply (&self->out_plane, conv->out)
      || !multiply (&self->taps, conv->kernel) || !is_indexable (conv)
      || !hr_checked_mul (conv->batch, self->out_plane, &positions))
    return FALSE;
  self->in_per_group = conv->in_channels / conv->groups;
  self->out_per_group = conv->out_channels / conv->groups;
  self->tile_channels = get_even_part (self->out_per_group, MAX_TILE_CHANNELS);
  self->tile_positions = hr_div_round_up (get_even_part (positions, MAX_TILE_POSITIONS * self->lanes), self->lanes);
  self->tiles_per_group = hr_div_round_up (self->out_per_group, self->tile_channels);
  self->n_tiles = self->tiles_per_group * conv->groups;
  if (!has_small_tensors (self))
    return FALSE;
  self->texels = MAX (self->in_plane * conv->in_channels, self->taps * self->in_per_group * conv->out_channels)
                     + get_slack (limits->texel_alignment_bytes)
                 <= limits->texel_elems;
  return TRUE;
}

gint64
hr_conv_task_get_n_terms (const HrConvTask *self)
{
  return self->taps * self->in_per_group + (self->conv.bias ? 1 : 0);
}

/* First output channel of a tile; of the tile after the last, the number of channels. */
static gint64
get_first_channel (const HrConvTask *task, gint64 tile)
{
  return tile / task->tiles_per_group * task->out_per_group + tile % task->tiles_per_group * task->tile_channels;
}

HrSpan
hr_piece_get_input (const HrPiece *self, const HrConvTask *task)
{
  gint64 image = task->conv.in_channels * task->in_plane;
  return (HrSpan){ self->first_image * image, self->n_images * image };
}

/* Weights of one output channel lie together; transposed, only those of one group do. */
HrSpan
hr_piece_get_weights (const HrPiece *self, const HrConvTask *task)
{
  gint64 filter = task->in_per_group * task->taps;
  gint64 end_tile = self->first_tile + self->n_tiles;
  gint64 first = get_first_channel (task, self->first_tile), end = get_first_channel (task, end_tile);

  if (task->conv.transposed)
    {
      first = self->first_tile / task->tiles_per_group * task->out_per_group;
      end = hr_div_round_up (end_tile, task->tiles_per_group) * task->out_per_group;
    }
  return (HrSpan){ first * filter, (end - first) * filter };
}

HrSpan
hr_piece_get_output (const HrPiece *self, const HrConvTask *task)
{
  gint64 first_channel = get_first_channel (task, self->first_tile);
  gint64 last_channel = get_first_channel (task, self->first_tile + self->n_tiles);
  gint64 image = task->conv.out_channels * task->out_plane;
  gint64 first = self->first_image * image + first_channel * task->out_plane + self->first_position;
  gint64 last = (self->first_image + self->n_images - 1) * image + (last_channel - 1) * task->out_plane
                + self->first_position + self->n_positions;

  return (HrSpan){ first, last - first };
}

gint64
hr_piece_get_groups (const HrPiece *self, const HrConvTask *task)
{
  return hr_div_round_up (self->n_images * self->n_positions, task->lanes * task->tile_positions);
}

double
hr_piece_get_multiply_adds (const HrPiece *self, const HrConvTask *task)
{
  return (double) self->n_images * (double) (self->n_tiles * task->tile_channels) * (double) self->n_positions
         * (double) (task->taps * task->in_per_group);
}

static gboolean
can_read (HrSpan span, const HrConvTask *task, const HrVkLimits *limits)
{
  if (task->texels)
    return span.n + get_slack (limits->texel_alignment_bytes) <= limits->texel_elems;
  return (span.n + get_slack (limits->storage_alignment_bytes)) * (gint64) sizeof (float)
         <= limits->storage_range_bytes;
}

static gboolean
is_within_limits (const HrPiece *self, const HrConvTask *task, const HrVkLimits *limits)
{
  HrSpan output = hr_piece_get_output (self, task);
  gint64 output_elems = output.n + get_slack (limits->storage_alignment_bytes);

  return can_read (hr_piece_get_input (self, task), task, limits)
         && can_read (hr_piece_get_weights (self, task), task, limits)
         && output_elems * (gint64) sizeof (float) <= limits->storage_range_bytes
         && hr_piece_get_groups (self, task) <= limits->max_groups[0] && self->n_tiles <= limits->max_groups[1]
         && self->n_images * self->n_positions < MAX_INDEX && output_elems < MAX_INDEX;
}

/* Half as large along the outermost axis that can be halved. FALSE when none can. */
static gboolean
halve (HrPiece *self, const HrConvTask *task)
{
  gint64 block = task->lanes * task->tile_positions;

  if (self->n_images > 1)
    self->n_images = hr_div_round_up (self->n_images, 2);
  else if (self->n_tiles > 1)
    self->n_tiles = hr_div_round_up (self->n_tiles, 2);
  else if (self->n_positions > block)
    self->n_positions = hr_div_round_up (hr_div_round_up (self->n_positions, 2), block) * block;
  else
    return FALSE;
  return TRUE;
}

/* Where the next piece starts; FALSE at the end. */
static gboolean
advance (HrPiece *self, const HrConvTask *task)
{
  self->first_position += self->n_positions;
  if (self->first_position == task->out_plane)
    {
      self->first_position = 0;
      self->first_tile += self->n_tiles;
    }
  if (self->first_tile == task->n_tiles)
    {
      self->first_tile = 0;
      self->first_image += self->n_images;
    }
  return self->first_image < task->conv.batch;
}

gboolean
hr_piece_next (HrPiece *self, const HrConvTask *task, const HrVkLimits *limits, double max_multiply_adds,
               gboolean *too_large)
{
  *too_large = FALSE;
  if (self->n_images > 0 && !advance (self, task))
    return FALSE;
  self->n_positions = task->out_plane - self->first_position;
  self->n_tiles = self->first_position == 0 ? task->n_tiles - self->first_tile : 1;
  self->n_images = self->first_position == 0 && self->first_tile == 0 ? task->conv.batch - self->first_image : 1;
  while (hr_piece_get_multiply_adds (self, task) > max_multiply_adds && halve (self, task))
    continue;
  while (!is_within_limits (self, task, limits))
    if (!halve (self, task))
      {
        *too_large = TRUE;
        return FALSE;
      }
  return TRUE;
}

HrWindow
hr_window_new (gint64 tensor_offset_bytes, HrSpan span, gint64 alignment_bytes)
{
  gint64 start = tensor_offset_bytes + span.first * (gint64) sizeof (float);
  gint64 offset = start / alignment_bytes * alignment_bytes;
  gint64 lead = start - offset;

  return (HrWindow){ offset, lead + span.n * (gint64) sizeof (float), lead / (gint64) sizeof (float) };
}
