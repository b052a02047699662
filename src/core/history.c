#include "history.h"

/* A state, and how it came about from the one before. */
typedef struct
{
  HrProject *project; /* owned */
  char *label;        /* owned; NULL for the first state */
  char *merge_key;    /* owned, or NULL */
} State;

struct _HrHistory
{
  GArray *states;   /* owned, of State */
  guint current;    /* index */
  HrProject *saved; /* owned: what the file holds */
};

static void
state_clear (gpointer data)
{
  State *self = data;
  hr_project_unref (self->project);
  g_free (self->label);
  g_free (self->merge_key);
}

static State *
get_state (const HrHistory *self, guint index)
{
  return &g_array_index (self->states, State, index);
}

HrHistory *
hr_history_new (HrProject *project)
{
  HrHistory *self;
  State first;

  g_return_val_if_fail (project != NULL, NULL);

  self = g_new0 (HrHistory, 1);
  self->states = g_array_new (FALSE, FALSE, sizeof (State));
  g_array_set_clear_func (self->states, state_clear);
  first = (State){ .project = hr_project_ref (project) };
  g_array_append_val (self->states, first);
  self->saved = hr_project_ref (project);
  return self;
}

void
hr_history_free (HrHistory *self)
{
  g_return_if_fail (self != NULL);

  g_array_unref (self->states);
  hr_project_unref (self->saved);
  g_free (self);
}

HrProject *
hr_history_get_current (const HrHistory *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return get_state (self, self->current)->project;
}

static void
replace_project (HrProject **location, HrProject *project)
{
  hr_project_ref (project);
  hr_project_unref (*location);
  *location = project;
}

void
hr_history_push (HrHistory *self, HrProject *project, const char *label, const char *merge_key)
{
  State *current;
  State next;

  g_return_if_fail (self != NULL && project != NULL && label != NULL);

  current = get_state (self, self->current);
  if (hr_project_equal (current->project, project))
    return;
  g_array_set_size (self->states, self->current + 1);
  current = get_state (self, self->current);
  if (merge_key != NULL && g_strcmp0 (current->merge_key, merge_key) == 0)
    {
      replace_project (&current->project, project);
      return;
    }
  next = (State){ hr_project_ref (project), g_strdup (label), g_strdup (merge_key) };
  g_array_append_val (self->states, next);
  self->current++;
}

void
hr_history_end_merge (HrHistory *self)
{
  g_return_if_fail (self != NULL);
  g_clear_pointer (&get_state (self, self->current)->merge_key, g_free);
}

void
hr_history_replace (HrHistory *self, HrProject *project)
{
  State *current;

  g_return_if_fail (self != NULL && project != NULL);

  current = get_state (self, self->current);
  if (hr_project_equal (current->project, self->saved))
    replace_project (&self->saved, project);
  replace_project (&current->project, project);
}

gboolean
hr_history_can_undo (const HrHistory *self)
{
  g_return_val_if_fail (self != NULL, FALSE);
  return self->current > 0;
}

gboolean
hr_history_can_redo (const HrHistory *self)
{
  g_return_val_if_fail (self != NULL, FALSE);
  return self->current + 1 < self->states->len;
}

const char *
hr_history_get_undo_label (const HrHistory *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return get_state (self, self->current)->label;
}

const char *
hr_history_get_redo_label (const HrHistory *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return hr_history_can_redo (self) ? get_state (self, self->current + 1)->label : NULL;
}

void
hr_history_undo (HrHistory *self)
{
  g_return_if_fail (self != NULL && hr_history_can_undo (self));
  hr_history_end_merge (self);
  self->current--;
  hr_history_end_merge (self);
}

void
hr_history_redo (HrHistory *self)
{
  g_return_if_fail (self != NULL && hr_history_can_redo (self));
  self->current++;
  hr_history_end_merge (self);
}

void
hr_history_mark_saved (HrHistory *self, HrProject *saved)
{
  g_return_if_fail (self != NULL && saved != NULL);
  replace_project (&self->saved, saved);
  hr_history_end_merge (self);
}

gboolean
hr_history_is_modified (const HrHistory *self)
{
  g_return_val_if_fail (self != NULL, FALSE);
  return !hr_project_equal (hr_history_get_current (self), self->saved);
}
