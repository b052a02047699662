/* cli-test.h: runs the built headroom-cli as a child process. */
#pragma once

#include <glib.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef struct
{
  int status;   /* exit status */
  char *output; /* owned: standard output */
  char *errors; /* owned: standard error */
} CliRun;

/* Runs headroom-cli with these arguments, in the folder of the examples, in the locale "C.UTF-8". */
CliRun cli_run (const char *first, ...) G_GNUC_NULL_TERMINATED;

/* The same with an environment variable set. */
CliRun cli_run_with (const char *variable, const char *value, const char *first, ...) G_GNUC_NULL_TERMINATED;
void cli_run_clear (CliRun *self);

/* A path for a file in a new folder of its own; removes file and folder. */
char *cli_make_path (const char *name);
void cli_remove_path (const char *path);

/* The object that a run printed; fails the test when it did not end well or is no JSON object. */
JsonNode *cli_parse (const CliRun *run, int status);

/* An integer at a path of members and indices, such as "layers/0/outputs/0/bytes". */
gint64 cli_get_int (JsonNode *root, const char *path);
const char *cli_get_text (JsonNode *root, const char *path); /* borrowed */
JsonNode *cli_get_node (JsonNode *root, const char *path);   /* borrowed */

/* Fails unless the run ended with the status, wrote nothing to standard output and one line with text to standard error. */
void cli_assert_error (const CliRun *run, int status, const char *text);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliRun, cli_run_clear)

G_END_DECLS
