#include "canvas-private.h"

#include <math.h>

#define PORT_RADIUS 4.5
#define GRID_PITCH 24.0
#define WIRE_TEXT_ZOOM 0.7 /* shapes are written on wires from here on */
#define BOX_TEXT_ZOOM 0.2  /* icons and names on painted boxes from here on */

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
static double
get_line_width (HrCanvas *self, double width)
{
  return width * MAX (1.0, 0.8 / self->zoom);
}

static void
stroke_path (HrCanvas *self, GtkSnapshot *snapshot, const HrWirePath *path, const GdkRGBA *color, double width)
{
  HrRect bounds = hr_wire_path_get_bounds (path);
  cairo_t *cr;

  bounds = hr_rect_expand (&bounds, width + 1);
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT ((float) bounds.x, (float) bounds.y, (float) bounds.width,
                                                                 (float) bounds.height));
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

/* "64×112×112", where the wire has room for it. */
static void
write_shape (HrCanvas *self, GtkSnapshot *snapshot, const HrWire *wire)
{
  const char *output = g_array_index (self->figures, HrBoxFigures, wire->from).output;
  g_autoptr (PangoLayout) layout = NULL;
  g_auto (GStrv) parts = output != NULL ? g_strsplit (output, " ", -1) : NULL;
  g_autofree char *text = parts != NULL ? g_strjoinv ("", parts) : NULL;
  PangoFontDescription *font;
  int width, height;

  if (text == NULL || self->zoom < WIRE_TEXT_ZOOM)
    return;
  layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  font = pango_font_description_copy (pango_context_get_font_description (pango_layout_get_context (layout)));
  pango_font_description_set_absolute_size (font, 8.5 * PANGO_SCALE);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
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
               get_line_width (self, hot ? 3 : selected ? 2 : 1.5));
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

      if (!hr_rect_intersects (&bounds, view) || (self->drag.kind == HR_DRAG_WIRE && (int) i == self->drag.lifted))
        continue;
      if (*node == NULL)
        *node = create_wire_node (self, &wires[i], (int) i == self->hot_wire);
      if (*node != NULL)
        gtk_snapshot_append_node (snapshot, *node);
    }
}

/* "conv1" of "layer1.0.conv1", "downsample.0" of "layer1.0.downsample.0": as much as fits into a small box. */
static const char *
get_short_name (const char *name)
{
  const char *dot = strrchr (name, '.');

  if (dot == NULL || dot == name)
    return name;
  if (!g_ascii_isdigit (dot[1]))
    return dot + 1;
  dot = g_strrstr_len (name, dot - name, ".");
  return dot != NULL ? dot + 1 : name;
}

/* The pictogram of the kind, in the category's colour. */
static void
paint_kind_icon (HrCanvas *self, GtkSnapshot *snapshot, const HrOp *op, double size)
{
  GtkWidget *widget = GTK_WIDGET (self);
  g_autofree char *name = g_strdup_printf ("headroom-kind-%s-symbolic", op->id);
  g_autoptr (GtkIconPaintable) icon
      = gtk_icon_theme_lookup_icon (gtk_icon_theme_get_for_display (gtk_widget_get_display (widget)), name, NULL, 16,
                                    gtk_widget_get_scale_factor (widget), gtk_widget_get_direction (widget), 0);

  gtk_symbolic_paintable_snapshot_symbolic (GTK_SYMBOLIC_PAINTABLE (icon), GDK_SNAPSHOT (snapshot), size, size,
                                            &self->colors.categories[op->category], 1);
}

static void
write_box_name (HrCanvas *self, GtkSnapshot *snapshot, const HrNode *node)
{
  g_autoptr (PangoLayout) layout
      = gtk_widget_create_pango_layout (GTK_WIDGET (self), get_short_name (hr_node_get_name (node)));
  PangoFontDescription *font
      = pango_font_description_copy (pango_context_get_font_description (pango_layout_get_context (layout)));
  double text_size = MIN (9.5 / self->zoom, 30);
  double gap = 3 / self->zoom;
  double left = text_size + 2 * gap;
  int height;

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) gap, (float) (HR_BOX_HEIGHT - text_size) / 2));
  paint_kind_icon (self, snapshot, node->op, text_size);
  gtk_snapshot_restore (snapshot);
  pango_font_description_set_absolute_size (font, text_size * PANGO_SCALE);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_set_width (layout, (int) ((HR_BOX_WIDTH - left - 2) * PANGO_SCALE));
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_get_pixel_size (layout, NULL, &height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) left, (float) ((HR_BOX_HEIGHT - height) / 2.0)));
  gtk_snapshot_append_layout (snapshot, layout, &self->colors.text);
  gtk_snapshot_restore (snapshot);
}

static void
paint_box_body (HrCanvas *self, GtkSnapshot *snapshot, const HrBox *box, gboolean selected, gboolean wrong)
{
  GdkRGBA tint = self->colors.categories[box->node->op->category];
  const GdkRGBA *edge = wrong ? &self->colors.error : selected ? &self->colors.accent : &tint;
  float width = (float) get_line_width (self, selected || wrong ? 2 : 1);
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline, &GRAPHENE_RECT_INIT (0, 0, HR_BOX_WIDTH, HR_BOX_HEIGHT), 9);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  gtk_snapshot_append_color (snapshot, &self->colors.box, &outline.bounds);
  tint.alpha = 0.2f;
  gtk_snapshot_append_color (snapshot, &tint, &outline.bounds);
  gtk_snapshot_pop (snapshot);
  tint.alpha = 0.7f;
  gtk_snapshot_append_border (snapshot, &outline, (const float[4]) { width, width, width, width },
                              (const GdkRGBA[4]) { *edge, *edge, *edge, *edge });
}

