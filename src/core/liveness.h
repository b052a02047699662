/* liveness.h: which blocks of memory exist, and over which steps. */
#pragma once

#include "analysis-private.h"

G_BEGIN_DECLS

/* Fills blocks, in order of allocation, from the schedule. FALSE when one block exceeds 2^63 − 1 bytes. */
gboolean hr_liveness_fill (HrAnalysis *self);

G_END_DECLS
