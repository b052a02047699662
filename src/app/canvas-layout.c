#include "canvas-layout.h"

#include <math.h>

#define LANE_CLEARANCE 12.0 /* between a wire that goes around and the boxes */
#define LANE_STEP 6.0       /* between wires of different length in one gap */

struct _HrCanvasLayout
{
  HrProject *project; /* owned */
  HrBox *boxes;       /* owned; one per node, same index */
  guint n_boxes;
  GArray *wires; /* owned; HrWire, by target box and input */
  guint *by_x;   /* owned; boxes from left to right */
};

double
hr_canvas_snap (double value)
{
  return round (value / HR_SNAP) * HR_SNAP;
}

static int
compare_x (gconstpointer a, gconstpointer b, gpointer data)
{
  const HrBox *boxes = data;
  double difference = boxes[*(const guint *) a].rect.x - boxes[*(const guint *) b].rect.x;

  return (difference > 0) - (difference < 0);
}

static void
sort_boxes (HrCanvasLayout *self)
{
  g_qsort_with_data (self->by_x, (int) self->n_boxes, sizeof (guint), compare_x, self->boxes);
}

/* First position in by_x whose box reaches beyond x; all boxes are equally wide. */
static guint
first_right_of (const HrCanvasLayout *self, double x)
{
  guint low = 0, high = self->n_boxes;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (self->boxes[self->by_x[middle]].rect.x + HR_BOX_WIDTH < x)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* A box that the strip around the level y from x0 to x1 runs into, or NULL. */
static const HrBox *
find_in_lane (const HrCanvasLayout *self, double x0, double x1, double y)
{
  for (guint i = first_right_of (self, x0); i < self->n_boxes; i++)
    {
      const HrBox *box = &self->boxes[self->by_x[i]];

      if (box->rect.x > x1)
        return NULL;
      if (y > box->rect.y - LANE_CLEARANCE && y < box->rect.y + HR_BOX_HEIGHT + LANE_CLEARANCE)
        return box;
    }
  return NULL;
}

/* The nearest free level from y in one direction (+1 down, −1 up). */
static double
find_level (const HrCanvasLayout *self, double x0, double x1, double y, int direction)
{
  const HrBox *box;

  while ((box = find_in_lane (self, x0, x1, y)) != NULL)
    y = direction > 0 ? box->rect.y + HR_BOX_HEIGHT + LANE_CLEARANCE : box->rect.y - LANE_CLEARANCE;
  return y;
}

/* The free level nearest to y; longer wires keep a little further away, so that nested ones can be told apart. */
static double
find_lane (const HrCanvasLayout *self, double x0, double x1, double y)
{
  double down = find_level (self, x0, x1, y, 1);
  double up = find_level (self, x0, x1, y, -1);
  int direction = down - y <= y - up ? 1 : -1;
  double lane = direction > 0 ? down : up;
  double further = lane + direction * LANE_STEP * CLAMP (floor (log2 ((x1 - x0) / 256 + 1)), 0, 4);

  return find_in_lane (self, x0, x1, further) == NULL ? further : lane;
}

static gboolean
is_clear (const HrCanvasLayout *self, const HrWire *wire, HrPoint from, HrPoint to)
{
  for (guint i = first_right_of (self, from.x); i < self->n_boxes; i++)
    {
      guint index = self->by_x[i];
      HrRect rect = hr_rect_expand (&self->boxes[index].rect, 4);

      if (rect.x > to.x)
        return TRUE;
      if (index != wire->from && index != wire->to && hr_wire_path_crosses (&wire->path, &rect))
        return FALSE;
    }
  return TRUE;
}

/* Straight across where nothing is in the way, otherwise around. */
static void
route_wire (HrCanvasLayout *self, HrWire *wire)
{
  HrPoint from = hr_canvas_layout_get_port_position (self, (HrPort){ wire->from, wire->port, TRUE });
  HrPoint to = hr_canvas_layout_get_port_position (self, (HrPort){ wire->to, wire->input, FALSE });

  hr_wire_path_init_direct (&wire->path, from, to);
  if (to.x < from.x + HR_WIRE_STUB)
    {
      double lane = find_lane (self, to.x - HR_WIRE_STUB, from.x + HR_WIRE_STUB, (from.y + to.y) / 2);

      hr_wire_path_init_detour (&wire->path, from, to, lane);
    }
  else if (!is_clear (self, wire, from, to))
    {
      double lane = find_lane (self, from.x + HR_WIRE_STUB / 2.0, to.x - HR_WIRE_STUB / 2.0, (from.y + to.y) / 2);

      hr_wire_path_init_detour (&wire->path, from, to, lane);
    }
  wire->bounds = hr_wire_path_get_bounds (&wire->path);
}

static void
add_wires (HrCanvasLayout *self)
{
  HrGraph *graph = hr_project_get_graph (self->project);

  for (guint to = 0; to < self->n_boxes; to++)
    for (guint input = 0; input < self->boxes[to].node->n_inputs; input++)
      {
        const HrEndpoint *source = &self->boxes[to].node->inputs[input];
        int from = source->node_id != NULL ? hr_graph_find (graph, source->node_id) : -1;
        HrWire wire = { .from = (guint) from, .port = source->port, .to = to, .input = input };

        if (from < 0)
          continue;
        route_wire (self, &wire);
        g_array_append_val (self->wires, wire);
      }
}

static HrPoint
wish_for_box (const HrCanvasLayout *self, const HrNode *node, guint n_placed)
{
  HrGraph *graph = hr_project_get_graph (self->project);

  for (guint i = 0; i < node->n_inputs; i++)
    {
      int source = node->inputs[i].node_id != NULL ? hr_graph_find (graph, node->inputs[i].node_id) : -1;

      if (source >= 0 && (guint) source < n_placed)
        return (HrPoint){ self->boxes[source].rect.x + HR_BOX_WIDTH + HR_BOX_GAP_X, self->boxes[source].rect.y };
    }
  return (HrPoint){ 0, 0 };
}

static gboolean
is_free (const HrCanvasLayout *self, const HrRect *rect)
{
  for (guint i = 0; i < self->n_boxes; i++)
    if (self->boxes[i].rect.width > 0 && hr_rect_intersects (&self->boxes[i].rect, rect))
      return FALSE;
  return TRUE;
}

HrPoint
hr_canvas_layout_find_free (const HrCanvasLayout *self, HrPoint wish)
{
  HrRect rect = { hr_canvas_snap (wish.x), hr_canvas_snap (wish.y), HR_BOX_WIDTH, HR_BOX_HEIGHT };

  g_return_val_if_fail (self != NULL, wish);

  while (!is_free (self, &rect))
    rect.y += HR_BOX_HEIGHT + HR_BOX_GAP_Y / 2;
  return (HrPoint){ rect.x, rect.y };
}

/* Boxes with a position first, so that the others find the places that are left. */
static void
place_boxes (HrCanvasLayout *self)
{
  HrGraph *graph = hr_project_get_graph (self->project);

  for (guint i = 0; i < self->n_boxes; i++)
    {
      HrPosition position;

      self->by_x[i] = i;
      self->boxes[i].node = hr_graph_get_node (graph, i);
      if (hr_project_get_position (self->project, self->boxes[i].node->id, &position))
        self->boxes[i].rect = (HrRect){ position.x, position.y, HR_BOX_WIDTH, HR_BOX_HEIGHT };
    }
  for (guint i = 0; i < self->n_boxes; i++)
    if (self->boxes[i].rect.width == 0)
      {
        HrPoint place = hr_canvas_layout_find_free (self, wish_for_box (self, self->boxes[i].node, i));

        self->boxes[i].rect = (HrRect){ place.x, place.y, HR_BOX_WIDTH, HR_BOX_HEIGHT };
      }
}

HrCanvasLayout *
hr_canvas_layout_new (HrProject *project)
{
  HrCanvasLayout *self;

  g_return_val_if_fail (project != NULL, NULL);

  self = g_new0 (HrCanvasLayout, 1);
  self->project = hr_project_ref (project);
  self->n_boxes = hr_graph_get_n_nodes (hr_project_get_graph (project));
  self->boxes = g_new0 (HrBox, self->n_boxes);
  self->by_x = g_new (guint, self->n_boxes);
  self->wires = g_array_new (FALSE, FALSE, sizeof (HrWire));
  place_boxes (self);
  sort_boxes (self);
  add_wires (self);
  return self;
}

void
hr_canvas_layout_free (HrCanvasLayout *self)
{
  g_free (self->boxes);
  g_free (self->by_x);
  g_array_unref (self->wires);
  hr_project_unref (self->project);
  g_free (self);
}

HrProject *
hr_canvas_layout_get_project (const HrCanvasLayout *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->project;
}

const HrBox *
hr_canvas_layout_get_boxes (const HrCanvasLayout *self, guint *n)
{
  g_return_val_if_fail (self != NULL && n != NULL, NULL);
  *n = self->n_boxes;
  return self->boxes;
}

const HrWire *
hr_canvas_layout_get_wires (const HrCanvasLayout *self, guint *n)
{
  g_return_val_if_fail (self != NULL && n != NULL, NULL);
  *n = self->wires->len;
  return (const HrWire *) self->wires->data;
}

int
hr_canvas_layout_find_box (const HrCanvasLayout *self, const char *node_id)
{
  g_return_val_if_fail (self != NULL && node_id != NULL, -1);
  return hr_graph_find (hr_project_get_graph (self->project), node_id);
}

HrRect
hr_canvas_layout_get_bounds (const HrCanvasLayout *self)
{
  HrPoint low = { 0, 0 }, high = { 0, 0 };

  g_return_val_if_fail (self != NULL, (HrRect){ 0 });

  for (guint i = 0; i < self->n_boxes; i++)
    {
      const HrRect *rect = &self->boxes[i].rect;

      low = i == 0 ? (HrPoint){ rect->x, rect->y } : (HrPoint){ MIN (low.x, rect->x), MIN (low.y, rect->y) };
      high.x = i == 0 ? rect->x + rect->width : MAX (high.x, rect->x + rect->width);
      high.y = i == 0 ? rect->y + rect->height : MAX (high.y, rect->y + rect->height);
    }
  return hr_rect_from_corners (low, high);
}

HrPoint
hr_canvas_layout_get_port_position (const HrCanvasLayout *self, HrPort port)
{
  const HrBox *box;
  guint n_ports;

  g_return_val_if_fail (self != NULL && port.box < self->n_boxes, ((HrPoint){ 0, 0 }));

  box = &self->boxes[port.box];
  n_ports = MAX (port.index + 1, port.is_output ? box->node->op->n_outputs : box->node->n_inputs);
  return (HrPoint){ box->rect.x + (port.is_output ? HR_BOX_WIDTH : 0),
                    box->rect.y + HR_BOX_HEIGHT * (port.index + 1.0) / (n_ports + 1.0) };
}

void
hr_canvas_layout_move_boxes (HrCanvasLayout *self, guint n, const guint *boxes, const HrPoint *places)
{
  g_autofree gboolean *moved = NULL;

  g_return_if_fail (self != NULL && boxes != NULL && places != NULL);

  moved = g_new0 (gboolean, self->n_boxes);
  for (guint i = 0; i < n; i++)
    {
      g_return_if_fail (boxes[i] < self->n_boxes);
      self->boxes[boxes[i]].rect.x = places[i].x;
      self->boxes[boxes[i]].rect.y = places[i].y;
      moved[boxes[i]] = TRUE;
    }
  sort_boxes (self);
  for (guint i = 0; i < self->wires->len; i++)
    {
      HrWire *wire = &g_array_index (self->wires, HrWire, i);

      if (moved[wire->from] || moved[wire->to])
        route_wire (self, wire);
    }
}
