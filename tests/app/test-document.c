/* A document's history, selection and file. */
#include "app/document.h"
#include "core/graph-edit.h"
#include "io/project-file.h"

#include <glib/gstdio.h>

static HrProject *
make_project (void)
{
  g_autoptr (HrGraph) empty = hr_graph_new_empty ();
  g_autoptr (HrNode) input = hr_node_new (hr_op_find ("input"), "input");
  g_autoptr (HrNode) conv = hr_node_new (hr_op_find ("conv"), "conv1");
  g_autoptr (HrGraph) one = hr_graph_add_node (empty, input);
  g_autoptr (HrGraph) two = hr_graph_add_node (one, conv);
  g_autoptr (HrProject) project = hr_project_new_empty ();

  return hr_project_with_graph (project, two);
}

static void
push_title (HrDocument *document, const char *title, const char *merge_key)
{
  g_autoptr (HrProject) changed = hr_project_with_title (hr_document_get_project (document), title);

  hr_document_push (document, changed, "Rename", merge_key);
}

static void
count (guint *counter)
{
  (*counter)++;
}

static void
test_history (void)
{
  g_autoptr (HrProject) project = make_project ();
  g_autoptr (HrDocument) document = hr_document_new (project);
  guint n_changes = 0;

  g_signal_connect_swapped (document, "project-changed", G_CALLBACK (count), &n_changes);
  g_assert_false (hr_document_is_modified (document));
  push_title (document, "a", "title");
  push_title (document, "ab", "title");
  g_assert_cmpuint (n_changes, ==, 2);
  g_assert_cmpstr (hr_document_get_title (document), ==, "ab");
  g_assert_cmpstr (hr_document_get_undo_label (document), ==, "Rename");
  g_assert_true (hr_document_is_modified (document));
  hr_document_undo (document);
  g_assert_true (hr_document_get_project (document) == project);
  g_assert_false (hr_document_is_modified (document));
  g_assert_false (hr_document_can_undo (document));
  hr_document_redo (document);
  g_assert_cmpstr (hr_document_get_title (document), ==, "ab");
  g_assert_cmpuint (n_changes, ==, 4);
}

/* What changes nothing is no step, and nobody is told. */
static void
test_push_same (void)
{
  g_autoptr (HrDocument) document = hr_document_new (NULL);
  guint n_changes = 0;

  push_title (document, "a", NULL);
  g_signal_connect_swapped (document, "project-changed", G_CALLBACK (count), &n_changes);
  push_title (document, "a", NULL);
  g_assert_cmpuint (n_changes, ==, 0);
  hr_document_undo (document);
  g_assert_false (hr_document_can_undo (document));
}

static void
test_layout (void)
{
  g_autoptr (HrProject) project = make_project ();
  g_autoptr (HrDocument) document = hr_document_new (project);
  const char *ids[] = { "conv1" };
  const HrPosition position = { 40, 20 };
  HrPosition found;
  g_autoptr (HrProject) laid_out = hr_project_with_positions (project, 1, ids, &position);

  hr_document_set_layout (document, laid_out);
  g_assert_false (hr_document_is_modified (document));
  g_assert_false (hr_document_can_undo (document));
  push_title (document, "a", NULL);
  hr_document_undo (document);
  g_assert_true (hr_project_get_position (hr_document_get_project (document), "conv1", &found));
  g_assert_cmpint (found.x, ==, 40);
  g_assert_false (hr_document_is_modified (document));
}

static void
test_selection (void)
{
  const char *const wanted[] = { "conv1", "nowhere", "input", "conv1", NULL };
  const char *const removed[] = { "conv1", NULL };
  g_autoptr (HrProject) project = make_project ();
  g_autoptr (HrDocument) document = hr_document_new (project);
  g_autoptr (HrGraph) smaller = hr_graph_remove_nodes (hr_project_get_graph (project), removed, FALSE);
  g_autoptr (HrProject) changed = hr_project_with_graph (project, smaller);
  guint n_changes = 0;

  g_signal_connect_swapped (document, "selection-changed", G_CALLBACK (count), &n_changes);
  hr_document_set_selection (document, wanted);
  hr_document_set_selection (document, wanted);
  g_assert_cmpuint (n_changes, ==, 1);
  g_assert_cmpstr (hr_document_get_selection (document)[0], ==, "conv1");
  g_assert_cmpstr (hr_document_get_selection (document)[1], ==, "input");
  g_assert_null (hr_document_get_selection (document)[2]);

  hr_document_push (document, changed, "Remove", NULL);
  g_assert_cmpuint (n_changes, ==, 2);
  g_assert_false (hr_document_is_selected (document, "conv1"));
  g_assert_true (hr_document_is_selected (document, "input"));
  hr_document_set_selection (document, NULL);
  g_assert_null (hr_document_get_selection (document)[0]);
}

