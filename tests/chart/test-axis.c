#include "chart/axis.h"

/* Worked by hand: the step is the smallest power of two of which at most the given number of ticks, zero included, lie
 * at or below the top. */
static const struct
{
  double top_bytes;
  guint max_ticks;
  gint64 step_bytes;
  guint n_ticks;
  const char *last; /* label of the highest tick */
} cases[] = {
  { 6.0 * 1073741824, 4, G_GINT64_CONSTANT (2147483648), 4, "6 GiB" }, /* 0, 2, 4, 6 GiB */
  { 5.9 * 1073741824, 4, G_GINT64_CONSTANT (2147483648), 3, "4 GiB" }, /* 0, 2, 4 GiB */
  { 1.5 * 1073741824, 5, 512 * 1048576, 4, "1.5 GiB" },                /* 0, 0.5, 1, 1.5 GiB */
  { 1.3 * 1073741824, 7, 256 * 1048576, 6, "1.25 GiB" },               /* quarters still read well … */
  { 1.2 * 1073741824, 12, 128 * 1048576, 10, "1152 MiB" },             /* … eighths do not */
  { 12613600 * 1.06, 5, 4 * 1048576, 4, "12 MiB" },                    /* 12.75 MiB */
  { 1000, 6, 256, 4, "768 B" },
  { 1, 2, 1, 2, "1 B" },
  { 9223372036854775807.0, 3, G_GINT64_CONSTANT (1) << 62, 3, "8 EiB" }, /* 2⁶³ */
};

static void
test_ticks (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      HrAxis axis = hr_axis_new (cases[i].top_bytes, cases[i].max_ticks);
      g_autofree char *first = hr_axis_dup_label (&axis, 0);
      g_autofree char *last = hr_axis_dup_label (&axis, axis.n_ticks - 1);

      g_assert_cmpint (axis.step_bytes, ==, cases[i].step_bytes);
      g_assert_cmpuint (axis.n_ticks, ==, cases[i].n_ticks);
      g_assert_cmpstr (first, ==, "0");
      g_assert_cmpstr (last, ==, cases[i].last);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/axis/ticks", test_ticks);
  return g_test_run ();
}
