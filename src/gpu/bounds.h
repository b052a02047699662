/* bounds.h: how far a sum of products in float32 may be from the true one. Errors are |y − reference| ÷ Σ|a·b|. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Unit roundoff of float32. */
#define HR_UNIT_ROUNDOFF 0x1p-24

/* γ = (n + 1)·u ÷ (1 − (n + 1)·u): no order of the n products and no use of fused operations gives a larger error
 * (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 3.1). Infinite where (n + 1)·u reaches 1.
 * */
double hr_get_hard_bound (gint64 n_terms);

/* 8·u·√(n + 1): rounding errors that cancel as random ones do stay below it (Higham and Mary, SIAM J. Sci. Comput. 41,
 * 2019: the chance that one value does not is about 2n·e^−32). */
double hr_get_expected_bound (gint64 n_terms);

/* What underflow may add to an absolute error: (n + 1)·2^−126. */
double hr_get_underflow (gint64 n_terms);

/* The error of one value; infinite for what is not a number. */
double hr_get_value_error (float value, double reference, double magnitude, double underflow);

/* Largest magnitudes of small whole inputs and weights so that every partial sum of n_terms products stays below 2^24
 * and so is exact in float32. Both 0 where even ones would not. */
void hr_get_exact_range (gint64 n_terms, gint64 *max_input, gint64 *max_weight);

G_END_DECLS
