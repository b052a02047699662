/* canvas-private.h: what the files of the canvas share. */
#pragma once

#include "canvas-colors.h"
#include "canvas-figures.h"
#include "canvas-hit.h"
#include "canvas-layout.h"
#include "canvas.h"
#include "layer-box.h"

G_BEGIN_DECLS

/* Below this zoom boxes are painted, without widgets. */
#define HR_CANVAS_WIDGET_ZOOM 0.42
#define HR_CANVAS_MIN_ZOOM 0.1
#define HR_CANVAS_MAX_ZOOM 4.0

/* How near to a port the pointer must be, in pixels. */
#define HR_CANVAS_PORT_REACH 11.0

typedef enum
{
  HR_DRAG_NONE,
  HR_DRAG_BOXES,
  HR_DRAG_BAND,
  HR_DRAG_WIRE,
  HR_DRAG_PAN,
} HrDragKind;

/* What the pointer drags. */
typedef struct
{
  HrDragKind kind;
  gboolean moved;            /* further than the threshold: no click any more */
  HrPoint start;             /* canvas units */
  HrPoint pointer;           /* canvas units */
  double scroll_x, scroll_y; /* pan: the adjustments at the start */

  GArray *boxes;   /* owned: guint, the boxes that move */
  GArray *origins; /* owned: HrPoint, where they were */

  guint wire_from, wire_port; /* wire: the output it comes from */
  int lifted;                 /* wire: the one whose end was taken off its input, or −1 */
  HrPort target;              /* wire: the input under the pointer */
  gboolean has_target, target_fits;
  gboolean *fits; /* owned: for each box, whether it can take the wire */

  char **selection; /* owned; band: what was selected before, when it is kept */
  guint tick;       /* scrolls at the edges of the view, or 0 */
} HrDrag;

struct _HrCanvas
{
  GtkWidget parent_instance;

  HrDocument *document;   /* owned, or NULL */
  HrCanvasLayout *layout; /* owned, or NULL without a document */
  GArray *figures;        /* owned: HrBoxFigures by box, or NULL without a document */

  GtkAdjustment *adjustments[2]; /* owned: horizontal, vertical; in pixels of the zoomed canvas */
  guint scroll_policy[2];
  double zoom;
  gboolean fit_pending;

  GHashTable *boxes;      /* owned: id → HrLayerBox, the boxes in view */
  GPtrArray *spare_boxes; /* owned: HrLayerBox without a parent */
  gboolean rebind;        /* the boxes in view show something old */
  GPtrArray *wire_nodes;  /* owned: GskRenderNode by wire, or NULL */
  GPtrArray *box_nodes;   /* owned: GskRenderNode by box, or NULL; boxes painted from afar */
  HrCanvasColors colors;
  GtkWidget *welcome; /* child: what to do with an empty canvas */
  GtkWidget *menu;    /* child: the context menu */

  char *current; /* owned: the layer that the keyboard is at, or NULL */
  HrDrag drag;
  int hot_wire;    /* the wire under the pointer, or −1 */
  HrPoint pointer; /* canvas units; where the pointer was last */
  gboolean space_held;
  double pinch_zoom;        /* the zoom when a pinch began */
  GtkGesture *drag_gesture; /* borrowed */
  GCancellable *arranging;  /* owned: the running automatic layout, or NULL */
};

/* canvas.c */

/* Moves the keyboard there, and the view when out of sight. */
void hr_canvas_set_current (HrCanvas *self, const char *id);

/* canvas-view.c: zoom, scrolling, boxes in view */
HrPoint hr_canvas_point_at (HrCanvas *self, double x, double y); /* from widget to canvas units */
HrRect hr_canvas_get_view (HrCanvas *self);                      /* canvas units */
void hr_canvas_zoom_at (HrCanvas *self, double zoom, double x, double y);
void hr_canvas_scroll_by (HrCanvas *self, double dx, double dy);
void hr_canvas_update_extent (HrCanvas *self);
void hr_canvas_update_boxes (HrCanvas *self);
void hr_canvas_allocate_boxes (HrCanvas *self);
void hr_canvas_rebind_boxes (HrCanvas *self);
void hr_canvas_apply_fit (HrCanvas *self);

/* canvas-paint.c */
void hr_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot);
void hr_canvas_drop_nodes (HrCanvas *self);                 /* everything is painted anew */
void hr_canvas_drop_wire_nodes (HrCanvas *self, guint box); /* the wires at a box are */

double hr_canvas_get_line_width (HrCanvas *self, double width);
PangoLayout *hr_canvas_create_text (HrCanvas *self, const char *text, double size);

/* canvas-far.c: boxes too small to be widgets */
void hr_canvas_paint_far_boxes (HrCanvas *self, GtkSnapshot *snapshot, const HrRect *view);

/* canvas-edit.c: one step to undo each */
void hr_canvas_add_kind (HrCanvas *self, const HrOp *op, HrPoint place); /* place: top left corner */
void hr_canvas_insert_kind (HrCanvas *self, const HrOp *op, HrPoint place, guint wire);
void hr_canvas_connect (HrCanvas *self, guint from, guint port, guint to, guint input, int lifted_wire);
void hr_canvas_disconnect (HrCanvas *self, guint to, guint input);
void hr_canvas_disconnect_selection (HrCanvas *self);
void hr_canvas_commit_move (HrCanvas *self, const GArray *boxes, const char *merge_key);
void hr_canvas_nudge (HrCanvas *self, int dx, int dy);
gboolean hr_canvas_find_input (HrCanvas *self, guint from, guint port, guint to, HrPoint near, guint *input);

/* canvas-select.c */
void hr_canvas_select_only (HrCanvas *self, const char *id);
void hr_canvas_add_selected (HrCanvas *self, const char *id); /* becomes the last of the selected */
void hr_canvas_toggle_selected (HrCanvas *self, const char *id);

/* canvas-auto-layout.c */
void hr_canvas_arrange_if_needed (HrCanvas *self);

/* canvas-drag.c: what is dragged on the canvas */
void hr_canvas_init_drag (HrCanvas *self);
void hr_canvas_cancel_drag (HrCanvas *self);
void hr_canvas_clear_drag (HrCanvas *self);

/* canvas-input.c: clicks, scrolling, zooming, tooltips */
void hr_canvas_init_input (HrCanvas *self);

/* canvas-drop.c: what is dragged in from the palette */
void hr_canvas_init_drop (HrCanvas *self);

/* canvas-keys.c */
void hr_canvas_class_add_bindings (GtkWidgetClass *klass);

/* canvas-menu.c: context menu, and connecting without a drag */
void hr_canvas_class_add_actions (GtkWidgetClass *klass);
void hr_canvas_init_menu (HrCanvas *self);
void hr_canvas_show_menu (HrCanvas *self, double x, double y, int wire); /* widget coordinates; wire: there, or −1 */
void hr_canvas_show_menu_at_current (HrCanvas *self);
void hr_canvas_show_targets (HrCanvas *self);

G_END_DECLS
