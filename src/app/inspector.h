/* inspector.h: the side of the window that tells of the selected layers, or of the network. */
#pragma once

#include <adwaita.h>

#include "document.h"

G_BEGIN_DECLS

#define HR_TYPE_INSPECTOR (hr_inspector_get_type ())
G_DECLARE_FINAL_TYPE (HrInspector, hr_inspector, HR, INSPECTOR, AdwBin)

/* Takes a reference. */
void hr_inspector_set_document (HrInspector *self, HrDocument *document);

/* Moves the focus to the first control. */
void hr_inspector_focus (HrInspector *self);

G_END_DECLS
