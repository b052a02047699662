#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "project-file.h"

/* Reading */

/* NULL with errno. */
static char *
read_descriptor (int fd, gsize max_bytes, gsize *length)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  char buffer[65536];
  gssize n;
  while (bytes->len < max_bytes && (n = read (fd, buffer, MIN (sizeof buffer, max_bytes - bytes->len))) != 0)
    if (n > 0)
      g_byte_array_append (bytes, (const guint8 *) buffer, n);
    else if (errno != EINTR)
      return NULL;
  *length = bytes->len;
  g_byte_array_append (bytes, (const guint8 *) "", 1);
  return (char *) g_byte_array_free (g_steal_pointer (&bytes), FALSE);
}

char *
hr_file_read (const char *path, gsize max_bytes, gsize *length, GError **error)
{
  g_return_val_if_fail (path != NULL && length != NULL, NULL);

  GStatBuf info;
  if (g_stat (path, &info) == 0 && !S_ISREG (info.st_mode))
    {
      g_set_error (error, HR_PROJECT_ERROR, HR_PROJECT_ERROR_READ, _ ("%s: this is not a regular file"), path);
      return NULL;
    }
  int fd = g_open (path, O_RDONLY | O_CLOEXEC, 0);
  char *data = fd < 0 ? NULL : read_descriptor (fd, max_bytes, length);
  int saved_errno = errno;
  if (fd >= 0)
    close (fd);
  if (!data)
    g_set_error (error, HR_PROJECT_ERROR, HR_PROJECT_ERROR_READ, "%s: %s", path, g_strerror (saved_errno));
  return data;
}

/* Replacing */

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

/* Gives a new file owner, group and permissions of the old one. Where the group cannot be kept, no other one gets its
 * rights. FALSE with errno. */
static gboolean
copy_permissions (int fd, const GStatBuf *old)
{
  mode_t mode = old->st_mode & 0777;
  if (fchown (fd, old->st_uid, old->st_gid) != 0 && fchown (fd, (uid_t) -1, old->st_gid) != 0)
    mode &= ~070;
  return fchmod (fd, mode) == 0;
}

/* Writes a file beside path. FALSE with errno. */
static gboolean
write_beside (const char *path, char *temporary, const char *data, gsize length)
{
  GStatBuf old;
  gboolean exists = g_stat (path, &old) == 0;
  int fd = g_mkstemp_full (temporary, O_RDWR | O_CLOEXEC, exists ? 0600 : 0666);
  if (fd < 0)
    return FALSE;
  gboolean ok = write_all (fd, data, length) && (!exists || copy_permissions (fd, &old)) && fsync (fd) == 0;
  int saved_errno = errno;
  if (close (fd) == 0)
    errno = saved_errno;
  else
    ok = FALSE;
  return ok;
}

/* Puts a whole new file in the place of path. FALSE with errno, and nothing left behind. */
static gboolean
replace (const char *path, const char *data, gsize length)
{
  g_autofree char *temporary = g_strdup_printf ("%s.XXXXXX", path);
  if (write_beside (path, temporary, data, length) && g_rename (temporary, path) == 0)
    {
      sync_folder (path);
      return TRUE;
    }
  int saved_errno = errno;
  g_unlink (temporary);
  errno = saved_errno;
  return FALSE;
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
hr_file_replace (const char *path, const char *data, gsize length, GError **error)
{
  g_return_val_if_fail (path != NULL && data != NULL, FALSE);

  g_autofree char *real = resolve (path);
  gboolean writable = g_access (real, F_OK) != 0 || g_access (real, W_OK) == 0;
  if (writable && replace (real, data, length))
    return TRUE;
  const char *reason = g_strerror (errno);
  g_set_error (error, HR_PROJECT_ERROR, HR_PROJECT_ERROR_WRITE, _ ("%s: cannot be saved: %s"), path, reason);
  return FALSE;
}
