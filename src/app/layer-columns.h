/* layer-columns.h: the columns of the layer table. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Adds them to a view over HrLayerItem. */
void hr_layer_columns_add (GtkColumnView *view);

G_END_DECLS
