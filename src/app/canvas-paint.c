#include "canvas-private.h"

#include <math.h>

#define PORT_RADIUS 4.5
#define GRID_PITCH 24.0
#define WIRE_TEXT_SIZE 8.5
#define WIRE_TEXT_ZOOM 0.7 /* shapes are written on wires from here on */

static void
clear_nodes (GPtrArray *nodes, guint n)
{
  for (guint i = 0; i < nodes->len; i++)
    g_clear_pointer ((GskRenderNode **) &g_ptr_array_index (nodes, i), gsk_render_node_unref);
  g_ptr_array_set_size (nodes, (int) n);
}

void
hr_canvas_drop_nodes (HrCanvas *self)
{
  guint n_boxes = 0, n_wires = 0;

  if (self->layout != NULL)
    {
      hr_canvas_layout_get_boxes (self->layout, &n_boxes);
      hr_canvas_layout_get_wires (self->layout, &n_wires);
    }
  clear_nodes (self->box_nodes, n_boxes);
  clear_nodes (self->wire_nodes, n_wires);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
drop_node (GPtrArray *nodes, guint index)
{
  g_clear_pointer ((GskRenderNode **) &g_ptr_array_index (nodes, index), gsk_render_node_unref);
}

void
hr_canvas_drop_wire_nodes (HrCanvas *self, guint box)
{
  guint n;
  const HrWire *wires = hr_canvas_layout_get_wires (self->layout, &n);

  drop_node (self->box_nodes, box);
  for (guint i = 0; i < n; i++)
    if (wires[i].from == box || wires[i].to == box)
      drop_node (self->wire_nodes, i);
}

/* A dot every 24 units, every 96 when zoomed out. */
static void
paint_grid (HrCanvas *self, GtkSnapshot *snapshot)
{
  float width = (float) gtk_widget_get_width (GTK_WIDGET (self));
  float height = (float) gtk_widget_get_height (GTK_WIDGET (self));
  double pitch = GRID_PITCH * self->zoom * (self->zoom < 0.5 ? 4 : 1);
  double x = -fmod (gtk_adjustment_get_value (self->adjustments[0]), pitch);
  double y = -fmod (gtk_adjustment_get_value (self->adjustments[1]), pitch);
  float dot = self->zoom < 1.5 ? 1.5f : 2.5f;

  gtk_snapshot_push_repeat (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height),
                            &GRAPHENE_RECT_INIT ((float) x, (float) y, (float) pitch, (float) pitch));
  gtk_snapshot_append_color (snapshot, &self->colors.faint, &GRAPHENE_RECT_INIT ((float) x, (float) y, dot, dot));
  gtk_snapshot_pop (snapshot);
}

/* Thin lines do not vanish when zoomed out. */
double
hr_canvas_get_line_width (HrCanvas *self, double width)
{
  return width * MAX (1.0, 0.8 / self->zoom);
}

/* In zoomed pixels: Cairo records the path at the size it is shown at, and what is scaled later becomes inexact. */
static void
stroke_path (HrCanvas *self, GtkSnapshot *snapshot, const HrWirePath *path, const GdkRGBA *color, double width)
{
  HrRect bounds = hr_wire_path_get_bounds (path);
  cairo_t *cr;

  bounds = hr_rect_expand (&bounds, width + 1 / self->zoom);
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT ((float) (bounds.x * self->zoom), (float) (bounds.y * self->zoom),
                                     (float) (bounds.width * self->zoom), (float) (bounds.height * self->zoom)));
  cairo_scale (cr, self->zoom, self->zoom);
  gdk_cairo_set_source_rgba (cr, color);
  cairo_set_line_width (cr, width);
  cairo_move_to (cr, path->start.x, path->start.y);
  for (guint i = 0; i < path->n_curves; i++)
    {
      const HrCurve *curve = &path->curves[i];

      cairo_curve_to (cr, curve->control1.x, curve->control1.y, curve->control2.x, curve->control2.y, curve->end.x,
                      curve->end.y);
    }
  cairo_stroke (cr);
  cairo_destroy (cr);
}

/* size: of the font, in canvas units. Owned by the caller. */
PangoLayout *
hr_canvas_create_text (HrCanvas *self, const char *text, double size)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  PangoFontDescription *font
      = pango_font_description_copy (pango_context_get_font_description (pango_layout_get_context (layout)));

  pango_font_description_set_absolute_size (font, size * PANGO_SCALE);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_context_set_round_glyph_positions (pango_layout_get_context (layout), FALSE);
  pango_layout_context_changed (layout);
  return layout;
}

