/* param-rows.c: see param-rows.h. */
#include "param-rows.h"

#include <glib/gi18n-lib.h>

#include "../core/graph-edit.h"

HrValueRow *
hr_param_row_new (const HrParam *param)
{
  static const HrValueType types[] = {
    [HR_PARAM_INT] = HR_VALUE_NUMBER, [HR_PARAM_BOOL] = HR_VALUE_SWITCH, [HR_PARAM_CHOICE] = HR_VALUE_CHOICE,
    [HR_PARAM_TUPLE] = HR_VALUE_TEXT, [HR_PARAM_REAL] = HR_VALUE_TEXT,
  };
  HrValueRow *row;

  g_return_val_if_fail (param != NULL, NULL);
  row = hr_value_row_new (types[param->type], _ (param->label), _ (param->help));
  if (param->type == HR_PARAM_INT)
    hr_value_row_set_range (row, param->min, param->max);
  if (param->type == HR_PARAM_CHOICE)
    for (const HrChoice *choice = param->choices; choice->id != NULL; choice++)
      hr_value_row_add_choice (row, choice->id, _ (choice->title));
  return row;
}

/* The text that the row shows for one layer: what is typed is shown as people write it. Owned by the caller. */
static char *
dup_text (const HrParam *param, gconstpointer params)
{
  return param->type == HR_PARAM_TUPLE ? hr_param_to_display (param, params) : hr_param_to_text (param, params);
}

void
hr_param_row_update (HrValueRow *row, const HrParam *param, HrGraph *graph, const char *const *ids)
{
  g_autofree char *common = NULL;
  gboolean mixed = FALSE;
  gboolean visible = FALSE;

  g_return_if_fail (HR_IS_VALUE_ROW (row));
  for (guint i = 0; ids[i] != NULL; i++)
    {
      const HrNode *node = hr_graph_get_node (graph, hr_graph_find (graph, ids[i]));
      g_autofree char *text = dup_text (param, node->params);

      visible |= param->is_visible == NULL || param->is_visible (node->params);
      if (common == NULL)
        common = g_steal_pointer (&text);
      else
        mixed |= !g_str_equal (common, text);
    }
  gtk_widget_set_visible (GTK_WIDGET (row), visible);
  hr_value_row_set_text (row, mixed ? NULL : common);
}

/* The graph with the parameter of every layer set, or NULL with the first error. Owned by the caller. */
static HrGraph *
set_all (HrGraph *graph, const HrParam *param, const char *const *ids, const char *text, GError **error)
{
  g_autoptr (HrGraph) current = hr_graph_ref (graph);

  for (guint i = 0; ids[i] != NULL; i++)
    {
      HrGraph *next = hr_graph_set_param (current, ids[i], param->key, text, error);

      if (next == NULL)
        return NULL;
      hr_graph_unref (current);
      current = next;
    }
  return g_steal_pointer (&current);
}

void
hr_param_row_apply (HrValueRow *row, const HrParam *param, HrDocument *document, const char *const *ids,
                    const char *text)
{
  HrProject *project = hr_document_get_project (document);
  g_autoptr (GError) error = NULL;
  g_autoptr (HrGraph) graph = set_all (hr_project_get_graph (project), param, ids, text, &error);
  g_autoptr (HrProject) changed = NULL;
  g_autofree char *label = NULL;
  g_autofree char *all_ids = NULL;
  g_autofree char *merge_key = NULL;

  if (graph == NULL)
    {
      hr_value_row_set_error (row, error != NULL ? error->message : _ ("This value cannot be set."));
      return;
    }
  /* Translators: %s is the name of a parameter: "Kernel". */
  label = g_strdup_printf (_ ("Change %s"), _ (param->label));
  if (param->type == HR_PARAM_INT)
    {
      all_ids = g_strjoinv (",", (char **) ids);
      merge_key = g_strdup_printf ("param:%s:%s", param->key, all_ids);
    }
  changed = hr_project_with_graph (project, graph);
  hr_document_push (document, changed, label, merge_key);
  hr_param_row_update (row, param, hr_project_get_graph (hr_document_get_project (document)), ids);
}
