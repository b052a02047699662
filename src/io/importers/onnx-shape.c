/* onnx-shape.c: shapes that follow from the definitions of ONNX's operators (github.com/onnx/onnx, docs/Operators.md), for
 * constants and for operators without a layer kind. */
#include "onnx-reader.h"

#include <math.h>
#include <string.h>

#include "../../core/checked.h"

/* One output of a node whose shape is sought. */
typedef struct
{
  const HrOnnxReader *reader; /* borrowed */
  const HrOnnxNode *node;     /* borrowed */
  guint index;
  HrShape in; /* of input 0 */
} Query;

typedef gint64 List[HR_ONNX_MAX_NUMBERS];

static HrShape
get_shape (const Query *self, guint index)
{
  const HrOnnxValue *value = hr_onnx_get_input (self->reader, self->node, index);
  return value ? value->tensor.shape : HR_SHAPE_UNKNOWN;
}

/* Moves an axis that counts from the end to the front. FALSE when there is none such. */
static gboolean
resolve (gint64 *axis, int rank)
{
  if (*axis < 0)
    *axis += rank;
  return *axis >= 0 && *axis < rank;
}

static gboolean
get_axis (const Query *self, gint64 fallback, gint64 *axis)
{
  *axis = hr_onnx_get_int (self->node, "axis", fallback);
  return resolve (axis, self->in.rank);
}

/* Axes of the input, as a set of bits. FALSE when they are not known; 0 when they are left out. */
static gboolean
get_axes (const Query *self, guint index, int rank, guint *axes)
{
  List values;
  guint n;
  *axes = 0;
  if (!hr_onnx_get_list (self->reader, self->node, "axes", index, values, &n))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      if (!resolve (&values[i], rank))
        return FALSE;
      *axes |= 1u << values[i];
    }
  return TRUE;
}

/* Adds an axis of this size. */
static void
push (HrShape *shape, gint64 size)
{
  if (shape->rank >= 0 && shape->rank < HR_MAX_RANK)
    shape->dims[shape->rank++] = size;
  else
    *shape = HR_SHAPE_UNKNOWN;
}

/* The same batch axis where the first axis is the same. */
static HrShape
keep_batch (const Query *self, HrShape shape)
{
  gboolean same = shape.rank > 0 && self->in.batch_axis == 0 && shape.dims[0] == self->in.dims[0];
  shape.batch_axis = same ? 0 : HR_NO_BATCH_AXIS;
  return shape;
}

static HrShape
infer_same (const Query *self)
{
  return self->in;
}

/* Joins shapes as numpy does: aligned at the last axis, size 1 stretches. */
static HrShape
broadcast (const HrShape *a, const HrShape *b)
{
  if (a->rank == HR_RANK_UNKNOWN || b->rank == HR_RANK_UNKNOWN)
    return HR_SHAPE_UNKNOWN;
  const HrShape *longer = a->rank >= b->rank ? a : b, *shorter = longer == a ? b : a;
  HrShape shape = *longer;
  int shift = longer->rank - shorter->rank;
  for (int i = 0; i < shorter->rank; i++)
    if (shape.dims[shift + i] == 1 || shape.dims[shift + i] == HR_DIM_UNKNOWN)
      shape.dims[shift + i] = shorter->dims[i] == 1 ? shape.dims[shift + i] : shorter->dims[i];
  if (shape.batch_axis == HR_NO_BATCH_AXIS && shorter->batch_axis != HR_NO_BATCH_AXIS)
    shape.batch_axis = (gint8) (shorter->batch_axis + shift);
  return shape;
}

static HrShape
infer_broadcast (const Query *self)
{
  HrShape shape = self->in;
  for (guint i = 1; i < self->node->n_inputs; i++)
    {
      HrShape other = get_shape (self, i);
      shape = broadcast (&shape, &other);
    }
  return shape;
}

/* Elements of the input over the known sizes: the size that −1 stands for. */
static gint64
get_rest (const Query *self, const HrShape *shape)
{
  gint64 n_elems, known = 1;
  for (int i = 0; i < shape->rank; i++)
    if (shape->dims[i] != HR_DIM_UNKNOWN && !hr_checked_mul (known, shape->dims[i], &known))
      return HR_DIM_UNKNOWN;
  if (!hr_shape_get_elems (&self->in, &n_elems) || known == 0 || n_elems % known != 0)
    return HR_DIM_UNKNOWN;
  return n_elems / known;
}

