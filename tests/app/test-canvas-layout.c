/* Boxes, ports, wires and automatic layout, without a display. Positions are worked out by hand from the sizes in
 * canvas-layout.h: boxes of 152 × 72, 72 apart in a row. */
#include "app/canvas-arrange.h"
#include "app/canvas-hit.h"

#include "networks.h"

static HrCanvasLayout *
layout_at (HrProject *project, guint n, const char *const *ids, const HrPosition *positions)
{
  g_autoptr (HrProject) placed = hr_project_with_positions (project, n, ids, positions);

  return hr_canvas_layout_new (placed);
}

static HrCanvasLayout *
arrange (HrProject *project)
{
  g_autoptr (HrProject) arranged = hr_canvas_arrange_project (project, NULL);

  return hr_canvas_layout_new (arranged);
}

static HrCanvasLayout *
three_in_a_row (void)
{
  g_autoptr (HrProject) project = test_chain_new (3);
  const char *ids[] = { "layer0", "layer1", "layer2" };
  const HrPosition positions[] = { { 0, 0 }, { 224, 0 }, { 448, 0 } };

  return layout_at (project, 3, ids, positions);
}

static void
test_ports (void)
{
  g_autoptr (HrCanvasLayout) layout = three_in_a_row ();
  HrPoint output = hr_canvas_layout_get_port_position (layout, (HrPort){ 0, 0, TRUE });
  HrPoint input = hr_canvas_layout_get_port_position (layout, (HrPort){ 1, 0, FALSE });

  g_assert_cmpfloat (output.x, ==, 152);
  g_assert_cmpfloat (output.y, ==, 36);
  g_assert_cmpfloat (input.x, ==, 224);
  g_assert_cmpfloat (input.y, ==, 36);
}

static void
test_hits (void)
{
  g_autoptr (HrCanvasLayout) layout = three_in_a_row ();
  HrPort port;

  g_assert_cmpint (hr_canvas_layout_hit_box (layout, (HrPoint){ 300, 40 }), ==, 1);
  g_assert_cmpint (hr_canvas_layout_hit_box (layout, (HrPoint){ 188, 36 }), ==, -1);
  g_assert_cmpint (hr_canvas_layout_hit_wire (layout, (HrPoint){ 188, 38 }, 4), ==, 0);
  g_assert_cmpint (hr_canvas_layout_hit_wire (layout, (HrPoint){ 188, 60 }, 4), ==, -1);
  g_assert_true (hr_canvas_layout_hit_port (layout, (HrPoint){ 155, 30 }, 10, &port));
  g_assert_cmpuint (port.box, ==, 0);
  g_assert_true (port.is_output);
  g_assert_false (hr_canvas_layout_hit_port (layout, (HrPoint){ 188, 36 }, 10, &port));
}

static void
test_bounds (void)
{
  g_autoptr (HrCanvasLayout) layout = three_in_a_row ();
  g_autoptr (HrProject) nothing = hr_project_new_empty ();
  g_autoptr (HrCanvasLayout) empty = hr_canvas_layout_new (nothing);
  HrRect bounds = hr_canvas_layout_get_bounds (layout);

  g_assert_cmpfloat (bounds.x, ==, 0);
  g_assert_cmpfloat (bounds.width, ==, 448 + 152);
  g_assert_cmpfloat (bounds.height, ==, 72);
  g_assert_cmpfloat (hr_canvas_layout_get_bounds (empty).width, ==, 0);
}

