/* options.h: what follows a command: its arguments, its own options, --format, and those of an estimate. */
#pragma once

#include "../core/analysis.h"
#include "command.h"

G_BEGIN_DECLS

#define HR_CLI_MAX_SETTINGS 8

typedef struct
{
  char **arguments; /* owned: file and what follows it */
  guint n_arguments;
  char *format;                        /* owned; never NULL after hr_cli_parse() */
  char *settings[HR_CLI_MAX_SETTINGS]; /* owned: texts of the estimate's options, NULL where not given */
} HrCliOptions;

/* Reads the command line of a command; own are its own options, ended by a row of NULL, or NULL. FALSE when the command
 * ends here with *status: help was asked for, or something is wrong, which it has said. */
gboolean hr_cli_parse (HrCliOptions *self, const HrCommand *command, const GOptionEntry *own, int argc, char **argv,
                       HrExit *status);
void hr_cli_options_clear (HrCliOptions *self);
gboolean hr_cli_wants_json (const HrCliOptions *self);

/* Opens the file that the first argument names, with the options' settings. NULL when it cannot be used, which it has
 * said. */
HrProject *hr_cli_load (const HrCliOptions *self);

/* The same, and estimates it. */
HrAnalysis *hr_cli_analyse (const HrCliOptions *self);

/* Says on standard error what is wrong with the network, one line per problem; notes are none. */
void hr_cli_print_diagnostics (const HrCliOptions *self, const HrAnalysis *analysis);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HrCliOptions, hr_cli_options_clear)

G_END_DECLS
