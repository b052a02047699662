/* choice-row.h: a row of a popover's list: a name and a line about it. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* detail may be NULL. */
GtkWidget *hr_choice_row_new (const char *name, const char *detail);

G_END_DECLS
