/* output.h: what the commands say. Figures go to standard output, problems to standard error, one a line. All text is
 * UTF-8, whatever the locale. */
#pragma once

#include <glib.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

void hr_cli_print (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* Prints "headroom-cli: sentence" as one line. */
void hr_cli_error (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* Prints text as one line: for messages that begin with the file's name. */
void hr_cli_problem (const char *text);

/* Ends the output. FALSE when not all of it could be written; it has said so then. */
gboolean hr_cli_flush (void);

/* Prints what was built, indented, and frees the builder. */
void hr_cli_print_json (JsonBuilder *builder);

/* The same on one line. */
void hr_cli_print_json_line (JsonBuilder *builder);

/* Members of the object being built. A NULL text is null. */
void hr_cli_json_text (JsonBuilder *builder, const char *name, const char *value);
void hr_cli_json_int (JsonBuilder *builder, const char *name, gint64 value);
void hr_cli_json_real (JsonBuilder *builder, const char *name, double value);
void hr_cli_json_bool (JsonBuilder *builder, const char *name, gboolean value);
void hr_cli_json_null (JsonBuilder *builder, const char *name);

G_END_DECLS
