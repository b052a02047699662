/* canvas-layout.h: where boxes, ports and wires are on the canvas. Plain C, no GTK.
 * Everything is in canvas units: 1 unit is 1 pixel at 100 %. */
#pragma once

#include "canvas-wire.h"
#include "../core/project.h"

G_BEGIN_DECLS

#define HR_BOX_WIDTH 152
#define HR_BOX_HEIGHT 72
#define HR_BOX_GAP_X 72 /* between columns of an automatic layout: room for a shape on the wire */
#define HR_BOX_GAP_Y 56 /* between rows: room for wires that go around */
#define HR_SNAP 8

typedef struct
{
  const HrNode *node; /* borrowed from the layout's project */
  HrRect rect;
} HrBox;

typedef struct
{
  guint from, port; /* output `port` of box `from` … */
  guint to, input;  /* … feeds input `input` of box `to` */
  HrWirePath path;
  HrRect bounds;
} HrWire;

/* A port of a box. */
typedef struct
{
  guint box;
  guint index;
  gboolean is_output;
} HrPort;

typedef struct _HrCanvasLayout HrCanvasLayout;

/* Boxes in node order at the project's positions. A layer without a position goes to a free place right of what feeds it. */
HrCanvasLayout *hr_canvas_layout_new (HrProject *project);
void hr_canvas_layout_free (HrCanvasLayout *self);

HrProject *hr_canvas_layout_get_project (const HrCanvasLayout *self);            /* borrowed */
const HrBox *hr_canvas_layout_get_boxes (const HrCanvasLayout *self, guint *n);  /* borrowed */
const HrWire *hr_canvas_layout_get_wires (const HrCanvasLayout *self, guint *n); /* borrowed */
int hr_canvas_layout_find_box (const HrCanvasLayout *self, const char *node_id); /* index, or −1 */

/* Around all boxes; empty at the origin when there are none. */
HrRect hr_canvas_layout_get_bounds (const HrCanvasLayout *self);
HrPoint hr_canvas_layout_get_port_position (const HrCanvasLayout *self, HrPort port);

/* Puts n boxes elsewhere and routes the wires at them again; the project is left alone. */
void hr_canvas_layout_move_boxes (HrCanvasLayout *self, guint n, const guint *boxes, const HrPoint *places);

/* A place for a new box near a wish that covers no other box. */
HrPoint hr_canvas_layout_find_free (const HrCanvasLayout *self, HrPoint wish);

/* The nearest multiple of HR_SNAP. */
double hr_canvas_snap (double value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrCanvasLayout, hr_canvas_layout_free)

G_END_DECLS
