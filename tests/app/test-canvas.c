/* The canvas as a person uses it: real pointer and key events (by xdotool) on a window of its own, and what assistive tools
 * are told. Runs under with-display, where windows stand at 0, 0 and nothing else takes events. */
#include "app/canvas.h"
#include "app/layer-box.h"
#include "app/palette.h"

#include <adwaita.h>

#include "networks.h"

typedef struct
{
  GtkWidget *window;    /* owned by GTK */
  HrCanvas *canvas;     /* borrowed */
  HrDocument *document; /* owned */
} Fixture;

/* Runs the main loop until nothing is to be done and a frame was drawn. */
static void
settle (Fixture *fixture)
{
  gint64 end = g_get_monotonic_time () + 200 * 1000;

  while (g_get_monotonic_time () < end || g_main_context_pending (NULL))
    g_main_context_iteration (NULL, FALSE);
}

/* Runs the main loop until a worker's result has come; at most ten seconds, the checks after it say what is missing. */
#define WAIT_UNTIL(condition)                                                                                          \
  for (gint64 wait_end = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;                                                \
       !(condition) && g_get_monotonic_time () < wait_end;)                                                            \
  g_main_context_iteration (NULL, FALSE)

static void
on_child_exit (GPid pid, int status, gpointer data)
{
  *(gboolean *) data = TRUE;
  g_assert_cmpint (status, ==, 0);
  g_spawn_close_pid (pid);
}

/* Real input: "mousemove 10 10 click 1". The main loop runs meanwhile. */
static void
do_input (Fixture *fixture, const char *commands)
{
  g_autofree char *line = g_strconcat ("xdotool ", commands, NULL);
  g_auto (GStrv) argv = NULL;
  g_autoptr (GError) error = NULL;
  gboolean done = FALSE;
  GPid pid;

  g_assert_true (g_shell_parse_argv (line, NULL, &argv, &error));
  g_spawn_async (NULL, argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, &error);
  g_assert_no_error (error);
  g_child_watch_add (pid, on_child_exit, &done);
  while (!done)
    g_main_context_iteration (NULL, TRUE);
  settle (fixture);
}

/* Press, move in steps, release. */
static void
drag (Fixture *fixture, int x0, int y0, int x1, int y1)
{
  g_autofree char *commands
      = g_strdup_printf ("mousemove %d %d sleep 0.05 mousedown 1 sleep 0.05 mousemove %d %d sleep 0.05 "
                         "mousemove %d %d sleep 0.05 mouseup 1",
                         x0, y0, (x0 + x1) / 2, (y0 + y1) / 2, x1, y1);

  do_input (fixture, commands);
}

static HrProject *
create_project (void)
{
  const char *ids[] = { "input", "conv1", "relu1", "pool1" };
  const char *kinds[] = { "input", "conv", "relu", "max-pool" };
  const HrPosition positions[] = { { 0, 0 }, { 224, 0 }, { 448, 0 }, { 224, 160 } };
  GPtrArray *nodes = g_ptr_array_new ();
  g_autoptr (HrProject) project = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      HrNode *node = hr_node_new (hr_op_find (kinds[i]), ids[i]);
      HrEndpoint source = { i > 0 ? (char *) ids[i - 1] : NULL, 0 };

      if (i == 1 || i == 2)
        hr_node_set_inputs (node, &source, 1);
      g_ptr_array_add (nodes, node);
    }
  project = test_project_new (nodes);
  return hr_project_with_positions (project, G_N_ELEMENTS (ids), ids, positions);
}

/* input → conv1 → relu1 in a row, pool1 below conv1 and unconnected. */
static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (HrProject) project = data != NULL ? test_chain_new (GPOINTER_TO_UINT (data)) : create_project ();

  fixture->document = hr_document_new (project);
  fixture->window = gtk_window_new ();
  fixture->canvas = HR_CANVAS (hr_canvas_new ());
  gtk_window_set_decorated (GTK_WINDOW (fixture->window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 900, 500);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->canvas));
  hr_canvas_set_document (fixture->canvas, fixture->document);
  gtk_window_present (GTK_WINDOW (fixture->window));
  gtk_test_widget_wait_for_draw (fixture->window);
  WAIT_UNTIL (hr_project_get_n_positions (hr_document_get_project (fixture->document)) > 0);
  settle (fixture);
}

