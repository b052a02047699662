#include "data-dir.h"

char *
hr_data_dir_build_path (const char *name)
{
  g_return_val_if_fail (name != NULL, NULL);

  const char *folder = g_getenv ("HEADROOM_DATA_DIR");
  return g_build_filename (folder && *folder ? folder : HR_INSTALLED_DATA_DIR, name, NULL);
}
