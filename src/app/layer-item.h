/* layer-item.h: one row of the layer table. */
#pragma once

#include "document.h"

G_BEGIN_DECLS

#define HR_TYPE_LAYER_ITEM (hr_layer_item_get_type ())

/* Signal "changed": what a row shows is another. */
G_DECLARE_FINAL_TYPE (HrLayerItem, hr_layer_item, HR, LAYER_ITEM, GObject)

HrLayerItem *hr_layer_item_new (void);

/* Takes over what is known of the node; layer may be NULL. */
void hr_layer_item_update (HrLayerItem *self, const HrNode *node, const HrLayer *layer);

const char *hr_layer_item_get_id (HrLayerItem *self);     /* borrowed */
const char *hr_layer_item_get_name (HrLayerItem *self);   /* borrowed */
const char *hr_layer_item_get_kind (HrLayerItem *self);   /* static, translated */
const char *hr_layer_item_get_output (HrLayerItem *self); /* borrowed: "64 × 112 × 112", or "" */

typedef enum
{
  HR_LAYER_OUTPUT_BYTES,
  HR_LAYER_PARAMETERS,
  HR_LAYER_MULTIPLY_ADDS,
  HR_LAYER_KEPT_BYTES,
  HR_LAYER_N_FIGURES,
} HrLayerFigure;

/* −1 when it is not known. */
gint64 hr_layer_item_get_figure (HrLayerItem *self, HrLayerFigure figure);

G_END_DECLS
