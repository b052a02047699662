/* column-title.h: what GtkColumnView does not offer for the titles of its columns. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Appends the column; with at_end its title stands at the end, over figures that do, too. */
void hr_column_view_append (GtkColumnView *view, GtkColumnViewColumn *column, gboolean at_end);

G_END_DECLS
