#include "eager-private.h"

#include "checked.h"

static void
eager_init (HrEager *self, HrAnalysis *analysis, const HrBlockTitles *titles)
{
  *self = (HrEager){
    .analysis = analysis,
    .titles = titles,
    .ops = g_array_sized_new (FALSE, FALSE, sizeof (HrEagerOp), analysis->n_layers + 4),
    .values = g_array_sized_new (FALSE, FALSE, sizeof (HrEagerValue), analysis->n_layers + 4),
    .inputs = g_array_sized_new (FALSE, FALSE, sizeof (int), 2 * analysis->n_layers),
    .extras = g_array_new (FALSE, FALSE, sizeof (HrEagerExtra)),
    .value_of_tensor = g_new (int, analysis->n_tensors),
    .blocks = g_array_sized_new (FALSE, FALSE, sizeof (HrBlock), 5 * analysis->n_layers),
    .moment_steps = g_array_sized_new (FALSE, FALSE, sizeof (guint), 3 * analysis->n_layers),
    .moment_ops = g_array_sized_new (FALSE, FALSE, sizeof (guint), 3 * analysis->n_layers),
    .parameter_gradients = g_new (int, analysis->stored->len),
  };
  for (guint i = 0; i < analysis->n_tensors; i++)
    self->value_of_tensor[i] = -1;
  for (guint i = 0; i < analysis->stored->len; i++)
    self->parameter_gradients[i] = -1;
}

static void
eager_clear (HrEager *self)
{
  g_array_unref (self->ops);
  g_array_unref (self->values);
  g_array_unref (self->inputs);
  g_array_unref (self->extras);
  g_free (self->value_of_tensor);
  g_array_unref (self->blocks);
  g_array_unref (self->moment_steps);
  g_array_unref (self->moment_ops);
  g_free (self->parameter_gradients);
}

/* FALSE when all blocks together exceed 2^63 − 1 bytes. */
static gboolean
fits_together (const HrEager *self)
{
  gint64 sum = 0;

  for (guint i = 0; i < self->blocks->len; i++)
    if (!hr_checked_add (sum, g_array_index (self->blocks, HrBlock, i).bytes, &sum))
      return FALSE;
  return TRUE;
}

/* The worst moment of each step, the last of equal ones: at which the most bytes are there. Owned by the caller. */
static guint *
find_worst_moments (const HrEager *self)
{
  guint n_moments = self->moment_steps->len;
  g_autofree gint64 *bytes = g_new0 (gint64, n_moments + 1);
  guint *worst = g_new0 (guint, self->analysis->n_steps);

  for (guint i = 0; i < self->blocks->len; i++)
    {
      const HrBlock *block = &g_array_index (self->blocks, HrBlock, i);

      bytes[block->first_step] += block->bytes;
      bytes[block->last_step + 1] -= block->bytes;
    }
  for (guint i = 0; i < n_moments; i++)
    {
      guint step = g_array_index (self->moment_steps, guint, i);

      bytes[i] += i > 0 ? bytes[i - 1] : 0;
      if (g_array_index (self->moment_steps, guint, worst[step]) != step || bytes[i] >= bytes[worst[step]])
        worst[step] = i;
    }
  return worst;
}

/* For each moment, how many steps have their worst moment before it. Owned by the caller. */
static guint *
count_steps_before (const HrEager *self, const guint *worst)
{
  guint n_moments = self->moment_steps->len, step = 0;
  guint *before = g_new (guint, n_moments + 1);

  for (guint i = 0; i <= n_moments; i++)
    {
      while (step < self->analysis->n_steps && worst[step] < i)
        step++;
      before[i] = step;
    }
  return before;
}

/* Moves the blocks to the analysis, with steps in place of moments: those in whose worst moment a block is there. A block
 * that is in none goes. */
static void
move_blocks (HrEager *self)
{
  HrAnalysis *analysis = self->analysis;
  g_autofree guint *worst = find_worst_moments (self);
  g_autofree guint *before = count_steps_before (self, worst);
  g_autofree int *moved = g_new (int, self->blocks->len);

  for (guint i = 0; i < self->blocks->len; i++)
    {
      HrBlock block = g_array_index (self->blocks, HrBlock, i);
      guint end = before[block.last_step + 1];

      block.kept = block.category == HR_CATEGORY_ACTIVATIONS && block.last_step >= self->ops->len;
      block.first_step = before[block.first_step];
      moved[i] = -1;
      if (block.bytes == 0 || block.first_step == end)
        continue;
      block.last_step = end - 1;
      moved[i] = (int) analysis->blocks->len;
      g_array_append_val (analysis->blocks, block);
    }
  for (guint i = 0; i < analysis->n_tensors; i++)
    if (self->value_of_tensor[i] >= 0)
      {
        const HrEagerValue *value = hr_eager_value (self, (guint) self->value_of_tensor[i]);

        analysis->output_blocks[i] = moved[hr_eager_value (self, value->root)->block];
      }
}

/* Tells the analysis which outputs lie in the memory of others. */
static void
note_views (HrEager *self)
{
  for (guint i = 0; i < self->n_network_ops; i++)
    {
      const HrEagerOp *op = hr_eager_op (self, i);

      if (op->in_place)
        self->analysis->layers[op->layer].view = TRUE;
    }
}

gboolean
hr_eager_fill (HrAnalysis *analysis, const HrBlockTitles *titles)
{
  HrEager self;
  gboolean fits;

  g_return_val_if_fail (analysis != NULL && titles != NULL && analysis->n_steps > 0, FALSE);

  eager_init (&self, analysis, titles);
  fits = hr_eager_read_program (&self);
  if (fits)
    {
      hr_eager_resolve_storage (&self);
      hr_eager_hold_names (&self);
      hr_eager_run_forward (&self);
      hr_eager_run_backward (&self);
      fits = fits_together (&self);
    }
  if (fits)
    {
      note_views (&self);
      move_blocks (&self);
    }
  eager_clear (&self);
  return fits;
}
