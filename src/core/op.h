/* op.h: the descriptor of a layer kind. One const row per kind, in a file of its own or of its family under ops/. */
#pragma once

#include <glib.h>

#include "diagnostic.h"
#include "param.h"
#include "shape.h"

G_BEGIN_DECLS

typedef struct _HrOp HrOp;

typedef enum
{
  HR_OP_CATEGORY_IO,
  HR_OP_CATEGORY_CONVOLUTION,
  HR_OP_CATEGORY_POOLING,
  HR_OP_CATEGORY_DENSE,
  HR_OP_CATEGORY_NORMALIZATION,
  HR_OP_CATEGORY_ACTIVATION,
  HR_OP_CATEGORY_MERGE,
  HR_OP_CATEGORY_SHAPE,
  HR_OP_CATEGORY_OTHER, /* foreign layers; not in the palette */
  HR_OP_N_CATEGORIES,
} HrOpCategory;

/* Translated title of a category, static. */
const char *hr_op_category_get_title (HrOpCategory category);

typedef enum
{
  HR_OP_VIEW = 1 << 0,            /* output is a view of the input: no tensor, no step, in every execution model */
  HR_OP_VIEW_INFERENCE = 1 << 1,  /* the same, in inference only (dropout), and where training keeps nothing for it */
  HR_OP_IN_PLACE = 1 << 2,        /* may overwrite its input where the execution model allows it */
  HR_OP_SOURCE = 1 << 3,          /* network input: no step */
  HR_OP_SINK = 1 << 4,            /* network output */
  HR_OP_KEEPS_INPUTS = 1 << 5,    /* the backward pass needs the inputs … */
  HR_OP_KEEPS_OUTPUT = 1 << 6,    /* … or the output (pytorch-memory, section 3) */
  HR_OP_PASSES_GRADIENT = 1 << 7, /* the gradient of the output is that of the inputs (add) */
  HR_OP_VIEWS_GRADIENT = 1 << 8,  /* the gradients of the inputs are views of the output's (concatenate) */
  HR_OP_KEEPS_OTHERS = 1 << 9,    /* the backward pass needs each input for the gradients of the others (multiply) */
  HR_OP_COPIES_INPUT = 1 << 10,   /* in place, it copies the input that it keeps before it writes over it (ReLU6) */
  HR_OP_PAIRWISE = 1 << 11,       /* more than two inputs are taken two at a time, from the left */
  HR_OP_RETURNS_EXTRAS = 1 << 12, /* PyTorch returns the extras too: they exist even where nothing is kept */
} HrOpFlags;

typedef enum
{
  HR_ROLE_WEIGHT,    /* takes the layer's weight format */
  HR_ROLE_BIAS,      /* always 32 bits, like the following */
  HR_ROLE_SCALE,     /* batch norm's gamma and beta */
  HR_ROLE_STATISTIC, /* a buffer, not trained: running mean and variance */
  HR_ROLE_COUNTER,   /* an int64 buffer that only the PyTorch models count */
} HrRole;

/* A tensor that the layer owns. */
typedef struct
{
  const char *name; /* static: "weight", "bias", "running_mean", as in PyTorch */
  HrRole role;
  HrShape shape;
} HrLearned;

#define HR_MAX_LEARNED 8
typedef struct
{
  HrLearned items[HR_MAX_LEARNED];
  guint n_items;
} HrLearnedList;

void hr_learned_list_add (HrLearnedList *self, const char *name, HrRole role, guint rank, const gint64 *dims);

/* A tensor that a training forward pass makes beside the output and keeps: mask, indices, saved statistics. */
typedef struct
{
  const char *what; /* static, translatable */
  gint64 n_elems;
  guint8 bytes_cpu;  /* per element, in PyTorch on the CPU */
  guint8 bytes_cuda; /* per element, in PyTorch on CUDA */
} HrExtra;

/* One use of a kind: parameters and what flows in and out. Everything is borrowed from the caller. */
typedef struct
{
  const HrOp *op;
  gconstpointer params;   /* the kind's struct */
  const HrTensor *inputs; /* n_inputs of them; an unconnected one has unknown rank */
  guint n_inputs;
  HrTensor *outputs; /* n_outputs of them */
  guint n_outputs;
  gint64 batch;               /* network inputs put it on their batch axis */
  const HrDtype *activations; /* static: type of network inputs that name none */
} HrOpCall;

/* The working of one figure: "(7·7·3 + 1)·64 = 9,472". */
typedef enum
{
  HR_FIGURE_OUTPUT,
  HR_FIGURE_PARAMETERS,
  HR_FIGURE_MULTIPLY_ADDS,
} HrFigure;

