#include "report-private.h"

#include <json-glib/json-glib.h>

#include "../core/execution.h"

static void
add_string (JsonBuilder *builder, const char *name, const char *text)
{
  json_builder_set_member_name (builder, name);
  if (text)
    json_builder_add_string_value (builder, text);
  else
    json_builder_add_null_value (builder);
}

static void
add_int (JsonBuilder *builder, const char *name, gint64 value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, value);
}

/* null when the figure is not known. */
static void
add_figure (JsonBuilder *builder, const char *name, gboolean known, gint64 value)
{
  json_builder_set_member_name (builder, name);
  if (known)
    json_builder_add_int_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

static void
add_bool (JsonBuilder *builder, const char *name, gboolean value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_boolean_value (builder, value);
}

static void
begin_array (JsonBuilder *builder, const char *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
}

/* The value that files have for it. */
static void
add_setting (JsonBuilder *builder, const HrSettings *settings, const char *name, const char *key)
{
  g_autofree char *text = hr_settings_to_text (settings, key);
  add_string (builder, name, text);
}

/* Categories that have no bytes are left out. */
static void
add_categories (JsonBuilder *builder, const gint64 *bytes)
{
  json_builder_set_member_name (builder, "categories");
  json_builder_begin_object (builder);
  for (int i = 0; i < HR_N_CATEGORIES; i++)
    if (bytes[i] > 0)
      add_int (builder, hr_category_get_id (i), bytes[i]);
  json_builder_end_object (builder);
}

static void
add_phases (JsonBuilder *builder, const HrTotals *totals)
{
  json_builder_set_member_name (builder, "phases");
  json_builder_begin_object (builder);
  for (int i = 0; i < HR_N_PHASES; i++)
    {
      if (totals->phase_peaks[i] == 0)
        continue;
      json_builder_set_member_name (builder, hr_phase_get_id (i));
      json_builder_begin_object (builder);
      add_int (builder, "peak_bytes", totals->phase_peaks[i]);
      json_builder_end_object (builder);
    }
  json_builder_end_object (builder);
}

/* null for a rank that is not known, and for each dimension that is not. */
static void
add_shape (JsonBuilder *builder, const HrShape *shape)
{
  json_builder_set_member_name (builder, "shape");
  if (shape->rank == HR_RANK_UNKNOWN)
    {
      json_builder_add_null_value (builder);
      return;
    }
  json_builder_begin_array (builder);
  for (int i = 0; i < shape->rank; i++)
    if (shape->dims[i] == HR_DIM_UNKNOWN)
      json_builder_add_null_value (builder);
    else
      json_builder_add_int_value (builder, shape->dims[i]);
  json_builder_end_array (builder);
}

static void
add_tensor (JsonBuilder *builder, const HrTensor *tensor)
{
  gint64 bytes = 0;
  gboolean known = tensor->dtype && hr_tensor_get_bytes (tensor, &bytes);
  add_shape (builder, &tensor->shape);
  add_string (builder, "type", tensor->dtype ? tensor->dtype->id : NULL);
  add_figure (builder, "bytes", known, bytes);
}

static void
add_names (JsonBuilder *builder, const HrNode *node)
{
  add_string (builder, "id", node->id);
  add_string (builder, "name", hr_node_get_name (node));
  add_string (builder, "kind", node->op->id);
  if (node->block)
    add_string (builder, "block", node->block);
}

static void
add_ends (JsonBuilder *builder, const HrLayer *layer)
{
  begin_array (builder, "inputs");
  for (guint i = 0; i < layer->node->n_inputs; i++)
    {
      g_autofree char *text = hr_report_dup_endpoint (&layer->node->inputs[i]);
      if (text)
        json_builder_add_string_value (builder, text);
      else
        json_builder_add_null_value (builder);
    }
  json_builder_end_array (builder);
  begin_array (builder, "outputs");
  for (guint i = 0; i < layer->n_outputs; i++)
    {
      json_builder_begin_object (builder);
      add_tensor (builder, &layer->outputs[i]);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_layer (JsonBuilder *builder, const HrLayer *layer)
{
  json_builder_begin_object (builder);
  add_names (builder, layer->node);
  add_ends (builder, layer);
  add_figure (builder, "parameters", layer->known, layer->parameters);
  add_figure (builder, "parameter_bytes", layer->known, layer->parameter_bytes);
  add_figure (builder, "buffer_bytes", layer->known, layer->buffer_bytes);
  add_figure (builder, "multiply_adds", layer->known, layer->multiply_adds);
  add_figure (builder, "output_bytes", layer->known, layer->output_bytes);
  add_figure (builder, "kept_for_backward_bytes", layer->known, layer->kept_bytes);
  add_bool (builder, "view", layer->view);
  json_builder_end_object (builder);
}

static void
add_network_input (JsonBuilder *builder, const HrLayer *layer)
{
  json_builder_begin_object (builder);
  add_names (builder, layer->node);
  add_tensor (builder, &layer->outputs[0]);
  json_builder_end_object (builder);
}

static void
add_layers (JsonBuilder *builder, const HrAnalysis *analysis)
{
  guint n;
  const HrLayer *layers = hr_analysis_get_layers (analysis, &n);
  begin_array (builder, "network_inputs");
  for (guint i = 0; i < n; i++)
    if (hr_report_is_input (&layers[i]))
      add_network_input (builder, &layers[i]);
  json_builder_end_array (builder);
  begin_array (builder, "layers");
  for (guint i = 0; i < n; i++)
    if (!hr_report_is_input (&layers[i]))
      add_layer (builder, &layers[i]);
  json_builder_end_array (builder);
}

/* Id of the layer of a step, or NULL for loss and update. */
static const char *
get_step_layer (const HrAnalysis *analysis, int step)
{
  guint n_steps, n_layers;
  const HrStep *steps = hr_analysis_get_steps (analysis, &n_steps);
  const HrLayer *layers = hr_analysis_get_layers (analysis, &n_layers);
  return step < 0 || steps[step].layer < 0 ? NULL : layers[steps[step].layer].node->id;
}

/* Steps are counted from 1. */
static void
add_steps (JsonBuilder *builder, const HrAnalysis *analysis)
{
  guint n;
  const HrStep *steps = hr_analysis_get_steps (analysis, &n);
  begin_array (builder, "steps");
  for (guint i = 0; i < n; i++)
    {
      json_builder_begin_object (builder);
      add_int (builder, "index", i + 1);
      add_string (builder, "phase", hr_phase_get_id (steps[i].phase));
      add_string (builder, "layer", get_step_layer (analysis, i));
      add_int (builder, "bytes", steps[i].bytes);
      add_categories (builder, steps[i].categories);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_diagnostics (JsonBuilder *builder, const HrAnalysis *analysis)
{
  guint n;
  const HrDiagnostic *diagnostics = hr_analysis_get_diagnostics (analysis, &n);
  begin_array (builder, "diagnostics");
  for (guint i = 0; i < n; i++)
    {
      json_builder_begin_object (builder);
      add_string (builder, "severity", hr_report_get_severity_id (diagnostics[i].severity));
      add_string (builder, "code", diagnostics[i].code);
      add_string (builder, "layer", diagnostics[i].node_id);
      add_string (builder, "message", diagnostics[i].message);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_settings (JsonBuilder *builder, const HrSettings *settings)
{
  add_setting (builder, settings, "mode", "mode");
  add_int (builder, "batch", settings->batch);
  add_setting (builder, settings, "execution", "execution");
  add_setting (builder, settings, "optimizer", "optimizer");
  add_setting (builder, settings, "step", "step");
  add_bool (builder, "in_place", settings->in_place);
  add_setting (builder, settings, "weights", "weights");
  add_setting (builder, settings, "activations", "activations");
}

static void
add_totals (JsonBuilder *builder, const HrAnalysis *analysis)
{
  const HrTotals *totals = hr_analysis_get_totals (analysis);
  add_bool (builder, "complete", totals->complete);
  add_int (builder, "parameters", totals->parameters);
  add_int (builder, "parameter_bytes", totals->parameter_bytes);
  add_int (builder, "buffer_bytes", totals->buffer_bytes);
  add_int (builder, "multiply_adds", totals->multiply_adds);
  add_int (builder, "multiply_adds_per_instance", totals->multiply_adds / hr_analysis_get_settings (analysis)->batch);
  add_int (builder, "output_bytes", totals->output_bytes);
  add_int (builder, "peak_bytes", totals->peak_bytes);
  add_figure (builder, "peak_step", totals->peak_step >= 0, totals->peak_step + 1);
  add_string (builder, "peak_layer", get_step_layer (analysis, totals->peak_step));
  add_int (builder, "kept_for_backward_bytes", totals->kept_bytes);
  add_phases (builder, totals);
  add_categories (builder, totals->peak_categories);
}

char *
hr_report_write_json (const HrAnalysis *analysis)
{
  g_return_val_if_fail (analysis != NULL, NULL);

  g_autoptr (JsonBuilder) builder = json_builder_new ();
  json_builder_begin_object (builder);
  add_string (builder, "name", hr_project_get_title (hr_analysis_get_project (analysis)));
  add_settings (builder, hr_analysis_get_settings (analysis));
  add_totals (builder, analysis);
  add_layers (builder, analysis);
  add_steps (builder, analysis);
  add_diagnostics (builder, analysis);
  json_builder_end_object (builder);

  g_autoptr (JsonNode) root = json_builder_get_root (builder);
  g_autofree char *text = json_to_string (root, TRUE);
  return g_strconcat (text, "\n", NULL);
}
