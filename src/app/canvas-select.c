#include "canvas-private.h"

void
hr_canvas_select_only (HrCanvas *self, const char *id)
{
  const char *ids[] = { id, NULL };

  hr_document_set_selection (self->document, ids);
}

/* The selection without a layer, and with it at the end when it is wanted. */
static void
select_with (HrCanvas *self, const char *id, gboolean wanted)
{
  const char *const *before = hr_document_get_selection (self->document);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) ids = NULL;

  for (guint i = 0; before[i] != NULL; i++)
    if (strcmp (before[i], id) != 0)
      g_strv_builder_add (builder, before[i]);
  if (wanted)
    g_strv_builder_add (builder, id);
  ids = g_strv_builder_end (builder);
  hr_document_set_selection (self->document, (const char *const *) ids);
}

void
hr_canvas_add_selected (HrCanvas *self, const char *id)
{
  select_with (self, id, TRUE);
}

void
hr_canvas_toggle_selected (HrCanvas *self, const char *id)
{
  select_with (self, id, !hr_document_is_selected (self->document, id));
}

void
hr_canvas_select_all (HrCanvas *self)
{
  g_autofree const char **ids = NULL;
  HrGraph *graph;
  guint n;

  g_return_if_fail (HR_IS_CANVAS (self));

  if (self->document == NULL)
    return;
  graph = hr_project_get_graph (hr_document_get_project (self->document));
  n = hr_graph_get_n_nodes (graph);
  ids = g_new0 (const char *, n + 1);
  for (guint i = 0; i < n; i++)
    ids[i] = hr_graph_get_node (graph, i)->id;
  hr_document_set_selection (self->document, ids);
}
