/* choice-row.c: see choice-row.h. */
#include "choice-row.h"

static GtkWidget *
make_label (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  return label;
}

GtkWidget *
hr_choice_row_new (const char *name, const char *detail)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *line;

  gtk_box_append (GTK_BOX (box), make_label (name));
  if (detail != NULL && detail[0] != '\0')
    {
      line = make_label (detail);
      gtk_label_set_ellipsize (GTK_LABEL (line), PANGO_ELLIPSIZE_NONE);
      gtk_label_set_wrap (GTK_LABEL (line), TRUE);
      gtk_label_set_max_width_chars (GTK_LABEL (line), 44);
      gtk_widget_add_css_class (line, "caption");
      gtk_widget_add_css_class (line, "dim-label");
      gtk_box_append (GTK_BOX (box), line);
    }
  gtk_widget_add_css_class (row, "choice-row");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return row;
}
