#include "timeline-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define ROW_GAP 4.0
#define MIN_PLOT_HEIGHT 48.0

typedef struct
{
  guint first, end; /* steps, end excluded */
  HrPhase phase;
  double x, width; /* of its label */
} PhaseRun;

static double
get_line (const HrTimeline *self)
{
  return hr_scene_get_line_height (self->scene, HR_TEXT_NORMAL);
}

static guint
get_max_ticks (const HrTimeline *self)
{
  return CLAMP ((guint) (self->plot.height / (get_line (self) * 2)), 2, 7);
}

/* A little more than the largest value; above the line of the capacity also room for its label. */
static void
set_top (HrTimeline *self)
{
  double largest = self->arena != NULL ? hr_arena_get_top (self->arena) : (double) self->totals->peak_bytes;
  double capacity = hr_timeline_get_capacity_in_view (self);
  double label = MIN (get_line (self) + HR_TIMELINE_GAP, self->plot.height / 3);

  self->top_bytes = MAX (1.0, MAX (largest * 1.06, capacity * self->plot.height / (self->plot.height - label)));
}

/* Room for the widest label of the byte axis. */
static void
place_left_edge (HrTimeline *self)
{
  HrAxis axis = hr_axis_new (self->top_bytes, get_max_ticks (self));
  double widest = 0;

  for (guint i = 0; i < axis.n_ticks; i++)
    {
      g_autofree char *label = hr_axis_dup_label (&axis, i);
      widest = MAX (widest, hr_scene_measure (self->scene, HR_TEXT_NORMAL, label));
    }
  self->plot.x = ceil (HR_TIMELINE_PAD + widest + HR_TIMELINE_GAP);
  self->plot.width = MAX (1, floor (self->scene->width - HR_TIMELINE_PAD - self->plot.x));
}

/* Whether every step's name fits below its step. */
static gboolean
step_names_fit (const HrTimeline *self)
{
  double width = floor (self->plot.width / self->n_steps);

  if (width < 2 * HR_TIMELINE_GAP || self->plot.height < 2 * MIN_PLOT_HEIGHT)
    return FALSE;
  for (guint i = 0; i < self->n_steps; i++)
    if (hr_scene_measure (self->scene, HR_TEXT_NORMAL, hr_timeline_get_step_name (self, i)) + HR_TIMELINE_GAP > width)
      return FALSE;
  return TRUE;
}

/* From the top: title, peak's label, plot; below it the steps' names, the phases, the legend. */
void
hr_timeline_place_plot (HrTimeline *self)
{
  double line = get_line (self);
  double top = HR_TIMELINE_PAD + line + HR_TIMELINE_GAP;
  double bottom = self->scene->height - HR_TIMELINE_PAD - line - ROW_GAP;

  if (self->title != NULL)
    top += hr_scene_get_line_height (self->scene, HR_TEXT_TITLE) + ROW_GAP;
  self->plot.y = ceil (top);
  self->plot.height = MAX (1, floor (bottom - self->plot.y));
  set_top (self);
  place_left_edge (self);
  if (self->spec.legend)
    {
      double spare = self->plot.height - MAX (MIN_PLOT_HEIGHT, self->plot.height * 0.55) - HR_TIMELINE_GAP;
      guint rows = hr_timeline_add_legend (self, (guint) MAX (0, floor (spare / (line + 2))), -1);

      if (rows > 0)
        self->plot.height -= rows * (line + 2) + HR_TIMELINE_GAP;
    }
  self->plot.height = MAX (1, floor (self->plot.height));
  if (step_names_fit (self))
    self->plot.height -= line;
  set_top (self);
  place_left_edge (self);
}

static GArray *
list_phases (const HrTimeline *self)
{
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (PhaseRun));

  for (guint i = 0; i < self->n_steps; i++)
    {
      PhaseRun run = { .first = i, .end = i + 1, .phase = self->steps[i].phase };

      if (runs->len > 0 && g_array_index (runs, PhaseRun, runs->len - 1).phase == run.phase)
        g_array_index (runs, PhaseRun, runs->len - 1).end = i + 1;
      else
        g_array_append_val (runs, run);
    }
  return runs;
}

/* Shades the backward pass, and draws a line where a phase begins. */
static void
add_shades (HrTimeline *self, GArray *phases)
{
  double bottom = self->plot.y + self->plot.height;

  for (guint i = 0; i < phases->len; i++)
    {
      const PhaseRun *run = &g_array_index (phases, PhaseRun, i);
      double left = hr_timeline_get_step_column (self, run->first)->left;
      double right = hr_timeline_get_step_column (self, run->end - 1)->right;
      HrRect rect = { left, self->plot.y, right - left, self->plot.height };

      if (run->phase == HR_PHASE_BACKWARD)
        hr_scene_add_rect (self->scene, &rect, &self->scene->style.shade)->title
            = g_strdup (hr_phase_get_title (run->phase));
      if (i > 0)
        hr_scene_add_vline (self->scene, left, self->plot.y, bottom, &self->scene->style.grid);
    }
}

