/* working.h: writes workings line by line: "NAME: TERMS = VALUE", and their sum. */
#pragma once

#include "explain.h"

G_BEGIN_DECLS

/* A working in the making. */
typedef struct
{
  GString *text;    /* owned */
  const char *unit; /* static, translated: " B", or "" */
  gint64 sum;
  gboolean too_large; /* the sum is beyond 2^63 − 1; `sum` leaves out what no longer fitted */
  guint n_terms;
} HrWorkingText;

void hr_working_text_init (HrWorkingText *self, const char *unit);

/* Adds a term: the line "name: terms = value". name and terms may be NULL. */
void hr_working_text_add (HrWorkingText *self, const char *name, const char *terms, gint64 value);

/* Adds a line that is no term of the sum. */
void hr_working_text_add_line (HrWorkingText *self, const char *line);

/* Writes the sum where there were several terms, "0" where there was nothing, and appends the working to the list; the
 * figure is the sum, without what takes it beyond 2^63 − 1, which the working says. figure is static, label translated and copied. Clears self. */
void hr_working_text_finish (HrWorkingText *self, GPtrArray *workings, const char *figure, const char *label);

/* The same with text as it stands, for a figure that is not a sum. */
void hr_working_text_finish_with (HrWorkingText *self, GPtrArray *workings, const char *figure, const char *label,
                                  gint64 value);

/* "3,000·4 B", "⌈27·1/8⌉ B": n elements in bytes. Owned by the caller. */
char *hr_working_dup_bytes (gint64 n_elems, guint bits);

G_END_DECLS
