/* layer-columns.c: see layer-columns.h. */
#include "layer-columns.h"

#include <glib/gi18n-lib.h>

#include "../core/units.h"
#include "column-title.h"
#include "layer-item.h"

/* One column: a text, or a figure. */
typedef struct
{
  const char *title;                           /* static, translatable */
  const char *(*get_text) (HrLayerItem *item); /* NULL: a figure */
  HrLayerFigure figure;
  char *(*format) (gint64 figure); /* owned by the caller */
  gboolean expand;
} Column;

static const Column columns[] = {
  { N_ ("Layer"), hr_layer_item_get_name, 0, NULL, TRUE },
  { N_ ("Kind"), hr_layer_item_get_kind, 0, NULL, TRUE },
  { N_ ("Output"), hr_layer_item_get_output, 0, NULL, TRUE },
  { N_ ("Output size"), NULL, HR_LAYER_OUTPUT_BYTES, hr_format_size },
  { N_ ("Parameters"), NULL, HR_LAYER_PARAMETERS, hr_format_count },
  { N_ ("Multiply-adds"), NULL, HR_LAYER_MULTIPLY_ADDS, hr_format_si },
  { N_ ("Kept"), NULL, HR_LAYER_KEPT_BYTES, hr_format_size },
};

static char *
dup_text (const Column *column, HrLayerItem *item)
{
  gint64 figure;

  if (column->get_text != NULL)
    return g_strdup (column->get_text (item));
  figure = hr_layer_item_get_figure (item, column->figure);
  if (figure < 0)
    return g_strdup ("?");
  return figure == 0 ? g_strdup ("—") : column->format (figure);
}

static void
show_cell (GtkListItem *cell)
{
  GtkWidget *label = gtk_list_item_get_child (cell);
  const Column *column = g_object_get_data (G_OBJECT (label), "column");
  g_autofree char *text = dup_text (column, gtk_list_item_get_item (cell));

  gtk_label_set_text (GTK_LABEL (label), text);
}

static void
set_up_cell (GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer user_data)
{
  const Column *column = user_data;
  GtkWidget *label = gtk_label_new (NULL);

  g_object_set_data (G_OBJECT (label), "column", (gpointer) column);
  gtk_label_set_xalign (GTK_LABEL (label), column->get_text != NULL ? 0.0f : 1.0f);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (cell, label);
}

static void
bind_cell (GtkSignalListItemFactory *factory, GtkListItem *cell)
{
  g_signal_connect_swapped (gtk_list_item_get_item (cell), "changed", G_CALLBACK (show_cell), cell);
  show_cell (cell);
}

static void
unbind_cell (GtkSignalListItemFactory *factory, GtkListItem *cell)
{
  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (cell), show_cell, cell);
}

static int
compare (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Column *column = user_data;
  HrLayerItem *item_a = HR_LAYER_ITEM ((gpointer) a);
  HrLayerItem *item_b = HR_LAYER_ITEM ((gpointer) b);
  gint64 figure_a, figure_b;

  if (column->get_text != NULL)
    return g_utf8_collate (column->get_text (item_a), column->get_text (item_b));
  figure_a = hr_layer_item_get_figure (item_a, column->figure);
  figure_b = hr_layer_item_get_figure (item_b, column->figure);
  return (figure_a > figure_b) - (figure_a < figure_b);
}

void
hr_layer_columns_add (GtkColumnView *view)
{
  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (_ (columns[i].title), factory);
      g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (compare, (gpointer) &columns[i], NULL));

      g_signal_connect (factory, "setup", G_CALLBACK (set_up_cell), (gpointer) &columns[i]);
      g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), NULL);
      g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cell), NULL);
      gtk_column_view_column_set_sorter (column, sorter);
      gtk_column_view_column_set_resizable (column, TRUE);
      gtk_column_view_column_set_expand (column, columns[i].expand);
      hr_column_view_append (view, column, columns[i].get_text == NULL);
    }
}
