/* chart-hover.c: see chart-hover.h. */
#include "chart-hover.h"

#define NOTE_DISTANCE 12
#define MIN_BAND_WIDTH 1.0f
#define BAND_ALPHA 0.12f

struct _HrChartHover
{
  GtkWidget parent_instance;

  GtkWidget *note; /* owned by the widget tree */
  gboolean shown;
  graphene_rect_t band;
  int x, y; /* the point that the note is about */
};

G_DEFINE_FINAL_TYPE (HrChartHover, hr_chart_hover, GTK_TYPE_WIDGET)

void
hr_chart_hover_show (HrChartHover *self, const graphene_rect_t *band, double x, double y, const char *markup)
{
  g_return_if_fail (HR_IS_CHART_HOVER (self));
  self->shown = TRUE;
  self->band = *band;
  self->x = (int) x;
  self->y = (int) y;
  gtk_label_set_markup (GTK_LABEL (self->note), markup);
  gtk_widget_set_visible (self->note, TRUE);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
hr_chart_hover_clear (HrChartHover *self)
{
  g_return_if_fail (HR_IS_CHART_HOVER (self));
  self->shown = FALSE;
  gtk_widget_set_visible (self->note, FALSE);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Where to put length units beside position so that they stay within 0…available. */
static int
place_beside (int position, int length, int available)
{
  int after = position + NOTE_DISTANCE;
  int before = position - NOTE_DISTANCE - length;

  if (after + length <= available)
    return after;
  return MAX (before, 0);
}

static void
hr_chart_hover_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  HrChartHover *self = HR_CHART_HOVER (widget);
  GtkRequisition size;
  GtkAllocation allocation;

  if (!gtk_widget_should_layout (self->note))
    return;
  gtk_widget_get_preferred_size (self->note, NULL, &size);
  allocation.width = MIN (size.width, width);
  allocation.height = size.height;
  allocation.x = place_beside (self->x, allocation.width, width);
  allocation.y = CLAMP (self->y - allocation.height - NOTE_DISTANCE, 0, MAX (height - allocation.height, 0));
  gtk_widget_size_allocate (self->note, &allocation, -1);
}

static void
hr_chart_hover_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  HrChartHover *self = HR_CHART_HOVER (widget);
  graphene_rect_t band = self->band;
  GdkRGBA color;

  if (!self->shown)
    return;
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  color.alpha *= band.size.width <= 2 * MIN_BAND_WIDTH ? 4 * BAND_ALPHA : BAND_ALPHA;
  band.size.width = MAX (band.size.width, MIN_BAND_WIDTH);
  gtk_snapshot_append_color (snapshot, &color, &band);
  gtk_widget_snapshot_child (widget, self->note, snapshot);
}

static void
hr_chart_hover_dispose (GObject *object)
{
  g_clear_pointer (&HR_CHART_HOVER (object)->note, gtk_widget_unparent);
  G_OBJECT_CLASS (hr_chart_hover_parent_class)->dispose (object);
}

static void
hr_chart_hover_class_init (HrChartHoverClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = hr_chart_hover_dispose;
  widget_class->size_allocate = hr_chart_hover_size_allocate;
  widget_class->snapshot = hr_chart_hover_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_NONE);
}

static void
hr_chart_hover_init (HrChartHover *self)
{
  self->note = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->note), 0.0f);
  gtk_widget_add_css_class (self->note, "chart-note");
  gtk_widget_set_visible (self->note, FALSE);
  gtk_widget_set_parent (self->note, GTK_WIDGET (self));
}

GtkWidget *
hr_chart_hover_new (void)
{
  return g_object_new (HR_TYPE_CHART_HOVER, "can-target", FALSE, NULL);
}