/* Nothing keeps the document when the window is gone. */
static void
tear_down (Fixture *fixture, gconstpointer data)
{
  HrDocument *document = fixture->document;

  g_object_add_weak_pointer (G_OBJECT (document), (gpointer *) &fixture->document);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_object_unref (document);
  WAIT_UNTIL (fixture->document == NULL);
  g_assert_null (fixture->document);
}

static guint
count_boxes (Fixture *fixture)
{
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (fixture->canvas)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += HR_IS_LAYER_BOX (child) ? 1 : 0;
  return n;
}

static GtkWidget *
find_box (Fixture *fixture, const char *id)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (fixture->canvas)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (HR_IS_LAYER_BOX (child) && g_str_equal (hr_layer_box_get_id (HR_LAYER_BOX (child)), id))
      return child;
  g_assert_not_reached ();
}

/* A point of the window that lies at a fraction of the box. */
static void
get_point (Fixture *fixture, const char *id, double across, double down, int *x, int *y)
{
  GtkWidget *box = find_box (fixture, id);
  double found_x, found_y;

  g_assert_true (gtk_widget_translate_coordinates (box, fixture->window, across * gtk_widget_get_width (box),
                                                   down * gtk_widget_get_height (box), &found_x, &found_y));
  *x = (int) found_x;
  *y = (int) found_y;
}

static HrPosition
get_position (Fixture *fixture, const char *id)
{
  HrPosition position;

  g_assert_true (hr_project_get_position (hr_document_get_project (fixture->document), id, &position));
  return position;
}

static const HrNode *
get_node (Fixture *fixture, const char *id)
{
  HrGraph *graph = hr_project_get_graph (hr_document_get_project (fixture->document));
  int index = hr_graph_find (graph, id);

  g_assert_cmpint (index, >=, 0);
  return hr_graph_get_node (graph, (guint) index);
}

static void
assert_selection (Fixture *fixture, const char *expected)
{
  g_autofree char *ids = g_strjoinv (" ", (char **) hr_document_get_selection (fixture->document));

  g_assert_cmpstr (ids, ==, expected);
}

static void
click (Fixture *fixture, const char *id)
{
  g_autofree char *commands = NULL;
  int x, y;

  get_point (fixture, id, 0.5, 0.5, &x, &y);
  commands = g_strdup_printf ("mousemove %d %d sleep 0.05 click 1", x, y);
  do_input (fixture, commands);
}

static void
test_boxes (Fixture *fixture, gconstpointer data)
{
  g_assert_cmpuint (count_boxes (fixture), ==, 4);
  g_assert_cmpfloat (hr_canvas_get_zoom (fixture->canvas), ==, 1.0);
}

static void
test_accessible (Fixture *fixture, gconstpointer data)
{
  GtkAccessible *box = GTK_ACCESSIBLE (find_box (fixture, "conv1"));

  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (fixture->canvas), GTK_ACCESSIBLE_ROLE_LIST);
  gtk_test_accessible_assert_role (box, GTK_ACCESSIBLE_ROLE_LIST_ITEM);
  gtk_test_accessible_assert_property (box, GTK_ACCESSIBLE_PROPERTY_LABEL, "Convolution conv1");
  gtk_test_accessible_assert_relation (GTK_ACCESSIBLE (find_box (fixture, "input")), GTK_ACCESSIBLE_RELATION_FLOW_TO,
                                       box, NULL);
  gtk_test_accessible_assert_state (box, GTK_ACCESSIBLE_STATE_SELECTED, FALSE);
  click (fixture, "conv1");
  gtk_test_accessible_assert_state (box, GTK_ACCESSIBLE_STATE_SELECTED, TRUE);
}

static void
test_select (Fixture *fixture, gconstpointer data)
{
  click (fixture, "conv1");
  assert_selection (fixture, "conv1");
  do_input (fixture, "keydown ctrl");
  click (fixture, "relu1");
  do_input (fixture, "keyup ctrl");
  assert_selection (fixture, "conv1 relu1");
  do_input (fixture, "key Escape");
  assert_selection (fixture, "");
  do_input (fixture, "key ctrl+a");
  assert_selection (fixture, "input conv1 relu1 pool1");
}

/* The middle of the box goes 83 right and 45 down; places are multiples of 8. */
static void
test_move (Fixture *fixture, gconstpointer data)
{
  HrPosition position;
  int x, y;

  get_point (fixture, "pool1", 0.5, 0.5, &x, &y);
  drag (fixture, x, y, x + 83, y + 45);
  position = get_position (fixture, "pool1");
  g_assert_cmpint (position.x, ==, 224 + 80);
  g_assert_cmpint (position.y, ==, 160 + 48);
  g_assert_cmpstr (hr_document_get_undo_label (fixture->document), ==, "Move pool1");
  hr_document_undo (fixture->document);
  g_assert_cmpint (get_position (fixture, "pool1").x, ==, 224);
  g_assert_false (hr_document_can_undo (fixture->document));
}

