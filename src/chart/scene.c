#include "scene.h"

#include <math.h>
#include <string.h>
#include <pango/pangocairo.h>

static void
mark_clear (gpointer data)
{
  HrMark *mark = data;
  g_free (mark->title);
}

static void
label_clear (gpointer data)
{
  HrLabel *label = data;
  g_free (label->text);
}

/* Text is measured without hinting, so that a label is as wide on paper and at twice the resolution as on the screen. */
static PangoLayout *
create_layout (const HrScene *self, HrTextRole role)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  PangoFontDescription *font = hr_scene_dup_font (self, role);
  cairo_font_options_t *options = cairo_font_options_create ();

  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  pango_cairo_context_set_font_options (context, options);
  pango_context_set_round_glyph_positions (context, FALSE);
  cairo_font_options_destroy (options);

  PangoLayout *layout = pango_layout_new (context);

  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  g_object_unref (context);
  return layout;
}

HrScene *
hr_scene_new (double width, double height, const HrChartStyle *style)
{
  HrScene *self = g_new0 (HrScene, 1);

  self->width = width;
  self->height = height;
  self->style = *style;
  self->points = g_array_new (FALSE, FALSE, sizeof (HrPoint));
  self->marks = g_array_new (FALSE, TRUE, sizeof (HrMark));
  g_array_set_clear_func (self->marks, mark_clear);
  self->labels = g_array_new (FALSE, TRUE, sizeof (HrLabel));
  g_array_set_clear_func (self->labels, label_clear);
  for (guint i = 0; i < HR_N_TEXT_ROLES; i++)
    self->layouts[i] = create_layout (self, i);
  return self;
}

void
hr_scene_finish (HrScene *self)
{
  for (guint i = 0; i < HR_N_TEXT_ROLES; i++)
    g_clear_object (&self->layouts[i]);
}

void
hr_scene_free (HrScene *self)
{
  hr_scene_finish (self);
  g_array_unref (self->points);
  g_array_unref (self->marks);
  g_array_unref (self->labels);
  g_free (self);
}

HrMark *
hr_scene_add_mark (HrScene *self)
{
  HrMark mark = { .first_point = self->points->len, .stroke_width = 1.0 };

  g_array_append_val (self->marks, mark);
  return &g_array_index (self->marks, HrMark, self->marks->len - 1);
}

void
hr_scene_add_point (HrScene *self, double x, double y)
{
  HrPoint point = { x, y };

  g_assert (self->marks->len > 0);
  g_array_append_val (self->points, point);
  g_array_index (self->marks, HrMark, self->marks->len - 1).n_points++;
}

HrMark *
hr_scene_add_rect (HrScene *self, const HrRect *rect, const HrColor *fill)
{
  HrMark *mark = hr_scene_add_mark (self);

  mark->closed = TRUE;
  mark->fill = *fill;
  hr_scene_add_point (self, rect->x, rect->y);
  hr_scene_add_point (self, rect->x + rect->width, rect->y);
  hr_scene_add_point (self, rect->x + rect->width, rect->y + rect->height);
  hr_scene_add_point (self, rect->x, rect->y + rect->height);
  return mark;
}

static HrMark *
add_line (HrScene *self, double x1, double y1, double x2, double y2, const HrColor *color)
{
  HrMark *mark = hr_scene_add_mark (self);

  mark->stroke = *color;
  hr_scene_add_point (self, x1, y1);
  hr_scene_add_point (self, x2, y2);
  return mark;
}

HrMark *
hr_scene_add_hline (HrScene *self, double x1, double x2, double y, const HrColor *color)
{
  double middle = floor (y) + 0.5;
  return add_line (self, x1, middle, x2, middle, color);
}

HrMark *
hr_scene_add_vline (HrScene *self, double x, double y1, double y2, const HrColor *color)
{
  double middle = floor (x) + 0.5;
  return add_line (self, middle, y1, middle, y2, color);
}

double
hr_scene_get_font_size (const HrScene *self, HrTextRole role)
{
  return role == HR_TEXT_TITLE ? self->style.font_size * 1.25 : self->style.font_size;
}

PangoFontDescription *
hr_scene_dup_font (const HrScene *self, HrTextRole role)
{
  PangoFontDescription *font = pango_font_description_new ();

  pango_font_description_set_family_static (font, self->style.font);
  pango_font_description_set_weight (font, role == HR_TEXT_NORMAL ? PANGO_WEIGHT_NORMAL : PANGO_WEIGHT_BOLD);
  pango_font_description_set_absolute_size (font, hr_scene_get_font_size (self, role) * PANGO_SCALE);
  return font;
}

/* A longer text is wider than any chart: what lies behind this many bytes needs no laying out. */
#define MAX_TEXT 32768

/* Measures one line: width and height of its logical box, and its baseline. */
static void
measure (HrScene *self, HrTextRole role, const char *text, HrRect *box, double *baseline)
{
  PangoLayout *layout = self->layouts[role];
  gsize length = strnlen (text, MAX_TEXT);
  PangoRectangle logical;

  g_assert (layout != NULL);
  if (length == MAX_TEXT)
    length = (gsize) (g_utf8_find_prev_char (text, text + length) - text);
  pango_layout_set_text (layout, text, (int) length);
  pango_layout_get_extents (layout, NULL, &logical);
  box->width = (double) logical.width / PANGO_SCALE;
  box->height = (double) logical.height / PANGO_SCALE;
  *baseline = (double) pango_layout_get_baseline (layout) / PANGO_SCALE;
}

double
hr_scene_measure (HrScene *self, HrTextRole role, const char *text)
{
  HrRect box;
  double baseline;

  measure (self, role, text, &box, &baseline);
  return box.width;
}

double
hr_scene_get_line_height (HrScene *self, HrTextRole role)
{
  HrRect box;
  double baseline;

  measure (self, role, "Ág", &box, &baseline);
  return ceil (box.height);
}

char *
hr_scene_ellipsize (HrScene *self, HrTextRole role, const char *text, double width)
{
  glong shortest = 0, longest = g_utf8_strlen (text, -1);

  if (hr_scene_measure (self, role, text) <= width)
    return g_strdup (text);

  char *best = NULL;
  while (shortest + 1 < longest)
    {
      glong middle = (shortest + longest) / 2;
      g_autofree char *head = g_utf8_substring (text, 0, middle);
      char *shortened = g_strconcat (g_strchomp (head), "…", NULL);

      if (hr_scene_measure (self, role, shortened) <= width)
        {
          g_free (best);
          best = shortened;
          shortest = middle;
        }
      else
        {
          g_free (shortened);
          longest = middle;
        }
    }
  return best;
}

HrLabel *
hr_scene_add_label (HrScene *self, HrTextRole role, const char *text, double x, double y, const HrColor *color)
{
  HrLabel label = { .text = g_strdup (text), .role = role, .box = { .x = x, .y = y }, .color = *color };

  measure (self, role, text, &label.box, &label.baseline);
  g_array_append_val (self->labels, label);
  return &g_array_index (self->labels, HrLabel, self->labels->len - 1);
}

gboolean
hr_rect_overlaps (const HrRect *a, const HrRect *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height && b->y < a->y + a->height;
}

gboolean
hr_scene_is_free (const HrScene *self, const HrRect *box)
{
  if (box->x < 0 || box->y < 0 || box->x + box->width > self->width || box->y + box->height > self->height)
    return FALSE;
  for (guint i = 0; i < self->labels->len; i++)
    if (hr_rect_overlaps (box, &g_array_index (self->labels, HrLabel, i).box))
      return FALSE;
  return TRUE;
}
