#include "dtype.h"

#include <glib/gi18n-lib.h>

#include "checked.h"

/* Names and widths as in ONNX's TensorProto.DataType and PyTorch's dtypes. */
static const HrDtype dtypes[] = {
  { "float32", N_ ("32-bit float"), 32, TRUE, TRUE },
  { "float16", N_ ("16-bit float"), 16, TRUE, TRUE },
  { "bfloat16", N_ ("16-bit brain float"), 16, TRUE, TRUE },
  { "int8", N_ ("8-bit integer"), 8, TRUE, TRUE },
  { "int4", N_ ("4-bit integer"), 4, TRUE, FALSE },
  { "int2", N_ ("2-bit integer"), 2, TRUE, FALSE },
  { "int1", N_ ("1-bit, binary"), 1, TRUE, FALSE },
  { "uint8", N_ ("8-bit unsigned integer"), 8, FALSE, FALSE },
  { "int64", N_ ("64-bit integer"), 64, FALSE, FALSE },
};

const HrDtype *
hr_dtype_get_all (guint *n_dtypes)
{
  g_return_val_if_fail (n_dtypes != NULL, NULL);
  *n_dtypes = G_N_ELEMENTS (dtypes);
  return dtypes;
}

const HrDtype *
hr_dtype_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    if (g_strcmp0 (dtypes[i].id, id) == 0)
      return &dtypes[i];
  return NULL;
}

const HrDtype *
hr_dtype_find_weights (guint bits)
{
  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    if (dtypes[i].weights && dtypes[i].bits == bits)
      return &dtypes[i];
  return NULL;
}

gboolean
hr_dtype_get_bytes (const HrDtype *self, gint64 n_elems, gint64 *bytes)
{
  gint64 whole, rest;

  g_return_val_if_fail (self != NULL && bytes != NULL, FALSE);

  /* Eight elements make exactly `bits` bytes, so that only the remainder is rounded. */
  rest = hr_div_round_up (n_elems % 8 * self->bits, 8);
  return n_elems >= 0 && hr_checked_mul (n_elems / 8, self->bits, &whole) && hr_checked_add (whole, rest, bytes);
}
