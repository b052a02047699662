#include "settings.h"

#include <glib/gi18n-lib.h>

#include "execution.h"
#include "optimizer.h"
#include "param.h"

typedef enum
{
  KEY_MODE,
  KEY_STEP,
  KEY_BATCH,
  KEY_IN_PLACE,
  KEY_EXECUTION,
  KEY_OPTIMIZER,
  KEY_WEIGHTS,
  KEY_ACTIVATIONS,
  N_KEYS,
} Key;

static const char *const keys[N_KEYS + 1] = {
  "mode", "step", "batch", "in-place", "execution", "optimizer", "weights", "activations", NULL,
};

/* One way to list the ids that a key takes, whatever table they stand in. NULL after the last. */
static const char *
get_known_id (Key key, guint index)
{
  static const char *const modes[] = { "inference", "training" };
  static const char *const steps[] = { "first", "steady" };
  static const char *const booleans[] = { "no", "yes" };
  guint n;

  switch (key)
    {
    case KEY_MODE:
      return index < 2 ? modes[index] : NULL;
    case KEY_STEP:
      return index < 2 ? steps[index] : NULL;
    case KEY_IN_PLACE:
      return index < 2 ? booleans[index] : NULL;
    case KEY_EXECUTION:
      {
        const HrExecution *rows = hr_execution_get_all (&n);
        return index < n ? rows[index].id : NULL;
      }
    case KEY_OPTIMIZER:
      {
        const HrOptimizer *rows = hr_optimizer_get_all (&n);
        return index < n ? rows[index].id : NULL;
      }
    case KEY_WEIGHTS:
    case KEY_ACTIVATIONS:
      {
        const HrDtype *rows = hr_dtype_get_all (&n);
        for (guint i = 0; i < n; i++)
          if ((key == KEY_WEIGHTS ? rows[i].weights : rows[i].activations) && index-- == 0)
            return rows[i].id;
        return NULL;
      }
    case KEY_BATCH:
    case N_KEYS:
      return NULL;
    }
  g_return_val_if_reached (NULL);
}

static int
find_key (const char *key)
{
  for (int i = 0; i < N_KEYS; i++)
    if (g_strcmp0 (keys[i], key) == 0)
      return i;
  return -1;
}

/* The index of text among the ids of key, or −1 with the error. */
static int
find_id (Key key, const char *text, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);
  const char *id;

  for (guint i = 0; (id = get_known_id (key, i)) != NULL; i++)
    {
      if (g_str_equal (id, text))
        return (int) i;
      g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", id);
    }
  g_set_error (error, HR_PARAM_ERROR, HR_PARAM_ERROR_SYNTAX, _ ("%s: “%s” is none of %s"), keys[key], text, known->str);
  return -1;
}

static void
set_id (HrSettings *self, Key key, int index)
{
  const char *id = get_known_id (key, (guint) index);

  switch (key)
    {
    case KEY_MODE:
      self->mode = (HrMode) index;
      break;
    case KEY_STEP:
      self->step = (HrStepKind) index;
      break;
    case KEY_IN_PLACE:
      self->in_place = index;
      break;
    case KEY_EXECUTION:
      self->execution = hr_execution_find (id);
      break;
    case KEY_OPTIMIZER:
      self->optimizer = hr_optimizer_find (id);
      break;
    case KEY_WEIGHTS:
      self->weights = hr_dtype_find (id);
      break;
    case KEY_ACTIVATIONS:
      self->activations = hr_dtype_find (id);
      break;
    case KEY_BATCH:
    case N_KEYS:
      g_return_if_reached ();
    }
}

static const HrParam batch_row = {
  .key = "batch", .type = HR_PARAM_INT, .offset = G_STRUCT_OFFSET (HrSettings, batch), .min = 1, .max = G_MAXINT32
};

void
hr_settings_init (HrSettings *self)
{
  g_return_if_fail (self != NULL);

  *self = (HrSettings){
    .mode = HR_MODE_INFERENCE,
    .step = HR_STEP_STEADY,
    .batch = 1,
    .in_place = TRUE,
    .execution = hr_execution_find ("textbook"),
    .optimizer = hr_optimizer_find ("sgd"),
    .weights = hr_dtype_find ("float32"),
    .activations = hr_dtype_find ("float32"),
  };
}

gboolean
hr_settings_equal (const HrSettings *a, const HrSettings *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  return a->mode == b->mode && a->step == b->step && a->batch == b->batch && !a->in_place == !b->in_place
         && a->execution == b->execution && a->optimizer == b->optimizer && a->weights == b->weights
         && a->activations == b->activations;
}

gboolean
hr_settings_set_text (HrSettings *self, const char *key, const char *text, GError **error)
{
  int row, index;

  g_return_val_if_fail (self != NULL && key != NULL && text != NULL, FALSE);

  row = find_key (key);
  if (row < 0)
    {
      g_set_error (error, HR_PARAM_ERROR, HR_PARAM_ERROR_SYNTAX, _ ("there is no setting “%s”"), key);
      return FALSE;
    }
  if (row == KEY_BATCH)
    return hr_param_set_text (&batch_row, self, text, error);
  index = find_id ((Key) row, text, error);
  if (index >= 0)
    set_id (self, (Key) row, index);
  return index >= 0;
}

char *
hr_settings_to_text (const HrSettings *self, const char *key)
{
  g_return_val_if_fail (self != NULL, NULL);

  switch (find_key (key))
    {
    case KEY_MODE:
      return g_strdup (get_known_id (KEY_MODE, self->mode));
    case KEY_STEP:
      return g_strdup (get_known_id (KEY_STEP, self->step));
    case KEY_BATCH:
      return hr_param_to_text (&batch_row, self);
    case KEY_IN_PLACE:
      return g_strdup (self->in_place ? "yes" : "no");
    case KEY_EXECUTION:
      return g_strdup (self->execution->id);
    case KEY_OPTIMIZER:
      return g_strdup (self->optimizer->id);
    case KEY_WEIGHTS:
      return g_strdup (self->weights->id);
    case KEY_ACTIVATIONS:
      return g_strdup (self->activations->id);
    default:
      return NULL;
    }
}

const char *const *
hr_settings_get_keys (void)
{
  return keys;
}
