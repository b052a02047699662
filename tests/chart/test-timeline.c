#include "chart/timeline-private.h"
#include "io/project-file.h"

/* The network of three convolutions, E2; its figures, here and below, are worked by hand: parameters 3,613,600 B; in the
 * steps the input of 720,000 B with the first output of 6,000,000 B, that with the second of 3,000,000 B, that with the
 * third of 1,520,000 B. */
#define E2 "e2-three-convolutions"
#define E2_PARAMETERS 3613600.0
#define E2_PEAK 12613600.0

static HrAnalysis *
analyse_example (const char *name, HrMode mode)
{
  g_autofree char *file = g_strconcat (name, ".headroom", NULL);
  g_autofree char *path = g_build_filename (g_getenv ("HEADROOM_DATA_DIR"), "examples", file, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (HrProject) project = hr_project_load (path, &error);

  g_assert_no_error (error);
  HrSettings settings = *hr_project_get_settings (project);
  settings.mode = mode;
  g_autoptr (HrProject) changed = hr_project_with_settings (project, &settings);
  return hr_analysis_new (changed, NULL);
}

static HrTimeline *
lay_out (HrAnalysis *analysis, HrTimelineView view, double width, double height, gint64 capacity_bytes, int selected)
{
  const HrTimelineSpec spec = {
    .analysis = analysis,
    .view = view,
    .width = width,
    .height = height,
    .title = "A network with a title",
    .capacity_bytes = capacity_bytes,
    .capacity_label = "Some device of some maker",
    .legend = TRUE,
    .selected_layer = selected,
  };

  return hr_timeline_new (&spec, hr_chart_style_find ("light"));
}

/* A point in the middle of a step, at a number of bytes. */
static HrPoint
get_point (const HrTimeline *timeline, int step, double bytes)
{
  double x, y, width, height;

  hr_timeline_get_step_extents (timeline, step, &x, &y, &width, &height);
  return (HrPoint){ x + width / 2 + 5, y + height * (1 - bytes / timeline->top_bytes) };
}

static HrTimelineHit
hit (const HrTimeline *timeline, int step, double bytes)
{
  HrPoint point = get_point (timeline, step, bytes);
  HrTimelineHit result;

  g_assert_true (hr_timeline_hit (timeline, point.x, point.y, &result));
  g_assert_cmpint (result.step, ==, step);
  return result;
}

static void
test_views (void)
{
  g_assert_cmpint (hr_timeline_view_find ("category"), ==, HR_TIMELINE_CATEGORY);
  g_assert_cmpint (hr_timeline_view_find ("tensor"), ==, HR_TIMELINE_TENSOR);
  g_assert_cmpint (hr_timeline_view_find ("arena"), ==, HR_TIMELINE_ARENA);
  g_assert_cmpint (hr_timeline_view_find ("Arena"), ==, -1);
  g_assert_cmpstr (hr_timeline_view_get_id (HR_TIMELINE_TENSOR), ==, "tensor");
}

/* Three steps share the plot's width; none is more than a unit wider than another, and all of it is theirs. */
static void
test_steps (void)
{
  g_autoptr (HrAnalysis) analysis = analyse_example (E2, HR_MODE_INFERENCE);
  g_autoptr (HrTimeline) timeline = lay_out (analysis, HR_TIMELINE_CATEGORY, 640, 300, 0, -1);
  double end = timeline->plot.x;

  for (int i = 0; i < 3; i++)
    {
      double x, y, width, height;

      hr_timeline_get_step_extents (timeline, i, &x, &y, &width, &height);
      g_assert_cmpfloat (x, ==, end);
      g_assert_cmpfloat (width, >=, (guint) timeline->plot.width / 3);
      g_assert_cmpfloat (width, <=, (guint) timeline->plot.width / 3 + 1);
      g_assert_cmpfloat (y, ==, timeline->plot.y);
      g_assert_cmpfloat (height, ==, timeline->plot.height);
      end += width;
    }
  g_assert_cmpfloat (end, ==, timeline->plot.x + timeline->plot.width);
}

static void
test_hit_category (void)
{
  g_autoptr (HrAnalysis) analysis = analyse_example (E2, HR_MODE_INFERENCE);
  g_autoptr (HrTimeline) timeline = lay_out (analysis, HR_TIMELINE_CATEGORY, 640, 300, 0, -1);
  int conv2 = hr_graph_find (hr_project_get_graph (hr_analysis_get_project (analysis)), "conv2");
  HrTimelineHit result;

  g_assert_cmpfloat (timeline->top_bytes, ==, 1.06 * E2_PEAK);
  g_assert_cmpint (hit (timeline, 0, 2000000).category, ==, HR_CATEGORY_PARAMETERS);
  g_assert_cmpint (hit (timeline, 0, E2_PARAMETERS + 360000).category, ==, HR_CATEGORY_INPUTS);
  g_assert_cmpint (hit (timeline, 0, E2_PARAMETERS + 3000000).category, ==, HR_CATEGORY_ACTIVATIONS);
  g_assert_cmpint (hit (timeline, 0, E2_PEAK - 1000000).category, ==, -1);
  g_assert_cmpint (hit (timeline, 1, E2_PEAK - 200000).category, ==, HR_CATEGORY_ACTIVATIONS);
  g_assert_cmpint (hit (timeline, 1, E2_PEAK - 200000).layer, ==, conv2);
  g_assert_false (hr_timeline_hit (timeline, timeline->plot.x - 1, timeline->plot.y + 1, &result));
  g_assert_false (hr_timeline_hit (timeline, timeline->plot.x + 1, timeline->plot.y - 1, &result));
  g_assert_false (hr_timeline_hit (timeline, timeline->plot.x + timeline->plot.width, timeline->plot.y, &result));
}

/* The block under a point, by its name; NULL for none. Owned by the caller. */
static char *
dup_hit_name (const HrTimeline *timeline, HrAnalysis *analysis, int step, double bytes)
{
  HrTimelineHit result = hit (timeline, step, bytes);
  guint n;

  if (result.block < 0)
    return NULL;
  g_assert_cmpint (result.layer, ==, hr_analysis_get_blocks (analysis, &n)[result.block].layer);
  return hr_analysis_dup_block_name (analysis, (guint) result.block);
}

/* Largest first: the first output at 0, the second beside it at 6,000,000, the third, when the first is gone, at 0, the
 * input above the first output. All are multiples of 64. */
static void
test_hit_arena (void)
{
  static const struct
  {
    int step;
    double address;
    const char *name;
  } cases[] = {
    { 0, 3000000, "conv1 output" }, { 0, 6360000, "input output" }, { 1, 5900000, "conv1 output" },
    { 1, 6100000, "conv2 output" }, { 2, 700000, "conv3 output" },  { 2, 3000000, NULL },
    { 2, 8800000, "conv2 output" }, { 0, 8000000, NULL },
  };
  g_autoptr (HrAnalysis) analysis = analyse_example (E2, HR_MODE_INFERENCE);
  g_autoptr (HrTimeline) timeline = lay_out (analysis, HR_TIMELINE_ARENA, 640, 400, 0, -1);

  g_assert_cmpfloat (timeline->arena->held_bytes, ==, E2_PARAMETERS);
  g_assert_cmpfloat (timeline->top_bytes, ==, 1.06 * 9000000);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = dup_hit_name (timeline, analysis, cases[i].step, cases[i].address);
      g_assert_cmpstr (name, ==, cases[i].name);
    }
}

