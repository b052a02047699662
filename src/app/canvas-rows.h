/* canvas-rows.h: second half of the automatic layout: columns broken into rows, as words are into lines. */
#pragma once

#include "canvas-columns.h"
#include "../core/project.h"

G_BEGIN_DECLS

typedef struct _HrRows HrRows;

/* Rows for the members of a connected piece in their lanes. The width is the one at which the whole piece can be seen
 * largest; rows end where few wires cross. */
HrRows *hr_rows_new (const HrColumns *columns, const GArray *members, const int *lanes);
void hr_rows_free (HrRows *self);

/* Canvas position of a lane of a column; the first row begins at 0, 0. */
HrPosition hr_rows_get_position (const HrRows *self, guint column, int lane);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrRows, hr_rows_free)

G_END_DECLS
