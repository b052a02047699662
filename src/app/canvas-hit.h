/* canvas-hit.h: what lies at a point of the canvas. Plain C, no GTK; everything in canvas units. */
#pragma once

#include "canvas-layout.h"

G_BEGIN_DECLS

/* The topmost box at a point, or −1. */
int hr_canvas_layout_hit_box (const HrCanvasLayout *self, HrPoint point);

/* The nearest port not further than radius. */
gboolean hr_canvas_layout_hit_port (const HrCanvasLayout *self, HrPoint point, double radius, HrPort *port);

/* The nearest wire not further than radius, or −1. */
int hr_canvas_layout_hit_wire (const HrCanvasLayout *self, HrPoint point, double radius);

/* The wire that feeds an input, or −1. */
int hr_canvas_layout_find_wire (const HrCanvasLayout *self, guint to, guint input);

G_END_DECLS
