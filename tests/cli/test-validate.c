/* The command "validate", on lavapipe. */
#include "cli-test.h"

#include <signal.h>
#include <sys/wait.h>

#include "../gpu/lavapipe.h"

#define LENET "lenet.headroom"

/* The keys that interface promises. */
static const char *const result_keys[] = { "device/name",
                                           "device/driver",
                                           "device/type",
                                           "device/uuid",
                                           "mode",
                                           "batch",
                                           "predicted_bytes",
                                           "measured_bytes",
                                           "verdict",
                                           "layers/0/id",
                                           "layers/0/pass",
                                           "layers/0/bytes",
                                           "layers/0/max_error",
                                           "layers/0/error_bound",
                                           "layers/0/nanoseconds",
                                           "layers/0/gflops",
                                           "heap_growth_bytes" };

static void
test_json (void)
{
  g_auto (CliRun) run = cli_run ("validate", LENET, "--batch", "2", "--format", "json", NULL);
  g_autoptr (JsonNode) root = cli_parse (&run, 0);

  for (guint i = 0; i < G_N_ELEMENTS (result_keys); i++)
    g_assert_nonnull (cli_get_node (root, result_keys[i]));
  g_assert_cmpstr (cli_get_text (root, "device/type"), ==, "software");
  g_assert_cmpstr (cli_get_text (root, "verdict"), ==, "fits");
  g_assert_cmpstr (cli_get_text (root, "layers/1/pass"), ==, "forward");
  g_assert_cmpint (cli_get_int (root, "batch"), ==, 2);
  g_assert_cmpint (cli_get_int (root, "predicted_bytes"), ==, cli_get_int (root, "measured_bytes"));
  g_assert_true (json_node_is_null (cli_get_node (root, "peak_gflops")));
  g_assert_true (json_node_is_null (cli_get_node (root, "copy_bytes_per_second")));
}

static void
test_a_line_per_event (void)
{
  static const char *const events[] = { "device", "allocated", "layer", "layer", "finished" };
  g_auto (CliRun) run = cli_run ("validate", LENET, "--format", "jsonl", "--device", "llvmpipe", "--check", NULL);
  g_auto (GStrv) lines = g_strsplit (run.output, "\n", -1);

  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpstr (run.errors, ==, "");
  g_assert_cmpuint (g_strv_length (lines), ==, G_N_ELEMENTS (events) + 1); /* the last is empty */
  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    {
      g_autoptr (JsonNode) root = json_from_string (lines[i], NULL);
      g_assert_cmpstr (cli_get_text (root, "event"), ==, events[i]);
    }
}

static void
test_text (void)
{
  g_auto (CliRun) run = cli_run ("validate", LENET, NULL);

  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.output, "software, not a GPU"));
  g_assert_nonnull (strstr (run.output, "Fits"));
}

static void
test_what_cannot_be_validated (void)
{
  g_auto (CliRun) unknown = cli_run ("validate", LENET, "--device", "7", NULL);
  g_auto (CliRun) driverless = cli_run_with ("VK_DRIVER_FILES", "/nonexistent", "validate", LENET, NULL);
  g_auto (CliRun) training = cli_run ("validate", LENET, "--mode", "training", NULL);
  g_auto (CliRun) large = cli_run ("validate", LENET, "--batch", "10000000", NULL);

  cli_assert_error (&unknown, 2, "There is no Vulkan device “7”");
  cli_assert_error (&driverless, 2, "No Vulkan driver is installed");
  cli_assert_error (&training, 2, "Training cannot be validated yet");
  g_assert_nonnull (strstr (training.errors, "--mode inference"));
  g_assert_cmpint (large.status, ==, 1);
  g_assert_nonnull (strstr (large.output, "Does not fit"));
}

/* Starts a validation that takes some seconds, interrupts it after its first line, and returns all that it wrote. */
static char *
interrupt (int signal_number, int *wait_status)
{
  g_autofree char *directory = g_build_filename (g_getenv ("HEADROOM_DATA_DIR"), "examples", NULL);
  const char *argv[] = { g_getenv ("HEADROOM_CLI"), "validate", "resnet50.headroom", "--format", "jsonl", NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *line = NULL;
  char *rest = NULL;
  GPid child;
  int output;

  g_spawn_async_with_pipes (directory, (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &child, NULL,
                            &output, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (GIOChannel) channel = g_io_channel_unix_new (output);
  g_io_channel_read_line (channel, &line, NULL, NULL, &error);
  g_assert_no_error (error);
  kill (child, signal_number);
  g_io_channel_read_to_end (channel, &rest, NULL, &error);
  g_assert_no_error (error);
  waitpid (child, wait_status, 0);
  g_io_channel_shutdown (channel, FALSE, NULL);
  return rest;
}

static void
test_signals_cancel (void)
{
  const int signals[] = { SIGINT, SIGTERM };

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      int wait_status;
      g_autofree char *output = interrupt (signals[i], &wait_status);
      g_assert_true (WIFEXITED (wait_status));
      g_assert_cmpint (WEXITSTATUS (wait_status), ==, 2);
      g_assert_nonnull (strstr (output, "\"verdict\":\"cancelled\""));
    }
}

int
main (int argc, char **argv)
{
  use_lavapipe ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/validate/json", test_json);
  g_test_add_func ("/cli/validate/events", test_a_line_per_event);
  g_test_add_func ("/cli/validate/text", test_text);
  g_test_add_func ("/cli/validate/unable", test_what_cannot_be_validated);
  g_test_add_func ("/cli/validate/signals", test_signals_cancel);
  return g_test_run ();
}
