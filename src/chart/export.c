#include "export.h"

#include <cairo-pdf.h>
#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <math.h>

#include "timeline-private.h"

#define MAX_SIDE 32767.0

/* Fixed, so that the same chart gives the same bytes. */
#define PDF_DATE "2000-01-01T00:00:00Z"

G_DEFINE_QUARK (hr - chart - error - quark, hr_chart_error)

static const char *
get_title (const HrTimeline *timeline)
{
  return timeline->title != NULL ? timeline->title
                                 : hr_project_get_title (hr_analysis_get_project (timeline->analysis));
}

static cairo_status_t
append_bytes (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

/* Consumes bytes. NULL and an error when Cairo failed. */
static GBytes *
finish_bytes (GByteArray *bytes, cairo_status_t status, GError **error)
{
  if (status == CAIRO_STATUS_SUCCESS)
    return g_byte_array_free_to_bytes (bytes);
  g_byte_array_unref (bytes);
  g_set_error (error, HR_CHART_ERROR, HR_CHART_ERROR_DRAW, _ ("the chart cannot be drawn: %s"),
               cairo_status_to_string (status));
  return NULL;
}

static cairo_status_t
draw (const HrTimeline *timeline, cairo_surface_t *surface, double scale)
{
  cairo_t *cr = cairo_create (surface);

  cairo_scale (cr, scale, scale);
  hr_timeline_draw (timeline, cr);
  cairo_status_t status = cairo_status (cr);
  cairo_destroy (cr);
  return status;
}

static GBytes *
write_png (const HrTimeline *timeline, double scale, GError **error)
{
  double width = ceil (timeline->scene->width * scale), height = ceil (timeline->scene->height * scale);

  if (width > MAX_SIDE || height > MAX_SIDE || width * height > HR_CHART_MAX_PIXELS)
    {
      g_set_error (error, HR_CHART_ERROR, HR_CHART_ERROR_SIZE,
                   _ ("a picture of %.0f × %.0f pixels is too large: at most %.0f a side and %d in all"), width, height,
                   MAX_SIDE, HR_CHART_MAX_PIXELS);
      return NULL;
    }

  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) width, (int) height);
  GByteArray *bytes = g_byte_array_new ();
  cairo_status_t status = draw (timeline, surface, scale);

  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_write_to_png_stream (surface, append_bytes, bytes);
  cairo_surface_destroy (surface);
  return finish_bytes (bytes, status, error);
}

static GBytes *
write_pdf (const HrTimeline *timeline, double scale, GError **error)
{
  GByteArray *bytes = g_byte_array_new ();
  cairo_surface_t *surface
      = cairo_pdf_surface_create_for_stream (append_bytes, bytes, timeline->scene->width, timeline->scene->height);

  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, get_title (timeline));
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_SUBJECT, timeline->description);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Headroom");
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, PDF_DATE);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_MOD_DATE, PDF_DATE);
  cairo_status_t status = draw (timeline, surface, 1.0);

  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  return finish_bytes (bytes, status, error);
}

static GBytes *
write_svg (const HrTimeline *timeline, double scale, GError **error)
{
  return g_string_free_to_bytes (hr_scene_to_svg (timeline->scene, get_title (timeline), timeline->description));
}

static const HrChartFormat formats[] = {
  { .id = "svg", .title = N_ ("SVG picture"), .suffix = ".svg", .mime = "image/svg+xml", .write = write_svg },
  { .id = "pdf", .title = N_ ("PDF document"), .suffix = ".pdf", .mime = "application/pdf", .write = write_pdf },
  { .id = "png", .title = N_ ("PNG picture"), .suffix = ".png", .mime = "image/png", .write = write_png },
};

const HrChartFormat *
hr_chart_format_get_all (guint *n_formats)
{
  g_return_val_if_fail (n_formats != NULL, NULL);

  *n_formats = G_N_ELEMENTS (formats);
  return formats;
}

const HrChartFormat *
hr_chart_format_find (const char *id)
{
  g_return_val_if_fail (id != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (strcmp (formats[i].id, id) == 0)
      return &formats[i];
  return NULL;
}

const HrChartFormat *
hr_chart_format_for_path (const char *path)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autofree char *lower = g_ascii_strdown (path, -1);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_has_suffix (lower, formats[i].suffix))
      return &formats[i];
  return NULL;
}

static void
set_write_error (GError **error, const char *reason)
{
  g_set_error (error, HR_CHART_ERROR, HR_CHART_ERROR_WRITE, _ ("cannot be written: %s"), reason);
}

/* Writes to what must not be replaced by a new file. */
static gboolean
write_through (const char *path, gconstpointer data, gsize size, GError **error)
{
  FILE *file = g_fopen (path, "wb");

  if (file == NULL)
    {
      set_write_error (error, g_strerror (errno));
      return FALSE;
    }

  gboolean written = fwrite (data, 1, size, file) == size && fflush (file) == 0;
  int code = errno;
  if (fclose (file) != 0 && written)
    {
      written = FALSE;
      code = errno;
    }
  if (!written)
    set_write_error (error, g_strerror (code));
  return written;
}

static gboolean
write_file (const char *path, GBytes *bytes, GError **error)
{
  gsize size;
  gconstpointer data = g_bytes_get_data (bytes, &size);
  g_autoptr (GError) reason = NULL;

  if (g_file_test (path, G_FILE_TEST_EXISTS) && !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return write_through (path, data, size, error);
  if (g_file_set_contents_full (path, data, (gssize) size, G_FILE_SET_CONTENTS_CONSISTENT, 0666, &reason))
    return TRUE;
  set_write_error (error, reason->message);
  return FALSE;
}

gboolean
hr_chart_export (const HrTimeline *timeline, const char *path, double scale, GError **error)
{
  g_return_val_if_fail (timeline != NULL && path != NULL && scale > 0, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  const HrChartFormat *format = hr_chart_format_for_path (path);
  g_autoptr (GBytes) bytes = NULL;

  if (format == NULL)
    g_set_error (error, HR_CHART_ERROR, HR_CHART_ERROR_FORMAT, _ ("a chart is written as .svg, .pdf or .png"));
  else
    bytes = format->write (timeline, scale, error);
  if (bytes != NULL && write_file (path, bytes, error))
    return TRUE;
  g_prefix_error (error, "%s: ", path);
  return FALSE;
}
