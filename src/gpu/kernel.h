/* kernel.h: the convolution kernel as pipelines, one per shape, and its dispatch. */
#pragma once

#include "memory.h"
#include "pieces.h"
#include "submit.h"

G_BEGIN_DECLS

/* Where the tensors of a convolution lie. */
typedef struct
{
  guint block; /* of the memory */
  gint64 offset_bytes;
} HrVkPlace;

typedef struct
{
  HrVkPlace input, weights, bias, output; /* bias: any place when the convolution has none */
} HrVkOperands;

typedef struct _HrVkKernel HrVkKernel;

HrVkKernel *hr_vk_kernel_new (HrVkContext *context, GError **error);
void hr_vk_kernel_free (HrVkKernel *self);

/* Records a piece into a command buffer. What it binds is valid until the next call: run it before. */
gboolean hr_vk_kernel_record (HrVkKernel *self, VkCommandBuffer commands, const HrVkMemory *memory,
                              const HrConvTask *task, const HrVkOperands *operands, const HrPiece *piece,
                              GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HrVkKernel, hr_vk_kernel_free)

G_END_DECLS
