/* pieces.h: a convolution cut into dispatches that a device can bind, count and finish in time. Free of Vulkan. */
#pragma once

#include "../core/convolution.h"
#include "device-limits.h"

G_BEGIN_DECLS

/* A convolution as the kernel sees it. An invocation computes tile_positions positions of tile_channels output
 * channels; a tile never straddles groups. Positions count through an output plane, depth × height × width. */
typedef struct
{
  HrConvolution conv;
  gint64 in_plane, out_plane;         /* elements of one channel */
  gint64 taps;                        /* elements of one kernel */
  gint64 in_per_group, out_per_group; /* channels */
  gint64 tile_channels, tile_positions, lanes;
  gint64 tiles_per_group, n_tiles;
  gboolean texels; /* input and parameters are read through texel buffers, otherwise through storage buffers */
} HrConvTask;

/* FALSE when the convolution is empty, or indices of one image or the weights go beyond 31 bits. */
gboolean hr_conv_task_init (HrConvTask *self, const HrConvolution *conv, const HrVkLimits *limits);

/* Terms that are added for one output value, the bias among them. */
gint64 hr_conv_task_get_n_terms (const HrConvTask *self);

/* A box of images × tiles × positions. More than one tile only with whole planes, more than one image only with all
 * tiles. */
typedef struct
{
  gint64 first_image, n_images;
  gint64 first_tile, n_tiles;
  gint64 first_position, n_positions;
} HrPiece;

/* Elements of a tensor. */
typedef struct
{
  gint64 first, n;
} HrSpan;

HrSpan hr_piece_get_input (const HrPiece *self, const HrConvTask *task);
HrSpan hr_piece_get_weights (const HrPiece *self, const HrConvTask *task);
HrSpan hr_piece_get_output (const HrPiece *self, const HrConvTask *task);

/* Work groups along x: blocks of positions. Along y they are the tiles. */
gint64 hr_piece_get_groups (const HrPiece *self, const HrConvTask *task);
double hr_piece_get_multiply_adds (const HrPiece *self, const HrConvTask *task);

/* Moves on to the next piece, the largest from there that the limits allow and that is no more than max_multiply_adds
 * where it can be made so small. *self is { 0 } before the first. FALSE after the last, or with *too_large set when not
 * even the smallest piece is within the limits. */
gboolean hr_piece_next (HrPiece *self, const HrConvTask *task, const HrVkLimits *limits, double max_multiply_adds,
                        gboolean *too_large);

/* Bytes of a buffer to bind for a span of floats. */
typedef struct
{
  gint64 offset_bytes; /* aligned */
  gint64 bytes;
  gint64 first_elem; /* of the span, seen from the offset */
} HrWindow;

HrWindow hr_window_new (gint64 tensor_offset_bytes, HrSpan span, gint64 alignment_bytes);

G_END_DECLS
