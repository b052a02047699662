/* document-file.c: reading and writing a document's file in a worker; see document.h. */
#include "document-private.h"

#include <glib/gi18n-lib.h>

#include "../io/importer.h"
#include "../io/project-file.h"

static void
set_file (HrDocument *self, GFile *file)
{
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *name = g_file_get_basename (file);

  g_clear_object (&self->file);
  if (path != NULL && g_str_has_suffix (path, HR_PROJECT_FILE_SUFFIX))
    self->file = g_object_ref (file);
  g_free (self->file_name);
  self->file_name = g_filename_display_name (name);
}

/* The file's path for a worker. Without one the task ends with an error. Owned by the caller. */
static char *
dup_path (GFile *file, GTask *task)
{
  char *path = g_file_get_path (file);
  g_autofree char *name = NULL;

  if (path != NULL)
    return path;
  name = g_file_get_parse_name (file);
  g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _ ("%s is not a file on this computer."), name);
  return NULL;
}

static void
load_in_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  GError *error = NULL;
  HrProject *project;
  g_autofree char *path = dup_path (task_data, task);

  if (path == NULL)
    return;
  project = hr_import (path, &error);
  if (project == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, project, (GDestroyNotify) hr_project_unref);
}

void
hr_document_load_async (HrDocument *self, GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback,
                        gpointer user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (HR_IS_DOCUMENT (self));
  g_return_if_fail (G_IS_FILE (file));
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, hr_document_load_async);
  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  g_task_run_in_thread (task, load_in_worker);
}

gboolean
hr_document_load_finish (HrDocument *self, GAsyncResult *result, GError **error)
{
  g_autoptr (HrProject) project = NULL;

  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  project = g_task_propagate_pointer (G_TASK (result), error);
  if (project == NULL)
    return FALSE;
  hr_history_free (self->history);
  self->history = hr_history_new (project);
  set_file (self, g_task_get_task_data (G_TASK (result)));
  hr_document_project_changed (self);
  return TRUE;
}

typedef struct
{
  GFile *file;        /* owned */
  HrProject *project; /* owned: what is saved, whatever is edited meanwhile */
} Saving;

static void
saving_free (Saving *self)
{
  g_object_unref (self->file);
  hr_project_unref (self->project);
  g_free (self);
}

static void
save_in_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Saving *saving = task_data;
  GError *error = NULL;
  g_autofree char *path = dup_path (saving->file, task);

  if (path == NULL)
    return;
  if (hr_project_save (saving->project, path, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
hr_document_save_async (HrDocument *self, GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback,
                        gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Saving *saving;

  g_return_if_fail (HR_IS_DOCUMENT (self));
  g_return_if_fail (G_IS_FILE (file));
  saving = g_new0 (Saving, 1);
  saving->file = g_object_ref (file);
  saving->project = hr_project_ref (hr_document_get_project (self));
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, hr_document_save_async);
  g_task_set_task_data (task, saving, (GDestroyNotify) saving_free);
  g_task_run_in_thread (task, save_in_worker);
}

gboolean
hr_document_save_finish (HrDocument *self, GAsyncResult *result, GError **error)
{
  Saving *saving;

  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;
  saving = g_task_get_task_data (G_TASK (result));
  hr_history_mark_saved (self->history, saving->project);
  set_file (self, saving->file);
  hr_document_notify_all (self);
  return TRUE;
}
