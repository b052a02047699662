/* Input made to hurt: every test passes when reading ends, with an error or a project, and nothing breaks. */
#include "io/project-file.h"

#include <string.h>

static const char head[]
    = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<headroom version=\"1\">\n<title>t</title>\n<layers>\n";
static const char tail[] = "</layers>\n</headroom>\n";

static void
assert_saves (const HrProject *project)
{
  gsize length;
  g_autofree char *text = hr_project_to_xml (project, &length);
  g_autoptr (GError) error = NULL;
  g_autoptr (HrProject) again = hr_project_parse (text, length, "saved", &error);
  g_assert_no_error (error);
  g_assert_true (hr_project_equal (project, again));
}

/* A project that can be saved; or NULL with an error of our own that names the place. */
static void
read_any (const char *data, gsize length)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HrProject) project = hr_project_parse (data, length, "hostile", &error);
  g_assert_true ((project != NULL) == (error == NULL));
  if (project)
    assert_saves (project);
  else
    {
      g_assert_cmpuint (error->domain, ==, HR_PROJECT_ERROR);
      g_assert_true (g_str_has_prefix (error->message, "hostile:"));
    }
}

static void
assert_refused (const char *data, gsize length, HrProjectError code, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_assert_null (hr_project_parse (data, length, "hostile", &error));
  g_assert_error (error, HR_PROJECT_ERROR, (int) code);
  if (!g_pattern_match_simple (message, error->message))
    g_assert_cmpstr (error->message, ==, message);
}

static void
append_repeated (GString *text, const char *part, guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append (text, part);
}

static void
test_depth (void)
{
  g_autoptr (GString) text = g_string_new (head);
  append_repeated (text, "<layer id='a' kind='relu'>\n", 100000);
  assert_refused (text->str, text->len, HR_PROJECT_ERROR_SYNTAX, "hostile:67: elements are nested more than 64 deep");
}

static void
test_elements (void)
{
  g_autoptr (GString) text = g_string_new (head);
  append_repeated (text, "<x/>\n", 1000001);
  g_string_append (text, tail);
  assert_refused (text->str, text->len, HR_PROJECT_ERROR_SYNTAX,
                  "hostile:1000002: there are more than 1000000 elements");
}

static void
test_attributes (void)
{
  g_autoptr (GString) text = g_string_new (head);
  g_string_append (text, "<layer");
  for (guint i = 0; i < 1000000; i++)
    g_string_append_printf (text, " a%u=''", i);
  g_string_append_printf (text, "/>%s", tail);
  assert_refused (text->str, text->len, HR_PROJECT_ERROR_SYNTAX, "hostile:5: an element has more than 256 attributes");
}

static void
test_long_attribute (void)
{
  g_autoptr (GString) text = g_string_new (head);
  g_string_append (text, "<layer id='a' kind='");
  append_repeated (text, "0123456789abcdef", 1000000);
  g_string_append_printf (text, "'/>%s", tail);
  read_any (text->str, text->len);
}

static void
test_too_large (void)
{
  g_autoptr (GString) text = g_string_new (head);
  g_string_append (text, "<!--");
  append_repeated (text, "0123456789abcdef", 4 * 1024 * 1024);
  g_string_append_printf (text, "-->%s", tail);
  assert_refused (text->str, text->len, HR_PROJECT_ERROR_SYNTAX, "hostile:1: the file is larger than 64 MiB");
}

/* Ids are compared by hash: a hundred thousand layers are read in one go. Their lines are beyond 65,535. */
static void
test_many_layers (void)
{
  g_autoptr (GString) text = g_string_new (head);
  for (guint i = 0; i < 100000; i++)
    g_string_append_printf (text, "<layer id='r%u' kind='relu'>\n<input from='r%u'/></layer>\n", i + 1, i);
  g_string_append (text, tail);
  assert_refused (text->str, text->len, HR_PROJECT_ERROR_VALUE,
                  "hostile:6: r1: its input comes from “r0”, and there is no such layer");
  g_string_truncate (text, text->len - strlen (tail));
  g_string_append (text, "<layer id='r0' kind='nonsense'/>\n");
  g_string_append (text, tail);
  assert_refused (text->str, text->len, HR_PROJECT_ERROR_VALUE,
                  "hostile:200005: r0: there is no layer kind “nonsense”");
}

