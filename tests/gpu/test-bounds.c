#include "gpu/bounds.h"

#include <math.h>

static void
test_bounds_of_a_typical_layer (void)
{
  /* 256 channels of 3 × 3, worked in the design's evidence: 1.4e-4 and 2.3e-5. */
  g_assert_cmpfloat_with_epsilon (hr_get_hard_bound (2304), 1.4e-4, 0.05e-4);
  g_assert_cmpfloat_with_epsilon (hr_get_expected_bound (2304), 2.3e-5, 0.05e-5);
}

static void
test_hard_bound_by_hand (void)
{
  /* One product and its sum: 2u ÷ (1 − 2u). */
  g_assert_cmpfloat (hr_get_hard_bound (1), ==, 0x1p-23 / (1 - 0x1p-23));
  g_assert_true (isinf (hr_get_hard_bound (1 << 24)));
}

static void
test_value_errors (void)
{
  double tiny = hr_get_underflow (3);

  g_assert_cmpfloat (tiny, ==, 0x1p-124);
  g_assert_cmpfloat (hr_get_value_error (1.5f, 1.0, 2.0, tiny), ==, 0.25);
  g_assert_cmpfloat (hr_get_value_error (-1.5f, -1.0, 2.0, tiny), ==, 0.25);
  g_assert_cmpfloat (hr_get_value_error (0, 0x1p-125, 0x1p-125, tiny), ==, 0);
  g_assert_cmpfloat (hr_get_value_error (0, 0, 0, tiny), ==, 0);
  g_assert_true (isinf (hr_get_value_error (1, 0, 0, tiny)));
  g_assert_true (isinf (hr_get_value_error (NAN, 0, 1, tiny)));
  g_assert_true (isinf (hr_get_value_error (INFINITY, 0, 1, tiny)));
}

static void
test_exact_sums_stay_below_2_24 (void)
{
  const gint64 terms[] = { 1, 9, 4608, 16383, 16384, 100000, 1 << 20, (1 << 24) - 1 };
  gint64 a, b;

  for (guint i = 0; i < G_N_ELEMENTS (terms); i++)
    {
      hr_get_exact_range (terms[i], &a, &b);
      g_assert_cmpint (a, >=, 1);
      g_assert_cmpint (b, >=, 1);
      g_assert_cmpint (terms[i] * a * b, <, 1 << 24);
    }
  hr_get_exact_range (9, &a, &b);
  g_assert_cmpint (a, ==, 32);
  g_assert_cmpint (b, ==, 32);
  hr_get_exact_range (1 << 24, &a, &b);
  g_assert_cmpint (a, ==, 0);
  g_assert_cmpint (b, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/bounds/typical", test_bounds_of_a_typical_layer);
  g_test_add_func ("/gpu/bounds/by-hand", test_hard_bound_by_hand);
  g_test_add_func ("/gpu/bounds/values", test_value_errors);
  g_test_add_func ("/gpu/bounds/exact", test_exact_sums_stay_below_2_24);
  return g_test_run ();
}
