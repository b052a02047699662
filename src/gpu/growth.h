/* growth.h: memory in use, seen from outside a run. */
#pragma once

#include "context.h"

G_BEGIN_DECLS

/* Bytes that this process uses on the device: what the driver counts (VK_EXT_memory_budget) or, on software, the
 * resident memory of this process. −1: not known. */
gint64 hr_vk_get_used_bytes (const HrVkContext *context, HrGpuType type);

G_END_DECLS
