/* timeline.h: the memory timeline. A pure layout, and a function that draws it. */
#pragma once

#include <cairo.h>

#include "../core/analysis.h"
#include "style.h"

G_BEGIN_DECLS

/* The views, one const row each. */
typedef enum
{
  HR_TIMELINE_CATEGORY, /* bytes per step, stacked by category */
  HR_TIMELINE_TENSOR,   /* bytes per step, the largest blocks by name, the rest as one band */
  HR_TIMELINE_ARENA,    /* address over time: each block a rectangle; what is there before and after is left out */
} HrTimelineView;

/* "category", "tensor", "arena"; −1 when unknown. */
int hr_timeline_view_find (const char *id);
const char *hr_timeline_view_get_id (HrTimelineView view);
const char *hr_timeline_view_get_title (HrTimelineView view); /* translated */

/* From this size on no label is cut off or meets another one. */
#define HR_TIMELINE_MIN_WIDTH 240
#define HR_TIMELINE_MIN_HEIGHT 160

typedef struct
{
  HrAnalysis *analysis; /* borrowed for the call of hr_timeline_new(); the layout takes its own reference */
  HrTimelineView view;
  double width, height;       /* in pixels or points */
  const char *title;          /* or NULL: none */
  gint64 capacity_bytes;      /* line of the device's capacity; 0: none */
  const char *capacity_label; /* whose it is, without the size; or NULL */
  gboolean legend;
  int selected_layer; /* its blocks are marked; −1: none */
} HrTimelineSpec;

typedef struct _HrTimeline HrTimeline;

HrTimeline *hr_timeline_new (const HrTimelineSpec *spec, const HrChartStyle *style);
HrTimeline *hr_timeline_ref (HrTimeline *self);
void hr_timeline_unref (HrTimeline *self);

/* Draws at the origin of cr, in the size of the layout, background included. */
void hr_timeline_draw (const HrTimeline *self, cairo_t *cr);

typedef struct
{
  int step;     /* index into the analysis' steps */
  int layer;    /* of the block under the point, else of the step; −1: none */
  int block;    /* under the point, or −1 */
  int category; /* under the point, or −1 */
} HrTimelineHit;

/* What lies at x, y. FALSE outside the plot. */
gboolean hr_timeline_hit (const HrTimeline *self, double x, double y, HrTimelineHit *hit);

/* Horizontal extent of a step, and vertical extent of the plot: for a hover mark drawn on top. */
void hr_timeline_get_step_extents (const HrTimeline *self, int step, double *x, double *y, double *width,
                                   double *height);

/* One paragraph with the key numbers: description for screen readers, SVG and PDF. Borrowed. */
const char *hr_timeline_get_description (const HrTimeline *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrTimeline, hr_timeline_unref)

G_END_DECLS
