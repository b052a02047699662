#include "io/project-file.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Written by hand: what the program is to write for the project in it. */
static const char canonical[]
    = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<headroom version=\"1\">\n"
      "  <title>Canonical</title>\n"
      "  <description>Everything that a file can hold.\n"
      "On two lines.</description>\n"
      "  <settings mode=\"training\" batch=\"64\" optimizer=\"sgd-momentum\"/>\n"
      "  <device id=\"raspberry-pi-5-8gb\"/>\n"
      "  <layers>\n"
      "    <layer id=\"image\" kind=\"input\" name=\"The image\"/>\n"
      "    <layer id=\"conv1\" kind=\"conv\" block=\"stem/0\" filters=\"200\" kernel=\"5 3\" bias=\"false\">\n"
      "      <note>As in the paper.</note>\n"
      "      <input from=\"image\"/>\n"
      "    </layer>\n"
      "    <layer id=\"conv2\" kind=\"conv\" weights-of=\"conv1\" filters=\"200\" kernel=\"5 3\"/>\n"
      "    <layer id=\"add1\" kind=\"add\">\n"
      "      <input/>\n"
      "      <input from=\"conv1\"/>\n"
      "    </layer>\n"
      "    <layer id=\"odd\" kind=\"unknown\">\n"
      "      <attribute key=\"alpha\" value=\"0.5\"/>\n"
      "      <attribute key=\"alpha\" value=\"a &lt; b &amp; &quot;c&quot;\"/>\n"
      "      <input from=\"add1\"/>\n"
      "    </layer>\n"
      "  </layers>\n"
      "  <positions>\n"
      "    <position layer=\"image\" x=\"0\" y=\"-16\"/>\n"
      "    <position layer=\"conv1\" x=\"160\" y=\"2147483647\"/>\n"
      "  </positions>\n"
      "</headroom>\n";

static HrProject *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  HrProject *project = hr_project_parse (text, strlen (text), "test", &error);
  g_assert_no_error (error);
  g_assert_nonnull (project);
  return project;
}

static void
test_canonical (void)
{
  g_autoptr (HrProject) project = parse (canonical);
  gsize length;
  g_autofree char *text = hr_project_to_xml (project, &length);
  g_assert_cmpstr (text, ==, canonical);
  g_assert_cmpuint (length, ==, strlen (canonical));
}

static void
test_content (void)
{
  g_autoptr (HrProject) project = parse (canonical);
  g_assert_cmpstr (hr_project_get_title (project), ==, "Canonical");
  g_assert_cmpstr (hr_project_get_description (project), ==, "Everything that a file can hold.\nOn two lines.");
  g_assert_cmpstr (hr_project_get_device (project), ==, "raspberry-pi-5-8gb");
  g_assert_cmpint (hr_project_get_settings (project)->batch, ==, 64);
  g_assert_cmpint (hr_project_get_settings (project)->mode, ==, HR_MODE_TRAINING);

  const HrGraph *graph = hr_project_get_graph (project);
  g_assert_cmpuint (hr_graph_get_n_nodes (graph), ==, 5);
  const HrNode *conv = hr_graph_get_node (graph, 1);
  g_assert_cmpstr (conv->block, ==, "stem/0");
  g_assert_cmpstr (conv->note, ==, "As in the paper.");
  g_assert_cmpstr (conv->inputs[0].node_id, ==, "image");
  const HrNode *shared = hr_graph_get_node (graph, 2);
  g_assert_cmpstr (shared->weights_of, ==, "conv1");
  g_assert_cmpuint (shared->n_inputs, ==, 1);
  g_assert_null (shared->inputs[0].node_id);
  const HrNode *odd = hr_graph_get_node (graph, 4);
  g_assert_cmpuint (odd->n_attributes, ==, 2);
  g_assert_cmpstr (odd->attributes[1].value, ==, "a < b & \"c\"");

  HrPosition position;
  g_assert_true (hr_project_get_position (project, "conv1", &position));
  g_assert_cmpint (position.x, ==, 160);
  g_assert_cmpint (position.y, ==, G_MAXINT32);
  g_assert_false (hr_project_get_position (project, "conv2", &position));
}

/* Attribute order, spacing, comments, CDATA and defaults written out do not matter to what is read. */
static void
test_other_spelling (void)
{
  g_autoptr (HrProject) project = parse ("<?xml version='1.0'?><!-- a < b -->"
                                         "<headroom version='1'><title><![CDATA[a & b]]></title><settings batch='1'/>"
                                         "<layers><layer kernel='3,3' kind='conv' id='c'/><!-- <layer> --></layers>"
                                         "<positions/></headroom>");
  g_autofree char *text = hr_project_to_xml (project, NULL);
  g_assert_cmpstr (text, ==,
                   "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                   "<headroom version=\"1\">\n"
                   "  <title>a &amp; b</title>\n"
                   "  <layers>\n"
                   "    <layer id=\"c\" kind=\"conv\" kernel=\"3 3\"/>\n"
                   "  </layers>\n"
                   "</headroom>\n");
}