/* "64×112×112", where the wire has room for it. */
static void
write_shape (HrCanvas *self, GtkSnapshot *snapshot, const HrWire *wire)
{
  const char *output = g_array_index (self->figures, HrBoxFigures, wire->from).output;
  g_autoptr (PangoLayout) layout = NULL;
  g_auto (GStrv) parts = output != NULL ? g_strsplit (output, " ", -1) : NULL;
  g_autofree char *text = parts != NULL ? g_strjoinv ("", parts) : NULL;
  int width, height;

  if (text == NULL || self->zoom < WIRE_TEXT_ZOOM)
    return;
  layout = hr_canvas_create_text (self, text, WIRE_TEXT_SIZE);
  pango_layout_get_pixel_size (layout, &width, &height);
  if (width > wire->path.label_room - 3 * PORT_RADIUS)
    return;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) (wire->path.label.x - width / 2.0),
                                                          (float) (wire->path.label.y - height - 2)));
  gtk_snapshot_append_layout (snapshot, layout, &self->colors.label);
  gtk_snapshot_restore (snapshot);
}

static gboolean
is_wire_selected (HrCanvas *self, const HrWire *wire)
{
  guint n;
  const HrBox *boxes = hr_canvas_layout_get_boxes (self->layout, &n);

  return hr_document_is_selected (self->document, boxes[wire->from].node->id)
         || hr_document_is_selected (self->document, boxes[wire->to].node->id);
}

static GskRenderNode *
create_wire_node (HrCanvas *self, const HrWire *wire, gboolean hot)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  gboolean selected = is_wire_selected (self, wire);

  stroke_path (self, snapshot, &wire->path, selected || hot ? &self->colors.accent : &self->colors.wire,
               hr_canvas_get_line_width (self, hot        ? 3
                                               : selected ? 2
                                                          : 1.5));
  gtk_snapshot_scale (snapshot, (float) self->zoom, (float) self->zoom);
  write_shape (self, snapshot, wire);
  return gtk_snapshot_free_to_node (snapshot);
}

static void
paint_wires (HrCanvas *self, GtkSnapshot *snapshot, const HrRect *view)
{
  guint n;
  const HrWire *wires = hr_canvas_layout_get_wires (self->layout, &n);

  for (guint i = 0; i < n; i++)
    {
      HrRect bounds = hr_rect_expand (&wires[i].bounds, 12);
      GskRenderNode **node = (GskRenderNode **) &g_ptr_array_index (self->wire_nodes, i);

      if (!hr_rect_intersects (&bounds, view)
          || (self->drag.moved && self->drag.kind == HR_DRAG_WIRE && (int) i == self->drag.lifted))
        continue;
      if (*node == NULL)
        *node = create_wire_node (self, &wires[i], (int) i == self->hot_wire);
      if (*node != NULL)
        gtk_snapshot_append_node (snapshot, *node);
    }
}

static void
paint_port (HrCanvas *self, GtkSnapshot *snapshot, HrPoint place, double radius, const GdkRGBA *fill,
            const GdkRGBA *edge)
{
  GskRoundedRect circle;

  gsk_rounded_rect_init_from_rect (&circle,
                                   &GRAPHENE_RECT_INIT ((float) (place.x - radius), (float) (place.y - radius),
                                                        (float) (2 * radius), (float) (2 * radius)),
                                   (float) radius);
  gtk_snapshot_push_rounded_clip (snapshot, &circle);
  gtk_snapshot_append_color (snapshot, fill, &circle.bounds);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_append_border (snapshot, &circle, (const float[4]){ 1.5f, 1.5f, 1.5f, 1.5f },
                              (const GdkRGBA[4]){ *edge, *edge, *edge, *edge });
}

/* While a wire is drawn, the inputs that can take it stand out. */
static void
paint_ports_of_box (HrCanvas *self, GtkSnapshot *snapshot, const HrNode *node, guint box)
{
  gboolean fits = self->drag.kind == HR_DRAG_WIRE && self->drag.fits != NULL && self->drag.fits[box];

  for (guint i = 0; i < node->n_inputs; i++)
    {
      HrPoint place = hr_canvas_layout_get_port_position (self->layout, (HrPort){ box, i, FALSE });

      paint_port (self, snapshot, place, fits ? PORT_RADIUS + 1.5 : PORT_RADIUS, &self->colors.box,
                  fits ? &self->colors.accent : &self->colors.wire);
    }
  for (guint i = 0; i < node->op->n_outputs; i++)
    {
      HrPoint place = hr_canvas_layout_get_port_position (self->layout, (HrPort){ box, i, TRUE });

      paint_port (self, snapshot, place, PORT_RADIUS, &self->colors.box, &self->colors.wire);
    }
}

