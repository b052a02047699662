#include "explain.h"

#include <glib/gi18n-lib.h>

#include "analysis-private.h"
#include "units.h"
#include "working.h"

/* What the working of one layer is written from. */
typedef struct
{
  const HrAnalysis *analysis; /* borrowed */
  const HrLayer *layer;       /* borrowed */
  guint index;
  HrOpCall call;
  GPtrArray *workings; /* borrowed */
} Explainer;

/* "50·100·100·150". */
static char *
dup_product (const HrShape *shape)
{
  GString *text = g_string_new (shape->rank == 0 ? "1" : NULL);

  for (int i = 0; i < shape->rank; i++)
    {
      g_autofree char *count = hr_format_count (shape->dims[i]);

      g_string_append_printf (text, "%s%s", i == 0 ? "" : "·", count);
    }
  return g_string_free (text, FALSE);
}

static gint64
get_elems (const HrShape *shape)
{
  gint64 n_elems = 0;
  gboolean known = hr_shape_get_elems (shape, &n_elems);

  g_assert (known);
  return n_elems;
}

/* The kind's own working of a figure, or NULL. Owned by the caller. */
static char *
dup_kind_text (const Explainer *self, HrFigure figure)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->call.op->explain == NULL || !self->call.op->explain (&self->call, figure, text) || text->len == 0)
    return NULL;
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Numbers of values: the sizes of each axis, then their product. */
static void
explain_output (Explainer *self)
{
  g_autofree char *own = dup_kind_text (self, HR_FIGURE_OUTPUT);
  HrWorkingText text;

  hr_working_text_init (&text, "");
  if (own != NULL)
    hr_working_text_add_line (&text, own);
  for (guint i = 0; i < self->layer->n_outputs; i++)
    {
      const HrShape *shape = &self->layer->outputs[i].shape;
      g_autofree char *product = dup_product (shape);

      hr_working_text_add (&text, NULL, product, get_elems (shape));
    }
  hr_working_text_finish (&text, self->workings, "output", _ ("Values in the output"));
}

static void
explain_output_bytes (Explainer *self)
{
  HrWorkingText text;

  hr_working_text_init (&text, _ (" B"));
  if (self->layer->view)
    hr_working_text_add_line (&text, _ ("The output lies in the memory of the input."));
  for (guint i = 0; i < self->layer->n_outputs; i++)
    {
      const HrTensor *tensor = &self->layer->outputs[i];
      guint bits = self->analysis->settings->execution->device_run ? 32 : tensor->dtype->bits;
      g_autofree char *terms = hr_working_dup_bytes (get_elems (&tensor->shape), bits);
      gint64 bytes = 0;

      hr_analysis_get_tensor_bytes (self->analysis, tensor, &bytes);
      hr_working_text_add (&text, NULL, terms, bytes);
    }
  hr_working_text_finish (&text, self->workings, "output_bytes", _ ("Output"));
}

/* The layer's learned tensors that are trained, or those that are not. */
static const HrStored *
get_stored (const Explainer *self, guint index, gboolean trained)
{
  guint i = self->analysis->first_stored[self->index] + index;
  const HrStored *stored;

  if (i >= self->analysis->first_stored[self->index + 1])
    return NULL;
  stored = &g_array_index (self->analysis->stored, HrStored, i);
  return hr_role_is_trained (stored->role) == trained ? stored : NULL;
}

static guint
count_stored (const Explainer *self)
{
  return self->analysis->first_stored[self->index + 1] - self->analysis->first_stored[self->index];
}

/* One line per learned tensor, for kinds that have no working of their own. */
static void
add_learned_shapes (const Explainer *self, HrWorkingText *text)
{
  HrLearnedList list = { .n_items = 0 };

  hr_op_list_learned (&self->call, &list);
  for (guint i = 0; i < count_stored (self); i++)
    {
      const HrStored *stored = get_stored (self, i, TRUE);
      g_autofree char *product = NULL;

      if (stored == NULL)
        continue;
      product = dup_product (&list.items[stored->index].shape);
      hr_working_text_add (text, stored->name, product, stored->n_elems);
    }
}

static void
explain_parameters (Explainer *self)
{
  g_autofree char *own = dup_kind_text (self, HR_FIGURE_PARAMETERS);
  HrWorkingText text;

  hr_working_text_init (&text, "");
  if (self->layer->node->weights_of != NULL)
    {
      /* Translators: the id of another layer. */
      g_autofree char *line = g_strdup_printf (_ ("The parameters are those of “%s”."), self->layer->node->weights_of);

      hr_working_text_add_line (&text, line);
      hr_working_text_add (&text, NULL, NULL, 0);
    }
  else if (own != NULL && self->layer->parameters > 0)
    {
      hr_working_text_add_line (&text, own);
      text.sum = self->layer->parameters;
    }
  else
    add_learned_shapes (self, &text);
  hr_working_text_finish (&text, self->workings, "parameters", _ ("Parameters"));
}

