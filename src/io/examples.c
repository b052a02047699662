#include "examples.h"

#include "data-dir.h"
#include "file.h"
#include "project-file.h"

#define MAX_INDEX_BYTES 65536

static HrExample *
load_example (const char *id, GError **error)
{
  g_autofree char *name = g_strconcat ("examples/", id, HR_PROJECT_FILE_SUFFIX, NULL);
  g_autofree char *path = hr_data_dir_build_path (name);
  g_autoptr (HrProject) project = hr_project_load (path, error);
  if (!project)
    return NULL;
  HrExample *self = g_new0 (HrExample, 1);
  self->id = g_strdup (id);
  self->title = g_strdup (hr_project_get_title (project));
  self->description = g_strdup (hr_project_get_description (project));
  self->path = g_steal_pointer (&path);
  return self;
}

GPtrArray *
hr_examples_load (GError **error)
{
  g_autofree char *path = hr_data_dir_build_path ("examples/index");
  gsize length;
  g_autofree char *index = hr_file_read (path, MAX_INDEX_BYTES, &length, error);
  if (!index)
    return NULL;
  g_auto (GStrv) ids = g_strsplit (index, "\n", -1);
  g_autoptr (GPtrArray) examples = g_ptr_array_new_with_free_func ((GDestroyNotify) hr_example_free);
  for (guint i = 0; ids[i] && *ids[i]; i++)
    {
      HrExample *example = load_example (ids[i], error);
      if (!example)
        return NULL;
      g_ptr_array_add (examples, example);
    }
  return g_steal_pointer (&examples);
}

void
hr_example_free (HrExample *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->id);
  g_free (self->title);
  g_free (self->description);
  g_free (self->path);
  g_free (self);
}
