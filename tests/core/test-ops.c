/* Every layer kind against its own examples, whose answers come from outside, and against garbage. */
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
      const HrDiagnostic *diagnostic
          = &g_array_index (fixture.report.items, HrDiagnostic, fixture.report.items->len - 1);

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

/* Garbage */

static gint64
draw_size (gboolean positive)
{
  static const gint64 sizes[]
      = { HR_DIM_UNKNOWN, 0, 1, 1, 2, 3, 4, 7, 64, G_MAXINT32, G_GINT64_CONSTANT (1) << 40, G_MAXINT64 };

  return sizes[g_test_rand_int_range (positive ? 2 : 0, G_N_ELEMENTS (sizes))];
}

static HrShape
draw_shape (void)
{
  HrShape shape = { .rank = (gint8) g_test_rand_int_range (-1, HR_MAX_RANK + 1) };

  shape.batch_axis = (gint8) g_test_rand_int_range (-1, MAX (1, shape.rank));
  for (int i = 0; i < shape.rank; i++)
    shape.dims[i] = g_test_rand_bit () ? g_test_rand_int_range (1, 9) : draw_size (FALSE);
  return shape;
}

static void
draw_params (const HrOp *op, gpointer params)
{
  for (guint i = 0; i < op->n_params; i++)
    {
      const HrParam *row = &op->params[i];
      g_autoptr (GString) text = g_string_new (NULL);
      guint n_choices = 0;

      while (row->type == HR_PARAM_CHOICE && row->choices[n_choices].id != NULL)
        n_choices++;
      if (row->type == HR_PARAM_CHOICE)
        g_string_assign (text, row->choices[g_test_rand_int_range (0, (int) n_choices)].id);
      else if (row->type == HR_PARAM_BOOL)
        g_string_assign (text, g_test_rand_bit () ? "true" : "false");
      else
        for (int n = g_test_rand_int_range (1, row->type == HR_PARAM_TUPLE ? 4 : 2); n > 0; n--)
          g_string_append_printf (text, "%" G_GINT64_FORMAT " ",
                                  g_test_rand_bit () ? g_test_rand_int_range (-1, 5)
                                                     : MIN (draw_size (TRUE), G_MAXINT32));
      hr_param_set_text (row, params, text->str, NULL); /* what is out of range leaves the default */
    }
}

/* Everything that is asked of a call whose shapes are known. */
static void
ask_everything (const HrOpCall *call)
{
  g_autoptr (GString) text = g_string_new (NULL);
  HrExtra extras[4];
  gint64 count;

  for (guint i = 0; i < call->n_outputs; i++)
    g_assert_true (hr_tensor_get_bytes (&call->outputs[i], &count));
  g_assert_true (hr_op_get_parameters (call, &count));
  g_assert_cmpint (count, >=, 0);
  if (call->op->get_multiply_adds != NULL)
    g_assert_true (call->op->get_multiply_adds (call, &count) && count >= 0);
  if (call->op->list_extras != NULL)
    g_assert_cmpuint (call->op->list_extras (call, extras), <=, 4);
  for (guint figure = HR_FIGURE_OUTPUT; call->op->explain != NULL && figure <= HR_FIGURE_MULTIPLY_ADDS; figure++)
    call->op->explain (call, figure, text);
  if (call->op->summarize != NULL)
    call->op->summarize (call->params, text);
}

static gboolean
all_known (const HrTensor *tensors, guint n)
{
  for (guint i = 0; i < n; i++)
    if (!hr_shape_is_known (&tensors[i].shape))
      return FALSE;
  return TRUE;
}

static void
check_outcome (OpFixture *fixture)
{
  const HrOpCall *call = &fixture->call;
  const HrShape *output = &fixture->output.shape;
  gboolean done = hr_op_infer (&fixture->call, &fixture->report);
  gboolean known = all_known (call->inputs, call->n_inputs) && call->op->category != HR_OP_CATEGORY_OTHER;

  g_assert_cmpint (done, ==, !hr_report_has_errors (&fixture->report));
  if (call->n_outputs > 0 && done)
    for (int i = 0; i < output->rank; i++)
      g_assert_cmpint (output->dims[i], >=, known ? 0 : HR_DIM_UNKNOWN);
  if (call->n_outputs > 0 && !done)
    g_assert_cmpint (output->rank, ==, HR_RANK_UNKNOWN);
  if (done && known)
    {
      g_assert_true (all_known (call->outputs, call->n_outputs));
      ask_everything (call);
    }
}

