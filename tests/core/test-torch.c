/* Shapes, parameters and values of random layers against what PyTorch made of them (torch-cases.csv, by torch-cases.py). */
#include <math.h>

#include "op-fixture.h"

/* The numbers that torch-cases.py fills tensors with. */
static float *
whole_numbers (gint64 n, gint64 step, gint64 modulus)
{
  float *values = g_new (float, n);

  for (gint64 i = 0; i < n; i++)
    values[i] = (float) (i * step % modulus - modulus / 2);
  return values;
}

static gint64
get_elems (const HrShape *shape)
{
  gint64 n_elems;

  g_assert_true (hr_shape_get_elems (shape, &n_elems));
  return n_elems;
}

static double
compute_checksum (const OpFixture *fixture)
{
  gint64 n_out = get_elems (&fixture->output.shape);
  g_autofree double *output = g_new (double, n_out);
  g_autofree float *input = whole_numbers (get_elems (&fixture->inputs[0].shape), 31, 11);
  float *learned[HR_MAX_LEARNED] = { NULL };
  const float *inputs[1] = { input };
  HrReference io = { .inputs = inputs, .learned = (const float *const *) learned, .output = output };
  HrLearnedList list;
  double sum = 0.0;

  hr_op_list_learned (&fixture->call, &list);
  for (guint i = 0; i < list.n_items; i++)
    learned[i] = whole_numbers (get_elems (&list.items[i].shape), 17, 7);
  fixture->call.op->reference (&fixture->call, &io);
  for (guint i = 0; i < list.n_items; i++)
    g_free (learned[i]);
  for (gint64 i = 0; i < n_out; i++)
    sum += output[i] * (double) (i % 5 + 1);
  return sum;
}

static void
check_figures (const OpFixture *fixture, char **fields)
{
  g_autofree char *output = op_fixture_dup_output (fixture);
  double expected = g_ascii_strtod (fields[5], NULL);
  gint64 parameters;

  g_assert_cmpstr (output, ==, fields[3]);
  g_assert_true (hr_op_get_parameters (&fixture->call, &parameters));
  g_assert_cmpint (parameters, ==, g_ascii_strtoll (fields[4], NULL, 10));
  g_assert_cmpfloat_with_epsilon (compute_checksum (fixture), expected, 1e-9 * MAX (1.0, fabs (expected)));
}

/* What PyTorch refuses is reported: as an error, or where other programs accept it as a warning. */
static void
check_case (char **fields)
{
  OpFixture fixture;

  g_test_message ("%s %s on %s", fields[0], fields[1], fields[2]);
  op_fixture_init (&fixture, hr_op_find (fields[0]), fields[1], fields[2]);
  hr_op_infer (&fixture.call, &fixture.report);
  if (g_str_equal (fields[3], "refused"))
    g_assert_cmpuint (fixture.report.items->len, >, 0);
  else
    {
      g_assert_cmpuint (fixture.report.items->len, ==, 0);
      check_figures (&fixture, fields);
    }
  op_fixture_clear (&fixture);
}

static void
test_cases (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "core", "torch-cases.csv", NULL);
  g_autofree char *contents = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;
  guint n_cases = 0;

  g_file_get_contents (path, &contents, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (contents, "\n", -1);
  for (guint i = 1; lines[i] != NULL && lines[i][0] != '\0'; i++, n_cases++)
    {
      g_auto (GStrv) fields = g_strsplit (lines[i], ";", -1);

      g_assert_cmpuint (g_strv_length (fields), ==, 6);
      check_case (fields);
    }
  g_assert_cmpuint (n_cases, ==, 330);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/torch/cases", test_cases);
  return g_test_run ();
}
