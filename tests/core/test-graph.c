/* Graphs, order and edits, over nodes of one kind with one input and another with two. */
#include "core/graph-edit.h"

/* Builds "a", "b:a", "c:a,b": an id, and the ids of its inputs ("-": not connected). */
static HrGraph *
build (const char *const *lines)
{
  GPtrArray *nodes = g_ptr_array_new ();

  for (; *lines != NULL; lines++)
    {
      g_auto (GStrv) halves = g_strsplit (*lines, ":", 2);
      g_auto (GStrv) inputs = g_strsplit (halves[1] != NULL ? halves[1] : "", ",", -1);
      guint n_inputs = g_strv_length (inputs);
      HrNode *node = hr_node_new (hr_op_find (n_inputs > 1 ? "add" : n_inputs == 1 ? "relu" : "input"), halves[0]);
      g_autofree HrEndpoint *endpoints = g_new0 (HrEndpoint, n_inputs);

      for (guint i = 0; i < n_inputs; i++)
        endpoints[i].node_id = g_str_equal (inputs[i], "-") ? NULL : inputs[i];
      hr_node_set_inputs (node, endpoints, n_inputs);
      g_ptr_array_add (nodes, node);
    }
  return hr_graph_new (nodes);
}

/* The opposite of build(). */
static char *
describe (const HrGraph *graph)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < hr_graph_get_n_nodes (graph); i++)
    {
      const HrNode *node = hr_graph_get_node (graph, i);

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", node->id);
      for (guint j = 0; j < node->n_inputs; j++)
        g_string_append_printf (text, "%c%s", j == 0 ? ':' : ',',
                                node->inputs[j].node_id != NULL ? node->inputs[j].node_id : "-");
    }
  return g_string_free (text, FALSE);
}