static void
test_estimate (void)
{
  g_autoptr (HrProject) project = make_project ();
  g_autoptr (HrDocument) document = hr_document_new (project);
  g_autoptr (HrAnalysis) analysis = hr_analysis_new (project, NULL);
  const HrFit fit = { .fits = TRUE, .largest_batch = 3 };
  HrSettings settings = *hr_project_get_settings (project);
  g_autoptr (HrProject) larger = NULL;

  g_assert_null (hr_document_find_layer (document, "conv1"));
  g_assert_null (hr_document_get_fit (document));
  hr_document_set_estimate (document, analysis, &fit, 12);
  g_assert_true (hr_document_is_estimate_current (document));
  g_assert_cmpstr (hr_document_find_layer (document, "conv1")->node->id, ==, "conv1");
  g_assert_cmpint (hr_document_get_fit (document)->largest_batch, ==, 3);
  g_assert_null (hr_document_find_layer (document, "nowhere"));

  settings.batch = 2;
  larger = hr_project_with_settings (project, &settings);
  hr_document_push (document, larger, "Change Batch Size", NULL);
  g_assert_false (hr_document_is_estimate_current (document));
  hr_document_set_estimate (document, analysis, NULL, 12);
  g_assert_null (hr_document_get_fit (document));
}

/* ---- file ---- */

static void
keep_result (GObject *source, GAsyncResult *result, gpointer user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static gboolean
save (HrDocument *document, GFile *file, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  hr_document_save_async (document, file, NULL, keep_result, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return hr_document_save_finish (document, result, error);
}

static gboolean
load (HrDocument *document, GFile *file, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  hr_document_load_async (document, file, NULL, keep_result, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return hr_document_load_finish (document, result, error);
}

static void
test_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("headroom-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "network.headroom", NULL);
  g_autofree char *nowhere = g_build_filename (folder, "missing", "network.headroom", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) bad_file = g_file_new_for_path (nowhere);
  g_autoptr (HrProject) project = make_project ();
  g_autoptr (HrDocument) document = hr_document_new (project);
  g_autoptr (HrDocument) other = hr_document_new (NULL);
  g_autoptr (GError) error = NULL;

  push_title (document, "Kept", NULL);
  g_assert_false (save (document, bad_file, &error));
  g_assert_error (error, HR_PROJECT_ERROR, HR_PROJECT_ERROR_WRITE);
  g_assert_true (hr_document_is_modified (document));
  g_assert_null (hr_document_get_file (document));

  g_assert_true (save (document, file, NULL));
  g_assert_false (hr_document_is_modified (document));
  g_assert_true (g_file_equal (hr_document_get_file (document), file));
  hr_document_undo (document);
  g_assert_true (hr_document_is_modified (document));

  g_assert_true (load (other, file, NULL));
  g_assert_cmpstr (hr_document_get_title (other), ==, "Kept");
  g_assert_cmpint (hr_graph_find (hr_project_get_graph (hr_document_get_project (other)), "conv1"), ==, 1);
  g_assert_false (hr_document_is_modified (other));

  g_unlink (path);
  g_clear_error (&error);
  g_assert_false (load (other, file, &error));
  g_assert_nonnull (error);
  g_assert_cmpstr (hr_document_get_title (other), ==, "Kept");
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/document/history", test_history);
  g_test_add_func ("/document/push-same", test_push_same);
  g_test_add_func ("/document/layout", test_layout);
  g_test_add_func ("/document/selection", test_selection);
  g_test_add_func ("/document/estimate", test_estimate);
  g_test_add_func ("/document/file", test_file);
  return g_test_run ();
}
