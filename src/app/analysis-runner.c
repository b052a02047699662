/* analysis-runner.c: see analysis-runner.h. */
#include "analysis-runner.h"

#define PAUSE_MS 30
#define BUSY_AFTER_MS 500

struct _HrAnalysisRunner
{
  GObject parent_instance;

  HrDocument *document;  /* owned */
  HrDeviceList *devices; /* owned */
  HrProject *requested;  /* owned: of the latest request, or NULL */
  gint64 requested_available_bytes;
  HrCancel *cancel;   /* owned: of the request that runs, or NULL */
  guint pause_source; /* waits for editing to pause, or 0 */
  guint busy_source;  /* waits for half a second, or 0 */
  gboolean busy;
};

enum
{
  PROP_BUSY = 1,
};

static GParamSpec *busy_property;

G_DEFINE_FINAL_TYPE (HrAnalysisRunner, hr_analysis_runner, G_TYPE_OBJECT)

/* One request, handed to a worker and back. */
typedef struct
{
  HrProject *project;     /* owned */
  gint64 available_bytes; /* 0: no device */
  HrCancel *cancel;       /* owned */
  HrAnalysis *analysis;   /* owned: the result, NULL when cancelled */
  HrFit fit;
  gboolean has_fit;
  gint64 duration_us;
} Request;

static void
request_free (Request *self)
{
  hr_project_unref (self->project);
  hr_cancel_unref (self->cancel);
  g_clear_pointer (&self->analysis, hr_analysis_unref);
  g_free (self);
}

static void
set_busy (HrAnalysisRunner *self, gboolean busy)
{
  g_clear_handle_id (&self->busy_source, g_source_remove);
  if (self->busy == busy)
    return;
  self->busy = busy;
  g_object_notify_by_pspec (G_OBJECT (self), busy_property);
}

static gboolean
busy_timeout (gpointer user_data)
{
  HrAnalysisRunner *self = user_data;

  self->busy_source = 0;
  set_busy (self, TRUE);
  return G_SOURCE_REMOVE;
}

static void
estimate_in_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Request *request = task_data;
  gint64 start_us = g_get_monotonic_time ();

  request->analysis = hr_analysis_new (request->project, request->cancel);
  if (request->analysis != NULL && request->available_bytes > 0)
    request->has_fit = hr_fit (request->analysis, request->available_bytes, request->cancel, &request->fit);
  request->duration_us = g_get_monotonic_time () - start_us;
  g_task_return_boolean (task, TRUE);
}

static void
estimate_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  HrAnalysisRunner *self = HR_ANALYSIS_RUNNER (source);
  Request *request = g_task_get_task_data (G_TASK (result));

  if (request->cancel != self->cancel)
    return;
  g_clear_pointer (&self->cancel, hr_cancel_unref);
  set_busy (self, FALSE);
  if (request->analysis != NULL)
    hr_document_set_estimate (self->document, request->analysis, request->has_fit ? &request->fit : NULL,
                              request->duration_us);
}

/* Makes what runs stop soon; its result will be dropped. */
static void
cancel_running (HrAnalysisRunner *self)
{
  if (self->cancel != NULL)
    hr_cancel_cancel (self->cancel);
  g_clear_pointer (&self->cancel, hr_cancel_unref);
  g_clear_handle_id (&self->pause_source, g_source_remove);
}

static gboolean
start (gpointer user_data)
{
  HrAnalysisRunner *self = user_data;
  Request *request = g_new0 (Request, 1);
  g_autoptr (GTask) task = g_task_new (self, NULL, estimate_done, NULL);

  self->pause_source = 0;
  cancel_running (self);
  self->cancel = hr_cancel_new ();
  request->project = hr_project_ref (self->requested);
  request->available_bytes = self->requested_available_bytes;
  request->cancel = hr_cancel_ref (self->cancel);
  g_task_set_source_tag (task, start);
  g_task_set_task_data (task, request, (GDestroyNotify) request_free);
  g_task_run_in_thread (task, estimate_in_worker);
  if (!self->busy && self->busy_source == 0)
    self->busy_source = g_timeout_add (BUSY_AFTER_MS, busy_timeout, self);
  return G_SOURCE_REMOVE;
}

static gint64
get_available_bytes (HrAnalysisRunner *self)
{
  const char *id = hr_project_get_device (hr_document_get_project (self->document));
  const HrDevice *device = hr_device_list_find (self->devices, id);

  return device != NULL ? hr_device_get_available (device) : 0;
}

/* Moving a box changes no figure: then nothing is asked. */
static void
project_changed (HrAnalysisRunner *self)
{
  HrProject *project = hr_document_get_project (self->document);
  gint64 available_bytes = get_available_bytes (self);

  if (self->requested != NULL && hr_project_same_estimate (project, self->requested)
      && available_bytes == self->requested_available_bytes)
    return;
  g_clear_pointer (&self->requested, hr_project_unref);
  self->requested = hr_project_ref (project);
  self->requested_available_bytes = available_bytes;
  cancel_running (self);
  self->pause_source = g_timeout_add (PAUSE_MS, start, self);
}

void
hr_analysis_runner_stop (HrAnalysisRunner *self)
{
  g_return_if_fail (HR_IS_ANALYSIS_RUNNER (self));
  cancel_running (self);
  set_busy (self, FALSE);
  g_signal_handlers_disconnect_by_data (self->document, self);
  g_signal_handlers_disconnect_by_data (self->devices, self);
}

static void
hr_analysis_runner_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_BUSY)
    g_value_set_boolean (value, HR_ANALYSIS_RUNNER (object)->busy);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
hr_analysis_runner_dispose (GObject *object)
{
  HrAnalysisRunner *self = HR_ANALYSIS_RUNNER (object);

  if (self->document != NULL)
    hr_analysis_runner_stop (self);
  g_clear_object (&self->document);
  g_clear_object (&self->devices);
  g_clear_pointer (&self->requested, hr_project_unref);
  G_OBJECT_CLASS (hr_analysis_runner_parent_class)->dispose (object);
}

static void
hr_analysis_runner_class_init (HrAnalysisRunnerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = hr_analysis_runner_get_property;
  object_class->dispose = hr_analysis_runner_dispose;
  busy_property = g_param_spec_boolean ("busy", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_property (object_class, PROP_BUSY, busy_property);
}

static void
hr_analysis_runner_init (HrAnalysisRunner *self)
{
}

HrAnalysisRunner *
hr_analysis_runner_new (HrDocument *document, HrDeviceList *devices)
{
  HrAnalysisRunner *self;

  g_return_val_if_fail (HR_IS_DOCUMENT (document), NULL);
  g_return_val_if_fail (HR_IS_DEVICE_LIST (devices), NULL);
  self = g_object_new (HR_TYPE_ANALYSIS_RUNNER, NULL);
  self->document = g_object_ref (document);
  self->devices = g_object_ref (devices);
  g_signal_connect_swapped (document, "project-changed", G_CALLBACK (project_changed), self);
  g_signal_connect_swapped (devices, "items-changed", G_CALLBACK (project_changed), self);
  project_changed (self);
  return self;
}
