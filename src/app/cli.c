/* cli.c: see cli.h. */
#include "cli.h"

#include <glib/gi18n-lib.h>

#define CLI_NAME "headroom-cli"

/* Where the program lies, or NULL. Owned by the caller. */
static char *
find_cli (void)
{
  g_autofree char *own = g_file_read_link ("/proc/self/exe", NULL);

  if (own != NULL)
    {
      g_autofree char *folder = g_path_get_dirname (own);
      g_autofree char *beside = g_build_filename (folder, CLI_NAME, NULL);
      g_autofree char *built = g_build_filename (folder, "..", "cli", CLI_NAME, NULL);

      if (g_file_test (beside, G_FILE_TEST_IS_EXECUTABLE))
        return g_steal_pointer (&beside);
      if (g_file_test (built, G_FILE_TEST_IS_EXECUTABLE))
        return g_steal_pointer (&built);
    }
  return g_find_program_in_path (CLI_NAME);
}

GSubprocess *
hr_cli_spawn (const char *const *arguments, GError **error)
{
  g_autofree char *path = NULL;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) argv = NULL;

  g_return_val_if_fail (arguments != NULL, NULL);
  path = find_cli ();
  if (path == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("The program “%s” is not installed beside this one."),
                   CLI_NAME);
      return NULL;
    }
  g_strv_builder_add (builder, path);
  g_strv_builder_addv (builder, (const char **) arguments);
  argv = g_strv_builder_end (builder);
  return g_subprocess_newv ((const char *const *) argv, G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE,
                            error);
}
