#include "canvas-rows.h"

#include "canvas-layout.h"

#define PITCH_X (HR_BOX_WIDTH + HR_BOX_GAP_X)
#define LANE_PITCH (HR_BOX_HEIGHT + 32)
#define MIN_WIDTH 4 /* columns of a row */
#define MAX_WIDTH 48

/* The view that a layout is made to fill. */
#define VIEW_WIDTH 960.0
#define VIEW_HEIGHT 540.0

typedef struct
{
  int top, bottom;  /* lanes in use */
  guint n_crossing; /* layers whose wires go on to the next column */
} Column;

struct _HrRows
{
  guint n_columns;
  Column *columns; /* owned */
  guint *row;      /* owned; of each column */
  guint *first;    /* owned; first column of each row */
  int *y;          /* owned; of each row's lane 0 */
  guint n_rows;
};

static void
measure_lanes (HrRows *self, const HrColumns *columns, const GArray *members, const int *lanes)
{
  for (guint i = 0; i < members->len; i++)
    {
      Column *column = &self->columns[columns->column[g_array_index (members, guint, i)]];

      column->top = MIN (column->top, lanes[i]);
      column->bottom = MAX (column->bottom, lanes[i]);
    }
}

/* Every layer counts once at each border that a wire of it crosses. */
static void
measure_crossings (HrRows *self, const HrColumns *columns, const GArray *members)
{
  g_autofree guint *last = g_new0 (guint, columns->n_nodes);

  for (guint i = 0; i < columns->edges->len; i++)
    {
      const HrEdge *edge = &g_array_index (columns->edges, HrEdge, i);

      last[edge->from] = MAX (last[edge->from], columns->column[edge->to]);
    }
  for (guint i = 0; i < members->len; i++)
    {
      guint node = g_array_index (members, guint, i);

      for (guint c = columns->column[node]; c < last[node]; c++)
        self->columns[c].n_crossing++;
    }
}

/* Wires that cross the end of a row beyond the one that must; a last row of one column looks lost. */
static double
get_break_cost (const HrRows *self, guint from, guint end)
{
  if (end < self->n_columns)
    return self->columns[end - 1].n_crossing - 1.0;
  return from > 0 && end - from == 1 ? 2.0 : 0;
}

/* Rows of at most `width` columns by dynamic programming; returns the total cost. start[c] is where the row ending before c
 * starts. */
static double
break_rows (const HrRows *self, guint width, guint *start)
{
  g_autofree double *best = g_new (double, self->n_columns + 1);

  best[0] = 0;
  for (guint end = 1; end <= self->n_columns; end++)
    {
      best[end] = G_MAXDOUBLE;
      for (guint from = end > width ? end - width : 0; from < end; from++)
        {
          double slack = end < self->n_columns ? (width - (end - from)) / (double) width : 0;
          double cost = best[from] + 4 * slack * slack + get_break_cost (self, from, end);

          if (cost < best[end])
            {
              best[end] = cost;
              start[end] = from;
            }
        }
    }
  return best[self->n_columns];
}

/* Writes rows from the breaks, and returns the height of all. */
static int
stack_rows (HrRows *self, const guint *start)
{
  int y = 0;

  self->n_rows = 0;
  for (guint end = self->n_columns; end > 0; end = start[end])
    self->first[self->n_rows++] = start[end];
  for (guint i = 0; i < self->n_rows / 2; i++)
    {
      guint other = self->first[self->n_rows - 1 - i];

      self->first[self->n_rows - 1 - i] = self->first[i];
      self->first[i] = other;
    }
  for (guint row = 0; row < self->n_rows; row++)
    {
      guint end = row + 1 < self->n_rows ? self->first[row + 1] : self->n_columns;
      int top = 0, bottom = 0;

      for (guint c = self->first[row]; c < end; c++)
        {
          top = MIN (top, self->columns[c].top);
          bottom = MAX (bottom, self->columns[c].bottom);
          self->row[c] = row;
        }
      self->y[row] = y - top * LANE_PITCH;
      y += (bottom - top) * LANE_PITCH + HR_BOX_HEIGHT + HR_BOX_GAP_Y;
    }
  return y - HR_BOX_GAP_Y;
}

static guint
get_widest_row (const HrRows *self)
{
  guint widest = 0;

  for (guint row = 0; row < self->n_rows; row++)
    widest = MAX (widest, (row + 1 < self->n_rows ? self->first[row + 1] : self->n_columns) - self->first[row]);
  return widest;
}

/* Larger is better: the zoom at which everything is in view, less for wires that leave a row for another. */
static double
judge_width (HrRows *self, guint width, guint *start)
{
  double cost = break_rows (self, width, start);
  double height = stack_rows (self, start);
  double zoom = MIN (VIEW_WIDTH / (get_widest_row (self) * PITCH_X), VIEW_HEIGHT / height);

  return MIN (zoom, 1.0) / (1 + 0.5 * cost / self->n_rows);
}

static void
choose_rows (HrRows *self)
{
  g_autofree guint *start = g_new0 (guint, self->n_columns + 1);
  double best = 0;
  guint best_width = MIN_WIDTH;

  for (guint width = MIN_WIDTH; width <= MAX_WIDTH; width++)
    {
      double quality = judge_width (self, width, start);

      if (quality > best)
        {
          best = quality;
          best_width = width;
        }
    }
  judge_width (self, best_width, start);
}

HrRows *
hr_rows_new (const HrColumns *columns, const GArray *members, const int *lanes)
{
  HrRows *self = g_new0 (HrRows, 1);

  for (guint i = 0; i < members->len; i++)
    self->n_columns = MAX (self->n_columns, columns->column[g_array_index (members, guint, i)] + 1);
  self->columns = g_new0 (Column, self->n_columns);
  self->row = g_new0 (guint, self->n_columns);
  self->first = g_new0 (guint, self->n_columns);
  self->y = g_new0 (int, self->n_columns);
  measure_lanes (self, columns, members, lanes);
  measure_crossings (self, columns, members);
  choose_rows (self);
  return self;
}

void
hr_rows_free (HrRows *self)
{
  g_free (self->columns);
  g_free (self->row);
  g_free (self->first);
  g_free (self->y);
  g_free (self);
}

HrPosition
hr_rows_get_position (const HrRows *self, guint column, int lane)
{
  guint row = self->row[column];

  return (HrPosition){ (int) (column - self->first[row]) * PITCH_X, self->y[row] + lane * LANE_PITCH };
}
