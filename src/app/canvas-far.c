#include "canvas-private.h"

#define TEXT_SIZE 9.5 /* pixels */
#define PEAK_MARK 0.4 /* of the text's size */
#define TEXT_ZOOM 0.2 /* signs and names from here on */

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

static void
paint_icon (HrCanvas *self, GtkSnapshot *snapshot, const char *name, const GdkRGBA *color, double size)
{
  GtkWidget *widget = GTK_WIDGET (self);
  g_autoptr (GtkIconPaintable) icon
      = gtk_icon_theme_lookup_icon (gtk_icon_theme_get_for_display (gtk_widget_get_display (widget)), name, NULL, 16,
                                    gtk_widget_get_scale_factor (widget), gtk_widget_get_direction (widget), 0);

  gtk_symbolic_paintable_snapshot_symbolic (GTK_SYMBOLIC_PAINTABLE (icon), GDK_SNAPSHOT (snapshot), size, size, color,
                                            1);
}

/* The pictogram of the kind in the category's colour, or a sign that something is wrong. */
static void
paint_sign (HrCanvas *self, GtkSnapshot *snapshot, const HrOp *op, HrSeverity severity, double x, double size)
{
  g_autofree char *name = g_strdup_printf ("headroom-kind-%s-symbolic", op->id);

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (float) (HR_BOX_HEIGHT - size) / 2));
  if (severity == HR_SEVERITY_ERROR)
    paint_icon (self, snapshot, "dialog-error-symbolic", &self->colors.error, size);
  else if (severity == HR_SEVERITY_WARNING)
    paint_icon (self, snapshot, "dialog-warning-symbolic", &self->colors.warning, size);
  else
    paint_icon (self, snapshot, name, &self->colors.categories[op->category], size);
  gtk_snapshot_restore (snapshot);
}

static void
write_name (HrCanvas *self, GtkSnapshot *snapshot, const HrNode *node, double x, double size)
{
  g_autoptr (PangoLayout) layout = hr_canvas_create_text (self, get_short_name (hr_node_get_name (node)), size);
  int height;

  pango_layout_set_width (layout, (int) ((HR_BOX_WIDTH - x - 2) * PANGO_SCALE));
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_MIDDLE);
  pango_layout_get_pixel_size (layout, NULL, &height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (float) ((HR_BOX_HEIGHT - height) / 2.0)));
  gtk_snapshot_append_layout (snapshot, layout, &self->colors.text);
  gtk_snapshot_restore (snapshot);
}

/* In memory at the peak: the dot that marks the peak in the timeline, too. */
static void
paint_peak_mark (HrCanvas *self, GtkSnapshot *snapshot, double size, double gap)
{
  graphene_rect_t square
      = GRAPHENE_RECT_INIT ((float) (HR_BOX_WIDTH - size - gap), (float) gap, (float) size, (float) size);
  GskRoundedRect dot;

  gsk_rounded_rect_init_from_rect (&dot, &square, (float) size / 2);
  gtk_snapshot_push_rounded_clip (snapshot, &dot);
  gtk_snapshot_append_color (snapshot, &self->colors.text, &square);
  gtk_snapshot_pop (snapshot);
}

static void
paint_box_body (HrCanvas *self, GtkSnapshot *snapshot, const HrBox *box, gboolean selected, gboolean wrong)
{
  GdkRGBA tint = self->colors.categories[box->node->op->category];
  const GdkRGBA *edge = wrong ? &self->colors.error : selected ? &self->colors.accent : &tint;
  float width = (float) hr_canvas_get_line_width (self, selected || wrong ? 2 : 1);
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline, &GRAPHENE_RECT_INIT (0, 0, HR_BOX_WIDTH, HR_BOX_HEIGHT), 9);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  gtk_snapshot_append_color (snapshot, &self->colors.box, &outline.bounds);
  tint.alpha = 0.2f;
  gtk_snapshot_append_color (snapshot, &tint, &outline.bounds);
  gtk_snapshot_pop (snapshot);
  tint.alpha = 0.7f;
  gtk_snapshot_append_border (snapshot, &outline, (const float[4]){ width, width, width, width },
                              (const GdkRGBA[4]){ *edge, *edge, *edge, *edge });
}

static GskRenderNode *
create_box_node (HrCanvas *self, const HrBox *box, const HrBoxFigures *figures)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  gboolean selected = hr_document_is_selected (self->document, box->node->id);
  double size = MIN (TEXT_SIZE / self->zoom, 30);
  double gap = 3 / self->zoom;

  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) box->rect.x, (float) box->rect.y));
  paint_box_body (self, snapshot, box, selected, figures->severity == HR_SEVERITY_ERROR);
  if (self->zoom >= TEXT_ZOOM)
    {
      paint_sign (self, snapshot, box->node->op, figures->severity, gap, size);
      write_name (self, snapshot, box->node, size + 2 * gap, size);
    }
  if (figures->at_peak)
    paint_peak_mark (self, snapshot, size * PEAK_MARK, gap * 0.6);
  return gtk_snapshot_free_to_node (snapshot);
}

void
hr_canvas_paint_far_boxes (HrCanvas *self, GtkSnapshot *snapshot, const HrRect *view)
{
  guint n;
  const HrBox *boxes = hr_canvas_layout_get_boxes (self->layout, &n);

  for (guint i = 0; i < n; i++)
    {
      GskRenderNode **node = (GskRenderNode **) &g_ptr_array_index (self->box_nodes, i);

      if (!hr_rect_intersects (&boxes[i].rect, view))
        continue;
      if (*node == NULL)
        *node = create_box_node (self, &boxes[i], &g_array_index (self->figures, HrBoxFigures, i));
      gtk_snapshot_append_node (snapshot, *node);
    }
}
