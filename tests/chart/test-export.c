#include "chart/export.h"

#include <glib/gstdio.h>

#include "io/project-file.h"

static HrTimeline *
lay_out_e2 (const char *style, const char *title)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("HEADROOM_DATA_DIR"), "examples", "e2-three-convolutions.headroom", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (HrProject) project = hr_project_load (path, &error);

  g_assert_no_error (error);
  g_autoptr (HrAnalysis) analysis = hr_analysis_new (project, NULL);
  const HrTimelineSpec spec
      = { .analysis = analysis, .width = 640, .height = 300, .title = title, .legend = TRUE, .selected_layer = -1 };
  return hr_timeline_new (&spec, hr_chart_style_find (style));
}

static GBytes *
write_e2 (const char *format, const char *style, double scale)
{
  g_autoptr (HrTimeline) timeline = lay_out_e2 (style, "Three < convolutions & more");
  g_autoptr (GError) error = NULL;
  GBytes *bytes = hr_chart_format_find (format)->write (timeline, scale, &error);

  g_assert_no_error (error);
  return bytes;
}

static void
test_same_bytes (void)
{
  guint n_formats;
  const HrChartFormat *formats = hr_chart_format_get_all (&n_formats);

  g_assert_cmpuint (n_formats, ==, 3);
  for (guint i = 0; i < n_formats; i++)
    {
      g_autoptr (GBytes) first = write_e2 (formats[i].id, "light", 2);
      g_autoptr (GBytes) second = write_e2 (formats[i].id, "light", 2);

      g_assert_cmpuint (g_bytes_get_size (first), >, 1000);
      g_assert_true (g_bytes_equal (first, second));
    }
}

static void
test_paths (void)
{
  g_assert_cmpstr (hr_chart_format_for_path ("a/b.svg")->id, ==, "svg");
  g_assert_cmpstr (hr_chart_format_for_path ("B.PDF")->id, ==, "pdf");
  g_assert_cmpstr (hr_chart_format_for_path ("x.png.png")->id, ==, "png");
  g_assert_null (hr_chart_format_for_path ("svg"));
  g_assert_null (hr_chart_format_for_path ("chart.jpeg"));
}

/* The picture's width and height in the header: PNG specification, 11.2.2. */
static guint32
read_big_endian (const guint8 *data)
{
  return (guint32) data[0] << 24 | (guint32) data[1] << 16 | (guint32) data[2] << 8 | data[3];
}

static void
test_png_scale (void)
{
  g_autoptr (GBytes) bytes = write_e2 ("png", "light", 2);
  const guint8 *data = g_bytes_get_data (bytes, NULL);

  g_assert_cmpuint (read_big_endian (data + 16), ==, 1280);
  g_assert_cmpuint (read_big_endian (data + 20), ==, 600);
}

static void
test_png_too_large (void)
{
  g_autoptr (HrTimeline) timeline = lay_out_e2 ("light", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (hr_chart_format_find ("png")->write (timeline, 40, &error));
  g_assert_error (error, HR_CHART_ERROR, HR_CHART_ERROR_SIZE);
}

static gboolean
is_color (const guint8 *pixel, const HrColor *color)
{
  return ABS (pixel[2] - color->red * 255) <= 1 && ABS (pixel[1] - color->green * 255) <= 1
         && ABS (pixel[0] - color->blue * 255) <= 1;
}

/* Of the plot's height, 1.06 × 12,613,600 B: parameters up to 27.0 %; in the first step the input up to 32.4 %, the
 * output up to 77.3 %; in the second both outputs up to 94.3 %; in the third up to 60.8 %. */
static void
check_picture (const char *style_id)
{
  enum
  {
    BACKGROUND = -1
  };
  static const struct
  {
    int step;
    double height;
    int category;
  } samples[] = {
    { 0, 0.15, HR_CATEGORY_PARAMETERS },  { 0, 0.26, HR_CATEGORY_PARAMETERS },
    { 0, 0.295, HR_CATEGORY_INPUTS },     { 0, 0.34, HR_CATEGORY_ACTIVATIONS },
    { 0, 0.76, HR_CATEGORY_ACTIVATIONS }, { 0, 0.80, BACKGROUND },
    { 1, 0.26, HR_CATEGORY_PARAMETERS },  { 1, 0.285, HR_CATEGORY_ACTIVATIONS },
    { 1, 0.93, HR_CATEGORY_ACTIVATIONS }, { 1, 0.97, BACKGROUND },
    { 2, 0.59, HR_CATEGORY_ACTIVATIONS }, { 2, 0.70, BACKGROUND },
  };
  const HrChartStyle *style = hr_chart_style_find (style_id);
  g_autoptr (HrTimeline) timeline = lay_out_e2 (style_id, NULL);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 640, 300);
  cairo_t *cr = cairo_create (surface);

  hr_timeline_draw (timeline, cr);
  cairo_surface_flush (surface);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      const guint8 *data = cairo_image_surface_get_data (surface);
      const HrColor *color
          = samples[i].category == BACKGROUND ? &style->background : &style->categories[samples[i].category];
      double x, y, width, height;

      hr_timeline_get_step_extents (timeline, samples[i].step, &x, &y, &width, &height);
      int row = (int) (y + height * (1 - samples[i].height)), column = (int) (x + width / 4);
      g_test_message ("%s: step %d at %g", style_id, samples[i].step, samples[i].height);
      g_assert_true (is_color (data + row * cairo_image_surface_get_stride (surface) + column * 4, color));
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_picture (void)
{
  check_picture ("light");
  check_picture ("dark");
}

/* Runs a program over a file with these bytes; NULL, and the test is skipped, where the program is not installed. */
static char *
run_on_file (const char *program, const char *option, const char *suffix, GBytes *bytes)
{
  g_autofree char *found = g_find_program_in_path (program);
  g_autoptr (GError) error = NULL;
  g_autofree char *template = g_strconcat ("headroom-chart-XXXXXX", suffix, NULL);
  g_autofree char *path = NULL;
  char *output = NULL;
  int status, file;

  if (found == NULL)
    {
      g_test_skip_printf ("%s is not installed", program);
      return NULL;
    }
  file = g_file_open_tmp (template, &path, &error);
  g_assert_no_error (error);
  g_close (file, NULL);
  g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);

  const char *argv[] = { program, option, path, "-", NULL };
  if (strcmp (program, "xmllint") == 0)
    argv[3] = NULL;
  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &output, NULL, &status, &error);
  g_assert_no_error (error);
  g_spawn_check_wait_status (status, &error);
  g_assert_no_error (error);
  g_remove (path);
  return output;
}

