/* project-file.h: projects as XML files (.headroom). */
#pragma once

#include "../core/project.h"

G_BEGIN_DECLS

#define HR_PROJECT_FILE_VERSION 1
#define HR_PROJECT_FILE_SUFFIX ".headroom"
#define HR_PROJECT_FILE_MIME "application/x-headroom+xml"

/* Reads a project. Errors (HR_PROJECT_ERROR) read "FILE:LINE: what is wrong". */
HrProject *hr_project_load (const char *path, GError **error);

/* The same from memory; name stands for the file in messages. */
HrProject *hr_project_parse (const char *data, gsize length, const char *name, GError **error);

/* Canonical text of the project: the same project always gives the same bytes. Characters that XML 1.0 cannot hold (control
 * characters but tab and newlines, U+FFFE, U+FFFF) become U+FFFD. length may be NULL. Owned by the caller. */
char *hr_project_to_xml (const HrProject *project, gsize *length);

/* Replaces the file atomically and keeps its permissions; on failure the old file is whole. */
gboolean hr_project_save (const HrProject *project, const char *path, GError **error);

#define HR_PROJECT_ERROR (hr_project_error_quark ())
GQuark hr_project_error_quark (void);
typedef enum
{
  HR_PROJECT_ERROR_READ,    /* the file cannot be read */
  HR_PROJECT_ERROR_SYNTAX,  /* not well-formed, or forbidden XML (DTD, entities, limits) */
  HR_PROJECT_ERROR_SCHEMA,  /* well-formed, but not a project */
  HR_PROJECT_ERROR_VERSION, /* made by a newer version */
  HR_PROJECT_ERROR_VALUE,   /* a parameter out of range, a doubled or dangling id, a cycle */
  HR_PROJECT_ERROR_WRITE,
} HrProjectError;

G_END_DECLS
