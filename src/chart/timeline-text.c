#include "timeline-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "../core/units.h"

const char *
hr_timeline_get_step_name (const HrTimeline *self, guint step)
{
  int layer = self->steps[step].layer;

  return layer >= 0 ? hr_node_get_name (self->layers[layer].node) : hr_phase_get_title (self->steps[step].phase);
}

static void
append_settings (const HrTimeline *self, GString *text)
{
  const HrSettings *settings = hr_analysis_get_settings (self->analysis);
  const char *mode = settings->mode == HR_MODE_TRAINING ? _ ("training") : _ ("inference");

  /* Translators: project, training or inference, batch size, execution model. */
  g_string_append_printf (text, _ ("Memory of %s, %s, batch %" PRId64 ", execution model %s."),
                          hr_project_get_title (hr_analysis_get_project (self->analysis)), mode, settings->batch,
                          _ (settings->execution->title));
}

static void
append_peak (const HrTimeline *self, GString *text)
{
  guint step = (guint) self->totals->peak_step;
  g_autofree char *bytes = hr_format_bytes (self->totals->peak_bytes);
  g_autofree char *size = hr_format_size (self->totals->peak_bytes);
  const char *separator = " ";

  g_string_append_c (text, ' ');
  g_string_append_printf (text, _ ("Peak %s (%s) in step %u of %u (%s, %s)."), bytes, size, step + 1, self->n_steps,
                          hr_timeline_get_step_name (self, step), hr_phase_get_title (self->steps[step].phase));
  g_string_append_c (text, ' ');
  g_string_append (text, _ ("At the peak:"));
  for (guint i = 0; i < HR_N_CATEGORIES; i++)
    if (self->totals->peak_categories[i] > 0)
      {
        g_autofree char *part = hr_format_bytes (self->totals->peak_categories[i]);
        g_string_append_printf (text, "%s%s %s", separator, hr_category_get_title (i), part);
        separator = ", ";
      }
  g_string_append_c (text, '.');
}

static void
append_arena (const HrTimeline *self, GString *text)
{
  g_autofree char *held = hr_format_bytes ((gint64) self->arena->held_bytes);

  if (self->arena->plan == NULL)
    return;

  g_autofree char *arena = hr_format_bytes (self->arena->plan->arena_bytes);
  g_autofree char *bound = hr_format_bytes (self->arena->plan->bound_bytes);

  g_string_append_c (text, ' ');
  g_string_append_printf (
      text,
      _ ("Shown is the planned arena, %s, of which no plan needs less than %s; what is there before "
         "and after the run, %s, is left out."),
      arena, bound, held);
}

static void
append_capacity (const HrTimeline *self, GString *text)
{
  g_autofree char *bytes = hr_format_bytes (self->spec.capacity_bytes);

  g_string_append_c (text, ' ');
  g_string_append_printf (text,
                          self->totals->peak_bytes <= self->spec.capacity_bytes
                              ? _ ("It fits the capacity, %s of %s.")
                              : _ ("It exceeds the capacity, %s of %s."),
                          bytes, self->capacity_label != NULL ? self->capacity_label : _ ("the device"));
}

char *
hr_timeline_describe (const HrTimeline *self)
{
  GString *text = g_string_new (NULL);

  append_settings (self, text);
  if (self->n_steps == 0)
    {
      g_string_append_c (text, ' ');
      g_string_append (text, _ ("No step can be computed yet."));
      return g_string_free (text, FALSE);
    }
  append_peak (self, text);
  if (self->arena != NULL)
    append_arena (self, text);
  if (self->spec.capacity_bytes > 0)
    append_capacity (self, text);
  return g_string_free (text, FALSE);
}