static HrProject *
make_with_texts (const char *text)
{
  HrNode *node = hr_node_new (hr_op_find ("relu"), "a");
  node->name = g_strdup (text);
  node->block = g_strdup (text);
  node->note = g_strdup (text);
  GPtrArray *nodes = g_ptr_array_new ();
  g_ptr_array_add (nodes, node);
  g_autoptr (HrGraph) graph = hr_graph_new (nodes);
  HrSettings settings;
  hr_settings_init (&settings);
  g_autoptr (HrProject) project = hr_project_new (text, graph, &settings);
  return hr_project_with_description (project, text);
}

static void
check_texts (const char *written, const char *read)
{
  g_autoptr (HrProject) project = make_with_texts (written);
  g_autofree char *xml = hr_project_to_xml (project, NULL);
  g_autoptr (HrProject) again = parse (xml);
  const HrNode *node = hr_graph_get_node (hr_project_get_graph (again), 0);
  g_assert_cmpstr (hr_project_get_title (again), ==, read);
  g_assert_cmpstr (hr_project_get_description (again), ==, read);
  g_assert_cmpstr (node->name, ==, read);
  g_assert_cmpstr (node->block, ==, read);
  g_assert_cmpstr (node->note, ==, read);
  g_autofree char *twice = hr_project_to_xml (again, NULL);
  g_assert_cmpstr (twice, ==, xml);
}

static void
test_free_text (void)
{
  static const char *const texts[] = {
    "plain",
    " leading and trailing ",
    "two\nlines",
    "\n\nnewlines\n",
    "a\ttab",
    "carriage\r\nreturn",
    "<tag> & \"'",
    "]]>",
    "&amp; &#10;",
    "Größe 层 λ",
    "astral 🧠 \U0001F9E0",
    "nbsp\u00a0\u2028\xc2\x85",
    "\u200e\ufeffx",
    "\x7f",
    " ",
    "\t",
    "\n",
  };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    check_texts (texts[i], texts[i]);
}

/* What XML 1.0 cannot hold: https://www.w3.org/TR/xml/#charsets */
static void
test_forbidden_characters (void)
{
  check_texts ("a\001b\033c\037d", "a\ufffdb\ufffdc\ufffdd");
  check_texts ("\uffff and \ufffe", "\ufffd and \ufffd");
  check_texts ("broken \xff\xc3 bytes", "broken \ufffd\ufffd bytes");
}

/* Lines of b that are not in a, counted with both in file order. */
static guint
count_new_lines (const char *a, const char *b)
{
  g_auto (GStrv) old = g_strsplit (a, "\n", -1);
  g_auto (GStrv) new = g_strsplit (b, "\n", -1);
  guint count = 0;
  for (guint i = 0; new[i]; i++)
    count += !g_strv_contains ((const char *const *) old, new[i]);
  return count;
}

static void
test_small_diff (void)
{
  g_autoptr (HrProject) project = parse (canonical);
  const char *ids[] = { "conv1" };
  HrPosition position = { 7, 7 };
  g_autoptr (HrProject) moved = hr_project_with_positions (project, 1, ids, &position);
  g_autofree char *text = hr_project_to_xml (moved, NULL);
  g_assert_cmpuint (count_new_lines (canonical, text), ==, 1);
  g_assert_nonnull (strstr (text, "    <position layer=\"conv1\" x=\"7\" y=\"7\"/>\n"));
}

/* Saving */

typedef struct
{
  char *folder; /* owned */
  char *path;   /* owned: a file in it, with mode 0640 */
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  self->folder = g_dir_make_tmp ("headroom-XXXXXX", &error);
  g_assert_no_error (error);
  self->path = g_build_filename (self->folder, "a.headroom", NULL);
  g_assert_true (g_file_set_contents (self->path, "old", -1, &error));
  g_assert_cmpint (g_chmod (self->path, 0640), ==, 0);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  for (const char *name; (name = g_dir_read_name (dir));)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);
      g_unlink (path);
    }
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->folder);
  g_free (self->path);
}

static guint
count_files (const Fixture *self)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  guint n = 0;
  while (g_dir_read_name (dir))
    n++;
  return n;
}

static void
assert_content (const char *path, const char *expected)
{
  g_autofree char *content = NULL;
  g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
  g_assert_cmpstr (content, ==, expected);
}

static mode_t
get_mode (const char *path)
{
  GStatBuf info;
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  return info.st_mode & 07777;
}

static void
test_save (Fixture *self, gconstpointer data)
{
  g_autoptr (HrProject) project = parse (canonical);
  g_autoptr (GError) error = NULL;
  g_assert_true (hr_project_save (project, self->path, &error));
  g_assert_no_error (error);
  assert_content (self->path, canonical);
  g_assert_cmpuint (get_mode (self->path), ==, 0640);
  g_assert_cmpuint (count_files (self), ==, 1);

  g_autoptr (HrProject) again = hr_project_load (self->path, &error);
  g_assert_no_error (error);
  g_assert_true (hr_project_equal (project, again));
}

