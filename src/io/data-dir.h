/* data-dir.h: where the program's data files lie. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Path of a data file ("examples/lenet.headroom"): in the folder that HEADROOM_DATA_DIR names, or where it is installed.
 * Owned by the caller. */
char *hr_data_dir_build_path (const char *name);

G_END_DECLS
