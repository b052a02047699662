/* canvas-wire.h: the path of one wire between two ports. Plain C, no GTK; everything in canvas units. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  double x, y;
} HrPoint;

typedef struct
{
  double x, y, width, height;
} HrRect;

gboolean hr_rect_contains (const HrRect *self, HrPoint point);
gboolean hr_rect_intersects (const HrRect *a, const HrRect *b);
HrRect hr_rect_expand (const HrRect *self, double by);

/* A rectangle between two corners, in whatever order they come. */
HrRect hr_rect_from_corners (HrPoint a, HrPoint b);

typedef struct
{
  HrPoint control1, control2, end;
} HrCurve;

#define HR_WIRE_MAX_CURVES 9

typedef struct
{
  HrPoint start;
  HrCurve curves[HR_WIRE_MAX_CURVES]; /* cubic, each begins where the one before ends */
  guint n_curves;
  HrPoint label;     /* middle of the longest level stretch: where the shape is written */
  double label_room; /* length of that stretch */
} HrWirePath;

/* One curve that leaves to the right and arrives from the left. */
void hr_wire_path_init_direct (HrWirePath *self, HrPoint from, HrPoint to);

/* Out to the right, up or down to the level lane_y, along it, and in from the left, with rounded corners. */
void hr_wire_path_init_detour (HrWirePath *self, HrPoint from, HrPoint to, double lane_y);

HrRect hr_wire_path_get_bounds (const HrWirePath *self);

/* Distance of a point from the path, to within a quarter of a unit. */
double hr_wire_path_get_distance (const HrWirePath *self, HrPoint point);
gboolean hr_wire_path_crosses (const HrWirePath *self, const HrRect *rect);

/* How far a detour goes straight out of a port before it turns. */
#define HR_WIRE_STUB 18

G_END_DECLS
