/* network.h: the convolutions of an analysed network, and which of its blocks they work on. Free of Vulkan. */
#pragma once

#include "../core/analysis.h"
#include "../core/convolution.h"

G_BEGIN_DECLS

typedef struct
{
  const HrNode *node; /* borrowed */
  HrOpCall call;      /* borrowed from the analysis */
  HrConvolution conv;
  guint input, weights, output; /* blocks of the analysis */
  guint bias;                   /* likewise; without a bias that of the weights */
  gint64 bytes;                 /* of these blocks */
} HrGpuConvolution;

/* In order of execution; a GArray of HrGpuConvolution, owned by the caller. */
GArray *hr_gpu_list_convolutions (const HrAnalysis *analysis);

/* The block that transfers pass through, the only one of its kind; −1 when there is none. */
int hr_gpu_find_staging (const HrAnalysis *analysis);

G_END_DECLS
