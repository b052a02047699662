/* test-data.h: reference data that lie outside the project, for tests that use them. */
#pragma once

#include <glib.h>
#include <stdio.h>

/* The path of a file of the reference data ("torch/counts.csv"), to be freed with g_free(), or NULL after marking the
 * test case as skipped when HEADROOM_TEST_DATA is not set. A file that is missing there fails the test. Each file asked
 * for is noted in HEADROOM_TEST_DATA_LOG, so that a run that opened none can be told from one that did. */
static inline char *
test_data_dup_path (const char *relative)
{
  const char *root = g_getenv ("HEADROOM_TEST_DATA");
  const char *log = g_getenv ("HEADROOM_TEST_DATA_LOG");
  FILE *stream = NULL;
  char *path = NULL;

  if (root == NULL)
    {
      g_test_skip ("HEADROOM_TEST_DATA is not set");
      return NULL;
    }
  path = g_build_filename (root, relative, NULL);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    g_error ("no reference data %s", path);
  stream = log != NULL ? fopen (log, "a") : NULL;
  if (stream != NULL)
    {
      fprintf (stream, "%s\n", relative);
      fclose (stream);
    }
  return path;
}
