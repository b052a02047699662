/* style.h: colours, fonts and line widths of charts. */
#pragma once

#include "../core/analysis.h"

G_BEGIN_DECLS

typedef struct
{
  double red, green, blue, alpha; /* 0…1 */
} HrColor;

typedef struct
{
  const char *id; /* static: "light", "dark" */
  HrColor background, foreground, dim, grid, capacity, highlight;
  HrColor categories[HR_N_CATEGORIES];
  HrColor series[10]; /* blocks by tensor, by index */
  const char *font;   /* static: family */
  double font_size;   /* in points of the layout's unit */
} HrChartStyle;

/* The style with this id, static, or NULL. */
const HrChartStyle *hr_chart_style_find (const char *id);

G_END_DECLS
