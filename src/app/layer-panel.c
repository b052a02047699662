/* layer-panel.c: see layer-panel.h. */
#include "layer-panel.h"

#include <glib/gi18n-lib.h>

#include "../core/checked.h"
#include "../core/explain.h"
#include "../core/graph-edit.h"
#include "../core/units.h"
#include "canvas-colors.h"
#include "config.h"
#include "figure-row.h"
#include "param-rows.h"
#include "problem-list.h"
#include "working-list.h"

struct _HrLayerPanel
{
  GtkBox parent_instance;

  /* Template */
  GtkImage *icon;
  GtkLabel *title;
  GtkLabel *subtitle;
  AdwEntryRow *name;
  AdwPreferencesGroup *name_group;
  AdwPreferencesGroup *params_group;
  AdwPreferencesGroup *memory_group;
  HrProblemList *problems;
  HrFigureRow *shape;
  HrFigureRow *output;
  HrFigureRow *kept;
  HrFigureRow *parameters;
  HrFigureRow *buffers;
  HrFigureRow *multiply_adds;
  HrWorkingList *working;

  HrDocument *document; /* owned, or NULL */
  const HrOp *op;       /* static: what the parameter rows are for, or NULL */
  GPtrArray *rows;      /* of HrValueRow, owned by the widget tree: one per parameter of the kind */
};

G_DEFINE_FINAL_TYPE (HrLayerPanel, hr_layer_panel, GTK_TYPE_BOX)

static HrGraph *
get_graph (HrLayerPanel *self)
{
  return hr_project_get_graph (hr_document_get_project (self->document));
}

/* The kind of all selected layers, static, or NULL when there are several. */
static const HrOp *
get_common_op (HrLayerPanel *self, const char *const *ids)
{
  HrGraph *graph = get_graph (self);
  const HrOp *op = NULL;

  for (guint i = 0; ids[i] != NULL; i++)
    {
      const HrNode *node = hr_graph_get_node (graph, hr_graph_find (graph, ids[i]));

      if (op != NULL && op != node->op)
        return NULL;
      op = node->op;
    }
  return op;
}

/* ---- parameters ---- */

static void
row_edited (HrLayerPanel *self, const char *text, HrValueRow *row)
{
  guint index;

  if (!g_ptr_array_find (self->rows, row, &index))
    return;
  hr_param_row_apply (row, &self->op->params[index], self->document, hr_document_get_selection (self->document), text);
}

static void
rebuild_rows (HrLayerPanel *self, const HrOp *op)
{
  /* A row with the focus hands over what was typed when it goes; that was not meant for the layers selected now. */
  g_autoptr (GPtrArray) old_rows = g_steal_pointer (&self->rows);

  self->rows = g_ptr_array_new ();
  for (guint i = 0; i < old_rows->len; i++)
    adw_preferences_group_remove (self->params_group, g_ptr_array_index (old_rows, i));
  self->op = op;
  for (guint i = 0; op != NULL && i < op->n_params; i++)
    {
      HrValueRow *row = hr_param_row_new (&op->params[i]);

      g_signal_connect_swapped (row, "edited", G_CALLBACK (row_edited), self);
      adw_preferences_group_add (self->params_group, GTK_WIDGET (row));
      g_ptr_array_add (self->rows, row);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->params_group), self->rows->len > 0);
}

static void
name_applied (HrLayerPanel *self)
{
  const char *const *ids = hr_document_get_selection (self->document);
  HrProject *project = hr_document_get_project (self->document);
  g_autoptr (HrGraph) graph = NULL;
  g_autoptr (HrProject) changed = NULL;

  if (ids[0] == NULL || ids[1] != NULL)
    return;
  graph = hr_graph_rename_node (get_graph (self), ids[0], gtk_editable_get_text (GTK_EDITABLE (self->name)));
  changed = hr_project_with_graph (project, graph);
  hr_document_push (self->document, changed, _ ("Rename Layer"), NULL);
}

/* ---- what is shown ---- */

/* The kind's pictogram in its category's colour; NULL: none. */
static void
show_icon (HrLayerPanel *self, const HrOp *op)
{
  g_autofree char *name = op != NULL ? g_strdup_printf ("headroom-kind-%s-symbolic", op->id) : NULL;
  const char *const classes[] = { "kind-icon", op != NULL ? hr_category_get_css_class (op->category) : NULL, NULL };

  gtk_image_set_from_icon_name (self->icon, name);
  gtk_widget_set_css_classes (GTK_WIDGET (self->icon), (const char **) classes);
  gtk_widget_set_visible (GTK_WIDGET (self->icon), op != NULL);
}

