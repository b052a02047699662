/* param.h: rows that describe a layer kind's parameters, and generic code over them. */
#pragma once

#include <glib.h>

#include "shape.h"

G_BEGIN_DECLS

/* One value per spatial axis. A single value stands for all axes. */
typedef struct
{
  gint64 values[HR_MAX_RANK];
  guint8 n_values;
} HrTuple;

typedef enum
{
  HR_PARAM_INT,    /* gint64 */
  HR_PARAM_BOOL,   /* gboolean */
  HR_PARAM_CHOICE, /* guint: index into choices */
  HR_PARAM_TUPLE,  /* HrTuple */
  HR_PARAM_REAL,   /* double */
} HrParamType;

typedef struct
{
  const char *id;    /* static: what the file says */
  const char *title; /* static, translatable */
} HrChoice;

typedef struct
{
  const char *key;   /* static: attribute in files, "kernel" */
  const char *label; /* static, translatable */
  const char *help;  /* static, translatable: one sentence */
  HrParamType type;
  gsize offset;    /* into the kind's parameter struct */
  gint64 min, max; /* INT, TUPLE (each value) */
  double real_min, real_max;
  const char *fallback;                          /* static: the default as text; defaults are not written to files */
  const HrChoice *choices;                       /* static, CHOICE: ended by a row of NULL */
  gboolean (*is_visible) (gconstpointer params); /* NULL: always */
} HrParam;

/* Sets every parameter to its default. */
void hr_params_init (const HrParam *rows, guint n_rows, gpointer params);
gboolean hr_params_equal (const HrParam *rows, guint n_rows, gconstpointer a, gconstpointer b);

/* The row with this key, static, or NULL. */
const HrParam *hr_param_find (const HrParam *rows, guint n_rows, const char *key);

/* The value as files write it: "3 3", "true", "same-upper", "0.5"; independent of the locale. Owned by the caller. */
char *hr_param_to_text (const HrParam *self, gconstpointer params);

/* The value as a person reads it: "3 × 3", translated choices. Owned by the caller. */
char *hr_param_to_display (const HrParam *self, gconstpointer params);

/* Parses text as files or people write it ("3", "3 3", "3×3", "3, 5") into params, leaving it alone on failure.
 * The error (HR_PARAM_ERROR) names key, value and range. */
gboolean hr_param_set_text (const HrParam *self, gpointer params, const char *text, GError **error);
gboolean hr_param_is_default (const HrParam *self, gconstpointer params);

#define HR_PARAM_ERROR (hr_param_error_quark ())
GQuark hr_param_error_quark (void);
typedef enum
{
  HR_PARAM_ERROR_SYNTAX,
  HR_PARAM_ERROR_RANGE,
} HrParamError;

G_END_DECLS
