/* onnx-case.h: one case of ONNX's backend test data: a model of one node with inputs and the outputs they must give. */
#pragma once

#include <glib.h>

#include "onnx.pb-c.h"

/* Elements as floats; values is NULL for element types that are not 32-bit floats. */
typedef struct
{
  gint64 *dims; /* owned */
  guint rank;
  float *values; /* owned */
  gsize n_values;
} OnnxTensor;

typedef struct
{
  Onnx__ModelProto *model;     /* owned */
  const Onnx__NodeProto *node; /* borrowed: the only one */
  gint64 opset;
  GPtrArray *inputs;  /* owned: of OnnxTensor, NULL where an optional input is left out */
  OnnxTensor *output; /* owned: the first */
} OnnxCase;

/* Reads folder/model.onnx and folder/test_data_set_0. NULL when the model has more than one node or
 * something else than tensors. */
OnnxCase *onnx_case_new (const char *folder);
void onnx_case_free (OnnxCase *self);

gint64 onnx_case_get_int (const OnnxCase *self, const char *name, gint64 fallback);
double onnx_case_get_float (const OnnxCase *self, const char *name, double fallback);

/* Borrowed bytes as a new string; fallback when there is none. */
char *onnx_case_dup_string (const OnnxCase *self, const char *name, const char *fallback);

/* The values of a list, borrowed, or NULL. */
const gint64 *onnx_case_get_ints (const OnnxCase *self, const char *name, gsize *n_values);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OnnxCase, onnx_case_free)