static HrShape
infer_reshape (const Query *self)
{
  const HrOnnxValue *target = hr_onnx_get_input (self->reader, self->node, 1);
  gboolean zeros = hr_onnx_get_int (self->node, "allowzero", 0) != 0;
  guint n, n_unknown = 0;
  const gint64 *ints = hr_onnx_get_ints (self->node, "shape", &n);
  HrShape shape = { .batch_axis = HR_NO_BATCH_AXIS };
  if (target && !target->numbers)
    return HR_SHAPE_UNKNOWN;
  n = target ? target->n_numbers : n;
  int rest = -1;
  for (guint i = 0; i < n; i++)
    {
      double size = target ? target->numbers[i] : (double) ints[i];
      gint64 known = HR_DIM_UNKNOWN;
      if (size == 0.0 && !zeros && (int) i < self->in.rank)
        known = self->in.dims[i];
      else if (size >= 0.0)
        hr_onnx_number_to_int (size, &known);
      if (size == -1.0)
        rest = (int) i;
      else if (known == HR_DIM_UNKNOWN)
        n_unknown++;
      push (&shape, known);
    }
  if (rest >= 0 && n_unknown == 0 && shape.rank > rest)
    shape.dims[rest] = get_rest (self, &shape);
  return keep_batch (self, shape);
}

static HrShape
infer_flatten (const Query *self)
{
  gint64 axis = hr_onnx_get_int (self->node, "axis", 1);
  HrShape shape = { .dims = { 1, 1 }, .rank = 2, .batch_axis = HR_NO_BATCH_AXIS };
  if (axis < 0)
    axis += self->in.rank;
  for (int i = 0; i < self->in.rank; i++)
    {
      gint64 *dim = &shape.dims[i < axis ? 0 : 1];
      if (*dim == HR_DIM_UNKNOWN || !hr_checked_mul (*dim, self->in.dims[i], dim))
        *dim = HR_DIM_UNKNOWN;
    }
  return keep_batch (self, shape);
}

static HrShape
infer_transpose (const Query *self)
{
  guint n;
  const gint64 *perm = hr_onnx_get_ints (self->node, "perm", &n);
  HrShape shape = { .rank = self->in.rank, .batch_axis = HR_NO_BATCH_AXIS };
  if (n > 0 && (int) n != self->in.rank)
    return HR_SHAPE_UNKNOWN;
  for (int i = 0; i < shape.rank; i++)
    {
      gint64 from = n > 0 ? perm[i] : shape.rank - 1 - i;
      if (!resolve (&from, shape.rank))
        return HR_SHAPE_UNKNOWN;
      shape.dims[i] = self->in.dims[from];
      if (from == self->in.batch_axis)
        shape.batch_axis = (gint8) i;
    }
  return shape;
}

/* The input without the axes in the set, or with them of size 1. */
static HrShape
drop_axes (const Query *self, guint axes, gboolean keep)
{
  HrShape shape = { .batch_axis = HR_NO_BATCH_AXIS };
  for (int i = 0; i < self->in.rank; i++)
    {
      gboolean dropped = axes >> i & 1;
      if (!dropped && i == self->in.batch_axis)
        shape.batch_axis = shape.rank;
      if (!dropped || keep)
        push (&shape, dropped ? 1 : self->in.dims[i]);
    }
  return shape;
}

static HrShape
infer_squeeze (const Query *self)
{
  guint axes;
  if (!get_axes (self, 1, self->in.rank, &axes))
    return HR_SHAPE_UNKNOWN;
  for (int i = 0; axes == 0 && i < self->in.rank; i++)
    if (self->in.dims[i] == HR_DIM_UNKNOWN)
      return HR_SHAPE_UNKNOWN;
  if (axes == 0)
    for (int i = 0; i < self->in.rank; i++)
      axes |= self->in.dims[i] == 1 ? 1u << i : 0;
  return drop_axes (self, axes, FALSE);
}

static HrShape
infer_unsqueeze (const Query *self)
{
  List values;
  guint n, axes;
  HrShape shape = { .batch_axis = HR_NO_BATCH_AXIS };
  if (!hr_onnx_get_list (self->reader, self->node, "axes", 1, values, &n) || self->in.rank + (int) n > HR_MAX_RANK
      || !get_axes (self, 1, self->in.rank + (int) n, &axes))
    return HR_SHAPE_UNKNOWN;
  for (int from = 0, i = 0; i < self->in.rank + (int) n; i++)
    {
      gboolean added = axes >> i & 1 || from >= self->in.rank;
      if (!added && from == self->in.batch_axis)
        shape.batch_axis = (gint8) i;
      push (&shape, added ? 1 : self->in.dims[from++]);
    }
  return shape;
}

