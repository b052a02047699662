#include "canvas-columns.h"

#include <igraph/igraph.h>

/* Wires longer than this are led around the boxes, and get no lane of their own. */
#define MAX_SPAN 64

static void
add_edges (HrColumns *self, const HrGraph *graph)
{
  for (guint to = 0; to < self->n_nodes; to++)
    {
      const HrNode *node = hr_graph_get_node (graph, to);
      guint first = self->edges->len;

      for (guint i = 0; i < node->n_inputs; i++)
        {
          int from = node->inputs[i].node_id != NULL ? hr_graph_find (graph, node->inputs[i].node_id) : -1;
          HrEdge edge = { (guint) from, to };
          gboolean known = from < 0;

          for (guint k = first; k < self->edges->len && !known; k++)
            known = g_array_index (self->edges, HrEdge, k).from == edge.from;
          if (!known)
            g_array_append_val (self->edges, edge);
        }
    }
}

/* A source stands right before the first layer that it feeds. */
static void
pull_sources (HrColumns *self)
{
  g_autofree guint *nearest = g_new (guint, self->n_nodes);
  g_autofree gboolean *fed = g_new0 (gboolean, self->n_nodes);

  for (guint i = 0; i < self->n_nodes; i++)
    nearest[i] = G_MAXUINT;
  for (guint i = 0; i < self->edges->len; i++)
    {
      const HrEdge *edge = &g_array_index (self->edges, HrEdge, i);

      fed[edge->to] = TRUE;
      nearest[edge->from] = MIN (nearest[edge->from], self->column[edge->to]);
    }
  for (guint i = 0; i < self->n_nodes; i++)
    if (!fed[i] && nearest[i] != G_MAXUINT)
      self->column[i] = nearest[i] - 1;
}

HrColumns *
hr_columns_new (const HrGraph *graph)
{
  HrColumns *self = g_new0 (HrColumns, 1);
  g_autoptr (GArray) order = hr_graph_sort (graph);

  self->n_nodes = hr_graph_get_n_nodes (graph);
  self->column = g_new0 (guint, self->n_nodes);
  self->edges = g_array_new (FALSE, FALSE, sizeof (HrEdge));
  if (order == NULL)
    return self;
  add_edges (self, graph);
  for (guint i = 0; i < order->len; i++)
    {
      guint to = g_array_index (order, guint, i);
      const HrNode *node = hr_graph_get_node (graph, to);

      for (guint k = 0; k < node->n_inputs; k++)
        {
          int from = node->inputs[k].node_id != NULL ? hr_graph_find (graph, node->inputs[k].node_id) : -1;

          if (from >= 0)
            self->column[to] = MAX (self->column[to], self->column[from] + 1);
        }
    }
  pull_sources (self);
  return self;
}

void
hr_columns_free (HrColumns *self)
{
  g_free (self->column);
  g_array_unref (self->edges);
  g_free (self);
}

/* A connected piece with its layers numbered from 0. */
typedef struct
{
  const HrColumns *columns; /* borrowed */
  guint n;
  guint *column; /* owned */
  guint n_columns;
  GArray *edges;     /* owned; HrEdge in local numbers */
  gboolean *on_path; /* owned: on the longest path */
} Piece;

static void
piece_clear (Piece *self)
{
  g_free (self->column);
  g_free (self->on_path);
  g_array_unref (self->edges);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Piece, piece_clear)

static void
piece_init (Piece *self, const HrColumns *columns, const GArray *members)
{
  g_autofree int *local = g_new (int, columns->n_nodes);

  *self = (Piece){ .columns = columns, .n = members->len };
  self->column = g_new (guint, members->len);
  self->on_path = g_new0 (gboolean, members->len);
  self->edges = g_array_new (FALSE, FALSE, sizeof (HrEdge));
  for (guint i = 0; i < columns->n_nodes; i++)
    local[i] = -1;
  for (guint i = 0; i < members->len; i++)
    {
      guint node = g_array_index (members, guint, i);

      local[node] = (int) i;
      self->column[i] = columns->column[node];
      self->n_columns = MAX (self->n_columns, self->column[i] + 1);
    }
  for (guint i = 0; i < columns->edges->len; i++)
    {
      HrEdge edge = g_array_index (columns->edges, HrEdge, i);
      HrEdge own = { (guint) local[edge.from], (guint) local[edge.to] };

      if (local[edge.from] >= 0)
        g_array_append_val (self->edges, own);
    }
}

/* Back from a last layer, always to one that stands in the column before. */
static void
piece_mark_path (Piece *self)
{
  guint at = 0;
  gboolean found = TRUE;

  for (guint i = 0; i < self->n; i++)
    if (self->column[i] + 1 == self->n_columns)
      at = i;
  while (found)
    {
      self->on_path[at] = TRUE;
      found = FALSE;
      for (guint i = 0; i < self->edges->len && !found; i++)
        {
          const HrEdge *edge = &g_array_index (self->edges, HrEdge, i);

          found = edge->to == at && self->column[edge->from] + 1 == self->column[at];
          at = found ? edge->from : at;
        }
    }
}

