#include "io/importer.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "io/project-file.h"

static const char project_text[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<headroom version=\"1\">\n"
                                   "  <title>Here</title>\n  <layers/>\n</headroom>\n";

/* Writes content to a file of this name and opens it. */
static HrProject *
import (const char *name, const char *content, gsize length, GError **error)
{
  g_autofree char *folder = g_dir_make_tmp ("headroom-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_assert_true (g_file_set_contents (path, content, length, NULL));
  HrProject *project = hr_import (path, error);
  g_unlink (path);
  g_rmdir (folder);
  return project;
}

static void
test_by_content (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HrProject) project = import ("anything.txt", project_text, strlen (project_text), &error);
  g_assert_no_error (error);
  g_assert_cmpstr (hr_project_get_title (project), ==, "Here");
}

/* A broken project gets the project's own error. */
static void
test_by_suffix (void)
{
  g_autoptr (GError) error = NULL;
  g_assert_null (import ("broken.HEADROOM", "<head", 5, &error));
  g_assert_error (error, HR_PROJECT_ERROR, HR_PROJECT_ERROR_SYNTAX);
  g_assert_nonnull (strstr (error->message, "broken.HEADROOM:1: "));
}

typedef struct
{
  const char *name, *content;
  gsize length;
  const char *words;
} Case;

#define CASE(name, content, words)                                                                                     \
  {                                                                                                                    \
    name, content, sizeof content - 1, words                                                                           \
  }

static const Case cases[] = {
  CASE ("a.h5", "\x89HDF\r\n\x1a\n\0\0", "an HDF5 file"),
  CASE ("a.pt", "PK\x03\x04\x14", "a ZIP archive"),
  CASE ("a.png", "\x89PNG\r\n\x1a\n\0", "a PNG picture"),
  CASE ("a.json", "{\"a\": 1}", "a JSON file"),
  CASE ("a.xml", "<?xml version='1.0'?><svg/>", "an XML file of another kind"),
  CASE ("a.bin", "\x08\x07\x12\0\x01", "a binary file"),
  CASE ("a.txt", "layer { }", "a text file"),
  CASE ("a", "", "an empty file"),
};

static void
test_foreign (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (import (cases[i].name, cases[i].content, cases[i].length, &error));
      g_assert_error (error, HR_PROJECT_ERROR, HR_PROJECT_ERROR_READ);
      g_assert_nonnull (strstr (error->message, cases[i].words));
      g_assert_nonnull (strstr (error->message, "Headroom project (.headroom)"));
    }
}

/* A pipe that nobody writes to would be waited for without end. */
static void
test_pipe (void)
{
  g_autofree char *folder = g_dir_make_tmp ("headroom-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "pipe.headroom", NULL);
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  g_autoptr (GError) error = NULL;
  g_assert_null (hr_import (path, &error));
  g_assert_error (error, HR_PROJECT_ERROR, HR_PROJECT_ERROR_READ);
  g_assert_true (g_str_has_suffix (error->message, "pipe.headroom: this is not a regular file"));
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_unreadable (void)
{
  static const char *const paths[] = { "/no/such/file", "/" };
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (hr_import (paths[i], &error));
      g_assert_error (error, HR_PROJECT_ERROR, HR_PROJECT_ERROR_READ);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/importer/by-content", test_by_content);
  g_test_add_func ("/importer/by-suffix", test_by_suffix);
  g_test_add_func ("/importer/foreign", test_foreign);
  g_test_add_func ("/importer/pipe", test_pipe);
  g_test_add_func ("/importer/unreadable", test_unreadable);
  return g_test_run ();
}
