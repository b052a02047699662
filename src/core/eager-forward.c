#include "eager-private.h"

#include <glib/gi18n-lib.h>

/* Makes the block of a value that has memory of its own. */
static void
add_value_block (HrEager *self, HrEagerValue *value, HrCategory category, guint moment)
{
  HrBlock block = {
    .category = category,
    .what = hr_block_titles_find (self->titles, value->tensor, HR_TITLE_ITSELF),
    .tensor = value->tensor,
    .layer = (int) value->layer,
    .index = value->index,
    .bytes = value->bytes,
    .first_step = moment,
    .last_step = moment,
  };

  value->block = (int) self->blocks->len;
  g_array_append_val (self->blocks, block);
}

/* Makes a block that an operator keeps for its backward step beside its inputs and outputs. */
static void
add_extra_block (HrEager *self, guint layer, const char *what, gint64 bytes, guint moment)
{
  HrBlock block = {
    .category = HR_CATEGORY_ACTIVATIONS,
    .what = _ (what),
    .tensor = what,
    .layer = (int) layer,
    .bytes = bytes,
    .first_step = moment,
    .last_step = moment,
  };

  g_array_append_val (self->blocks, block);
}

static void
run_op (HrEager *self, guint index)
{
  HrEagerOp *op = hr_eager_op (self, index);

  for (guint i = 0; i < op->n_outputs; i++)
    {
      guint value = op->first_output + i;

      if (hr_eager_value (self, value)->root == value)
        add_value_block (self, hr_eager_value (self, value), HR_CATEGORY_ACTIVATIONS, index);
    }
  op->first_saved_block = self->blocks->len;
  if (op->has_node && op->in_place && (op->flags & HR_OP_COPIES_INPUT))
    add_extra_block (self, op->layer, N_ ("copy of input"), hr_eager_output (self, op, 0)->bytes, index);
  for (guint i = 0; i < op->n_extras && (op->has_node || (op->flags & HR_OP_RETURNS_EXTRAS)); i++)
    {
      const HrEagerExtra *extra = &g_array_index (self->extras, HrEagerExtra, op->first_extra + i);

      add_extra_block (self, op->layer, extra->what, extra->bytes, index);
    }
  op->n_saved_blocks = self->blocks->len - op->first_saved_block;
}

void
hr_eager_run_forward (HrEager *self)
{
  for (guint i = 0; i < self->values->len; i++)
    if (hr_eager_value (self, i)->producer < 0)
      {
        hr_eager_value (self, i)->held_until = G_MAXUINT;
        add_value_block (self, hr_eager_value (self, i), HR_CATEGORY_INPUTS, 0);
      }
  for (guint i = 0; i < self->ops->len; i++)
    {
      run_op (self, i);
      hr_eager_add_moment (self, i, hr_eager_op (self, i)->step);
    }
  for (guint i = 0; i < self->values->len; i++)
    {
      const HrEagerValue *value = hr_eager_value (self, i);

      hr_eager_hold (self, (guint) hr_eager_value (self, value->root)->block, value->held_until);
    }
}
