/* preferences.h: the window of preferences. */
#pragma once

#include "application.h"

G_BEGIN_DECLS

#define HR_TYPE_PREFERENCES (hr_preferences_get_type ())
G_DECLARE_FINAL_TYPE (HrPreferences, hr_preferences, HR, PREFERENCES, AdwPreferencesWindow)

GtkWidget *hr_preferences_new (HrApplication *application);

G_END_DECLS
