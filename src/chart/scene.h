/* scene.h: what a chart's layout consists of: filled and stroked outlines, and labels with their measured boxes. The
 * drawing on cairo_t and the SVG writer both walk over it. */
#pragma once

#include <cairo.h>
#include <pango/pango.h>

#include "style.h"

G_BEGIN_DECLS

typedef struct
{
  double x, y;
} HrPoint;

typedef struct
{
  double x, y, width, height;
} HrRect;

/* An outline. A colour with alpha 0 is not painted. */
typedef struct
{
  guint first_point, n_points; /* into the scene's points; of a dot the only point is its centre */
  double radius;               /* > 0: a dot, or of a rectangle the radius of its corners */
  gboolean closed;
  HrColor fill, stroke;
  double stroke_width;
  double dash; /* length of dashes and gaps; 0: solid */
  char *title; /* owned, or NULL: what it stands for */
} HrMark;

typedef enum
{
  HR_TEXT_NORMAL,
  HR_TEXT_STRONG,
  HR_TEXT_TITLE,
  HR_N_TEXT_ROLES,
} HrTextRole;

typedef struct
{
  char *text; /* owned */
  HrTextRole role;
  HrRect box;      /* as measured */
  double baseline; /* from the top of the box */
  HrColor color;
  HrColor plate; /* behind the text; alpha 0: none */
} HrLabel;

typedef struct
{
  double width, height;
  HrChartStyle style;
  GArray *points;                        /* owned: HrPoint */
  GArray *marks;                         /* owned: HrMark */
  GArray *labels;                        /* owned: HrLabel */
  PangoLayout *layouts[HR_N_TEXT_ROLES]; /* owned: for measuring, only while the scene is built */
} HrScene;

HrScene *hr_scene_new (double width, double height, const HrChartStyle *style);
void hr_scene_free (HrScene *self);

/* Ends the building: what only measuring needs is released. */
void hr_scene_finish (HrScene *self);

/* Begins a mark; points are added to the last mark. Borrowed until the next one is added. */
HrMark *hr_scene_add_mark (HrScene *self);
void hr_scene_add_point (HrScene *self, double x, double y);
HrMark *hr_scene_add_rect (HrScene *self, const HrRect *rect, const HrColor *fill);

/* A line one unit wide that fills whole pixels: through the middle of the pixel that begins at the given place. */
HrMark *hr_scene_add_hline (HrScene *self, double x1, double x2, double y, const HrColor *color);
HrMark *hr_scene_add_vline (HrScene *self, double x, double y1, double y2, const HrColor *color);

/* Width of the text; height of a line of text. */
double hr_scene_measure (HrScene *self, HrTextRole role, const char *text);
double hr_scene_get_line_height (HrScene *self, HrTextRole role);

/* The text, shortened with an ellipsis to at most width; NULL when not even one letter fits. Owned by the caller. */
char *hr_scene_ellipsize (HrScene *self, HrTextRole role, const char *text, double width);

/* Adds a label with its top left corner at x, y. Borrowed until the next one is added. */
HrLabel *hr_scene_add_label (HrScene *self, HrTextRole role, const char *text, double x, double y,
                             const HrColor *color);

/* Whether a box lies within the scene and meets no label. */
gboolean hr_scene_is_free (const HrScene *self, const HrRect *box);

gboolean hr_rect_overlaps (const HrRect *a, const HrRect *b);

/* A description of the font for a role. Owned by the caller. */
PangoFontDescription *hr_scene_dup_font (const HrScene *self, HrTextRole role);
double hr_scene_get_font_size (const HrScene *self, HrTextRole role);

void hr_scene_draw (const HrScene *self, cairo_t *cr);

/* The scene as an SVG document. Owned by the caller. */
GString *hr_scene_to_svg (const HrScene *self, const char *title, const char *description);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrScene, hr_scene_free)

G_END_DECLS
