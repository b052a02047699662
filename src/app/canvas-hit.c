#include "canvas-hit.h"

#include <math.h>

int
hr_canvas_layout_hit_box (const HrCanvasLayout *self, HrPoint point)
{
  const HrBox *boxes;
  guint n;

  g_return_val_if_fail (self != NULL, -1);

  boxes = hr_canvas_layout_get_boxes (self, &n);
  for (guint i = n; i > 0; i--)
    if (hr_rect_contains (&boxes[i - 1].rect, point))
      return (int) i - 1;
  return -1;
}

static void
hit_ports (const HrCanvasLayout *self, guint box, const HrNode *node, gboolean outputs, HrPoint point, double *best,
           HrPort *port)
{
  guint n_ports = outputs ? node->op->n_outputs : node->n_inputs;

  for (guint i = 0; i < n_ports; i++)
    {
      HrPort candidate = { box, i, outputs };
      HrPoint place = hr_canvas_layout_get_port_position (self, candidate);
      double distance = hypot (point.x - place.x, point.y - place.y);

      if (distance <= *best)
        {
          *best = distance;
          *port = candidate;
        }
    }
}

gboolean
hr_canvas_layout_hit_port (const HrCanvasLayout *self, HrPoint point, double radius, HrPort *port)
{
  double best = radius;
  gboolean hit = FALSE;
  const HrBox *boxes;
  guint n;

  g_return_val_if_fail (self != NULL && port != NULL, FALSE);

  boxes = hr_canvas_layout_get_boxes (self, &n);
  for (guint i = 0; i < n; i++)
    {
      HrRect rect = hr_rect_expand (&boxes[i].rect, radius);
      double before = best;

      if (!hr_rect_contains (&rect, point))
        continue;
      hit_ports (self, i, boxes[i].node, FALSE, point, &best, port);
      hit_ports (self, i, boxes[i].node, TRUE, point, &best, port);
      hit = hit || best < before;
    }
  return hit;
}

int
hr_canvas_layout_hit_wire (const HrCanvasLayout *self, HrPoint point, double radius)
{
  double best = radius;
  int hit = -1;
  const HrWire *wires;
  guint n;

  g_return_val_if_fail (self != NULL, -1);

  wires = hr_canvas_layout_get_wires (self, &n);
  for (guint i = 0; i < n; i++)
    {
      const HrWire *wire = &wires[i];
      HrRect bounds = hr_rect_expand (&wire->bounds, radius);
      double distance
          = hr_rect_contains (&bounds, point) ? hr_wire_path_get_distance (&wire->path, point) : G_MAXDOUBLE;

      if (distance <= best)
        {
          best = distance;
          hit = (int) i;
        }
    }
  return hit;
}

int
hr_canvas_layout_find_wire (const HrCanvasLayout *self, guint to, guint input)
{
  const HrWire *wires;
  guint n;

  g_return_val_if_fail (self != NULL, -1);

  wires = hr_canvas_layout_get_wires (self, &n);
  for (guint i = 0; i < n; i++)
    if (wires[i].to == to && wires[i].input == input)
      return (int) i;
  return -1;
}
