/* torch-training.h: training steps of the example projects against what PyTorch measured (torch-training.csv). */
#pragma once

#include "core/analysis.h"

G_BEGIN_DECLS

/* The figures of a step. */
typedef enum
{
  TORCH_SAVED,   /* what the forward pass keeps, results and loss included */
  TORCH_FORWARD, /* peaks; the loss is computed in the forward pass */
  TORCH_BACKWARD,
  TORCH_UPDATE,
  TORCH_N_FIGURES,
} TorchFigure;

extern const char *const torch_figure_names[TORCH_N_FIGURES];

/* A project and settings, and its measured figures in bytes without what the recorder itself had in memory. */
typedef struct
{
  char *example, *batch, *optimizer, *step; /* owned */
  gint64 bytes[TORCH_N_FIGURES];
  gint64 recorder_bytes; /* that were taken off the update */
} TorchTraining;

void torch_training_free (TorchTraining *self);

/* Every row of the table, in its order; stops the test when it cannot be read. Owned by the caller. */
GPtrArray *torch_training_load (void);

/* The estimate of a row. Owned by the caller. */
HrAnalysis *torch_training_analyse (const TorchTraining *self);

/* A figure of an estimate as PyTorch's are taken. */
gint64 torch_training_get_figure (const HrAnalysis *analysis, TorchFigure figure);

G_END_DECLS
