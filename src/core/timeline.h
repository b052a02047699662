/* timeline.h: bytes per step and category. */
#pragma once

#include "analysis.h"

G_BEGIN_DECLS

/* Adds every block to the steps that it lives over. FALSE, with the steps untouched, when all blocks together exceed
 * 2^63 − 1 bytes; below that no sum can overflow. */
gboolean hr_timeline_fill (HrStep *steps, guint n_steps, const HrBlock *blocks, guint n_blocks);

G_END_DECLS
