/* file.h: reading and replacing whole files. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Reads the first max_bytes of a file; what is no regular file (a folder, a pipe, a device) is refused, so that nothing
 * waits forever. Errors are HR_PROJECT_ERROR_READ: "PATH: why". Owned by the caller, ended by a NUL that length leaves out. */
char *hr_file_read (const char *path, gsize max_bytes, gsize *length, GError **error);

/* Puts data in the place of the file that path leads to, symbolic links followed: all of it or, on failure, nothing. Keeps
 * the file's permissions. Errors are HR_PROJECT_ERROR_WRITE. */
gboolean hr_file_replace (const char *path, const char *data, gsize length, GError **error);

G_END_DECLS
