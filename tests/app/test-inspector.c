/* The inspector and the layer table over a document: what they show, what an edit in them does, and the selection. */
#include "app/device-chooser.h"
#include "app/device-list.h"
#include "app/figure-row.h"
#include "app/inspector.h"
#include "app/layer-table.h"
#include "app/value-row.h"
#include "core/graph-edit.h"

typedef struct
{
  GtkWidget *window; /* owned by GTK */
  HrInspector *inspector;
  HrLayerTable *table;
  HrDocument *document;
} Fixture;

/* input → conv1 (3×3) → conv2 (5×5) */
static HrProject *
make_project (void)
{
  g_autoptr (HrProject) none = hr_project_new_empty ();
  g_autoptr (HrNode) input = hr_node_new (hr_op_find ("input"), "input");
  g_autoptr (HrNode) conv1 = hr_node_new (hr_op_find ("conv"), "conv1");
  g_autoptr (HrNode) conv2 = hr_node_new (hr_op_find ("conv"), "conv2");
  GPtrArray *nodes = g_ptr_array_new_with_free_func ((GDestroyNotify) hr_node_unref);
  g_autoptr (HrGraph) unwired = NULL;
  g_autoptr (HrGraph) half = NULL;
  g_autoptr (HrGraph) wired = NULL;
  g_autoptr (HrGraph) graph = NULL;

  g_ptr_array_add (nodes, g_steal_pointer (&input));
  g_ptr_array_add (nodes, g_steal_pointer (&conv1));
  g_ptr_array_add (nodes, g_steal_pointer (&conv2));
  unwired = hr_graph_new (nodes);
  half = hr_graph_connect (unwired, "input", 0, "conv1", 0);
  wired = hr_graph_connect (half, "conv1", 0, "conv2", 0);
  graph = hr_graph_set_param (wired, "conv2", "kernel", "5", NULL);
  return hr_project_with_graph (none, graph);
}

static void
estimate (Fixture *fixture)
{
  g_autoptr (HrAnalysis) analysis = hr_analysis_new (hr_document_get_project (fixture->document), NULL);

  hr_document_set_estimate (fixture->document, analysis, NULL, 1);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (HrProject) project = make_project ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  fixture->document = hr_document_new (project);
  fixture->inspector = g_object_new (HR_TYPE_INSPECTOR, NULL);
  fixture->table = g_object_new (HR_TYPE_LAYER_TABLE, NULL);
  fixture->window = gtk_window_new ();
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (fixture->inspector));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (fixture->table));
  gtk_window_set_child (GTK_WINDOW (fixture->window), box);
  hr_inspector_set_document (fixture->inspector, fixture->document);
  hr_layer_table_set_document (fixture->table, fixture->document);
  estimate (fixture);
  gtk_window_present (GTK_WINDOW (fixture->window));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_object_unref (fixture->document);
}

/* The first widget of the type below root that is shown and, with a title, is the row of that title; or NULL. */
static GtkWidget *
find (GtkWidget *root, GType type, const char *title)
{
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found;

      if (!gtk_widget_get_child_visible (child) || !gtk_widget_get_visible (child))
        continue;
      if (g_type_is_a (G_OBJECT_TYPE (child), type)
          && (title == NULL || g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (child)), title)))
        return child;
      found = find (child, type, title);
      if (found != NULL)
        return found;
    }
  return NULL;
}

static GtkWidget *
find_control (Fixture *fixture, const char *title, GType type)
{
  GtkWidget *row = find (GTK_WIDGET (fixture->inspector), HR_TYPE_VALUE_ROW, title);

  g_assert_nonnull (row);
  return find (row, type, NULL);
}

static void
select_layers (Fixture *fixture, const char *first, const char *second)
{
  const char *const ids[] = { first, second, NULL };

  hr_document_set_selection (fixture->document, ids);
}

static char *
dup_param (Fixture *fixture, const char *id, const char *key)
{
  HrGraph *graph = hr_project_get_graph (hr_document_get_project (fixture->document));
  const HrNode *node = hr_graph_get_node (graph, hr_graph_find (graph, id));

  return hr_param_to_text (hr_param_find (node->op->params, node->op->n_params, key), node->params);
}

