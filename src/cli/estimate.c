#include "../io/report.h"

#include <glib/gi18n-lib.h>

#include "options.h"
#include "output.h"

static HrExit
run_estimate (int argc, char **argv)
{
  g_auto (HrCliOptions) options = { 0 };
  HrExit status;

  if (!hr_cli_parse (&options, &hr_command_estimate, NULL, argc, argv, &status))
    return status;

  g_autoptr (HrAnalysis) analysis = hr_cli_analyse (&options);
  if (analysis == NULL)
    return HR_EXIT_FAILED;

  g_autofree char *text = hr_report_format_find (options.format)->write (analysis);
  hr_cli_print ("%s", text);
  return HR_EXIT_DONE;
}

const HrCommand hr_command_estimate = {
  .name = "estimate",
  .arguments = "FILE",
  .summary = N_ ("Table of the layers and totals: shapes, parameters, multiply-adds, memory, peak"),
  .min_arguments = 1,
  .max_arguments = 1,
  .estimates = TRUE,
  .formats = "text|json|csv|markdown",
  .run = run_estimate,
};
