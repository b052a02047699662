#include "timeline-private.h"

#include <glib/gi18n-lib.h>

#define SWATCH 10.0
#define SWATCH_GAP 5.0
#define ITEM_GAP 16.0

typedef struct
{
  const char *title;    /* borrowed */
  const HrColor *color; /* borrowed; NULL: no swatch */
} Item;

/* Where the next item goes. */
typedef struct
{
  double x;
  guint row;
} Pen;

static void
append_category (const HrTimeline *self, GArray *items, HrCategory category)
{
  Item item = { hr_category_get_title (category), &self->scene->style.categories[category] };
  g_array_append_val (items, item);
}

static GArray *
list_items (const HrTimeline *self)
{
  GArray *items = g_array_new (FALSE, FALSE, sizeof (Item));

  for (guint i = 0; i < self->bands->len; i++)
    {
      const HrBand *band = g_ptr_array_index (self->bands, i);
      Item item = { band->title, &band->color };

      if (band->listed)
        g_array_append_val (items, item);
    }
  for (guint i = 0; self->arena != NULL && i < HR_N_CATEGORIES; i++)
    for (guint j = 0; j < self->n_blocks; j++)
      if (self->blocks[j].category == i && !self->blocks[j].persistent)
        {
          append_category (self, items, i);
          break;
        }
  return items;
}

/* Adds one item at the pen, on the next row where the row is full; with y < 0 only moves the pen. */
static void
add_item (HrTimeline *self, const Item *item, Pen *pen, double y)
{
  double left = self->plot.x, right = self->scene->width - HR_TIMELINE_PAD;
  double indent = item->color != NULL ? SWATCH + SWATCH_GAP : 0;
  double line = hr_scene_get_line_height (self->scene, HR_TEXT_NORMAL);
  g_autofree char *text = hr_scene_ellipsize (self->scene, HR_TEXT_NORMAL, item->title, right - left - indent);

  if (text == NULL)
    return;

  double width = indent + hr_scene_measure (self->scene, HR_TEXT_NORMAL, text);
  if (pen->x > left && pen->x + width > right)
    {
      pen->x = left;
      pen->row++;
    }
  if (y >= 0)
    {
      double top = y + pen->row * (line + 2);
      HrRect swatch = { pen->x, top + (line - SWATCH) / 2, SWATCH, SWATCH };

      if (item->color != NULL)
        hr_scene_add_rect (self->scene, &swatch, item->color)->radius = 2;
      hr_scene_add_label (self->scene, HR_TEXT_NORMAL, text, pen->x + indent, top, &self->scene->style.foreground);
    }
  pen->x += width + ITEM_GAP;
}

/* Places the first n_shown items and, where some are left out, how many. Returns the rows taken. */
static guint
add_items (HrTimeline *self, GArray *items, guint n_shown, double y)
{
  Pen pen = { .x = self->plot.x };

  for (guint i = 0; i < n_shown; i++)
    add_item (self, &g_array_index (items, Item, i), &pen, y);
  if (n_shown < items->len)
    {
      g_autofree char *more = g_strdup_printf (_ ("+%u more"), items->len - n_shown);
      Item rest = { more, NULL };
      add_item (self, &rest, &pen, y);
    }
  return pen.row + 1;
}

guint
hr_timeline_add_legend (HrTimeline *self, guint max_rows, double y)
{
  g_autoptr (GArray) items = list_items (self);
  guint n_shown = items->len, rows = 0;

  if (max_rows == 0 || items->len == 0)
    return 0;
  for (;; n_shown--)
    {
      rows = add_items (self, items, n_shown, -1);
      if (rows <= max_rows || n_shown == 0)
        break;
    }
  if (rows > max_rows)
    return 0;
  if (y >= 0)
    add_items (self, items, n_shown, y);
  return rows;
}