#define assert_param(fixture, id, key, text)                                                                           \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    g_autofree char *param = dup_param ((fixture), (id), (key));                                                       \
    g_assert_cmpstr (param, ==, (text));                                                                               \
  }                                                                                                                    \
  G_STMT_END

static void
type_text (GtkWidget *entry, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "activate");
}

static void
test_tuple (Fixture *fixture, gconstpointer data)
{
  GtkWidget *entry;

  select_layers (fixture, "conv1", NULL);
  entry = find_control (fixture, "Kernel", GTK_TYPE_ENTRY);
  type_text (entry, "3×5");
  assert_param (fixture, "conv1", "kernel", "3 5");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "3 × 5");
  type_text (entry, "7");
  assert_param (fixture, "conv1", "kernel", "7");
  hr_document_undo (fixture->document);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "3 × 5");
}

/* Bad text keeps the old value, and the row says why. */
static void
test_refused (Fixture *fixture, gconstpointer data)
{
  GtkWidget *row;

  select_layers (fixture, "conv2", NULL);
  row = find (GTK_WIDGET (fixture->inspector), HR_TYPE_VALUE_ROW, "Kernel");
  type_text (find (row, GTK_TYPE_ENTRY, NULL), "wide");
  assert_param (fixture, "conv2", "kernel", "5");
  g_assert_false (hr_document_can_undo (fixture->document));
  g_assert_true (gtk_widget_has_css_class (row, "invalid"));
  g_assert_nonnull (strstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), "wide"));
}

/* Clicks on a spin button are one step to undo. */
static void
test_merge (Fixture *fixture, gconstpointer data)
{
  GtkWidget *spin;

  select_layers (fixture, "conv1", NULL);
  spin = find_control (fixture, "Filters", GTK_TYPE_SPIN_BUTTON);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), 100);
  gtk_spin_button_spin (GTK_SPIN_BUTTON (spin), GTK_SPIN_STEP_FORWARD, 1);
  assert_param (fixture, "conv1", "filters", "101");
  hr_document_undo (fixture->document);
  g_assert_false (hr_document_can_undo (fixture->document));
}

static void
test_several (Fixture *fixture, gconstpointer data)
{
  GtkWidget *entry;

  select_layers (fixture, "conv1", "conv2");
  entry = find_control (fixture, "Kernel", GTK_TYPE_ENTRY);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "");
  g_assert_false (hr_document_can_undo (fixture->document));
  type_text (entry, "1");
  assert_param (fixture, "conv1", "kernel", "1");
  assert_param (fixture, "conv2", "kernel", "1");
  hr_document_undo (fixture->document);
  g_assert_false (hr_document_can_undo (fixture->document));
  assert_param (fixture, "conv2", "kernel", "5");
}

/* With nothing selected, the settings are there. */
static void
test_settings (Fixture *fixture, gconstpointer data)
{
  GtkWidget *spin = find_control (fixture, "Batch size", GTK_TYPE_SPIN_BUTTON);
  const HrSettings *settings;

  g_assert_null (find (GTK_WIDGET (fixture->inspector), HR_TYPE_VALUE_ROW, "Optimizer"));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), 12);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find_control (fixture, "Mode", GTK_TYPE_DROP_DOWN)), 1);
  settings = hr_project_get_settings (hr_document_get_project (fixture->document));
  g_assert_cmpint (settings->batch, ==, 12);
  g_assert_cmpint (settings->mode, ==, HR_MODE_TRAINING);
  g_assert_nonnull (find (GTK_WIDGET (fixture->inspector), HR_TYPE_VALUE_ROW, "Optimizer"));
}