static void
test_move_several (Fixture *fixture, gconstpointer data)
{
  int x, y;

  do_input (fixture, "key Tab key ctrl+a");
  get_point (fixture, "conv1", 0.5, 0.5, &x, &y);
  drag (fixture, x, y, x, y + 80);
  g_assert_cmpint (get_position (fixture, "input").y, ==, 80);
  g_assert_cmpint (get_position (fixture, "pool1").y, ==, 240);
  g_assert_cmpstr (hr_document_get_undo_label (fixture->document), ==, "Move 4 Layers");
}

/* Escape in the middle of a drag puts the box back. */
static void
test_cancel_move (Fixture *fixture, gconstpointer data)
{
  g_autofree char *commands = NULL;
  int x, y;

  get_point (fixture, "pool1", 0.5, 0.5, &x, &y);
  commands
      = g_strdup_printf ("mousemove %d %d sleep 0.05 mousedown 1 sleep 0.05 mousemove %d %d sleep 0.05 mousemove %d %d "
                         "sleep 0.05 key Escape sleep 0.05 mouseup 1",
                         x, y, x + 40, y + 40, x + 80, y + 80);
  do_input (fixture, commands);
  g_assert_false (hr_document_can_undo (fixture->document));
  g_assert_cmpint (get_position (fixture, "pool1").x, ==, 224);
}

static void
test_band (Fixture *fixture, gconstpointer data)
{
  int x0, y0, x1, y1;

  get_point (fixture, "conv1", 0.0, 0.0, &x0, &y0);
  get_point (fixture, "relu1", 0.5, 0.5, &x1, &y1);
  drag (fixture, x0 - 24, y0 - 24, x1, y1);
  assert_selection (fixture, "conv1 relu1");
}

static void
test_connect (Fixture *fixture, gconstpointer data)
{
  int x0, y0, x1, y1;

  get_point (fixture, "relu1", 1.0, 0.5, &x0, &y0);
  get_point (fixture, "pool1", 0.0, 0.5, &x1, &y1);
  drag (fixture, x0, y0, x1, y1);
  g_assert_cmpstr (get_node (fixture, "pool1")->inputs[0].node_id, ==, "relu1");
  g_assert_cmpstr (hr_document_get_undo_label (fixture->document), ==, "Connect relu1 to pool1");
}

/* A wire back to what feeds it would be a cycle. */
static void
test_refuse_cycle (Fixture *fixture, gconstpointer data)
{
  int x0, y0, x1, y1;

  get_point (fixture, "relu1", 1.0, 0.5, &x0, &y0);
  get_point (fixture, "conv1", 0.5, 0.5, &x1, &y1);
  drag (fixture, x0, y0, x1, y1);
  g_assert_cmpstr (get_node (fixture, "conv1")->inputs[0].node_id, ==, "input");
  g_assert_false (hr_document_can_undo (fixture->document));
}

/* The end of a wire is taken off its input and dropped on nothing. */
static void
test_lift_wire (Fixture *fixture, gconstpointer data)
{
  int x, y;

  get_point (fixture, "relu1", 0.0, 0.5, &x, &y);
  drag (fixture, x, y, x - 20, y + 100);
  g_assert_null (get_node (fixture, "relu1")->inputs[0].node_id);
  g_assert_cmpstr (hr_document_get_undo_label (fixture->document), ==, "Disconnect relu1");
}

/* What a wire's menu offers: wire 1 is the one from conv1 to relu1. */
static void
test_remove_wire (Fixture *fixture, gconstpointer data)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->canvas), "canvas.cut", "i", 1));
  g_assert_null (get_node (fixture, "relu1")->inputs[0].node_id);
  g_assert_cmpstr (get_node (fixture, "conv1")->inputs[0].node_id, ==, "input");
  g_assert_cmpstr (hr_document_get_undo_label (fixture->document), ==, "Disconnect relu1");
}

static void
test_delete (Fixture *fixture, gconstpointer data)
{
  click (fixture, "conv1");
  do_input (fixture, "key Delete");
  g_assert_cmpuint (count_boxes (fixture), ==, 3);
  g_assert_cmpstr (get_node (fixture, "relu1")->inputs[0].node_id, ==, "input");
  g_assert_cmpstr (hr_document_get_undo_label (fixture->document), ==, "Delete conv1");
}

