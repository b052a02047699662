#include "op-fixture.h"

static HrShape
parse_shape (const char *text)
{
  HrShape shape = { .batch_axis = 0 };
  g_auto (GStrv) sizes = g_strsplit (text, "x", -1);

  for (guint i = 0; sizes[i] != NULL; i++)
    shape.dims[shape.rank++] = g_str_equal (sizes[i], "?") ? HR_DIM_UNKNOWN : g_ascii_strtoll (sizes[i], NULL, 10);
  return shape;
}

static void
set_params (const HrOp *op, gpointer params, const char *text)
{
  g_auto (GStrv) pairs = g_strsplit (text, " ", -1);

  for (guint i = 0; pairs[i] != NULL; i++)
    {
      g_auto (GStrv) pair = g_strsplit (pairs[i], "=", 2);
      g_autoptr (GError) error = NULL;
      const HrParam *row;

      if (pairs[i][0] == '\0')
        continue;
      row = hr_param_find (op->params, op->n_params, pair[0]);
      g_assert_nonnull (row);
      hr_param_set_text (row, params, pair[1], &error);
      g_assert_no_error (error);
    }
}

void
op_fixture_init (OpFixture *self, const HrOp *op, const char *params, const char *inputs)
{
  g_auto (GStrv) shapes = g_strsplit (inputs, " ", -1);

  *self = (OpFixture){ .params = hr_op_new_params (op) };
  set_params (op, self->params, params);
  self->call = (HrOpCall){
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
      {
        HrShape shape = parse_shape (shapes[i]);

        op_fixture_add_input (self, &shape);
      }
  hr_report_init (&self->report);
}

void
op_fixture_add_input (OpFixture *self, const HrShape *shape)
{
  g_assert_cmpuint (self->call.n_inputs, <, OP_FIXTURE_MAX_INPUTS);
  self->inputs[self->call.n_inputs++] = (HrTensor){ *shape, self->call.activations };
}

void
op_fixture_clear (OpFixture *self)
{
  hr_report_clear (&self->report);
  g_free (self->params);
}

char *
op_fixture_dup_output (const OpFixture *self)
{
  const HrShape *shape = &self->output.shape;
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; i < shape->rank; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? "x" : "", shape->dims[i]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
