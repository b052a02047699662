/* working-list.c: see working-list.h. */
#include "working-list.h"

#include <glib/gi18n-lib.h>

struct _HrWorkingList
{
  AdwBin parent_instance;

  AdwPreferencesGroup *group; /* owned by the widget tree */
  GPtrArray *rows;            /* of GtkWidget, owned by the widget tree */
};

G_DEFINE_FINAL_TYPE (HrWorkingList, hr_working_list, ADW_TYPE_BIN)

static GtkWidget *
make_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
make_row (const HrWorking *working)
{
  GtkWidget *row = adw_preferences_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *text = make_label (working->text, "working");

  gtk_label_set_selectable (GTK_LABEL (text), TRUE);
  gtk_box_append (GTK_BOX (box), make_label (working->label, "caption-heading"));
  gtk_box_append (GTK_BOX (box), text);
  gtk_widget_add_css_class (box, "working-row");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), working->label);
  return row;
}

void
hr_working_list_set (HrWorkingList *self, GPtrArray *workings)
{
  g_return_if_fail (HR_IS_WORKING_LIST (self));
  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->group, g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; workings != NULL && i < workings->len; i++)
    {
      GtkWidget *row = make_row (g_ptr_array_index (workings, i));

      adw_preferences_group_add (self->group, row);
      g_ptr_array_add (self->rows, row);
    }
  gtk_widget_set_visible (GTK_WIDGET (self), self->rows->len > 0);
}

static void
hr_working_list_finalize (GObject *object)
{
  g_ptr_array_unref (HR_WORKING_LIST (object)->rows);
  G_OBJECT_CLASS (hr_working_list_parent_class)->finalize (object);
}

static void
hr_working_list_class_init (HrWorkingListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = hr_working_list_finalize;
}

static void
hr_working_list_init (HrWorkingList *self)
{
  self->rows = g_ptr_array_new ();
  self->group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  adw_preferences_group_set_title (self->group, _ ("Working"));
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->group));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
