#include "cli-test.h"

#include <glib/gstdio.h>
#include <sys/wait.h>

static CliRun
spawn (const char *variable, const char *value, const char *first, va_list arguments)
{
  g_autofree char *directory = g_build_filename (g_getenv ("HEADROOM_DATA_DIR"), "examples", NULL);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "LC_ALL", "C.UTF-8", TRUE);
  g_autoptr (GError) error = NULL;
  CliRun run = { 0 };
  int wait_status;

  if (variable != NULL)
    environment = g_environ_setenv (environment, variable, value, TRUE);
  g_ptr_array_add (argv, (gpointer) g_getenv ("HEADROOM_CLI"));
  for (const char *argument = first; argument != NULL; argument = va_arg (arguments, const char *))
    g_ptr_array_add (argv, (gpointer) argument);
  g_ptr_array_add (argv, NULL);
  g_spawn_sync (directory, (char **) argv->pdata, environment, G_SPAWN_DEFAULT, NULL, NULL, &run.output, &run.errors,
                &wait_status, &error);
  g_assert_no_error (error);
  g_assert_true (WIFEXITED (wait_status));
  run.status = WEXITSTATUS (wait_status);
  return run;
}

CliRun
cli_run (const char *first, ...)
{
  va_list arguments;

  va_start (arguments, first);
  CliRun run = spawn (NULL, NULL, first, arguments);
  va_end (arguments);
  return run;
}

CliRun
cli_run_with (const char *variable, const char *value, const char *first, ...)
{
  va_list arguments;

  va_start (arguments, first);
  CliRun run = spawn (variable, value, first, arguments);
  va_end (arguments);
  return run;
}

void
cli_run_clear (CliRun *self)
{
  g_free (self->output);
  g_free (self->errors);
}

char *
cli_make_path (const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *directory = g_dir_make_tmp ("headroom-cli-XXXXXX", &error);

  g_assert_no_error (error);
  return g_build_filename (directory, name, NULL);
}

void
cli_remove_path (const char *path)
{
  g_autofree char *directory = g_path_get_dirname (path);

  g_remove (path);
  g_assert_cmpint (g_rmdir (directory), ==, 0);
}

JsonNode *
cli_parse (const CliRun *run, int status)
{
  g_autoptr (GError) error = NULL;
  JsonNode *root = json_from_string (run->output, &error);

  g_assert_no_error (error);
  g_assert_cmpint (run->status, ==, status);
  g_assert_true (JSON_NODE_HOLDS_OBJECT (root));
  return root;
}

JsonNode *
cli_get_node (JsonNode *root, const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);
  JsonNode *node = root;

  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (JSON_NODE_HOLDS_ARRAY (node))
        {
          JsonArray *array = json_node_get_array (node);
          guint64 index = g_ascii_strtoull (parts[i], NULL, 10);

          g_assert_cmpuint (index, <, json_array_get_length (array));
          node = json_array_get_element (array, (guint) index);
        }
      else
        {
          g_assert_true (JSON_NODE_HOLDS_OBJECT (node));
          node = json_object_get_member (json_node_get_object (node), parts[i]);
        }
      if (node == NULL)
        g_error ("%s: there is no “%s”", path, parts[i]);
    }
  return node;
}

gint64
cli_get_int (JsonNode *root, const char *path)
{
  JsonNode *node = cli_get_node (root, path);

  g_assert_true (JSON_NODE_HOLDS_VALUE (node));
  g_assert_true (json_node_get_value_type (node) == G_TYPE_INT64);
  return json_node_get_int (node);
}

const char *
cli_get_text (JsonNode *root, const char *path)
{
  JsonNode *node = cli_get_node (root, path);

  g_assert_true (JSON_NODE_HOLDS_NULL (node) || json_node_get_value_type (node) == G_TYPE_STRING);
  return JSON_NODE_HOLDS_NULL (node) ? NULL : json_node_get_string (node);
}

void
cli_assert_error (const CliRun *run, int status, const char *text)
{
  if (strstr (run->errors, text) == NULL)
    g_error ("“%s” is not in “%s”", text, run->errors);
  g_assert_cmpint (run->status, ==, status);
  g_assert_cmpstr (run->output, ==, "");
  g_assert_true (g_str_has_suffix (run->errors, "\n"));
  g_assert_true (strchr (run->errors, '\n') == run->errors + strlen (run->errors) - 1);
}
