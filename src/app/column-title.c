/* column-title.c: see column-title.h. */
#include "column-title.h"

void
hr_column_view_append (GtkColumnView *view, GtkColumnViewColumn *column, gboolean at_end)
{
  GtkWidget *header, *title, *content;

  g_return_if_fail (GTK_IS_COLUMN_VIEW (view) && GTK_IS_COLUMN_VIEW_COLUMN (column));
  gtk_column_view_append_column (view, column);
  header = gtk_widget_get_first_child (GTK_WIDGET (view));
  title = header != NULL ? gtk_widget_get_last_child (header) : NULL;
  content = title != NULL ? gtk_widget_get_first_child (title) : NULL;
  if (at_end && content != NULL)
    gtk_widget_set_halign (content, GTK_ALIGN_END);
}
