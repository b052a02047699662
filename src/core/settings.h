/* settings.h: how the network is run. A value, kept in the project. */
#pragma once

#include <glib.h>

#include "dtype.h"

G_BEGIN_DECLS

typedef enum
{
  HR_MODE_INFERENCE,
  HR_MODE_TRAINING,
} HrMode;

typedef enum
{
  HR_STEP_FIRST,  /* optimizer state does not exist yet */
  HR_STEP_STEADY, /* from the second step on */
} HrStepKind;

typedef struct _HrExecution HrExecution; /* execution.h */
typedef struct _HrOptimizer HrOptimizer; /* optimizer.h */

/* Plain data; every pointer is static. Compare with hr_settings_equal(). */
typedef struct
{
  HrMode mode;
  HrStepKind step;
  gint64 batch;      /* 1…2^31 − 1 */
  gboolean in_place; /* activations overwrite their input where the execution model has in-place operations */
  const HrExecution *execution;
  const HrOptimizer *optimizer;
  const HrDtype *weights; /* of layers without a format of their own */
  const HrDtype *activations;
} HrSettings;

/* textbook, inference, batch 1, steady, float32, sgd, in place. */
void hr_settings_init (HrSettings *self);
gboolean hr_settings_equal (const HrSettings *a, const HrSettings *b);

/* Rows over the settings, so that file, command line and window are generic: "mode", "step", "batch", "in-place",
 * "execution", "optimizer", "weights", "activations". Sets one from text; the error names key, value and what is known. */
gboolean hr_settings_set_text (HrSettings *self, const char *key, const char *text, GError **error);

/* The value as files write it. Owned by the caller. NULL for an unknown key. */
char *hr_settings_to_text (const HrSettings *self, const char *key);

/* The keys, static, NULL-terminated, in file order. */
const char *const *hr_settings_get_keys (void);

G_END_DECLS
