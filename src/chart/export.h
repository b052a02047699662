/* export.h: charts as files. The same chart gives the same bytes. */
#pragma once

#include "timeline.h"

G_BEGIN_DECLS

/* Formats, one const row each: svg, pdf, png. */
typedef struct
{
  const char *id;                                                              /* static: "svg" */
  const char *title;                                                           /* static, translatable */
  const char *suffix;                                                          /* static: ".svg" */
  const char *mime;                                                            /* static */
  GBytes *(*write) (const HrTimeline *timeline, double scale, GError **error); /* scale: pixels per unit, PNG only */
} HrChartFormat;

const HrChartFormat *hr_chart_format_get_all (guint *n_formats);
const HrChartFormat *hr_chart_format_find (const char *id);

/* The format whose suffix path ends with (in either case), or NULL. */
const HrChartFormat *hr_chart_format_for_path (const char *path);

/* Writes the file atomically, in the format of its ending; what is no regular file (a pipe, a device) is written to.
 * Errors (HR_CHART_ERROR) read "FILE: what is wrong". */
gboolean hr_chart_export (const HrTimeline *timeline, const char *path, double scale, GError **error);

#define HR_CHART_ERROR (hr_chart_error_quark ())
GQuark hr_chart_error_quark (void);
typedef enum
{
  HR_CHART_ERROR_FORMAT, /* no format has the file's ending */
  HR_CHART_ERROR_SIZE,   /* a picture of more pixels than HR_CHART_MAX_PIXELS */
  HR_CHART_ERROR_DRAW,   /* Cairo failed */
  HR_CHART_ERROR_WRITE,
} HrChartError;

/* 400 MB in memory; Cairo's limit of 32,767 a side holds as well. */
#define HR_CHART_MAX_PIXELS 100000000

G_END_DECLS
