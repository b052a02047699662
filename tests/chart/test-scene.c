#include "chart/scene.h"

static HrScene *
create_scene (void)
{
  return hr_scene_new (200, 100, hr_chart_style_find ("light"));
}

static void
test_ellipsize (void)
{
  g_autoptr (HrScene) scene = create_scene ();
  const char *text = "Größe der Faltung";
  double width = hr_scene_measure (scene, HR_TEXT_NORMAL, text);
  g_autofree char *whole = hr_scene_ellipsize (scene, HR_TEXT_NORMAL, text, width);
  g_autofree char *shorter = hr_scene_ellipsize (scene, HR_TEXT_NORMAL, text, width - 1);

  g_assert_cmpstr (whole, ==, text);
  g_assert_true (g_str_has_prefix (shorter, "Größe"));
  g_assert_true (g_str_has_suffix (shorter, "…"));
  g_assert_cmpfloat (hr_scene_measure (scene, HR_TEXT_NORMAL, shorter), <=, width - 1);
  g_assert_null (hr_scene_ellipsize (scene, HR_TEXT_NORMAL, text, 1));
}

/* Only the beginning of an endless text is laid out, and no character is cut in two: Pango would warn. */
static void
test_long_text (void)
{
  g_autoptr (HrScene) scene = create_scene ();
  g_autoptr (GString) text = g_string_new ("x");

  for (guint i = 0; i < 200000; i++)
    g_string_append (text, "é");
  g_autofree char *shorter = hr_scene_ellipsize (scene, HR_TEXT_NORMAL, text->str, 20000);
  g_assert_cmpfloat (hr_scene_measure (scene, HR_TEXT_NORMAL, text->str), >, 20000);
  g_assert_cmpfloat (hr_scene_measure (scene, HR_TEXT_NORMAL, shorter), <=, 20000);
  g_assert_true (g_str_has_prefix (shorter, "xé"));
  g_assert_true (g_str_has_suffix (shorter, "é…"));
}

static void
test_is_free (void)
{
  g_autoptr (HrScene) scene = create_scene ();
  HrColor black = { 0, 0, 0, 1 };
  HrRect taken = hr_scene_add_label (scene, HR_TEXT_STRONG, "taken", 50, 50, &black)->box;
  HrRect beside = { taken.x + taken.width, taken.y, 10, 10 };
  HrRect across = { taken.x + taken.width - 1, taken.y, 10, 10 };
  HrRect outside = { 195, 10, 10, 10 };

  g_assert_true (hr_scene_is_free (scene, &beside));
  g_assert_false (hr_scene_is_free (scene, &across));
  g_assert_false (hr_scene_is_free (scene, &outside));
}

/* A line lies in the middle of the pixels that it fills. */
static void
test_lines (void)
{
  g_autoptr (HrScene) scene = create_scene ();
  HrColor black = { 0, 0, 0, 1 };

  hr_scene_add_hline (scene, 10, 20, 30.4, &black);
  g_assert_cmpfloat (g_array_index (scene->points, HrPoint, 0).y, ==, 30.5);
  g_assert_cmpfloat (g_array_index (scene->points, HrPoint, 1).y, ==, 30.5);
  hr_scene_add_vline (scene, 40, 10, 20, &black);
  g_assert_cmpfloat (g_array_index (scene->points, HrPoint, 2).x, ==, 40.5);
}

static void
test_svg (void)
{
  g_autoptr (HrScene) scene = create_scene ();
  HrRect rect = { 1, 2.5, 3, 4 };
  HrColor half = { 1, 0.5, 0, 0.5 };

  hr_scene_add_rect (scene, &rect, &half)->title = g_strdup ("a < b");
  hr_scene_add_label (scene, HR_TEXT_NORMAL, "x & \x01y", 0, 0, &half);
  GString *svg = hr_scene_to_svg (scene, "T", "D > E");
  g_assert_nonnull (strstr (svg->str, "viewBox=\"0 0 200 100\""));
  g_assert_nonnull (strstr (svg->str, "<desc id=\"desc\">D &gt; E</desc>"));
  g_assert_nonnull (strstr (svg->str,
                            "<path d=\"M1 2.5L4 2.5L4 6.5L1 6.5Z\" fill=\"#ff8000\" fill-opacity=\"0.5\"><title>a "
                            "&lt; b</title></path>"));
  g_assert_nonnull (strstr (svg->str, ">x &amp; y</text>"));
  g_string_free (svg, TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scene/ellipsize", test_ellipsize);
  g_test_add_func ("/scene/long-text", test_long_text);
  g_test_add_func ("/scene/is-free", test_is_free);
  g_test_add_func ("/scene/lines", test_lines);
  g_test_add_func ("/scene/svg", test_svg);
  return g_test_run ();
}