static void
paint_ports (HrCanvas *self, GtkSnapshot *snapshot, const HrRect *view)
{
  guint n;
  const HrBox *boxes = hr_canvas_layout_get_boxes (self->layout, &n);

  for (guint i = 0; i < n; i++)
    {
      HrRect rect = hr_rect_expand (&boxes[i].rect, PORT_RADIUS);

      if (hr_rect_intersects (&rect, view))
        paint_ports_of_box (self, snapshot, boxes[i].node, i);
    }
}

static const GdkRGBA *
get_drawn_color (HrCanvas *self)
{
  return self->drag.has_target && !self->drag.target_fits ? &self->colors.error : &self->colors.accent;
}

/* Where the wire that is drawn ends: at the input that takes it, or at the pointer. */
static HrPoint
get_drawn_end (HrCanvas *self)
{
  return self->drag.has_target && self->drag.target_fits
             ? hr_canvas_layout_get_port_position (self->layout, self->drag.target)
             : self->drag.pointer;
}

static void
paint_drawn_wire (HrCanvas *self, GtkSnapshot *snapshot)
{
  HrPort port = { self->drag.wire_from, self->drag.wire_port, TRUE };
  HrWirePath path;

  hr_wire_path_init_direct (&path, hr_canvas_layout_get_port_position (self->layout, port), get_drawn_end (self));
  stroke_path (self, snapshot, &path, get_drawn_color (self), hr_canvas_get_line_width (self, 2.5));
}

static void
paint_band (HrCanvas *self, GtkSnapshot *snapshot)
{
  HrRect band = hr_rect_from_corners (self->drag.start, self->drag.pointer);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT ((float) band.x, (float) band.y, (float) band.width, (float) band.height);
  float width = (float) (1 / self->zoom);
  GdkRGBA color = self->colors.accent;
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline, &bounds, 0);
  gtk_snapshot_append_border (snapshot, &outline, (const float[4]){ width, width, width, width },
                              (const GdkRGBA[4]){ color, color, color, color });
  color.alpha = 0.12f;
  gtk_snapshot_append_color (snapshot, &color, &bounds);
}

/* From here on in zoomed pixels of the canvas. */
static void
push_scroll (HrCanvas *self, GtkSnapshot *snapshot)
{
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) -gtk_adjustment_get_value (self->adjustments[0]),
                                                          (float) -gtk_adjustment_get_value (self->adjustments[1])));
}

static void
paint_below_boxes (HrCanvas *self, GtkSnapshot *snapshot, const HrRect *view)
{
  push_scroll (self, snapshot);
  paint_wires (self, snapshot, view);
  gtk_snapshot_scale (snapshot, (float) self->zoom, (float) self->zoom);
  if (self->zoom < HR_CANVAS_WIDGET_ZOOM)
    hr_canvas_paint_far_boxes (self, snapshot, view);
  gtk_snapshot_restore (snapshot);
}

static void
paint_above_boxes (HrCanvas *self, GtkSnapshot *snapshot, const HrRect *view)
{
  gboolean is_drawing = self->drag.kind == HR_DRAG_WIRE && self->drag.moved;

  push_scroll (self, snapshot);
  if (is_drawing)
    paint_drawn_wire (self, snapshot);
  gtk_snapshot_scale (snapshot, (float) self->zoom, (float) self->zoom);
  if (self->zoom >= HR_CANVAS_WIDGET_ZOOM || is_drawing)
    paint_ports (self, snapshot, view);
  if (is_drawing)
    paint_port (self, snapshot, get_drawn_end (self), PORT_RADIUS, get_drawn_color (self), get_drawn_color (self));
  if (self->drag.kind == HR_DRAG_BAND && self->drag.moved)
    paint_band (self, snapshot);
  gtk_snapshot_restore (snapshot);
}

void
hr_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  HrCanvas *self = HR_CANVAS (widget);
  HrRect view = hr_canvas_get_view (self);
  gboolean shown = self->layout != NULL && self->arranging == NULL;
  GtkWidget *child;

  paint_grid (self, snapshot);
  if (shown)
    paint_below_boxes (self, snapshot, &view);
  for (child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    gtk_widget_snapshot_child (widget, child, snapshot);
  if (shown)
    paint_above_boxes (self, snapshot, &view);
}
