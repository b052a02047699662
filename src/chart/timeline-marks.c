#include "timeline-private.h"

#include "../core/units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* A capacity beyond so many peaks would press the chart flat: it is named above the plot, without a line. */
#define MAX_CAPACITY_PEAKS 3.0

double
hr_timeline_get_capacity_in_view (const HrTimeline *self)
{
  double capacity = (double) self->spec.capacity_bytes;
  double largest = (double) self->totals->peak_bytes;

  if (self->arena != NULL)
    {
      capacity = MAX (1.0, capacity - self->arena->held_bytes);
      largest = hr_arena_get_top (self->arena);
    }
  return capacity <= MAX_CAPACITY_PEAKS * largest ? capacity : 0.0;
}

/* "8.00 GiB"; in the arena view what is left of it for the arena, "7.88 GiB left". */
static char *
dup_capacity_size (const HrTimeline *self)
{
  if (self->arena == NULL)
    return hr_format_size (self->spec.capacity_bytes);

  gint64 left = self->spec.capacity_bytes - (gint64) self->arena->held_bytes;
  g_autofree char *size = hr_format_size (MAX (0, left));
  return g_strdup_printf (_ ("%s left"), size);
}

/* The device with its size, or the size alone where that would be too wide. */
static char *
dup_capacity_text (const HrTimeline *self, gboolean in_view)
{
  g_autofree char *size = dup_capacity_size (self);
  g_autofree char *text = self->capacity_label != NULL ? g_strdup_printf ("%s · %s", self->capacity_label, size)
                                                       : g_strdup_printf (_ ("Capacity %s"), size);
  const char *arrow = in_view ? "" : "↑ ";

  if (hr_scene_measure (self->scene, HR_TEXT_NORMAL, text) > self->plot.width * 0.48)
    return g_strconcat (arrow, size, NULL);
  return g_strconcat (arrow, text, NULL);
}

static void
add_step_mark (HrTimeline *self, int step)
{
  const HrColumn *column = hr_timeline_get_step_column (self, (guint) step);
  HrRect bar = { column->left, self->plot.y + self->plot.height + 1, MAX (3, column->right - column->left), 3 };

  hr_scene_add_rect (self->scene, &bar, &self->scene->style.highlight);
}

/* Bars below the plot at the steps of the selected layer, so that it is found even where its blocks are too small. */
void
hr_timeline_add_selection (HrTimeline *self)
{
  if (self->spec.selected_layer < 0)
    return;

  const HrLayer *layer = &self->layers[self->spec.selected_layer];
  if (layer->forward_step >= 0)
    add_step_mark (self, layer->forward_step);
  if (layer->backward_step >= 0)
    add_step_mark (self, layer->backward_step);
}

static double
get_peak_x (const HrTimeline *self)
{
  const HrColumn *column = hr_timeline_get_step_column (self, (guint) self->totals->peak_step);

  return floor ((column->left + column->right) / 2);
}

/* Names a capacity that lies beyond the plot: beside the peak's label or beside the title, where there is room. */
static void
add_capacity_note (HrTimeline *self, const char *text)
{
  double line = hr_scene_get_line_height (self->scene, HR_TEXT_NORMAL);
  double width = hr_scene_measure (self->scene, HR_TEXT_NORMAL, text);
  double right = self->plot.x + self->plot.width - width;
  const HrRect places[] = {
    { right, self->plot.y - HR_TIMELINE_GAP - line, width, line },
    { HR_TIMELINE_PAD, self->plot.y - HR_TIMELINE_GAP - line, width, line },
    { right, HR_TIMELINE_PAD, width, line },
  };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (hr_scene_is_free (self->scene, &places[i]))
      {
        hr_scene_add_label (self->scene, HR_TEXT_NORMAL, text, places[i].x, places[i].y, &self->scene->style.capacity);
        return;
      }
}

/* Puts the label at the end of the line that is farther from the peak, above the line where there is room. */
static void
add_capacity_label (HrTimeline *self, const char *text, double y)
{
  double line = hr_scene_get_line_height (self->scene, HR_TEXT_NORMAL);
  double right = self->plot.x + self->plot.width - 4;
  HrRect box = { 0, y - line - 2, hr_scene_measure (self->scene, HR_TEXT_NORMAL, text), line };

  if (box.y < self->plot.y)
    box.y = y + 4;
  box.x = right - box.width;
  if (get_peak_x (self) > self->plot.x + self->plot.width / 2)
    box.x = self->plot.x + 4;
  if (box.y + line > self->plot.y + self->plot.height || !hr_scene_is_free (self->scene, &box))
    return;

  HrLabel *label = hr_scene_add_label (self->scene, HR_TEXT_NORMAL, text, box.x, box.y, &self->scene->style.capacity);
  label->plate = self->scene->style.background;
  label->plate.alpha = 0.85;
}

