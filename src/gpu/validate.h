/* validate.h: the part of hr_gpu_validate() that follows the prediction, for tests that alter the prediction. */
#pragma once

#include "context.h"
#include "report.h"

G_BEGIN_DECLS

/* Allocates plan, which was made for analysis, on the report's device, runs every convolution and concludes the report.
 * */
void hr_gpu_validate_plan (HrVkContext *context, const HrAnalysis *analysis, const HrVulkanPlan *plan,
                           const HrGpuOptions *options, HrCancel *cancel, HrGpuReport *report);

G_END_DECLS
