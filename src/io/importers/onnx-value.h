/* onnx-value.h: what is known of one value of an ONNX graph. */
#pragma once

#include "../../core/graph.h"
#include "onnx.pb-c.h"

G_BEGIN_DECLS

#define HR_ONNX_MAX_NUMBERS 64

typedef struct
{
  HrTensor tensor;    /* shape as far as known; dtype NULL: one that layers do not have */
  int elem_type;      /* Onnx__TensorProto__DataType */
  gboolean constant;  /* a weight, or computed from constants alone: no layer makes it */
  const HrNode *node; /* borrowed: the layer that makes it, or NULL */
  double *numbers;    /* owned: the elements of a small constant, NaN where one is not known; or NULL */
  guint n_numbers;
} HrOnnxValue;

HrOnnxValue *hr_onnx_value_new (const HrShape *shape, int elem_type);
HrOnnxValue *hr_onnx_value_copy (const HrOnnxValue *self);
void hr_onnx_value_free (HrOnnxValue *self);

/* A constant with these numbers (copied), as a vector or, with scalar, as a single number. */
HrOnnxValue *hr_onnx_value_new_numbers (const double *numbers, guint n_numbers, gboolean scalar, int elem_type);

/* A tensor of the file; its numbers when it is small and its data were kept. */
HrOnnxValue *hr_onnx_value_new_tensor (const Onnx__TensorProto *proto);

/* Shape and type that the file declares; NULL when it declares none. Dimensions without a size are unknown. */
HrOnnxValue *hr_onnx_value_new_declared (const Onnx__ValueInfoProto *info);

/* The format of elements of an ONNX type, static; NULL when layers have none such. */
const HrDtype *hr_onnx_get_dtype (int elem_type);
gboolean hr_onnx_type_is_integer (int elem_type);

/* A number as a size or position: integers beyond ±2^53 become that. FALSE when it is not known. */
gboolean hr_onnx_number_to_int (double number, gint64 *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrOnnxValue, hr_onnx_value_free)

G_END_DECLS
