#include "bounds.h"

#include <math.h>

#define MAX_EXACT (G_GINT64_CONSTANT (1) << 24)
#define MAX_WHOLE 32

double
hr_get_hard_bound (gint64 n_terms)
{
  double nu = ((double) n_terms + 1) * HR_UNIT_ROUNDOFF;
  return nu < 1 ? nu / (1 - nu) : INFINITY;
}

double
hr_get_expected_bound (gint64 n_terms)
{
  return 8 * HR_UNIT_ROUNDOFF * sqrt ((double) n_terms + 1);
}

double
hr_get_underflow (gint64 n_terms)
{
  return ((double) n_terms + 1) * 0x1p-126;
}

double
hr_get_value_error (float value, double reference, double magnitude, double underflow)
{
  double difference = fabs ((double) value - reference);

  if (difference <= underflow)
    return 0;
  return isfinite (difference) && magnitude > 0 ? difference / magnitude : INFINITY;
}

void
hr_get_exact_range (gint64 n_terms, gint64 *max_input, gint64 *max_weight)
{
  gint64 product = (MAX_EXACT - 1) / MAX (1, n_terms);

  *max_input = MIN (MAX_WHOLE, product);
  *max_weight = *max_input > 0 ? MIN (MAX_WHOLE, product / *max_input) : 0;
}