/* What tensor bands must add up to: every byte of every step. */
static void
test_tensor_bands (void)
{
  g_autoptr (HrAnalysis) analysis = analyse_example ("resnet18", HR_MODE_TRAINING);
  g_autoptr (HrTimeline) timeline = lay_out (analysis, HR_TIMELINE_TENSOR, 960, 360, 0, -1);

  guint n_listed = 0;

  for (guint i = 0; i < timeline->bands->len; i++)
    n_listed += ((HrBand *) g_ptr_array_index (timeline->bands, i))->listed;
  g_assert_cmpuint (n_listed, ==, HR_N_SERIES_COLORS + 1);
  for (guint i = 0; i < timeline->columns->len; i++)
    {
      double sum = 0;

      for (guint j = 0; j < timeline->bands->len; j++)
        sum += ((HrBand *) g_ptr_array_index (timeline->bands, j))->values[i];
      g_assert_cmpfloat (sum, ==, (double) timeline->steps[g_array_index (timeline->columns, HrColumn, i).worst].bytes);
    }
}

/* The first convolution: its output in the first two steps; its 11,200 B of parameters are less than half a pixel. */
static void
test_selected (void)
{
  g_autoptr (HrAnalysis) analysis = analyse_example (E2, HR_MODE_INFERENCE);
  int conv1 = hr_graph_find (hr_project_get_graph (hr_analysis_get_project (analysis)), "conv1");
  g_autoptr (HrTimeline) timeline = lay_out (analysis, HR_TIMELINE_CATEGORY, 640, 300, 0, conv1);

  for (guint i = 0; i < timeline->bands->len; i++)
    {
      const HrBand *band = g_ptr_array_index (timeline->bands, i);

      gboolean outputs = band->category == HR_CATEGORY_ACTIVATIONS;

      if (band->category == HR_CATEGORY_INPUTS)
        {
          g_assert_null (band->marked);
          continue;
        }
      g_assert_cmpfloat (band->marked[0], ==, outputs ? 6000000 : 0);
      g_assert_cmpfloat (band->marked[1], ==, outputs ? 6000000 : 0);
      g_assert_cmpfloat (band->marked[2], ==, 0);
    }
}

