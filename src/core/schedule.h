/* schedule.h: which layer runs in which step, and which outputs share memory. */
#pragma once

#include "analysis-private.h"

G_BEGIN_DECLS

/* Fills storage, last_use and steps (their bytes still 0) from the figures. One forward step per layer that computes,
 * in execution order, before it one for padding where there is any; in training then loss, one backward step per layer in reverse, and update. */
void hr_schedule_fill (HrAnalysis *self);

G_END_DECLS