/* A layer whose figures are not known has none listed; its sign has the colour of its kind. */
static void
test_unknown_figures (Fixture *fixture, gconstpointer data)
{
  HrProject *project = hr_document_get_project (fixture->document);
  g_autoptr (HrGraph) graph = hr_graph_disconnect (hr_project_get_graph (project), "conv2", 0);
  g_autoptr (HrProject) changed = hr_project_with_graph (project, graph);

  select_layers (fixture, "conv2", NULL);
  g_assert_nonnull (find (GTK_WIDGET (fixture->inspector), HR_TYPE_FIGURE_ROW, "Output size"));
  g_assert_true (
      gtk_widget_has_css_class (find (GTK_WIDGET (fixture->inspector), GTK_TYPE_IMAGE, NULL), "kind-convolution"));
  hr_document_push (fixture->document, changed, "Disconnect", NULL);
  estimate (fixture);
  g_assert_null (find (GTK_WIDGET (fixture->inspector), HR_TYPE_FIGURE_ROW, NULL));
}

/* Any part of a device's name finds it. */
static void
test_device_search (void)
{
  g_autoptr (HrDeviceList) devices = hr_device_list_new ();
  GtkWidget *window = gtk_window_new ();
  GtkWidget *drop_down = gtk_drop_down_new (NULL, NULL);
  GtkWidget *popover;
  GListModel *found;

  hr_device_chooser_set_up (GTK_DROP_DOWN (drop_down));
  hr_device_chooser_set_searched_model (GTK_DROP_DOWN (drop_down), G_LIST_MODEL (devices));
  gtk_window_set_child (GTK_WINDOW (window), drop_down);
  gtk_window_present (GTK_WINDOW (window));
  popover = gtk_widget_get_last_child (drop_down);
  gtk_popover_popup (GTK_POPOVER (popover));
  found = G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (find (popover, GTK_TYPE_LIST_VIEW, NULL))));
  g_assert_cmpuint (g_list_model_get_n_items (found), >, 1);
  gtk_editable_set_text (GTK_EDITABLE (find (popover, GTK_TYPE_SEARCH_ENTRY, NULL)), "7600");
  for (gint64 end = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;
       g_list_model_get_n_items (found) > 1 && g_get_monotonic_time () < end;)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (g_list_model_get_n_items (found), ==, 1); /* Radeon RX 7600 XT */
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_table (Fixture *fixture, gconstpointer data)
{
  GtkColumnView *view = GTK_COLUMN_VIEW (find (GTK_WIDGET (fixture->table), GTK_TYPE_COLUMN_VIEW, NULL));
  GtkSelectionModel *model = gtk_column_view_get_model (view);
  g_autoptr (GtkColumnViewColumn) name = g_list_model_get_item (gtk_column_view_get_columns (view), 0);

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 3);
  select_layers (fixture, "conv2", NULL);
  g_assert_true (gtk_selection_model_is_selected (model, 2));
  g_assert_false (gtk_selection_model_is_selected (model, 0));
  gtk_selection_model_select_item (model, 1, TRUE);
  g_assert_cmpstr (hr_document_get_selection (fixture->document)[0], ==, "conv1");
  g_assert_null (hr_document_get_selection (fixture->document)[1]);

  /* Sorted by name backwards the rows are input, conv2, conv1; the selection stays with its layer. */
  gtk_column_view_sort_by_column (view, name, GTK_SORT_DESCENDING);
  g_assert_true (gtk_selection_model_is_selected (model, 2));
  select_layers (fixture, "input", NULL);
  g_assert_true (gtk_selection_model_is_selected (model, 0));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add ("/inspector/tuple", Fixture, NULL, set_up, test_tuple, tear_down);
  g_test_add ("/inspector/refused", Fixture, NULL, set_up, test_refused, tear_down);
  g_test_add ("/inspector/merge", Fixture, NULL, set_up, test_merge, tear_down);
  g_test_add ("/inspector/several", Fixture, NULL, set_up, test_several, tear_down);
  g_test_add ("/inspector/settings", Fixture, NULL, set_up, test_settings, tear_down);
  g_test_add ("/inspector/unknown-figures", Fixture, NULL, set_up, test_unknown_figures, tear_down);
  g_test_add_func ("/device-chooser/search", test_device_search);
  g_test_add ("/layer-table/selection", Fixture, NULL, set_up, test_table, tear_down);
  return g_test_run ();
}
