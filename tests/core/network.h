/* network.h: networks for tests, from text and by rule. */
#pragma once

#include "core/analysis.h"

G_BEGIN_DECLS

/* One layer a line: "ID KIND key=value … : INPUT INPUT", an input as "ID" or "ID:PORT", weights-of=ID for shared weights,
 * block=PATH for its block.
 * Aborts on a mistake in the text. Owned by the caller. */
HrGraph *network_parse (const char *text);

/* The text of a known network: "three-convolutions", "small-classifier", "low-bit", "alexnet", "vgg16", "resnet18",
 * "resnet50", "resnet152", "mobilenet_v2", "squeezenet1_1". Layers in the order in which torchvision runs them. */
char *network_text (const char *name);

/* A chain of n convolutions with a residual sum over every third. Owned by the caller. */
char *network_chain_text (guint n);

/* A network of up to 30 layers drawn by seed. Owned by the caller. */
char *network_random_text (guint32 seed);

/* An estimate of the text's network. settings: "mode=training batch=50", or NULL. Owned by the caller. */
HrAnalysis *network_analyse (const char *text, const char *settings);

/* Index of the layer with this id; aborts when there is none. */
guint network_find (const HrAnalysis *analysis, const char *id);

G_END_DECLS
