/* What the window makes of the program that validates: here scripts stand in for it, found on the path. */
#include "app/validation-runner.h"

#include <glib/gstdio.h>

typedef struct
{
  char *folder;
  char *script;
  HrProject *project;
  GString *events; /* names of the events, each followed by a space */
  char *problem;
  gboolean ended;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("headroom-XXXXXX", NULL);
  fixture->script = g_build_filename (fixture->folder, "headroom-cli", NULL);
  g_assert_true (g_file_set_contents (fixture->script, data, -1, NULL));
  g_assert_cmpint (g_chmod (fixture->script, 0700), ==, 0);
  g_setenv ("PATH", fixture->folder, TRUE);
  fixture->project = hr_project_new_empty ();
  fixture->events = g_string_new (NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_unlink (fixture->script);
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->script);
  g_free (fixture->problem);
  hr_project_unref (fixture->project);
  g_string_free (fixture->events, TRUE);
}

static void
on_event (Fixture *fixture, JsonObject *event)
{
  g_string_append_printf (fixture->events, "%s ", json_object_get_string_member (event, "event"));
}

static void
on_ended (Fixture *fixture, const char *problem)
{
  g_assert_false (fixture->ended);
  fixture->ended = TRUE;
  fixture->problem = g_strdup (problem);
}

static HrValidationRunner *
start (Fixture *fixture)
{
  HrValidationRunner *runner = hr_validation_runner_new (fixture->project, "3");

  g_signal_connect_swapped (runner, "event", G_CALLBACK (on_event), fixture);
  g_signal_connect_swapped (runner, "ended", G_CALLBACK (on_ended), fixture);
  return runner;
}

static void
wait_for_end (Fixture *fixture, HrValidationRunner *runner)
{
  while (!fixture->ended)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (HR_IS_VALIDATION_RUNNER (runner));
}

/* The child is given a readable project and the device; its lines arrive in order, and what is no JSON is passed over. */
static const char good_script[] = "#!/bin/sh\n"
                                  "[ \"$1 $3 $4 $5 $6 $7 $8\" = 'validate --format jsonl --mode inference --device 3' ] || exit 9\n"
                                  "read line < \"$2\" || exit 9\n"
                                  "echo '{\"event\":\"device\"}'\n"
                                  "echo 'no JSON'\n"
                                  "echo '[]'\n"
                                  "echo '{\"event\":\"layer\"}'\n"
                                  "echo '{\"event\":\"finished\",\"verdict\":\"fits\"}'\n";

static void
test_good (Fixture *fixture, gconstpointer data)
{
  g_autoptr (HrValidationRunner) runner = start (fixture);

  wait_for_end (fixture, runner);
  g_assert_cmpstr (fixture->events->str, ==, "device layer finished ");
  g_assert_null (fixture->problem);
}

static const char failing_script[] = "#!/bin/sh\n"
                                     "echo '{\"event\":\"device\"}'\n"
                                     "echo 'The driver gave up.' >&2\n"
                                     "exit 2\n";

static void
test_failing (Fixture *fixture, gconstpointer data)
{
  g_autoptr (HrValidationRunner) runner = start (fixture);

  wait_for_end (fixture, runner);
  g_assert_cmpstr (fixture->events->str, ==, "device ");
  g_assert_cmpstr (fixture->problem, ==, "The driver gave up.");
}

/* A driver's crash ends the child, not the window. */
static const char crashing_script[] = "#!/bin/sh\nkill -SEGV $$\n";

static void
test_crashing (Fixture *fixture, gconstpointer data)
{
  g_autoptr (HrValidationRunner) runner = start (fixture);

  wait_for_end (fixture, runner);
  g_assert_nonnull (fixture->problem);
}

static const char endless_script[] = "#!/bin/sh\n"
                                     "trap 'exit 1' INT\n"
                                     "echo '{\"event\":\"device\"}'\n"
                                     "while :; do :; done\n";

static void
test_cancel (Fixture *fixture, gconstpointer data)
{
  g_autoptr (HrValidationRunner) runner = start (fixture);

  while (fixture->events->len == 0)
    g_main_context_iteration (NULL, TRUE);
  hr_validation_runner_cancel (runner);
  wait_for_end (fixture, runner);
  g_assert_null (fixture->problem);
}

static void
test_missing (Fixture *fixture, gconstpointer data)
{
  g_autoptr (HrValidationRunner) runner = NULL;

  g_unlink (fixture->script);
  runner = start (fixture);
  wait_for_end (fixture, runner);
  g_assert_nonnull (strstr (fixture->problem, "headroom-cli"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/validation-runner/good", Fixture, good_script, set_up, test_good, tear_down);
  g_test_add ("/validation-runner/failing", Fixture, failing_script, set_up, test_failing, tear_down);
  g_test_add ("/validation-runner/crashing", Fixture, crashing_script, set_up, test_crashing, tear_down);
  g_test_add ("/validation-runner/cancel", Fixture, endless_script, set_up, test_cancel, tear_down);
  g_test_add ("/validation-runner/missing", Fixture, good_script, set_up, test_missing, tear_down);
  return g_test_run ();
}
