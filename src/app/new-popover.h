/* new-popover.h: an empty network, or one of the examples. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define HR_TYPE_NEW_POPOVER (hr_new_popover_get_type ())
G_DECLARE_FINAL_TYPE (HrNewPopover, hr_new_popover, HR, NEW_POPOVER, GtkPopover)

G_END_DECLS
