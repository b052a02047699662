/* The estimate follows the document: after each change that matters, the latest one only. */
#include "app/analysis-runner.h"
#include "core/graph-edit.h"

typedef struct
{
  HrDeviceList *devices;
  HrDocument *document;
  HrAnalysisRunner *runner;
  guint n_estimates;
} Fixture;

static void
count (Fixture *fixture)
{
  fixture->n_estimates++;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (HrGraph) empty = hr_graph_new_empty ();
  g_autoptr (HrNode) input = hr_node_new (hr_op_find ("input"), "input");
  g_autoptr (HrNode) relu = hr_node_new (hr_op_find ("relu"), "relu1");
  g_autoptr (HrGraph) one = hr_graph_add_node (empty, input);
  g_autoptr (HrGraph) two = hr_graph_add_node (one, relu);
  g_autoptr (HrGraph) wired = hr_graph_connect (two, "input", 0, "relu1", 0);
  g_autoptr (HrProject) none = hr_project_new_empty ();
  g_autoptr (HrProject) project = hr_project_with_graph (none, wired);

  fixture->devices = hr_device_list_new ();
  fixture->document = hr_document_new (project);
  fixture->runner = hr_analysis_runner_new (fixture->document, fixture->devices);
  g_signal_connect_swapped (fixture->document, "analysis-changed", G_CALLBACK (count), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->runner);
  g_object_unref (fixture->document);
  g_object_unref (fixture->devices);
}

static void
wait_for_estimate (Fixture *fixture)
{
  guint before = fixture->n_estimates;

  while (fixture->n_estimates == before)
    g_main_context_iteration (NULL, TRUE);
}

/* Runs the main loop for longer than the pause that an estimate waits for. */
static void
settle (void)
{
  gint64 end_us = g_get_monotonic_time () + 150 * 1000;

  while (g_get_monotonic_time () < end_us)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
}

static void
push_batch (Fixture *fixture, gint64 batch)
{
  HrProject *project = hr_document_get_project (fixture->document);
  HrSettings settings = *hr_project_get_settings (project);
  g_autoptr (HrProject) changed = NULL;

  settings.batch = batch;
  changed = hr_project_with_settings (project, &settings);
  hr_document_push (fixture->document, changed, "Change Batch Size", NULL);
}

static void
test_latest_wins (Fixture *fixture, gconstpointer data)
{
  wait_for_estimate (fixture);
  for (gint64 batch = 2; batch <= 20; batch++)
    push_batch (fixture, batch);
  wait_for_estimate (fixture);
  settle ();
  g_assert_cmpuint (fixture->n_estimates, ==, 2);
  g_assert_cmpint (hr_analysis_get_settings (hr_document_get_analysis (fixture->document))->batch, ==, 20);
  g_assert_true (hr_document_is_estimate_current (fixture->document));
}

/* Moving a box or a new title changes no figure: nothing is estimated. */
static void
test_positions (Fixture *fixture, gconstpointer data)
{
  const char *ids[] = { "relu1" };
  const HrPosition position = { 100, 0 };
  g_autoptr (HrProject) moved = NULL;

  wait_for_estimate (fixture);
  moved = hr_project_with_positions (hr_document_get_project (fixture->document), 1, ids, &position);
  hr_document_push (fixture->document, moved, "Move Layer", NULL);
  settle ();
  g_assert_cmpuint (fixture->n_estimates, ==, 1);
}

static void
test_device (Fixture *fixture, gconstpointer data)
{
  g_autoptr (HrDeviceItem) item = g_list_model_get_item (G_LIST_MODEL (fixture->devices), 1);
  const HrDevice *device = hr_device_item_get_device (item);
  g_autoptr (HrProject) changed = NULL;

  wait_for_estimate (fixture);
  g_assert_null (hr_document_get_fit (fixture->document));
  changed = hr_project_with_device (hr_document_get_project (fixture->document), device->id);
  hr_document_push (fixture->document, changed, "Choose Device", NULL);
  wait_for_estimate (fixture);
  g_assert_cmpint (hr_document_get_fit (fixture->document)->available_bytes, ==, hr_device_get_available (device));
  g_assert_true (hr_document_get_fit (fixture->document)->fits);
}

static void
test_stop (Fixture *fixture, gconstpointer data)
{
  wait_for_estimate (fixture);
  push_batch (fixture, 7);
  hr_analysis_runner_stop (fixture->runner);
  settle ();
  g_assert_cmpuint (fixture->n_estimates, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_setenv ("PATH", "/nonexistent", TRUE);
  g_test_add ("/analysis-runner/latest-wins", Fixture, NULL, set_up, test_latest_wins, tear_down);
  g_test_add ("/analysis-runner/positions", Fixture, NULL, set_up, test_positions, tear_down);
  g_test_add ("/analysis-runner/device", Fixture, NULL, set_up, test_device, tear_down);
  g_test_add ("/analysis-runner/stop", Fixture, NULL, set_up, test_stop, tear_down);
  return g_test_run ();
}
