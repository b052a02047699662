#include "project-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "xml.h"

HrProject *
hr_project_load (const char *path, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  gsize length;
  g_autofree char *data = hr_xml_read_file (path, &length, error);
  return data ? hr_project_parse (data, length, path, error) : NULL;
}

static gboolean
write_all (int fd, const char *data, gsize length)
{
  while (length > 0)
    {
      gssize n = write (fd, data, length);
      if (n < 0 && errno != EINTR)
        return FALSE;
      data += MAX (n, 0);
      length -= MAX (n, 0);
    }
  return TRUE;
}

/* Keeps the entry itself through a crash; not every file system can, so its answer does not matter. */
static void
sync_folder (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  int fd = g_open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  if (fd < 0)
    return;
  fsync (fd);
  close (fd);
}

/* Writes a file beside path and puts it in its place. FALSE with errno, and nothing left behind. */
static gboolean
replace_file (const char *path, const char *data, gsize length)
{
  g_autofree char *temporary = g_strdup_printf ("%s.XXXXXX", path);
  GStatBuf old;
  gboolean exists = g_stat (path, &old) == 0;
  int fd = g_mkstemp_full (temporary, O_RDWR | O_CLOEXEC, exists ? 0600 : 0666);
  if (fd < 0)
    return FALSE;
  gboolean ok = write_all (fd, data, length) && (!exists || fchmod (fd, old.st_mode & 0777) == 0) && fsync (fd) == 0;
  int saved_errno = errno;
  if (close (fd) != 0 && ok)
    {
      ok = FALSE;
      saved_errno = errno;
    }
  if (ok && g_rename (temporary, path) != 0)
    {
      ok = FALSE;
      saved_errno = errno;
    }
  if (ok)
    sync_folder (path);
  else
    g_unlink (temporary);
  errno = saved_errno;
  return ok;
}

/* The file that path leads to through symbolic links; path itself when there is none yet. Owned by the caller. */
static char *
resolve (const char *path)
{
  char *real = realpath (path, NULL);
  char *copy = g_strdup (real ? real : path);
  free (real);
  return copy;
}

gboolean
hr_project_save (const HrProject *project, const char *path, GError **error)
{
  g_return_val_if_fail (project != NULL && path != NULL, FALSE);

  gsize length;
  g_autofree char *data = hr_project_to_xml (project, &length);
  g_autofree char *real = resolve (path);
  gboolean writable = g_access (real, F_OK) != 0 || g_access (real, W_OK) == 0;
  if (writable && replace_file (real, data, length))
    return TRUE;
  g_set_error (error, HR_PROJECT_ERROR, HR_PROJECT_ERROR_WRITE, _ ("%s: cannot be saved: %s"), path,
               g_strerror (errno));
  return FALSE;
}
