#include "project.h"

#include "execution.h"
#include "optimizer.h"

struct _HrProject
{
  gatomicrefcount ref_count;
  char *title;       /* owned */
  char *description; /* owned */
  char *device;      /* owned, or NULL */
  HrGraph *graph;    /* owned */
  HrSettings settings;
  GHashTable *positions; /* owned, shared, never changed: id (owned) → HrPosition (owned) */
};

static HrProject *
project_copy (const HrProject *self)
{
  HrProject *copy = g_new0 (HrProject, 1);

  g_atomic_ref_count_init (&copy->ref_count);
  copy->title = g_strdup (self->title);
  copy->description = g_strdup (self->description);
  copy->device = g_strdup (self->device);
  copy->graph = hr_graph_ref (self->graph);
  copy->settings = self->settings;
  copy->positions = g_hash_table_ref (self->positions);
  return copy;
}

static GHashTable *
positions_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

/* Those positions whose nodes are in graph. */
static GHashTable *
positions_filter (GHashTable *positions, const HrGraph *graph)
{
  GHashTable *copy = positions_new ();
  GHashTableIter iter;
  gpointer id, position;

  g_hash_table_iter_init (&iter, positions);
  while (g_hash_table_iter_next (&iter, &id, &position))
    if (hr_graph_find (graph, id) >= 0)
      g_hash_table_insert (copy, g_strdup (id), g_memdup2 (position, sizeof (HrPosition)));
  return copy;
}

HrProject *
hr_project_new (const char *title, HrGraph *graph, const HrSettings *settings)
{
  HrProject *self;

  g_return_val_if_fail (title != NULL && graph != NULL && settings != NULL, NULL);

  self = g_new0 (HrProject, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->title = g_strdup (title);
  self->description = g_strdup ("");
  self->graph = hr_graph_ref (graph);
  self->settings = *settings;
  self->positions = positions_new ();
  return self;
}

HrProject *
hr_project_new_empty (void)
{
  g_autoptr (HrGraph) graph = hr_graph_new_empty ();
  HrSettings settings;

  hr_settings_init (&settings);
  return hr_project_new ("", graph, &settings);
}

HrProject *
hr_project_ref (HrProject *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
hr_project_unref (HrProject *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->title);
  g_free (self->description);
  g_free (self->device);
  hr_graph_unref (self->graph);
  g_hash_table_unref (self->positions);
  g_free (self);
}

const char *
hr_project_get_title (const HrProject *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->title;
}

const char *
hr_project_get_description (const HrProject *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->description;
}

HrGraph *
hr_project_get_graph (const HrProject *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->graph;
}

const HrSettings *
hr_project_get_settings (const HrProject *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return &self->settings;
}

const char *
hr_project_get_device (const HrProject *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->device;
}

gboolean
hr_project_get_position (const HrProject *self, const char *node_id, HrPosition *position)
{
  const HrPosition *found;

  g_return_val_if_fail (self != NULL && node_id != NULL && position != NULL, FALSE);

  found = g_hash_table_lookup (self->positions, node_id);
  if (found != NULL)
    *position = *found;
  return found != NULL;
}

guint
hr_project_get_n_positions (const HrProject *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return g_hash_table_size (self->positions);
}

HrProject *
hr_project_with_graph (const HrProject *self, HrGraph *graph)
{
  HrProject *copy;

  g_return_val_if_fail (self != NULL && graph != NULL, NULL);

  copy = project_copy (self);
  hr_graph_unref (copy->graph);
  copy->graph = hr_graph_ref (graph);
  g_hash_table_unref (copy->positions);
  copy->positions = positions_filter (self->positions, graph);
  return copy;
}

HrProject *
hr_project_with_settings (const HrProject *self, const HrSettings *settings)
{
  HrProject *copy;

  g_return_val_if_fail (self != NULL && settings != NULL, NULL);

  copy = project_copy (self);
  copy->settings = *settings;
  return copy;
}

HrProject *
hr_project_with_title (const HrProject *self, const char *title)
{
  HrProject *copy;

  g_return_val_if_fail (self != NULL && title != NULL, NULL);

  copy = project_copy (self);
  g_free (copy->title);
  copy->title = g_strdup (title);
  return copy;
}

HrProject *
hr_project_with_description (const HrProject *self, const char *description)
{
  HrProject *copy;

  g_return_val_if_fail (self != NULL && description != NULL, NULL);

  copy = project_copy (self);
  g_free (copy->description);
  copy->description = g_strdup (description);
  return copy;
}

HrProject *
hr_project_with_device (const HrProject *self, const char *device_id)
{
  HrProject *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = project_copy (self);
  g_free (copy->device);
  copy->device = g_strdup (device_id);
  return copy;
}

HrProject *
hr_project_with_positions (const HrProject *self, guint n, const char *const *ids, const HrPosition *positions)
{
  HrProject *copy;

  g_return_val_if_fail (self != NULL && (n == 0 || (ids != NULL && positions != NULL)), NULL);

  copy = project_copy (self);
  g_hash_table_unref (copy->positions);
  copy->positions = positions_filter (self->positions, self->graph);
  for (guint i = 0; i < n; i++)
    if (hr_graph_find (self->graph, ids[i]) >= 0)
      g_hash_table_insert (copy->positions, g_strdup (ids[i]), g_memdup2 (&positions[i], sizeof positions[i]));
  return copy;
}

gboolean
hr_project_same_estimate (const HrProject *a, const HrProject *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);
  return a->graph == b->graph && hr_settings_equal (&a->settings, &b->settings);
}

static gboolean
positions_equal (GHashTable *a, GHashTable *b)
{
  GHashTableIter iter;
  gpointer id, position;

  if (a == b)
    return TRUE;
  if (g_hash_table_size (a) != g_hash_table_size (b))
    return FALSE;
  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &id, &position))
    {
      const HrPosition *p = position, *q = g_hash_table_lookup (b, id);
      if (q == NULL || p->x != q->x || p->y != q->y)
        return FALSE;
    }
  return TRUE;
}

gboolean
hr_project_equal (const HrProject *a, const HrProject *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  return a == b
         || (g_str_equal (a->title, b->title) && g_str_equal (a->description, b->description)
             && g_strcmp0 (a->device, b->device) == 0 && hr_settings_equal (&a->settings, &b->settings)
             && hr_graph_equal (a->graph, b->graph) && positions_equal (a->positions, b->positions));
}