static void
test_encodings (void)
{
  static const char latin_1[]
      = "<?xml version='1.0' encoding='ISO-8859-1'?>\n<headroom version='1'>\n<title>caf\xe9</title>";
  assert_refused (latin_1, strlen (latin_1), HR_PROJECT_ERROR_SYNTAX, "hostile:3: the text is not valid UTF-8");
  static const char utf_16[] = "\xff\xfe<\0h\0/\0>\0";
  assert_refused (utf_16, sizeof utf_16 - 1, HR_PROJECT_ERROR_SYNTAX, "hostile:1: the text is not valid UTF-8");
  static const char zero[] = "<a>\0</a>";
  assert_refused (zero, sizeof zero - 1, HR_PROJECT_ERROR_SYNTAX, "hostile:1: the text is not valid UTF-8");
}

/* A schema that is named in the file must not be fetched, nor an included file. */
static void
test_references_outside (void)
{
  static const char text[] = "<?xml version='1.0'?>\n<?xml-stylesheet href='file:///etc/passwd'?>\n"
                             "<headroom version='1' xmlns:xi='http://www.w3.org/2001/XInclude'><title>t</title>"
                             "<layers><xi:include href='/etc/passwd' parse='text'/></layers></headroom>";
  assert_refused (text, strlen (text), HR_PROJECT_ERROR_SCHEMA, "hostile:3: *");
}

static const char sample[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                             "<headroom version=\"1\">\n"
                             "  <title>S&#228;mple &lt;1&gt;</title>\n"
                             "  <!-- comment --><?target data?>\n"
                             "  <description><![CDATA[<&>]]></description>\n"
                             "  <settings batch=\"2\"/>\n"
                             "  <layers>\n"
                             "    <layer id=\"a\" kind=\"relu\" name='\"quoted\"'><note>n</note></layer>\n"
                             "    <layer id=\"b\" kind=\"conv\" filters=\"7\" kernel=\"3 5\" weights=\"int4\">"
                             "<input from=\"a\"/></layer>\n"
                             "  </layers>\n"
                             "  <positions><position layer=\"a\" x=\"1\" y=\"-1\"/></positions>\n"
                             "</headroom>\n";

static void
test_truncated (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HrProject) whole = hr_project_parse (sample, strlen (sample), "sample", &error);
  g_assert_no_error (error);
  g_assert_nonnull (whole);
  for (gsize length = 0; length + 1 < strlen (sample); length++)
    {
      g_autofree char *copy = g_memdup2 (sample, MAX (length, 1)); /* so that a read beyond the end is seen */
      g_clear_error (&error);
      g_assert_null (hr_project_parse (copy, length, "hostile", &error));
      g_assert_error (error, HR_PROJECT_ERROR, HR_PROJECT_ERROR_SYNTAX);
    }
}

static void
test_flipped_bits (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (20240607);
  for (guint round = 0; round < 5000; round++)
    {
      g_autofree char *copy = g_memdup2 (sample, strlen (sample));
      for (guint flips = g_rand_int_range (random, 1, 4); flips > 0; flips--)
        copy[g_rand_int_range (random, 0, strlen (sample))] ^= (char) (1 << g_rand_int_range (random, 0, 8));
      read_any (copy, strlen (sample));
    }
}

static gpointer
read_in_thread (gpointer data)
{
  for (guint i = 0; i < 200; i++)
    {
      read_any (sample, strlen (sample));
      read_any (sample, strlen (sample) - 20);
    }
  return NULL;
}

static void
test_threads (void)
{
  GThread *threads[4];
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("reader", read_in_thread, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hostile/depth", test_depth);
  g_test_add_func ("/hostile/elements", test_elements);
  g_test_add_func ("/hostile/attributes", test_attributes);
  g_test_add_func ("/hostile/long-attribute", test_long_attribute);
  g_test_add_func ("/hostile/too-large", test_too_large);
  g_test_add_func ("/hostile/many-layers", test_many_layers);
  g_test_add_func ("/hostile/encodings", test_encodings);
  g_test_add_func ("/hostile/references-outside", test_references_outside);
  g_test_add_func ("/hostile/truncated", test_truncated);
  g_test_add_func ("/hostile/flipped-bits", test_flipped_bits);
  g_test_add_func ("/hostile/threads", test_threads);
  return g_test_run ();
}
