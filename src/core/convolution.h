/* convolution.h: the geometry of a convolution, the same for one, two and three spatial axes. */
#pragma once

#include "op.h"

G_BEGIN_DECLS

/* Axes are depth, height, width; those that the input does not have come first with size 1 and pads 0. Weights lie as in
 * PyTorch: [out_channels][in_channels / groups][kernel], transposed [in_channels][out_channels / groups][kernel]. */
typedef struct
{
  gboolean transposed;
  gboolean bias;
  guint n_spatial; /* axes that the input has: 1, 2 or 3 */
  gint64 batch, in_channels, out_channels, groups;
  gint64 in[3], out[3], kernel[3], stride[3], dilation[3];
  gint64 pad_begin[3], pad_end[3]; /* transposed: rows cut off the output */
} HrConvolution;

/* Fills self from a call of the kinds conv, depthwise-conv and transposed-conv whose outputs were inferred.
 * FALSE for other kinds and where a size is unknown. */
gboolean hr_convolution_init (HrConvolution *self, const HrOpCall *call);

G_END_DECLS
