/* checked.h: sizes that never wrap. Every product or sum of sizes goes through here. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Stores a × b in *product. FALSE, and *product as it was, when either is negative or the product exceeds 2^63 − 1. */
static inline gboolean
hr_checked_mul (gint64 a, gint64 b, gint64 *product)
{
  gint64 result;

  if (a < 0 || b < 0 || __builtin_mul_overflow (a, b, &result))
    return FALSE;
  *product = result;
  return TRUE;
}

/* Stores a + b in *sum. FALSE, and *sum as it was, when either is negative or the sum exceeds 2^63 − 1. */
static inline gboolean
hr_checked_add (gint64 a, gint64 b, gint64 *sum)
{
  gint64 result;

  if (a < 0 || b < 0 || __builtin_add_overflow (a, b, &result))
    return FALSE;
  *sum = result;
  return TRUE;
}

/* Returns ⌈a / b⌉ for a ≥ 0, b > 0. Cannot overflow. */
static inline gint64
hr_div_round_up (gint64 a, gint64 b)
{
  return a / b + (a % b != 0);
}

/* Rounds value up to a multiple of alignment (> 0). FALSE when the result exceeds 2^63 − 1. */
static inline gboolean
hr_checked_align (gint64 value, gint64 alignment, gint64 *aligned)
{
  return hr_checked_mul (hr_div_round_up (value, alignment), alignment, aligned);
}

G_END_DECLS
