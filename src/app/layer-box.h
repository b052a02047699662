/* layer-box.h: the box of one layer on the canvas. */
#pragma once

#include <gtk/gtk.h>

#include "canvas-figures.h"

G_BEGIN_DECLS

#define HR_TYPE_LAYER_BOX (hr_layer_box_get_type ())
G_DECLARE_FINAL_TYPE (HrLayerBox, hr_layer_box, HR, LAYER_BOX, GtkWidget)

GtkWidget *hr_layer_box_new (void);

/* Shows a layer with its figures. Nothing is kept of either but the layer's id. */
void hr_layer_box_bind (HrLayerBox *self, const HrNode *node, const HrBoxFigures *figures);
const char *hr_layer_box_get_id (HrLayerBox *self); /* borrowed, or NULL */
void hr_layer_box_set_selected (HrLayerBox *self, gboolean selected);

/* "Convolution conv1, output 64 × 112 × 112": what assistive tools call a layer. Owned by the caller. */
char *hr_layer_box_dup_label (const HrNode *node, const HrBoxFigures *figures);

/* "7×7 / 2, 64" after the title: the second line of a box. Owned by the caller. */
char *hr_layer_box_dup_summary (const HrNode *node);

G_END_DECLS
