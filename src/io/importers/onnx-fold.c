/* onnx-fold.c: nodes that compute sizes from constants and shapes, done at once. An element that is not known is NaN, which
 * arithmetic passes on. */
#include "onnx-reader.h"

#include <math.h>

#define INT64 ONNX__TENSOR_PROTO__DATA_TYPE__INT64

/* A node at work. */
typedef struct
{
  HrOnnxReader *reader;   /* borrowed */
  const HrOnnxNode *node; /* borrowed */
} Fold;

static const HrOnnxValue *
get_input (const Fold *self, guint index)
{
  return hr_onnx_get_input (self->reader, self->node, index);
}

/* The numbers of input `index`, or NULL. */
static const HrOnnxValue *
get_numbers (const Fold *self, guint index)
{
  const HrOnnxValue *value = get_input (self, index);
  return value && value->numbers ? value : NULL;
}

/* The numbers in the shape of `like`, or as a vector when they are more. */
static HrOnnxValue *
make_like (const HrOnnxValue *like, const double *numbers, guint n_numbers)
{
  if (n_numbers != like->n_numbers)
    return hr_onnx_value_new_numbers (numbers, n_numbers, FALSE, like->elem_type);
  HrOnnxValue *made = hr_onnx_value_copy (like);
  for (guint i = 0; i < n_numbers; i++)
    made->numbers[i] = numbers[i];
  return made;
}

/* Operators, each giving its output or NULL */

static HrOnnxValue *
fold_constant (const Fold *self)
{
  const Onnx__AttributeProto *attribute;
  double numbers[HR_ONNX_MAX_NUMBERS];
  if ((attribute = hr_onnx_find_attribute (self->node, "value")) && attribute->t)
    return hr_onnx_value_new_tensor (attribute->t);
  if ((attribute = hr_onnx_find_attribute (self->node, "value_int")) && attribute->has_i)
    return hr_onnx_value_new_numbers ((double[]){ (double) attribute->i }, 1, TRUE, INT64);
  if ((attribute = hr_onnx_find_attribute (self->node, "value_float")) && attribute->has_f)
    return hr_onnx_value_new_numbers ((double[]){ attribute->f }, 1, TRUE, ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT);
  if ((attribute = hr_onnx_find_attribute (self->node, "value_ints")) && attribute->n_ints <= HR_ONNX_MAX_NUMBERS)
    {
      for (gsize i = 0; i < attribute->n_ints; i++)
        numbers[i] = (double) attribute->ints[i];
      return hr_onnx_value_new_numbers (numbers, (guint) attribute->n_ints, FALSE, INT64);
    }
  return NULL;
}

static HrOnnxValue *
fold_constant_of_shape (const Fold *self)
{
  const HrOnnxValue *sizes = get_numbers (self, 0);
  const Onnx__AttributeProto *value = hr_onnx_find_attribute (self->node, "value");
  HrShape shape = { .batch_axis = HR_NO_BATCH_AXIS };
  if (!sizes || sizes->n_numbers > HR_MAX_RANK)
    return NULL;
  shape.rank = (gint8) sizes->n_numbers;
  for (guint i = 0; i < sizes->n_numbers; i++)
    if (!hr_onnx_number_to_int (sizes->numbers[i], &shape.dims[i]) || shape.dims[i] < 0)
      shape.dims[i] = HR_DIM_UNKNOWN;
  if (shape.rank != 1 || shape.dims[0] < 0 || shape.dims[0] > HR_ONNX_MAX_NUMBERS)
    {
      HrOnnxValue *made
          = hr_onnx_value_new (&shape, value && value->t ? value->t->data_type : ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT);
      made->constant = TRUE;
      return made;
    }
  g_autoptr (HrOnnxValue) fill = value && value->t ? hr_onnx_value_new_tensor (value->t) : NULL;
  double numbers[HR_ONNX_MAX_NUMBERS];
  for (gint64 i = 0; i < shape.dims[0]; i++)
    numbers[i] = fill && fill->numbers && fill->n_numbers == 1 ? fill->numbers[0] : 0.0;
  return hr_onnx_value_new_numbers (numbers, (guint) shape.dims[0], FALSE,
                                    fill ? fill->elem_type : ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT);
}

/* A position that may count from the end, limited to 0…n. */
static gint64
clamp_position (gint64 position, gint64 n)
{
  return CLAMP (position < 0 ? position + n : position, 0, n);
}

static HrOnnxValue *
fold_shape (const Fold *self)
{
  const HrOnnxValue *value = get_input (self, 0);
  double numbers[HR_MAX_RANK];
  guint n_numbers = 0;
  if (!value || value->tensor.shape.rank == HR_RANK_UNKNOWN)
    return NULL;
  const HrShape *shape = &value->tensor.shape;
  gint64 end = clamp_position (hr_onnx_get_int (self->node, "end", shape->rank), shape->rank);
  for (gint64 i = clamp_position (hr_onnx_get_int (self->node, "start", 0), shape->rank); i < end; i++)
    numbers[n_numbers++] = shape->dims[i] == HR_DIM_UNKNOWN ? NAN : (double) shape->dims[i];
  return hr_onnx_value_new_numbers (numbers, n_numbers, FALSE, INT64);
}

