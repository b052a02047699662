/* conv-common.h: what the three kinds of convolution share. */
#pragma once

#include "../convolution.h"
#include "window.h"

G_BEGIN_DECLS

typedef struct
{
  HrWindowParams window;
  gint64 filters;         /* conv, transposed-conv: output channels */
  gint64 multiplier;      /* depthwise-conv: output channels per input channel */
  gint64 groups;          /* conv, transposed-conv */
  HrTuple output_padding; /* transposed-conv */
  gboolean bias;
  guint weights; /* index into hr_weight_choices */
} HrConvParams;

/* Whether channels can be split into groups; what is translated ("filters"). FALSE when it was reported. */
gboolean hr_conv_check_groups (gint64 channels, const char *what, gint64 groups, HrReport *report);

/* Shape rule of conv and depthwise-conv. */
gboolean hr_conv_infer (HrOpCall *call, HrReport *report);

/* Weight and bias of all three, in PyTorch's layout. */
void hr_conv_list_learned (const HrOpCall *call, HrLearnedList *list);

/* Output elements × kernel volume × input channels / groups; transposed: input elements × kernel volume × output
 * channels / groups. FALSE on overflow. */
gboolean hr_conv_get_multiply_adds (const HrOpCall *call, gint64 *multiply_adds);

/* Parameters and multiply-adds of all three; the output of conv and depthwise-conv. */
gboolean hr_conv_explain (const HrOpCall *call, HrFigure figure, GString *text);

/* Window and filters of conv and transposed-conv: "7×7 / 2, 64". */
void hr_conv_summarize (gconstpointer data, GString *text);

/* Output channels in double precision, only those in the range that io names; their sums do not depend on the range. */
void hr_conv_reference (const HrOpCall *call, const HrReference *io);

/* Geometry of a transposed convolution on one axis, as PyTorch: (in − 1)·stride + extent + output padding − pads; with
 * same padding in·stride, the pads as ONNX's ConvTranspose has them. */
HrWindowAxis hr_transposed_conv_get_axis (const HrConvParams *params, guint axis, gint64 in);

G_END_DECLS
