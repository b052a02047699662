/* figures.h: what each layer has by itself: learned tensors, bytes, multiply-adds. */
#pragma once

#include "analysis-private.h"

G_BEGIN_DECLS

/* Fills layers, owners, stored and pad_bytes from the inference. Layers whose figures cannot be told stay unknown; what is wrong
 * goes to the report. FALSE when cancelled. */
gboolean hr_figures_fill (HrAnalysis *self, HrCancel *cancel);

G_END_DECLS
