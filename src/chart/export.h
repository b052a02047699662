/* export.h: charts as files. The same chart gives the same bytes. */
#pragma once

#include "timeline.h"

G_BEGIN_DECLS

/* Formats, one const row each: svg, pdf, png. */
typedef struct
{
  const char *id;     /* static: "svg" */
  const char *title;  /* static, translatable */
  const char *suffix; /* static: ".svg" */
  const char *mime;   /* static */
  GBytes *(*write) (const HrTimeline *timeline, double scale, GError **error); /* scale: pixels per unit, PNG only */
} HrChartFormat;

const HrChartFormat *hr_chart_format_get_all (guint *n_formats);
const HrChartFormat *hr_chart_format_find (const char *id);

/* The format whose suffix path ends with, or NULL. */
const HrChartFormat *hr_chart_format_for_path (const char *path);

/* Writes the file atomically, in the format of its ending. */
gboolean hr_chart_export (const HrTimeline *timeline, const char *path, double scale, GError **error);

G_END_DECLS