static void
test_save_new (Fixture *self, gconstpointer data)
{
  g_autoptr (HrProject) project = parse (canonical);
  g_autofree char *path = g_build_filename (self->folder, "new.headroom", NULL);
  mode_t old = umask (027);
  g_assert_true (hr_project_save (project, path, NULL));
  umask (old);
  assert_content (path, canonical);
  g_assert_cmpuint (get_mode (path), ==, 0640);
}

static void
test_save_symlink (Fixture *self, gconstpointer data)
{
  g_autoptr (HrProject) project = parse (canonical);
  g_autofree char *link = g_build_filename (self->folder, "link.headroom", NULL);
  g_assert_cmpint (symlink ("a.headroom", link), ==, 0);
  g_assert_true (hr_project_save (project, link, NULL));
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  assert_content (self->path, canonical);
}

static void
test_save_no_folder (Fixture *self, gconstpointer data)
{
  g_autoptr (HrProject) project = parse (canonical);
  g_autoptr (GError) error = NULL;
  g_assert_false (hr_project_save (project, "/no/such/folder/a.headroom", &error));
  g_assert_error (error, HR_PROJECT_ERROR, HR_PROJECT_ERROR_WRITE);
  g_assert_cmpstr (error->message, ==, "/no/such/folder/a.headroom: cannot be saved: No such file or directory");
}

/* Runs in a child: exits 0 when saving failed with HR_PROJECT_ERROR_WRITE. */
static void
save_and_exit (const HrProject *project, const char *path)
{
  g_autoptr (GError) error = NULL;
  gboolean saved = hr_project_save (project, path, &error);
  _exit (!saved && g_error_matches (error, HR_PROJECT_ERROR, HR_PROJECT_ERROR_WRITE) ? 0 : 1);
}

static void
assert_child_passes (pid_t child)
{
  int status;
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 0);
}

/* A disk that is full after 100 bytes. */
static void
test_save_full_disk (Fixture *self, gconstpointer data)
{
  g_autoptr (HrProject) project = parse (canonical);
  pid_t child = fork ();
  if (child == 0)
    {
      struct rlimit limit = { 100, 100 };
      signal (SIGXFSZ, SIG_IGN);
      setrlimit (RLIMIT_FSIZE, &limit);
      save_and_exit (project, self->path);
    }
  assert_child_passes (child);
  assert_content (self->path, "old");
  g_assert_cmpuint (count_files (self), ==, 1);
}

/* As somebody who may not write where or what is written. */
static void
check_forbidden (Fixture *self, const char *path, mode_t mode)
{
  g_autoptr (HrProject) project = parse (canonical);
  g_assert_cmpint (g_chmod (path, mode), ==, 0);
  pid_t child = fork ();
  if (child == 0)
    {
      if (geteuid () == 0 && (setgid (65534) != 0 || setuid (65534) != 0))
        _exit (2);
      save_and_exit (project, self->path);
    }
  assert_child_passes (child);
  g_assert_cmpint (g_chmod (self->folder, 0700), ==, 0);
  assert_content (self->path, "old");
  g_assert_cmpuint (count_files (self), ==, 1);
}

static void
test_save_read_only_folder (Fixture *self, gconstpointer data)
{
  g_assert_cmpint (g_chmod (self->path, 0666), ==, 0);
  check_forbidden (self, self->folder, 0555);
}

static void
test_save_read_only_file (Fixture *self, gconstpointer data)
{
  g_assert_cmpint (g_chmod (self->folder, 0777), ==, 0);
  check_forbidden (self, self->path, 0444);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/project-file/canonical", test_canonical);
  g_test_add_func ("/project-file/content", test_content);
  g_test_add_func ("/project-file/other-spelling", test_other_spelling);
  g_test_add_func ("/project-file/free-text", test_free_text);
  g_test_add_func ("/project-file/forbidden-characters", test_forbidden_characters);
  g_test_add_func ("/project-file/small-diff", test_small_diff);
  g_test_add ("/project-file/save", Fixture, NULL, set_up, test_save, tear_down);
  g_test_add ("/project-file/save-new", Fixture, NULL, set_up, test_save_new, tear_down);
  g_test_add ("/project-file/save-symlink", Fixture, NULL, set_up, test_save_symlink, tear_down);
  g_test_add ("/project-file/save-no-folder", Fixture, NULL, set_up, test_save_no_folder, tear_down);
  g_test_add ("/project-file/save-full-disk", Fixture, NULL, set_up, test_save_full_disk, tear_down);
  g_test_add ("/project-file/save-read-only-folder", Fixture, NULL, set_up, test_save_read_only_folder, tear_down);
  g_test_add ("/project-file/save-read-only-file", Fixture, NULL, set_up, test_save_read_only_file, tear_down);
  return g_test_run ();
}
