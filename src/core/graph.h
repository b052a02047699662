/* graph.h: an immutable network of layers. Edits (graph-edit.h) make new graphs that share every untouched node. */
#pragma once

#include <glib.h>

#include "op.h"

G_BEGIN_DECLS

/* Where an input comes from. */
typedef struct
{
  char *node_id; /* owned; NULL: not connected */
  guint port;    /* output of that node */
} HrEndpoint;

/* A key and a value that a foreign layer carried. */
typedef struct
{
  char *key;   /* owned */
  char *value; /* owned */
} HrAttribute;

/* One layer, immutable and reference-counted. */
typedef struct
{
  gatomicrefcount ref_count;
  char *id;           /* owned: [A-Za-z_][A-Za-z0-9_.-]* */
  char *name;         /* owned: free text, or NULL: the id serves */
  const HrOp *op;     /* static */
  gpointer params;    /* owned: the kind's struct, or NULL */
  HrEndpoint *inputs; /* owned */
  guint n_inputs;
  char *weights_of;        /* owned: id of the layer whose weights it uses, or NULL */
  char *block;             /* owned: path "layer1/0", or NULL */
  char *note;              /* owned, or NULL */
  HrAttribute *attributes; /* owned: kind `unknown` only */
  guint n_attributes;
} HrNode;

/* A node of the kind with default parameters and min_inputs unconnected inputs. Fill in other fields before it is shared. */
HrNode *hr_node_new (const HrOp *op, const char *id);

/* A deep copy to be changed before it is shared. */
HrNode *hr_node_copy (const HrNode *self);
HrNode *hr_node_ref (HrNode *self);
void hr_node_unref (HrNode *self);
gboolean hr_node_equal (const HrNode *a, const HrNode *b);
const char *hr_node_get_name (const HrNode *self);
void hr_node_set_inputs (HrNode *self, const HrEndpoint *inputs, guint n_inputs); /* copies; only before sharing */
void hr_node_add_attribute (HrNode *self, const char *key, const char *value);    /* only before sharing */
gboolean hr_node_id_is_valid (const char *id);

typedef struct _HrGraph HrGraph;

/* Takes ownership of the references in nodes (a GPtrArray of HrNode, itself consumed). Ids must be valid and unique. */
HrGraph *hr_graph_new (GPtrArray *nodes);
HrGraph *hr_graph_new_empty (void);
HrGraph *hr_graph_ref (HrGraph *self);
void hr_graph_unref (HrGraph *self);

guint hr_graph_get_n_nodes (const HrGraph *self);
const HrNode *hr_graph_get_node (const HrGraph *self, guint index); /* borrowed; in file order */
int hr_graph_find (const HrGraph *self, const char *id);            /* index, or −1 */
gboolean hr_graph_equal (const HrGraph *a, const HrGraph *b);

/* Whether a path of wires leads from one node to another (a node reaches itself). */
gboolean hr_graph_reaches (const HrGraph *self, const char *from_id, const char *to_id);

/* Indices of all nodes so that producers come before consumers; of several that are ready, the first in file order.
 * NULL when there is a cycle. Owned by the caller (guint). */
GArray *hr_graph_sort (const HrGraph *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrNode, hr_node_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrGraph, hr_graph_unref)

G_END_DECLS