static HrOnnxValue *
fold_size (const Fold *self)
{
  const HrOnnxValue *value = get_input (self, 0);
  gint64 n_elems;
  if (!value || !hr_shape_get_elems (&value->tensor.shape, &n_elems))
    return NULL;
  return hr_onnx_value_new_numbers ((double[]){ (double) n_elems }, 1, TRUE, INT64);
}

static HrOnnxValue *
fold_gather (const Fold *self)
{
  const HrOnnxValue *data = get_numbers (self, 0), *indices = get_numbers (self, 1);
  double numbers[HR_ONNX_MAX_NUMBERS];
  if (!data || !indices || data->tensor.shape.rank != 1 || indices->tensor.shape.rank > 1)
    return NULL;
  for (guint i = 0; i < indices->n_numbers; i++)
    {
      gint64 index;
      if (!hr_onnx_number_to_int (indices->numbers[i], &index))
        return NULL;
      index = index < 0 ? index + data->n_numbers : index;
      if (index < 0 || index >= data->n_numbers)
        return NULL;
      numbers[i] = data->numbers[index];
    }
  return hr_onnx_value_new_numbers (numbers, indices->n_numbers, indices->tensor.shape.rank == 0, data->elem_type);
}

static HrOnnxValue *
fold_concat (const Fold *self)
{
  double numbers[HR_ONNX_MAX_NUMBERS];
  guint n_numbers = 0;
  for (guint i = 0; i < self->node->n_inputs; i++)
    {
      const HrOnnxValue *value = get_numbers (self, i);
      if (!value || value->tensor.shape.rank != 1 || n_numbers + value->n_numbers > HR_ONNX_MAX_NUMBERS)
        return NULL;
      for (guint j = 0; j < value->n_numbers; j++)
        numbers[n_numbers++] = value->numbers[j];
    }
  return hr_onnx_value_new_numbers (numbers, n_numbers, FALSE, get_numbers (self, 0)->elem_type);
}

/* Vectors only: Slice along their one axis. */
static HrOnnxValue *
fold_slice (const Fold *self)
{
  const HrOnnxValue *data = get_numbers (self, 0);
  gint64 starts[HR_ONNX_MAX_NUMBERS], ends[HR_ONNX_MAX_NUMBERS], steps[HR_ONNX_MAX_NUMBERS];
  double numbers[HR_ONNX_MAX_NUMBERS];
  guint n, n_steps, n_numbers = 0;
  if (!data || data->tensor.shape.rank != 1 || !hr_onnx_get_list (self->reader, self->node, "starts", 1, starts, &n)
      || n != 1 || !hr_onnx_get_list (self->reader, self->node, "ends", 2, ends, &n) || n != 1
      || !hr_onnx_get_list (self->reader, self->node, "steps", 4, steps, &n_steps))
    return NULL;
  if (n_steps == 1 && steps[0] != 1)
    return NULL;
  gint64 end = clamp_position (ends[0], data->n_numbers);
  for (gint64 i = clamp_position (starts[0], data->n_numbers); i < end; i++)
    numbers[n_numbers++] = data->numbers[i];
  return hr_onnx_value_new_numbers (numbers, n_numbers, FALSE, data->elem_type);
}

/* Squeeze, Unsqueeze and Reshape between a number and a vector. */
static HrOnnxValue *
fold_vector (const Fold *self)
{
  const HrOnnxValue *data = get_numbers (self, 0);
  HrShape shape = hr_onnx_infer_shape (self->reader, self->node, 0);
  if (!data || shape.rank < 0 || shape.rank > 1)
    return NULL;
  return hr_onnx_value_new_numbers (data->numbers, data->n_numbers, shape.rank == 0, data->elem_type);
}

static HrOnnxValue *
fold_cast (const Fold *self)
{
  const HrOnnxValue *data = get_numbers (self, 0);
  int to = (int) hr_onnx_get_int (self->node, "to", INT64);
  if (!data)
    return NULL;
  HrOnnxValue *made = make_like (data, data->numbers, data->n_numbers);
  made->elem_type = to;
  made->tensor.dtype = hr_onnx_get_dtype (to);
  for (guint i = 0; i < made->n_numbers && hr_onnx_type_is_integer (to); i++)
    made->numbers[i] = trunc (made->numbers[i]);
  return made;
}

static double
add (double a, double b)
{
  return a + b;
}

static double
subtract (double a, double b)
{
  return a - b;
}

static double
multiply (double a, double b)
{
  return a * b;
}

static double
divide (double a, double b)
{
  return b == 0.0 ? NAN : a / b;
}

static double
smaller (double a, double b)
{
  return isnan (a) || isnan (b) ? NAN : MIN (a, b);
}

static double
larger (double a, double b)
{
  return isnan (a) || isnan (b) ? NAN : MAX (a, b);
}

