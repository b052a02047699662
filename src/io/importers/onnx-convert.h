/* onnx-convert.h: how the attributes of an ONNX node become the parameters of a layer. */
#pragma once

#include "onnx-reader.h"

G_BEGIN_DECLS

#define HR_ONNX_MAX_SPATIAL 3

/* A node that becomes a layer. */
typedef struct
{
  HrOnnxReader *reader;   /* borrowed */
  const HrOnnxNode *node; /* borrowed */
  HrNode *layer;          /* borrowed: parameters are set in it */
  const HrOnnxValue *in;  /* borrowed: input 0, or NULL */
  gboolean mismatch;      /* what goes in does not fit the weights */
  gboolean flatten;       /* a layer that flattens its output follows */
} HrOnnxConversion;

/* Each sets a parameter; FALSE when the layer has none such or the value is out of its range. */
gboolean hr_onnx_conversion_set_text (HrOnnxConversion *self, const char *key, const char *text);
gboolean hr_onnx_conversion_set_int (HrOnnxConversion *self, const char *key, gint64 value);
gboolean hr_onnx_conversion_set_bool (HrOnnxConversion *self, const char *key, gboolean value);
gboolean hr_onnx_conversion_set_real (HrOnnxConversion *self, const char *key, double value);

/* Equal values are written once. */
gboolean hr_onnx_conversion_set_tuple (HrOnnxConversion *self, const char *key, const gint64 *values, guint n_values);

/* From an attribute with one integer per axis; without it, the fallback for all. */
gboolean hr_onnx_conversion_set_list (HrOnnxConversion *self, const char *key, const char *name, gint64 fallback);

/* The number of spatial axes; 0 when the kinds do not have as many. */
guint hr_onnx_conversion_get_n_spatial (const HrOnnxConversion *self);

/* The value of input `index`, borrowed, or NULL. */
const HrOnnxValue *hr_onnx_conversion_get_input (const HrOnnxConversion *self, guint index);

/* Whether input `index` is there. */
gboolean hr_onnx_conversion_has_input (const HrOnnxConversion *self, guint index);

/* onnx-window.c: each sets all parameters; FALSE when the kind cannot express the node. */
gboolean hr_onnx_convert_conv (HrOnnxConversion *self);
gboolean hr_onnx_convert_pool (HrOnnxConversion *self);
gboolean hr_onnx_convert_transposed_conv (HrOnnxConversion *self);

G_END_DECLS
