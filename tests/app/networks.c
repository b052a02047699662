#include "networks.h"

static const HrOp layer_op = {
  .id = "test-layer",
  .title = "Layer",
  .category = HR_OP_CATEGORY_CONVOLUTION,
  .min_inputs = 1,
  .max_inputs = 1,
  .n_outputs = 1,
};

static const HrOp merge_op = {
  .id = "test-merge",
  .title = "Merge",
  .category = HR_OP_CATEGORY_MERGE,
  .min_inputs = 2,
  .max_inputs = 255,
  .n_outputs = 1,
};

static const char *
add_layer (GPtrArray *nodes, const char *id, guint n_sources, const char *const *sources)
{
  HrNode *node = hr_node_new (n_sources > 1 ? &merge_op : &layer_op, id);
  g_autofree HrEndpoint *inputs = g_new0 (HrEndpoint, n_sources + 1);

  for (guint i = 0; i < n_sources; i++)
    inputs[i].node_id = (char *) sources[i];
  if (n_sources > 0)
    hr_node_set_inputs (node, inputs, n_sources);
  g_ptr_array_add (nodes, node);
  return node->id;
}

const char *
test_add_layer (GPtrArray *nodes, const char *id, ...)
{
  const char *sources[8];
  const char *source;
  guint n = 0;
  va_list list;

  va_start (list, id);
  while ((source = va_arg (list, const char *)) != NULL)
    sources[n++] = source;
  va_end (list);
  return add_layer (nodes, id, n, sources);
}

HrProject *
test_project_new (GPtrArray *nodes)
{
  g_autoptr (HrGraph) graph = hr_graph_new (nodes);
  g_autoptr (HrProject) empty = hr_project_new_empty ();

  return hr_project_with_graph (empty, graph);
}

static const char *
add_after (GPtrArray *nodes, const char *source)
{
  g_autofree char *id = g_strdup_printf ("layer%u", nodes->len);

  return test_add_layer (nodes, id, source, NULL);
}

static const char *
add_merge (GPtrArray *nodes, const char *a, const char *b)
{
  g_autofree char *id = g_strdup_printf ("merge%u", nodes->len);

  return test_add_layer (nodes, id, a, b, NULL);
}

HrProject *
test_chain_new (guint n)
{
  GPtrArray *nodes = g_ptr_array_new ();
  const char *last = NULL;

  for (guint i = 0; i < n; i++)
    last = add_after (nodes, last);
  return test_project_new (nodes);
}

HrProject *
test_residual_new (guint n_blocks)
{
  GPtrArray *nodes = g_ptr_array_new ();
  const char *last = NULL;

  for (guint i = 0; i < 5; i++)
    last = add_after (nodes, last);
  for (guint block = 0; block < n_blocks; block++)
    {
      const char *skip = last;

      for (guint i = 0; i < 8; i++)
        last = add_after (nodes, last);
      if (block % 4 == 0)
        skip = add_after (nodes, add_after (nodes, skip));
      last = add_after (nodes, add_merge (nodes, last, skip));
    }
  return test_project_new (nodes);
}

HrProject *
test_unet_new (guint depth)
{
  GPtrArray *nodes = g_ptr_array_new ();
  g_autofree const char **skips = g_new (const char *, depth);
  const char *last = add_after (nodes, NULL);

  for (guint i = 0; i < depth; i++)
    {
      skips[i] = add_after (nodes, add_after (nodes, last));
      last = add_after (nodes, skips[i]);
    }
  for (guint i = depth; i > 0; i--)
    last = add_after (nodes, add_after (nodes, add_merge (nodes, skips[i - 1], add_after (nodes, last))));
  return test_project_new (nodes);
}

HrProject *
test_dense_new (guint n)
{
  GPtrArray *nodes = g_ptr_array_new ();
  g_autofree const char **before = g_new (const char *, n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *id = g_strdup_printf ("layer%u", i);

      before[i] = add_layer (nodes, id, i, before);
    }
  return test_project_new (nodes);
}

HrProject *
test_inception_new (guint n_blocks)
{
  GPtrArray *nodes = g_ptr_array_new ();
  const char *last = add_after (nodes, NULL);

  for (guint block = 0; block < n_blocks; block++)
    {
      const char *a = add_after (nodes, last);
      const char *b = add_after (nodes, add_after (nodes, last));
      const char *c = add_after (nodes, add_after (nodes, add_after (nodes, last)));
      const char *d = add_after (nodes, add_after (nodes, last));
      g_autofree char *id = g_strdup_printf ("merge%u", block);

      last = test_add_layer (nodes, id, a, b, c, d, NULL);
    }
  return test_project_new (nodes);
}
