#include "eager-private.h"

/* Makes a gradient; names are those of the tensor that it belongs to. Returns its block. */
static guint
add_gradient (HrEager *self, HrCategory category, const char *tensor, HrTitle title, guint layer, guint index,
              gint64 bytes)
{
  guint moment = self->moment_ops->len - 1;
  HrBlock block = {
    .category = category,
    .what = hr_block_titles_find (self->titles, tensor, title),
    .tensor = tensor,
    .layer = (int) layer,
    .index = index,
    .bytes = bytes,
    .first_step = moment,
    .last_step = moment,
  };

  g_array_append_val (self->blocks, block);
  return self->blocks->len - 1;
}

static guint
add_value_gradient (HrEager *self, const HrEagerValue *value, HrTitle title)
{
  return add_gradient (self, HR_CATEGORY_ACTIVATION_GRADIENTS, value->tensor, title, value->layer, value->index,
                       value->bytes);
}

static guint
add_parameter_gradient (HrEager *self, guint layer, const HrStored *stored, HrTitle title)
{
  return add_gradient (self, HR_CATEGORY_PARAMETER_GRADIENTS, stored->name, title, layer, stored->index, stored->bytes);
}

/* Lets a gradient wait at the value that it belongs to. One that waits there already is added to it: a moment in which
 * both and their sum exist. */
static void
hand_on (HrEager *self, guint op, HrEagerValue *value, guint gradient)
{
  guint moment = hr_eager_op (self, op)->backward_step;

  if (value->gradient < 0)
    {
      value->gradient = (int) gradient;
      return;
    }
  moment = hr_eager_add_moment (self, op, moment);
  hr_eager_hold (self, (guint) value->gradient, moment);
  hr_eager_hold (self, gradient, moment);
  value->gradient = (int) add_value_gradient (self, value, HR_TITLE_GRADIENT_SUM);
}

/* The same for a learned tensor of `owner`, whose gradient stays. */
static void
hand_on_parameter (HrEager *self, guint op, guint owner, guint stored, guint gradient)
{
  int *waiting = &self->parameter_gradients[stored];
  guint moment;

  if (*waiting >= 0)
    {
      moment = hr_eager_add_moment (self, op, hr_eager_op (self, op)->backward_step);
      hr_eager_hold (self, (guint) *waiting, moment);
      hr_eager_hold (self, gradient, moment);
      gradient = add_parameter_gradient (self, owner, &g_array_index (self->analysis->stored, HrStored, stored),
                                         HR_TITLE_GRADIENT_SUM);
    }
  *waiting = (int) gradient;
}

/* Whether the gradient of an input is that of the output, or a view of it, rather than a new tensor. */
static gboolean
shares_gradient (const HrEager *self, const HrEagerOp *op, const HrEagerValue *input)
{
  if (op->flags & HR_OP_PASSES_GRADIENT)
    return input->bytes == hr_eager_output (self, op, 0)->bytes;
  return (op->flags & HR_OP_VIEWS_GRADIENT) || ((op->flags & HR_OP_VIEW) && op->n_outputs == 1);
}

/* Releases what the step has used up: its operator's saved tensors and the gradients of its outputs. */
static void
hold_used (HrEager *self, const HrEagerOp *op, guint moment)
{
  for (guint i = 0; i < op->n_saved_blocks; i++)
    hr_eager_hold (self, op->first_saved_block + i, moment);
  for (guint i = 0; i < op->n_inputs; i++)
    if (hr_eager_input (self, op, i) != NULL && hr_eager_saves_input (self, op, i))
      hr_eager_hold (self, (guint) hr_eager_value (self, hr_eager_input (self, op, i)->root)->block, moment);
  for (guint i = 0; i < op->n_outputs; i++)
    {
      const HrEagerValue *output = hr_eager_output (self, op, i);

      if (op->flags & HR_OP_KEEPS_OUTPUT)
        hr_eager_hold (self, (guint) hr_eager_value (self, output->root)->block, moment);
      if (output->gradient >= 0)
        hr_eager_hold (self, (guint) output->gradient, moment);
    }
}

/* The gradients of inputs that are wanted, made now or passed on, by input. */
static void
make_gradients (HrEager *self, const HrEagerOp *op, GArray *made)
{
  for (guint i = 0; i < op->n_inputs; i++)
    {
      const HrEagerValue *input = hr_eager_input (self, op, i);
      int gradient = -1;

      if (input != NULL && input->wants_gradient)
        gradient = shares_gradient (self, op, input) ? hr_eager_output (self, op, 0)->gradient
                                                     : (int) add_value_gradient (self, input, HR_TITLE_GRADIENT);
      g_array_append_val (made, gradient);
    }
}

