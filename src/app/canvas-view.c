#include "canvas-private.h"

#include <math.h>

#define MARGIN 24.0
#define TOOLS_HEIGHT 36.0 /* pixels at the bottom that the window's zoom buttons cover */
#define SPARE_BOXES 64

HrPoint
hr_canvas_point_at (HrCanvas *self, double x, double y)
{
  return (HrPoint){ (x + gtk_adjustment_get_value (self->adjustments[0])) / self->zoom,
                    (y + gtk_adjustment_get_value (self->adjustments[1])) / self->zoom };
}

HrRect
hr_canvas_get_view (HrCanvas *self)
{
  HrPoint start = hr_canvas_point_at (self, 0, 0);

  return (HrRect){ start.x, start.y, gtk_widget_get_width (GTK_WIDGET (self)) / self->zoom,
                   gtk_widget_get_height (GTK_WIDGET (self)) / self->zoom };
}

/* One axis: everything can be scrolled to and a good half of the view beyond, and the present place always stays legal. */
static void
update_axis (GtkAdjustment *adjustment, double value, double start, double length, double page)
{
  double lower = MIN (start - 0.6 * page, value);
  double upper = MAX (start + length + 0.6 * page, value + page);

  gtk_adjustment_configure (adjustment, value, lower, upper, page * 0.1, page * 0.9, page);
}

static void
update_extent_at (HrCanvas *self, double x, double y)
{
  HrRect bounds = self->layout != NULL ? hr_canvas_layout_get_bounds (self->layout) : (HrRect){ 0 };

  update_axis (self->adjustments[0], x, bounds.x * self->zoom, bounds.width * self->zoom,
               gtk_widget_get_width (GTK_WIDGET (self)));
  update_axis (self->adjustments[1], y, bounds.y * self->zoom, bounds.height * self->zoom,
               gtk_widget_get_height (GTK_WIDGET (self)));
}

void
hr_canvas_update_extent (HrCanvas *self)
{
  update_extent_at (self, gtk_adjustment_get_value (self->adjustments[0]),
                    gtk_adjustment_get_value (self->adjustments[1]));
}

void
hr_canvas_zoom_at (HrCanvas *self, double zoom, double x, double y)
{
  HrPoint fixed = hr_canvas_point_at (self, x, y);

  zoom = CLAMP (zoom, HR_CANVAS_MIN_ZOOM, HR_CANVAS_MAX_ZOOM);
  self->fit_pending = FALSE;
  if (zoom == self->zoom)
    return;
  self->zoom = zoom;
  hr_canvas_drop_nodes (self);
  update_extent_at (self, fixed.x * zoom - x, fixed.y * zoom - y);
  hr_canvas_update_boxes (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  g_object_notify (G_OBJECT (self), "zoom");
}

void
hr_canvas_scroll_by (HrCanvas *self, double dx, double dy)
{
  self->fit_pending = FALSE;
  gtk_adjustment_set_value (self->adjustments[0], gtk_adjustment_get_value (self->adjustments[0]) + dx);
  gtk_adjustment_set_value (self->adjustments[1], gtk_adjustment_get_value (self->adjustments[1]) + dy);
}

void
hr_canvas_set_zoom (HrCanvas *self, double zoom)
{
  g_return_if_fail (HR_IS_CANVAS (self));
  hr_canvas_zoom_at (self, zoom, gtk_widget_get_width (GTK_WIDGET (self)) / 2.0,
                     gtk_widget_get_height (GTK_WIDGET (self)) / 2.0);
}

double
hr_canvas_get_zoom (HrCanvas *self)
{
  g_return_val_if_fail (HR_IS_CANVAS (self), 1.0);
  return self->zoom;
}

void
hr_canvas_zoom_in (HrCanvas *self)
{
  g_return_if_fail (HR_IS_CANVAS (self));
  hr_canvas_set_zoom (self, self->zoom * 1.2);
}

void
hr_canvas_zoom_out (HrCanvas *self)
{
  g_return_if_fail (HR_IS_CANVAS (self));
  hr_canvas_set_zoom (self, self->zoom / 1.2);
}

/* One axis of the scroll position: in the middle, or from the start where not everything is in view. */
static double
get_fit_origin (double start, double length, double page)
{
  if (length + 2 * MARGIN > page)
    return round (start - MARGIN);
  return round (start + length / 2 - page / 2);
}

/* Done as soon as the canvas has a size and the boxes have places. */
void
hr_canvas_apply_fit (HrCanvas *self)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double height = MAX (gtk_widget_get_height (GTK_WIDGET (self)) - TOOLS_HEIGHT, 1);
  HrRect bounds;
  double zoom;

  if (!self->fit_pending || self->layout == NULL || self->arranging != NULL || width < 1
      || gtk_widget_get_height (GTK_WIDGET (self)) < 1)
    return;
  bounds = hr_canvas_layout_get_bounds (self->layout);
  zoom = MIN ((width - 2 * MARGIN) / MAX (bounds.width, 1), (height - 2 * MARGIN) / MAX (bounds.height, 1));
  self->fit_pending = FALSE;
  self->zoom = CLAMP (zoom, HR_CANVAS_MIN_ZOOM, 1.0);
  hr_canvas_drop_nodes (self);
  update_extent_at (self, get_fit_origin (bounds.x * self->zoom, bounds.width * self->zoom, width),
                    get_fit_origin (bounds.y * self->zoom, bounds.height * self->zoom, height));
  hr_canvas_update_boxes (self);
  g_object_notify (G_OBJECT (self), "zoom");
}

