/* validation-runner.c: see validation-runner.h. */
#include "validation-runner.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <signal.h>

#include "../io/project-file.h"
#include "cli.h"

#define KILL_AFTER_S 10
#define MAX_ERROR_BYTES 4096

struct _HrValidationRunner
{
  GObject parent_instance;

  HrProject *project;       /* owned */
  char *device;             /* owned, or NULL */
  char *folder;             /* owned: temporary, with the project's file; NULL when there is none */
  char *path;               /* owned: that file */
  GSubprocess *child;       /* owned, or NULL */
  GDataInputStream *output; /* owned: its lines */
  GString *problem;         /* owned: what it wrote to standard error */
  guint kill_source;        /* a child that does not stop is killed, or 0 */
  gboolean finished;        /* the event "finished" came */
  gboolean cancelled;
};

enum
{
  EVENT,
  ENDED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (HrValidationRunner, hr_validation_runner, G_TYPE_OBJECT)

static void
remove_file (HrValidationRunner *self)
{
  if (self->path != NULL)
    g_unlink (self->path);
  if (self->folder != NULL)
    g_rmdir (self->folder);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->folder, g_free);
}

static void
end (HrValidationRunner *self, const char *message)
{
  g_clear_handle_id (&self->kill_source, g_source_remove);
  remove_file (self);
  g_signal_emit (self, signals[ENDED], 0, message);
}

/* ---- reading the child ---- */

static void
child_exited (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (HrValidationRunner) self = user_data;
  g_autoptr (GError) error = NULL;

  g_subprocess_wait_finish (G_SUBPROCESS (source), result, &error);
  g_strchomp (self->problem->str);
  if (self->finished || self->cancelled)
    end (self, NULL);
  else if (self->problem->str[0] != '\0')
    end (self, self->problem->str);
  else
    end (self, _ ("The validation ended before it was done: the driver may have failed."));
}

static void
error_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (HrValidationRunner) self = user_data;
  g_autoptr (GBytes) bytes = g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result, NULL);
  g_autofree char *text = NULL;
  gsize size = 0;
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, &size) : NULL;

  if (size == 0)
    return;
  text = g_utf8_make_valid (data, (gssize) size);
  if (self->problem->len < MAX_ERROR_BYTES)
    g_string_append (self->problem, text);
  g_input_stream_read_bytes_async (G_INPUT_STREAM (source), MAX_ERROR_BYTES, G_PRIORITY_DEFAULT, NULL, error_read,
                                   g_object_ref (self));
}

static void
handle_line (HrValidationRunner *self, const char *line)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonNode *root;
  JsonObject *object;

  if (!json_parser_load_from_data (parser, line, -1, NULL))
    return;
  root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    return;
  object = json_node_get_object (root);
  if (g_strcmp0 (json_object_get_string_member_with_default (object, "event", NULL), "finished") == 0)
    self->finished = TRUE;
  g_signal_emit (self, signals[EVENT], 0, object);
}

static void
line_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (HrValidationRunner) self = user_data;
  g_autofree char *line = g_data_input_stream_read_line_finish_utf8 (G_DATA_INPUT_STREAM (source), result, NULL, NULL);

  if (line == NULL)
    {
      g_subprocess_wait_async (self->child, NULL, child_exited, g_object_ref (self));
      return;
    }
  handle_line (self, line);
  g_data_input_stream_read_line_async (self->output, G_PRIORITY_DEFAULT, NULL, line_read, g_object_ref (self));
}

/* ---- starting it ---- */

static void
start_child (HrValidationRunner *self)
{
  /* A validation run is a forward pass, whatever the project estimates. */
  const char *arguments[9] = { "validate", self->path, "--format", "jsonl", "--mode", "inference" };
  g_autoptr (GError) error = NULL;

  if (self->device != NULL)
    {
      arguments[6] = "--device";
      arguments[7] = self->device;
    }
  self->child = hr_cli_spawn (arguments, &error);
  if (self->child == NULL)
    {
      end (self, error->message);
      return;
    }
  self->output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->child));
  g_data_input_stream_read_line_async (self->output, G_PRIORITY_DEFAULT, NULL, line_read, g_object_ref (self));
  g_input_stream_read_bytes_async (g_subprocess_get_stderr_pipe (self->child), MAX_ERROR_BYTES, G_PRIORITY_DEFAULT,
                                   NULL, error_read, g_object_ref (self));
}

static void
write_in_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  HrValidationRunner *self = source;
  GError *error = NULL;

  self->folder = g_dir_make_tmp ("headroom-XXXXXX", &error);
  if (self->folder != NULL)
    self->path = g_build_filename (self->folder, "network" HR_PROJECT_FILE_SUFFIX, NULL);
  if (self->folder != NULL && hr_project_save (self->project, self->path, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  HrValidationRunner *self = HR_VALIDATION_RUNNER (source);
  g_autoptr (GError) error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    end (self, error->message);
  else if (self->cancelled)
    end (self, NULL);
  else
    start_child (self);
}

static gboolean
kill_child (gpointer user_data)
{
  HrValidationRunner *self = user_data;

  self->kill_source = 0;
  g_subprocess_force_exit (self->child);
  return G_SOURCE_REMOVE;
}

void
hr_validation_runner_cancel (HrValidationRunner *self)
{
  g_return_if_fail (HR_IS_VALIDATION_RUNNER (self));
  if (self->cancelled)
    return;
  self->cancelled = TRUE;
  if (self->child == NULL)
    return;
  g_subprocess_send_signal (self->child, SIGINT);
  self->kill_source = g_timeout_add_seconds (KILL_AFTER_S, kill_child, self);
}

static void
hr_validation_runner_finalize (GObject *object)
{
  HrValidationRunner *self = HR_VALIDATION_RUNNER (object);

  g_clear_handle_id (&self->kill_source, g_source_remove);
  remove_file (self);
  hr_project_unref (self->project);
  g_free (self->device);
  g_clear_object (&self->output);
  g_clear_object (&self->child);
  g_string_free (self->problem, TRUE);
  G_OBJECT_CLASS (hr_validation_runner_parent_class)->finalize (object);
}

static void
hr_validation_runner_class_init (HrValidationRunnerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = hr_validation_runner_finalize;
  signals[EVENT] = g_signal_new ("event", HR_TYPE_VALIDATION_RUNNER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, JSON_TYPE_OBJECT);
  signals[ENDED] = g_signal_new ("ended", HR_TYPE_VALIDATION_RUNNER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
hr_validation_runner_init (HrValidationRunner *self)
{
  self->problem = g_string_new (NULL);
}

HrValidationRunner *
hr_validation_runner_new (HrProject *project, const char *device)
{
  HrValidationRunner *self;
  g_autoptr (GTask) task = NULL;

  g_return_val_if_fail (project != NULL, NULL);
  self = g_object_new (HR_TYPE_VALIDATION_RUNNER, NULL);
  self->project = hr_project_ref (project);
  self->device = g_strdup (device);
  task = g_task_new (self, NULL, written, NULL);
  g_task_set_source_tag (task, hr_validation_runner_new);
  g_task_run_in_thread (task, write_in_worker);
  return self;
}