static HrShape
infer_reduce (const Query *self)
{
  guint axes;
  if (!get_axes (self, 1, self->in.rank, &axes))
    return HR_SHAPE_UNKNOWN;
  if (axes == 0 && hr_onnx_get_int (self->node, "noop_with_empty_axes", 0))
    return self->in;
  return drop_axes (self, axes ? axes : G_MAXUINT, hr_onnx_get_int (self->node, "keepdims", 1) != 0);
}

static HrShape
infer_arg (const Query *self)
{
  gint64 axis;
  if (!get_axis (self, 0, &axis))
    return HR_SHAPE_UNKNOWN;
  return drop_axes (self, 1u << axis, hr_onnx_get_int (self->node, "keepdims", 1) != 0);
}

/* Sets an axis; the batch is lost where it changes. */
static void
set_dim (HrShape *shape, gint64 axis, gint64 size)
{
  if (shape->batch_axis == axis && shape->dims[axis] != size)
    shape->batch_axis = HR_NO_BATCH_AXIS;
  shape->dims[axis] = size;
}

/* How many elements a slice takes of n. */
static gint64
count_slice (gint64 n, gint64 start, gint64 end, gint64 step)
{
  if (n == HR_DIM_UNKNOWN || step == 0)
    return HR_DIM_UNKNOWN;
  gint64 last = step > 0 ? n : n - 1;
  start = MIN (MAX (start < 0 ? start + n : start, 0), last);
  end = MIN (MAX (end < 0 ? end + n : end, step > 0 ? 0 : -1), last);
  gint64 span = step > 0 ? end - start : start - end;
  return span <= 0 ? 0 : hr_div_round_up (span, ABS (MAX (step, -G_MAXINT64)));
}

static HrShape
infer_slice (const Query *self)
{
  List starts, ends, axes, steps;
  guint n, n_ends, n_axes, n_steps;
  HrShape shape = self->in;
  if (!hr_onnx_get_list (self->reader, self->node, "starts", 1, starts, &n)
      || !hr_onnx_get_list (self->reader, self->node, "ends", 2, ends, &n_ends)
      || !hr_onnx_get_list (self->reader, self->node, "axes", 3, axes, &n_axes)
      || !hr_onnx_get_list (self->reader, self->node, "steps", 4, steps, &n_steps) || n_ends != n)
    return HR_SHAPE_UNKNOWN;
  for (guint i = 0; i < n; i++)
    {
      gint64 axis = i < n_axes ? axes[i] : i;
      if (!resolve (&axis, shape.rank))
        return HR_SHAPE_UNKNOWN;
      set_dim (&shape, axis, count_slice (self->in.dims[axis], starts[i], ends[i], i < n_steps ? steps[i] : 1));
    }
  return shape;
}

static HrShape
infer_split (const Query *self)
{
  List sizes;
  guint n;
  gint64 axis;
  HrShape shape = self->in;
  gint64 n_parts = MAX (1, (gint64) self->node->proto->n_output), before;
  if (!get_axis (self, 0, &axis) || !hr_onnx_get_list (self->reader, self->node, "split", 1, sizes, &n))
    return HR_SHAPE_UNKNOWN;
  gint64 whole = shape.dims[axis], part = whole == HR_DIM_UNKNOWN ? whole : hr_div_round_up (whole, n_parts);
  if (self->index < n)
    part = sizes[self->index];
  else if (part != HR_DIM_UNKNOWN)
    part = hr_checked_mul (part, self->index, &before) ? MAX (0, MIN (part, whole - before)) : HR_DIM_UNKNOWN;
  set_dim (&shape, axis, MAX (HR_DIM_UNKNOWN, part));
  return shape;
}

static HrShape
infer_concat (const Query *self)
{
  gint64 axis;
  HrShape shape = self->in;
  if (!get_axis (self, 1, &axis))
    return HR_SHAPE_UNKNOWN;
  gint64 sum = shape.dims[axis];
  for (guint i = 1; i < self->node->n_inputs; i++)
    {
      HrShape other = get_shape (self, i);
      if (other.rank != shape.rank || !hr_checked_add (sum, other.dims[axis], &sum))
        return HR_SHAPE_UNKNOWN;
    }
  set_dim (&shape, axis, sum);
  return shape;
}

