/* analysis.h: the immutable estimate of a project: shapes, figures, steps, blocks, diagnostics. */
#pragma once

#include "cancel.h"
#include "diagnostic.h"
#include "execution.h"
#include "optimizer.h"
#include "project.h"

G_BEGIN_DECLS

typedef enum
{
  HR_CATEGORY_PARAMETERS,
  HR_CATEGORY_BUFFERS,
  HR_CATEGORY_INPUTS,
  HR_CATEGORY_ACTIVATIONS,
  HR_CATEGORY_PARAMETER_GRADIENTS,
  HR_CATEGORY_ACTIVATION_GRADIENTS,
  HR_CATEGORY_OPTIMIZER_STATE,
  HR_CATEGORY_WORKSPACE,
  HR_CATEGORY_OVERHEAD,
  HR_N_CATEGORIES,
} HrCategory;

const char *hr_category_get_id (HrCategory category);    /* static: "parameter_gradients", as in JSON */
const char *hr_category_get_title (HrCategory category); /* static, translated */

typedef enum
{
  HR_PHASE_FORWARD,
  HR_PHASE_LOSS,
  HR_PHASE_BACKWARD,
  HR_PHASE_UPDATE,
  HR_N_PHASES,
} HrPhase;

const char *hr_phase_get_id (HrPhase phase);
const char *hr_phase_get_title (HrPhase phase);

/* What is known of one layer. Figures are of the whole batch, in bytes unless named otherwise. */
typedef struct
{
  const HrNode *node; /* borrowed from the project */
  const HrTensor *inputs; /* borrowed from the analysis; n_inputs as of the node */
  const HrTensor *outputs; /* borrowed from the analysis */
  guint n_outputs;
  gboolean known; /* shapes and every figure below */
  gint64 parameters;      /* elements; 0 when the layer uses another's weights */
  gint64 parameter_bytes;
  gint64 buffer_bytes;
  gint64 multiply_adds;
  gint64 output_bytes;    /* all outputs together, views included */
  gint64 kept_bytes;      /* blocks made by this layer that live until its backward step (training) */
  gboolean view;          /* no tensor of its own here */
  int forward_step;       /* index into steps, or −1 */
  int backward_step;
} HrLayer;

/* A stretch of memory that lives over steps first_step…last_step, both included. */
typedef struct
{
  HrCategory category;
  const char *what;    /* static, translated: "output", "weight", "gradient of output" */
  const char *tensor;  /* static, not translated: "weight", "running_mean", "output"; for names in reports */
  int layer;           /* index of the layer that it belongs to, or −1 */
  guint index;         /* which output or learned tensor of it */
  gint64 bytes;
  guint first_step, last_step;
  gboolean persistent; /* there before and after the run: parameters, buffers, optimizer state */
  gboolean kept;       /* made in the forward pass and there when the backward pass begins */
} HrBlock;

typedef struct
{
  HrPhase phase;
  int layer;    /* −1 for loss and update; the same as in the next step where that layer first pads its input */
  gint64 bytes; /* at the worst moment of the step */
  gint64 categories[HR_N_CATEGORIES];
} HrStep;

typedef struct _HrAnalysis HrAnalysis;

/* Estimates project with its own settings. Never fails on a wrong network; NULL only when cancelled. cancel may be NULL. */
HrAnalysis *hr_analysis_new (HrProject *project, HrCancel *cancel);
HrAnalysis *hr_analysis_ref (HrAnalysis *self);
void hr_analysis_unref (HrAnalysis *self);

HrProject *hr_analysis_get_project (const HrAnalysis *self); /* borrowed */
const HrSettings *hr_analysis_get_settings (const HrAnalysis *self);

/* One per node of the graph, same index. */
const HrLayer *hr_analysis_get_layers (const HrAnalysis *self, guint *n_layers);

/* In time order. Empty when nothing can be run. */
const HrStep *hr_analysis_get_steps (const HrAnalysis *self, guint *n_steps);

/* In order of allocation. */
const HrBlock *hr_analysis_get_blocks (const HrAnalysis *self, guint *n_blocks);
const HrDiagnostic *hr_analysis_get_diagnostics (const HrAnalysis *self, guint *n_diagnostics);

/* Index of the block that holds an output of a layer, that of an earlier layer for views and in-place layers; −1 when
 * there is none. */
int hr_analysis_find_block (const HrAnalysis *self, guint layer, guint output);

/* Totals over the layers whose figures are known. output_bytes leaves out network inputs and layers that are views. */
typedef struct
{
  gboolean complete; /* every layer is known and the steps could be laid out; otherwise figures are as far as they go */
  gint64 parameters, parameter_bytes, buffer_bytes, multiply_adds, output_bytes, kept_bytes;
  gint64 peak_bytes; /* largest step; of equal ones the first */
  int peak_step;     /* index, or −1 */
  gint64 peak_categories[HR_N_CATEGORIES];
  gint64 phase_peaks[HR_N_PHASES]; /* 0 for phases that do not occur */
} HrTotals;
const HrTotals *hr_analysis_get_totals (const HrAnalysis *self);

/* "conv1 output", "conv1 weight": for people. Owned by the caller. */
char *hr_analysis_dup_block_name (const HrAnalysis *self, guint block);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrAnalysis, hr_analysis_unref)

G_END_DECLS
