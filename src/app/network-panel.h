/* network-panel.h: the inspector of the whole network: settings, totals, problems, working. */
#pragma once

#include <adwaita.h>

#include "document.h"

G_BEGIN_DECLS

#define HR_TYPE_NETWORK_PANEL (hr_network_panel_get_type ())
G_DECLARE_FINAL_TYPE (HrNetworkPanel, hr_network_panel, HR, NETWORK_PANEL, GtkBox)

/* Takes a reference. */
void hr_network_panel_set_document (HrNetworkPanel *self, HrDocument *document);

G_END_DECLS
