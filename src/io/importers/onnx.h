/* onnx.h: networks in ONNX files (onnx.proto, opset 1 and later). */
#pragma once

#include "../../core/project.h"

G_BEGIN_DECLS

/* Whether a file that begins with head is an ONNX model. */
gboolean hr_onnx_recognize (const char *head, gsize length);

/* Opens the network of an ONNX file. Weights are not read, only their sizes count. Operators that no layer kind covers become
 * layers of kind `unknown` with a note. Errors are HR_PROJECT_ERROR: "FILE: what is wrong". */
HrProject *hr_onnx_load (const char *path, GError **error);

/* The same from memory; name stands for the file in messages and titles. */
HrProject *hr_onnx_parse (const guint8 *data, gsize length, const char *name, GError **error);

G_END_DECLS
