/* vk.h: Vulkan's header, and its result codes as text. */
#pragma once

#include <glib.h>
#include <vulkan/vulkan.h>

G_BEGIN_DECLS

/* "VK_ERROR_DEVICE_LOST", static; unknown codes give "an unknown code". */
const char *hr_vk_result_get_name (VkResult result);

/* Sets an HR_GPU_ERROR_FAILED that names call and code. Returns whether result is VK_SUCCESS. */
gboolean hr_vk_check (VkResult result, const char *call, GError **error);

G_END_DECLS