void
hr_canvas_fit_all (HrCanvas *self)
{
  g_return_if_fail (HR_IS_CANVAS (self));
  self->fit_pending = TRUE;
  hr_canvas_apply_fit (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

/* The scroll distance that brings start…start + length into 0…page. */
static double
get_missing_scroll (double start, double length, double page)
{
  if (start < MARGIN)
    return start - MARGIN;
  return MAX (0, start + length + MARGIN - page);
}

void
hr_canvas_scroll_to (HrCanvas *self, const char *id)
{
  int box = self->layout != NULL ? hr_canvas_layout_find_box (self->layout, id) : -1;
  const HrBox *boxes;
  HrPoint origin;
  guint n;

  g_return_if_fail (HR_IS_CANVAS (self) && id != NULL);

  if (box < 0)
    return;
  boxes = hr_canvas_layout_get_boxes (self->layout, &n);
  origin = hr_canvas_point_at (self, 0, 0);
  hr_canvas_scroll_by (self,
                       get_missing_scroll ((boxes[box].rect.x - origin.x) * self->zoom, HR_BOX_WIDTH * self->zoom,
                                           gtk_widget_get_width (GTK_WIDGET (self))),
                       get_missing_scroll ((boxes[box].rect.y - origin.y) * self->zoom, HR_BOX_HEIGHT * self->zoom,
                                           gtk_widget_get_height (GTK_WIDGET (self))));
}

static HrLayerBox *
take_box (HrCanvas *self, const char *id)
{
  HrLayerBox *box;

  if (self->spare_boxes->len > 0)
    box = g_ptr_array_steal_index_fast (self->spare_boxes, self->spare_boxes->len - 1);
  else
    box = g_object_ref_sink (HR_LAYER_BOX (hr_layer_box_new ()));
  gtk_widget_insert_before (GTK_WIDGET (box), GTK_WIDGET (self), NULL);
  g_hash_table_insert (self->boxes, g_strdup (id), box);
  return box;
}

/* Removes a box that is out of view; the keyboard stays with the canvas. */
static void
put_box_back (HrCanvas *self, HrLayerBox *box)
{
  if (gtk_widget_has_focus (GTK_WIDGET (box)))
    gtk_widget_grab_focus (GTK_WIDGET (self));
  g_object_ref (box);
  gtk_widget_unparent (GTK_WIDGET (box));
  if (self->spare_boxes->len < SPARE_BOXES)
    g_ptr_array_add (self->spare_boxes, box);
  else
    g_object_unref (box);
}

static gboolean
remove_boxes_but (HrCanvas *self, GHashTable *wanted)
{
  GHashTableIter iter;
  gpointer id, box;
  gboolean removed = FALSE;

  g_hash_table_iter_init (&iter, self->boxes);
  while (g_hash_table_iter_next (&iter, &id, &box))
    if (!g_hash_table_contains (wanted, id))
      {
        put_box_back (self, box);
        g_hash_table_iter_remove (&iter);
        removed = TRUE;
      }
  return removed;
}

/* Boxes in view that a box feeds (GtkWidget). Owned by the caller. */
static GList *
list_consumers (HrCanvas *self, guint box)
{
  guint n_wires, n_boxes;
  const HrWire *wires = hr_canvas_layout_get_wires (self->layout, &n_wires);
  const HrBox *boxes = hr_canvas_layout_get_boxes (self->layout, &n_boxes);
  GList *list = NULL;

  for (guint i = 0; i < n_wires; i++)
    {
      gpointer widget = wires[i].from == box ? g_hash_table_lookup (self->boxes, boxes[wires[i].to].node->id) : NULL;

      if (widget != NULL)
        list = g_list_prepend (list, widget);
    }
  return list;
}

/* Tells assistive tools where the wires lead. */
static void
update_relations (HrCanvas *self)
{
  GHashTableIter iter;
  gpointer id, box;

  g_hash_table_iter_init (&iter, self->boxes);
  while (g_hash_table_iter_next (&iter, &id, &box))
    {
      GtkAccessibleRelation relation = GTK_ACCESSIBLE_RELATION_FLOW_TO;
      GList *consumers = list_consumers (self, (guint) hr_canvas_layout_find_box (self->layout, id));
      g_auto (GValue) value = G_VALUE_INIT;

      gtk_accessible_reset_relation (box, relation);
      if (consumers == NULL)
        continue;
      g_value_init (&value, G_TYPE_POINTER);
      g_value_set_pointer (&value, consumers);
      gtk_accessible_update_relation_value (box, 1, &relation, &value);
    }
}

/* TRUE when the box was not in view before. */
static gboolean
show_box (HrCanvas *self, const HrBox *box, guint index)
{
  HrLayerBox *widget = g_hash_table_lookup (self->boxes, box->node->id);
  gboolean is_new = widget == NULL;

  if (is_new)
    widget = take_box (self, box->node->id);
  if (is_new || self->rebind)
    hr_layer_box_bind (widget, box->node, &g_array_index (self->figures, HrBoxFigures, index));
  hr_layer_box_set_selected (widget, hr_document_is_selected (self->document, box->node->id));
  return is_new;
}

void
hr_canvas_update_boxes (HrCanvas *self)
{
  g_autoptr (GHashTable) wanted = g_hash_table_new (g_str_hash, g_str_equal);
  HrRect view = hr_canvas_get_view (self);
  const HrBox *boxes = NULL;
  gboolean changed = self->rebind;
  guint n = 0;

  if (self->layout != NULL && self->zoom >= HR_CANVAS_WIDGET_ZOOM && self->arranging == NULL)
    boxes = hr_canvas_layout_get_boxes (self->layout, &n);
  for (guint i = 0; i < n; i++)
    if (hr_rect_intersects (&view, &boxes[i].rect))
      g_hash_table_add (wanted, boxes[i].node->id);
  changed |= remove_boxes_but (self, wanted);
  for (guint i = 0; i < n; i++)
    if (g_hash_table_contains (wanted, boxes[i].node->id))
      changed |= show_box (self, &boxes[i], i);
  if (changed)
    update_relations (self);
  self->rebind = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
hr_canvas_rebind_boxes (HrCanvas *self)
{
  self->rebind = TRUE;
  hr_canvas_drop_nodes (self);
  hr_canvas_update_boxes (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

void
hr_canvas_allocate_boxes (HrCanvas *self)
{
  HrPoint origin = hr_canvas_point_at (self, 0, 0);
  const HrBox *boxes = NULL;
  guint n = 0;

  if (self->layout != NULL)
    boxes = hr_canvas_layout_get_boxes (self->layout, &n);
  for (guint i = 0; i < n; i++)
    {
      GtkWidget *widget = g_hash_table_lookup (self->boxes, boxes[i].node->id);
      graphene_point_t place = GRAPHENE_POINT_INIT ((float) ((boxes[i].rect.x - origin.x) * self->zoom),
                                                    (float) ((boxes[i].rect.y - origin.y) * self->zoom));
      GskTransform *transform;

      if (widget == NULL)
        continue;
      gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
      transform = gsk_transform_scale (gsk_transform_translate (NULL, &place), (float) self->zoom, (float) self->zoom);
      gtk_widget_allocate (widget, HR_BOX_WIDTH, HR_BOX_HEIGHT, -1, transform);
    }
}
