/* layer-table.h: every layer a row, sortable by any figure: the route for keyboards and screen readers. */
#pragma once

#include <adwaita.h>

#include "document.h"

G_BEGIN_DECLS

#define HR_TYPE_LAYER_TABLE (hr_layer_table_get_type ())
G_DECLARE_FINAL_TYPE (HrLayerTable, hr_layer_table, HR, LAYER_TABLE, AdwBin)

/* Takes a reference; the selection is linked both ways. */
void hr_layer_table_set_document (HrLayerTable *self, HrDocument *document);

G_END_DECLS
