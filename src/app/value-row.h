/* value-row.h: a row of a boxed list in which a person edits one value, as text, by a control that suits its type. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

typedef enum
{
  HR_VALUE_TEXT,   /* typed, and taken over with Enter or when the focus leaves */
  HR_VALUE_NUMBER, /* a whole number within bounds, taken over at once */
  HR_VALUE_SWITCH, /* "true" or "false" */
  HR_VALUE_CHOICE, /* one of some ids */
} HrValueType;

#define HR_TYPE_VALUE_ROW (hr_value_row_get_type ())

/* Signal "edited" (string): the person chose this text. The owner stores it and calls hr_value_row_set_text(), or refuses
 * it with hr_value_row_set_error(). */
G_DECLARE_FINAL_TYPE (HrValueRow, hr_value_row, HR, VALUE_ROW, AdwActionRow)

/* title and help (a sentence, may be NULL) are translated. NUMBER and CHOICE need the functions below. */
HrValueRow *hr_value_row_new (HrValueType type, const char *title, const char *help);

/* Bounds of a NUMBER, both included. */
void hr_value_row_set_range (HrValueRow *self, gint64 min, gint64 max);

/* Adds a row to a CHOICE: id is static, title translated. */
void hr_value_row_add_choice (HrValueRow *self, const char *id, const char *title);

/* Shows text without emitting "edited", and takes a sentence about an error back. NULL: several different values. */
void hr_value_row_set_text (HrValueRow *self, const char *text);

/* Shows the sentence why the last text was refused. */
void hr_value_row_set_error (HrValueRow *self, const char *message);

G_END_DECLS
