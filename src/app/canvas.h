/* canvas.h: the network as boxes and wires, to look at and to edit. */
#pragma once

#include <gtk/gtk.h>

#include "document.h"

G_BEGIN_DECLS

#define HR_TYPE_CANVAS (hr_canvas_get_type ())

/* Scrolls by itself: put it into a GtkScrolledWindow. Properties: "document", "zoom" (1.0 is 100 %).
 * Signals: "edit-parameters" (the person wants to edit what is selected). */
G_DECLARE_FINAL_TYPE (HrCanvas, hr_canvas, HR, CANVAS, GtkWidget)

GtkWidget *hr_canvas_new (void);

/* Shows document (a reference is taken, may be NULL), all of it in view. */
void hr_canvas_set_document (HrCanvas *self, HrDocument *document);

/* Clamped to 0.1…4; the middle of the view stays where it is. */
void hr_canvas_set_zoom (HrCanvas *self, double zoom);
double hr_canvas_get_zoom (HrCanvas *self);
void hr_canvas_zoom_in (HrCanvas *self);
void hr_canvas_zoom_out (HrCanvas *self);

/* The whole network in view, at 100 % at most; at once, or as soon as the canvas has a size and the boxes have places. */
void hr_canvas_fit_all (HrCanvas *self);

/* Scrolls as little as needed to have the layer's box in view. */
void hr_canvas_scroll_to (HrCanvas *self, const char *id);

/* Adds a layer of the kind after the selected one, connected to it where the kind takes an input, and selects it. */
void hr_canvas_append_kind (HrCanvas *self, const HrOp *op);

/* Gives every layer its automatic place, as one step to undo. Runs in a worker. */
void hr_canvas_auto_layout (HrCanvas *self);

/* Removes the selected layers; what fed a removed layer feeds its consumers. */
void hr_canvas_delete_selection (HrCanvas *self);
void hr_canvas_select_all (HrCanvas *self);

/* What a drag from the palette carries: a layer kind (boxed; the HrOp is static). */
#define HR_TYPE_KIND (hr_kind_get_type ())
GType hr_kind_get_type (void);

G_END_DECLS
