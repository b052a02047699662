/* device-file.h: the list of devices: the program's own, then the user's. */
#pragma once

#include "../core/device.h"

G_BEGIN_DECLS

/* Devices of the program's list and of the user's file ($XDG_CONFIG_HOME/headroom/devices.xml), whose entries replace
 * those with the same id. A GPtrArray of HrDevice, owned by the caller. A bad user file sets error and is left out. */
GPtrArray *hr_devices_load (GError **error);

/* The device with this id (borrowed from devices), or NULL. */
const HrDevice *hr_devices_find (GPtrArray *devices, const char *id);

G_END_DECLS
