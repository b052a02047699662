/* chart-view.h: the memory timeline of a document, with hover, cursor and selection. */
#pragma once

#include <gtk/gtk.h>

#include "../chart/timeline.h"
#include "device-list.h"
#include "document.h"

G_BEGIN_DECLS

#define HR_TYPE_CHART_VIEW (hr_chart_view_get_type ())
G_DECLARE_FINAL_TYPE (HrChartView, hr_chart_view, HR, CHART_VIEW, GtkWidget)

/* Takes references. */
void hr_chart_view_set_document (HrChartView *self, HrDocument *document, HrDeviceList *devices);
void hr_chart_view_set_view (HrChartView *self, HrTimelineView view);

/* The chart as it is exported: light, with title and legend. Owned by the caller; NULL before the first estimate. */
HrTimeline *hr_chart_view_make_export (HrChartView *self, double width, double height);

G_END_DECLS