static void
show_heading (HrLayerPanel *self, const char *const *ids)
{
  guint n_ids = g_strv_length ((char **) ids);
  const HrNode *node = hr_graph_get_node (get_graph (self), hr_graph_find (get_graph (self), ids[0]));
  g_autofree char *many = g_strdup_printf (ngettext ("%u Layer", "%u Layers", n_ids), n_ids);

  gtk_label_set_text (self->title, n_ids == 1 ? hr_node_get_name (node) : many);
  gtk_label_set_text (self->subtitle, self->op != NULL ? _ (self->op->title) : _ ("Different kinds"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->subtitle), self->op != NULL ? _ (self->op->description) : NULL);
  show_icon (self, self->op);
  gtk_widget_set_visible (GTK_WIDGET (self->name_group), n_ids == 1);
  if (n_ids == 1)
    gtk_editable_set_text (GTK_EDITABLE (self->name), hr_node_get_name (node));
}

/* The figures of the selected layers together. */
typedef struct
{
  guint n_known;
  gint64 output_bytes, kept_bytes, parameters, parameter_bytes, buffer_bytes, multiply_adds;
} Sum;

static gint64
add (gint64 a, gint64 b)
{
  gint64 sum;

  return hr_checked_add (a, b, &sum) ? sum : G_MAXINT64;
}

static Sum
sum_layers (HrLayerPanel *self, const char *const *ids)
{
  Sum sum = { 0 };

  for (guint i = 0; ids[i] != NULL; i++)
    {
      const HrLayer *layer = hr_document_find_layer (self->document, ids[i]);

      if (layer == NULL || !layer->known)
        continue;
      sum.n_known++;
      sum.output_bytes = add (sum.output_bytes, layer->output_bytes);
      sum.kept_bytes = add (sum.kept_bytes, layer->kept_bytes);
      sum.parameters = add (sum.parameters, layer->parameters);
      sum.parameter_bytes = add (sum.parameter_bytes, layer->parameter_bytes);
      sum.buffer_bytes = add (sum.buffer_bytes, layer->buffer_bytes);
      sum.multiply_adds = add (sum.multiply_adds, layer->multiply_adds);
    }
  return sum;
}

static void
show_shape (HrLayerPanel *self, const char *const *ids)
{
  const HrLayer *layer = ids[1] == NULL ? hr_document_find_layer (self->document, ids[0]) : NULL;
  gboolean has_output = layer != NULL && layer->n_outputs > 0 && layer->outputs[0].shape.rank != HR_RANK_UNKNOWN;
  g_autofree char *shape = has_output ? hr_shape_to_string (&layer->outputs[0].shape, FALSE) : NULL;
  g_autofree char *whole = has_output ? hr_shape_to_string (&layer->outputs[0].shape, TRUE) : NULL;

  hr_figure_row_set_value (self->shape, shape, whole);
}

static void
show_parameters (HrLayerPanel *self, const Sum *sum)
{
  g_autofree char *count = hr_format_count (sum->parameters);
  g_autofree char *size = hr_format_size (sum->parameter_bytes);
  g_autofree char *text = g_strdup_printf ("%s · %s", count, size);
  g_autofree char *exact = hr_format_bytes (sum->parameter_bytes);

  hr_figure_row_set_value (self->parameters, sum->n_known > 0 && sum->parameters > 0 ? text : NULL, exact);
}

static void
show_multiply_adds (HrLayerPanel *self, const Sum *sum)
{
  g_autofree char *si = hr_format_si (sum->multiply_adds);
  g_autofree char *exact = hr_format_count (sum->multiply_adds);

  hr_figure_row_set_value (self->multiply_adds, sum->n_known > 0 && sum->multiply_adds > 0 ? si : NULL, exact);
}

static void
show_working (HrLayerPanel *self, const char *const *ids)
{
  HrAnalysis *analysis = hr_document_get_analysis (self->document);
  g_autoptr (GPtrArray) workings = NULL;
  int index = -1;

  if (analysis != NULL && ids[1] == NULL)
    index = hr_graph_find (hr_project_get_graph (hr_analysis_get_project (analysis)), ids[0]);
  if (index >= 0)
    workings = hr_explain_layer (analysis, index);
  hr_working_list_set (self->working, workings);
}

