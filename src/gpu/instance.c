#include "context.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#define CHECK_LAYER "VK_LAYER_KHRONOS_validation"

static VKAPI_ATTR VkBool32 VKAPI_CALL
on_message (VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types,
            const VkDebugUtilsMessengerCallbackDataEXT *data, void *user_data)
{
  HrVkInstance *self = user_data;
  g_atomic_int_inc (&self->n_messages);
  if (self->message != NULL)
    self->message (data->pMessage, self->user_data);
  return VK_FALSE;
}

static const VkDebugUtilsMessengerCreateInfoEXT messenger_info = {
  .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
  .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
  .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
  .pfnUserCallback = on_message,
};

static gboolean
has_layer (const char *name)
{
  guint32 n_layers = 0;
  if (vkEnumerateInstanceLayerProperties (&n_layers, NULL) != VK_SUCCESS || n_layers == 0)
    return FALSE;
  g_autofree VkLayerProperties *layers = g_new0 (VkLayerProperties, n_layers);
  vkEnumerateInstanceLayerProperties (&n_layers, layers);
  for (guint32 i = 0; i < n_layers; i++)
    if (strcmp (layers[i].layerName, name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
has_extension (const char *name)
{
  guint32 n_extensions = 0;
  if (vkEnumerateInstanceExtensionProperties (NULL, &n_extensions, NULL) != VK_SUCCESS || n_extensions == 0)
    return FALSE;
  g_autofree VkExtensionProperties *extensions = g_new0 (VkExtensionProperties, n_extensions);
  vkEnumerateInstanceExtensionProperties (NULL, &n_extensions, extensions);
  for (guint32 i = 0; i < n_extensions; i++)
    if (strcmp (extensions[i].extensionName, name) == 0)
      return TRUE;
  return FALSE;
}

static VkResult
create_instance (HrVkInstance *self, gboolean check)
{
  const char *layers[] = { CHECK_LAYER };
  const char *extensions[2];
  guint32 n_extensions = 0;
  gboolean portable = has_extension (VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
  VkDebugUtilsMessengerCreateInfoEXT messenger = messenger_info;

  if (portable)
    extensions[n_extensions++] = VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME;
  if (check)
    extensions[n_extensions++] = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
  messenger.pUserData = self;
  VkApplicationInfo application = { .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                    .pApplicationName = "Headroom",
                                    .apiVersion = VK_API_VERSION_1_2 };
  VkInstanceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                .pNext = check ? &messenger : NULL,
                                .flags = portable ? VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR : 0,
                                .pApplicationInfo = &application,
                                .enabledLayerCount = check ? 1 : 0,
                                .ppEnabledLayerNames = layers,
                                .enabledExtensionCount = n_extensions,
                                .ppEnabledExtensionNames = extensions };
  return vkCreateInstance (&info, NULL, &self->handle);
}

static void
create_messenger (HrVkInstance *self)
{
  VkDebugUtilsMessengerCreateInfoEXT info = messenger_info;
  PFN_vkCreateDebugUtilsMessengerEXT create
      = (PFN_vkCreateDebugUtilsMessengerEXT) vkGetInstanceProcAddr (self->handle, "vkCreateDebugUtilsMessengerEXT");
  info.pUserData = self;
  if (create != NULL)
    create (self->handle, &info, NULL, &self->messenger);
}

HrVkInstance *
hr_vk_instance_new (gboolean check, HrVkMessageFunc message, gpointer user_data, GError **error)
{
  if (check && !has_layer (CHECK_LAYER))
    {
      g_set_error (error, HR_GPU_ERROR, HR_GPU_ERROR_FAILED,
                   _ ("Khronos' validation layer (%s) is asked for, but not installed."), CHECK_LAYER);
      return NULL;
    }
  g_autoptr (HrVkInstance) self = g_new0 (HrVkInstance, 1);
  self->message = message;
  self->user_data = user_data;
  VkResult result = create_instance (self, check);
  if (result == VK_ERROR_INCOMPATIBLE_DRIVER)
    {
      g_set_error_literal (
          error, HR_GPU_ERROR, HR_GPU_ERROR_NO_DRIVER,
          _ ("No Vulkan driver is installed here. Install your GPU's, or Mesa's (mesa-vulkan-drivers), "
             "which also has a driver that needs no GPU."));
      return NULL;
    }
  if (!hr_vk_check (result, "vkCreateInstance", error))
    return NULL;
  if (check)
    create_messenger (self);
  return g_steal_pointer (&self);
}

void
hr_vk_instance_free (HrVkInstance *self)
{
  if (self == NULL)
    return;
  if (self->messenger != VK_NULL_HANDLE)
    {
      PFN_vkDestroyDebugUtilsMessengerEXT destroy = (PFN_vkDestroyDebugUtilsMessengerEXT) vkGetInstanceProcAddr (
          self->handle, "vkDestroyDebugUtilsMessengerEXT");
      destroy (self->handle, self->messenger, NULL);
    }
  if (self->handle != VK_NULL_HANDLE)
    vkDestroyInstance (self->handle, NULL);
  g_free (self);
}
