/* open-popover.h: recent networks, and the way to others. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define HR_TYPE_OPEN_POPOVER (hr_open_popover_get_type ())
G_DECLARE_FINAL_TYPE (HrOpenPopover, hr_open_popover, HR, OPEN_POPOVER, GtkPopover)

G_END_DECLS