static void
test_keys (Fixture *fixture, gconstpointer data)
{
  click (fixture, "input");
  do_input (fixture, "key Right");
  assert_selection (fixture, "conv1");
  do_input (fixture, "key shift+Right");
  assert_selection (fixture, "conv1 relu1");
  do_input (fixture, "key Left");
  assert_selection (fixture, "conv1");
  do_input (fixture, "key Down");
  assert_selection (fixture, "pool1");
  do_input (fixture, "key ctrl+Right key ctrl+Right");
  g_assert_cmpint (get_position (fixture, "pool1").x, ==, 224 + 16);
  hr_document_undo (fixture->document);
  g_assert_cmpint (get_position (fixture, "pool1").x, ==, 224);
}

/* The list of targets opens, its first row is taken: the only layer that can take relu1's output. */
static void
test_connect_by_keys (Fixture *fixture, gconstpointer data)
{
  click (fixture, "relu1");
  do_input (fixture, "key c");
  do_input (fixture, "key Return");
  g_assert_cmpstr (get_node (fixture, "pool1")->inputs[0].node_id, ==, "relu1");
}

static void
test_append (Fixture *fixture, gconstpointer data)
{
  const char *selection[] = { "relu1", NULL };

  hr_document_set_selection (fixture->document, selection);
  hr_canvas_append_kind (fixture->canvas, hr_op_find ("dropout"));
  settle (fixture);
  assert_selection (fixture, "dropout1");
  g_assert_cmpstr (get_node (fixture, "dropout1")->inputs[0].node_id, ==, "relu1");
  g_assert_cmpint (get_position (fixture, "dropout1").x, ==, 448 + 152 + 72);
  g_assert_cmpstr (hr_document_get_undo_label (fixture->document), ==, "Add Dropout");
  g_assert_cmpuint (count_boxes (fixture), ==, 5);
}

/* Ctrl and the wheel zoom, and what is under the pointer stays there. */
static void
test_zoom (Fixture *fixture, gconstpointer data)
{
  g_autofree char *commands = NULL;
  int x, y, zoomed_x, zoomed_y;

  get_point (fixture, "conv1", 0.5, 0.5, &x, &y);
  commands = g_strdup_printf ("mousemove %d %d sleep 0.05 keydown ctrl click 4 click 4 keyup ctrl", x, y);
  do_input (fixture, commands);
  get_point (fixture, "conv1", 0.5, 0.5, &zoomed_x, &zoomed_y);
  g_assert_cmpfloat_with_epsilon (hr_canvas_get_zoom (fixture->canvas), 1.21, 1e-6);
  g_assert_cmpint (ABS (zoomed_x - x), <=, 1);
  g_assert_cmpint (ABS (zoomed_y - y), <=, 1);
}

/* Only boxes in view are widgets, and none when they are too small to read. */
static void
test_culling (Fixture *fixture, gconstpointer data)
{
  hr_canvas_set_zoom (fixture->canvas, 1.0);
  settle (fixture);
  g_assert_cmpuint (count_boxes (fixture), >, 4);
  g_assert_cmpuint (count_boxes (fixture), <, 40);
  hr_canvas_set_zoom (fixture->canvas, 0.2);
  settle (fixture);
  g_assert_cmpuint (count_boxes (fixture), ==, 0);
}

/* Places for a network that came without are no edit; asked for, they are one step. */
static void
test_automatic_layout (Fixture *fixture, gconstpointer data)
{
  g_assert_cmpuint (hr_project_get_n_positions (hr_document_get_project (fixture->document)), ==, 200);
  g_assert_false (hr_document_is_modified (fixture->document));
  g_assert_false (hr_document_can_undo (fixture->document));
}

static void
test_asked_layout (Fixture *fixture, gconstpointer data)
{
  hr_canvas_auto_layout (fixture->canvas);
  WAIT_UNTIL (hr_document_can_undo (fixture->document));
  g_assert_cmpstr (hr_document_get_undo_label (fixture->document), ==, "Arrange Layers");
  g_assert_cmpint (get_position (fixture, "pool1").y, >, get_position (fixture, "input").y);
}

