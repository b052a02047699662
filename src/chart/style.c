#include "style.h"

#include <math.h>
#include <string.h>

#define RGBA(hex, a)                                                                                                   \
  {                                                                                                                    \
    (((hex) >> 16) & 0xff) / 255.0, (((hex) >> 8) & 0xff) / 255.0, ((hex) &0xff) / 255.0, (a)                          \
  }
#define RGB(hex) RGBA (hex, 1.0)

/* The hues alternate between the blue and the yellow side and between light and dark, so that neighbours in a stack stay
 * apart for people who see red and green alike; the dark style has the same hues, a little lighter. */
static const HrChartStyle styles[] = {
  {
    .id = "light",
    .background = RGB (0xffffff),
    .foreground = RGB (0x241f31),
    .dim = RGB (0x6a6773),
    .grid = RGB (0xe3e2e6),
    .shade = RGB (0xf4f3f6),
    .capacity = RGB (0xb3152a),
    .highlight = RGB (0x14121a),
    .categories = {
      [HR_CATEGORY_PARAMETERS] = RGB (0x2b68b8),
      [HR_CATEGORY_BUFFERS] = RGB (0x8fc1f2),
      [HR_CATEGORY_INPUTS] = RGB (0xb4b9c2),
      [HR_CATEGORY_ACTIVATIONS] = RGB (0x35a98a),
      [HR_CATEGORY_PARAMETER_GRADIENTS] = RGB (0xe2741a),
      [HR_CATEGORY_ACTIVATION_GRADIENTS] = RGB (0xf6cf47),
      [HR_CATEGORY_OPTIMIZER_STATE] = RGB (0x7d4da6),
      [HR_CATEGORY_WORKSPACE] = RGB (0xb8304a),
      [HR_CATEGORY_OVERHEAD] = RGB (0x4a4853),
    },
    .series = {
      RGB (0x2b68b8), RGB (0xf0a63c), RGB (0x35a98a), RGB (0xb8304a), RGB (0x8fc1f2),
      RGB (0x7d4da6), RGB (0xf6de7a), RGB (0x1f6f5c), RGB (0xe88fa6), RGB (0x8a5a2b),
    },
    .rest = RGB (0xc2c0c8),
    .rest_light = RGB (0xd6d5da),
    .font = "sans-serif",
    .font_size = 12.0,
  },
  {
    .id = "dark",
    .background = RGB (0x1e1d22),
    .foreground = RGB (0xf1f0f4),
    .dim = RGB (0xa9a6b2),
    .grid = RGB (0x3a3840),
    .shade = RGB (0x27252c),
    .capacity = RGB (0xff7b80),
    .highlight = RGB (0xffffff),
    .categories = {
      [HR_CATEGORY_PARAMETERS] = RGB (0x4384da),
      [HR_CATEGORY_BUFFERS] = RGB (0xa3cdf7),
      [HR_CATEGORY_INPUTS] = RGB (0x8d929c),
      [HR_CATEGORY_ACTIVATIONS] = RGB (0x3fb896),
      [HR_CATEGORY_PARAMETER_GRADIENTS] = RGB (0xee8433),
      [HR_CATEGORY_ACTIVATION_GRADIENTS] = RGB (0xf8d75e),
      [HR_CATEGORY_OPTIMIZER_STATE] = RGB (0x9a6bc4),
      [HR_CATEGORY_WORKSPACE] = RGB (0xd6475f),
      [HR_CATEGORY_OVERHEAD] = RGB (0x66636f),
    },
    .series = {
      RGB (0x4384da), RGB (0xf3b04f), RGB (0x3fb896), RGB (0xd6475f), RGB (0xa3cdf7),
      RGB (0x9a6bc4), RGB (0xf8e48c), RGB (0x2a8a72), RGB (0xf0a2b6), RGB (0xab7440),
    },
    .rest = RGB (0x504d58),
    .rest_light = RGB (0x625f6b),
    .font = "sans-serif",
    .font_size = 12.0,
  },
};

const HrChartStyle *
hr_chart_style_get_all (guint *n_styles)
{
  g_return_val_if_fail (n_styles != NULL, NULL);

  *n_styles = G_N_ELEMENTS (styles);
  return styles;
}

const HrChartStyle *
hr_chart_style_find (const char *id)
{
  g_return_val_if_fail (id != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (styles); i++)
    if (strcmp (styles[i].id, id) == 0)
      return &styles[i];
  return NULL;
}

static double
linearize (double value)
{
  return value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
}

HrColor
hr_color_get_contrast (const HrColor *color)
{
  static const HrColor black = { 0.0, 0.0, 0.0, 1.0 };
  static const HrColor white = { 1.0, 1.0, 1.0, 1.0 };

  g_return_val_if_fail (color != NULL, black);

  /* At the relative luminance of 0.179 the contrast ratio of WCAG 2.1 is the same for both. */
  double luminance
      = 0.2126 * linearize (color->red) + 0.7152 * linearize (color->green) + 0.0722 * linearize (color->blue);
  return luminance > 0.179 ? black : white;
}
