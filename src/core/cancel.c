#include "cancel.h"

struct _HrCancel
{
  gatomicrefcount ref_count;
  int cancelled; /* atomic */
};

HrCancel *
hr_cancel_new (void)
{
  HrCancel *self = g_new0 (HrCancel, 1);
  g_atomic_ref_count_init (&self->ref_count);
  return self;
}

HrCancel *
hr_cancel_ref (HrCancel *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
hr_cancel_unref (HrCancel *self)
{
  g_return_if_fail (self != NULL);
  if (g_atomic_ref_count_dec (&self->ref_count))
    g_free (self);
}

void
hr_cancel_cancel (HrCancel *self)
{
  g_return_if_fail (self != NULL);
  g_atomic_int_set (&self->cancelled, TRUE);
}

gboolean
hr_cancel_is_cancelled (HrCancel *self)
{
  return self != NULL && g_atomic_int_get (&self->cancelled);
}
