#include "project-file.h"

#include "file.h"
#include "xml-guard.h"

G_DEFINE_QUARK (hr - project - error - quark, hr_project_error)

HrProject *
hr_project_load (const char *path, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  gsize length;
  g_autofree char *data = hr_file_read (path, HR_XML_MAX_BYTES + 1, &length, error);
  return data ? hr_project_parse (data, length, path, error) : NULL;
}

gboolean
hr_project_save (const HrProject *project, const char *path, GError **error)
{
  g_return_val_if_fail (project != NULL && path != NULL, FALSE);

  gsize length;
  g_autofree char *data = hr_project_to_xml (project, &length);
  return hr_file_replace (path, data, length, error);
}
