/* Projects as values, undo and redo. */
#include "core/graph-edit.h"
#include "core/history.h"

static HrProject *
with_title (HrProject *project, const char *title)
{
  return hr_project_with_title (project, title);
}

static void
push_title (HrHistory *history, const char *title, const char *merge_key)
{
  g_autoptr (HrProject) next = with_title (hr_history_get_current (history), title);
  hr_history_push (history, next, title, merge_key);
}

static const char *
get_title (const HrHistory *history)
{
  return hr_project_get_title (hr_history_get_current (history));
}

static void
test_undo_redo (void)
{
  g_autoptr (HrProject) project = hr_project_new_empty ();
  g_autoptr (HrHistory) history = hr_history_new (project);

  g_assert_false (hr_history_can_undo (history));
  g_assert_false (hr_history_is_modified (history));
  push_title (history, "one", NULL);
  push_title (history, "two", NULL);
  g_assert_cmpstr (hr_history_get_undo_label (history), ==, "two");
  hr_history_undo (history);
  g_assert_cmpstr (get_title (history), ==, "one");
  g_assert_cmpstr (hr_history_get_redo_label (history), ==, "two");
  hr_history_undo (history);
  g_assert_false (hr_history_can_undo (history));
  g_assert_null (hr_history_get_undo_label (history));
  g_assert_false (hr_history_is_modified (history));
  hr_history_redo (history);
  push_title (history, "three", NULL);
  g_assert_false (hr_history_can_redo (history)); /* a new step drops what could be redone */
  g_assert_cmpstr (get_title (history), ==, "three");
}

static void
test_merge (void)
{
  g_autoptr (HrProject) project = hr_project_new_empty ();
  g_autoptr (HrHistory) history = hr_history_new (project);

  push_title (history, "a", "key");
  push_title (history, "ab", "key");
  hr_history_end_merge (history);
  push_title (history, "abc", "key");
  push_title (history, "abcd", "other");
  push_title (history, "abcd", "other"); /* nothing new: no step */
  hr_history_undo (history);
  g_assert_cmpstr (get_title (history), ==, "abc");
  hr_history_undo (history);
  g_assert_cmpstr (get_title (history), ==, "ab");
  push_title (history, "x", "key"); /* undo ends a merge */
  hr_history_undo (history);
  g_assert_cmpstr (get_title (history), ==, "ab");
  hr_history_undo (history);
  g_assert_cmpstr (get_title (history), ==, "");
}

static void
test_save_point (void)
{
  g_autoptr (HrProject) project = hr_project_new_empty ();
  g_autoptr (HrHistory) history = hr_history_new (project);
  g_autoptr (HrProject) laid_out = NULL;

  push_title (history, "a", "key");
  hr_history_mark_saved (history, hr_history_get_current (history));
  g_assert_false (hr_history_is_modified (history));
  push_title (history, "ab", "key"); /* saving ends a merge */
  g_assert_true (hr_history_is_modified (history));
  hr_history_undo (history);
  g_assert_cmpstr (get_title (history), ==, "a");
  g_assert_false (hr_history_is_modified (history));
  hr_history_undo (history);
  g_assert_true (hr_history_is_modified (history));
  push_title (history, "a", NULL); /* another way back to what is saved */
  g_assert_false (hr_history_is_modified (history));
  laid_out = with_title (hr_history_get_current (history), "b");
  hr_history_replace (history, laid_out);
  g_assert_false (hr_history_is_modified (history));
  hr_history_undo (history);
  g_assert_cmpstr (get_title (history), ==, "");
}

static void
test_project_values (void)
{
  g_autoptr (HrProject) empty = hr_project_new_empty ();
  g_autoptr (HrNode) node = hr_node_new (hr_op_find ("relu"), "relu1");
  g_autoptr (HrGraph) graph = hr_graph_add_node (hr_project_get_graph (empty), node);
  g_autoptr (HrProject) project = hr_project_with_graph (empty, graph);
  g_autoptr (HrProject) moved = hr_project_with_positions (project, 2, (const char *[]){ "relu1", "nobody" },
                                                           (HrPosition[]){ { 8, -16 }, { 1, 1 } });
  g_autoptr (HrProject) emptied = hr_project_with_graph (moved, hr_project_get_graph (empty));
  g_autoptr (HrProject) batch = NULL;
  HrSettings settings = *hr_project_get_settings (project);
  HrPosition position;

  g_assert_false (hr_project_get_position (project, "relu1", &position));
  g_assert_true (hr_project_get_position (moved, "relu1", &position));
  g_assert_cmpint (position.x, ==, 8);
  g_assert_cmpint (position.y, ==, -16);
  g_assert_cmpuint (hr_project_get_n_positions (moved), ==, 1);
  g_assert_cmpuint (hr_project_get_n_positions (emptied), ==, 0);
  g_assert_true (hr_project_same_estimate (project, moved)); /* moving a box recomputes nothing */
  g_assert_false (hr_project_equal (project, moved));
  settings.batch = 2;
  batch = hr_project_with_settings (moved, &settings);
  g_assert_false (hr_project_same_estimate (moved, batch));
  g_assert_true (hr_project_equal (empty, emptied));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/history/undo-redo", test_undo_redo);
  g_test_add_func ("/history/merge", test_merge);
  g_test_add_func ("/history/save-point", test_save_point);
  g_test_add_func ("/project/values", test_project_values);
  return g_test_run ();
}
