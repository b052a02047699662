/* timeline-private.h: the parts of a timeline's layout. */
#pragma once

#include "../core/planner.h"
#include "axis.h"
#include "scene.h"
#include "timeline.h"

G_BEGIN_DECLS

/* A stretch of the time axis that is drawn as one: a step or, where steps are narrower than a pixel, all the steps that
 * fall on a pixel, of which the largest stands for all. */
typedef struct
{
  double left, right; /* whole units */
  guint first, end;   /* steps, end excluded */
  guint worst;        /* the first of the largest of them */
} HrColumn;

/* One band of the stack. */
typedef struct
{
  char *title; /* owned */
  HrColor color;
  int category;    /* −1: several */
  gboolean listed; /* in the legend */
  int block;       /* −1: several */
  double *values;  /* owned: bytes per column */
  double *marked;  /* owned: bytes of the selected layer in it, per column; NULL: none */
} HrBand;

/* The planned arena. What is there before and after the run has a place of its own and is left out. */
typedef struct
{
  double held_bytes; /* what is left out */
  HrPlan *plan;      /* owned; NULL when there is none */
  GArray *blocks;    /* owned: guint, the block of each of the plan's items */
} HrArena;

struct _HrTimeline
{
  gatomicrefcount ref_count;
  HrAnalysis *analysis; /* owned: a reference */
  HrTimelineSpec spec;  /* its pointers are those below */
  char *title;          /* owned, or NULL */
  char *capacity_label; /* owned, or NULL */
  char *description;    /* owned */

  const HrStep *steps; /* borrowed from the analysis, like the next two */
  guint n_steps;
  const HrBlock *blocks;
  guint n_blocks;
  const HrLayer *layers;
  const HrTotals *totals;

  HrScene *scene; /* owned */
  HrRect plot;
  double top_bytes; /* what the plot's top stands for */
  GArray *columns;  /* owned: HrColumn, from left to right */
  GPtrArray *bands; /* owned: HrBand, from the bottom up; empty in the arena view */
  HrArena *arena;   /* owned; NULL in the other views */
};

/* timeline-columns.c */
void hr_timeline_make_columns (HrTimeline *self);
const HrColumn *hr_timeline_find_column (const HrTimeline *self, double x);
const HrColumn *hr_timeline_get_step_column (const HrTimeline *self, guint step);
double hr_timeline_get_y (const HrTimeline *self, double bytes); /* whole units */

/* timeline-bands.c: which bands there are is known before the plot's place is, their values after. */
void hr_timeline_make_bands (HrTimeline *self);
void hr_timeline_fill_bands (HrTimeline *self);
void hr_timeline_add_bands (HrTimeline *self);
void hr_band_free (HrBand *self);

/* timeline-arena.c */
HrArena *hr_arena_new (const HrTimeline *timeline);
void hr_arena_free (HrArena *self);
double hr_arena_get_top (const HrArena *self);
void hr_timeline_add_arena (HrTimeline *self);
void hr_timeline_add_arena_labels (HrTimeline *self); /* last: they go where room is left */

/* timeline-frame.c: all around the bands. The first places the plot, the others add to the scene. */
void hr_timeline_place_plot (HrTimeline *self);
void hr_timeline_add_backdrop (HrTimeline *self);
void hr_timeline_add_labels (HrTimeline *self);

/* timeline-legend.c: rows of swatches and titles. Returns the rows that all of it, or as much as max_rows hold, takes;
 * adds nothing to the scene with y < 0. */
guint hr_timeline_add_legend (HrTimeline *self, guint max_rows, double y);

/* timeline-marks.c: selected layer, peak, capacity. */
void hr_timeline_add_selection (HrTimeline *self);
double hr_timeline_get_capacity_in_view (const HrTimeline *self); /* 0: no line is drawn */
void hr_timeline_add_capacity (HrTimeline *self);
void hr_timeline_add_peak (HrTimeline *self);

/* timeline-text.c. Owned by the caller. */
char *hr_timeline_describe (const HrTimeline *self);
const char *hr_timeline_get_step_name (const HrTimeline *self, guint step); /* of its layer or phase; borrowed */

#define HR_TIMELINE_PAD 10.0
#define HR_TIMELINE_GAP 6.0

G_END_DECLS