/* A capacity within three peaks is a line in the plot; beyond, it would press the chart flat and is only named. */
static void
test_capacity (void)
{
  g_autoptr (HrAnalysis) analysis = analyse_example (E2, HR_MODE_INFERENCE);
  g_autoptr (HrTimeline) near = lay_out (analysis, HR_TIMELINE_CATEGORY, 640, 300, 3 * 12613600, -1);
  g_autoptr (HrTimeline) far = lay_out (analysis, HR_TIMELINE_CATEGORY, 640, 300, 3 * 12613600 + 1, -1);

  g_assert_cmpfloat (near->top_bytes, >=, 3 * E2_PEAK);
  g_assert_cmpfloat (far->top_bytes, ==, 1.06 * E2_PEAK);
  g_assert_nonnull (strstr (hr_timeline_get_description (near), "37,840,800 B"));
}

static void
check_labels (const HrTimeline *timeline)
{
  const HrScene *scene = timeline->scene;

  for (guint i = 0; i < scene->labels->len; i++)
    {
      const HrLabel *label = &g_array_index (scene->labels, HrLabel, i);

      if (label->box.x < 0 || label->box.y < 0 || label->box.x + label->box.width > scene->width
          || label->box.y + label->box.height > scene->height)
        g_error ("%g × %g: “%s” leaves the picture", scene->width, scene->height, label->text);
      for (guint j = 0; j < i; j++)
        if (hr_rect_overlaps (&label->box, &g_array_index (scene->labels, HrLabel, j).box))
          g_error ("%g × %g: “%s” meets “%s”", scene->width, scene->height, label->text,
                   g_array_index (scene->labels, HrLabel, j).text);
    }
}

static void
check_sizes (HrAnalysis *analysis, HrTimelineView view, gint64 capacity_bytes)
{
  static const int widths[] = { 240, 251, 400, 2400 };
  static const int heights[] = { 160, 173, 300, 1400 };

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    for (guint j = 0; j < G_N_ELEMENTS (heights); j++)
      {
        g_autoptr (HrTimeline) timeline = lay_out (analysis, view, widths[i], heights[j], capacity_bytes, 1);

        g_assert_cmpfloat (timeline->plot.height, >=, 40);
        g_assert_cmpfloat (timeline->plot.width, >=, 100);
        check_labels (timeline);
      }
}

