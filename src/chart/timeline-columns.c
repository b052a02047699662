#include "timeline-private.h"

#include <math.h>

static guint
find_worst (const HrStep *steps, guint first, guint end)
{
  guint worst = first;

  for (guint i = first + 1; i < end; i++)
    if (steps[i].bytes > steps[worst].bytes)
      worst = i;
  return worst;
}

/* Divides the plot's width among the steps, edges on whole units, so that no edge is blurred. */
void
hr_timeline_make_columns (HrTimeline *self)
{
  guint width = MAX (1, (guint) self->plot.width);
  guint n_columns = MIN (self->n_steps, width);

  for (guint i = 0; i < n_columns; i++)
    {
      HrColumn column = {
        .left = self->plot.x + (double) ((guint64) width * i / n_columns),
        .right = self->plot.x + (double) ((guint64) width * (i + 1) / n_columns),
        .first = (guint) ((guint64) self->n_steps * i / n_columns),
        .end = (guint) ((guint64) self->n_steps * (i + 1) / n_columns),
      };

      column.worst = find_worst (self->steps, column.first, column.end);
      g_array_append_val (self->columns, column);
    }
}

/* The column at x, or NULL outside the plot. */
const HrColumn *
hr_timeline_find_column (const HrTimeline *self, double x)
{
  guint low = 0, high = self->columns->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const HrColumn *column = &g_array_index (self->columns, HrColumn, middle);

      if (x < column->left)
        high = middle;
      else if (x >= column->right)
        low = middle + 1;
      else
        return column;
    }
  return NULL;
}

/* The column that shows a step of the analysis. */
const HrColumn *
hr_timeline_get_step_column (const HrTimeline *self, guint step)
{
  guint low = 0, high = self->columns->len - 1;

  g_assert (step < self->n_steps);
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (step < g_array_index (self->columns, HrColumn, middle).end)
        high = middle;
      else
        low = middle + 1;
    }
  return &g_array_index (self->columns, HrColumn, low);
}

double
hr_timeline_get_y (const HrTimeline *self, double bytes)
{
  return self->plot.y + round (self->plot.height * (1.0 - bytes / self->top_bytes));
}
