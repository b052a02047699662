#include "param.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

G_DEFINE_QUARK (hr - param - error - quark, hr_param_error)

/* What people put between the values of a tuple, beside "×". */
#define SEPARATORS " \t,xX"

#define VALUE(type, params, row) ((type *) ((char *) (params) + (row)->offset))
#define CONST_VALUE(type, params, row) ((const type *) ((const char *) (params) + (row)->offset))

static gboolean
fail (GError **error, HrParamError code, const HrParam *self, const char *text)
{
  if (self->type == HR_PARAM_REAL)
    g_set_error (error, HR_PARAM_ERROR, code, _ ("%s: “%s” is not a number from %g to %g"), self->key, text,
                 self->real_min, self->real_max);
  else if (self->type == HR_PARAM_TUPLE && strpbrk (text, SEPARATORS) != NULL)
    g_set_error (error, HR_PARAM_ERROR, code,
                 _ ("%s: “%s” is not a list of up to %d whole numbers from %" PRId64 " to %" PRId64), self->key, text,
                 HR_MAX_RANK, self->min, self->max);
  else
    g_set_error (error, HR_PARAM_ERROR, code, _ ("%s: “%s” is not a whole number from %" PRId64 " to %" PRId64),
                 self->key, text, self->min, self->max);
  return FALSE;
}

/* Reads a whole number at *cursor and moves it on. FALSE at anything else, or beyond 64 bits. */
static gboolean
scan_int (const char **cursor, gint64 *value)
{
  char *end;

  if (!g_ascii_isdigit (**cursor) && !(**cursor == '-' && g_ascii_isdigit ((*cursor)[1])))
    return FALSE;
  errno = 0;
  *value = g_ascii_strtoll (*cursor, &end, 10);
  *cursor = end;
  return errno == 0;
}

static gboolean
set_int (const HrParam *self, gint64 *value, const char *text, GError **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  const char *cursor = stripped;
  gint64 parsed;

  if (!scan_int (&cursor, &parsed) || *cursor != '\0')
    return fail (error, HR_PARAM_ERROR_SYNTAX, self, text);
  if (parsed < self->min || parsed > self->max)
    return fail (error, HR_PARAM_ERROR_RANGE, self, text);
  *value = parsed;
  return TRUE;
}

static gboolean
set_real (const HrParam *self, double *value, const char *text, GError **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  char *end;
  double parsed = g_ascii_strtod (stripped, &end);

  if (end == stripped || *end != '\0' || !isfinite (parsed))
    return fail (error, HR_PARAM_ERROR_SYNTAX, self, text);
  if (parsed < self->real_min || parsed > self->real_max)
    return fail (error, HR_PARAM_ERROR_RANGE, self, text);
  *value = parsed;
  return TRUE;
}

static gboolean
set_bool (const HrParam *self, gboolean *value, const char *text, GError **error)
{
  if (g_str_equal (text, "true") || g_str_equal (text, "yes") || g_str_equal (text, "1"))
    *value = TRUE;
  else if (g_str_equal (text, "false") || g_str_equal (text, "no") || g_str_equal (text, "0"))
    *value = FALSE;
  else
    {
      g_set_error (error, HR_PARAM_ERROR, HR_PARAM_ERROR_SYNTAX, _ ("%s: “%s” is neither true nor false"), self->key,
                   text);
      return FALSE;
    }
  return TRUE;
}

static gboolean
set_choice (const HrParam *self, guint *value, const char *text, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (guint i = 0; self->choices[i].id != NULL; i++)
    {
      if (g_str_equal (self->choices[i].id, text))
        {
          *value = i;
          return TRUE;
        }
      g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", self->choices[i].id);
    }
  g_set_error (error, HR_PARAM_ERROR, HR_PARAM_ERROR_SYNTAX, _ ("%s: “%s” is none of %s"), self->key, text, known->str);
  return FALSE;
}

/* Moves past what is between the values of a tuple. */
static const char *
skip_separators (const char *cursor)
{
  while (*cursor != '\0' && (strchr (SEPARATORS, *cursor) != NULL || g_str_has_prefix (cursor, "×")))
    cursor = g_utf8_next_char (cursor);
  return cursor;
}

static gboolean
set_tuple (const HrParam *self, HrTuple *value, const char *text, GError **error)
{
  HrTuple parsed = { 0 };
  const char *cursor = text + strspn (text, " \t");

  while (*cursor != '\0')
    {
      if (parsed.n_values == HR_MAX_RANK || !scan_int (&cursor, &parsed.values[parsed.n_values])
          || (*cursor != '\0' && skip_separators (cursor) == cursor))
        return fail (error, HR_PARAM_ERROR_SYNTAX, self, text);
      if (parsed.values[parsed.n_values] < self->min || parsed.values[parsed.n_values] > self->max)
        return fail (error, HR_PARAM_ERROR_RANGE, self, text);
      parsed.n_values++;
      cursor = skip_separators (cursor);
    }
  if (parsed.n_values == 0)
    return fail (error, HR_PARAM_ERROR_SYNTAX, self, text);
  *value = parsed;
  return TRUE;
}