static void
assert_graph (const HrGraph *graph, const char *expected)
{
  g_autofree char *text = describe (graph);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_ids (void)
{
  static const char *const good[] = { "a", "_", "conv1", "layer1.0-conv_2" };
  static const char *const bad[] = { "", "1a", "-a", ".a", "a b", "ä", "a:0", "a\n" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    g_assert_true (hr_node_id_is_valid (good[i]));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (hr_node_id_is_valid (bad[i]));
  g_assert_false (hr_node_id_is_valid (NULL));
}

static void
test_sort (void)
{
  g_autoptr (HrGraph) graph = build ((const char *[]){ "d:b,c", "c:a", "b:a", "a", NULL });
  g_autoptr (HrGraph) cycle = build ((const char *[]){ "a:c", "b:a", "c:b", NULL });
  g_autoptr (HrGraph) self = build ((const char *[]){ "a:a", NULL });
  g_autoptr (GArray) order = hr_graph_sort (graph);
  static const guint expected[] = { 3, 1, 2, 0 }; /* a, then c before b: c stands first in the file */

  g_assert_cmpmem (order->data, order->len * sizeof (guint), expected, sizeof expected);
  g_assert_null (hr_graph_sort (cycle));
  g_assert_null (hr_graph_sort (self));
}

static void
test_sort_same_producer_twice (void)
{
  g_autoptr (HrGraph) graph = build ((const char *[]){ "x", "y:x,x", "z:y", NULL });
  g_autoptr (GArray) order = hr_graph_sort (graph);

  g_assert_nonnull (order);
  g_assert_cmpuint (order->len, ==, 3);
}

static void
test_sort_random (void)
{
  for (int round = 0; round < 50; round++)
    {
      guint n_nodes = (guint) g_test_rand_int_range (1, 200);
      GPtrArray *nodes = g_ptr_array_new ();
      g_autoptr (HrGraph) graph = NULL;
      g_autoptr (GArray) order = NULL;
      g_autofree guint *place = g_new (guint, n_nodes);

      for (guint i = 0; i < n_nodes; i++)
        {
          g_autofree char *id = g_strdup_printf ("n%u", i),
                          *from = g_strdup_printf ("n%d", g_test_rand_int_range (0, (int) i + 1));
          HrNode *node = hr_node_new (hr_op_find ("relu"), id);

          if (i > 0 && !g_str_equal (from, id))
            hr_node_set_inputs (node, &(HrEndpoint){ from, 0 }, 1);
          g_ptr_array_insert (nodes, g_test_rand_int_range (0, (int) nodes->len + 1), node);
        }
      graph = hr_graph_new (nodes);
      order = hr_graph_sort (graph);
      g_assert_cmpuint (order->len, ==, n_nodes);
      for (guint i = 0; i < n_nodes; i++)
        place[g_array_index (order, guint, i)] = i;
      for (guint i = 0; i < n_nodes; i++)
        {
          const HrNode *node = hr_graph_get_node (graph, i);
          int from = hr_graph_find (graph, node->inputs[0].node_id);
          if (from >= 0)
            g_assert_cmpuint (place[from], <, place[i]);
        }
    }
}

static void
test_connect (void)
{
  g_autoptr (HrGraph) graph = build ((const char *[]){ "a", "b:-", "c:b", "d:b,c", NULL });
  g_autoptr (HrGraph) connected = hr_graph_connect (graph, "a", 0, "b", 0);
  g_autoptr (HrGraph) third = hr_graph_connect (graph, "a", 0, "d", 2);
  g_autoptr (HrGraph) fewer = hr_graph_disconnect (third, "d", 0);
  g_autoptr (HrGraph) open = hr_graph_disconnect (connected, "b", 0);

  assert_graph (connected, "a b:a c:b d:b,c");
  assert_graph (third, "a b:- c:b d:b,c,a");
  assert_graph (fewer, "a b:- c:b d:c,a");
  g_assert_true (hr_graph_equal (open, graph));
  g_assert_null (hr_graph_connect (graph, "c", 0, "b", 0)); /* a cycle */
  g_assert_null (hr_graph_connect (graph, "b", 0, "b", 0));
  g_assert_null (hr_graph_connect (graph, "a", 1, "b", 0)); /* no such output */
  g_assert_null (hr_graph_connect (graph, "a", 0, "b", 1)); /* takes one */
  g_assert_null (hr_graph_connect (graph, "a", 0, "d", 3)); /* not the next one */
  g_assert_null (hr_graph_connect (graph, "x", 0, "b", 0));
  g_assert_true (hr_graph_get_node (graph, 0) == hr_graph_get_node (connected, 0)); /* untouched nodes are shared */
  g_assert_false (hr_graph_get_node (graph, 1) == hr_graph_get_node (connected, 1));
}

static void
test_remove (void)
{
  g_autoptr (HrGraph) graph = build ((const char *[]){ "a", "b:a", "c:b", "d:c", "e:d,a", "f:e,b,c", NULL });
  g_autoptr (HrGraph) cut = hr_graph_remove_nodes (graph, (const char *[]){ "c", NULL }, FALSE);
  g_autoptr (HrGraph) joined = hr_graph_remove_nodes (graph, (const char *[]){ "b", "c", NULL }, TRUE);
  g_autoptr (HrGraph) merged = hr_graph_remove_nodes (graph, (const char *[]){ "e", NULL }, TRUE);
  g_autoptr (HrGraph) same = hr_graph_remove_nodes (graph, (const char *[]){ "nobody", NULL }, TRUE);

  assert_graph (cut, "a b:a d:- e:d,a f:e,b");
  assert_graph (joined, "a d:a e:d,a f:e,a,a");
  assert_graph (merged, "a b:a c:b d:c f:b,c"); /* e had two inputs: nothing to wire to */
  g_assert_true (hr_graph_equal (same, graph));
}

static void
test_edit_nodes (void)
{
  g_autoptr (HrGraph) graph = build ((const char *[]){ "relu1", NULL });
  g_autofree char *id = hr_graph_make_id (graph, hr_op_find ("relu"));
  g_autoptr (HrNode) node = hr_node_new (hr_op_find ("relu"), id);
  g_autoptr (HrGraph) added = hr_graph_add_node (graph, node);
  g_autoptr (HrGraph) renamed = hr_graph_rename_node (added, "relu2", "The second <ReLU>");
  g_autoptr (HrGraph) plain = hr_graph_rename_node (renamed, "relu2", "");

  g_assert_cmpstr (id, ==, "relu2");
  assert_graph (added, "relu1 relu2:-");
  g_assert_cmpstr (hr_node_get_name (hr_graph_get_node (renamed, 1)), ==, "The second <ReLU>");
  g_assert_cmpstr (hr_node_get_name (hr_graph_get_node (added, 1)), ==, "relu2");
  g_assert_true (hr_graph_equal (plain, added));
}

static void
test_set_param (void)
{
  g_autoptr (HrNode) node = hr_node_new (hr_op_find ("conv"), "conv1");
  g_autoptr (HrGraph) empty = hr_graph_new_empty ();
  g_autoptr (HrGraph) graph = hr_graph_add_node (empty, node);
  g_autoptr (HrGraph) wide = hr_graph_set_param (graph, "conv1", "filters", "200", NULL);
  g_autoptr (GError) error = NULL;
  const HrNode *changed = hr_graph_get_node (wide, 0);
  g_autofree char *text
      = hr_param_to_text (hr_param_find (changed->op->params, changed->op->n_params, "filters"), changed->params);

  g_assert_cmpstr (text, ==, "200");
  g_assert_false (hr_graph_equal (graph, wide));
  g_assert_null (hr_graph_set_param (graph, "conv1", "filters", "0", &error));
  g_assert_error (error, HR_PARAM_ERROR, HR_PARAM_ERROR_RANGE);
  g_assert_null (hr_graph_set_param (graph, "conv1", "colour", "1", NULL));
  g_assert_null (hr_graph_set_param (graph, "conv9", "filters", "1", NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/graph/ids", test_ids);
  g_test_add_func ("/graph/sort", test_sort);
  g_test_add_func ("/graph/sort/same-producer-twice", test_sort_same_producer_twice);
  g_test_add_func ("/graph/sort/random", test_sort_random);
  g_test_add_func ("/graph/connect", test_connect);
  g_test_add_func ("/graph/remove", test_remove);
  g_test_add_func ("/graph/edit-nodes", test_edit_nodes);
  g_test_add_func ("/graph/set-param", test_set_param);
  return g_test_run ();
}