static void
explain_stored_bytes (Explainer *self, gboolean trained, const char *figure, const char *label)
{
  HrWorkingText text;

  hr_working_text_init (&text, _ (" B"));
  for (guint i = 0; i < count_stored (self); i++)
    {
      const HrStored *stored = get_stored (self, i, trained);
      g_autofree char *terms = NULL;

      if (stored == NULL)
        continue;
      terms = hr_working_dup_bytes (stored->n_elems,
                                    hr_analysis_get_stored_format (self->analysis, self->index, stored->role)->bits);
      hr_working_text_add (&text, stored->name, terms, stored->bytes);
    }
  hr_working_text_finish (&text, self->workings, figure, label);
}

static void
explain_multiply_adds (Explainer *self)
{
  g_autofree char *own = dup_kind_text (self, HR_FIGURE_MULTIPLY_ADDS);
  gint64 total = self->layer->multiply_adds, batch = self->analysis->settings->batch;
  HrWorkingText text;

  hr_working_text_init (&text, "");
  if (total > 0 && batch > 1 && total % batch == 0)
    {
      g_autofree char *all = hr_format_count (total), *n = hr_format_count (batch),
                      *one = hr_format_count (total / batch);
      g_autofree char *line = g_strdup_printf (_ ("For one instance: %s/%s = %s"), all, n, one);

      hr_working_text_add_line (&text, line);
    }
  if (total > 0 && own != NULL)
    hr_working_text_add_line (&text, own);
  else if (total > 0)
    hr_working_text_add (&text, NULL, NULL, total);
  hr_working_text_finish_with (&text, self->workings, "multiply_adds", _ ("Multiply-adds"), total);
}

/* "2·3,456 B" for a block of optimizer state with several copies of a tensor, otherwise NULL. */
static char *
dup_state_terms (const Explainer *self, const HrBlock *block)
{
  guint n_states = self->analysis->settings->optimizer->states;
  g_autofree char *count = NULL;

  if (block->category != HR_CATEGORY_OPTIMIZER_STATE || n_states < 2 || self->analysis->settings->execution->counters)
    return NULL;
  count = hr_format_bytes (block->bytes / n_states);
  return g_strdup_printf ("%u·%s", n_states, count);
}

/* The layer's blocks of one category, for figures that only some layers have. kept: only those that the backward pass
 * needs. */
static void
explain_blocks (Explainer *self, HrCategory category, gboolean kept, const char *figure, const char *label)
{
  HrWorkingText text;

  hr_working_text_init (&text, _ (" B"));
  for (guint i = 0; i < self->analysis->blocks->len; i++)
    {
      const HrBlock *block = &g_array_index (self->analysis->blocks, HrBlock, i);

      if (block->layer == (int) self->index && block->category == category
          && (!kept || block->kept))
        {
          g_autofree char *terms = dup_state_terms (self, block);

          hr_working_text_add (&text, block->what, terms, block->bytes);
        }
    }
  if (text.n_terms > 0)
    hr_working_text_finish (&text, self->workings, figure, label);
  else
    g_string_free (text.text, TRUE);
}

static void
explain_training (Explainer *self)
{
  explain_blocks (self, HR_CATEGORY_ACTIVATIONS, TRUE, "kept_bytes", _ ("Kept for the backward pass"));
  explain_blocks (self, HR_CATEGORY_ACTIVATION_GRADIENTS, FALSE, "activation_gradient_bytes",
                  _ ("Gradient of the output"));
  explain_blocks (self, HR_CATEGORY_PARAMETER_GRADIENTS, FALSE, "gradient_bytes", _ ("Gradients of the parameters"));
  explain_blocks (self, HR_CATEGORY_OPTIMIZER_STATE, FALSE, "optimizer_bytes", _ ("Optimizer state"));
}

GPtrArray *
hr_explain_layer (const HrAnalysis *analysis, guint layer)
{
  Explainer self = { .analysis = analysis, .index = layer };

  g_return_val_if_fail (analysis != NULL && layer < analysis->n_layers, NULL);

  self.layer = &analysis->layers[layer];
  self.workings = g_ptr_array_new_with_free_func ((GDestroyNotify) hr_working_free);
  if (!self.layer->known)
    return self.workings;
  hr_inference_get_call (analysis->inference, analysis->graph, layer, &self.call);
  if (self.layer->n_outputs > 0)
    {
      explain_output (&self);
      explain_output_bytes (&self);
    }
  if (self.call.op->list_learned != NULL)
    {
      explain_parameters (&self);
      explain_stored_bytes (&self, TRUE, "parameter_bytes", _ ("Bytes of the parameters"));
    }
  if (self.layer->buffer_bytes > 0)
    explain_stored_bytes (&self, FALSE, "buffer_bytes", _ ("Bytes of the buffers"));
  if (self.call.op->get_multiply_adds != NULL)
    explain_multiply_adds (&self);
  if (hr_analysis_trains (analysis))
    explain_training (&self);
  return self.workings;
}
