/* project-reader.h: what a project file says, as far as it has been read. Not for use outside this folder. */
#pragma once

#include "../core/project.h"
#include "xml.h"

G_BEGIN_DECLS

typedef struct
{
  const char *name;                   /* borrowed: of the file */
  GPtrArray *nodes;                   /* owned, of HrNode */
  GPtrArray *elements;                /* owned: of each node, the element (borrowed) */
  GHashTable *indices;                /* owned: id (borrowed from the node) → index */
  char *title, *description, *device; /* owned, or NULL */
  HrSettings settings;
  GPtrArray *position_ids; /* owned, of strings */
  GArray *positions;       /* owned, of HrPosition */
} HrProjectReader;

/* Sets error to HR_PROJECT_ERROR_VALUE with the line of element. FALSE. */
gboolean hr_project_reader_fail (const HrProjectReader *self, const xmlNode *element, GError **error,
                                 const char *format, ...) G_GNUC_PRINTF (4, 5);

/* Reads the element `layers` and checks what its layers refer to, but for cycles. */
gboolean hr_project_reader_read_layers (HrProjectReader *self, xmlNode *parent, GError **error);

/* The node with this id, or NULL. */
const HrNode *hr_project_reader_find (const HrProjectReader *self, const char *id);

/* Whether an element has this name. */
gboolean hr_project_reader_is_named (const xmlNode *element, const char *name);

G_END_DECLS