static void
add_grid (HrTimeline *self)
{
  HrAxis axis = hr_axis_new (self->top_bytes, get_max_ticks (self));
  double line = get_line (self);

  for (guint i = 0; i < axis.n_ticks; i++)
    {
      g_autofree char *text = hr_axis_dup_label (&axis, i);
      double y = hr_timeline_get_y (self, (double) axis.step_bytes * i);
      double width = hr_scene_measure (self->scene, HR_TEXT_NORMAL, text);
      HrRect box = { self->plot.x - HR_TIMELINE_GAP - width, y - line / 2, width, line };

      if (box.y < self->plot.y - HR_TIMELINE_GAP) /* it would stand beside the peak's label */
        break;
      hr_scene_add_hline (self->scene, self->plot.x, self->plot.x + self->plot.width, y, &self->scene->style.grid);
      if (hr_scene_is_free (self->scene, &box))
        hr_scene_add_label (self->scene, HR_TEXT_NORMAL, text, box.x, box.y, &self->scene->style.dim);
    }
}

/* What lies behind the bands: shaded phases and the grid. */
void
hr_timeline_add_backdrop (HrTimeline *self)
{
  g_autoptr (GArray) phases = list_phases (self);

  add_shades (self, phases);
  add_grid (self);
}

static void
add_step_names (HrTimeline *self, double y)
{
  for (guint i = 0; i < self->n_steps; i++)
    {
      const HrColumn *column = hr_timeline_get_step_column (self, i);
      const char *name = hr_timeline_get_step_name (self, i);

      if (self->steps[i].layer < 0) /* its phase says the same */
        continue;
      double width = hr_scene_measure (self->scene, HR_TEXT_NORMAL, name);

      hr_scene_add_label (self->scene, HR_TEXT_NORMAL, name, (column->left + column->right - width) / 2, y,
                          &self->scene->style.dim);
    }
}

/* Drops the narrowest phases' labels until the others fit side by side. */
static void
drop_phases (GArray *runs, double room)
{
  for (;;)
    {
      double needed = -2 * HR_TIMELINE_GAP;
      guint narrowest = 0;

      for (guint i = 0; i < runs->len; i++)
        {
          const PhaseRun *run = &g_array_index (runs, PhaseRun, i);
          const PhaseRun *least = &g_array_index (runs, PhaseRun, narrowest);

          needed += run->width + 2 * HR_TIMELINE_GAP;
          if (run->end - run->first < least->end - least->first)
            narrowest = i;
        }
      if (needed <= room || runs->len == 0)
        return;
      g_array_remove_index (runs, narrowest);
    }
}

/* Each label goes below the middle of its phase; where two would meet, the left one gives way to the left. */
static void
place_phases (HrTimeline *self, GArray *runs)
{
  double left = self->plot.x, right = self->plot.x + self->plot.width;

  for (guint i = 0; i < runs->len; i++)
    {
      PhaseRun *run = &g_array_index (runs, PhaseRun, i);
      double middle = (hr_timeline_get_step_column (self, run->first)->left
                       + hr_timeline_get_step_column (self, run->end - 1)->right)
                      / 2;

      run->width = hr_scene_measure (self->scene, HR_TEXT_NORMAL, hr_phase_get_title (run->phase));
      run->x = middle - run->width / 2;
    }
  drop_phases (runs, right - left);
  for (guint i = 0; i < runs->len; i++)
    {
      PhaseRun *run = &g_array_index (runs, PhaseRun, i);
      run->x = MAX (run->x, left);
      left = run->x + run->width + 2 * HR_TIMELINE_GAP;
    }
  for (guint i = runs->len; i-- > 0;)
    {
      PhaseRun *run = &g_array_index (runs, PhaseRun, i);
      run->x = MIN (run->x, right - run->width);
      right = run->x - 2 * HR_TIMELINE_GAP;
    }
}

static void
add_phases (HrTimeline *self, double y)
{
  g_autoptr (GArray) runs = list_phases (self);

  for (guint i = 1; i < runs->len; i++)
    {
      double x = hr_timeline_get_step_column (self, g_array_index (runs, PhaseRun, i).first)->left;
      double bottom = self->plot.y + self->plot.height;

      hr_scene_add_vline (self->scene, x, bottom, bottom + ROW_GAP, &self->scene->style.dim);
    }
  place_phases (self, runs);
  for (guint i = 0; i < runs->len; i++)
    {
      const PhaseRun *run = &g_array_index (runs, PhaseRun, i);

      hr_scene_add_label (self->scene, HR_TEXT_NORMAL, hr_phase_get_title (run->phase), run->x, y,
                          &self->scene->style.foreground);
    }
}

static void
add_title (HrTimeline *self)
{
  g_autofree char *text
      = hr_scene_ellipsize (self->scene, HR_TEXT_TITLE, self->title, self->scene->width - 2 * HR_TIMELINE_PAD);

  if (text != NULL)
    hr_scene_add_label (self->scene, HR_TEXT_TITLE, text, HR_TIMELINE_PAD, HR_TIMELINE_PAD - 2,
                        &self->scene->style.foreground);
}

/* Base line, title, names of steps and phases, legend. */
void
hr_timeline_add_labels (HrTimeline *self)
{
  double bottom = self->plot.y + self->plot.height;
  double y = bottom + ROW_GAP;

  hr_scene_add_hline (self->scene, self->plot.x, self->plot.x + self->plot.width, bottom, &self->scene->style.dim);
  if (self->title != NULL)
    add_title (self);
  if (self->n_steps > 0 && step_names_fit (self))
    {
      add_step_names (self, y);
      y += get_line (self);
    }
  add_phases (self, y);
  y += get_line (self) + HR_TIMELINE_GAP;
  if (self->spec.legend)
    {
      double room = self->scene->height - HR_TIMELINE_PAD - y;
      hr_timeline_add_legend (self, (guint) MAX (0, floor (room / (get_line (self) + 2) + 0.01)), y);
    }
}
