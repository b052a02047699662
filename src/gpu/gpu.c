#include "gpu.h"

#include <string.h>

#include <glib/gi18n-lib.h>

G_DEFINE_QUARK (hr - gpu - error - quark, hr_gpu_error)

typedef struct
{
  const char *id;
  const char *title;
} Term;

static const Term types[HR_GPU_N_TYPES] = {
  [HR_GPU_DISCRETE] = { "discrete", N_ ("discrete GPU") },
  [HR_GPU_INTEGRATED] = { "integrated", N_ ("integrated GPU") },
  [HR_GPU_VIRTUAL] = { "virtual", N_ ("virtual GPU") },
  [HR_GPU_OTHER] = { "other", N_ ("device of another kind") },
  [HR_GPU_SOFTWARE] = { "software", N_ ("software, not a GPU") },
};

static const Term verdicts[HR_GPU_N_VERDICTS] = {
  [HR_GPU_FITS] = { "fits", N_ ("Fits, and every value agrees") },
  [HR_GPU_DOES_NOT_FIT] = { "does-not-fit", N_ ("Does not fit") },
  [HR_GPU_DIFFERS] = { "differs", N_ ("Values differ") },
  [HR_GPU_UNAVAILABLE] = { "unavailable", N_ ("Cannot be validated here") },
  [HR_GPU_CANCELLED] = { "cancelled", N_ ("Cancelled") },
  [HR_GPU_DEVICE_LOST] = { "device-lost", N_ ("The device was lost") },
};

const char *
hr_gpu_type_get_id (HrGpuType type)
{
  g_return_val_if_fail (type < HR_GPU_N_TYPES, NULL);
  return types[type].id;
}

const char *
hr_gpu_type_get_title (HrGpuType type)
{
  g_return_val_if_fail (type < HR_GPU_N_TYPES, NULL);
  return _ (types[type].title);
}

const char *
hr_gpu_verdict_get_id (HrGpuVerdict verdict)
{
  g_return_val_if_fail (verdict < HR_GPU_N_VERDICTS, NULL);
  return verdicts[verdict].id;
}

const char *
hr_gpu_verdict_get_title (HrGpuVerdict verdict)
{
  g_return_val_if_fail (verdict < HR_GPU_N_VERDICTS, NULL);
  return _ (verdicts[verdict].title);
}

HrGpuDevice *
hr_gpu_device_copy (const HrGpuDevice *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  HrGpuDevice *copy = g_memdup2 (self, sizeof *self);
  copy->name = g_strdup (self->name);
  copy->driver = g_strdup (self->driver);
  copy->driver_version = g_strdup (self->driver_version);
  copy->uuid = g_strdup (self->uuid);
  return copy;
}

void
hr_gpu_device_free (HrGpuDevice *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_free (self->driver);
  g_free (self->driver_version);
  g_free (self->uuid);
  g_free (self);
}

gint64
hr_gpu_device_get_memory (const HrGpuDevice *self)
{
  g_return_val_if_fail (self != NULL, 0);
  gint64 largest = 0;
  for (guint i = 0; i < self->n_heaps; i++)
    if (self->heaps[i].device_local)
      largest = MAX (largest, self->heaps[i].bytes);
  return largest;
}

char *
hr_gpu_device_to_string (const HrGpuDevice *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return g_strdup_printf ("%s, %s", self->name, hr_gpu_type_get_title (self->type));
}

static const HrGpuDevice *
find_by_text (GPtrArray *devices, const char *text)
{
  for (guint i = 0; i < devices->len; i++)
    {
      const HrGpuDevice *device = g_ptr_array_index (devices, i);
      if (g_ascii_strcasecmp (device->uuid, text) == 0 || g_ascii_strcasecmp (device->name, text) == 0)
        return device;
    }
  g_autofree char *part = g_utf8_casefold (text, -1);
  for (guint i = 0; i < devices->len; i++)
    {
      const HrGpuDevice *device = g_ptr_array_index (devices, i);
      g_autofree char *name = g_utf8_casefold (device->name, -1);
      if (*part != '\0' && strstr (name, part) != NULL)
        return device;
    }
  return NULL;
}

const HrGpuDevice *
hr_gpu_find_device (GPtrArray *devices, const char *text, GError **error)
{
  g_return_val_if_fail (devices != NULL && devices->len > 0, NULL);
  guint64 index = 0;
  if (text == NULL)
    return g_ptr_array_index (devices, 0);
  if (g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32, &index, NULL) && index < devices->len)
    return g_ptr_array_index (devices, index);
  const HrGpuDevice *device = find_by_text (devices, text);
  if (device == NULL)
    g_set_error (error, HR_GPU_ERROR, HR_GPU_ERROR_NOT_FOUND,
                 ngettext ("There is no Vulkan device “%s” here; the only one is 0, %s.",
                           "There is no Vulkan device “%s” here; they are numbered from 0 (%s) on.", devices->len),
                 text, ((const HrGpuDevice *) g_ptr_array_index (devices, 0))->name);
  return device;
}
