/* document.c: see document.h. */
#include "document-private.h"

#include <glib/gi18n-lib.h>

enum
{
  PROP_TITLE = 1,
  PROP_FILE,
  PROP_MODIFIED,
  PROP_CAN_UNDO,
  PROP_CAN_REDO,
  PROP_UNDO_LABEL,
  PROP_REDO_LABEL,
  N_PROPERTIES,
};

enum
{
  PROJECT_CHANGED,
  ANALYSIS_CHANGED,
  SELECTION_CHANGED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (HrDocument, hr_document, G_TYPE_OBJECT)

HrProject *
hr_document_get_project (HrDocument *self)
{
  g_return_val_if_fail (HR_IS_DOCUMENT (self), NULL);
  return hr_history_get_current (self->history);
}

const char *
hr_document_get_title (HrDocument *self)
{
  const char *title;

  g_return_val_if_fail (HR_IS_DOCUMENT (self), NULL);
  title = hr_project_get_title (hr_document_get_project (self));
  if (title[0] != '\0')
    return title;
  return self->file_name != NULL ? self->file_name : _ ("Untitled Network");
}

GFile *
hr_document_get_file (HrDocument *self)
{
  g_return_val_if_fail (HR_IS_DOCUMENT (self), NULL);
  return self->file;
}

gboolean
hr_document_is_modified (HrDocument *self)
{
  g_return_val_if_fail (HR_IS_DOCUMENT (self), FALSE);
  return hr_history_is_modified (self->history);
}

gboolean
hr_document_can_undo (HrDocument *self)
{
  g_return_val_if_fail (HR_IS_DOCUMENT (self), FALSE);
  return hr_history_can_undo (self->history);
}

gboolean
hr_document_can_redo (HrDocument *self)
{
  g_return_val_if_fail (HR_IS_DOCUMENT (self), FALSE);
  return hr_history_can_redo (self->history);
}

const char *
hr_document_get_undo_label (HrDocument *self)
{
  g_return_val_if_fail (HR_IS_DOCUMENT (self), NULL);
  return hr_history_get_undo_label (self->history);
}

const char *
hr_document_get_redo_label (HrDocument *self)
{
  g_return_val_if_fail (HR_IS_DOCUMENT (self), NULL);
  return hr_history_get_redo_label (self->history);
}

void
hr_document_notify_all (HrDocument *self)
{
  g_object_freeze_notify (G_OBJECT (self));
  for (guint i = PROP_TITLE; i < N_PROPERTIES; i++)
    g_object_notify_by_pspec (G_OBJECT (self), properties[i]);
  g_object_thaw_notify (G_OBJECT (self));
}

/* Those of ids that the current graph has, each once. */
static char **
filter_selection (HrDocument *self, const char *const *ids)
{
  HrGraph *graph = hr_project_get_graph (hr_document_get_project (self));
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; ids != NULL && ids[i] != NULL; i++)
    if (hr_graph_find (graph, ids[i]) >= 0 && g_hash_table_add (seen, (gpointer) ids[i]))
      g_strv_builder_add (builder, ids[i]);
  return g_strv_builder_end (builder);
}

const char *const *
hr_document_get_selection (HrDocument *self)
{
  g_return_val_if_fail (HR_IS_DOCUMENT (self), NULL);
  return (const char *const *) self->selection;
}

void
hr_document_set_selection (HrDocument *self, const char *const *ids)
{
  g_auto (GStrv) selection = NULL;

  g_return_if_fail (HR_IS_DOCUMENT (self));
  selection = filter_selection (self, ids);
  if (g_strv_equal ((const char *const *) selection, (const char *const *) self->selection))
    return;
  g_strfreev (self->selection);
  self->selection = g_steal_pointer (&selection);
  g_signal_emit (self, signals[SELECTION_CHANGED], 0);
}

gboolean
hr_document_is_selected (HrDocument *self, const char *id)
{
  g_return_val_if_fail (HR_IS_DOCUMENT (self), FALSE);
  return g_strv_contains ((const char *const *) self->selection, id);
}

void
hr_document_project_changed (HrDocument *self)
{
  g_signal_emit (self, signals[PROJECT_CHANGED], 0);
  hr_document_set_selection (self, (const char *const *) self->selection);
  hr_document_notify_all (self);
}

void
hr_document_push (HrDocument *self, HrProject *project, const char *label, const char *merge_key)
{
  HrProject *before;

  g_return_if_fail (HR_IS_DOCUMENT (self));
  g_return_if_fail (project != NULL);
  g_return_if_fail (label != NULL);
  before = hr_document_get_project (self);
  hr_history_push (self->history, project, label, merge_key);
  if (hr_document_get_project (self) != before)
    hr_document_project_changed (self);
}

void
hr_document_end_merge (HrDocument *self)
{
  g_return_if_fail (HR_IS_DOCUMENT (self));
  hr_history_end_merge (self->history);
}

void
hr_document_set_layout (HrDocument *self, HrProject *project)
{
  g_return_if_fail (HR_IS_DOCUMENT (self));
  g_return_if_fail (project != NULL);
  if (project == hr_document_get_project (self))
    return;
  hr_history_replace (self->history, project);
  hr_document_project_changed (self);
}