/* Whatever comes in, an answer comes out that makes sense; the sanitizers watch for overflow. */
static void
test_garbage (gconstpointer data)
{
  const HrOp *op = data;

  for (guint i = 0; i < 1000; i++)
    {
      OpFixture fixture;
      guint n_inputs = (guint) g_test_rand_int_range (op->min_inputs, MIN (op->max_inputs, 4) + 1);

      op_fixture_init (&fixture, op, "", "");
      draw_params (op, fixture.params);
      fixture.call.batch = g_test_rand_int_range (1, G_MAXINT32);
      for (guint j = 0; j < n_inputs; j++)
        {
          HrShape shape = draw_shape ();

          op_fixture_add_input (&fixture, &shape);
        }
      check_outcome (&fixture);
      op_fixture_clear (&fixture);
    }
}

static void
assert_extras (const char *kind, const char *params, const char *inputs, gint64 bytes_cpu, gint64 bytes_cuda)
{
  OpFixture fixture;
  HrExtra extras[4];

  op_fixture_init (&fixture, hr_op_find (kind), params, inputs);
  g_assert_true (hr_op_infer (&fixture.call, &fixture.report));
  for (guint n = fixture.call.op->list_extras (&fixture.call, extras); n > 0; n--)
    {
      bytes_cpu -= extras[n - 1].n_elems * extras[n - 1].bytes_cpu;
      bytes_cuda -= extras[n - 1].n_elems * extras[n - 1].bytes_cuda;
    }
  g_assert_cmpint (bytes_cpu, ==, 0);
  g_assert_cmpint (bytes_cuda, ==, 0);
  op_fixture_clear (&fixture);
}

/* PyTorch 1.13, measured with autograd's saved-tensor hooks: indices of 8 bytes per output, two vectors of 4 bytes per
 * channel, a mask of 4 bytes on the CPU and 1 on CUDA. */
static void
test_extras (void)
{
  assert_extras ("max-pool", "", "2x3x8x8", 2 * 3 * 4 * 4 * 8, 2 * 3 * 4 * 4 * 8);
  assert_extras ("adaptive-max-pool", "size=2", "2x3x8x8", 2 * 3 * 2 * 2 * 8, 2 * 3 * 2 * 2 * 8);
  assert_extras ("batch-norm", "", "2x3x8x8", 3 * 4 * 2, 3 * 4 * 2);
  assert_extras ("dropout", "", "2x100", 800, 200);
  assert_extras ("dropout", "rate=0", "2x100", 0, 0);
}

/* What stored weights are called and how they lie, as in PyTorch's state_dict(). */
static void
test_learned (void)
{
  static const char *const names[] = { "weight", "bias", "running_mean", "running_var", "num_batches_tracked" };
  HrLearnedList list;
  OpFixture fixture;
  g_autofree char *shape = NULL;

  op_fixture_init (&fixture, hr_op_find ("transposed-conv"), "filters=6 groups=2 kernel=3,5", "1x4x8x8");
  g_assert_true (hr_op_infer (&fixture.call, &fixture.report));
  hr_op_list_learned (&fixture.call, &list);
  shape = hr_shape_to_string (&list.items[0].shape, TRUE);
  g_assert_cmpstr (shape, ==, "4 × 3 × 3 × 5");
  op_fixture_clear (&fixture);

  op_fixture_init (&fixture, hr_op_find ("batch-norm"), "", "1x4x8x8");
  g_assert_true (hr_op_infer (&fixture.call, &fixture.report));
  hr_op_list_learned (&fixture.call, &list);
  g_assert_cmpuint (list.n_items, ==, G_N_ELEMENTS (names));
  for (guint i = 0; i < list.n_items; i++)
    g_assert_cmpstr (list.items[i].name, ==, names[i]);
  op_fixture_clear (&fixture);
}

static void
add_tests (const char *name, GTestDataFunc function)
{
  guint n_ops;
  const HrOp *const *ops = hr_op_get_all (&n_ops);

  for (guint i = 0; i < n_ops; i++)
    {
      g_autofree char *path = g_strdup_printf ("/ops/%s/%s", name, ops[i]->id);

      g_test_add_data_func (path, ops[i], function);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_tests ("examples", test_examples);
  add_tests ("garbage", test_garbage);
  g_test_add_func ("/ops/extras", test_extras);
  g_test_add_func ("/ops/learned", test_learned);
  return g_test_run ();
}
