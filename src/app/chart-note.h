/* chart-note.h: what the note over the timeline says. */
#pragma once

#include "../chart/timeline.h"

G_BEGIN_DECLS

/* Pango markup about what is under the pointer: step, bytes, and the block or category. Owned by the caller. */
char *hr_chart_note_dup_markup (const HrAnalysis *analysis, const HrTimelineHit *hit);

G_END_DECLS
