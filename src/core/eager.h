/* eager.h: a training step as eager PyTorch runs it on the CPU, operator by operator. */
#pragma once

#include "analysis-private.h"
#include "block-titles.h"

G_BEGIN_DECLS

/* Appends what a training step allocates beside learned tensors, optimizer state and network inputs to the analysis's
 * blocks, which are sampled at the worst moment of each step, and says which layers run in place. FALSE when the sizes exceed
 * 2^63 − 1 bytes. */
gboolean hr_eager_fill (HrAnalysis *analysis, const HrBlockTitles *titles);

G_END_DECLS
