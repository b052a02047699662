/* validation-item.c: see validation-item.h. */
#include "validation-item.h"

#include <glib/gi18n-lib.h>

#include "../core/units.h"
#include "column-title.h"

struct _HrValidationItem
{
  GObject parent_instance;

  JsonObject *layer; /* owned */
};

G_DEFINE_FINAL_TYPE (HrValidationItem, hr_validation_item, G_TYPE_OBJECT)

static double
get_number (HrValidationItem *self, const char *key)
{
  return json_object_get_double_member_with_default (self->layer, key, 0.0);
}

const char *
hr_validation_item_get_id (HrValidationItem *self)
{
  g_return_val_if_fail (HR_IS_VALIDATION_ITEM (self), NULL);
  return json_object_get_string_member_with_default (self->layer, "id", "");
}

/* ---- columns ---- */

static char *
dup_id (HrValidationItem *self)
{
  return g_strdup (hr_validation_item_get_id (self));
}

/* Whether the values are right, as a word: no column tells by colour alone. */
static char *
dup_verdict (HrValidationItem *self)
{
  gboolean passed = json_object_get_boolean_member_with_default (self->layer, "passed", FALSE);

  return g_strdup (passed ? _ ("Right") : _ ("Differs"));
}

static char *
dup_bytes (HrValidationItem *self)
{
  return hr_format_size (json_object_get_int_member_with_default (self->layer, "bytes", 0));
}

static char *
dup_error (HrValidationItem *self)
{
  return g_strdup_printf ("%.2g", get_number (self, "max_error"));
}

static char *
dup_bound (HrValidationItem *self)
{
  return g_strdup_printf ("%.2g", get_number (self, "error_bound"));
}

static char *
dup_time (HrValidationItem *self)
{
  /* Translators: a time in milliseconds. */
  return g_strdup_printf (_ ("%.3f ms"), get_number (self, "nanoseconds") / 1e6);
}

static char *
dup_speed (HrValidationItem *self)
{
  return g_strdup_printf (_ ("%.1f GFLOPS"), get_number (self, "gflops"));
}

typedef struct
{
  const char *title; /* static, translatable */
  char *(*dup_text) (HrValidationItem *item);
  gboolean is_text;
} Column;

static const Column columns[] = {
  { N_ ("Layer"), dup_id, TRUE }, { N_ ("Values"), dup_verdict, TRUE }, { N_ ("Largest error"), dup_error },
  { N_ ("Bound"), dup_bound },    { N_ ("Memory"), dup_bytes },         { N_ ("Time"), dup_time },
  { N_ ("Speed"), dup_speed },
};

static void
set_up_cell (GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer user_data)
{
  const Column *column = user_data;
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), column->is_text ? 0.0f : 1.0f);
  gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (cell, label);
}

static void
bind_cell (GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer user_data)
{
  const Column *column = user_data;
  g_autofree char *text = column->dup_text (gtk_list_item_get_item (cell));

  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (cell)), text);
}

void
hr_validation_columns_add (GtkColumnView *view)
{
  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (_ (columns[i].title), factory);

      g_signal_connect (factory, "setup", G_CALLBACK (set_up_cell), (gpointer) &columns[i]);
      g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), (gpointer) &columns[i]);
      gtk_column_view_column_set_resizable (column, TRUE);
      gtk_column_view_column_set_expand (column, i == 0);
      hr_column_view_append (view, column, !columns[i].is_text);
    }
}

static void
hr_validation_item_finalize (GObject *object)
{
  json_object_unref (HR_VALIDATION_ITEM (object)->layer);
  G_OBJECT_CLASS (hr_validation_item_parent_class)->finalize (object);
}

static void
hr_validation_item_class_init (HrValidationItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = hr_validation_item_finalize;
}

static void
hr_validation_item_init (HrValidationItem *self)
{
}

HrValidationItem *
hr_validation_item_new (JsonObject *layer)
{
  HrValidationItem *self = g_object_new (HR_TYPE_VALIDATION_ITEM, NULL);

  self->layer = json_object_ref (layer);
  return self;
}
