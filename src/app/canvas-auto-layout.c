#include "canvas-private.h"

#include <glib/gi18n.h>

#include "canvas-arrange.h"

typedef struct
{
  HrProject *project; /* owned */
  gboolean asked;     /* by a person: a step to undo */
} Arrange;

static void
arrange_free (gpointer data)
{
  Arrange *self = data;

  hr_project_unref (self->project);
  g_free (self);
}

static void
arrange_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Arrange *arrange = data;

  g_task_return_pointer (task, hr_canvas_arrange_project (arrange->project, NULL), (GDestroyNotify) hr_project_unref);
}

static void
on_arranged (GObject *source, GAsyncResult *result, gpointer data)
{
  HrCanvas *self = HR_CANVAS (source);
  const Arrange *arrange = g_task_get_task_data (G_TASK (result));
  g_autoptr (HrProject) project = g_task_propagate_pointer (G_TASK (result), NULL);

  if (project == NULL || g_task_get_cancellable (G_TASK (result)) != self->arranging || self->document == NULL)
    return;
  g_clear_object (&self->arranging);
  self->fit_pending = TRUE;
  if (hr_document_get_project (self->document) != arrange->project)
    hr_canvas_arrange_if_needed (self);
  else if (arrange->asked)
    hr_document_push (self->document, project, _ ("Arrange Layers"), NULL);
  else
    hr_document_set_layout (self->document, project);
  hr_canvas_apply_fit (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
start_arranging (HrCanvas *self, gboolean asked)
{
  Arrange *arrange = g_new (Arrange, 1);
  g_autoptr (GTask) task = NULL;

  g_cancellable_cancel (self->arranging);
  g_clear_object (&self->arranging);
  self->arranging = g_cancellable_new ();
  *arrange = (Arrange){ hr_project_ref (hr_document_get_project (self->document)), asked };
  task = g_task_new (self, self->arranging, on_arranged, NULL);
  g_task_set_task_data (task, arrange, arrange_free);
  g_task_run_in_thread (task, arrange_in_thread);
}

/* A network that came without places gets automatic ones; that is no edit. */
void
hr_canvas_arrange_if_needed (HrCanvas *self)
{
  HrProject *project = hr_document_get_project (self->document);

  if (hr_graph_get_n_nodes (hr_project_get_graph (project)) > 0 && hr_project_get_n_positions (project) == 0)
    start_arranging (self, FALSE);
}

void
hr_canvas_auto_layout (HrCanvas *self)
{
  g_return_if_fail (HR_IS_CANVAS (self));

  if (self->document == NULL)
    return;
  if (hr_graph_get_n_nodes (hr_project_get_graph (hr_document_get_project (self->document))) > 0)
    start_arranging (self, TRUE);
}
