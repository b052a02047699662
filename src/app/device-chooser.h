/* device-chooser.h: how a drop-down shows devices. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Lets a drop-down over an HrDeviceList show names, with each one's memory in the list, and search them. */
void hr_device_chooser_set_up (GtkDropDown *drop_down);

G_END_DECLS
