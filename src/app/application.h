/* application.h: the program: its windows, actions, settings, and what they share. */
#pragma once

#include <adwaita.h>

#include "../core/project.h"
#include "device-list.h"

G_BEGIN_DECLS

#define HR_TYPE_APPLICATION (hr_application_get_type ())
G_DECLARE_FINAL_TYPE (HrApplication, hr_application, HR, APPLICATION, AdwApplication)

HrApplication *hr_application_new (void);

/* The running program. Borrowed. */
HrApplication *hr_application_get_default (void);

/* Borrowed. */
GSettings *hr_application_get_settings (HrApplication *self);
HrDeviceList *hr_application_get_devices (HrApplication *self);

/* Opens file in a new window, or in `window` (may be NULL) when that holds nothing yet; a file that is open already has
 * its window brought to the front. */
void hr_application_open_file (HrApplication *self, GFile *file, GtkWindow *window);

/* Opens a window with project (a reference is taken), or an empty one with NULL; in `window` (may be NULL) when that holds
 * nothing yet. */
void hr_application_open_project (HrApplication *self, HrProject *project, GtkWindow *window);

/* An empty project with the person's default device and execution model. Owned by the caller. */
HrProject *hr_application_new_project (HrApplication *self);

G_END_DECLS
