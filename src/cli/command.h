/* command.h: the commands of headroom-cli, one const row each, in a file of their own. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  HR_EXIT_DONE = 0,
  HR_EXIT_NO = 1,     /* the answer is no */
  HR_EXIT_FAILED = 2, /* bad usage, or a file or device that cannot be used */
} HrExit;

typedef struct
{
  const char *name;      /* static: "estimate" */
  const char *arguments; /* static: "FILE [LAYER]", or NULL */
  const char *summary;   /* static, translatable: one sentence */
  guint min_arguments, max_arguments;
  gboolean estimates;                    /* takes the options of an estimate */
  const char *formats;                   /* static: what --format takes, "text|json" */
  HrExit (*run) (int argc, char **argv); /* argv[0] is the command's name */
} HrCommand;

extern const HrCommand hr_command_chart;
extern const HrCommand hr_command_check;
extern const HrCommand hr_command_devices;
extern const HrCommand hr_command_estimate;
extern const HrCommand hr_command_explain;
extern const HrCommand hr_command_fit;
extern const HrCommand hr_command_kinds;
extern const HrCommand hr_command_validate;

G_END_DECLS
