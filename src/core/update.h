/* update.h: what the optimizer has in memory. */
#pragma once

#include "analysis-private.h"
#include "block-titles.h"

G_BEGIN_DECLS

/* Appends optimizer state that is there before the training step: none in inference and in a first step. FALSE when a block
 * exceeds 2^63 − 1 bytes. */
gboolean hr_update_emit_standing (HrAnalysis *analysis, const HrBlockTitles *titles);

/* Appends what the update step makes: in a first step the state, and in the PyTorch models the work space of the tensor
 * whose update needs most. FALSE when a block exceeds 2^63 − 1 bytes. */
gboolean hr_update_emit (HrAnalysis *analysis, const HrBlockTitles *titles);

G_END_DECLS
