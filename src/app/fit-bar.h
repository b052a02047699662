/* fit-bar.h: the bar at the bottom of the window: device, verdict, needed of available, largest batch. */
#pragma once

#include <adwaita.h>

#include "analysis-runner.h"

G_BEGIN_DECLS

#define HR_TYPE_FIT_BAR (hr_fit_bar_get_type ())
G_DECLARE_FINAL_TYPE (HrFitBar, hr_fit_bar, HR, FIT_BAR, GtkBox)

/* Takes references. */
void hr_fit_bar_set_document (HrFitBar *self, HrDocument *document, HrDeviceList *devices, HrAnalysisRunner *runner);

G_END_DECLS
