/* Every layer kind against its own examples, whose answers come from outside, and generic rules over all descriptors. */
#include <string.h>

#include "core/op.h"
#include "core/units.h"

#define MAX_INPUTS 8

/* A call built from the text of an example. */
typedef struct
{
  HrOpCall call;
  HrTensor inputs[MAX_INPUTS];
  HrTensor output;
  gpointer params; /* owned */
  HrReport report;
} Fixture;

/* "1x3x224x224", "?" for an unknown size; batch on axis 0. */
static HrShape
parse_shape (const char *text)
{
  HrShape shape = { .batch_axis = 0 };
  g_auto (GStrv) sizes = g_strsplit (text, "x", -1);

  for (guint i = 0; sizes[i] != NULL; i++)
    shape.dims[shape.rank++] = g_str_equal (sizes[i], "?") ? HR_DIM_UNKNOWN : g_ascii_strtoll (sizes[i], NULL, 10);
  return shape;
}

/* "filters=64 kernel=7,7" */
static void
set_params (const HrOp *op, gpointer params, const char *text)
{
  g_auto (GStrv) pairs = g_strsplit (text, " ", -1);

  for (guint i = 0; pairs[i] != NULL; i++)
    {
      g_auto (GStrv) pair = g_strsplit (pairs[i], "=", 2);
      const HrParam *row;
      g_autoptr (GError) error = NULL;

      if (pairs[i][0] == '\0')
        continue;
      row = hr_param_find (op->params, op->n_params, pair[0]);
      g_assert_nonnull (row);
      hr_param_set_text (row, params, pair[1], &error);
      g_assert_no_error (error);
    }
}

static void
fixture_init (Fixture *self, const HrOp *op, const char *params, const char *inputs)
{
  g_auto (GStrv) shapes = g_strsplit (inputs, " ", -1);

  *self = (Fixture) { .params = hr_op_new_params (op) };
  set_params (op, self->params, params);
  self->call = (HrOpCall) {
    .op = op,
    .params = self->params,
    .inputs = self->inputs,
    .outputs = &self->output,
    .n_outputs = op->n_outputs,
    .batch = 1,
    .activations = hr_dtype_find ("float32"),
  };
  for (guint i = 0; shapes[i] != NULL; i++)
    if (shapes[i][0] != '\0')
      self->inputs[self->call.n_inputs++] = (HrTensor) { parse_shape (shapes[i]), self->call.activations };
  hr_report_init (&self->report);
}

static void
fixture_clear (Fixture *self)
{
  hr_report_clear (&self->report);
  g_free (self->params);
}

static char *
shape_to_text (const HrShape *shape)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; i < shape->rank; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? "x" : "", shape->dims[i]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The working ends in the figure that it works out. */
static void
check_working (const HrOpCall *call, HrFigure figure, gint64 value)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *count = hr_format_count (value);
  g_autofree char *ending = g_strconcat (" = ", count, NULL);

  if (call->op->explain == NULL || !call->op->explain (call, figure, text))
    return;
  if (!g_str_has_suffix (text->str, ending))
    g_error ("%s: the working “%s” does not end in “%s”", call->op->id, text->str, ending);
}

static void
check_figures (Fixture *fixture, const HrOpExample *example)
{
  const HrOp *op = fixture->call.op;
  gint64 parameters, multiply_adds = 0;
  g_autofree char *shape = shape_to_text (&fixture->output.shape);

  if (op->n_outputs > 0)
    g_assert_cmpstr (shape, ==, example->output);
  g_assert_true (hr_op_get_parameters (&fixture->call, &parameters));
  g_assert_cmpint (parameters, ==, example->parameters);
  if (op->get_multiply_adds != NULL)
    g_assert_true (op->get_multiply_adds (&fixture->call, &multiply_adds));
  g_assert_cmpint (multiply_adds, ==, example->multiply_adds);
  check_working (&fixture->call, HR_FIGURE_PARAMETERS, parameters);
  check_working (&fixture->call, HR_FIGURE_MULTIPLY_ADDS, multiply_adds);
}

static void
check_example (const HrOp *op, const HrOpExample *example)
{
  Fixture fixture;
  gboolean wrong = g_ascii_isalpha (example->output[0]);

  g_test_message ("%s %s on %s (%s)", op->id, example->params, example->inputs, example->source);
  fixture_init (&fixture, op, example->params, example->inputs);
  g_assert_cmpint (hr_op_infer (&fixture.call, &fixture.report), ==, !wrong);
  g_assert_cmpint (hr_report_has_errors (&fixture.report), ==, wrong);
  if (wrong)
    {
      const HrDiagnostic *diagnostic = &g_array_index (fixture.report.items, HrDiagnostic, fixture.report.items->len - 1);

      g_assert_cmpstr (diagnostic->code, ==, example->output);
      if (op->n_outputs > 0)
        g_assert_cmpint (fixture.output.shape.rank, ==, HR_RANK_UNKNOWN);
    }
  else
    check_figures (&fixture, example);
  fixture_clear (&fixture);
}

static void
test_examples (gconstpointer data)
{
  const HrOp *op = data;

  g_assert_cmpuint (op->n_examples, >, 0);
  for (guint i = 0; i < op->n_examples; i++)
    check_example (op, &op->examples[i]);
}

int
main (int argc, char **argv)
{
  const HrOp *const *ops;
  guint n_ops;

  g_test_init (&argc, &argv, NULL);
  ops = hr_op_get_all (&n_ops);
  for (guint i = 0; i < n_ops; i++)
    {
      g_autofree char *path = g_strdup_printf ("/ops/%s/examples", ops[i]->id);

      g_test_add_data_func (path, ops[i], test_examples);
    }
  return g_test_run ();
}
