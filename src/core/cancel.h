/* cancel.h: a flag that a worker polls and another thread sets. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _HrCancel HrCancel;

HrCancel *hr_cancel_new (void);
HrCancel *hr_cancel_ref (HrCancel *self);
void hr_cancel_unref (HrCancel *self);
void hr_cancel_cancel (HrCancel *self);

/* FALSE for NULL. */
gboolean hr_cancel_is_cancelled (HrCancel *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrCancel, hr_cancel_unref)

G_END_DECLS
