#include "shape.h"

#include "checked.h"

gboolean
hr_shape_is_known (const HrShape *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (int i = 0; i < self->rank; i++)
    if (self->dims[i] < 0)
      return FALSE;
  return self->rank != HR_RANK_UNKNOWN;
}

gboolean
hr_shape_equal (const HrShape *a, const HrShape *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  if (a->rank != b->rank || a->batch_axis != b->batch_axis)
    return FALSE;
  for (int i = 0; i < a->rank; i++)
    if (a->dims[i] != b->dims[i])
      return FALSE;
  return TRUE;
}

gboolean
hr_shape_get_elems (const HrShape *self, gint64 *n_elems)
{
  gint64 product = 1;

  g_return_val_if_fail (self != NULL && n_elems != NULL, FALSE);

  if (!hr_shape_is_known (self))
    return FALSE;
  for (int i = 0; i < self->rank; i++)
    if (!hr_checked_mul (product, self->dims[i], &product))
      return FALSE;
  *n_elems = product;
  return TRUE;
}

gboolean
hr_tensor_get_bytes (const HrTensor *self, gint64 *bytes)
{
  gint64 n_elems;

  g_return_val_if_fail (self != NULL && bytes != NULL, FALSE);

  return self->dtype != NULL && hr_shape_get_elems (&self->shape, &n_elems)
         && hr_dtype_get_bytes (self->dtype, n_elems, bytes);
}

char *
hr_shape_to_string (const HrShape *self, gboolean with_batch)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_val_if_fail (self != NULL, NULL);

  if (self->rank == HR_RANK_UNKNOWN)
    return g_strdup ("?");
  for (int i = 0; i < self->rank; i++)
    {
      if (i == self->batch_axis && !with_batch)
        continue;
      if (text->len > 0)
        g_string_append (text, " × ");
      if (self->dims[i] < 0)
        g_string_append_c (text, '?');
      else
        g_string_append_printf (text, "%" G_GINT64_FORMAT, self->dims[i]);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
