/* validate-page.h: running the network on a Vulkan device, and what came of it. */
#pragma once

#include <adwaita.h>

#include "device-list.h"
#include "document.h"

G_BEGIN_DECLS

#define HR_TYPE_VALIDATE_PAGE (hr_validate_page_get_type ())
G_DECLARE_FINAL_TYPE (HrValidatePage, hr_validate_page, HR, VALIDATE_PAGE, AdwBin)

/* Takes references. A validation of the document before is cancelled. */
void hr_validate_page_set_document (HrValidatePage *self, HrDocument *document, HrDeviceList *devices);

/* Validates the current state on the chosen device, unless a validation runs already. */
void hr_validate_page_start (HrValidatePage *self);

G_END_DECLS
