/* layer-item.c: see layer-item.h. */
#include "layer-item.h"

#include <glib/gi18n-lib.h>

struct _HrLayerItem
{
  GObject parent_instance;

  char *id;         /* owned */
  char *name;       /* owned */
  const char *kind; /* static */
  char *output;     /* owned */
  gint64 figures[HR_LAYER_N_FIGURES];
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (HrLayerItem, hr_layer_item, G_TYPE_OBJECT)

static void
set_string (char **location, char *owned, gboolean *changed)
{
  *changed |= g_strcmp0 (*location, owned) != 0;
  g_free (*location);
  *location = owned;
}

static void
set_figures (HrLayerItem *self, const HrLayer *layer, gboolean *changed)
{
  const gboolean known = layer != NULL && layer->known;
  const gint64 figures[HR_LAYER_N_FIGURES] = {
    [HR_LAYER_OUTPUT_BYTES] = known ? layer->output_bytes : -1,
    [HR_LAYER_PARAMETERS] = known ? layer->parameters : -1,
    [HR_LAYER_MULTIPLY_ADDS] = known ? layer->multiply_adds : -1,
    [HR_LAYER_KEPT_BYTES] = known ? layer->kept_bytes : -1,
  };

  *changed |= memcmp (figures, self->figures, sizeof figures) != 0;
  memcpy (self->figures, figures, sizeof figures);
}

static char *
dup_output (const HrLayer *layer)
{
  if (layer == NULL || layer->n_outputs == 0 || layer->outputs[0].shape.rank == HR_RANK_UNKNOWN)
    return g_strdup ("");
  return hr_shape_to_string (&layer->outputs[0].shape, FALSE);
}

void
hr_layer_item_update (HrLayerItem *self, const HrNode *node, const HrLayer *layer)
{
  gboolean changed = FALSE;

  g_return_if_fail (HR_IS_LAYER_ITEM (self));
  set_string (&self->id, g_strdup (node->id), &changed);
  set_string (&self->name, g_strdup (hr_node_get_name (node)), &changed);
  set_string (&self->output, dup_output (layer), &changed);
  changed |= self->kind != _ (node->op->title);
  self->kind = _ (node->op->title);
  set_figures (self, layer, &changed);
  if (changed)
    g_signal_emit (self, changed_signal, 0);
}

const char *
hr_layer_item_get_id (HrLayerItem *self)
{
  g_return_val_if_fail (HR_IS_LAYER_ITEM (self), NULL);
  return self->id;
}

const char *
hr_layer_item_get_name (HrLayerItem *self)
{
  g_return_val_if_fail (HR_IS_LAYER_ITEM (self), NULL);
  return self->name;
}

const char *
hr_layer_item_get_kind (HrLayerItem *self)
{
  g_return_val_if_fail (HR_IS_LAYER_ITEM (self), NULL);
  return self->kind;
}

const char *
hr_layer_item_get_output (HrLayerItem *self)
{
  g_return_val_if_fail (HR_IS_LAYER_ITEM (self), NULL);
  return self->output;
}

gint64
hr_layer_item_get_figure (HrLayerItem *self, HrLayerFigure figure)
{
  g_return_val_if_fail (HR_IS_LAYER_ITEM (self), -1);
  return self->figures[figure];
}

static void
hr_layer_item_finalize (GObject *object)
{
  HrLayerItem *self = HR_LAYER_ITEM (object);

  g_free (self->id);
  g_free (self->name);
  g_free (self->output);
  G_OBJECT_CLASS (hr_layer_item_parent_class)->finalize (object);
}

static void
hr_layer_item_class_init (HrLayerItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = hr_layer_item_finalize;
  changed_signal = g_signal_new ("changed", HR_TYPE_LAYER_ITEM, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
hr_layer_item_init (HrLayerItem *self)
{
}

HrLayerItem *
hr_layer_item_new (void)
{
  return g_object_new (HR_TYPE_LAYER_ITEM, NULL);
}
