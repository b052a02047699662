/* lavapipe.h: makes Mesa's software driver the only one, so that these tests give the same everywhere. */
#pragma once

#include <glib.h>

/* Call before anything else of Vulkan's. Without lavapipe the tests fail: they are not skipped. */
static inline void
use_lavapipe (void)
{
  const char *folders[] = { "/usr/share/vulkan/icd.d", "/usr/local/share/vulkan/icd.d", "/etc/vulkan/icd.d" };

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autoptr (GDir) folder = g_dir_open (folders[i], 0, NULL);
      const char *name;
      while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
        if (g_str_has_prefix (name, "lvp_icd"))
          {
            g_autofree char *path = g_build_filename (folders[i], name, NULL);
            g_setenv ("VK_DRIVER_FILES", path, TRUE);
            g_setenv ("VK_ICD_FILENAMES", path, TRUE);
            return;
          }
    }
  g_error ("Mesa's lavapipe (lvp_icd*.json) is not installed; on Debian it is in mesa-vulkan-drivers");
}
