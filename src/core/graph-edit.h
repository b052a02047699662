/* graph-edit.h: edits that make a new graph and leave the old one as it is. Each returns a new reference. */
#pragma once

#include "graph.h"

G_BEGIN_DECLS

/* An id not in use, made from the kind: "conv1", "conv2", … Owned by the caller. */
char *hr_graph_make_id (const HrGraph *graph, const HrOp *op);

/* Adds node (a reference is taken) at the end. */
HrGraph *hr_graph_add_node (const HrGraph *graph, HrNode *node);

/* Puts node in the place of the one with the same id. */
HrGraph *hr_graph_replace_node (const HrGraph *graph, HrNode *node);

/* Removes the nodes named by ids (NULL-terminated) with their wires. With reconnect, consumers of a removed node that
 * had exactly one connected input are wired to that input's source. */
HrGraph *hr_graph_remove_nodes (const HrGraph *graph, const char *const *ids, gboolean reconnect);

/* Whether from:port may feed input `input` of `to`: both exist, the input exists or can be added, and no cycle arises. */
gboolean hr_graph_can_connect (const HrGraph *graph, const char *from_id, guint port, const char *to_id, guint input);

/* Connects, replacing what fed that input; input = n_inputs adds one where the kind takes more. NULL when it may not. */
HrGraph *hr_graph_connect (const HrGraph *graph, const char *from_id, guint port, const char *to_id, guint input);

/* Leaves the input unconnected; beyond min_inputs it is removed. */
HrGraph *hr_graph_disconnect (const HrGraph *graph, const char *to_id, guint input);

/* Sets one parameter from text. NULL with HR_PARAM_ERROR, or when there is no such node or key. */
HrGraph *hr_graph_set_param (const HrGraph *graph, const char *id, const char *key, const char *text, GError **error);

/* name NULL or empty: the id serves. */
HrGraph *hr_graph_rename_node (const HrGraph *graph, const char *id, const char *name);

G_END_DECLS
