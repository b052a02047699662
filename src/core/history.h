/* history.h: undo and redo as a stack of project references with labels, merge keys and the save point. */
#pragma once

#include "project.h"

G_BEGIN_DECLS

typedef struct _HrHistory HrHistory;

/* Starts at project, which counts as saved. */
HrHistory *hr_history_new (HrProject *project);
void hr_history_free (HrHistory *self);

HrProject *hr_history_get_current (const HrHistory *self); /* borrowed */

/* Makes project the current state. label (translated: "Move 3 Layers") is copied. With a merge_key (copied, may be NULL)
 * equal to that of the step before, both become one step, until hr_history_end_merge(). Drops what could be redone.
 * A project equal to the current one adds no step. */
void hr_history_push (HrHistory *self, HrProject *project, const char *label, const char *merge_key);
void hr_history_end_merge (HrHistory *self);

/* Makes project the current state in place of the one that was, without a step: automatic positions. If the old one was
 * the saved state, so is the new one. */
void hr_history_replace (HrHistory *self, HrProject *project);

gboolean hr_history_can_undo (const HrHistory *self);
gboolean hr_history_can_redo (const HrHistory *self);
const char *hr_history_get_undo_label (const HrHistory *self); /* borrowed, or NULL */
const char *hr_history_get_redo_label (const HrHistory *self);
void hr_history_undo (HrHistory *self);
void hr_history_redo (HrHistory *self);

/* The current state is what the file holds. */
void hr_history_mark_saved (HrHistory *self, HrProject *saved);
gboolean hr_history_is_modified (const HrHistory *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrHistory, hr_history_free)

G_END_DECLS
