/* network-panel.c: see network-panel.h. */
#include "network-panel.h"

#include <glib/gi18n-lib.h>

#include "../core/execution.h"
#include "../core/explain.h"
#include "../core/units.h"
#include "config.h"
#include "figure-row.h"
#include "problem-list.h"
#include "settings-rows.h"
#include "working-list.h"

struct _HrNetworkPanel
{
  GtkBox parent_instance;

  /* Template */
  AdwEntryRow *title;
  HrProblemList *problems;
  AdwPreferencesGroup *settings_group;
  AdwPreferencesGroup *memory_group;
  HrFigureRow *peak;
  HrFigureRow *peak_layer;
  HrFigureRow *parameters;
  HrFigureRow *multiply_adds;
  HrWorkingList *working;

  HrDocument *document;                   /* owned, or NULL */
  GPtrArray *rows;                        /* of HrValueRow, owned by the widget tree: one per key of the settings */
  GtkWidget *categories[HR_N_CATEGORIES]; /* HrFigureRow, owned by the widget tree */
};

G_DEFINE_FINAL_TYPE (HrNetworkPanel, hr_network_panel, GTK_TYPE_BOX)

/* ---- settings ---- */

static void
row_edited (HrNetworkPanel *self, const char *text, HrValueRow *row)
{
  guint index;

  if (g_ptr_array_find (self->rows, row, &index))
    hr_settings_row_apply (row, hr_settings_get_keys ()[index], self->document, text);
}

static void
title_applied (HrNetworkPanel *self)
{
  HrProject *project = hr_document_get_project (self->document);
  g_autoptr (HrProject) changed = hr_project_with_title (project, gtk_editable_get_text (GTK_EDITABLE (self->title)));

  hr_document_push (self->document, changed, _ ("Rename Network"), NULL);
}

static void
show_settings (HrNetworkPanel *self)
{
  HrProject *project = hr_document_get_project (self->document);
  const HrSettings *settings = hr_project_get_settings (project);
  const char *const *keys = hr_settings_get_keys ();

  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (self->title)), hr_project_get_title (project)) != 0)
    gtk_editable_set_text (GTK_EDITABLE (self->title), hr_project_get_title (project));
  for (guint i = 0; i < self->rows->len; i++)
    hr_settings_row_update (g_ptr_array_index (self->rows, i), keys[i], settings);
  adw_preferences_group_set_description (self->settings_group, _ (settings->execution->description));
}

static void
add_settings_rows (HrNetworkPanel *self)
{
  const char *const *keys = hr_settings_get_keys ();

  for (guint i = 0; keys[i] != NULL; i++)
    {
      HrValueRow *row = hr_settings_row_new (keys[i]);

      g_signal_connect_swapped (row, "edited", G_CALLBACK (row_edited), self);
      adw_preferences_group_add (self->settings_group, GTK_WIDGET (row));
      g_ptr_array_add (self->rows, row);
    }
}

/* ---- totals ---- */

static void
show_peak (HrNetworkPanel *self, HrAnalysis *analysis, const HrTotals *totals)
{
  guint n_steps, n_layers;
  const HrStep *steps = hr_analysis_get_steps (analysis, &n_steps);
  const HrLayer *layers = hr_analysis_get_layers (analysis, &n_layers);
  const char *name = NULL;
  g_autofree char *where = NULL;

  if (totals->peak_step >= 0)
    {
      const HrStep *step = &steps[totals->peak_step];

      name = step->layer >= 0 ? hr_node_get_name (layers[step->layer].node) : NULL;
      where = name != NULL ? g_strdup_printf ("%s · %s", name, hr_phase_get_title (step->phase))
                           : g_strdup (hr_phase_get_title (step->phase));
    }
  hr_figure_row_set_bytes (self->peak, totals->peak_step >= 0 ? totals->peak_bytes : -1);
  hr_figure_row_set_value (self->peak_layer, where, NULL);
}