/* First and last of the learned tensors that an operator uses. */
static void
get_stored_range (const HrEager *self, const HrEagerOp *op, guint *first, guint *end)
{
  int owner = op->has_weights ? self->analysis->owners[op->layer] : -1;

  *first = owner < 0 ? 0 : self->analysis->first_stored[owner];
  *end = owner < 0 ? 0 : self->analysis->first_stored[owner + 1];
}

/* Adds the gradients of learned tensors to those of the inputs. */
static void
make_parameter_gradients (HrEager *self, const HrEagerOp *op, GArray *made)
{
  guint first, end;

  get_stored_range (self, op, &first, &end);
  for (guint i = first; i < end; i++)
    {
      const HrStored *stored = &g_array_index (self->analysis->stored, HrStored, i);
      int gradient = -1;

      if (hr_role_is_trained (stored->role))
        gradient
            = (int) add_parameter_gradient (self, (guint) self->analysis->owners[op->layer], stored, HR_TITLE_GRADIENT);
      g_array_append_val (made, gradient);
    }
}

/* One backward step; made is room for the gradients that it makes. */
static void
run_op (HrEager *self, guint index, GArray *made)
{
  const HrEagerOp *op = hr_eager_op (self, index);
  guint moment = hr_eager_add_moment (self, index, op->backward_step), first, end;

  if (!op->has_node)
    return;
  g_array_set_size (made, 0);
  make_gradients (self, op, made);
  make_parameter_gradients (self, op, made);
  hold_used (self, op, moment);
  for (guint i = 0; i < op->n_inputs; i++)
    if (g_array_index (made, int, i) >= 0)
      hand_on (self, index, hr_eager_value (self, hr_eager_input (self, op, i)->same),
               (guint) g_array_index (made, int, i));
  get_stored_range (self, op, &first, &end);
  for (guint i = first; i < end; i++)
    if (g_array_index (made, int, op->n_inputs + i - first) >= 0)
      hand_on_parameter (self, index, (guint) self->analysis->owners[op->layer], i,
                         (guint) g_array_index (made, int, op->n_inputs + i - first));
}

/* Adds the moment of the update. Gradients of learned tensors, inputs, results and the loss are there until then. */
static void
hold_to_the_end (HrEager *self)
{
  guint end = hr_eager_add_moment (self, self->ops->len, self->analysis->n_steps - 1);

  for (guint i = 0; i < self->analysis->stored->len; i++)
    if (self->parameter_gradients[i] >= 0)
      hr_eager_hold (self, (guint) self->parameter_gradients[i], end);
  for (guint i = 0; i < self->blocks->len; i++)
    {
      HrBlock *block = &g_array_index (self->blocks, HrBlock, i);

      block->last_step = MIN (block->last_step, end);
    }
}

/* A gradient that its own step sums away lives inside an operator of PyTorch's and is not counted. */
static void
forget_temporaries (HrEager *self, guint first_block)
{
  for (guint i = first_block; i < self->blocks->len; i++)
    {
      HrBlock *block = &g_array_index (self->blocks, HrBlock, i);

      if (g_array_index (self->moment_ops, guint, block->first_step)
          == g_array_index (self->moment_ops, guint, block->last_step))
        block->bytes = 0;
    }
}

/* The gradient of the loss, which the caller holds while the backward pass runs. Returns its block. */
static guint
start (HrEager *self)
{
  const HrEagerOp *last = hr_eager_op (self, self->ops->len - 1);
  HrEagerValue *loss = hr_eager_output (self, last, 0);
  guint block = add_value_gradient (self, loss, HR_TITLE_GRADIENT);

  g_array_index (self->blocks, HrBlock, block).first_step = self->moment_ops->len;
  loss->gradient = (int) block;
  return block;
}

void
hr_eager_run_backward (HrEager *self)
{
  g_autoptr (GArray) made = g_array_new (FALSE, FALSE, sizeof (int));
  gboolean has_node = hr_eager_op (self, self->ops->len - 1)->has_node;
  guint root = has_node ? start (self) : 0, first_block = self->blocks->len;

  for (guint i = self->ops->len; i > 0; i--)
    run_op (self, i - 1, made);
  if (has_node)
    hr_eager_hold (self, root, self->moment_ops->len - 1);
  hold_to_the_end (self);
  forget_temporaries (self, first_block);
}
