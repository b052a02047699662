/* problem-list.h: what is wrong with the network; a click shows the layer. */
#pragma once

#include <adwaita.h>

#include "document.h"

G_BEGIN_DECLS

#define HR_TYPE_PROBLEM_LIST (hr_problem_list_get_type ())

/* A titled boxed list; hidden while there is no problem. */
G_DECLARE_FINAL_TYPE (HrProblemList, hr_problem_list, HR, PROBLEM_LIST, AdwBin)

/* Shows the diagnostics of analysis (may be NULL) about the layers with these ids, or all of them when ids is NULL. */
void hr_problem_list_set (HrProblemList *self, HrAnalysis *analysis, const char *const *ids);

G_END_DECLS
