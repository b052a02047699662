/* canvas-colors.h: the canvas's colours, looked up in the style once per change. */
#pragma once

#include <gtk/gtk.h>

#include "../core/op.h"

G_BEGIN_DECLS

typedef struct
{
  GdkRGBA text;
  GdkRGBA faint; /* grid */
  GdkRGBA wire;
  GdkRGBA label; /* text on wires */
  GdkRGBA box;
  GdkRGBA border;
  GdkRGBA accent;
  GdkRGBA error;
  GdkRGBA warning;
  GdkRGBA categories[HR_OP_N_CATEGORIES];
} HrCanvasColors;

void hr_canvas_colors_init (HrCanvasColors *self, GtkWidget *widget);

/* The CSS class of a category, static: "kind-convolution". */
const char *hr_category_get_css_class (HrOpCategory category);

G_END_DECLS
