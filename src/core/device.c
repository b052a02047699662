#include "device.h"

HrDevice *
hr_device_new (const char *id, const char *name, gint64 memory_bytes)
{
  HrDevice *self;

  g_return_val_if_fail (id != NULL && name != NULL && memory_bytes >= 0, NULL);

  self = g_new0 (HrDevice, 1);
  self->id = g_strdup (id);
  self->name = g_strdup (name);
  self->memory_bytes = memory_bytes;
  return self;
}

HrDevice *
hr_device_copy (const HrDevice *self)
{
  HrDevice *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = hr_device_new (self->id, self->name, self->memory_bytes);
  copy->vendor = g_strdup (self->vendor);
  copy->kind = g_strdup (self->kind);
  copy->source = g_strdup (self->source);
  copy->reserved_bytes = self->reserved_bytes;
  return copy;
}

void
hr_device_free (HrDevice *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->id);
  g_free (self->name);
  g_free (self->vendor);
  g_free (self->kind);
  g_free (self->source);
  g_free (self);
}

gint64
hr_device_get_available (const HrDevice *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return MAX (self->memory_bytes - self->reserved_bytes, 0);
}
