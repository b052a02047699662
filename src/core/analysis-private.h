/* analysis-private.h: the parts of an estimate, as its stages fill them. Only for the files that make up the estimate. */
#pragma once

#include "analysis.h"
#include "infer.h"

G_BEGIN_DECLS

/* A tensor that a layer owns, as it is stored in this run. */
typedef struct
{
  const char *name; /* static: "weight" */
  HrRole role;
  guint index; /* in the layer's own list */
  gint64 n_elems, bytes;
} HrStored;

struct _HrAnalysis
{
  gatomicrefcount ref_count;
  HrProject *project;         /* owned */
  const HrGraph *graph;       /* borrowed from the project */
  const HrSettings *settings; /* borrowed from the project */
  HrInference *inference;     /* owned */
  HrReport report;
  HrTotals totals;

  /* figures.c */
  HrLayer *layers; /* owned */
  guint n_layers;
  int *owners;         /* owned: per layer, the layer whose learned tensors it uses (itself as a rule), or −1 */
  guint *first_stored; /* owned: index into stored per layer, and the end */
  GArray *stored;      /* owned: HrStored of all layers */
  gint64 *pad_bytes;   /* owned: per layer, of the padded copy of its input that it needs; 0: none */

  /* schedule.c; tensors are those of the inference. A padded copy is made in the
   * forward step before the layer's own. With n_forward forward steps, loss is step n_forward and the
   * backward step of a layer that ran in forward step f is step 2·n_forward − f, that of a padded copy likewise. */
  guint n_tensors;
  int *sources;  /* owned: per input tensor, the output tensor that feeds it, or −1 */
  int *storage;  /* owned: per output tensor, the one whose memory it uses (itself as a rule), or −1 */
  int *last_use; /* owned: per storage, the last forward step that reads it; n_forward for what is needed to the end */
  guint n_forward;
  HrStep *steps; /* owned */
  guint n_steps;

  /* liveness.c */
  GArray *blocks;     /* owned: HrBlock */
  int *output_blocks; /* owned: per storage, the index of its block, or −1 */
};

/* Whether the settings ask for a training step. */
static inline gboolean
hr_analysis_trains (const HrAnalysis *self)
{
  return self->settings->mode == HR_MODE_TRAINING;
}

/* Whether they ask for a training step that runs operator by operator. */
static inline gboolean
hr_analysis_is_eager (const HrAnalysis *self)
{
  return hr_analysis_trains (self) && self->settings->execution->eager;
}

/* Index of an output of a layer among the tensors of the inference. */
static inline guint
hr_analysis_output_tensor (const HrAnalysis *self, guint layer, guint output)
{
  return self->inference->first_output[layer] + output;
}

/* Index of the tensor whose memory an input of a layer reads, or −1. */
static inline int
hr_analysis_input_storage (const HrAnalysis *self, guint layer, guint input)
{
  int source = self->sources[self->inference->first_input[layer] + input];

  return source < 0 ? -1 : self->storage[source];
}

/* Bytes of an activation in this run. FALSE when unknown or beyond 2^63 − 1. */
gboolean hr_analysis_get_tensor_bytes (const HrAnalysis *self, const HrTensor *tensor, gint64 *bytes);

/* The format in which a learned tensor of the layer is stored in this run. Static. */
const HrDtype *hr_analysis_get_stored_format (const HrAnalysis *self, guint layer, HrRole role);

/* Whether the optimizer changes tensors of this role. */
gboolean hr_role_is_trained (HrRole role);

G_END_DECLS
