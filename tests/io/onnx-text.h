/* onnx-text.h: small ONNX models written as text, one line each:
 *
 *   opset 13
 *   input x Nx3x8x8 [TYPE]         a size that is no number is symbolic
 *   weight w 4x3x3x3 [TYPE]        an initializer without data
 *   numbers s 1 -1                 an initializer: a vector of 64-bit integers
 *   scalar c 0.5                   an initializer: one 32-bit float
 *   output y 1x4x8x8
 *   declare v 1x4x8x8              value_info
 *   Conv x w -> y name=/conv1/Conv kernel_shape=3,3 group=1 alpha=0.5 auto_pad=VALID axes=1,
 *
 * An attribute is a list of integers when it has a comma, a float with a point, an integer of digits alone, else text.
 * "_" stands for an input that is left out. TYPE is ONNX's number for it; 1, 32-bit floats, without. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The model in ONNX's wire format. */
GByteArray *onnx_text_encode (const char *text);

/* Appends a field of bytes in the wire format. */
void onnx_text_append_bytes (GByteArray *to, guint field, const void *data, gsize length);

G_END_DECLS
