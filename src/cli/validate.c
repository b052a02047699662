#include <glib/gi18n-lib.h>
#include <signal.h>

#include "../gpu/gpu.h"
#include "options.h"
#include "output.h"
#include "validate-output.h"

/* What a signal cancels. */
static HrCancel *cancel;

/* Only sets a flag. A second signal ends the program. */
static void
on_signal (int number)
{
  hr_cancel_cancel (cancel);
}

static void
catch_signals (void)
{
  struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESETHAND };

  sigaction (SIGINT, &action, NULL);
  sigaction (SIGTERM, &action, NULL);
}

static void
on_message (const char *text, gpointer user_data)
{
  hr_cli_error ("%s", text);
}

/* The estimate of the run, whatever execution model the project names. */
static HrAnalysis *
analyse (const HrCliOptions *options)
{
  g_autoptr (HrProject) project = hr_cli_load (options);

  if (project == NULL)
    return NULL;

  HrSettings settings = *hr_project_get_settings (project);
  settings.execution = hr_execution_find ("vulkan");
  g_autoptr (HrProject) changed = hr_project_with_settings (project, &settings);
  return hr_analysis_new (changed, NULL);
}

static HrExit
get_exit (const HrGpuReport *report)
{
  switch (report->verdict)
    {
    case HR_GPU_FITS:
      return report->n_messages == 0 ? HR_EXIT_DONE : HR_EXIT_NO;
    case HR_GPU_DOES_NOT_FIT:
    case HR_GPU_DIFFERS:
    case HR_GPU_DEVICE_LOST:
      return HR_EXIT_NO;
    default:
      return HR_EXIT_FAILED;
    }
}

/* Says on standard error why there is no answer. */
static void
explain_failure (const HrCliOptions *options, const HrAnalysis *analysis, const HrGpuReport *report)
{
  if (report->verdict != HR_GPU_UNAVAILABLE)
    return;
  if (report->mode == HR_MODE_TRAINING)
    hr_cli_error ("%s %s", report->message, _ ("Its forward run is validated with --mode inference."));
  else
    {
      hr_cli_print_diagnostics (options, analysis);
      hr_cli_error ("%s", report->message);
    }
}

static HrExit
run_validate (int argc, char **argv)
{
  g_auto (HrCliOptions) options = { 0 };
  g_autofree char *device = NULL;
  gboolean check = FALSE;
  const GOptionEntry entries[] = {
    { "device", 0, 0, G_OPTION_ARG_FILENAME, &device, N_ ("The Vulkan device to run on, by number, name or UUID"),
      "N|NAME|UUID" },
    { "check", 0, 0, G_OPTION_ARG_NONE, &check, N_ ("Run under Khronos' validation layer"), NULL },
    { NULL },
  };
  HrExit status;

  if (!hr_cli_parse (&options, &hr_command_validate, entries, argc, argv, &status))
    return status;

  g_autoptr (HrAnalysis) analysis = analyse (&options);
  if (analysis == NULL)
    return HR_EXIT_FAILED;
  HrGpuOptions gpu_options = {
    .device = device, .check = check, .progress = hr_cli_find_validation_output (options.format), .message = on_message
  };
  cancel = hr_cancel_new ();
  catch_signals ();
  g_autoptr (HrGpuReport) report = hr_gpu_validate (analysis, &gpu_options, cancel);
  explain_failure (&options, analysis, report);
  return get_exit (report);
}

const HrCommand hr_command_validate = {
  .name = "validate",
  .arguments = "FILE",
  .summary = N_ ("Runs the network's convolutions on a Vulkan device: predicted and measured bytes, values, time"),
  .min_arguments = 1,
  .max_arguments = 1,
  .estimates = TRUE,
  .formats = "text|json|jsonl",
  .run = run_validate,
};