/* Buffers for a kind's CPU reference. Arrays are dense, row-major; lengths follow from the call. */
typedef struct
{
  const float *const *inputs;       /* one per input */
  const float *const *learned;      /* one per tensor of `list_learned`, in its order */
  double *output;                   /* output 0 */
  double *magnitude;                /* Σ|a·b| of each output value, or NULL when not wanted */
  gint64 first_channel, n_channels; /* convolutions: the channels of the output to fill in; n_channels 0: all */
} HrReference;

struct _HrOp
{
  const char *id;          /* "conv": also icon name (headroom-kind-ID-symbolic) and file attribute */
  const char *title;       /* static, translatable: "Convolution" */
  const char *short_title; /* static, translatable: what a box on the canvas has room for, "Conv"; NULL: the title */
  const char *description; /* static, translatable: one sentence */
  const char *keywords;    /* static, translatable: other names people search for, space separated */
  HrOpCategory category;
  guint flags;                   /* HrOpFlags */
  guint8 min_inputs, max_inputs; /* max_inputs 255: any number */
  guint8 n_outputs;
  gsize params_size;
  const HrParam *params; /* static */
  guint n_params;

  /* From inputs and parameters to outputs. Unknown input dimensions give unknown output dimensions, no report;
   * what does not fit together is reported and gives unknown outputs. FALSE when it was reported. */
  gboolean (*infer) (HrOpCall *call, HrReport *report);

  /* The learned tensors and buffers, in PyTorch's registration order; NULL: none. Called only when inputs are known. */
  void (*list_learned) (const HrOpCall *call, HrLearnedList *list);

  /* What training keeps beside inputs and output; NULL: nothing. Returns how many were written (at most 4). */
  guint (*list_extras) (const HrOpCall *call, HrExtra extras[4]);

  /* Multiply-adds of the whole batch; NULL: 0. FALSE on overflow. */
  gboolean (*get_multiply_adds) (const HrOpCall *call, gint64 *multiply_adds);

  /* Appends the working of a figure with this call's numbers; NULL: the generic text. FALSE when the kind has none. */
  gboolean (*explain) (const HrOpCall *call, HrFigure figure, GString *text);

  /* Appends the key parameters, short: "7×7 / 2, 64"; NULL: nothing. */
  void (*summarize) (gconstpointer params, GString *text);

  /* Computes output 0 in double precision; NULL: none yet. */
  void (*reference) (const HrOpCall *call, const HrReference *io);

  const struct _HrOpExample *examples; /* static; a kind without examples fails the tests */
  guint n_examples;
};

/* A call with its right answer from outside the program; the tests run every one. */
typedef struct _HrOpExample
{
  const char *params; /* static: "filters=64 kernel=7,7 stride=2", as key=text pairs separated by spaces */
  const char *inputs; /* static: "1x3x224x224", several separated by spaces */
  const char *output; /* static: "1x64x112x112", or the code of the expected diagnostic */
  gint64 parameters;
  gint64 multiply_adds;
  const char *source; /* static: who says so */
} HrOpExample;

/* All kinds, in palette order; stores their number in *n_ops. Static. */
const HrOp *const *hr_op_get_all (guint *n_ops);

/* The kind with this id, static, or NULL. */
const HrOp *hr_op_find (const char *id);

/* The number format that the layer itself asks for (parameter "weights"), or NULL for the project's. Static. */
const HrDtype *hr_op_get_weight_format (const HrOp *self, gconstpointer params);

/* Calls self's shape rule with the checks that every kind needs: outputs are unknown where it failed, and whatever cannot
 * be counted in 63 bits (bytes of the outputs, learned values, multiply-adds) is reported as "too-large". */
gboolean hr_op_infer (HrOpCall *call, HrReport *report);

/* The learned tensors of a call; none when its inputs are not known. */
void hr_op_list_learned (const HrOpCall *call, HrLearnedList *list);

/* Elements of the learned tensors that training changes (weights, biases, scales). FALSE on overflow. */
gboolean hr_op_get_parameters (const HrOpCall *call, gint64 *n_parameters);

/* Whether a layer may overwrite its first input in a training step as PyTorch runs it: HR_OP_IN_PLACE, or its own
 * parameter "in-place", which only networks that run as they are written know (x += y). */
gboolean hr_op_trains_in_place (const HrOp *self, gconstpointer params);

/* New default parameters; free with g_free(). NULL for a kind without parameters. */
gpointer hr_op_new_params (const HrOp *self);

G_END_DECLS
