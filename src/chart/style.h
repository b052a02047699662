/* style.h: colours, fonts and line widths of charts. */
#pragma once

#include "../core/analysis.h"

G_BEGIN_DECLS

typedef struct
{
  double red, green, blue, alpha; /* 0…1 */
} HrColor;

#define HR_N_SERIES_COLORS 10

typedef struct
{
  const char *id; /* static: "light", "dark" */
  HrColor background, foreground, dim, grid, shade, capacity, highlight;
  HrColor categories[HR_N_CATEGORIES];
  HrColor series[HR_N_SERIES_COLORS]; /* blocks by tensor, by index */
  HrColor rest, rest_light;           /* the blocks that have no colour of their own, by turns */
  const char *font;                   /* static: family */
  double font_size;                   /* in the layout's unit */
} HrChartStyle;

/* The style with this id, static, or NULL. */
const HrChartStyle *hr_chart_style_find (const char *id);

/* All styles, static; stores their number in *n_styles. */
const HrChartStyle *hr_chart_style_get_all (guint *n_styles);

/* Black or white, whichever reads better on color. */
HrColor hr_color_get_contrast (const HrColor *color);

G_END_DECLS