static void
test_svg (void)
{
  g_autoptr (GBytes) bytes = write_e2 ("svg", "dark", 1);
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));

  g_assert_nonnull (strstr (text, "<title id=\"title\">Three &lt; convolutions &amp; more</title>"));
  g_assert_nonnull (strstr (text, "<desc id=\"desc\">"));
  g_assert_nonnull (strstr (text, "12,613,600 B"));
  g_assert_nonnull (strstr (text, ">Peak 12.0 MiB</text>"));
  g_assert_nonnull (strstr (text, "<title>Activations</title>"));

  g_autofree char *output = run_on_file ("xmllint", "--noout", ".svg", bytes);
  if (output != NULL)
    g_assert_cmpstr (output, ==, "");
}

static void
test_pdf (void)
{
  g_autoptr (GBytes) bytes = write_e2 ("pdf", "light", 1);
  g_autofree char *text = run_on_file ("pdftotext", "-layout", ".pdf", bytes);

  if (text == NULL)
    return;
  g_assert_nonnull (strstr (text, "Peak 12.0 MiB"));
  g_assert_nonnull (strstr (text, "12,613,600 B"));
  g_assert_nonnull (strstr (text, "Activations"));
}

static void
test_export (void)
{
  g_autoptr (HrTimeline) timeline = lay_out_e2 ("light", NULL);
  g_autoptr (GBytes) expected = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *directory = g_dir_make_tmp ("headroom-chart-XXXXXX", &error);
  g_autofree char *path = g_build_filename (directory, "chart.svg", NULL);
  g_autofree char *nowhere = g_build_filename (directory, "none", "chart.svg", NULL);
  g_autofree char *data = NULL;
  gsize length;

  g_assert_true (hr_chart_export (timeline, path, 1, &error));
  g_assert_no_error (error);
  expected = hr_chart_format_find ("svg")->write (timeline, 1, &error);
  g_assert_true (g_file_get_contents (path, &data, &length, &error));
  g_assert_cmpmem (data, length, g_bytes_get_data (expected, NULL), g_bytes_get_size (expected));

  g_assert_false (hr_chart_export (timeline, nowhere, 1, &error));
  g_assert_error (error, HR_CHART_ERROR, HR_CHART_ERROR_WRITE);
  g_assert_true (g_str_has_prefix (error->message, nowhere));
  g_clear_error (&error);
  g_assert_false (hr_chart_export (timeline, "chart.gif", 1, &error));
  g_assert_error (error, HR_CHART_ERROR, HR_CHART_ERROR_FORMAT);
  g_remove (path);
  g_rmdir (directory);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/export/same-bytes", test_same_bytes);
  g_test_add_func ("/export/paths", test_paths);
  g_test_add_func ("/export/png-scale", test_png_scale);
  g_test_add_func ("/export/png-too-large", test_png_too_large);
  g_test_add_func ("/export/picture", test_picture);
  g_test_add_func ("/export/svg", test_svg);
  g_test_add_func ("/export/pdf", test_pdf);
  g_test_add_func ("/export/export", test_export);
  return g_test_run ();
}
