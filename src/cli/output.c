#include "output.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <stdio.h>

#include "../core/text.h"

/* The first error of standard output; a later call may have reset errno. */
static int write_errno;

static void
write_out (const char *text)
{
  if (fputs (text, stdout) == EOF && write_errno == 0)
    write_errno = errno;
}

void
hr_cli_print (const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  write_out (text);
}

void
hr_cli_error (const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_autofree char *line = hr_text_to_line (text);
  fprintf (stderr, "headroom-cli: %s\n", line);
}

void
hr_cli_problem (const char *text)
{
  g_autofree char *line = hr_text_to_line (text);
  fprintf (stderr, "%s\n", line);
}

gboolean
hr_cli_flush (void)
{
  if (fflush (stdout) == EOF && write_errno == 0)
    write_errno = errno;
  if (write_errno == 0)
    return TRUE;
  hr_cli_error (_ ("standard output cannot be written: %s"), g_strerror (write_errno));
  return FALSE;
}

static void
print_json (JsonBuilder *builder, gboolean pretty)
{
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = json_builder_get_root (builder);

  json_generator_set_pretty (generator, pretty);
  json_generator_set_root (generator, root);
  g_autofree char *text = json_generator_to_data (generator, NULL);
  hr_cli_print ("%s\n", text);
  g_object_unref (builder);
}

void
hr_cli_print_json (JsonBuilder *builder)
{
  print_json (builder, TRUE);
}

void
hr_cli_print_json_line (JsonBuilder *builder)
{
  print_json (builder, FALSE);
}

void
hr_cli_json_text (JsonBuilder *builder, const char *name, const char *value)
{
  json_builder_set_member_name (builder, name);
  if (value == NULL)
    {
      json_builder_add_null_value (builder);
      return;
    }
  g_autofree char *valid = g_utf8_make_valid (value, -1);
  json_builder_add_string_value (builder, valid);
}

void
hr_cli_json_int (JsonBuilder *builder, const char *name, gint64 value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, value);
}

void
hr_cli_json_real (JsonBuilder *builder, const char *name, double value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_double_value (builder, value);
}

void
hr_cli_json_bool (JsonBuilder *builder, const char *name, gboolean value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_boolean_value (builder, value);
}

void
hr_cli_json_null (JsonBuilder *builder, const char *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_null_value (builder);
}
