/* working-list.h: the working of figures, each as a person would write it on paper. */
#pragma once

#include <adwaita.h>

#include "../core/explain.h"

G_BEGIN_DECLS

#define HR_TYPE_WORKING_LIST (hr_working_list_get_type ())

/* A titled boxed list; hidden while it is empty. */
G_DECLARE_FINAL_TYPE (HrWorkingList, hr_working_list, HR, WORKING_LIST, AdwBin)

/* Shows workings (of HrWorking; may be NULL: none). */
void hr_working_list_set (HrWorkingList *self, GPtrArray *workings);

G_END_DECLS
