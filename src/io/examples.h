/* examples.h: the networks that come with the program. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  char *id;          /* owned: "resnet18", the file's name without its ending */
  char *title;       /* owned: "ResNet-18" */
  char *description; /* owned: a paragraph */
  char *path;        /* owned: open it with hr_import() */
} HrExample;

/* The examples in the order in which they are offered: a GPtrArray of HrExample, owned by the caller. Reads every one (some
 * milliseconds in all). NULL with HR_PROJECT_ERROR when one is missing or bad. */
GPtrArray *hr_examples_load (GError **error);

void hr_example_free (HrExample *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrExample, hr_example_free)

G_END_DECLS