static void
test_move (void)
{
  g_autoptr (HrCanvasLayout) layout = three_in_a_row ();
  const guint box = 1;
  const HrPoint place = { 224, 304 };
  const HrWire *wires;
  guint n;

  hr_canvas_layout_move_boxes (layout, 1, &box, &place);
  wires = hr_canvas_layout_get_wires (layout, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpfloat (wires[0].path.curves[wires[0].path.n_curves - 1].end.y, ==, 304 + 36);
  g_assert_cmpfloat (wires[1].path.start.y, ==, 304 + 36);
  g_assert_cmpint (hr_canvas_layout_hit_box (layout, (HrPoint){ 300, 40 }), ==, -1);
  g_assert_cmpint (hr_canvas_layout_hit_box (layout, (HrPoint){ 300, 310 }), ==, 1);
}

static void
test_snap (void)
{
  g_assert_cmpfloat (hr_canvas_snap (3.9), ==, 0);
  g_assert_cmpfloat (hr_canvas_snap (4.1), ==, 8);
  g_assert_cmpfloat (hr_canvas_snap (-5), ==, -8);
}

/* A layer without a place stands right of what feeds it. */
static void
test_missing_positions (void)
{
  g_autoptr (HrProject) project = test_chain_new (2);
  const char *ids[] = { "layer0" };
  const HrPosition positions[] = { { 80, 40 } };
  g_autoptr (HrCanvasLayout) layout = layout_at (project, 1, ids, positions);
  const HrBox *boxes;
  guint n;

  boxes = hr_canvas_layout_get_boxes (layout, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpfloat (boxes[1].rect.x, ==, 80 + 152 + 72);
  g_assert_cmpfloat (boxes[1].rect.y, ==, 40);
}

/* A wire past a box goes around it. */
static void
test_detour (void)
{
  GPtrArray *nodes = g_ptr_array_new ();
  const HrPosition positions[] = { { 0, 0 }, { 224, 0 }, { 448, 0 } };
  const char *ids[] = { "a", "b", "c" };
  g_autoptr (HrProject) project = NULL;
  g_autoptr (HrCanvasLayout) layout = NULL;
  const HrBox *boxes;
  const HrWire *wires;
  guint n;

  test_add_layer (nodes, "a", NULL);
  test_add_layer (nodes, "b", "a", NULL);
  test_add_layer (nodes, "c", "b", "a", NULL);
  project = test_project_new (nodes);
  layout = layout_at (project, 3, ids, positions);
  boxes = hr_canvas_layout_get_boxes (layout, &n);
  wires = hr_canvas_layout_get_wires (layout, &n);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpuint (wires[2].from, ==, 0);
  g_assert_false (hr_wire_path_crosses (&wires[2].path, &boxes[1].rect));
}

static guint
count_crossed_boxes (const HrCanvasLayout *layout)
{
  const HrBox *boxes;
  const HrWire *wires;
  guint n_boxes, n_wires, n_crossed = 0;

  boxes = hr_canvas_layout_get_boxes (layout, &n_boxes);
  wires = hr_canvas_layout_get_wires (layout, &n_wires);
  for (guint i = 0; i < n_wires; i++)
    for (guint b = 0; b < n_boxes; b++)
      if (b != wires[i].from && b != wires[i].to && hr_wire_path_crosses (&wires[i].path, &boxes[b].rect))
        n_crossed++;
  return n_crossed;
}

/* What every automatic layout keeps: no box on another, every layer right of what feeds it or in a later row, no wire
 * through a box, and everything visible at a zoom of at least `zoom` in a view of 960 × 540. */
static void
check_layout (HrProject *project, double zoom)
{
  g_autoptr (HrCanvasLayout) layout = arrange (project);
  HrRect bounds = hr_canvas_layout_get_bounds (layout);
  const HrBox *boxes;
  const HrWire *wires;
  guint n_boxes, n_wires;

  boxes = hr_canvas_layout_get_boxes (layout, &n_boxes);
  wires = hr_canvas_layout_get_wires (layout, &n_wires);
  for (guint a = 0; a < n_boxes; a++)
    for (guint b = a + 1; b < n_boxes; b++)
      g_assert_false (hr_rect_intersects (&boxes[a].rect, &boxes[b].rect));
  for (guint i = 0; i < n_wires; i++)
    {
      const HrRect *from = &boxes[wires[i].from].rect;
      const HrRect *to = &boxes[wires[i].to].rect;

      g_assert_true (to->x >= from->x + HR_BOX_WIDTH || to->y > from->y);
    }
  g_test_message ("%u layers: %.0f × %.0f", n_boxes, bounds.width, bounds.height);
  g_assert_cmpuint (count_crossed_boxes (layout), ==, 0);
  g_assert_cmpfloat (MIN (960 / bounds.width, 540 / bounds.height), >=, zoom);
}

static void
test_arrange_chain (void)
{
  g_autoptr (HrProject) shortest = test_chain_new (3);
  g_autoptr (HrProject) longest = test_chain_new (200);

  check_layout (shortest, 1.0);
  check_layout (longest, 0.25);
}

static void
test_arrange_residual (void)
{
  g_autoptr (HrProject) project = test_residual_new (16);

  check_layout (project, 0.2);
}

static void
test_arrange_unet (void)
{
  g_autoptr (HrProject) project = test_unet_new (4);

  check_layout (project, 0.4);
}

static void
test_arrange_inception (void)
{
  g_autoptr (HrProject) project = test_inception_new (9);

  check_layout (project, 0.2);
}

static void
test_arrange_dense (void)
{
  g_autoptr (HrProject) project = test_dense_new (60);

  check_layout (project, 0.3);
}

/* Layers without wires stand below the others, each in a place of its own. */
static void
test_arrange_loose (void)
{
  GPtrArray *nodes = g_ptr_array_new ();
  g_autoptr (HrProject) project = NULL;

  for (guint i = 0; i < 10; i++)
    {
      g_autofree char *id = g_strdup_printf ("loose%u", i);

      test_add_layer (nodes, id, NULL);
    }
  test_add_layer (nodes, "joined", "loose0", NULL);
  project = test_project_new (nodes);
  check_layout (project, 0.6);
}

static void
test_arrange_empty (void)
{
  g_autoptr (HrGraph) graph = hr_graph_new_empty ();
  g_autoptr (GArray) positions = hr_canvas_arrange (graph, NULL);

  g_assert_cmpuint (positions->len, ==, 0);
}

static void
test_arrange_cancelled (void)
{
  g_autoptr (HrProject) project = test_chain_new (3);
  g_autoptr (HrCancel) cancel = hr_cancel_new ();

  hr_cancel_cancel (cancel);
  g_assert_null (hr_canvas_arrange_project (project, cancel));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/canvas-layout/ports", test_ports);
  g_test_add_func ("/canvas-layout/hits", test_hits);
  g_test_add_func ("/canvas-layout/bounds", test_bounds);
  g_test_add_func ("/canvas-layout/move", test_move);
  g_test_add_func ("/canvas-layout/snap", test_snap);
  g_test_add_func ("/canvas-layout/missing-positions", test_missing_positions);
  g_test_add_func ("/canvas-layout/detour", test_detour);
  g_test_add_func ("/canvas-layout/arrange/chain", test_arrange_chain);
  g_test_add_func ("/canvas-layout/arrange/residual", test_arrange_residual);
  g_test_add_func ("/canvas-layout/arrange/unet", test_arrange_unet);
  g_test_add_func ("/canvas-layout/arrange/inception", test_arrange_inception);
  g_test_add_func ("/canvas-layout/arrange/dense", test_arrange_dense);
  g_test_add_func ("/canvas-layout/arrange/loose", test_arrange_loose);
  g_test_add_func ("/canvas-layout/arrange/empty", test_arrange_empty);
  g_test_add_func ("/canvas-layout/arrange/cancelled", test_arrange_cancelled);
  return g_test_run ();
}
