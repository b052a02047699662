#include "axis.h"

#include <glib/gi18n-lib.h>

#define MAX_STEP (G_GINT64_CONSTANT (1) << 62)

static const char *const unit_names[]
    = { N_ ("B"), N_ ("KiB"), N_ ("MiB"), N_ ("GiB"), N_ ("TiB"), N_ ("PiB"), N_ ("EiB") };

/* The largest unit in which every tick has at most two decimals. */
static gint64
choose_unit (gint64 step_bytes, double last_bytes)
{
  gint64 unit = 1;

  for (guint i = 1; i < G_N_ELEMENTS (unit_names); i++)
    {
      gint64 next = unit * 1024;

      if ((double) next > last_bytes || step_bytes < next / 4)
        break;
      unit = next;
    }
  return unit;
}

HrAxis
hr_axis_new (double top_bytes, guint max_ticks)
{
  HrAxis self = { .step_bytes = 1, .n_ticks = 1, .unit_bytes = 1 };

  g_return_val_if_fail (top_bytes > 0 && max_ticks >= 2, self);

  while (top_bytes / (double) self.step_bytes >= max_ticks && self.step_bytes < MAX_STEP)
    self.step_bytes *= 2;
  self.n_ticks = 1 + (guint) (top_bytes / (double) self.step_bytes);
  self.unit_bytes = choose_unit (self.step_bytes, (double) self.step_bytes * (self.n_ticks - 1));
  return self;
}

char *
hr_axis_dup_label (const HrAxis *self, guint tick)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (tick == 0)
    return g_strdup ("0");

  guint unit = 0;
  for (gint64 bytes = self->unit_bytes; bytes > 1; bytes /= 1024)
    unit++;

  double value = (double) self->step_bytes / (double) self->unit_bytes * tick;
  int decimals = self->step_bytes % self->unit_bytes == 0 ? 0 : self->step_bytes * 2 % self->unit_bytes == 0 ? 1 : 2;
  return g_strdup_printf ("%.*f %s", decimals, value, _ (unit_names[unit]));
}
