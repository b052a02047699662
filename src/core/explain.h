/* explain.h: the worked formula of every figure, with the layer's own numbers. */
#pragma once

#include "analysis.h"

G_BEGIN_DECLS

typedef struct
{
  const char *figure; /* static, stable id: "output", "parameters", "multiply_adds", "peak_bytes", … */
  char *label;        /* owned, translated: "Parameters" */
  char *text;         /* owned: "(5·5·3 + 1)·200 = 15,200", lines separated by newlines */
  gint64 value;       /* the figure */
} HrWorking;

/* Of one layer (index of the graph's node). A GPtrArray of HrWorking, owned by the caller. */
GPtrArray *hr_explain_layer (const HrAnalysis *analysis, guint layer);

/* Of the network: totals, peak, fit of categories. */
GPtrArray *hr_explain_network (const HrAnalysis *analysis);

void hr_working_free (HrWorking *self);

G_END_DECLS
