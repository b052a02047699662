#include "eager-private.h"

static gboolean
wants_gradient (const HrEager *self, const HrEagerOp *op, guint input)
{
  const HrEagerValue *value = hr_eager_input (self, op, input);

  return value != NULL && value->wants_gradient;
}

/* Whether autograd records an operator: a gradient is wanted of something that goes into it. */
static gboolean
is_recorded (const HrEager *self, const HrEagerOp *op)
{
  const HrAnalysis *analysis = self->analysis;
  int owner = op->has_weights ? analysis->owners[op->layer] : -1;

  for (guint i = 0; i < op->n_inputs; i++)
    if (wants_gradient (self, op, i))
      return TRUE;
  for (guint i = owner < 0 ? 0 : analysis->first_stored[owner]; i < (owner < 0 ? 0 : analysis->first_stored[owner + 1]);
       i++)
    if (hr_role_is_trained (g_array_index (analysis->stored, HrStored, i).role))
      return TRUE;
  return FALSE;
}

gboolean
hr_eager_saves_input (const HrEager *self, const HrEagerOp *op, guint input)
{
  if (op->flags & HR_OP_KEEPS_INPUTS)
    return !(op->in_place && (op->flags & HR_OP_COPIES_INPUT));
  for (guint i = 0; i < op->n_inputs && (op->flags & HR_OP_KEEPS_OTHERS); i++)
    if (i != input && wants_gradient (self, op, i))
      return TRUE;
  return FALSE;
}

/* Whether the operator may write over its first input: memory of an operator's own that is as large as the result, that
 * nothing reads later and no backward step needs. A view of another value is not overwritten. */
static gboolean
may_overwrite (const HrEager *self, const HrEagerOp *op, guint index)
{
  const HrEagerValue *input = hr_eager_input (self, op, 0);
  const HrEagerValue *root = input == NULL ? NULL : hr_eager_value (self, input->root);

  return root != NULL && root->producer >= 0 && !input->view && !root->saved && root->last_read == index
         && root->bytes == hr_eager_output (self, op, 0)->bytes;
}

/* Puts an output into the memory of its operator's first input. What a layer shows of something unknown is not counted. */
static void
share_memory (HrEager *self, const HrEagerOp *op, HrEagerValue *output)
{
  const HrEagerValue *input = hr_eager_input (self, op, 0);

  if (input == NULL)
    {
      output->bytes = 0;
      return;
    }
  output->root = input->root;
  output->view = op->identity ? input->view : !op->in_place;
  if (op->identity)
    output->same = input->same;
  if (op->in_place)
    hr_eager_value (self, input->root)->last_read = output->last_read;
}

static void
place_outputs (HrEager *self, HrEagerOp *op, guint index)
{
  op->in_place = op->in_place && may_overwrite (self, op, index);
  for (guint i = 0; i < op->n_outputs; i++)
    {
      HrEagerValue *output = hr_eager_output (self, op, i);

      output->wants_gradient = op->has_node;
      if (op->in_place || (op->flags & HR_OP_VIEW))
        share_memory (self, op, output);
    }
}

static void
note_saved (HrEager *self, const HrEagerOp *op)
{
  for (guint i = 0; i < op->n_inputs; i++)
    if (hr_eager_input (self, op, i) != NULL && hr_eager_saves_input (self, op, i))
      hr_eager_value (self, hr_eager_input (self, op, i)->root)->saved = TRUE;
  for (guint i = 0; i < op->n_outputs; i++)
    if (op->flags & HR_OP_KEEPS_OUTPUT)
      hr_eager_value (self, hr_eager_output (self, op, i)->root)->saved = TRUE;
}

/* The last operator that reads each value or a view of it, noted at the value that was not made as a view. */
static void
note_reads (HrEager *self)
{
  for (guint i = self->ops->len; i > 0; i--)
    {
      const HrEagerOp *op = hr_eager_op (self, i - 1);
      guint last_read = i - 1;

      for (guint j = 0; j < op->n_outputs && (op->flags & HR_OP_VIEW); j++)
        last_read = MAX (last_read, hr_eager_output (self, op, j)->last_read);
      for (guint j = 0; j < op->n_inputs; j++)
        if (hr_eager_input (self, op, j) != NULL)
          {
            HrEagerValue *input = hr_eager_input (self, op, j);

            input->last_read = MAX (input->last_read, last_read);
          }
    }
}

void
hr_eager_resolve_storage (HrEager *self)
{
  note_reads (self);
  for (guint i = 0; i < self->ops->len; i++)
    {
      HrEagerOp *op = hr_eager_op (self, i);

      op->has_node = is_recorded (self, op);
      place_outputs (self, op, i);
      op->has_node = op->has_node && !op->identity;
      if (op->has_node)
        note_saved (self, op);
    }
}
