/* eager-private.h: a network as PyTorch runs it: operators in program order and the values that flow between them.
 *
 * A moment is one point in time at which memory is looked at: right after an operator has allocated all that it allocates and
 * before it lets go of anything. Operator i runs forward at moment i. In the backward pass every operator has a moment in
 * which its gradients are made, and one more for each sum of gradients that it completes. */
#pragma once

#include "eager.h"

G_BEGIN_DECLS

/* A tensor as autograd sees it: views and in-place results are values of their own in the memory of another. What an
 * operator returns that does nothing is a value only for the names that hold it. */
typedef struct
{
  const char *tensor; /* static: "output", for the names of its blocks */
  guint layer;        /* whose it is; what the loss makes is the output layer's */
  guint index;        /* which output of the layer */
  int producer;       /* operator, or −1 for an input of the network */
  gint64 bytes;
  guint same;       /* the value that it is another name for (itself as a rule) */
  guint root;       /* the value whose memory it uses (itself as a rule) */
  guint last_read;  /* of a root: the last operator that reads its memory */
  guint held_until; /* the moment up to which a name in the program holds it */
  gboolean view;
  gboolean wants_gradient;
  gboolean saved; /* of a root: some backward step needs it */
  int block;      /* of a root: index of its block, or −1 before it is made */
  int gradient;   /* the block that waits for the producer's backward step, or −1 */
} HrEagerValue;

/* What an operator makes and keeps beside its outputs. */
typedef struct
{
  const char *what; /* static, translatable */
  gint64 bytes;
} HrEagerExtra;

typedef struct
{
  guint layer;                   /* as in HrEagerValue */
  guint flags;                   /* HrOpFlags */
  gboolean loss;                 /* belongs to the loss, which is computed outside the network */
  gboolean identity;             /* returns its input as it is, and autograd does not hear of it */
  gboolean in_place;             /* writes its result over its first input */
  gboolean has_node;             /* autograd records it: a backward step of it exists */
  gboolean has_weights;          /* it is the one of its layer that uses learned tensors */
  guint last;                    /* the last operator of the expression that it is part of: itself as a rule */
  guint first_input, n_inputs;   /* into inputs */
  guint first_output, n_outputs; /* into values */
  guint first_extra, n_extras;   /* into extras */
  guint first_saved_block, n_saved_blocks; /* into blocks: what it alone saves */
  guint step, backward_step;
} HrEagerOp;

typedef struct
{
  HrAnalysis *analysis;        /* borrowed */
  const HrBlockTitles *titles; /* borrowed */
  GArray *ops;                 /* owned: HrEagerOp */
  GArray *values;              /* owned: HrEagerValue */
  GArray *inputs;              /* owned, int: value of each input of each operator, or −1 where it is not known */
  GArray *extras;              /* owned: HrEagerExtra */
  int *value_of_tensor;        /* owned: per tensor of the analysis, or −1 */
  guint n_network_ops;         /* those before the loss */
  guint first_target;          /* values: the targets of the results come before those of the loss */

  GArray *blocks;           /* owned: HrBlock; first_step and last_step are moments */
  GArray *moment_steps;     /* owned, guint: the step of each moment */
  GArray *moment_ops;       /* owned, guint: the operator of each moment */
  int *parameter_gradients; /* owned: per stored tensor, the block of its gradient so far, or −1 */
} HrEager;

static inline HrEagerOp *
hr_eager_op (const HrEager *self, guint index)
{
  return &g_array_index (self->ops, HrEagerOp, index);
}

static inline HrEagerValue *
hr_eager_value (const HrEager *self, guint index)
{
  return &g_array_index (self->values, HrEagerValue, index);
}

/* An input of an operator, or NULL where what flows in is not known. */
static inline HrEagerValue *
hr_eager_input (const HrEager *self, const HrEagerOp *op, guint input)
{
  int value = g_array_index (self->inputs, int, op->first_input + input);

  return value < 0 ? NULL : hr_eager_value (self, (guint) value);
}

static inline HrEagerValue *
hr_eager_output (const HrEager *self, const HrEagerOp *op, guint output)
{
  return hr_eager_value (self, op->first_output + output);
}

/* eager-program.c: operators and values of the network and its loss. FALSE on overflow. */
gboolean hr_eager_read_program (HrEager *self);

/* eager-storage.c: which values share memory, and what autograd records and saves. */
void hr_eager_resolve_storage (HrEager *self);

/* Whether the operator's backward step needs the memory of this input. Only for operators that have a node. */
gboolean hr_eager_saves_input (const HrEager *self, const HrEagerOp *op, guint input);

/* eager-frames.c: how long names in the program hold each value. */
void hr_eager_hold_names (HrEager *self);

/* eager-forward.c, eager-backward.c: the blocks. */
void hr_eager_run_forward (HrEager *self);
void hr_eager_run_backward (HrEager *self);

/* Adds a moment of an operator, in a step. Returns its index. */
static inline guint
hr_eager_add_moment (HrEager *self, guint op, guint step)
{
  g_array_append_val (self->moment_ops, op);
  g_array_append_val (self->moment_steps, step);
  return self->moment_ops->len - 1;
}

/* Keeps a block at least until a moment. */
static inline void
hr_eager_hold (HrEager *self, guint block, guint moment)
{
  HrBlock *held = &g_array_index (self->blocks, HrBlock, block);

  held->last_step = MAX (held->last_step, moment);
}

G_END_DECLS
