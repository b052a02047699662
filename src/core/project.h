/* project.h: everything a file holds, as one immutable, reference-counted value. */
#pragma once

#include "graph.h"
#include "settings.h"

G_BEGIN_DECLS

/* Position of a layer's box on the canvas, in canvas units (1 unit = 1 pixel at 100 %). Integers keep files canonical. */
typedef struct
{
  gint32 x, y;
} HrPosition;

typedef struct _HrProject HrProject;

HrProject *hr_project_new (const char *title, HrGraph *graph, const HrSettings *settings); /* takes references/copies */
HrProject *hr_project_new_empty (void);
HrProject *hr_project_ref (HrProject *self);
void hr_project_unref (HrProject *self);

const char *hr_project_get_title (const HrProject *self);       /* never NULL */
const char *hr_project_get_description (const HrProject *self); /* never NULL, may be empty */
HrGraph *hr_project_get_graph (const HrProject *self);          /* borrowed */
const HrSettings *hr_project_get_settings (const HrProject *self);
const char *hr_project_get_device (const HrProject *self); /* id of the device to fit, or NULL */

/* FALSE when the layer has no position yet. */
gboolean hr_project_get_position (const HrProject *self, const char *node_id, HrPosition *position);
guint hr_project_get_n_positions (const HrProject *self);

/* Each makes a new project that shares the rest. */
HrProject *hr_project_with_graph (const HrProject *self, HrGraph *graph); /* positions of removed nodes go */
HrProject *hr_project_with_settings (const HrProject *self, const HrSettings *settings);
HrProject *hr_project_with_title (const HrProject *self, const char *title);
HrProject *hr_project_with_description (const HrProject *self, const char *description);
HrProject *hr_project_with_device (const HrProject *self, const char *device_id);

/* Sets positions of n nodes; ids[i] gets positions[i]. */
HrProject *hr_project_with_positions (const HrProject *self, guint n, const char *const *ids,
                                      const HrPosition *positions);

/* Whether an estimate of one is that of the other: same graph and settings (by pointer and value). */
gboolean hr_project_same_estimate (const HrProject *a, const HrProject *b);

/* Whether both would be saved as the same bytes. */
gboolean hr_project_equal (const HrProject *a, const HrProject *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrProject, hr_project_unref)

G_END_DECLS
