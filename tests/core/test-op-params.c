/* Generic rules over all descriptors: how kinds are named, and what their parameters accept and refuse. */
#include <string.h>

#include "core/op.h"

static void
test_identity (gconstpointer data)
{
  const HrOp *op = data;

  g_assert_true (g_regex_match_simple ("^[a-z][a-z0-9]*(-[a-z0-9]+)*$", op->id, 0, 0));
  g_assert_cmpuint (strlen (op->title), >, 0);
  g_assert_true (g_str_has_suffix (op->description, "."));
  g_assert_cmpuint (strlen (op->keywords), >, 0);
  g_assert_true (hr_op_find (op->id) == op);
  g_assert_cmpint (op->min_inputs, <=, op->max_inputs);
  g_assert_nonnull (op->infer);
  g_assert_cmpint (op->params_size > 0, ==, op->n_params > 0);
}

static void
assert_text (const HrParam *row, gconstpointer params, const char *expected)
{
  g_autofree char *text = hr_param_to_text (row, params);

  g_assert_cmpstr (text, ==, expected);
}

/* A text that is accepted is what is written back. */
static void
check_accepted (const HrParam *row, gpointer params, const char *text)
{
  g_autoptr (GError) error = NULL;

  hr_param_set_text (row, params, text, &error);
  g_assert_no_error (error);
  assert_text (row, params, text);
}

static void
check_refused (const HrParam *row, gpointer params, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *before = hr_param_to_text (row, params);

  g_assert_false (hr_param_set_text (row, params, text, &error));
  g_assert_true (error != NULL && error->domain == HR_PARAM_ERROR);
  g_assert_nonnull (strstr (error->message, row->key));
  assert_text (row, params, before);
}

static void
check_int_range (const HrParam *row, gpointer params)
{
  g_autofree char *low = g_strdup_printf ("%" G_GINT64_FORMAT, row->min);
  g_autofree char *high = g_strdup_printf ("%" G_GINT64_FORMAT, row->max);
  g_autofree char *below = g_strdup_printf ("%" G_GINT64_FORMAT, row->min - 1);
  g_autofree char *above = g_strdup_printf ("%" G_GINT64_FORMAT, row->max + 1);

  check_accepted (row, params, low);
  check_accepted (row, params, high);
  check_refused (row, params, below);
  check_refused (row, params, above);
  check_refused (row, params, "three");
  check_refused (row, params, "");
}

static void
check_real_range (const HrParam *row, gpointer params)
{
  g_autofree char *below = g_strdup_printf ("%.17g", row->real_min - 1.0);
  g_autofree char *above = g_strdup_printf ("%.17g", row->real_max * 2.0 + 1.0);
  double *value = (double *) (void *) ((char *) params + row->offset);
  g_autofree char *low = NULL, *high = NULL;

  *value = row->real_min;
  low = hr_param_to_text (row, params);
  *value = row->real_max;
  high = hr_param_to_text (row, params);
  check_accepted (row, params, low);
  check_accepted (row, params, high);
  check_refused (row, params, below);
  check_refused (row, params, above);
  check_refused (row, params, "nan");
}

static void
check_row (const HrOp *op, const HrParam *row)
{
  g_autofree gpointer params = hr_op_new_params (op);

  g_assert_true (hr_param_find (op->params, op->n_params, row->key) == row);
  g_assert_cmpuint (row->offset, <, op->params_size);
  g_assert_cmpuint (strlen (row->label), >, 0);
  g_assert_true (g_str_has_suffix (row->help, "."));
  g_assert_true (hr_param_is_default (row, params));
  check_accepted (row, params, row->fallback);
  switch (row->type)
    {
    case HR_PARAM_TUPLE:
      check_accepted (row, params, "3 2 1");
      check_int_range (row, params);
      break;
    case HR_PARAM_INT:
      check_int_range (row, params);
      break;
    case HR_PARAM_REAL:
      check_real_range (row, params);
      break;
    case HR_PARAM_BOOL:
      check_accepted (row, params, "true");
      check_accepted (row, params, "false");
      check_refused (row, params, "maybe");
      break;
    case HR_PARAM_CHOICE:
      for (guint i = 0; row->choices[i].id != NULL; i++)
        check_accepted (row, params, row->choices[i].id);
      check_refused (row, params, "none-such");
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
test_params (gconstpointer data)
{
  const HrOp *op = data;

  for (guint i = 0; i < op->n_params; i++)
    check_row (op, &op->params[i]);
}

static void
add_tests (const char *name, GTestDataFunc function)
{
  guint n_ops;
  const HrOp *const *ops = hr_op_get_all (&n_ops);

  for (guint i = 0; i < n_ops; i++)
    {
      g_autofree char *path = g_strdup_printf ("/op-params/%s/%s", name, ops[i]->id);

      g_test_add_data_func (path, ops[i], function);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_tests ("identity", test_identity);
  add_tests ("params", test_params);
  return g_test_run ();
}
