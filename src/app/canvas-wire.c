#include "canvas-wire.h"

#include <math.h>

#define CORNER_RADIUS 10.0
#define SAMPLES 16

gboolean
hr_rect_contains (const HrRect *self, HrPoint point)
{
  return point.x >= self->x && point.x <= self->x + self->width && point.y >= self->y
         && point.y <= self->y + self->height;
}

gboolean
hr_rect_intersects (const HrRect *a, const HrRect *b)
{
  return a->x <= b->x + b->width && b->x <= a->x + a->width && a->y <= b->y + b->height && b->y <= a->y + a->height;
}

HrRect
hr_rect_expand (const HrRect *self, double by)
{
  return (HrRect){ self->x - by, self->y - by, self->width + 2 * by, self->height + 2 * by };
}

HrRect
hr_rect_from_corners (HrPoint a, HrPoint b)
{
  return (HrRect){ MIN (a.x, b.x), MIN (a.y, b.y), fabs (a.x - b.x), fabs (a.y - b.y) };
}

void
hr_wire_path_init_direct (HrWirePath *self, HrPoint from, HrPoint to)
{
  double reach = MAX (24.0, fabs (to.x - from.x) / 2);

  self->start = from;
  self->n_curves = 1;
  self->curves[0] = (HrCurve){ { from.x + reach, from.y }, { to.x - reach, to.y }, to };
  self->label = (HrPoint){ (from.x + to.x) / 2, (from.y + to.y) / 2 };
  self->label_room = fabs (to.y - from.y) < 16 ? MAX (0.0, to.x - from.x) : 0;
}

static HrPoint
towards (HrPoint from, HrPoint to, double distance)
{
  double length = hypot (to.x - from.x, to.y - from.y);

  if (length == 0)
    return from;
  return (HrPoint){ from.x + (to.x - from.x) * distance / length, from.y + (to.y - from.y) * distance / length };
}

static void
add_curve (HrWirePath *self, HrPoint control1, HrPoint control2, HrPoint end)
{
  g_assert (self->n_curves < HR_WIRE_MAX_CURVES);
  self->curves[self->n_curves++] = (HrCurve){ control1, control2, end };
}

static void
add_line (HrWirePath *self, HrPoint from, HrPoint to)
{
  double length = hypot (to.x - from.x, to.y - from.y);

  add_curve (self, towards (from, to, length / 3), towards (from, to, length * 2 / 3), to);
}

/* Rounds the corner at `at`; the radius never takes more than half of a side. */
static HrPoint
add_corner (HrWirePath *self, HrPoint pen, HrPoint at, HrPoint next)
{
  double before = hypot (at.x - pen.x, at.y - pen.y);
  double after = hypot (next.x - at.x, next.y - at.y);
  double radius = MIN (CORNER_RADIUS, MIN (before, after / 2));
  HrPoint start = towards (at, pen, radius);
  HrPoint end = towards (at, next, radius);

  add_line (self, pen, start);
  add_curve (self, towards (start, at, radius * 0.55), towards (end, at, radius * 0.55), end);
  return end;
}

void
hr_wire_path_init_detour (HrWirePath *self, HrPoint from, HrPoint to, double lane_y)
{
  const HrPoint corners[] = {
    { from.x + HR_WIRE_STUB, from.y },
    { from.x + HR_WIRE_STUB, lane_y },
    { to.x - HR_WIRE_STUB, lane_y },
    { to.x - HR_WIRE_STUB, to.y },
    to,
  };
  HrPoint pen = from;

  self->start = from;
  self->n_curves = 0;
  for (guint i = 0; i + 1 < G_N_ELEMENTS (corners); i++)
    pen = add_corner (self, pen, corners[i], corners[i + 1]);
  add_line (self, pen, to);
  self->label = (HrPoint){ (corners[1].x + corners[2].x) / 2, lane_y };
  self->label_room = fabs (corners[2].x - corners[1].x) - 2 * CORNER_RADIUS;
}

HrRect
hr_wire_path_get_bounds (const HrWirePath *self)
{
  HrPoint low = self->start;
  HrPoint high = self->start;

  for (guint i = 0; i < self->n_curves; i++)
    {
      const HrPoint points[] = { self->curves[i].control1, self->curves[i].control2, self->curves[i].end };

      for (guint k = 0; k < G_N_ELEMENTS (points); k++)
        {
          low = (HrPoint){ MIN (low.x, points[k].x), MIN (low.y, points[k].y) };
          high = (HrPoint){ MAX (high.x, points[k].x), MAX (high.y, points[k].y) };
        }
    }
  return hr_rect_from_corners (low, high);
}

static HrPoint
curve_at (HrPoint start, const HrCurve *curve, double t)
{
  double u = 1 - t;
  double a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t;

  return (HrPoint){ a * start.x + b * curve->control1.x + c * curve->control2.x + d * curve->end.x,
                    a * start.y + b * curve->control1.y + c * curve->control2.y + d * curve->end.y };
}

static double
distance_to_segment (HrPoint point, HrPoint a, HrPoint b)
{
  double dx = b.x - a.x, dy = b.y - a.y;
  double squared = dx * dx + dy * dy;
  double t = squared > 0 ? ((point.x - a.x) * dx + (point.y - a.y) * dy) / squared : 0;

  t = CLAMP (t, 0, 1);
  return hypot (point.x - a.x - t * dx, point.y - a.y - t * dy);
}

double
hr_wire_path_get_distance (const HrWirePath *self, HrPoint point)
{
  double best = G_MAXDOUBLE;
  HrPoint start = self->start;

  for (guint i = 0; i < self->n_curves; i++)
    {
      HrPoint previous = start;

      for (guint k = 1; k <= SAMPLES; k++)
        {
          HrPoint next = curve_at (start, &self->curves[i], k / (double) SAMPLES);

          best = MIN (best, distance_to_segment (point, previous, next));
          previous = next;
        }
      start = self->curves[i].end;
    }
  return best;
}

gboolean
hr_wire_path_crosses (const HrWirePath *self, const HrRect *rect)
{
  HrPoint start = self->start;

  for (guint i = 0; i < self->n_curves; i++)
    {
      for (guint k = 0; k <= SAMPLES; k++)
        if (hr_rect_contains (rect, curve_at (start, &self->curves[i], k / (double) SAMPLES)))
          return TRUE;
      start = self->curves[i].end;
    }
  return FALSE;
}
