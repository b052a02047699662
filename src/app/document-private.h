/* document-private.h: what the files of the document share. */
#pragma once

#include "document.h"

G_BEGIN_DECLS

struct _HrDocument
{
  GObject parent_instance;

  HrHistory *history;   /* owned */
  HrAnalysis *analysis; /* owned, or NULL */
  HrFit fit;
  gboolean has_fit;
  gint64 estimate_us;
  char **selection; /* owned */
  GFile *file;      /* owned, or NULL */
  char *file_name;  /* owned: what a person calls the file, or NULL */
};

/* The current project is another: everybody is told, and selected layers that are gone are let go. */
void hr_document_project_changed (HrDocument *self);

/* Every property may have changed. */
void hr_document_notify_all (HrDocument *self);

G_END_DECLS
