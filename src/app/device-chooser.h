/* device-chooser.h: how a drop-down shows devices. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Lets a drop-down over HrDeviceItem show names, and in its list each one's memory, too. */
void hr_device_chooser_set_up (GtkDropDown *drop_down);

/* What it chooses from, of HrDeviceItem; any part of a name that is typed while the list is open finds it. */
void hr_device_chooser_set_searched_model (GtkDropDown *drop_down, GListModel *devices);

G_END_DECLS
