/* layer-panel.h: the inspector of the selected layers: parameters, memory, working. */
#pragma once

#include <adwaita.h>

#include "document.h"

G_BEGIN_DECLS

#define HR_TYPE_LAYER_PANEL (hr_layer_panel_get_type ())
G_DECLARE_FINAL_TYPE (HrLayerPanel, hr_layer_panel, HR, LAYER_PANEL, GtkBox)

/* Takes a reference; follows the document's selection from now on. */
void hr_layer_panel_set_document (HrLayerPanel *self, HrDocument *document);

G_END_DECLS
