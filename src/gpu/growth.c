#include "growth.h"

#include <unistd.h>

#include "../core/checked.h"

/* The second number of /proc/self/statm is the number of resident pages (proc(5)). */
static gint64
get_resident_bytes (void)
{
  g_autofree char *text = NULL;
  gint64 pages, bytes;
  char *rest;

  if (!g_file_get_contents ("/proc/self/statm", &text, NULL, NULL))
    return -1;
  g_ascii_strtoll (text, &rest, 10);
  pages = g_ascii_strtoll (rest, NULL, 10);
  return hr_checked_mul (pages, sysconf (_SC_PAGESIZE), &bytes) ? bytes : -1;
}

gint64
hr_vk_get_used_bytes (const HrVkContext *context, HrGpuType type)
{
  HrGpuDevice heaps = { 0 };
  gint64 used = 0;

  if (type == HR_GPU_SOFTWARE)
    return get_resident_bytes ();
  hr_vk_read_heaps (context->physical, &heaps);
  for (guint i = 0; i < heaps.n_heaps; i++)
    if (heaps.heaps[i].used_bytes < 0 || !hr_checked_add (used, heaps.heaps[i].used_bytes, &used))
      return -1;
  return used;
}
