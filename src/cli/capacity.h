/* capacity.h: what a network is to fit: a device of the list, a GPU of this computer, or a size. */
#pragma once

#include "../core/device.h"
#include "../core/project.h"
#include "../gpu/gpu.h"

G_BEGIN_DECLS

/* The GPUs that Vulkan sees here are devices "gpu-0", "gpu-1", … */
#define HR_CLI_GPU_PREFIX "gpu-"

/* What the driver allows this program in the largest heap of the device's own memory, or that heap's size where the
 * driver does not say. */
gint64 hr_cli_get_gpu_available (const HrGpuDevice *gpu);

/* The device or the size given, else the project's device, else none, with *device NULL; owned by the caller. A bare
 * size becomes a device without a name. FALSE when one of them is no good, which it has said. */
gboolean hr_cli_get_capacity (const char *device_id, const char *size, const HrProject *project, HrDevice **device);

G_END_DECLS
