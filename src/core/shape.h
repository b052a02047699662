/* shape.h: the shape of a tensor, as far as it is known. */
#pragma once

#include <glib.h>

#include "dtype.h"

G_BEGIN_DECLS

#define HR_MAX_RANK 8
#define HR_DIM_UNKNOWN (-1)
#define HR_RANK_UNKNOWN (-1)
#define HR_NO_BATCH_AXIS (-1)

/* A value. Dimensions count elements, the batch included (axis 0 of N × C × H × W). */
typedef struct
{
  gint64 dims[HR_MAX_RANK]; /* ≥ 0, or HR_DIM_UNKNOWN */
  gint8 rank;               /* 0…HR_MAX_RANK, or HR_RANK_UNKNOWN */
  gint8 batch_axis;         /* or HR_NO_BATCH_AXIS */
} HrShape;

/* Shape and element type of one output of a layer. */
typedef struct
{
  HrShape shape;
  const HrDtype *dtype; /* static */
} HrTensor;

#define HR_SHAPE_UNKNOWN ((HrShape){ .rank = HR_RANK_UNKNOWN, .batch_axis = HR_NO_BATCH_AXIS })

/* Rank and every dimension known. */
gboolean hr_shape_is_known (const HrShape *self);
gboolean hr_shape_equal (const HrShape *a, const HrShape *b);

/* Number of elements. FALSE when unknown or beyond 2^63 − 1. */
gboolean hr_shape_get_elems (const HrShape *self, gint64 *n_elems);

/* Bytes of the tensor, rounded up to whole bytes. FALSE when unknown or beyond 2^63 − 1. */
gboolean hr_tensor_get_bytes (const HrTensor *self, gint64 *bytes);

/* "64 × 112 × 112" (the batch axis left out when with_batch is FALSE), unknown dimensions as "?". Owned by the caller. */
char *hr_shape_to_string (const HrShape *self, gboolean with_batch);

G_END_DECLS
