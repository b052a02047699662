#include "chart/style.h"

#include <math.h>

/* Relative luminance and contrast ratio as WCAG 2.1 defines them. */
static double
linearize (double value)
{
  return value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
}

static double
get_luminance (const HrColor *color)
{
  return 0.2126 * linearize (color->red) + 0.7152 * linearize (color->green) + 0.0722 * linearize (color->blue);
}

static double
get_contrast (const HrColor *a, const HrColor *b)
{
  double first = get_luminance (a) + 0.05, second = get_luminance (b) + 0.05;
  return first > second ? first / second : second / first;
}

/* Viénot, Brettel, Mollon (1999): what a person without green cones sees, in linear RGB. */
static void
simulate_deuteranopia (const HrColor *color, double seen[3])
{
  double red = linearize (color->red), green = linearize (color->green), blue = linearize (color->blue);

  seen[0] = seen[1] = 0.29275 * red + 0.70725 * green;
  seen[2] = CLAMP (-0.02234 * red + 0.02234 * green + blue, 0, 1);
}

/* Distance in CIE L*a*b* (D65), ΔE 1976. */
static void
to_lab (const double rgb[3], double lab[3])
{
  const double xyz[3] = { (0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.9505,
                          0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2],
                          (0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.089 };
  double f[3];

  for (guint i = 0; i < 3; i++)
    f[i] = xyz[i] > 0.008856 ? cbrt (xyz[i]) : 7.787 * xyz[i] + 16.0 / 116;
  lab[0] = 116 * f[1] - 16;
  lab[1] = 500 * (f[0] - f[1]);
  lab[2] = 200 * (f[1] - f[2]);
}

static double
get_distance (const HrColor *a, const HrColor *b)
{
  double seen_a[3], seen_b[3], lab_a[3], lab_b[3];

  simulate_deuteranopia (a, seen_a);
  simulate_deuteranopia (b, seen_b);
  to_lab (seen_a, lab_a);
  to_lab (seen_b, lab_b);
  return sqrt ((lab_a[0] - lab_b[0]) * (lab_a[0] - lab_b[0]) + (lab_a[1] - lab_b[1]) * (lab_a[1] - lab_b[1])
               + (lab_a[2] - lab_b[2]) * (lab_a[2] - lab_b[2]));
}

/* A difference of 10 is plain to see side by side; 2.3 is just noticeable (Mahy and others, 1994). */
static void
test_color_blind (void)
{
  guint n_styles;
  const HrChartStyle *styles = hr_chart_style_get_all (&n_styles);

  for (guint i = 0; i < n_styles; i++)
    for (guint j = 0; j < HR_N_CATEGORIES; j++)
      for (guint k = 0; k < j; k++)
        {
          double distance = get_distance (&styles[i].categories[j], &styles[i].categories[k]);

          if (distance < 10)
            g_test_message ("%s: categories %u and %u are %.1f apart", styles[i].id, k, j, distance);
          g_assert_cmpfloat (distance, >=, 10);
        }
}

/* WCAG 2.1 asks 4.5 of text. */
static void
test_text_contrast (void)
{
  guint n_styles;
  const HrChartStyle *styles = hr_chart_style_get_all (&n_styles);

  for (guint i = 0; i < n_styles; i++)
    {
      g_assert_cmpfloat (get_contrast (&styles[i].foreground, &styles[i].background), >=, 4.5);
      g_assert_cmpfloat (get_contrast (&styles[i].dim, &styles[i].background), >=, 4.5);
      g_assert_cmpfloat (get_contrast (&styles[i].capacity, &styles[i].background), >=, 4.5);
      for (guint j = 0; j < HR_N_CATEGORIES; j++)
        {
          HrColor text = hr_color_get_contrast (&styles[i].categories[j]);
          g_assert_cmpfloat (get_contrast (&text, &styles[i].categories[j]), >=, 4.5);
        }
    }
}

static void
test_find (void)
{
  g_assert_cmpstr (hr_chart_style_find ("dark")->id, ==, "dark");
  g_assert_cmpstr (hr_chart_style_find ("light")->id, ==, "light");
  g_assert_null (hr_chart_style_find ("Light"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/style/find", test_find);
  g_test_add_func ("/style/color-blind", test_color_blind);
  g_test_add_func ("/style/text-contrast", test_text_contrast);
  return g_test_run ();
}
