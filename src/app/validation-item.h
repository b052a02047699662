/* validation-item.h: one layer that was run on a device, and the columns that show it. */
#pragma once

#include <gtk/gtk.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

#define HR_TYPE_VALIDATION_ITEM (hr_validation_item_get_type ())
G_DECLARE_FINAL_TYPE (HrValidationItem, hr_validation_item, HR, VALIDATION_ITEM, GObject)

/* From a layer as `headroom-cli validate` writes it. */
HrValidationItem *hr_validation_item_new (JsonObject *layer);

/* Id of the layer. Borrowed. */
const char *hr_validation_item_get_id (HrValidationItem *self);

/* Adds the columns to a view over these items. */
void hr_validation_columns_add (GtkColumnView *view);

G_END_DECLS