gboolean
hr_param_set_text (const HrParam *self, gpointer params, const char *text, GError **error)
{
  g_return_val_if_fail (self != NULL && params != NULL && text != NULL, FALSE);

  if (!g_utf8_validate (text, -1, NULL))
    {
      g_set_error (error, HR_PARAM_ERROR, HR_PARAM_ERROR_SYNTAX, _ ("%s: the value is not text in UTF-8"), self->key);
      return FALSE;
    }
  switch (self->type)
    {
    case HR_PARAM_INT:
      return set_int (self, VALUE (gint64, params, self), text, error);
    case HR_PARAM_BOOL:
      return set_bool (self, VALUE (gboolean, params, self), text, error);
    case HR_PARAM_CHOICE:
      return set_choice (self, VALUE (guint, params, self), text, error);
    case HR_PARAM_TUPLE:
      return set_tuple (self, VALUE (HrTuple, params, self), text, error);
    case HR_PARAM_REAL:
      return set_real (self, VALUE (double, params, self), text, error);
    }
  g_return_val_if_reached (FALSE);
}

static char *
tuple_to_string (const HrTuple *tuple, const char *separator)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < tuple->n_values; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? separator : "", tuple->values[i]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The shortest of the usual forms that reads back as the same number. */
static char *
real_to_string (double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (buffer, sizeof buffer, "%.15g", value);
  if (g_ascii_strtod (buffer, NULL) != value)
    g_ascii_dtostr (buffer, sizeof buffer, value);
  return g_strdup (buffer);
}

char *
hr_param_to_text (const HrParam *self, gconstpointer params)
{
  g_return_val_if_fail (self != NULL && params != NULL, NULL);

  switch (self->type)
    {
    case HR_PARAM_INT:
      return g_strdup_printf ("%" G_GINT64_FORMAT, *CONST_VALUE (gint64, params, self));
    case HR_PARAM_BOOL:
      return g_strdup (*CONST_VALUE (gboolean, params, self) ? "true" : "false");
    case HR_PARAM_CHOICE:
      return g_strdup (self->choices[*CONST_VALUE (guint, params, self)].id);
    case HR_PARAM_TUPLE:
      return tuple_to_string (CONST_VALUE (HrTuple, params, self), " ");
    case HR_PARAM_REAL:
      return real_to_string (*CONST_VALUE (double, params, self));
    }
  g_return_val_if_reached (NULL);
}

char *
hr_param_to_display (const HrParam *self, gconstpointer params)
{
  g_return_val_if_fail (self != NULL && params != NULL, NULL);

  switch (self->type)
    {
    case HR_PARAM_BOOL:
      return g_strdup (*CONST_VALUE (gboolean, params, self) ? _ ("Yes") : _ ("No"));
    case HR_PARAM_CHOICE:
      return g_strdup (_ (self->choices[*CONST_VALUE (guint, params, self)].title));
    case HR_PARAM_TUPLE:
      return tuple_to_string (CONST_VALUE (HrTuple, params, self), " × ");
    case HR_PARAM_REAL:
      return g_strdup_printf ("%g", *CONST_VALUE (double, params, self));
    case HR_PARAM_INT:
      return g_strdup_printf ("%'" G_GINT64_FORMAT, *CONST_VALUE (gint64, params, self));
    }
  g_return_val_if_reached (NULL);
}

static gboolean
value_equal (const HrParam *row, gconstpointer a, gconstpointer b)
{
  const HrTuple *s, *t;

  switch (row->type)
    {
    case HR_PARAM_INT:
      return *CONST_VALUE (gint64, a, row) == *CONST_VALUE (gint64, b, row);
    case HR_PARAM_BOOL:
      return !*CONST_VALUE (gboolean, a, row) == !*CONST_VALUE (gboolean, b, row);
    case HR_PARAM_CHOICE:
      return *CONST_VALUE (guint, a, row) == *CONST_VALUE (guint, b, row);
    case HR_PARAM_TUPLE:
      s = CONST_VALUE (HrTuple, a, row);
      t = CONST_VALUE (HrTuple, b, row);
      return s->n_values == t->n_values && memcmp (s->values, t->values, s->n_values * sizeof s->values[0]) == 0;
    case HR_PARAM_REAL:
      return *CONST_VALUE (double, a, row) == *CONST_VALUE (double, b, row);
    }
  g_return_val_if_reached (FALSE);
}

gboolean
hr_params_equal (const HrParam *rows, guint n_rows, gconstpointer a, gconstpointer b)
{
  for (guint i = 0; i < n_rows; i++)
    if (!value_equal (&rows[i], a, b))
      return FALSE;
  return TRUE;
}

gboolean
hr_param_is_default (const HrParam *self, gconstpointer params)
{
  g_autofree char *text = NULL;

  g_return_val_if_fail (self != NULL && params != NULL, FALSE);

  text = hr_param_to_text (self, params);
  return g_str_equal (text, self->fallback);
}

void
hr_params_init (const HrParam *rows, guint n_rows, gpointer params)
{
  for (guint i = 0; i < n_rows; i++)
    if (!hr_param_set_text (&rows[i], params, rows[i].fallback, NULL))
      g_error ("parameter %s: its default “%s” is out of its range", rows[i].key, rows[i].fallback);
}

const HrParam *
hr_param_find (const HrParam *rows, guint n_rows, const char *key)
{
  for (guint i = 0; i < n_rows; i++)
    if (g_strcmp0 (rows[i].key, key) == 0)
      return &rows[i];
  return NULL;
}
