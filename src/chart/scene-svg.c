#include "scene.h"

#include <math.h>

/* A coordinate with two decimals at most, independent of the locale. */
static void
append_number (GString *svg, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (text, sizeof text, "%.2f", value);
  gsize length = strlen (text);
  while (text[length - 1] == '0')
    length--;
  if (text[length - 1] == '.')
    length--;
  g_string_append_len (svg, text, length);
}

static void
append_attribute (GString *svg, const char *name, double value)
{
  g_string_append_printf (svg, " %s=\"", name);
  append_number (svg, value);
  g_string_append_c (svg, '"');
}

/* fill="#rrggbb", with an opacity where it is needed; alpha 0 is "none". */
static void
append_color (GString *svg, const char *name, const HrColor *color)
{
  if (color->alpha <= 0)
    {
      g_string_append_printf (svg, " %s=\"none\"", name);
      return;
    }
  g_string_append_printf (svg, " %s=\"#%02x%02x%02x\"", name, (guint) lround (color->red * 255),
                          (guint) lround (color->green * 255), (guint) lround (color->blue * 255));
  if (color->alpha < 1)
    {
      g_autofree char *opacity = g_strconcat (name, "-opacity", NULL);
      append_attribute (svg, opacity, color->alpha);
    }
}

/* Text of an element: markup is escaped, characters that XML forbids are left out. */
static void
append_text (GString *svg, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == '&')
        g_string_append (svg, "&amp;");
      else if (c == '<')
        g_string_append (svg, "&lt;");
      else if (c == '>')
        g_string_append (svg, "&gt;");
      else if (c == '\t' || c == '\n' || (c >= 0x20 && c != 0xfffe && c != 0xffff))
        g_string_append_unichar (svg, c);
    }
}

static void
append_rect (GString *svg, const HrRect *rect, double radius)
{
  g_string_append (svg, "<rect");
  append_attribute (svg, "x", rect->x);
  append_attribute (svg, "y", rect->y);
  append_attribute (svg, "width", rect->width);
  append_attribute (svg, "height", rect->height);
  if (radius > 0)
    append_attribute (svg, "rx", radius);
}

static void
append_path (const HrScene *self, GString *svg, const HrMark *mark)
{
  g_string_append (svg, "<path d=\"");
  for (guint i = 0; i < mark->n_points; i++)
    {
      const HrPoint *point = &g_array_index (self->points, HrPoint, mark->first_point + i);

      g_string_append_c (svg, i == 0 ? 'M' : 'L');
      append_number (svg, point->x);
      g_string_append_c (svg, ' ');
      append_number (svg, point->y);
    }
  g_string_append (svg, mark->closed ? "Z\"" : "\"");
}

static const char *
append_outline (const HrScene *self, GString *svg, const HrMark *mark)
{
  const HrPoint *points = &g_array_index (self->points, HrPoint, mark->first_point);

  if (mark->n_points == 1)
    {
      g_string_append (svg, "<circle");
      append_attribute (svg, "cx", points[0].x);
      append_attribute (svg, "cy", points[0].y);
      append_attribute (svg, "r", mark->radius);
      return "circle";
    }
  if (mark->radius > 0)
    {
      HrRect rect = { points[0].x, points[0].y, points[2].x - points[0].x, points[2].y - points[0].y };
      append_rect (svg, &rect, mark->radius);
      return "rect";
    }
  append_path (self, svg, mark);
  return "path";
}

static void
append_mark (const HrScene *self, GString *svg, const HrMark *mark)
{
  const char *element = append_outline (self, svg, mark);

  append_color (svg, "fill", &mark->fill);
  if (mark->stroke.alpha > 0)
    {
      append_color (svg, "stroke", &mark->stroke);
      append_attribute (svg, "stroke-width", mark->stroke_width);
      if (mark->dash > 0)
        append_attribute (svg, "stroke-dasharray", mark->dash);
    }
  if (mark->title == NULL)
    {
      g_string_append (svg, "/>\n");
      return;
    }
  g_string_append (svg, "><title>");
  append_text (svg, mark->title);
  g_string_append_printf (svg, "</title></%s>\n", element);
}

/* textLength keeps a label within its measured box where the viewer's font is a wider one. */
static void
append_label (const HrScene *self, GString *svg, const HrLabel *label)
{
  if (label->plate.alpha > 0)
    {
      append_rect (svg, &label->box, 0);
      append_color (svg, "fill", &label->plate);
      g_string_append (svg, "/>\n");
    }
  g_string_append (svg, "<text");
  append_attribute (svg, "x", label->box.x);
  append_attribute (svg, "y", label->box.y + label->baseline);
  append_attribute (svg, "textLength", label->box.width);
  g_string_append (svg, " lengthAdjust=\"spacingAndGlyphs\"");
  append_attribute (svg, "font-size", hr_scene_get_font_size (self, label->role));
  if (label->role != HR_TEXT_NORMAL)
    g_string_append (svg, " font-weight=\"bold\"");
  append_color (svg, "fill", &label->color);
  g_string_append_c (svg, '>');
  append_text (svg, label->text);
  g_string_append (svg, "</text>\n");
}

static void
append_head (const HrScene *self, GString *svg, const char *title, const char *description)
{
  g_string_append (svg,
                   "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\""
                   " aria-labelledby=\"title desc\"");
  append_attribute (svg, "width", self->width);
  append_attribute (svg, "height", self->height);
  g_string_append (svg, " viewBox=\"0 0 ");
  append_number (svg, self->width);
  g_string_append_c (svg, ' ');
  append_number (svg, self->height);
  g_string_append (svg, "\">\n<title id=\"title\">");
  append_text (svg, title);
  g_string_append (svg, "</title>\n<desc id=\"desc\">");
  append_text (svg, description);
  g_string_append (svg, "</desc>\n");
}

GString *
hr_scene_to_svg (const HrScene *self, const char *title, const char *description)
{
  GString *svg = g_string_new (NULL);
  const HrRect canvas = { 0, 0, self->width, self->height };

  append_head (self, svg, title, description);
  append_rect (svg, &canvas, 0);
  append_color (svg, "fill", &self->style.background);
  g_string_append (svg, "/>\n<g>\n");
  for (guint i = 0; i < self->marks->len; i++)
    append_mark (self, svg, &g_array_index (self->marks, HrMark, i));
  g_string_append_printf (svg, "</g>\n<g font-family=\"%s\">\n", self->style.font);
  for (guint i = 0; i < self->labels->len; i++)
    append_label (self, svg, &g_array_index (self->labels, HrLabel, i));
  g_string_append (svg, "</g>\n</svg>\n");
  return svg;
}
