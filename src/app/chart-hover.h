/* chart-hover.h: what lies over the timeline: the mark of a step and a note beside it. Moving it redraws no chart. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define HR_TYPE_CHART_HOVER (hr_chart_hover_get_type ())
G_DECLARE_FINAL_TYPE (HrChartHover, hr_chart_hover, HR, CHART_HOVER, GtkWidget)

/* A widget that shows nothing and takes no input. */
GtkWidget *hr_chart_hover_new (void);

/* Marks the band (in the widget's coordinates) and shows the note (Pango markup) beside the point x, y. */
void hr_chart_hover_show (HrChartHover *self, const graphene_rect_t *band, double x, double y, const char *markup);
void hr_chart_hover_clear (HrChartHover *self);

G_END_DECLS
