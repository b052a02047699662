/* onnx-reader.h: what the parts of the ONNX importer share. */
#pragma once

#include "../../core/project.h"
#include "onnx-value.h"

G_BEGIN_DECLS

/* One node of the file. */
typedef struct
{
  const Onnx__NodeProto *proto; /* borrowed */
  const char *op;               /* static or borrowed: the operator, or the one that it stands for with others */
  const char **inputs;          /* owned array of borrowed names; "" where an optional one is left out */
  guint n_inputs;
  gboolean absorbed; /* another node does its work */
} HrOnnxNode;

/* A layer before it has its final id. */
typedef struct
{
  HrNode *layer;      /* owned */
  const char *source; /* borrowed: name in the file, or NULL */
  const char *op;     /* static or borrowed: operator in the file */
} HrOnnxLayer;

typedef struct
{
  const char *path;              /* borrowed */
  const Onnx__GraphProto *graph; /* borrowed */
  gint64 opset;                  /* of the standard operators */
  GArray *nodes;                 /* owned, HrOnnxNode in execution order */
  GHashTable *values;            /* owned: name (borrowed) → HrOnnxValue (owned) */
  GHashTable *declared;          /* owned: name (borrowed) → Onnx__ValueInfoProto (borrowed) */
  GHashTable *producers;         /* owned: name (borrowed) → index of the node in `nodes` */
  GHashTable *n_uses;            /* owned: name (borrowed) → how many inputs and network outputs read it */
  GHashTable *owners; /* owned: names of learned tensors, joined (owned) → id of the layer that has them (borrowed) */
  GHashTable *foreign; /* owned: operator (owned) → number of layers without a kind */
  GArray *layers;      /* owned, HrOnnxLayer */
  HrSettings settings;
  gboolean batch_known;
  gboolean weights_known; /* settings.weights is that of the file */
} HrOnnxReader;

/* onnx-graph.c */

/* Finds the nodes in execution order, counts who reads what. FALSE (HR_PROJECT_ERROR_VALUE) with a cycle. */
gboolean hr_onnx_read_nodes (HrOnnxReader *self, GError **error);

/* What makes layers of constants, inputs, nodes and outputs. FALSE (HR_PROJECT_ERROR_VALUE) when a size cannot be kept. */
gboolean hr_onnx_read_layers (HrOnnxReader *self, GError **error);

/* The value of a name, borrowed; NULL for "" and names that nothing makes. */
const HrOnnxValue *hr_onnx_get_value (const HrOnnxReader *self, const char *name);

/* Makes value (taken) what output `index` of the node is; freed when the node has no such output. */
void hr_onnx_set_output (HrOnnxReader *self, const HrOnnxNode *node, guint index, HrOnnxValue *value);

/* The value of input `index`; NULL when it is left out. */
const HrOnnxValue *hr_onnx_get_input (const HrOnnxReader *self, const HrOnnxNode *node, guint index);

/* Attributes. Each gives the fallback where there is none of that name. */
gint64 hr_onnx_get_int (const HrOnnxNode *node, const char *name, gint64 fallback);
double hr_onnx_get_real (const HrOnnxNode *node, const char *name, double fallback);
const gint64 *hr_onnx_get_ints (const HrOnnxNode *node, const char *name, guint *n); /* borrowed; n = 0 without */
const Onnx__AttributeProto *hr_onnx_find_attribute (const HrOnnxNode *node, const char *name); /* borrowed, or NULL */
gboolean hr_onnx_text_is (const HrOnnxNode *node, const char *name, const char *text);

/* Integers that newer operator sets have as input `index` and older ones as an attribute. FALSE when they are not known;
 * n = 0 when they are left out. */
gboolean hr_onnx_get_list (const HrOnnxReader *self, const HrOnnxNode *node, const char *name, guint index,
                           gint64 values[HR_ONNX_MAX_NUMBERS], guint *n);

/* onnx-layers.c */

/* Adds a layer that is ready but for its wires, connects it with n values (constants leave their input open) and finds its
 * outputs. Returns the value of output 0, owned by the caller. */
HrOnnxValue *hr_onnx_add_layer (HrOnnxReader *self, HrNode *layer, const char *source, const char *op,
                                const HrOnnxValue *const *inputs, guint n_inputs);

/* A new layer with an id of its own for the time being. */
HrNode *hr_onnx_new_layer (const HrOnnxReader *self, const char *kind);

/* Sets shape, batch axis and type of a layer whose shape is given. FALSE (HR_PARAM_ERROR) for sizes beyond its range. */
gboolean hr_onnx_set_shape (HrNode *layer, const HrTensor *tensor, GError **error);

/* Outputs of one node that become layers; each but the first has at most as many of the node's inputs and attributes. */
#define HR_ONNX_MAX_OUTPUTS 256

/* Adds a layer of kind `unknown` for output `index` of the node, with a note. */
void hr_onnx_add_foreign (HrOnnxReader *self, const HrOnnxNode *node, guint index);

/* Whether the node's operator is one of ONNX's own; those of other domains are not those of the same name. */
gboolean hr_onnx_is_standard (const HrOnnxNode *node);

/* onnx-views.c */

/* Nodes that change nothing but the name: their output is their input. FALSE for others. */
gboolean hr_onnx_pass_on (HrOnnxReader *self, const HrOnnxNode *node);

/* Nodes that join the last axes into one, as a layer. FALSE for others. */
gboolean hr_onnx_flatten (HrOnnxReader *self, const HrOnnxNode *node);

/* onnx-operators.c */

/* Makes layers of a node. */
void hr_onnx_convert (HrOnnxReader *self, const HrOnnxNode *node);

/* Which graph inputs can only be weights: adds their names to the set. */
void hr_onnx_find_weights (const HrOnnxReader *self, GHashTable *names);

/* onnx-fold.c */

/* Computes a node from constants. FALSE when it is none that can be. */
gboolean hr_onnx_fold (HrOnnxReader *self, const HrOnnxNode *node);

/* onnx-shape.c */

/* Shape of output `index` of a node by ONNX's rules, as far as it follows; otherwise unknown. */
HrShape hr_onnx_infer_shape (const HrOnnxReader *self, const HrOnnxNode *node, guint index);

/* onnx-fuse.c */

/* Finds groups of nodes that are one layer (SiLU, GELU, a bias), marks one to stand for all. */
void hr_onnx_fuse (HrOnnxReader *self);

/* onnx-names.c */

/* Gives every layer its final id, name and block. */
void hr_onnx_name_layers (HrOnnxReader *self);

/* The network of all layers. */
HrGraph *hr_onnx_make_graph (HrOnnxReader *self);

G_END_DECLS
