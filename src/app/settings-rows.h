/* settings-rows.h: rows for how the network is run. */
#pragma once

#include "document.h"
#include "value-row.h"

G_BEGIN_DECLS

/* A row for the setting with this key of hr_settings_get_keys(), or NULL for a key that has none. */
HrValueRow *hr_settings_row_new (const char *key);

/* Shows the setting; hidden where it has no effect. */
void hr_settings_row_update (HrValueRow *row, const char *key, const HrSettings *settings);

/* Sets it as one step to undo; what is wrong is shown in the row, and nothing changes. */
void hr_settings_row_apply (HrValueRow *row, const char *key, HrDocument *document, const char *text);

G_END_DECLS
