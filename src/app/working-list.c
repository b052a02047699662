/* working-list.c: see working-list.h. */
#include "working-list.h"

#include <glib/gi18n-lib.h>

/* Longer texts, which list every layer, are shown only when a person asks for them: laying them out takes time. */
#define MAX_LINES 8

struct _HrWorkingList
{
  AdwBin parent_instance;

  AdwPreferencesGroup *group; /* owned by the widget tree */
  GPtrArray *rows;            /* of GtkWidget, owned by the widget tree */
  GHashTable *open;           /* owned, of static strings: the figures whose long texts are shown */
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
make_text (const char *text)
{
  GtkWidget *label = make_label (text, "working");

  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  return label;
}

static GtkWidget *
make_short_row (const HrWorking *working)
{
  GtkWidget *row = adw_preferences_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);

  gtk_box_append (GTK_BOX (box), make_label (working->label, "caption-heading"));
  gtk_box_append (GTK_BOX (box), make_text (working->text));
  gtk_widget_add_css_class (box, "working-row");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), working->label);
  return row;
}

static void
expanded_changed (AdwExpanderRow *row, GParamSpec *pspec, HrWorkingList *self)
{
  const char *text = g_object_get_data (G_OBJECT (row), "text");
  gpointer figure = g_object_get_data (G_OBJECT (row), "figure");
  GtkWidget *label;

  if (!adw_expander_row_get_expanded (row))
    {
      g_hash_table_remove (self->open, figure);
      return;
    }
  g_hash_table_add (self->open, figure);
  if (text == NULL)
    return;
  label = make_text (text);
  gtk_widget_add_css_class (label, "working-row");
  adw_expander_row_add_row (row, label);
  g_object_set_data (G_OBJECT (row), "text", NULL);
}

/* Shows the last line, which is the result; the rest is made when it is opened. */
static GtkWidget *
make_long_row (HrWorkingList *self, const HrWorking *working)
{
  GtkWidget *row = adw_expander_row_new ();
  const char *last = strrchr (working->text, '\n');
  g_autofree char *label = g_markup_escape_text (working->label, -1);
  g_autofree char *result = g_markup_escape_text (last + 1, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), label);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row), result);
  gtk_widget_add_css_class (row, "working-expander");
  g_object_set_data_full (G_OBJECT (row), "text", g_strdup (working->text), g_free);
  g_object_set_data (G_OBJECT (row), "figure", (gpointer) working->figure);
  g_signal_connect (row, "notify::expanded", G_CALLBACK (expanded_changed), self);
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), g_hash_table_contains (self->open, working->figure));
  return row;
}

static guint
count_lines (const char *text)
{
  guint n_lines = 1;

  for (const char *c = strchr (text, '\n'); c != NULL; c = strchr (c + 1, '\n'))
    n_lines++;
  return n_lines;
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
      const HrWorking *working = g_ptr_array_index (workings, i);
      GtkWidget *row
          = count_lines (working->text) > MAX_LINES ? make_long_row (self, working) : make_short_row (working);

      adw_preferences_group_add (self->group, row);
      g_ptr_array_add (self->rows, row);
    }
  gtk_widget_set_visible (GTK_WIDGET (self), self->rows->len > 0);
}

static void
hr_working_list_finalize (GObject *object)
{
  HrWorkingList *self = HR_WORKING_LIST (object);

  g_ptr_array_unref (self->rows);
  g_hash_table_unref (self->open);
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
  self->open = g_hash_table_new (g_str_hash, g_str_equal);
  self->group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  adw_preferences_group_set_title (self->group, _ ("Working"));
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->group));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
