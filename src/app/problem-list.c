/* problem-list.c: see problem-list.h. */
#include "problem-list.h"

#include <glib/gi18n-lib.h>

#define MAX_ROWS 50

struct _HrProblemList
{
  AdwBin parent_instance;

  AdwPreferencesGroup *group; /* owned by the widget tree */
  GPtrArray *rows;            /* of GtkWidget, owned by the widget tree */
};

G_DEFINE_FINAL_TYPE (HrProblemList, hr_problem_list, ADW_TYPE_BIN)

static const char *
get_icon (HrSeverity severity)
{
  switch (severity)
    {
    case HR_SEVERITY_ERROR:
      return "dialog-error-symbolic";
    case HR_SEVERITY_WARNING:
      return "dialog-warning-symbolic";
    default:
      return "dialog-information-symbolic";
    }
}

static const char *
get_css_class (HrSeverity severity)
{
  return severity == HR_SEVERITY_ERROR ? "error" : severity == HR_SEVERITY_WARNING ? "warning" : "dim-label";
}

static GtkWidget *
make_row (const HrDiagnostic *diagnostic)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *icon = gtk_image_new_from_icon_name (get_icon (diagnostic->severity));
  g_autofree char *escaped = g_markup_escape_text (diagnostic->message, -1);

  gtk_widget_add_css_class (icon, get_css_class (diagnostic->severity));
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), icon);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), escaped);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 0);
  gtk_widget_add_css_class (row, "problem-row");
  if (diagnostic->node_id != NULL)
    {
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.show-layer");
      gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", diagnostic->node_id);
    }
  return row;
}

void
hr_problem_list_set (HrProblemList *self, HrAnalysis *analysis, const char *const *ids)
{
  guint n_diagnostics = 0;
  const HrDiagnostic *all = analysis != NULL ? hr_analysis_get_diagnostics (analysis, &n_diagnostics) : NULL;

  g_return_if_fail (HR_IS_PROBLEM_LIST (self));
  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->group, g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; i < n_diagnostics && self->rows->len < MAX_ROWS; i++)
    if (ids == NULL || (all[i].node_id != NULL && g_strv_contains (ids, all[i].node_id)))
      {
        GtkWidget *row = make_row (&all[i]);

        adw_preferences_group_add (self->group, row);
        g_ptr_array_add (self->rows, row);
      }
  gtk_widget_set_visible (GTK_WIDGET (self), self->rows->len > 0);
}

static void
hr_problem_list_finalize (GObject *object)
{
  g_ptr_array_unref (HR_PROBLEM_LIST (object)->rows);
  G_OBJECT_CLASS (hr_problem_list_parent_class)->finalize (object);
}

static void
hr_problem_list_class_init (HrProblemListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = hr_problem_list_finalize;
}

static void
hr_problem_list_init (HrProblemList *self)
{
  self->rows = g_ptr_array_new ();
  self->group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  adw_preferences_group_set_title (self->group, _ ("Problems"));
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->group));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
