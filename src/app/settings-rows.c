/* settings-rows.c: see settings-rows.h. */
#include "settings-rows.h"

#include <glib/gi18n-lib.h>

#include "../core/execution.h"
#include "../core/optimizer.h"

static void
add_modes (HrValueRow *row)
{
  hr_value_row_add_choice (row, "inference", _ ("Inference"));
  hr_value_row_add_choice (row, "training", _ ("Training"));
}

static void
add_steps (HrValueRow *row)
{
  hr_value_row_add_choice (row, "first", _ ("First"));
  hr_value_row_add_choice (row, "steady", _ ("Any later"));
}

static void
add_executions (HrValueRow *row)
{
  guint n;
  const HrExecution *all = hr_execution_get_all (&n);

  for (guint i = 0; i < n; i++)
    hr_value_row_add_choice (row, all[i].id, _ (all[i].title));
}

static void
add_optimizers (HrValueRow *row)
{
  guint n;
  const HrOptimizer *all = hr_optimizer_get_all (&n);

  for (guint i = 0; i < n; i++)
    hr_value_row_add_choice (row, all[i].id, _ (all[i].title));
}

static void
add_weight_formats (HrValueRow *row)
{
  guint n;
  const HrDtype *all = hr_dtype_get_all (&n);

  for (guint i = 0; i < n; i++)
    if (all[i].weights)
      hr_value_row_add_choice (row, all[i].id, _ (all[i].title));
}

static void
add_activation_types (HrValueRow *row)
{
  guint n;
  const HrDtype *all = hr_dtype_get_all (&n);

  for (guint i = 0; i < n; i++)
    if (all[i].activations)
      hr_value_row_add_choice (row, all[i].id, _ (all[i].title));
}

static gboolean
is_training (const HrSettings *settings)
{
  return settings->mode == HR_MODE_TRAINING;
}

static gboolean
has_in_place (const HrSettings *settings)
{
  return settings->execution->in_place;
}

typedef struct
{
  const char *key; /* static */
  HrValueType type;
  const char *title; /* static, translatable */
  const char *help;  /* static, translatable */
  void (*add_choices) (HrValueRow *row);
  gboolean (*is_visible) (const HrSettings *settings); /* NULL: always */
} Setting;

static const Setting table[] = {
  { "mode", HR_VALUE_CHOICE, N_ ("Mode"), N_ ("A forward run, or a training step with gradients and an update."),
    add_modes },
  { "batch", HR_VALUE_NUMBER, N_ ("Batch size"), N_ ("How many instances are run at once.") },
  { "execution", HR_VALUE_CHOICE, N_ ("Execution model"), N_ ("Who runs the network, and so what is in memory when."),
    add_executions },
  { "optimizer", HR_VALUE_CHOICE, N_ ("Optimizer"), N_ ("What it remembers of each parameter takes memory."),
    add_optimizers, is_training },
  { "step", HR_VALUE_CHOICE, N_ ("Training step"), N_ ("The optimizer has no state yet in the first step."), add_steps,
    is_training },
  { "weights", HR_VALUE_CHOICE, N_ ("Weights"), N_ ("Number format of layers that have none of their own."),
    add_weight_formats },
  { "activations", HR_VALUE_CHOICE, N_ ("Activations"), N_ ("Number format of what flows between layers."),
    add_activation_types },
  { "in-place", HR_VALUE_SWITCH, N_ ("In-place activations"),
    N_ ("Activations overwrite their input where nothing else needs it."), NULL, has_in_place },
};

static const Setting *
find_setting (const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (g_str_equal (table[i].key, key))
      return &table[i];
  return NULL;
}

HrValueRow *
hr_settings_row_new (const char *key)
{
  const Setting *setting;
  HrValueRow *row;

  g_return_val_if_fail (key != NULL, NULL);
  setting = find_setting (key);
  if (setting == NULL)
    return NULL;
  row = hr_value_row_new (setting->type, _ (setting->title), _ (setting->help));
  if (setting->type == HR_VALUE_NUMBER)
    hr_value_row_set_range (row, 1, G_MAXINT32);
  if (setting->add_choices != NULL)
    setting->add_choices (row);
  return row;
}

void
hr_settings_row_update (HrValueRow *row, const char *key, const HrSettings *settings)
{
  const Setting *setting = find_setting (key);
  g_autofree char *text = hr_settings_to_text (settings, key);

  g_return_if_fail (setting != NULL);
  gtk_widget_set_visible (GTK_WIDGET (row), setting->is_visible == NULL || setting->is_visible (settings));
  if (setting->type != HR_VALUE_SWITCH)
    hr_value_row_set_text (row, text);
  else
    hr_value_row_set_text (row, g_str_equal (text, "yes") ? "true" : "false");
}

void
hr_settings_row_apply (HrValueRow *row, const char *key, HrDocument *document, const char *text)
{
  HrProject *project = hr_document_get_project (document);
  HrSettings settings = *hr_project_get_settings (project);
  const Setting *setting = find_setting (key);
  g_autoptr (GError) error = NULL;
  g_autoptr (HrProject) changed = NULL;
  g_autofree char *label = NULL;
  g_autofree char *merge_key = NULL;

  g_return_if_fail (setting != NULL);
  if (setting->type == HR_VALUE_SWITCH)
    text = g_str_equal (text, "true") ? "yes" : "no";
  if (!hr_settings_set_text (&settings, key, text, &error))
    {
      hr_value_row_set_error (row, error->message);
      return;
    }
  label = g_strdup_printf (_ ("Change %s"), _ (setting->title));
  merge_key = setting->type == HR_VALUE_NUMBER ? g_strdup_printf ("settings:%s", key) : NULL;
  changed = hr_project_with_settings (project, &settings);
  hr_document_push (document, changed, label, merge_key);
}
