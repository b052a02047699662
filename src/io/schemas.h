/* schemas.h: the RelaxNG schemas of data/, built into the program. */
#pragma once

extern const char hr_project_schema[]; /* data/project.rng */
extern const char hr_devices_schema[]; /* data/devices.rng */
