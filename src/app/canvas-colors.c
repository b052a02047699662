#include "canvas-colors.h"

static const char *const classes[HR_OP_N_CATEGORIES] = {
  [HR_OP_CATEGORY_IO] = "kind-io",
  [HR_OP_CATEGORY_CONVOLUTION] = "kind-convolution",
  [HR_OP_CATEGORY_POOLING] = "kind-pooling",
  [HR_OP_CATEGORY_DENSE] = "kind-dense",
  [HR_OP_CATEGORY_NORMALIZATION] = "kind-normalization",
  [HR_OP_CATEGORY_ACTIVATION] = "kind-activation",
  [HR_OP_CATEGORY_MERGE] = "kind-merge",
  [HR_OP_CATEGORY_SHAPE] = "kind-shape",
  [HR_OP_CATEGORY_OTHER] = "kind-other",
};

const char *
hr_category_get_css_class (HrOpCategory category)
{
  g_return_val_if_fail (category < HR_OP_N_CATEGORIES, NULL);
  return classes[category];
}

/* The named colour of the style, or that of the text where the style has none. */
static GdkRGBA
look_up (GtkStyleContext *context, const char *name)
{
  GdkRGBA color;

  if (!gtk_style_context_lookup_color (context, name, &color))
    gtk_style_context_get_color (context, &color);
  return color;
}

void
hr_canvas_colors_init (HrCanvasColors *self, GtkWidget *widget)
{
  GtkStyleContext *context = gtk_widget_get_style_context (widget);

  self->text = look_up (context, "view_fg_color");
  self->faint = look_up (context, "canvas_grid_color");
  self->wire = look_up (context, "canvas_wire_color");
  self->label = look_up (context, "canvas_label_color");
  self->box = look_up (context, "canvas_box_color");
  self->border = look_up (context, "canvas_border_color");
  self->accent = look_up (context, "accent_color");
  self->error = look_up (context, "error_color");
  self->warning = look_up (context, "warning_color");
  for (guint i = 0; i < HR_OP_N_CATEGORIES; i++)
    {
      g_autofree char *name = g_strdup_printf ("kind_%s_color", classes[i] + strlen ("kind-"));

      self->categories[i] = look_up (context, name);
    }
}
