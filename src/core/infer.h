/* infer.h: shapes and figures of every layer of a graph. */
#pragma once

#include "cancel.h"
#include "graph.h"

G_BEGIN_DECLS

/* What inference found; indices are those of the graph's nodes. */
typedef struct
{
  GArray *order;      /* owned, guint: execution order of all nodes; empty when there is a cycle */
  HrTensor *tensors;  /* owned: inputs and outputs of all nodes */
  guint *first_input; /* owned: index into tensors, per node */
  guint *first_output;
  gint64 batch;
  const HrDtype *activations; /* static */
} HrInference;

/* Finds the shapes of every layer's inputs and outputs, unknown where something is missing or wrong; problems go to
 * report. NULL only when cancelled. cancel may be NULL. The cost grows with nodes plus wires. */
HrInference *hr_infer (const HrGraph *graph, gint64 batch, const HrDtype *activations, HrReport *report,
                       HrCancel *cancel);
void hr_inference_free (HrInference *self);

/* The call of one node, filled from the inference (borrowed). */
void hr_inference_get_call (const HrInference *self, const HrGraph *graph, guint index, HrOpCall *call);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrInference, hr_inference_free)

G_END_DECLS