static void
show_estimate (HrLayerPanel *self)
{
  const char *const *ids = hr_document_get_selection (self->document);
  Sum sum;

  if (ids[0] == NULL)
    return;
  sum = sum_layers (self, ids);
  gtk_widget_set_visible (GTK_WIDGET (self->memory_group), sum.n_known > 0);
  show_shape (self, ids);
  hr_figure_row_set_bytes (self->output, sum.n_known > 0 ? sum.output_bytes : -1);
  hr_figure_row_set_bytes (self->kept, sum.kept_bytes > 0 ? sum.kept_bytes : -1);
  show_parameters (self, &sum);
  hr_figure_row_set_bytes (self->buffers, sum.buffer_bytes > 0 ? sum.buffer_bytes : -1);
  show_multiply_adds (self, &sum);
  hr_problem_list_set (self->problems, hr_document_get_analysis (self->document), ids);
  show_working (self, ids);
}

static void
show_parameters_of_selection (HrLayerPanel *self)
{
  const char *const *ids = hr_document_get_selection (self->document);

  if (ids[0] == NULL || hr_graph_find (get_graph (self), ids[0]) < 0)
    return;
  show_heading (self, ids);
  for (guint i = 0; i < self->rows->len; i++)
    hr_param_row_update (g_ptr_array_index (self->rows, i), &self->op->params[i], get_graph (self), ids);
}

static void
selection_changed (HrLayerPanel *self)
{
  const char *const *ids = hr_document_get_selection (self->document);
  const HrOp *op;

  if (ids[0] == NULL)
    return;
  op = get_common_op (self, ids);
  if (op != self->op)
    rebuild_rows (self, op);
  show_parameters_of_selection (self);
  show_estimate (self);
}

/* ---- widget ---- */

static void
release_document (HrLayerPanel *self)
{
  if (self->document == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->document, self);
  g_clear_object (&self->document);
}

void
hr_layer_panel_set_document (HrLayerPanel *self, HrDocument *document)
{
  g_return_if_fail (HR_IS_LAYER_PANEL (self));
  release_document (self);
  self->document = g_object_ref (document);
  g_signal_connect_swapped (document, "project-changed", G_CALLBACK (show_parameters_of_selection), self);
  g_signal_connect_swapped (document, "selection-changed", G_CALLBACK (selection_changed), self);
  g_signal_connect_swapped (document, "analysis-changed", G_CALLBACK (show_estimate), self);
  selection_changed (self);
}

static void
hr_layer_panel_dispose (GObject *object)
{
  HrLayerPanel *self = HR_LAYER_PANEL (object);

  release_document (self);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  G_OBJECT_CLASS (hr_layer_panel_parent_class)->dispose (object);
}

static void
hr_layer_panel_class_init (HrLayerPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = hr_layer_panel_dispose;
  g_type_ensure (HR_TYPE_FIGURE_ROW);
  g_type_ensure (HR_TYPE_PROBLEM_LIST);
  g_type_ensure (HR_TYPE_WORKING_LIST);
  gtk_widget_class_set_template_from_resource (widget_class, HR_RESOURCE_PATH "/layer-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, HrLayerPanel, icon);
  gtk_widget_class_bind_template_child (widget_class, HrLayerPanel, title);
  gtk_widget_class_bind_template_child (widget_class, HrLayerPanel, subtitle);
  gtk_widget_class_bind_template_child (widget_class, HrLayerPanel, name);
  gtk_widget_class_bind_template_child (widget_class, HrLayerPanel, name_group);
  gtk_widget_class_bind_template_child (widget_class, HrLayerPanel, params_group);
  gtk_widget_class_bind_template_child (widget_class, HrLayerPanel, memory_group);
  gtk_widget_class_bind_template_child (widget_class, HrLayerPanel, problems);
  gtk_widget_class_bind_template_child (widget_class, HrLayerPanel, shape);
  gtk_widget_class_bind_template_child (widget_class, HrLayerPanel, output);
  gtk_widget_class_bind_template_child (widget_class, HrLayerPanel, kept);
  gtk_widget_class_bind_template_child (widget_class, HrLayerPanel, parameters);
  gtk_widget_class_bind_template_child (widget_class, HrLayerPanel, buffers);
  gtk_widget_class_bind_template_child (widget_class, HrLayerPanel, multiply_adds);
  gtk_widget_class_bind_template_child (widget_class, HrLayerPanel, working);
  gtk_widget_class_bind_template_callback (widget_class, name_applied);
}

static void
hr_layer_panel_init (HrLayerPanel *self)
{
  self->rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}
