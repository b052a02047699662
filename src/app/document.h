/* document.h: a network being edited: its history, the latest estimate, the selection, and its file. */
#pragma once

#include <gio/gio.h>

#include "../core/analysis.h"
#include "../core/fit.h"
#include "../core/history.h"

G_BEGIN_DECLS

#define HR_TYPE_DOCUMENT (hr_document_get_type ())

/* Properties, all read-only: "title", "file", "modified", "can-undo", "can-redo", "undo-label", "redo-label".
 * Signals: "project-changed" (the current project is another), "analysis-changed", "selection-changed". */
G_DECLARE_FINAL_TYPE (HrDocument, hr_document, HR, DOCUMENT, GObject)

/* A document without a file that starts at project (a reference is taken), or empty with NULL. */
HrDocument *hr_document_new (HrProject *project);

/* The current state. Borrowed, never NULL. */
HrProject *hr_document_get_project (HrDocument *self);

/* What to call it: the project's title, else the file's name, else "Untitled Network". Borrowed. */
const char *hr_document_get_title (HrDocument *self);

/* The file it is saved to, or NULL. Borrowed. */
GFile *hr_document_get_file (HrDocument *self);
gboolean hr_document_is_modified (HrDocument *self);

/* Makes project (a reference is taken) the current state, as one step to undo. label is translated: "Move 3 Layers".
 * Pushes with the same merge_key (may be NULL) become one step, until hr_document_end_merge(). */
void hr_document_push (HrDocument *self, HrProject *project, const char *label, const char *merge_key);
void hr_document_end_merge (HrDocument *self);

/* Replaces the current state without a step and without making the document modified: automatic positions. */
void hr_document_set_layout (HrDocument *self, HrProject *project);

gboolean hr_document_can_undo (HrDocument *self);
gboolean hr_document_can_redo (HrDocument *self);
const char *hr_document_get_undo_label (HrDocument *self); /* borrowed, or NULL */
const char *hr_document_get_redo_label (HrDocument *self);
void hr_document_undo (HrDocument *self);
void hr_document_redo (HrDocument *self);

/* Ids of the selected layers, NULL-terminated, never NULL. Borrowed; all of them are in the current graph. */
const char *const *hr_document_get_selection (HrDocument *self);

/* ids is copied, and may be NULL: nothing. Ids that the graph does not have are left out. */
void hr_document_set_selection (HrDocument *self, const char *const *ids);
gboolean hr_document_is_selected (HrDocument *self, const char *id);

/* The latest estimate, maybe of an earlier project (hr_document_is_estimate_current() tells). Borrowed; NULL before the
 * first. Indices of its layers are those of its own project's graph. */
HrAnalysis *hr_document_get_analysis (HrDocument *self);
gboolean hr_document_is_estimate_current (HrDocument *self);

/* What the latest estimate knows of the layer with this id. Borrowed; NULL when nothing. */
const HrLayer *hr_document_find_layer (HrDocument *self, const char *id);

/* The verdict that came with the latest estimate. Borrowed; NULL when no device is chosen. */
const HrFit *hr_document_get_fit (HrDocument *self);

/* How long the latest estimate took, in microseconds. */
gint64 hr_document_get_estimate_us (HrDocument *self);

/* Hands a result over (a reference is taken, fit is copied and may be NULL). Emits "analysis-changed". */
void hr_document_set_estimate (HrDocument *self, HrAnalysis *analysis, const HrFit *fit, gint64 duration_us);

/* Reads file in a worker and starts over with what it holds. A format that the program does not save leaves the document
 * without a file. On failure the document stays as it was. */
void hr_document_load_async (HrDocument *self, GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data);
gboolean hr_document_load_finish (HrDocument *self, GAsyncResult *result, GError **error);

/* Writes the current state in a worker, atomically; from then on file is the document's file. */
void hr_document_save_async (HrDocument *self, GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data);
gboolean hr_document_save_finish (HrDocument *self, GAsyncResult *result, GError **error);

G_END_DECLS
