/* figure-row.c: see figure-row.h. */
#include "figure-row.h"

#include "../core/units.h"

struct _HrFigureRow
{
  AdwActionRow parent_instance;

  GtkWidget *value; /* owned by the widget tree */
};

G_DEFINE_FINAL_TYPE (HrFigureRow, hr_figure_row, ADW_TYPE_ACTION_ROW)

void
hr_figure_row_set_value (HrFigureRow *self, const char *value, const char *exact)
{
  g_return_if_fail (HR_IS_FIGURE_ROW (self));
  gtk_label_set_text (GTK_LABEL (self->value), value != NULL ? value : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), exact);
  gtk_widget_set_visible (GTK_WIDGET (self), value != NULL);
}

void
hr_figure_row_set_bytes (HrFigureRow *self, gint64 bytes)
{
  g_autofree char *size = bytes >= 0 ? hr_format_size (bytes) : NULL;
  g_autofree char *exact = bytes >= 0 ? hr_format_bytes (bytes) : NULL;

  hr_figure_row_set_value (self, size, exact);
}

static void
hr_figure_row_class_init (HrFigureRowClass *klass)
{
}

static void
hr_figure_row_init (HrFigureRow *self)
{
  self->value = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->value), TRUE);
  gtk_label_set_natural_wrap_mode (GTK_LABEL (self->value), GTK_NATURAL_WRAP_NONE);
  gtk_label_set_xalign (GTK_LABEL (self->value), 1.0f);
  gtk_label_set_justify (GTK_LABEL (self->value), GTK_JUSTIFY_RIGHT);
  gtk_label_set_selectable (GTK_LABEL (self->value), TRUE);
  gtk_widget_add_css_class (self->value, "numeric");
  gtk_widget_add_css_class (self->value, "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self), "figure-row");
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), self->value);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), FALSE);
}

GtkWidget *
hr_figure_row_new (const char *title)
{
  return g_object_new (HR_TYPE_FIGURE_ROW, "title", title, NULL);
}
