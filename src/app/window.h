/* window.h: a window that edits one document. */
#pragma once

#include "application.h"
#include "document.h"

G_BEGIN_DECLS

#define HR_TYPE_WINDOW (hr_window_get_type ())
G_DECLARE_FINAL_TYPE (HrWindow, hr_window, HR, WINDOW, AdwApplicationWindow)

/* A window with an empty document. */
HrWindow *hr_window_new (HrApplication *application);

/* Shows another document (a reference is taken) in every part of the window. */
void hr_window_set_document (HrWindow *self, HrDocument *document);

/* The file that it shows, or is about to, borrowed; NULL: none yet. */
GFile *hr_window_get_file (HrWindow *self);

/* Whether the window holds nothing yet: no file, not even one that is being read, no layer, nothing to undo. */
gboolean hr_window_is_pristine (HrWindow *self);

/* Opens file in this window when it holds nothing by the time the file is read, else in a new one. */
void hr_window_load (HrWindow *self, GFile *file);

/* Shows a problem: heading is short, message the whole sentence. */
void hr_window_show_error (HrWindow *self, const char *heading, const char *message);

/* Shows a short notice that goes away by itself. */
void hr_window_show_toast (HrWindow *self, const char *text);

G_END_DECLS
