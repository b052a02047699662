/* embedded.h: files of data/ that are built into the program, so that they are never missing. */
#pragma once

extern const char hr_project_schema[]; /* project.rng */
extern const char hr_devices_schema[]; /* devices.rng */
extern const char hr_devices_list[];   /* devices.xml */
