/* device.h: devices with memory that a network may have to fit. The list is read by io (device-file.h). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  char *id;     /* owned: "radeon-rx-7600" */
  char *name;   /* owned: "Radeon RX 7600" */
  char *vendor; /* owned: "AMD" */
  char *kind;   /* owned: "discrete", "integrated", "board" */
  char *source; /* owned: address of the page that the figures were read from */
  gint64 memory_bytes;
  gint64 reserved_bytes; /* not for the network; 0 by default */
} HrDevice;

HrDevice *hr_device_new (const char *id, const char *name, gint64 memory_bytes);
HrDevice *hr_device_copy (const HrDevice *self);
void hr_device_free (HrDevice *self);

/* memory − reserved, at least 0. */
gint64 hr_device_get_available (const HrDevice *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrDevice, hr_device_free)

G_END_DECLS
