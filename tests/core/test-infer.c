/* Shape inference over whole networks, sound ones and half-built ones. */
#include "core/infer.h"
#include "network.h"

typedef struct
{
  HrGraph *graph;         /* owned */
  HrReport report;        /* owned */
  HrInference *inference; /* owned */
} Fixture;

static void
fixture_init (Fixture *self, const char *network, gint64 batch)
{
  self->graph = network_parse (network);
  hr_report_init (&self->report);
  self->inference = hr_infer (self->graph, batch, hr_dtype_find ("float32"), &self->report, NULL);
  g_assert_nonnull (self->inference);
}

static void
fixture_clear (Fixture *self)
{
  hr_inference_free (self->inference);
  hr_report_clear (&self->report);
  hr_graph_unref (self->graph);
}

static void
assert_output (const Fixture *self, const char *id, const char *expected)
{
  int index = hr_graph_find (self->graph, id);
  g_autofree char *shape = NULL;
  HrOpCall call;

  g_assert_cmpint (index, >=, 0);
  hr_inference_get_call (self->inference, self->graph, (guint) index, &call);
  shape = hr_shape_to_string (&call.outputs[0].shape, TRUE);
  g_assert_cmpstr (shape, ==, expected);
}

static void
assert_unknown (const Fixture *self, const char *id)
{
  HrOpCall call;

  hr_inference_get_call (self->inference, self->graph, (guint) hr_graph_find (self->graph, id), &call);
  g_assert_cmpint (call.outputs[0].shape.rank, ==, HR_RANK_UNKNOWN);
}

