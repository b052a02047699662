#include "options.h"

#include <glib/gi18n-lib.h>

#include "../io/importer.h"
#include "output.h"

/* One row per key of the settings. */
static const struct
{
  const char *key;
  const char *values; /* shown in the help */
  const char *help;
} settings_rows[] = {
  { "batch", "N", N_ ("Instances in a batch") },
  { "mode", "inference|training", N_ ("What is run") },
  { "optimizer", "sgd|sgd-momentum|rmsprop|adam", N_ ("Optimizer of the training") },
  { "step", "first|steady", N_ ("The first step of training, or a later one") },
  { "in-place", "yes|no", N_ ("Whether activations may overwrite their input") },
  { "weights", "BITS", N_ ("Weights of layers without a format of their own: 32, 16, 8, 4, 2 or 1 bit") },
  { "activations", "TYPE", N_ ("Type of activations: float32, float16, bfloat16 or int8") },
  { "execution", "textbook|pytorch-cpu|vulkan",
    N_ ("Execution model: what is resident when the network runs this way") },
};
G_STATIC_ASSERT (G_N_ELEMENTS (settings_rows) == HR_CLI_MAX_SETTINGS);

static void
add_entry (GArray *entries, const char *name, GOptionArg type, gpointer value, const char *help, const char *values)
{
  GOptionEntry entry
      = { .long_name = name, .arg = type, .arg_data = value, .description = help, .arg_description = values };

  if (strcmp (name, "help") == 0)
    entry.short_name = 'h';
  g_array_append_val (entries, entry);
}

/* Every option of the command; the help flag goes to *help. */
static GArray *
list_entries (HrCliOptions *self, const HrCommand *command, const GOptionEntry *own, gboolean *help)
{
  GArray *entries = g_array_new (TRUE, TRUE, sizeof (GOptionEntry));

  for (guint i = 0; own != NULL && own[i].long_name != NULL; i++)
    g_array_append_val (entries, own[i]);
  for (guint i = 0; command->estimates && i < G_N_ELEMENTS (settings_rows); i++)
    add_entry (entries, settings_rows[i].key, G_OPTION_ARG_FILENAME, &self->settings[i], settings_rows[i].help,
               settings_rows[i].values);
  add_entry (entries, "format", G_OPTION_ARG_FILENAME, &self->format, N_ ("Format of the output"), command->formats);
  add_entry (entries, "help", G_OPTION_ARG_NONE, help, N_ ("Show this help"), NULL);
  add_entry (entries, G_OPTION_REMAINING, G_OPTION_ARG_FILENAME_ARRAY, &self->arguments, NULL, command->arguments);
  return entries;
}

static gboolean
is_known_format (const HrCommand *command, const char *format)
{
  g_auto (GStrv) known = g_strsplit (command->formats, "|", -1);

  return g_strv_contains ((const char *const *) known, format);
}

/* Whether the arguments are as many, and the format one, as the command takes. */
static gboolean
check_usage (HrCliOptions *self, const HrCommand *command)
{
  self->n_arguments = self->arguments != NULL ? g_strv_length (self->arguments) : 0;
  if (self->format == NULL)
    self->format = g_strdup ("text");

  if (!is_known_format (command, self->format))
    hr_cli_error (_ ("--format: “%s” is none of %s"), self->format, command->formats);
  else if (self->n_arguments < command->min_arguments)
    hr_cli_error (_ ("usage: headroom-cli %s %s"), command->name, command->arguments);
  else if (self->n_arguments > command->max_arguments)
    hr_cli_error (_ ("%s: “%s” is one argument too many"), command->name, self->arguments[command->max_arguments]);
  else
    return TRUE;
  return FALSE;
}

gboolean
hr_cli_parse (HrCliOptions *self, const HrCommand *command, const GOptionEntry *own, int argc, char **argv,
              HrExit *status)
{
  g_autofree char *name = g_strdup_printf ("headroom-cli %s", command->name);
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  gboolean help = FALSE;
  g_autoptr (GArray) entries = list_entries (self, command, own, &help);
  g_autofree char **copy = g_memdup2 (argv, sizeof (char *) * (gsize) (argc + 1));

  copy[0] = name;
  g_set_prgname (name);
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_set_summary (context, _ (command->summary));
  g_option_context_add_main_entries (context, (const GOptionEntry *) (void *) entries->data, GETTEXT_PACKAGE);
  *status = HR_EXIT_FAILED;
  if (!g_option_context_parse (context, &argc, &copy, &error))
    {
      hr_cli_error ("%s: %s", command->name, error->message);
      return FALSE;
    }
  if (help)
    {
      g_autofree char *text = g_option_context_get_help (context, TRUE, NULL);

      hr_cli_print ("%s", text);
      *status = HR_EXIT_DONE;
      return FALSE;
    }
  return check_usage (self, command);
}

void
hr_cli_options_clear (HrCliOptions *self)
{
  g_strfreev (self->arguments);
  g_free (self->format);
  for (guint i = 0; i < HR_CLI_MAX_SETTINGS; i++)
    g_free (self->settings[i]);
}

gboolean
hr_cli_wants_json (const HrCliOptions *self)
{
  return strcmp (self->format, "json") == 0;
}

/* The format that a number of bits names; other text as it is. Static or borrowed. */
static const char *
get_weight_format (const char *text)
{
  guint64 bits;

  if (!g_ascii_string_to_unsigned (text, 10, 1, 64, &bits, NULL))
    return text;

  const HrDtype *format = hr_dtype_find_weights ((guint) bits);
  return format != NULL ? format->id : text;
}

static gboolean
apply_settings (const HrCliOptions *self, HrSettings *settings)
{
  for (guint i = 0; i < G_N_ELEMENTS (settings_rows); i++)
    {
      const char *text = self->settings[i];
      g_autoptr (GError) error = NULL;

      if (text == NULL)
        continue;
      if (strcmp (settings_rows[i].key, "weights") == 0)
        text = get_weight_format (text);
      if (hr_settings_set_text (settings, settings_rows[i].key, text, &error))
        continue;
      if (strcmp (settings_rows[i].key, "weights") == 0)
        hr_cli_error (_ ("--weights: “%s” is none of %s"), text, "32, 16, 8, 4, 2, 1");
      else
        hr_cli_error ("--%s", error->message);
      return FALSE;
    }
  return TRUE;
}

HrProject *
hr_cli_load (const HrCliOptions *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HrProject) project = hr_import (self->arguments[0], &error);

  if (project == NULL)
    {
      hr_cli_problem (error->message);
      return NULL;
    }

  HrSettings settings = *hr_project_get_settings (project);
  return apply_settings (self, &settings) ? hr_project_with_settings (project, &settings) : NULL;
}

HrAnalysis *
hr_cli_analyse (const HrCliOptions *self)
{
  g_autoptr (HrProject) project = hr_cli_load (self);

  return project != NULL ? hr_analysis_new (project, NULL) : NULL;
}

void
hr_cli_print_diagnostics (const HrCliOptions *self, const HrAnalysis *analysis)
{
  guint n_diagnostics;
  const HrDiagnostic *diagnostics = hr_analysis_get_diagnostics (analysis, &n_diagnostics);

  for (guint i = 0; i < n_diagnostics; i++)
    {
      if (diagnostics[i].severity == HR_SEVERITY_NOTE)
        continue;
      g_autofree char *line = g_strdup_printf ("%s: %s", self->arguments[0], diagnostics[i].message);
      hr_cli_problem (line);
    }
}
