/* file-dialog.h: choosing files, in one place. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Called with the chosen file (borrowed); not called when the person cancels. */
typedef void (*HrFileChosen) (GFile *file, gpointer user_data);

/* Asks for a file of one of the formats that can be opened. Keeps a reference to user_data (a GObject) meanwhile. */
void hr_file_dialog_open (GtkWindow *parent, HrFileChosen chosen, gpointer user_data);

/* Asks where to write. suffix (".headroom", may be NULL) is added when the name has none; suggested is a name or a file. */
void hr_file_dialog_save_project (GtkWindow *parent, GFile *current, const char *suggested_name, HrFileChosen chosen,
                                  gpointer user_data);

/* Asks where to write a chart, in one of the formats for charts. */
void hr_file_dialog_save_chart (GtkWindow *parent, const char *suggested_name, HrFileChosen chosen, gpointer user_data);

G_END_DECLS
