/* validation-runner.h: one validation of a project on a Vulkan device, in a child process. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "../core/project.h"

G_BEGIN_DECLS

#define HR_TYPE_VALIDATION_RUNNER (hr_validation_runner_get_type ())

/* Signals: "event" (JsonObject): a line that the child wrote, with its "event" ("device", "allocated", "layer",
 * "finished"); "ended" (string): it is over; the string says why it failed, or is NULL. After "ended" nothing follows. */
G_DECLARE_FINAL_TYPE (HrValidationRunner, hr_validation_runner, HR, VALIDATION_RUNNER, GObject)

/* Starts at once. device is an index, name or UUID, or NULL: the first one. */
HrValidationRunner *hr_validation_runner_new (HrProject *project, const char *device);

/* Asks the child to stop; "ended" follows soon. */
void hr_validation_runner_cancel (HrValidationRunner *self);

G_END_DECLS