static HrShape
infer_gather (const Query *self)
{
  HrShape indices = get_shape (self, 1), shape = { .batch_axis = HR_NO_BATCH_AXIS };
  gint64 axis;
  if (!get_axis (self, 0, &axis) || indices.rank == HR_RANK_UNKNOWN)
    return HR_SHAPE_UNKNOWN;
  for (int i = 0; i < self->in.rank; i++)
    {
      for (int j = 0; i == axis && j < indices.rank; j++)
        {
          if (j == indices.batch_axis)
            shape.batch_axis = shape.rank;
          push (&shape, indices.dims[j]);
        }
      if (i != axis && i == self->in.batch_axis)
        shape.batch_axis = shape.rank;
      if (i != axis)
        push (&shape, self->in.dims[i]);
    }
  return shape;
}

static gboolean
is_small (gint64 value)
{
  return value >= G_MININT32 && value <= G_MAXINT32;
}

static HrShape
infer_pad (const Query *self)
{
  List pads;
  guint n;
  HrShape shape = self->in;
  const char *name = self->reader->opset < 2 ? "paddings" : "pads";
  if (!hr_onnx_get_list (self->reader, self->node, name, 1, pads, &n) || (int) n != 2 * shape.rank)
    return HR_SHAPE_UNKNOWN;
  for (int i = 0; i < shape.rank; i++)
    if (shape.dims[i] == HR_DIM_UNKNOWN || shape.dims[i] > G_MAXINT32 || !is_small (pads[i])
        || !is_small (pads[shape.rank + i]))
      set_dim (&shape, i, HR_DIM_UNKNOWN);
    else
      set_dim (&shape, i, MAX (HR_DIM_UNKNOWN, shape.dims[i] + pads[i] + pads[shape.rank + i]));
  return shape;
}

static HrShape
infer_resize (const Query *self)
{
  guint at = self->reader->opset >= 11 && g_str_equal (self->node->op, "Resize") ? 2 : 1, n;
  const HrOnnxValue *scales = hr_onnx_get_input (self->reader, self->node, at);
  const HrOnnxValue *sizes = hr_onnx_get_input (self->reader, self->node, 3);
  const Onnx__AttributeProto *attribute = hr_onnx_find_attribute (self->node, "scales");
  HrShape shape = self->in;
  hr_onnx_get_ints (self->node, "axes", &n);
  if (n > 0)
    return HR_SHAPE_UNKNOWN;
  for (int i = 0; i < shape.rank; i++)
    {
      gint64 size = HR_DIM_UNKNOWN;
      double scale = attribute && (int) attribute->n_floats == shape.rank ? (double) attribute->floats[i] : NAN;
      if (scales && scales->numbers && (int) scales->n_numbers == shape.rank)
        scale = scales->numbers[i];
      if (sizes && sizes->numbers && (int) sizes->n_numbers == shape.rank)
        hr_onnx_number_to_int (sizes->numbers[i], &size);
      else if (shape.dims[i] != HR_DIM_UNKNOWN)
        hr_onnx_number_to_int (floor ((double) shape.dims[i] * scale), &size);
      set_dim (&shape, i, MAX (HR_DIM_UNKNOWN, size));
    }
  return shape;
}

static HrShape
infer_expand (const Query *self)
{
  const HrOnnxValue *sizes = hr_onnx_get_input (self->reader, self->node, 1);
  HrShape target = { .batch_axis = HR_NO_BATCH_AXIS };
  if (!sizes || !sizes->numbers)
    return HR_SHAPE_UNKNOWN;
  for (guint i = 0; i < sizes->n_numbers; i++)
    {
      gint64 size = HR_DIM_UNKNOWN;
      hr_onnx_number_to_int (sizes->numbers[i], &size);
      push (&target, MAX (HR_DIM_UNKNOWN, size));
    }
  return broadcast (&self->in, &target);
}

