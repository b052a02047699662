/* layer-table.c: see layer-table.h. */
#include "layer-table.h"

#include "config.h"
#include "layer-columns.h"
#include "layer-item.h"

struct _HrLayerTable
{
  AdwBin parent_instance;

  /* Template */
  GtkColumnView *view;

  HrDocument *document;         /* owned, or NULL */
  HrGraph *graph;               /* owned: what the rows are of, or NULL */
  GListStore *items;            /* owned, of HrLayerItem: in the order of the graph */
  GtkSelectionModel *selection; /* owned: over the sorted items */
  gboolean updating;            /* the selection changes because the document's did */
};

G_DEFINE_FINAL_TYPE (HrLayerTable, hr_layer_table, ADW_TYPE_BIN)

/* ---- rows ---- */

/* As many rows as the graph has nodes; those that stay keep their place. */
static void
resize_items (HrLayerTable *self, guint n_nodes)
{
  GListModel *model = G_LIST_MODEL (self->items);
  guint n_items = g_list_model_get_n_items (model);
  g_autoptr (GPtrArray) added = NULL;

  if (n_items > n_nodes)
    g_list_store_splice (self->items, n_nodes, n_items - n_nodes, NULL, 0);
  if (n_items >= n_nodes)
    return;
  added = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = n_items; i < n_nodes; i++)
    g_ptr_array_add (added, hr_layer_item_new ());
  g_list_store_splice (self->items, n_items, 0, added->pdata, added->len);
}

/* Brings the only selected row into view: it was perhaps selected elsewhere. */
static void
scroll_to_selection (HrLayerTable *self)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (self->selection);
  GtkWidget *list = gtk_widget_get_last_child (GTK_WIDGET (self->view));

  if (gtk_bitset_get_size (selected) == 1)
    gtk_widget_activate_action (list, "list.scroll-to-item", "u", gtk_bitset_get_minimum (selected));
}

static gboolean
scroll_once_laid_out (GtkWidget *view, GdkFrameClock *clock, gpointer self)
{
  if (gtk_adjustment_get_page_size (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view))) < 1)
    return G_SOURCE_CONTINUE;
  scroll_to_selection (self);
  return G_SOURCE_REMOVE;
}

/* What was selected while another page was shown. */
static void
view_mapped (HrLayerTable *self)
{
  gtk_widget_add_tick_callback (GTK_WIDGET (self->view), scroll_once_laid_out, self, NULL);
}

static void
show_selection (HrLayerTable *self)
{
  GListModel *model = G_LIST_MODEL (self->selection);
  guint n_items = g_list_model_get_n_items (model);
  g_autoptr (GtkBitset) selected = gtk_bitset_new_empty ();
  g_autoptr (GtkBitset) all = gtk_bitset_new_range (0, n_items);

  for (guint i = 0; i < n_items; i++)
    {
      g_autoptr (HrLayerItem) item = g_list_model_get_item (model, i);

      if (hr_document_is_selected (self->document, hr_layer_item_get_id (item)))
        gtk_bitset_add (selected, i);
    }
  self->updating = TRUE;
  gtk_selection_model_set_selection (self->selection, selected, all);
  self->updating = FALSE;
  scroll_to_selection (self);
}

static void
update_items (HrLayerTable *self)
{
  HrGraph *graph = hr_project_get_graph (hr_document_get_project (self->document));
  guint n_nodes = hr_graph_get_n_nodes (graph);

  self->updating = TRUE;
  resize_items (self, n_nodes);
  for (guint i = 0; i < n_nodes; i++)
    {
      const HrNode *node = hr_graph_get_node (graph, i);
      g_autoptr (HrLayerItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), i);

      hr_layer_item_update (item, node, hr_document_find_layer (self->document, node->id));
    }
  gtk_sorter_changed (gtk_column_view_get_sorter (self->view), GTK_SORTER_CHANGE_DIFFERENT);
  self->updating = FALSE;
  show_selection (self);
}

/* Moving a box leaves the graph as it is: then there is nothing to do. */
static void
project_changed (HrLayerTable *self)
{
  HrGraph *graph = hr_project_get_graph (hr_document_get_project (self->document));

  if (graph == self->graph)
    return;
  g_clear_pointer (&self->graph, hr_graph_unref);
  self->graph = hr_graph_ref (graph);
  update_items (self);
}

static void
rows_selected (HrLayerTable *self)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (self->selection);
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  GtkBitsetIter iter;
  guint position;

  if (self->updating)
    return;
  for (gboolean valid = gtk_bitset_iter_init_first (&iter, selected, &position); valid;
       valid = gtk_bitset_iter_next (&iter, &position))
    {
      g_autoptr (HrLayerItem) item = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

      g_ptr_array_add (ids, (gpointer) hr_layer_item_get_id (item));
    }
  g_ptr_array_add (ids, NULL);
  hr_document_set_selection (self->document, (const char *const *) ids->pdata);
}

/* Enter or a double click shows the layer on the canvas. */
static void
row_activated (HrLayerTable *self, guint position)
{
  g_autoptr (HrLayerItem) item = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  gtk_widget_activate_action (GTK_WIDGET (self), "win.show-layer", "s", hr_layer_item_get_id (item));
}

/* ---- widget ---- */

static void
release_document (HrLayerTable *self)
{
  if (self->document == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->document, self);
  g_clear_object (&self->document);
  g_clear_pointer (&self->graph, hr_graph_unref);
}

void
hr_layer_table_set_document (HrLayerTable *self, HrDocument *document)
{
  g_return_if_fail (HR_IS_LAYER_TABLE (self));
  release_document (self);
  self->document = g_object_ref (document);
  g_signal_connect_swapped (document, "project-changed", G_CALLBACK (project_changed), self);
  g_signal_connect_swapped (document, "analysis-changed", G_CALLBACK (update_items), self);
  g_signal_connect_swapped (document, "selection-changed", G_CALLBACK (show_selection), self);
  project_changed (self);
}

static void
hr_layer_table_dispose (GObject *object)
{
  HrLayerTable *self = HR_LAYER_TABLE (object);

  release_document (self);
  g_clear_object (&self->selection);
  g_clear_object (&self->items);
  G_OBJECT_CLASS (hr_layer_table_parent_class)->dispose (object);
}

static void
hr_layer_table_class_init (HrLayerTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = hr_layer_table_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, HR_RESOURCE_PATH "/layer-table.ui");
  gtk_widget_class_bind_template_child (widget_class, HrLayerTable, view);
  gtk_widget_class_bind_template_callback (widget_class, row_activated);
}

static void
hr_layer_table_init (HrLayerTable *self)
{
  GtkSortListModel *sorted;

  gtk_widget_init_template (GTK_WIDGET (self));
  hr_layer_columns_add (self->view);
  self->items = g_list_store_new (HR_TYPE_LAYER_ITEM);
  sorted = gtk_sort_list_model_new (G_LIST_MODEL (g_object_ref (self->items)),
                                    g_object_ref (gtk_column_view_get_sorter (self->view)));
  self->selection = GTK_SELECTION_MODEL (gtk_multi_selection_new (G_LIST_MODEL (sorted)));
  gtk_column_view_set_model (self->view, self->selection);
  g_signal_connect_swapped (self->view, "map", G_CALLBACK (view_mapped), self);
  g_signal_connect_swapped (self->selection, "selection-changed", G_CALLBACK (rows_selected), self);
}