/* Whether a way of two wires or more leads from one layer to the other. */
static gboolean
piece_reaches (const Piece *self, GPtrArray *into, guint from, guint to)
{
  g_autofree gboolean *seen = g_new0 (gboolean, self->n);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint));

  g_array_append_val (stack, to);
  while (stack->len > 0)
    {
      guint at = g_array_index (stack, guint, stack->len - 1);
      GArray *sources = g_ptr_array_index (into, at);

      g_array_set_size (stack, stack->len - 1);
      for (guint i = 0; i < sources->len; i++)
        {
          guint source = g_array_index (sources, guint, i);

          if (source == from && at != to)
            return TRUE;
          if (seen[source] || self->column[source] <= self->column[from])
            continue;
          seen[source] = TRUE;
          g_array_append_val (stack, source);
        }
    }
  return FALSE;
}

static GPtrArray *
piece_list_sources (const Piece *self)
{
  GPtrArray *into = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint i = 0; i < self->n; i++)
    g_ptr_array_add (into, g_array_new (FALSE, FALSE, sizeof (guint)));
  for (guint i = 0; i < self->edges->len; i++)
    {
      const HrEdge *edge = &g_array_index (self->edges, HrEdge, i);

      g_array_append_val ((GArray *) g_ptr_array_index (into, edge->to), edge->from);
    }
  return into;
}

/* Leaves out what would only widen the picture: a wire past layers that join the same two ends (a skip connection). */
static void
piece_drop_skips (Piece *self)
{
  g_autoptr (GPtrArray) into = piece_list_sources (self);
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (HrEdge));

  for (guint i = 0; i < self->edges->len; i++)
    {
      HrEdge edge = g_array_index (self->edges, HrEdge, i);
      guint span = self->column[edge.to] - self->column[edge.from];

      if (span == 1 || (span <= MAX_SPAN && !piece_reaches (self, into, edge.from, edge.to)))
        g_array_append_val (kept, edge);
    }
  g_array_unref (self->edges);
  self->edges = kept;
}

/* Rows of `places` are x, column: the layers, then the bends of long wires. FALSE when the library fails. */
static gboolean
piece_run_sugiyama (const Piece *self, igraph_matrix_t *places)
{
  igraph_vector_int_t ends, layers;
  igraph_t graph;
  igraph_error_t failed;

  igraph_set_error_handler (igraph_error_handler_ignore);
  igraph_vector_int_init (&ends, 2 * self->edges->len);
  igraph_vector_int_init (&layers, self->n);
  for (guint i = 0; i < self->edges->len; i++)
    {
      VECTOR (ends)[2 * i] = g_array_index (self->edges, HrEdge, i).from;
      VECTOR (ends)[2 * i + 1] = g_array_index (self->edges, HrEdge, i).to;
    }
  for (guint i = 0; i < self->n; i++)
    VECTOR (layers)[i] = self->column[i];
  failed = igraph_create (&graph, &ends, self->n, IGRAPH_DIRECTED);
  if (!failed)
    {
      failed = igraph_layout_sugiyama (&graph, places, NULL, NULL, &layers, 1, 1, 100, NULL);
      igraph_destroy (&graph);
    }
  igraph_vector_int_destroy (&ends);
  igraph_vector_int_destroy (&layers);
  return !failed;
}

typedef struct
{
  int member; /* −1: a bend */
  guint column;
  double x;
} Place;

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *p = a, *q = b;

  if (p->column != q->column)
    return p->column < q->column ? -1 : 1;
  return (p->x > q->x) - (p->x < q->x);
}

/* Lanes of one column: places counted from the one on the longest path. */
static void
number_column (const Piece *self, const Place *places, guint n, int *lanes)
{
  int middle = 0;

  for (guint i = 0; i < n; i++)
    if (places[i].member >= 0 && self->on_path[places[i].member])
      middle = (int) i;
  for (guint i = 0; i < n; i++)
    if (places[i].member >= 0)
      lanes[places[i].member] = (int) i - middle;
}

static void
number_columns (const Piece *self, const igraph_matrix_t *found, int *lanes)
{
  guint n = (guint) igraph_matrix_nrow (found);
  g_autofree Place *places = g_new (Place, n);

  for (guint i = 0; i < n; i++)
    places[i] = (Place){ i < self->n ? (int) i : -1, (guint) (MATRIX (*found, i, 1) + 0.5), MATRIX (*found, i, 0) };
  qsort (places, n, sizeof (Place), compare_places);
  for (guint start = 0, end; start < n; start = end)
    {
      for (end = start; end < n && places[end].column == places[start].column; end++)
        ;
      number_column (self, places + start, end - start, lanes);
    }
}

int *
hr_columns_find_lanes (const HrColumns *self, const GArray *members)
{
  g_auto (Piece) piece = { 0 };
  int *lanes = g_new0 (int, members->len);
  igraph_matrix_t places;

  piece_init (&piece, self, members);
  piece_mark_path (&piece);
  piece_drop_skips (&piece);
  igraph_matrix_init (&places, 0, 0);
  if (!piece_run_sugiyama (&piece, &places))
    {
      igraph_matrix_resize (&places, piece.n, 2);
      for (guint i = 0; i < piece.n; i++)
        {
          MATRIX (places, i, 0) = i;
          MATRIX (places, i, 1) = piece.column[i];
        }
    }
  number_columns (&piece, &places, lanes);
  igraph_matrix_destroy (&places);
  return lanes;
}
