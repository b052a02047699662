/* Every file of bad/ with the error that a person is to read. The expected texts were written by hand. Where the sentence
 * is libxml2's, only the line and the words that name the culprit are expected. */
#include "io/project-file.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  const char *file;
  HrProjectError code;
  const char *message; /* after "FILE:"; a glob */
} Case;

static const Case cases[] = {
  { "bad-id", HR_PROJECT_ERROR_VALUE, "5: “1st” is no id: one begins with a letter or _ and goes on *" },
  { "bad-port", HR_PROJECT_ERROR_SCHEMA, "7: <input> may not have “from”, or not with this value" },
  { "bad-setting", HR_PROJECT_ERROR_VALUE, "4: batch: “0” is not a whole number from 1 to 2147483647" },
  { "billion-laughs", HR_PROJECT_ERROR_SYNTAX, "2: document type declarations are not allowed*" },
  { "cycle", HR_PROJECT_ERROR_VALUE, "6: a: its output leads back to its own input; a network may have no cycle" },
  { "dangling-input", HR_PROJECT_ERROR_VALUE, "6: a: its input comes from “b”, and there is no such layer" },
  { "dangling-position", HR_PROJECT_ERROR_VALUE, "8: a position is given for “b”, and there is no such layer" },
  { "dangling-weights", HR_PROJECT_ERROR_VALUE, "5: a: weights-of names “b”, which is no other layer" },
  { "doctype", HR_PROJECT_ERROR_SYNTAX, "2: document type declarations are not allowed*" },
  { "doubled-id", HR_PROJECT_ERROR_VALUE, "7: a: the layer on line 5 has the same id" },
  { "doubled-position", HR_PROJECT_ERROR_VALUE, "9: a: its position is given twice" },
  { "empty", HR_PROJECT_ERROR_SYNTAX, "1: the file is empty" },
  { "external-entity", HR_PROJECT_ERROR_SYNTAX, "2: document type declarations are not allowed*" },
  { "foreign-attribute", HR_PROJECT_ERROR_VALUE, "6: a: only a layer of kind “unknown” has <attribute>" },
  { "newer-version", HR_PROJECT_ERROR_VERSION,
    "2: the project was made by a newer Headroom (file version 2; this one reads up to 1)" },
  { "no-kind", HR_PROJECT_ERROR_SCHEMA, "5: an attribute of <layer> is missing or wrong" },
  { "no-layers", HR_PROJECT_ERROR_SCHEMA, "2: an element is missing in <headroom>" },
  { "no-title", HR_PROJECT_ERROR_SCHEMA, "3: <layers> may not stand here" },
  { "no-version", HR_PROJECT_ERROR_SCHEMA,
    "2: this is not a Headroom project, which begins with <headroom version=\"1\">" },
  { "not-xml", HR_PROJECT_ERROR_SYNTAX, "1: *" },
  { "odd-version", HR_PROJECT_ERROR_SCHEMA, "2: version: “one” is not a whole number from 1" },
  { "other-root", HR_PROJECT_ERROR_SCHEMA,
    "2: this is not a Headroom project, which begins with <headroom version=\"1\">" },
  { "own-weights", HR_PROJECT_ERROR_VALUE, "5: a: weights-of names “a”, which is no other layer" },
  { "parameter-range", HR_PROJECT_ERROR_VALUE, "5: a: filters: “0” is not a whole number from 1 to 2147483647" },
  { "parameter-syntax", HR_PROJECT_ERROR_VALUE, "5: a: kernel: “3 by 3” is not *" },
  { "port-too-high", HR_PROJECT_ERROR_VALUE,
    "7: b: its input comes from output 1 of “a”, which has 1, counted from 0" },
  { "position-not-a-number", HR_PROJECT_ERROR_SCHEMA, "8: “left” is not a value of type int" },
  { "position-too-large", HR_PROJECT_ERROR_SCHEMA, "8: “2147483648” is not a value of type int" },
  { "self-loop", HR_PROJECT_ERROR_VALUE, "5: a: its output leads back to its own input; a network may have no cycle" },
  { "too-many-inputs", HR_PROJECT_ERROR_VALUE, "6: b: 2 inputs are more than the 1 that a layer of kind “relu” takes" },
  { "unclosed", HR_PROJECT_ERROR_SYNTAX, "6: *layer*line 5*" },
  { "unknown-element", HR_PROJECT_ERROR_SCHEMA, "6: <leyer> may not stand here" },
  { "unknown-entity", HR_PROJECT_ERROR_SYNTAX, "3: *nbsp*" },
  { "unknown-kind", HR_PROJECT_ERROR_VALUE, "5: a: there is no layer kind “convolotion”" },
  { "unknown-parameter", HR_PROJECT_ERROR_VALUE, "5: a: a layer of kind “conv” has no “kernal”" },
  { "unknown-setting", HR_PROJECT_ERROR_VALUE, "4: there is no setting “tempo”" },
};

static void
test_case (gconstpointer data)
{
  const Case *row = data;
  g_autofree char *file = g_strconcat (row->file, ".headroom", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "bad", file, NULL);
  g_autoptr (GError) error = NULL;
  g_assert_null (hr_project_load (path, &error));
  g_assert_error (error, HR_PROJECT_ERROR, (int) row->code);
  g_assert_true (g_str_has_prefix (error->message, path));
  const char *message = error->message + strlen (path);
  g_test_message ("%s", message);
  g_assert_cmpint (message[0], ==, ':');
  if (!g_pattern_match_simple (row->message, message + 1))
    g_assert_cmpstr (message + 1, ==, row->message);
}

/* No file in the folder without a row. */
static void
test_all_files (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "bad", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n_files = 0;
  while (g_dir_read_name (dir))
    n_files++;
  g_assert_cmpuint (n_files, ==, G_N_ELEMENTS (cases));
}

static void
test_missing (void)
{
  g_autoptr (GError) error = NULL;
  g_assert_null (hr_project_load ("/no/such/file.headroom", &error));
  g_assert_error (error, HR_PROJECT_ERROR, HR_PROJECT_ERROR_READ);
  g_assert_cmpstr (error->message, ==, "/no/such/file.headroom: No such file or directory");
}

static void
test_folder (void)
{
  g_autoptr (GError) error = NULL;
  g_assert_null (hr_project_load ("/", &error));
  g_assert_error (error, HR_PROJECT_ERROR, HR_PROJECT_ERROR_READ);
  g_assert_cmpstr (error->message, ==, "/: this is not a regular file");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strconcat ("/bad-files/", cases[i].file, NULL);
      g_test_add_data_func (name, &cases[i], test_case);
    }
  g_test_add_func ("/bad-files/every-file-has-a-row", test_all_files);
  g_test_add_func ("/bad-files/missing", test_missing);
  g_test_add_func ("/bad-files/folder", test_folder);
  return g_test_run ();
}
