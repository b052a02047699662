/* Every layer kind against its own examples, whose answers come from outside, and generic rules over all descriptors. */
#include <string.h>

#include "core/units.h"
#include "op-fixture.h"

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
check_figures (OpFixture *fixture, const HrOpExample *example)
{
  const HrOp *op = fixture->call.op;
  gint64 parameters, multiply_adds = 0;
  g_autofree char *shape = op_fixture_dup_output (fixture);

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
  OpFixture fixture;
  gboolean wrong = g_ascii_isalpha (example->output[0]);

  g_test_message ("%s %s on %s (%s)", op->id, example->params, example->inputs, example->source);
  op_fixture_init (&fixture, op, example->params, example->inputs);
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
  op_fixture_clear (&fixture);
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