void
hr_document_undo (HrDocument *self)
{
  g_return_if_fail (HR_IS_DOCUMENT (self));
  if (!hr_history_can_undo (self->history))
    return;
  hr_history_undo (self->history);
  hr_document_project_changed (self);
}

void
hr_document_redo (HrDocument *self)
{
  g_return_if_fail (HR_IS_DOCUMENT (self));
  if (!hr_history_can_redo (self->history))
    return;
  hr_history_redo (self->history);
  hr_document_project_changed (self);
}

HrAnalysis *
hr_document_get_analysis (HrDocument *self)
{
  g_return_val_if_fail (HR_IS_DOCUMENT (self), NULL);
  return self->analysis;
}

gboolean
hr_document_is_estimate_current (HrDocument *self)
{
  g_return_val_if_fail (HR_IS_DOCUMENT (self), FALSE);
  return self->analysis != NULL
         && hr_project_same_estimate (hr_analysis_get_project (self->analysis), hr_document_get_project (self));
}

const HrLayer *
hr_document_find_layer (HrDocument *self, const char *id)
{
  guint n_layers;
  int index;

  g_return_val_if_fail (HR_IS_DOCUMENT (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);
  if (self->analysis == NULL)
    return NULL;
  index = hr_graph_find (hr_project_get_graph (hr_analysis_get_project (self->analysis)), id);
  return index < 0 ? NULL : hr_analysis_get_layers (self->analysis, &n_layers) + index;
}

const HrFit *
hr_document_get_fit (HrDocument *self)
{
  g_return_val_if_fail (HR_IS_DOCUMENT (self), NULL);
  return self->has_fit ? &self->fit : NULL;
}

gint64
hr_document_get_estimate_us (HrDocument *self)
{
  g_return_val_if_fail (HR_IS_DOCUMENT (self), 0);
  return self->estimate_us;
}

void
hr_document_set_estimate (HrDocument *self, HrAnalysis *analysis, const HrFit *fit, gint64 duration_us)
{
  g_return_if_fail (HR_IS_DOCUMENT (self));
  g_return_if_fail (analysis != NULL);
  hr_analysis_ref (analysis);
  g_clear_pointer (&self->analysis, hr_analysis_unref);
  self->analysis = analysis;
  self->has_fit = fit != NULL;
  if (fit != NULL)
    self->fit = *fit;
  self->estimate_us = duration_us;
  g_signal_emit (self, signals[ANALYSIS_CHANGED], 0);
}

/* ---- object ---- */

static void
hr_document_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  HrDocument *self = HR_DOCUMENT (object);

  switch (id)
    {
    case PROP_TITLE:
      g_value_set_string (value, hr_document_get_title (self));
      break;
    case PROP_FILE:
      g_value_set_object (value, self->file);
      break;
    case PROP_MODIFIED:
      g_value_set_boolean (value, hr_document_is_modified (self));
      break;
    case PROP_CAN_UNDO:
      g_value_set_boolean (value, hr_document_can_undo (self));
      break;
    case PROP_CAN_REDO:
      g_value_set_boolean (value, hr_document_can_redo (self));
      break;
    case PROP_UNDO_LABEL:
      g_value_set_string (value, hr_document_get_undo_label (self));
      break;
    case PROP_REDO_LABEL:
      g_value_set_string (value, hr_document_get_redo_label (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
hr_document_finalize (GObject *object)
{
  HrDocument *self = HR_DOCUMENT (object);

  hr_history_free (self->history);
  g_clear_pointer (&self->analysis, hr_analysis_unref);
  g_strfreev (self->selection);
  g_clear_object (&self->file);
  g_free (self->file_name);
  G_OBJECT_CLASS (hr_document_parent_class)->finalize (object);
}

static guint
add_signal (const char *name)
{
  return g_signal_new (name, HR_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
hr_document_class_init (HrDocumentClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = hr_document_get_property;
  object_class->finalize = hr_document_finalize;

  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, flags);
  properties[PROP_FILE] = g_param_spec_object ("file", NULL, NULL, G_TYPE_FILE, flags);
  properties[PROP_MODIFIED] = g_param_spec_boolean ("modified", NULL, NULL, FALSE, flags);
  properties[PROP_CAN_UNDO] = g_param_spec_boolean ("can-undo", NULL, NULL, FALSE, flags);
  properties[PROP_CAN_REDO] = g_param_spec_boolean ("can-redo", NULL, NULL, FALSE, flags);
  properties[PROP_UNDO_LABEL] = g_param_spec_string ("undo-label", NULL, NULL, NULL, flags);
  properties[PROP_REDO_LABEL] = g_param_spec_string ("redo-label", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  signals[PROJECT_CHANGED] = add_signal ("project-changed");
  signals[ANALYSIS_CHANGED] = add_signal ("analysis-changed");
  signals[SELECTION_CHANGED] = add_signal ("selection-changed");
}

static void
hr_document_init (HrDocument *self)
{
  self->selection = g_new0 (char *, 1);
}

HrDocument *
hr_document_new (HrProject *project)
{
  HrDocument *self = g_object_new (HR_TYPE_DOCUMENT, NULL);
  g_autoptr (HrProject) empty = project == NULL ? hr_project_new_empty () : NULL;

  self->history = hr_history_new (project != NULL ? project : empty);
  return self;
}
