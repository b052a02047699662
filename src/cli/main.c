#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <locale.h>
#include <stdio.h>
#include <unistd.h>

#include "command.h"
#include "output.h"

static const HrCommand *const commands[] = {
  &hr_command_estimate, &hr_command_explain, &hr_command_chart, &hr_command_fit,
  &hr_command_check,    &hr_command_devices, &hr_command_kinds, &hr_command_validate,
};

/* Known, but not in this version. */
static const char *const missing_commands[] = { "convert", NULL };

static const HrCommand *
find_command (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (commands[i]->name, name) == 0)
      return commands[i];
  return NULL;
}

static void
print_help (void)
{
  hr_cli_print ("%s\n\n", _ ("Usage: headroom-cli COMMAND [FILE] [OPTION…]"));
  hr_cli_print ("%s\n\n", _ ("Tells how much memory a convolutional network needs, and whether it fits a device."));
  hr_cli_print ("%s\n", _ ("Commands:"));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      const char *arguments = commands[i]->arguments != NULL ? commands[i]->arguments : "";
      g_autofree char *usage = g_strdup_printf ("%s %s", commands[i]->name, arguments);

      hr_cli_print ("  %-24s%s\n", usage, _ (commands[i]->summary));
    }
  hr_cli_print ("\n%s\n%s\n", _ ("headroom-cli COMMAND --help lists the options of a command."),
                _ ("Exit status: 0 done, 1 the answer is no, 2 bad usage or a file or device that cannot be used."));
}

static HrExit
run_command (int argc, char **argv)
{
  const char *name = argc > 1 ? argv[1] : NULL;

  if (name == NULL)
    {
      hr_cli_error (_ ("a command is missing; headroom-cli --help lists them"));
      return HR_EXIT_FAILED;
    }
  if (strcmp (name, "--help") == 0 || strcmp (name, "-h") == 0 || strcmp (name, "help") == 0)
    {
      print_help ();
      return HR_EXIT_DONE;
    }
  if (strcmp (name, "--version") == 0)
    {
      hr_cli_print ("headroom-cli %s\n", HR_VERSION);
      return HR_EXIT_DONE;
    }

  const HrCommand *command = find_command (name);
  if (command != NULL)
    return command->run (argc - 1, argv + 1);
  if (g_strv_contains (missing_commands, name))
    hr_cli_error (_ ("the command “%s” is not in this version yet"), name);
  else
    hr_cli_error (_ ("there is no command “%s”; headroom-cli --help lists them"), name);
  return HR_EXIT_FAILED;
}

/* A closed standard output must not become the number of a file that the program opens: a slot that cannot be written
 * takes its place, so that writing fails as it should. */
static void
guard_standard_output (void)
{
  if (fcntl (STDOUT_FILENO, F_GETFD) == -1 && errno == EBADF && open ("/dev/null", O_RDONLY) > STDOUT_FILENO)
    g_warning ("standard output is closed, and standard input too");
}

/* Messages follow the locale, figures do not. */
static void
init_locale (void)
{
  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C");
  bindtextdomain (GETTEXT_PACKAGE, HR_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
}

int
main (int argc, char **argv)
{
  guard_standard_output ();
  init_locale ();

  HrExit status = run_command (argc, argv);
  return hr_cli_flush () ? status : HR_EXIT_FAILED;
}
