#include "../core/explain.h"

#include <glib/gi18n-lib.h>

#include "options.h"
#include "output.h"

/* The layer with this id, else the first with this name; −1 when there is none. */
static int
find_layer (const HrGraph *graph, const char *text)
{
  int index = hr_graph_find (graph, text);

  for (guint i = 0; index < 0 && i < hr_graph_get_n_nodes (graph); i++)
    if (strcmp (hr_node_get_name (hr_graph_get_node (graph, i)), text) == 0)
      index = (int) i;
  return index;
}

/* The workings asked for (HrWorking), or NULL when there is no such layer, which it has said. */
static GPtrArray *
list_workings (const HrCliOptions *options, const HrAnalysis *analysis, const HrNode **node)
{
  const HrGraph *graph = hr_project_get_graph (hr_analysis_get_project (analysis));

  *node = NULL;
  if (options->n_arguments == 1)
    return hr_explain_network (analysis);

  int layer = find_layer (graph, options->arguments[1]);
  if (layer < 0)
    {
      g_autofree char *line
          = g_strdup_printf (_ ("%s: there is no layer “%s”"), options->arguments[0], options->arguments[1]);
      hr_cli_problem (line);
      return NULL;
    }
  *node = hr_graph_get_node (graph, (guint) layer);
  return hr_explain_layer (analysis, (guint) layer);
}

static void
print_text (GPtrArray *workings)
{
  for (guint i = 0; i < workings->len; i++)
    {
      const HrWorking *working = g_ptr_array_index (workings, i);
      g_auto (GStrv) lines = g_strsplit (working->text, "\n", -1);

      hr_cli_print ("%s%s\n", i > 0 ? "\n" : "", working->label);
      for (guint j = 0; lines[j] != NULL; j++)
        hr_cli_print ("  %s\n", lines[j]);
    }
}

static void
print_json (const HrAnalysis *analysis, const HrNode *node, GPtrArray *workings)
{
  JsonBuilder *builder = json_builder_new ();

  json_builder_begin_object (builder);
  hr_cli_json_text (builder, "name", hr_project_get_title (hr_analysis_get_project (analysis)));
  hr_cli_json_text (builder, "layer", node != NULL ? node->id : NULL);
  json_builder_set_member_name (builder, "figures");
  json_builder_begin_array (builder);
  for (guint i = 0; i < workings->len; i++)
    {
      const HrWorking *working = g_ptr_array_index (workings, i);

      json_builder_begin_object (builder);
      hr_cli_json_text (builder, "figure", working->figure);
      hr_cli_json_text (builder, "label", working->label);
      hr_cli_json_text (builder, "working", working->text);
      hr_cli_json_int (builder, "value", working->value);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  hr_cli_print_json (builder);
}

static HrExit
run_explain (int argc, char **argv)
{
  g_auto (HrCliOptions) options = { 0 };
  const HrNode *node;
  HrExit status;

  if (!hr_cli_parse (&options, &hr_command_explain, NULL, argc, argv, &status))
    return status;

  g_autoptr (HrAnalysis) analysis = hr_cli_analyse (&options);
  if (analysis == NULL)
    return HR_EXIT_FAILED;

  g_autoptr (GPtrArray) workings = list_workings (&options, analysis, &node);
  if (workings == NULL)
    return HR_EXIT_FAILED;
  hr_cli_print_diagnostics (&options, analysis);
  if (hr_cli_wants_json (&options))
    print_json (analysis, node, workings);
  else
    print_text (workings);
  return HR_EXIT_DONE;
}

const HrCommand hr_command_explain = {
  .name = "explain",
  .arguments = "FILE [LAYER]",
  .summary = N_ ("The working of the figures of a layer, or of the network, with their own numbers"),
  .min_arguments = 1,
  .max_arguments = 2,
  .estimates = TRUE,
  .formats = "text|json",
  .run = run_explain,
};
