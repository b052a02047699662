/* importer.h: formats that a project can be opened from, one const row each. */
#pragma once

#include "../core/project.h"

G_BEGIN_DECLS

typedef struct
{
  const char *id;                                         /* static: "headroom" */
  const char *title;                                      /* static, translatable */
  const char *const *suffixes;                            /* static, NULL-terminated: ".headroom" */
  const char *mime;                                       /* static */
  gboolean (*recognize) (const char *head, gsize length); /* whether a file that begins with head is of this format */
  HrProject *(*load) (const char *path, GError **error);
} HrImporter;

const HrImporter *hr_importer_get_all (guint *n_importers);

/* Opens a file of any known format, chosen by content, then by ending. The error of any other file says what it looks like
 * and what can be opened. */
HrProject *hr_import (const char *path, GError **error);

G_END_DECLS
