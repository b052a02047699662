/* cli.h: the command line program, run as a child so that a driver's crash never takes the window along. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Starts `headroom-cli` with arguments (NULL-terminated, without the program's name): the one beside this program, else
 * the one on the path. Its standard output and error are pipes. */
GSubprocess *hr_cli_spawn (const char *const *arguments, GError **error);

G_END_DECLS