static void
test_labels (void)
{
  static const char *const names[] = { "e1-one-convolution", E2, "e3-small-classifier", "mobilenet-v2", "resnet50" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (HrMode mode = HR_MODE_INFERENCE; mode <= HR_MODE_TRAINING; mode++)
      {
        g_autoptr (HrAnalysis) analysis = analyse_example (names[i], mode);
        gint64 peak_bytes = hr_analysis_get_totals (analysis)->peak_bytes;

        for (HrTimelineView view = HR_TIMELINE_CATEGORY; view <= HR_TIMELINE_ARENA; view++)
          {
            check_sizes (analysis, view, peak_bytes / 2);
            check_sizes (analysis, view, peak_bytes + peak_bytes / 10);
            check_sizes (analysis, view, G_MAXINT64);
          }
      }
}

/* Below the smallest size nothing is promised but that it can be drawn. */
static void
test_tiny (void)
{
  g_autoptr (HrAnalysis) analysis = analyse_example ("resnet18", HR_MODE_TRAINING);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 100, 100);
  cairo_t *cr = cairo_create (surface);

  for (int size = 1; size < 100; size += 7)
    for (HrTimelineView view = HR_TIMELINE_CATEGORY; view <= HR_TIMELINE_ARENA; view++)
      {
        g_autoptr (HrTimeline) timeline = lay_out (analysis, view, size, size, 1000, 1);
        hr_timeline_draw (timeline, cr);
      }
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static HrAnalysis *
analyse_chain (guint n_layers)
{
  GPtrArray *nodes = g_ptr_array_new ();
  HrSettings settings;

  hr_settings_init (&settings);
  settings.mode = HR_MODE_TRAINING;
  g_ptr_array_add (nodes, hr_node_new (hr_op_find ("input"), "n0"));
  for (guint i = 1; i <= n_layers; i++)
    {
      g_autofree char *id = g_strdup_printf ("n%u", i);
      g_autofree char *source = g_strdup_printf ("n%u", i - 1);
      HrEndpoint input = { source, 0 };
      HrNode *node = hr_node_new (hr_op_find ("relu"), id);

      hr_node_set_inputs (node, &input, 1);
      g_ptr_array_add (nodes, node);
    }
  g_autoptr (HrGraph) graph = hr_graph_new (nodes);
  g_autoptr (HrProject) project = hr_project_new ("Chain", graph, &settings);
  return hr_analysis_new (project, NULL);
}

/* 50,000 layers, forward and back, with loss and update: at most two points a column, and two to close the outline. */
static void
test_many_steps (void)
{
  g_autoptr (HrAnalysis) analysis = analyse_chain (50000);
  g_autoptr (HrTimeline) timeline = lay_out (analysis, HR_TIMELINE_CATEGORY, 960, 360, 0, -1);
  const HrColumn *peak;
  double x, y, width, height;
  HrTimelineHit result;

  g_assert_cmpuint (timeline->n_steps, ==, 100002);
  g_assert_cmpuint (timeline->columns->len, ==, (guint) timeline->plot.width);
  for (guint i = 0; i < timeline->scene->marks->len; i++)
    g_assert_cmpuint (g_array_index (timeline->scene->marks, HrMark, i).n_points, <=, 2 * 960 + 2);

  peak = hr_timeline_get_step_column (timeline, (guint) timeline->totals->peak_step);
  g_assert_cmpint ((int) peak->worst, ==, timeline->totals->peak_step);
  hr_timeline_get_step_extents (timeline, timeline->totals->peak_step, &x, &y, &width, &height);
  g_assert_true (hr_timeline_hit (timeline, x, y, &result));
  g_assert_cmpint (result.step, ==, timeline->totals->peak_step);
}

static void
test_nothing (void)
{
  g_autoptr (HrProject) project = hr_project_new_empty ();
  g_autoptr (HrAnalysis) analysis = hr_analysis_new (project, NULL);
  g_autoptr (HrTimeline) timeline = lay_out (analysis, HR_TIMELINE_ARENA, 240, 160, 1000, -1);
  HrTimelineHit result;

  g_assert_cmpuint (timeline->scene->labels->len, ==, 1);
  check_labels (timeline);
  g_assert_false (hr_timeline_hit (timeline, 120, 80, &result));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline/views", test_views);
  g_test_add_func ("/timeline/steps", test_steps);
  g_test_add_func ("/timeline/hit-category", test_hit_category);
  g_test_add_func ("/timeline/hit-arena", test_hit_arena);
  g_test_add_func ("/timeline/tensor-bands", test_tensor_bands);
  g_test_add_func ("/timeline/selected", test_selected);
  g_test_add_func ("/timeline/capacity", test_capacity);
  g_test_add_func ("/timeline/labels", test_labels);
  g_test_add_func ("/timeline/tiny", test_tiny);
  g_test_add_func ("/timeline/many-steps", test_many_steps);
  g_test_add_func ("/timeline/nothing", test_nothing);
  return g_test_run ();
}
