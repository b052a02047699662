/* validate-output.h: a validation as text, as one JSON object, or as a JSON object per event and line. */
#pragma once

#include "../gpu/gpu.h"

G_BEGIN_DECLS

typedef void (*HrCliValidationOutput) (HrGpuEvent event, const HrGpuReport *report, gpointer user_data);

/* What prints in this format: "text", "json" or "jsonl". */
HrCliValidationOutput hr_cli_find_validation_output (const char *format);

G_END_DECLS
