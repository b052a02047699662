/* param-rows.h: rows for a layer kind's parameters, made from its descriptor. */
#pragma once

#include "document.h"
#include "value-row.h"

G_BEGIN_DECLS

/* A row for a parameter. NULL stands for several values in hr_value_row_set_text(). */
HrValueRow *hr_param_row_new (const HrParam *param);

/* Shows the parameter of the layers with these ids, all of one kind: visible when it is in one of them. */
void hr_param_row_update (HrValueRow *row, const HrParam *param, HrGraph *graph, const char *const *ids);

/* Sets the parameter of all these layers as one step to undo; what is wrong is shown in the row, and nothing changes. */
void hr_param_row_apply (HrValueRow *row, const HrParam *param, HrDocument *document, const char *const *ids,
                         const char *text);

G_END_DECLS