static GskRenderNode *
create_box_node (HrCanvas *self, const HrBox *box, guint index)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  gboolean selected = hr_document_is_selected (self->document, box->node->id);
  gboolean wrong = g_array_index (self->figures, HrBoxFigures, index).severity == HR_SEVERITY_ERROR;

  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) box->rect.x, (float) box->rect.y));
  paint_box_body (self, snapshot, box, selected, wrong);
  if (self->zoom >= BOX_TEXT_ZOOM)
    write_box_name (self, snapshot, box->node);
  return gtk_snapshot_free_to_node (snapshot);
}

static void
paint_far_boxes (HrCanvas *self, GtkSnapshot *snapshot, const HrRect *view)
{
  guint n;
  const HrBox *boxes = hr_canvas_layout_get_boxes (self->layout, &n);

  for (guint i = 0; i < n; i++)
    {
      GskRenderNode **node = (GskRenderNode **) &g_ptr_array_index (self->box_nodes, i);

      if (!hr_rect_intersects (&boxes[i].rect, view))
        continue;
      if (*node == NULL)
        *node = create_box_node (self, &boxes[i], i);
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
  gtk_snapshot_append_border (snapshot, &circle, (const float[4]) { 1.5f, 1.5f, 1.5f, 1.5f },
                              (const GdkRGBA[4]) { *edge, *edge, *edge, *edge });
}

/* While a wire is drawn, the inputs that can take it stand out. */
static void
paint_ports_of_box (HrCanvas *self, GtkSnapshot *snapshot, const HrNode *node, guint box)
{
  gboolean fits = self->drag.kind == HR_DRAG_WIRE && self->drag.fits != NULL && self->drag.fits[box];

  for (guint i = 0; i < node->n_inputs; i++)
    {
      HrPoint place = hr_canvas_layout_get_port_position (self->layout, (HrPort) { box, i, FALSE });

      paint_port (self, snapshot, place, fits ? PORT_RADIUS + 1.5 : PORT_RADIUS, &self->colors.box,
                  fits ? &self->colors.accent : &self->colors.wire);
    }
  for (guint i = 0; i < node->op->n_outputs; i++)
    {
      HrPoint place = hr_canvas_layout_get_port_position (self->layout, (HrPort) { box, i, TRUE });

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

static void
paint_drawn_wire (HrCanvas *self, GtkSnapshot *snapshot)
{
  const HrDrag *drag = &self->drag;
  HrPoint from = hr_canvas_layout_get_port_position (self->layout, (HrPort) { drag->wire_from, drag->wire_port, TRUE });
  gboolean refused = drag->has_target && !drag->target_fits;
  HrPoint to = drag->has_target && drag->target_fits ? hr_canvas_layout_get_port_position (self->layout, drag->target)
                                                     : drag->pointer;
  const GdkRGBA *color = refused ? &self->colors.error : &self->colors.accent;
  HrWirePath path;

  hr_wire_path_init_direct (&path, from, to);
  stroke_path (self, snapshot, &path, color, get_line_width (self, 2.5));
  paint_port (self, snapshot, to, PORT_RADIUS, color, color);
}

static void
paint_band (HrCanvas *self, GtkSnapshot *snapshot)
{
  HrRect band = hr_rect_from_corners (self->drag.start, self->drag.pointer);
  graphene_rect_t bounds
      = GRAPHENE_RECT_INIT ((float) band.x, (float) band.y, (float) band.width, (float) band.height);
  float width = (float) (1 / self->zoom);
  GdkRGBA color = self->colors.accent;
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline, &bounds, 0);
  gtk_snapshot_append_border (snapshot, &outline, (const float[4]) { width, width, width, width },
                              (const GdkRGBA[4]) { color, color, color, color });
  color.alpha = 0.12f;
  gtk_snapshot_append_color (snapshot, &color, &bounds);
}

static void
apply_transform (HrCanvas *self, GtkSnapshot *snapshot)
{
  HrPoint origin = hr_canvas_point_at (self, 0, 0);

  gtk_snapshot_scale (snapshot, (float) self->zoom, (float) self->zoom);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) -origin.x, (float) -origin.y));
}

static void
paint_below_boxes (HrCanvas *self, GtkSnapshot *snapshot, const HrRect *view)
{
  gtk_snapshot_save (snapshot);
  apply_transform (self, snapshot);
  paint_wires (self, snapshot, view);
  if (self->zoom < HR_CANVAS_WIDGET_ZOOM)
    paint_far_boxes (self, snapshot, view);
  gtk_snapshot_restore (snapshot);
}

static void
paint_above_boxes (HrCanvas *self, GtkSnapshot *snapshot, const HrRect *view)
{
  gtk_snapshot_save (snapshot);
  apply_transform (self, snapshot);
  if (self->zoom >= HR_CANVAS_WIDGET_ZOOM || self->drag.kind == HR_DRAG_WIRE)
    paint_ports (self, snapshot, view);
  if (self->drag.kind == HR_DRAG_WIRE)
    paint_drawn_wire (self, snapshot);
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
