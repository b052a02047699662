/* figure-row.h: a row of a boxed list that shows one figure. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define HR_TYPE_FIGURE_ROW (hr_figure_row_get_type ())
G_DECLARE_FINAL_TYPE (HrFigureRow, hr_figure_row, HR, FIGURE_ROW, AdwActionRow)

/* title is translated. */
GtkWidget *hr_figure_row_new (const char *title);

/* Shows value; exact (may be NULL) is its tooltip. Without a value the row is hidden. */
void hr_figure_row_set_value (HrFigureRow *self, const char *value, const char *exact);

/* Shows a size with its exact bytes as the tooltip; hidden when bytes is negative. */
void hr_figure_row_set_bytes (HrFigureRow *self, gint64 bytes);

G_END_DECLS
