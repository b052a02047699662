#include <glib/gi18n-lib.h>

#include "../core/text.h"
#include "../io/importer.h"
#include "../io/project-file.h"
#include "options.h"
#include "output.h"

static const char *
get_severity_id (HrSeverity severity)
{
  static const char *const ids[] = { "note", "warning", "error" };

  return ids[severity];
}

static void
add_problem (JsonBuilder *builder, const char *severity, const char *code, const char *layer, const char *message)
{
  json_builder_begin_object (builder);
  hr_cli_json_text (builder, "severity", severity);
  hr_cli_json_text (builder, "code", code);
  hr_cli_json_text (builder, "layer", layer);
  hr_cli_json_text (builder, "message", message);
  json_builder_end_object (builder);
}

static JsonBuilder *
begin_json (const HrCliOptions *options)
{
  JsonBuilder *builder = json_builder_new ();

  json_builder_begin_object (builder);
  hr_cli_json_text (builder, "file", options->arguments[0]);
  json_builder_set_member_name (builder, "problems");
  json_builder_begin_array (builder);
  return builder;
}

static void
end_json (JsonBuilder *builder)
{
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  hr_cli_print_json (builder);
}

/* A file that was read, but is not right: that is what the command was asked. One that cannot be read at all is not. */
static HrExit
report_file (const HrCliOptions *options, const GError *error)
{
  if (error->domain != HR_PROJECT_ERROR || error->code == HR_PROJECT_ERROR_READ)
    {
      hr_cli_problem (error->message);
      return HR_EXIT_FAILED;
    }
  if (hr_cli_wants_json (options))
    {
      JsonBuilder *builder = begin_json (options);

      add_problem (builder, "error", "file", NULL, error->message);
      end_json (builder);
    }
  else
    {
      g_autofree char *line = hr_text_to_line (error->message);
      hr_cli_print ("%s\n", line);
    }
  return HR_EXIT_NO;
}

static HrExit
report_network (const HrCliOptions *options, HrProject *project)
{
  g_autoptr (HrAnalysis) analysis = hr_analysis_new (project, NULL);
  guint n_diagnostics, n_problems = 0;
  const HrDiagnostic *diagnostics = hr_analysis_get_diagnostics (analysis, &n_diagnostics);
  JsonBuilder *builder = hr_cli_wants_json (options) ? begin_json (options) : NULL;

  for (guint i = 0; i < n_diagnostics; i++)
    {
      const HrDiagnostic *diagnostic = &diagnostics[i];
      const char *severity = get_severity_id (diagnostic->severity);

      if (diagnostic->severity > HR_SEVERITY_NOTE)
        n_problems++;
      if (builder != NULL)
        add_problem (builder, severity, diagnostic->code, diagnostic->node_id, diagnostic->message);
      else
        hr_cli_print ("%s: %s: %s\n", options->arguments[0], severity, diagnostic->message);
    }
  if (builder != NULL)
    end_json (builder);
  return n_problems > 0 ? HR_EXIT_NO : HR_EXIT_DONE;
}

static HrExit
run_check (int argc, char **argv)
{
  g_auto (HrCliOptions) options = { 0 };
  g_autoptr (GError) error = NULL;
  HrExit status;

  if (!hr_cli_parse (&options, &hr_command_check, NULL, argc, argv, &status))
    return status;

  g_autoptr (HrProject) project = hr_import (options.arguments[0], &error);
  return project != NULL ? report_network (&options, project) : report_file (&options, error);
}

const HrCommand hr_command_check = {
  .name = "check",
  .arguments = "FILE",
  .summary = N_ ("Every problem of the file and of the network in it, with its place"),
  .min_arguments = 1,
  .max_arguments = 1,
  .formats = "text|json",
  .run = run_check,
};