static void
show_totals (HrNetworkPanel *self, const HrTotals *totals)
{
  g_autofree char *count = hr_format_count (totals->parameters);
  g_autofree char *size = hr_format_size (totals->parameter_bytes);
  g_autofree char *parameters = g_strdup_printf ("%s · %s", count, size);
  g_autofree char *exact = hr_format_bytes (totals->parameter_bytes);
  g_autofree char *si = hr_format_si (totals->multiply_adds);
  g_autofree char *exact_adds = hr_format_count (totals->multiply_adds);

  hr_figure_row_set_value (self->parameters, parameters, exact);
  hr_figure_row_set_value (self->multiply_adds, si, exact_adds);
  for (guint i = 0; i < HR_N_CATEGORIES; i++)
    hr_figure_row_set_bytes (HR_FIGURE_ROW (self->categories[i]),
                             totals->peak_categories[i] > 0 ? totals->peak_categories[i] : -1);
}

/* While it is not on the screen nothing is worked out; mapping it does. */
static void
show_estimate (HrNetworkPanel *self)
{
  HrAnalysis *analysis = hr_document_get_analysis (self->document);
  const HrTotals *totals = analysis != NULL ? hr_analysis_get_totals (analysis) : NULL;
  g_autoptr (GPtrArray) workings = NULL;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  hr_problem_list_set (self->problems, analysis, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->memory_group), totals != NULL && totals->peak_step >= 0);
  if (totals != NULL && totals->peak_step >= 0)
    {
      show_peak (self, analysis, totals);
      show_totals (self, totals);
      workings = hr_explain_network (analysis);
    }
  hr_working_list_set (self->working, workings);
}

static void
add_category_rows (HrNetworkPanel *self)
{
  for (guint i = 0; i < HR_N_CATEGORIES; i++)
    {
      self->categories[i] = hr_figure_row_new (hr_category_get_title (i));
      gtk_widget_add_css_class (self->categories[i], "part");
      adw_preferences_group_add (self->memory_group, self->categories[i]);
    }
}

/* ---- widget ---- */

static void
release_document (HrNetworkPanel *self)
{
  if (self->document == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->document, self);
  g_clear_object (&self->document);
}

void
hr_network_panel_set_document (HrNetworkPanel *self, HrDocument *document)
{
  g_return_if_fail (HR_IS_NETWORK_PANEL (self));
  release_document (self);
  self->document = g_object_ref (document);
  g_signal_connect_swapped (document, "project-changed", G_CALLBACK (show_settings), self);
  g_signal_connect_swapped (document, "analysis-changed", G_CALLBACK (show_estimate), self);
  show_settings (self);
  show_estimate (self);
}

static void
hr_network_panel_map (GtkWidget *widget)
{
  HrNetworkPanel *self = HR_NETWORK_PANEL (widget);

  GTK_WIDGET_CLASS (hr_network_panel_parent_class)->map (widget);
  if (self->document != NULL)
    show_estimate (self);
}

static void
hr_network_panel_dispose (GObject *object)
{
  HrNetworkPanel *self = HR_NETWORK_PANEL (object);

  release_document (self);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  G_OBJECT_CLASS (hr_network_panel_parent_class)->dispose (object);
}

static void
hr_network_panel_class_init (HrNetworkPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = hr_network_panel_dispose;
  widget_class->map = hr_network_panel_map;
  g_type_ensure (HR_TYPE_FIGURE_ROW);
  g_type_ensure (HR_TYPE_PROBLEM_LIST);
  g_type_ensure (HR_TYPE_WORKING_LIST);
  gtk_widget_class_set_template_from_resource (widget_class, HR_RESOURCE_PATH "/network-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, HrNetworkPanel, title);
  gtk_widget_class_bind_template_child (widget_class, HrNetworkPanel, problems);
  gtk_widget_class_bind_template_child (widget_class, HrNetworkPanel, settings_group);
  gtk_widget_class_bind_template_child (widget_class, HrNetworkPanel, memory_group);
  gtk_widget_class_bind_template_child (widget_class, HrNetworkPanel, peak);
  gtk_widget_class_bind_template_child (widget_class, HrNetworkPanel, peak_layer);
  gtk_widget_class_bind_template_child (widget_class, HrNetworkPanel, parameters);
  gtk_widget_class_bind_template_child (widget_class, HrNetworkPanel, multiply_adds);
  gtk_widget_class_bind_template_child (widget_class, HrNetworkPanel, working);
  gtk_widget_class_bind_template_callback (widget_class, title_applied);
}

static void
hr_network_panel_init (HrNetworkPanel *self)
{
  self->rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  add_settings_rows (self);
  add_category_rows (self);
}
