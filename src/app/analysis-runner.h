/* analysis-runner.h: keeps a document's estimate up to date, in a worker. */
#pragma once

#include "device-list.h"
#include "document.h"

G_BEGIN_DECLS

#define HR_TYPE_ANALYSIS_RUNNER (hr_analysis_runner_get_type ())

/* Property "busy": an estimate has been running for half a second. */
G_DECLARE_FINAL_TYPE (HrAnalysisRunner, hr_analysis_runner, HR, ANALYSIS_RUNNER, GObject)

/* Estimates document now, and after each change of its project or its device once editing pauses. The latest request
 * wins: an older one is cancelled, and its result dropped. Takes references. */
HrAnalysisRunner *hr_analysis_runner_new (HrDocument *document, HrDeviceList *devices);

/* Cancels what runs and follows the document no longer. */
void hr_analysis_runner_stop (HrAnalysisRunner *self);

G_END_DECLS
