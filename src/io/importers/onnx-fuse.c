/* onnx-fuse.c: groups of nodes that exporters write for one layer. */
#include "onnx-reader.h"

#include <math.h>

static HrOnnxNode *
get_node (const HrOnnxReader *self, guint index)
{
  return &g_array_index (self->nodes, HrOnnxNode, index);
}

/* The node that makes `name`, when it is this operator and nothing else reads it; else NULL. */
static HrOnnxNode *
find_private (const HrOnnxReader *self, const char *name, const char *op)
{
  gpointer index;
  if (!*name || !g_hash_table_lookup_extended (self->producers, name, NULL, &index)
      || GPOINTER_TO_UINT (g_hash_table_lookup (self->n_uses, name)) != 1)
    return NULL;
  HrOnnxNode *node = get_node (self, GPOINTER_TO_UINT (index));
  return g_str_equal (node->op, op) && !node->absorbed && node->n_inputs > 0 ? node : NULL;
}

/* Whether `name` is a constant of this one value. */
static gboolean
is_number (const HrOnnxReader *self, const char *name, double number)
{
  const HrOnnxValue *value = hr_onnx_get_value (self, name);
  return value && value->numbers && value->n_numbers == 1 && fabs (value->numbers[0] - number) < 1e-4;
}

/* Of two inputs the other one, when one is this number; else NULL. */
static const char *
get_beside_number (const HrOnnxReader *self, const HrOnnxNode *node, double number)
{
  if (node->n_inputs != 2)
    return NULL;
  if (is_number (self, node->inputs[1], number))
    return node->inputs[0];
  return is_number (self, node->inputs[0], number) ? node->inputs[1] : NULL;
}

/* Makes node an operator of one input. */
static void
stand_for (HrOnnxNode *node, const char *op, const char *input)
{
  node->op = op;
  node->inputs[0] = input;
  node->n_inputs = 1;
}

/* x · f (x), by which input f is. */
static gboolean
fuse_gate (HrOnnxReader *self, HrOnnxNode *node, guint gate_index)
{
  static const struct
  {
    const char *gate, *op; /* static */
  } rows[] = { { "Sigmoid", "Swish" }, { "HardSigmoid", "HardSwish" }, { "Tanh", "Mish" } };
  const char *x = node->inputs[1 - gate_index];
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      HrOnnxNode *gate = find_private (self, node->inputs[gate_index], rows[i].gate);
      HrOnnxNode *inner = gate;
      if (gate && g_str_equal (gate->op, "Tanh"))
        inner = find_private (self, gate->inputs[0], "Softplus");
      if (gate && g_str_equal (gate->op, "HardSigmoid")
          && fabs (hr_onnx_get_real (gate, "alpha", 0.2) - 1.0 / 6.0) > 1e-5)
        inner = NULL;
      if (!inner || !g_str_equal (inner->inputs[0], x))
        continue;
      gate->absorbed = inner->absorbed = TRUE;
      stand_for (node, rows[i].op, x);
      return TRUE;
    }
  return FALSE;
}

/* 0.5 · x · (1 + erf (x / √2)), in the order in which PyTorch's exporter writes it: node is the last product. */
static gboolean
fuse_gelu (HrOnnxReader *self, HrOnnxNode *node)
{
  const char *name = get_beside_number (self, node, 0.5);
  HrOnnxNode *product = name ? find_private (self, name, "Mul") : NULL;
  for (guint i = 0; product && product->n_inputs == 2 && i < 2; i++)
    {
      HrOnnxNode *sum = find_private (self, product->inputs[i], "Add");
      const char *inner = sum ? get_beside_number (self, sum, 1.0) : NULL;
      HrOnnxNode *erf = inner ? find_private (self, inner, "Erf") : NULL;
      HrOnnxNode *quotient = erf ? find_private (self, erf->inputs[0], "Div") : NULL;
      const char *x = quotient && quotient->n_inputs == 2 && is_number (self, quotient->inputs[1], G_SQRT2)
                          ? quotient->inputs[0]
                          : NULL;
      if (!x || !g_str_equal (x, product->inputs[1 - i]))
        continue;
      product->absorbed = sum->absorbed = erf->absorbed = quotient->absorbed = TRUE;
      stand_for (node, "Gelu", x);
      return TRUE;
    }
  return FALSE;
}

/* x · min (max (x + 3, 0), 6) / 6, node being the division (or the product with 1/6). */
static gboolean
fuse_hard_swish (HrOnnxReader *self, HrOnnxNode *node)
{
  const char *name = get_beside_number (self, node, g_str_equal (node->op, "Div") ? 6.0 : 1.0 / 6.0);
  HrOnnxNode *product = name ? find_private (self, name, "Mul") : NULL;
  for (guint i = 0; product && product->n_inputs == 2 && i < 2; i++)
    {
      HrOnnxNode *clip = find_private (self, product->inputs[i], "Clip");
      HrOnnxNode *sum = clip ? find_private (self, clip->inputs[0], "Add") : NULL;
      const char *x = sum ? get_beside_number (self, sum, 3.0) : NULL;
      if (!x || !g_str_equal (x, product->inputs[1 - i]))
        continue;
      product->absorbed = clip->absorbed = sum->absorbed = TRUE;
      stand_for (node, "HardSwish", x);
      return TRUE;
    }
  return FALSE;
}

/* A vector added to the product with a matrix: node becomes the product with a bias. */
static gboolean
fuse_bias (HrOnnxReader *self, HrOnnxNode *node, guint product_index)
{
  const char *name = node->inputs[1 - product_index];
  const HrOnnxValue *bias = hr_onnx_get_value (self, name);
  HrOnnxNode *product = find_private (self, node->inputs[product_index], "MatMul");
  const HrOnnxValue *weight = product && product->n_inputs == 2 ? hr_onnx_get_value (self, product->inputs[1]) : NULL;
  if (!bias || !bias->constant || bias->tensor.shape.rank != 1 || !weight || !weight->constant
      || weight->tensor.shape.rank != 2 || weight->tensor.shape.dims[1] != bias->tensor.shape.dims[0])
    return FALSE;
  product->absorbed = TRUE;
  node->op = "MatMul";
  node->inputs = g_renew (const char *, node->inputs, 3);
  node->inputs[0] = product->inputs[0];
  node->inputs[1] = product->inputs[1];
  node->inputs[2] = name;
  node->n_inputs = 3;
  return TRUE;
}

void
hr_onnx_fuse (HrOnnxReader *self)
{
  for (guint i = 0; i < self->nodes->len; i++)
    {
      HrOnnxNode *node = get_node (self, i);
      if (node->n_inputs != 2)
        continue;
      if (g_str_equal (node->op, "Mul"))
        (void) (fuse_gelu (self, node) || fuse_hard_swish (self, node) || fuse_gate (self, node, 1)
                || fuse_gate (self, node, 0));
      else if (g_str_equal (node->op, "Div"))
        fuse_hard_swish (self, node);
      else if (g_str_equal (node->op, "Add"))
        (void) (fuse_bias (self, node, 0) || fuse_bias (self, node, 1));
    }
}
