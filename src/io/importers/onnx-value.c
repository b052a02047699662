#include "onnx-value.h"

#include <math.h>
#include <string.h>

#define TYPE(name) ONNX__TENSOR_PROTO__DATA_TYPE__##name
#define MAX_EXACT (G_GINT64_CONSTANT (1) << 53)

const HrDtype *
hr_onnx_get_dtype (int elem_type)
{
  static const struct
  {
    int elem_type;
    const char *id; /* static: of HrDtype */
  } rows[] = {
    { TYPE (FLOAT), "float32" }, { TYPE (FLOAT16), "float16" }, { TYPE (BFLOAT16), "bfloat16" },
    { TYPE (INT8), "int8" },     { TYPE (UINT8), "uint8" },     { TYPE (BOOL), "uint8" },
    { TYPE (INT64), "int64" },   { TYPE (UINT64), "int64" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].elem_type == elem_type)
      return hr_dtype_find (rows[i].id);
  return NULL;
}

gboolean
hr_onnx_type_is_integer (int elem_type)
{
  switch (elem_type)
    {
    case TYPE (FLOAT):
    case TYPE (FLOAT16):
    case TYPE (BFLOAT16):
    case TYPE (DOUBLE):
      return FALSE;
    default:
      return TRUE;
    }
}

gboolean
hr_onnx_number_to_int (double number, gint64 *value)
{
  if (isnan (number))
    return FALSE;
  *value = (gint64) CLAMP (number, -(double) MAX_EXACT, (double) MAX_EXACT);
  return TRUE;
}

HrOnnxValue *
hr_onnx_value_new (const HrShape *shape, int elem_type)
{
  HrOnnxValue *self = g_new0 (HrOnnxValue, 1);
  self->tensor = (HrTensor){ *shape, hr_onnx_get_dtype (elem_type) };
  self->elem_type = elem_type;
  return self;
}

HrOnnxValue *
hr_onnx_value_copy (const HrOnnxValue *self)
{
  HrOnnxValue *copy = g_memdup2 (self, sizeof *self);
  copy->numbers = g_memdup2 (self->numbers, self->n_numbers * sizeof (double));
  return copy;
}

void
hr_onnx_value_free (HrOnnxValue *self)
{
  g_free (self->numbers);
  g_free (self);
}

HrOnnxValue *
hr_onnx_value_new_numbers (const double *numbers, guint n_numbers, gboolean scalar, int elem_type)
{
  HrShape shape = { .dims = { n_numbers }, .rank = scalar ? 0 : 1, .batch_axis = HR_NO_BATCH_AXIS };
  HrOnnxValue *self = hr_onnx_value_new (&shape, elem_type);
  self->constant = TRUE;
  self->numbers = g_new0 (double, n_numbers + 1);
  self->n_numbers = n_numbers;
  for (guint i = 0; i < n_numbers; i++)
    self->numbers[i] = numbers[i];
  return self;
}

/* Sizes of a tensor; negative ones are not known. */
static HrShape
read_dims (const gint64 *dims, gsize n_dims)
{
  HrShape shape = HR_SHAPE_UNKNOWN;
  if (n_dims > HR_MAX_RANK)
    return shape;
  shape.rank = (gint8) n_dims;
  for (gsize i = 0; i < n_dims; i++)
    shape.dims[i] = dims[i] < 0 ? HR_DIM_UNKNOWN : dims[i];
  return shape;
}

/* Element `index` of raw data, little-endian; NaN for a type that is not read. */
static double
read_raw (const ProtobufCBinaryData *data, int elem_type, guint index)
{
  union
  {
    guint8 bytes[8];
    float real;
    double real64;
    gint32 integer;
    gint64 integer64;
  } element = { .integer64 = 0 };
  gsize size = elem_type == TYPE (FLOAT) || elem_type == TYPE (INT32) ? 4 : elem_type == TYPE (BOOL) ? 1 : 8;
  if ((index + 1) * size > data->len)
    return NAN;
  guint64 bits = 0;
  for (gsize i = 0; i < size; i++)
    bits |= (guint64) data->data[index * size + i] << (8 * i);
  element.integer64 = (gint64) bits;
#if G_BYTE_ORDER == G_BIG_ENDIAN
  if (size == 4)
    element.integer = (gint32) bits;
#endif
  switch (elem_type)
    {
    case TYPE (FLOAT):
      return element.real;
    case TYPE (DOUBLE):
      return element.real64;
    case TYPE (INT32):
      return element.integer;
    case TYPE (INT64):
    case TYPE (BOOL):
      return (double) element.integer64;
    default:
      return NAN;
    }
}

/* Element `index` of a tensor, wherever the file keeps it; NaN when it was left out. */
static double
read_element (const Onnx__TensorProto *proto, guint index)
{
  if (proto->has_raw_data)
    return read_raw (&proto->raw_data, proto->data_type, index);
  switch (proto->data_type)
    {
    case TYPE (FLOAT):
      return index < proto->n_float_data ? (double) proto->float_data[index] : NAN;
    case TYPE (DOUBLE):
      return index < proto->n_double_data ? proto->double_data[index] : NAN;
    case TYPE (INT64):
      return index < proto->n_int64_data ? (double) proto->int64_data[index] : NAN;
    case TYPE (INT32):
    case TYPE (BOOL):
      return index < proto->n_int32_data ? proto->int32_data[index] : NAN;
    default:
      return NAN;
    }
}

HrOnnxValue *
hr_onnx_value_new_tensor (const Onnx__TensorProto *proto)
{
  HrShape shape = read_dims (proto->dims, proto->n_dims);
  HrOnnxValue *self = hr_onnx_value_new (&shape, proto->data_type);
  gint64 n_elems;
  self->constant = TRUE;
  if (!hr_shape_get_elems (&shape, &n_elems) || n_elems > HR_ONNX_MAX_NUMBERS
      || (n_elems > 0 && isnan (read_element (proto, (guint) n_elems - 1))))
    return self;
  self->n_numbers = (guint) n_elems;
  self->numbers = g_new0 (double, n_elems + 1);
  for (guint i = 0; i < self->n_numbers; i++)
    self->numbers[i] = read_element (proto, i);
  return self;
}

HrOnnxValue *
hr_onnx_value_new_declared (const Onnx__ValueInfoProto *info)
{
  HrShape shape = HR_SHAPE_UNKNOWN;
  if (!info->type || info->type->value_case != ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE)
    return NULL;
  const Onnx__TypeProto__Tensor *type = info->type->tensor_type;
  if (type->shape && type->shape->n_dim <= HR_MAX_RANK)
    {
      shape.rank = (gint8) type->shape->n_dim;
      for (gsize i = 0; i < type->shape->n_dim; i++)
        {
          const Onnx__TensorShapeProto__Dimension *dim = type->shape->dim[i];
          gboolean known
              = dim->value_case == ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_VALUE && dim->dim_value >= 0;
          shape.dims[i] = known ? dim->dim_value : HR_DIM_UNKNOWN;
        }
    }
  return hr_onnx_value_new (&shape, type->elem_type);
}