/* Two inputs of numbers, of the same length or one a single number. */
static HrOnnxValue *
fold_pairs (const Fold *self, double (*function) (double, double))
{
  const HrOnnxValue *a = get_numbers (self, 0), *b = get_numbers (self, 1);
  double numbers[HR_ONNX_MAX_NUMBERS];
  if (!a || !b || self->node->n_inputs != 2 || a->tensor.shape.rank > 1 || b->tensor.shape.rank > 1
      || (a->n_numbers != b->n_numbers && a->n_numbers != 1 && b->n_numbers != 1))
    return NULL;
  const HrOnnxValue *like = a->tensor.shape.rank >= b->tensor.shape.rank ? a : b;
  guint n = a->n_numbers == 1 ? b->n_numbers : a->n_numbers;
  gboolean integer = hr_onnx_type_is_integer (a->elem_type);
  for (guint i = 0; i < n; i++)
    {
      numbers[i] = function (a->numbers[a->n_numbers == 1 ? 0 : i], b->numbers[b->n_numbers == 1 ? 0 : i]);
      if (integer)
        numbers[i] = trunc (numbers[i]);
    }
  return make_like (like, numbers, n);
}

#define PAIRS(name, function)                                                                                          \
  static HrOnnxValue *name (const Fold *self)                                                                          \
  {                                                                                                                    \
    return fold_pairs (self, function);                                                                                \
  }

PAIRS (fold_add, add)
PAIRS (fold_subtract, subtract)
PAIRS (fold_multiply, multiply)
PAIRS (fold_divide, divide)
PAIRS (fold_minimum, smaller)
PAIRS (fold_maximum, larger)

static HrOnnxValue *
fold_map (const Fold *self, double (*function) (double))
{
  const HrOnnxValue *data = get_numbers (self, 0);
  if (!data)
    return NULL;
  HrOnnxValue *made = make_like (data, data->numbers, data->n_numbers);
  for (guint i = 0; i < made->n_numbers; i++)
    made->numbers[i] = function (made->numbers[i]);
  return made;
}

static HrOnnxValue *
fold_floor (const Fold *self)
{
  return fold_map (self, floor);
}

static HrOnnxValue *
fold_ceiling (const Fold *self)
{
  return fold_map (self, ceil);
}

static HrOnnxValue *
fold_identity (const Fold *self)
{
  const HrOnnxValue *data = get_input (self, 0);
  return data && data->constant ? hr_onnx_value_copy (data) : NULL;
}

static const struct
{
  const char *op; /* static */
  HrOnnxValue *(*fold) (const Fold *self);
} rows[] = {
  { "Add", fold_add },           { "Cast", fold_cast },         { "Ceil", fold_ceiling },
  { "Concat", fold_concat },     { "Constant", fold_constant }, { "ConstantOfShape", fold_constant_of_shape },
  { "Div", fold_divide },        { "Floor", fold_floor },       { "Gather", fold_gather },
  { "Identity", fold_identity }, { "Max", fold_maximum },       { "Min", fold_minimum },
  { "Mul", fold_multiply },      { "Reshape", fold_vector },    { "Shape", fold_shape },
  { "Size", fold_size },         { "Slice", fold_slice },       { "Squeeze", fold_vector },
  { "Sub", fold_subtract },      { "Unsqueeze", fold_vector },
};

/* Graphs within a node may read what its inputs do not name. */
static gboolean
has_graph (const HrOnnxNode *node)
{
  static const char *const ops[] = { "If", "Loop", "Scan", NULL };
  return g_strv_contains (ops, node->op);
}

static gboolean
all_constant (const HrOnnxReader *self, const HrOnnxNode *node)
{
  if (has_graph (node))
    return FALSE;
  for (guint i = 0; i < node->n_inputs; i++)
    {
      const HrOnnxValue *value = hr_onnx_get_value (self, node->inputs[i]);
      if (*node->inputs[i] && (!value || !value->constant))
        return FALSE;
    }
  return node->n_inputs > 0;
}

/* Constants alone: what comes out is one too, whether or not its numbers are known. */
static void
pass_on_constants (HrOnnxReader *self, const HrOnnxNode *node)
{
  const HrOnnxValue *first = hr_onnx_get_input (self, node, 0);
  for (guint i = 0; i < node->proto->n_output; i++)
    {
      HrShape shape = hr_onnx_infer_shape (self, node, i);
      HrOnnxValue *value = hr_onnx_value_new (&shape, first ? first->elem_type : ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT);
      value->constant = TRUE;
      hr_onnx_set_output (self, node, i, value);
    }
}

gboolean
hr_onnx_fold (HrOnnxReader *self, const HrOnnxNode *node)
{
  Fold fold = { self, node };
  HrOnnxValue *value = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (rows) && !value; i++)
    if (g_str_equal (rows[i].op, node->op))
      value = rows[i].fold (&fold);
  if (value)
    hr_onnx_set_output (self, node, 0, value);
  else if (all_constant (self, node))
    pass_on_constants (self, node);
  else
    return FALSE;
  return TRUE;
}
