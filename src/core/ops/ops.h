/* ops.h: the list of layer kinds, in palette order. */
#pragma once

#include "../op.h"

/* To add a kind: its descriptor `const HrOp hr_op_NAME` in a file of its own or of its family, and a line here. */
#define HR_OPS                                                                                                         \
  HR_OP (input)                                                                                                        \
  HR_OP (output)                                                                                                       \
  HR_OP (conv)                                                                                                         \
  HR_OP (depthwise_conv)                                                                                               \
  HR_OP (transposed_conv)                                                                                              \
  HR_OP (max_pool)                                                                                                     \
  HR_OP (average_pool)                                                                                                 \
  HR_OP (global_average_pool)                                                                                          \
  HR_OP (global_max_pool)                                                                                              \
  HR_OP (adaptive_average_pool)                                                                                        \
  HR_OP (adaptive_max_pool)                                                                                            \
  HR_OP (linear)                                                                                                       \
  HR_OP (batch_norm)                                                                                                   \
  HR_OP (dropout)                                                                                                      \
  HR_OP (relu)                                                                                                         \
  HR_OP (relu6)                                                                                                        \
  HR_OP (leaky_relu)                                                                                                   \
  HR_OP (elu)                                                                                                          \
  HR_OP (selu)                                                                                                         \
  HR_OP (gelu)                                                                                                         \
  HR_OP (silu)                                                                                                         \
  HR_OP (mish)                                                                                                         \
  HR_OP (hard_swish)                                                                                                   \
  HR_OP (hard_sigmoid)                                                                                                 \
  HR_OP (sigmoid)                                                                                                      \
  HR_OP (tanh)                                                                                                         \
  HR_OP (softplus)                                                                                                     \
  HR_OP (softmax)                                                                                                      \
  HR_OP (log_softmax)                                                                                                  \
  HR_OP (add)                                                                                                          \
  HR_OP (multiply)                                                                                                     \
  HR_OP (concatenate)                                                                                                  \
  HR_OP (flatten)                                                                                                      \
  HR_OP (unknown)

#define HR_OP(name) extern const HrOp hr_op_##name;
HR_OPS
#undef HR_OP