static void
add_capacity_line (HrTimeline *self, double y)
{
  double right = self->plot.x + self->plot.width;
  HrRect beyond = { self->plot.x, self->plot.y, self->plot.width, y - self->plot.y };
  HrColor tint = self->scene->style.capacity;

  tint.alpha = 0.10;
  hr_scene_add_rect (self->scene, &beyond, &tint);
  hr_scene_add_hline (self->scene, self->plot.x, right, y, &self->scene->style.capacity)->dash = 5;
}

void
hr_timeline_add_capacity (HrTimeline *self)
{
  double capacity = hr_timeline_get_capacity_in_view (self);

  if (self->spec.capacity_bytes <= 0)
    return;

  g_autofree char *text = dup_capacity_text (self, capacity > 0);

  if (capacity > 0)
    {
      double y = hr_timeline_get_y (self, capacity);

      add_capacity_line (self, y);
      add_capacity_label (self, text, y);
    }
  else
    add_capacity_note (self, text);
}

/* Appends to details: "12,613,600 B · conv2 · Forward · step 2", and shorter ones. */
static void
list_peak_details (const HrTimeline *self, GPtrArray *details)
{
  guint step = (guint) self->totals->peak_step;
  g_autofree char *bytes = hr_format_bytes (self->totals->peak_bytes);
  const char *name = hr_timeline_get_step_name (self, step);
  g_autofree char *place
      = self->steps[step].layer < 0
            ? g_strdup_printf (_ ("%s · step %u"), name, step + 1)
            : g_strdup_printf (_ ("%s · %s · step %u"), name, hr_phase_get_title (self->steps[step].phase), step + 1);

  g_ptr_array_add (details, g_strdup_printf ("%s · %s", bytes, place));
  g_ptr_array_add (details, g_steal_pointer (&place));
  g_ptr_array_add (details, g_strdup (name));
}

/* Appends to details: "9,000,000 B, beside 3.45 MiB that stay", and a shorter one. */
static void
list_arena_details (const HrTimeline *self, GPtrArray *details)
{
  g_autofree char *bytes = hr_format_bytes ((gint64) hr_arena_get_top (self->arena));
  g_autofree char *held = hr_format_size ((gint64) self->arena->held_bytes);

  /* Translators: bytes of the arena; size of the parameters and the like, which have a place of their own. */
  g_ptr_array_add (details, g_strdup_printf (_ ("%s, beside %s that stay"), bytes, held));
  g_ptr_array_add (details, g_strdup_printf (_ ("+ %s"), held));
}

/* The peak's label stands in a row of its own above the plot. */
static void
add_peak_label (HrTimeline *self, double x)
{
  gint64 bytes = self->arena != NULL ? (gint64) hr_arena_get_top (self->arena) : self->totals->peak_bytes;
  g_autofree char *size = hr_format_size (bytes);
  g_autofree char *head = g_strdup_printf (self->arena != NULL ? _ ("Arena %s") : _ ("Peak %s"), size);
  g_autoptr (GPtrArray) details = g_ptr_array_new_with_free_func (g_free);
  double room = self->scene->width - 2 * HR_TIMELINE_PAD;
  double head_width = hr_scene_measure (self->scene, HR_TEXT_STRONG, head);
  double y = self->plot.y - HR_TIMELINE_GAP - hr_scene_get_line_height (self->scene, HR_TEXT_NORMAL);

  if (self->arena != NULL)
    list_arena_details (self, details);
  else
    list_peak_details (self, details);
  g_ptr_array_add (details, g_strdup (""));
  for (guint i = 0; i < details->len; i++)
    {
      const char *detail = g_ptr_array_index (details, i);
      double width = head_width;

      if (*detail != '\0')
        width += HR_TIMELINE_GAP + hr_scene_measure (self->scene, HR_TEXT_NORMAL, detail);
      if (width > room)
        continue;

      double left = CLAMP (x - width / 2, HR_TIMELINE_PAD, HR_TIMELINE_PAD + room - width);
      hr_scene_add_label (self->scene, HR_TEXT_STRONG, head, left, y, &self->scene->style.foreground);
      if (*detail != '\0')
        hr_scene_add_label (self->scene, HR_TEXT_NORMAL, detail, left + head_width + HR_TIMELINE_GAP, y,
                            &self->scene->style.dim);
      return;
    }
}

/* A line from the label down to the peak, and a dot there; in the arena view through all of the peak's step, because
 * there height is address. */
void
hr_timeline_add_peak (HrTimeline *self)
{
  double x = get_peak_x (self);
  double y = self->arena != NULL ? self->plot.y + self->plot.height
                                 : hr_timeline_get_y (self, (double) self->totals->peak_bytes);

  add_peak_label (self, x);
  hr_scene_add_vline (self->scene, x, self->plot.y - HR_TIMELINE_GAP + 2, y, &self->scene->style.foreground);
  if (self->arena != NULL)
    return;

  HrMark *dot = hr_scene_add_mark (self->scene);
  dot->radius = 3.5;
  dot->fill = self->scene->style.foreground;
  dot->stroke = self->scene->style.background;
  dot->stroke_width = 1.5;
  hr_scene_add_point (self->scene, x + 0.5, y);
}
