/* onnx-scan.h: what of an ONNX file describes the network, without the weights. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define HR_ONNX_MAX_MESSAGES 1000000

/* The longest data of a tensor that are kept, in bytes: sizes and constants, not weights. */
#define HR_ONNX_MAX_DATA 512

/* Copies from a model in protobuf's wire format what the reader needs, so that unpacking it is safe: sound, of at most
 * HR_ONNX_MAX_MESSAGES messages and 256 MiB beside its texts, each single message only once. Longer data of tensors, graphs
 * within attributes and functions are left out. name stands for the file in messages. NULL with HR_PROJECT_ERROR_SYNTAX. Owned by the caller. */
GByteArray *hr_onnx_scan (const guint8 *data, gsize length, const char *name, GError **error);

G_END_DECLS