/* The first label with a style class below a widget. */
static GtkLabel *
find_label (GtkWidget *widget, const char *css_class)
{
  GtkLabel *found = NULL;

  if (GTK_IS_LABEL (widget) && gtk_widget_has_css_class (widget, css_class))
    return GTK_LABEL (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_label (child, css_class);
  return found;
}

static void
set_param (HrNode *node, const char *key, const char *text)
{
  g_assert_true (
      hr_param_set_text (hr_param_find (node->op->params, node->op->n_params, key), node->params, text, NULL));
}

/* A box has room for the key parameters of every kind as it comes from the palette, and of a convolution as ResNet has it. */
static void
test_box_texts (void)
{
  guint n;
  const HrOp *const *ops = hr_op_get_all (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (HrNode) node = hr_node_new (ops[i], "layer");
      GtkWidget *window = gtk_window_new ();
      GtkWidget *box = hr_layer_box_new ();

      if (g_str_equal (ops[i]->id, "conv"))
        {
          set_param (node, "kernel", "7");
          set_param (node, "stride", "2");
          set_param (node, "filters", "1024");
        }
      hr_layer_box_bind (HR_LAYER_BOX (box), node, NULL);
      gtk_window_set_child (GTK_WINDOW (window), box);
      gtk_window_present (GTK_WINDOW (window));
      gtk_test_widget_wait_for_draw (window);
      if (pango_layout_is_ellipsized (gtk_label_get_layout (find_label (box, "summary"))))
        g_test_fail_printf ("%s: “%s” is cut off", ops[i]->id, gtk_label_get_text (find_label (box, "summary")));
      gtk_window_destroy (GTK_WINDOW (window));
    }
}

static void
on_kind_activated (HrPalette *palette, const char *id, char **activated)
{
  g_free (*activated);
  *activated = g_strdup (id);
}

static void
test_palette (void)
{
  Fixture fixture = { .window = gtk_window_new () };
  GtkWidget *palette = hr_palette_new ();
  g_autofree char *activated = NULL;

  g_signal_connect (palette, "kind-activated", G_CALLBACK (on_kind_activated), &activated);
  gtk_window_set_decorated (GTK_WINDOW (fixture.window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (fixture.window), 240, 500);
  gtk_window_set_child (GTK_WINDOW (fixture.window), palette);
  gtk_window_present (GTK_WINDOW (fixture.window));
  gtk_test_widget_wait_for_draw (fixture.window);
  hr_palette_start_search (HR_PALETTE (palette));
  do_input (&fixture, "mousemove 100 400 type depthwise");
  settle (&fixture);
  do_input (&fixture, "key Return");
  g_assert_cmpstr (activated, ==, "depthwise-conv");

  /* The tab key goes into the list, the arrows along it, and the tab key out of it. */
  gtk_widget_child_focus (palette, GTK_DIR_TAB_FORWARD);
  g_assert_true (GTK_IS_LIST_BOX_ROW (gtk_window_get_focus (GTK_WINDOW (fixture.window))));
  g_assert_false (gtk_widget_child_focus (palette, GTK_DIR_TAB_FORWARD));
  g_assert_true (gtk_widget_child_focus (palette, GTK_DIR_TAB_BACKWARD));
  g_assert_true (GTK_IS_EDITABLE (gtk_window_get_focus (GTK_WINDOW (fixture.window))));
  gtk_window_destroy (GTK_WINDOW (fixture.window));
}

#define ADD(path, data, test) g_test_add ("/canvas/" path, Fixture, data, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_setenv ("GTK_A11Y", "test", TRUE);
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  ADD ("boxes", NULL, test_boxes);
  ADD ("accessible", NULL, test_accessible);
  ADD ("select", NULL, test_select);
  ADD ("move", NULL, test_move);
  ADD ("move-several", NULL, test_move_several);
  ADD ("cancel-move", NULL, test_cancel_move);
  ADD ("band", NULL, test_band);
  ADD ("connect", NULL, test_connect);
  ADD ("refuse-cycle", NULL, test_refuse_cycle);
  ADD ("lift-wire", NULL, test_lift_wire);
  ADD ("remove-wire", NULL, test_remove_wire);
  ADD ("delete", NULL, test_delete);
  ADD ("keys", NULL, test_keys);
  ADD ("connect-by-keys", NULL, test_connect_by_keys);
  ADD ("append", NULL, test_append);
  ADD ("zoom", NULL, test_zoom);
  ADD ("culling", GUINT_TO_POINTER (200), test_culling);
  ADD ("automatic-layout", GUINT_TO_POINTER (200), test_automatic_layout);
  ADD ("asked-layout", NULL, test_asked_layout);
  g_test_add_func ("/layer-box/texts", test_box_texts);
  g_test_add_func ("/palette/search", test_palette);
  return g_test_run ();
}
