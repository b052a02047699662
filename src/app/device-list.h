/* device-list.h: the devices that a person chooses from: the lists of files, and the GPUs of this computer. */
#pragma once

#include <gio/gio.h>

#include "../core/device.h"

G_BEGIN_DECLS

#define HR_TYPE_DEVICE_ITEM (hr_device_item_get_type ())

/* One row. Property "name". */
G_DECLARE_FINAL_TYPE (HrDeviceItem, hr_device_item, HR, DEVICE_ITEM, GObject)

const char *hr_device_item_get_name (HrDeviceItem *self);       /* borrowed: "Radeon RX 7600", "No device" */
const HrDevice *hr_device_item_get_device (HrDeviceItem *self); /* borrowed; NULL for the row "No device" */
gboolean hr_device_item_is_local (HrDeviceItem *self);          /* a GPU of this computer */

#define HR_TYPE_DEVICE_LIST (hr_device_list_get_type ())

/* A GListModel of HrDeviceItem. The first row is "No device"; the GPUs of this computer follow as soon as they are known. */
G_DECLARE_FINAL_TYPE (HrDeviceList, hr_device_list, HR, DEVICE_LIST, GObject)

/* Reads the files and starts asking for this computer's GPUs, in a child process. */
HrDeviceList *hr_device_list_new (void);

/* The device with this id, or NULL; id may be NULL. Borrowed. */
const HrDevice *hr_device_list_find (HrDeviceList *self, const char *id);

/* Row of the device with this id: 0 when id is NULL, GTK_INVALID_LIST_POSITION (G_MAXUINT) when it is not known. */
guint hr_device_list_get_position (HrDeviceList *self, const char *id);

/* Every device that Vulkan sees on this computer, software ones last: a GListModel of HrDeviceItem whose devices have the
 * ids that `headroom-cli validate --device` takes. Borrowed. */
GListModel *hr_device_list_get_vulkan (HrDeviceList *self);

/* What was wrong with the person's own file of devices, or NULL. Borrowed. */
const char *hr_device_list_get_problem (HrDeviceList *self);

G_END_DECLS
