/* vk.h: Vulkan's header, and its result codes as text. */
#pragma once

#include <glib.h>
#include <vulkan/vulkan.h>

G_BEGIN_DECLS

/* "VK_ERROR_DEVICE_LOST", static; unknown codes give "an unknown code". */
const char *hr_vk_result_get_name (VkResult result);

/* Whether result is VK_SUCCESS. Otherwise sets an error that names call and code: HR_GPU_ERROR_MEMORY when memory is
 * short, HR_GPU_ERROR_LOST for a lost device or a time-out, HR_GPU_ERROR_FAILED for anything else. */
gboolean hr_vk_check (VkResult result, const char *call, GError **error);

G_END_DECLS
