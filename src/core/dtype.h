/* dtype.h: number formats, one const row each. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *id;       /* static: "float32", as ONNX and PyTorch name it */
  const char *title;    /* static, translatable */
  guint8 bits;          /* per element */
  gboolean weights;     /* may be the format of a layer's weights */
  gboolean activations; /* may be the type of activations */
} HrDtype;

/* All rows, static; stores their number in *n_dtypes. */
const HrDtype *hr_dtype_get_all (guint *n_dtypes);

/* The row with this id, static, or NULL. */
const HrDtype *hr_dtype_find (const char *id);

/* The weight format that `--weights BITS` names (32 → float32, 16 → float16, 8 → int8, …), or NULL. */
const HrDtype *hr_dtype_find_weights (guint bits);

/* Bytes of n_elems elements, bits rounded up to whole bytes. FALSE on overflow. */
gboolean hr_dtype_get_bytes (const HrDtype *self, gint64 n_elems, gint64 *bytes);

G_END_DECLS
