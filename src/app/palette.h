/* palette.h: the layer kinds by category, to search, to drag to the canvas, or to append by double click and Enter. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define HR_TYPE_PALETTE (hr_palette_get_type ())

/* Signal: "kind-activated" (HrPalette *, const char *kind_id). A dragged kind is an HR_TYPE_KIND (canvas.h). */
G_DECLARE_FINAL_TYPE (HrPalette, hr_palette, HR, PALETTE, GtkWidget)

GtkWidget *hr_palette_new (void);

/* Puts the keyboard into the search entry. */
void hr_palette_start_search (HrPalette *self);

G_END_DECLS
