/* project-cycle.h: finding a cycle among nodes that are not a graph yet. */
#pragma once

#include "../core/graph.h"

G_BEGIN_DECLS

/* Index of a node of nodes (HrNode) from which wires lead back to itself, or −1. indices maps every id to its index;
 * inputs name only ids that it has. Takes time in proportion to nodes and wires. */
int hr_find_cycle (GPtrArray *nodes, GHashTable *indices);

G_END_DECLS
