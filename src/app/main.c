/* main.c: the window program. */
#include <glib/gi18n-lib.h>
#include <locale.h>

#include "application.h"
#include "config.h"

int
main (int argc, char **argv)
{
  g_autoptr (HrApplication) application = NULL;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, HR_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  application = hr_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