/* expected: "code node severity" for each diagnostic, in order, joined by ", "; a note of the network has node "-". */
static void
assert_diagnostics (const Fixture *self, const char *expected)
{
  static const char *const severities[] = { "note", "warning", "error" };
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->report.items->len; i++)
    {
      const HrDiagnostic *item = &g_array_index (self->report.items, HrDiagnostic, i);

      g_string_append_printf (text, "%s%s %s %s", i > 0 ? ", " : "", item->code,
                              item->node_id != NULL ? item->node_id : "-", severities[item->severity]);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

/* Three convolutions with stride 2, worked by hand: the last rounds up from 37.5. */
static void
test_shapes (void)
{
  Fixture fixture;

  fixture_init (&fixture,
                "input input shape=3,200,300\n"
                "conv1 conv filters=100 stride=2 : input\n"
                "conv2 conv filters=200 stride=2 : conv1\n"
                "conv3 conv filters=400 stride=2 : conv2\n"
                "output output : conv3\n",
                50);
  assert_output (&fixture, "input", "50 × 3 × 200 × 300");
  assert_output (&fixture, "conv1", "50 × 100 × 100 × 150");
  assert_output (&fixture, "conv2", "50 × 200 × 50 × 75");
  assert_output (&fixture, "conv3", "50 × 400 × 25 × 38");
  assert_diagnostics (&fixture, "");
  g_assert_cmpuint (fixture.inference->order->len, ==, 5);
  fixture_clear (&fixture);
}

/* Producers may come later in the file than their consumers. */
static void
test_order (void)
{
  static const guint expected[] = { 2, 1, 0, 3 };
  Fixture fixture;

  fixture_init (&fixture,
                "pool max-pool : conv\n"
                "conv conv filters=8 : input\n"
                "input input shape=3,32,32\n"
                "output output : pool\n",
                1);
  assert_output (&fixture, "pool", "1 × 8 × 16 × 16");
  g_assert_cmpmem (fixture.inference->order->data, fixture.inference->order->len * sizeof (guint), expected,
                   sizeof expected);
  fixture_clear (&fixture);
}

/* What is not connected leaves everything behind it unknown, and nothing else. */
static void
test_missing_input (void)
{
  Fixture fixture;

  fixture_init (&fixture,
                "input input shape=3,32,32\n"
                "conv1 conv filters=8 : -\n"
                "relu1 relu : conv1\n"
                "conv2 conv filters=8 : input\n"
                "sum add : conv1 conv2\n"
                "half add : conv2 -\n"
                "port relu : input:1\n"
                "output output : conv2\n",
                1);
  assert_unknown (&fixture, "conv1");
  assert_unknown (&fixture, "relu1");
  assert_unknown (&fixture, "sum");
  assert_unknown (&fixture, "half");
  assert_unknown (&fixture, "port");
  assert_output (&fixture, "conv2", "1 × 8 × 32 × 32");
  assert_diagnostics (&fixture, "missing-input conv1 warning, missing-input half warning, missing-input port warning");
  g_assert_cmpstr (g_array_index (fixture.report.items, HrDiagnostic, 1).message, ==, "half: input 2 is not connected");
  fixture_clear (&fixture);
}

/* One mistake is reported once, at the layer that has it. */
static void
test_mistakes (void)
{
  Fixture fixture;

  fixture_init (&fixture,
                "input input shape=3,5,5\n"
                "conv1 conv filters=8 kernel=7 padding=valid : input\n"
                "relu1 relu : conv1\n"
                "big conv filters=2147483647 kernel=2147483647 : input\n"
                "many relu : input input\n"
                "output output : relu1\n",
                1);
  assert_unknown (&fixture, "conv1");
  assert_unknown (&fixture, "relu1");
  assert_unknown (&fixture, "big");
  assert_unknown (&fixture, "many");
  assert_diagnostics (&fixture, "kernel-too-large conv1 error, too-large big error, too-many-inputs many error");
  fixture_clear (&fixture);
}

static void
test_cycle (void)
{
  Fixture fixture;

  fixture_init (&fixture,
                "input input shape=3,5,5\n"
                "a add : input b\n"
                "b relu : a\n"
                "output output : b\n",
                1);
  assert_unknown (&fixture, "b");
  assert_diagnostics (&fixture, "cycle - error");
  g_assert_cmpuint (fixture.inference->order->len, ==, 0);
  fixture_clear (&fixture);
}

static void
test_ends (void)
{
  Fixture fixture;

  fixture_init (&fixture, "relu1 relu : -\n", 1);
  assert_diagnostics (&fixture, "missing-input relu1 warning, no-input - note, no-output - note");
  fixture_clear (&fixture);
  fixture_init (&fixture, "", 1);
  assert_diagnostics (&fixture, "");
  fixture_clear (&fixture);
}

/* A foreign layer's shape is what it declares, or unknown. */
static void
test_foreign (void)
{
  Fixture fixture;

  fixture_init (&fixture,
                "input input shape=3,8,8\n"
                "known unknown shape=16,4,4 : input\n"
                "open unknown : input\n"
                "relu1 relu : known\n"
                "relu2 relu : open\n"
                "output output : relu1\n",
                7);
  assert_output (&fixture, "relu1", "7 × 16 × 4 × 4");
  assert_unknown (&fixture, "relu2");
  assert_diagnostics (&fixture, "");
  fixture_clear (&fixture);
}

static void
test_weights_of (void)
{
  Fixture fixture;

  fixture_init (&fixture,
                "input input shape=8,16,16\n"
                "owner conv filters=8 : input\n"
                "good conv filters=8 weights-of=owner : owner\n"
                "absent conv filters=8 weights-of=nobody : input\n"
                "kind depthwise-conv weights-of=owner : input\n"
                "sizes conv filters=9 weights-of=owner : input\n"
                "chain conv filters=8 weights-of=good : input\n"
                "self conv filters=8 weights-of=self : input\n"
                "output output : good\n",
                1);
  assert_diagnostics (&fixture, "weights-of absent error, weights-of kind error, weights-of sizes error, "
                                "weights-of chain error, weights-of self error");
  fixture_clear (&fixture);
}

static void
test_cancel (void)
{
  g_autoptr (HrGraph) graph = network_parse ("input input shape=3,5,5\noutput output : input\n");
  g_autoptr (HrCancel) cancel = hr_cancel_new ();
  HrReport report;

  hr_report_init (&report);
  hr_cancel_cancel (cancel);
  g_assert_null (hr_infer (graph, 1, hr_dtype_find ("float32"), &report, cancel));
  hr_report_clear (&report);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/infer/shapes", test_shapes);
  g_test_add_func ("/infer/order", test_order);
  g_test_add_func ("/infer/missing-input", test_missing_input);
  g_test_add_func ("/infer/mistakes", test_mistakes);
  g_test_add_func ("/infer/cycle", test_cycle);
  g_test_add_func ("/infer/ends", test_ends);
  g_test_add_func ("/infer/foreign", test_foreign);
  g_test_add_func ("/infer/weights-of", test_weights_of);
  g_test_add_func ("/infer/cancel", test_cancel);
  return g_test_run ();
}
