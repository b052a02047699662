/* about.h: the about window. */
#pragma once

#include "application.h"

G_BEGIN_DECLS

/* Shows it over the active window. */
void hr_about_present (HrApplication *application);

G_END_DECLS