/* Matrices in the last two axes, the others broadcast. */
static HrShape
infer_matmul (const Query *self)
{
  HrShape a = self->in, b = get_shape (self, 1);
  if (a.rank < 2 || b.rank < 2)
    return HR_SHAPE_UNKNOWN;
  gint64 rows = a.dims[a.rank - 2], columns = b.dims[b.rank - 1];
  a.rank -= 2;
  b.rank -= 2;
  HrShape shape = broadcast (&a, &b);
  push (&shape, rows);
  push (&shape, columns);
  return shape;
}

static HrShape
infer_gemm (const Query *self)
{
  HrShape a = self->in, b = get_shape (self, 1);
  if (a.rank != 2 || b.rank != 2)
    return HR_SHAPE_UNKNOWN;
  gboolean a_turned = hr_onnx_get_int (self->node, "transA", 0), b_turned = hr_onnx_get_int (self->node, "transB", 0);
  HrShape shape = { .dims = { a.dims[a_turned ? 1 : 0], b.dims[b_turned ? 0 : 1] }, .rank = 2 };
  return keep_batch (self, shape);
}

/* Blocks of positions moved into channels, or back. */
static HrShape
infer_blocks (const Query *self)
{
  gint64 size = hr_onnx_get_int (self->node, "blocksize", 0), square;
  HrShape shape = self->in;
  if (shape.rank != 4 || !hr_shape_is_known (&shape) || size < 1 || size > G_MAXINT32
      || !hr_checked_mul (size, size, &square))
    return HR_SHAPE_UNKNOWN;
  gboolean to_space = g_str_equal (self->node->op, "DepthToSpace");
  gboolean fits = to_space ? hr_checked_mul (shape.dims[2], size, &shape.dims[2])
                                 && hr_checked_mul (shape.dims[3], size, &shape.dims[3])
                           : hr_checked_mul (shape.dims[1], square, &shape.dims[1]);
  if (to_space)
    shape.dims[1] /= square;
  else
    {
      shape.dims[2] /= size;
      shape.dims[3] /= size;
    }
  return fits ? shape : HR_SHAPE_UNKNOWN;
}

static const struct
{
  HrShape (*infer) (const Query *self);
  const char *ops; /* static: separated by spaces */
} rows[] = {
  { infer_same,
    " Abs Acos Acosh Asin Asinh Atan Atanh BatchNormalization BitShift Cast CastLike Ceil Celu Clip Cos Cosh CumSum "
    "DequantizeLinear Dropout Elu Erf Exp Floor Gelu GroupNormalization HardSigmoid HardSwish Hardmax Identity "
    "InstanceNormalization IsInf IsNaN LRN LayerNormalization LeakyRelu Log LogSoftmax LpNormalization "
    "MeanVarianceNormalization Mish Neg Not PRelu QuantizeLinear Reciprocal Relu ReverseSequence Round Scatter "
    "ScatterElements ScatterND Selu Shrink Sigmoid Sign Sin Sinh Softmax Softplus Softsign Sqrt Tan Tanh "
    "ThresholdedRelu Trilu " },
  { infer_broadcast,
    " Add And Div Equal Greater GreaterOrEqual Less LessOrEqual Max Mean Min Mod Mul Or Pow Sub Sum Where Xor " },
  { infer_reduce, " ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd ReduceSum "
                  "ReduceSumSquare " },
  { infer_arg, " ArgMax ArgMin " },
  { infer_blocks, " DepthToSpace SpaceToDepth " },
  { infer_concat, " Concat " },
  { infer_expand, " Expand " },
  { infer_flatten, " Flatten " },
  { infer_gather, " Gather " },
  { infer_gemm, " Gemm " },
  { infer_matmul, " MatMul " },
  { infer_pad, " Pad " },
  { infer_reshape, " Reshape " },
  { infer_resize, " Resize Upsample " },
  { infer_slice, " Slice " },
  { infer_split, " Split " },
  { infer_squeeze, " Squeeze " },
  { infer_transpose, " Transpose " },
  { infer_unsqueeze, " Unsqueeze " },
};

HrShape
hr_onnx_infer_shape (const HrOnnxReader *reader, const HrOnnxNode *node, guint index)
{
  Query query = { reader, node, index, HR_SHAPE_UNKNOWN };
  query.in = get_shape (&query, 0);
  if (query.in.rank == HR_RANK_UNKNOWN)
    return HR_SHAPE_UNKNOWN;
  g_autofree char *word = g_strconcat (" ", node->op, " ", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strstr (rows[i].ops, word))
      return rows[i].infer (&query);
  return HR_SHAPE_UNKNOWN;
}
