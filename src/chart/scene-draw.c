#include "scene.h"

#include <pango/pangocairo.h>

static void
set_source (cairo_t *cr, const HrColor *color)
{
  cairo_set_source_rgba (cr, color->red, color->green, color->blue, color->alpha);
}

static void
trace_rounded (cairo_t *cr, const HrPoint *corners, double radius)
{
  double left = corners[0].x, top = corners[0].y, right = corners[2].x, bottom = corners[2].y;

  cairo_arc (cr, right - radius, top + radius, radius, -G_PI_2, 0);
  cairo_arc (cr, right - radius, bottom - radius, radius, 0, G_PI_2);
  cairo_arc (cr, left + radius, bottom - radius, radius, G_PI_2, G_PI);
  cairo_arc (cr, left + radius, top + radius, radius, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
}

static void
trace_mark (const HrScene *self, const HrMark *mark, cairo_t *cr)
{
  const HrPoint *points = &g_array_index (self->points, HrPoint, mark->first_point);

  if (mark->n_points == 1)
    {
      cairo_arc (cr, points[0].x, points[0].y, mark->radius, 0, 2 * G_PI);
      return;
    }
  if (mark->radius > 0)
    {
      trace_rounded (cr, points, mark->radius);
      return;
    }
  for (guint i = 0; i < mark->n_points; i++)
    cairo_line_to (cr, points[i].x, points[i].y);
  if (mark->closed)
    cairo_close_path (cr);
}

static void
draw_mark (const HrScene *self, const HrMark *mark, cairo_t *cr)
{
  cairo_new_path (cr);
  trace_mark (self, mark, cr);
  if (mark->fill.alpha > 0)
    {
      set_source (cr, &mark->fill);
      cairo_fill_preserve (cr);
    }
  if (mark->stroke.alpha > 0)
    {
      set_source (cr, &mark->stroke);
      cairo_set_line_width (cr, mark->stroke_width);
      cairo_set_dash (cr, &mark->dash, mark->dash > 0 ? 1 : 0, 0);
      cairo_stroke_preserve (cr);
    }
}

static void
draw_label (const HrScene *self, const HrLabel *label, PangoLayout *layout, cairo_t *cr)
{
  PangoFontDescription *font = hr_scene_dup_font (self, label->role);

  if (label->plate.alpha > 0)
    {
      set_source (cr, &label->plate);
      cairo_rectangle (cr, label->box.x, label->box.y, label->box.width, label->box.height);
      cairo_fill (cr);
    }
  pango_layout_set_font_description (layout, font);
  pango_layout_set_text (layout, label->text, -1);
  cairo_move_to (cr, label->box.x, label->box.y);
  set_source (cr, &label->color);
  pango_cairo_show_layout (cr, layout);
  pango_font_description_free (font);
}

static PangoLayout *
create_layout (cairo_t *cr)
{
  PangoContext *context = pango_cairo_create_context (cr);
  cairo_font_options_t *options = cairo_font_options_create ();

  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  pango_cairo_context_set_font_options (context, options);
  pango_context_set_round_glyph_positions (context, FALSE);
  cairo_font_options_destroy (options);

  PangoLayout *layout = pango_layout_new (context);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  g_object_unref (context);
  return layout;
}

void
hr_scene_draw (const HrScene *self, cairo_t *cr)
{
  cairo_save (cr);
  set_source (cr, &self->style.background);
  cairo_rectangle (cr, 0, 0, self->width, self->height);
  cairo_fill (cr);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  for (guint i = 0; i < self->marks->len; i++)
    draw_mark (self, &g_array_index (self->marks, HrMark, i), cr);
  cairo_new_path (cr);

  PangoLayout *layout = create_layout (cr);
  for (guint i = 0; i < self->labels->len; i++)
    draw_label (self, &g_array_index (self->labels, HrLabel, i), layout, cr);
  g_object_unref (layout);
  cairo_restore (cr);
}
