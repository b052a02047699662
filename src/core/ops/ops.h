/* ops.h: the list of layer kinds, in palette order. */
#pragma once

#include "../op.h"

/* To add a kind: its descriptor `const HrOp hr_op_NAME` in a file of its own or of its family, and a line here. */
#define HR_OPS \
  HR_OP (relu)

#define HR_OP(name) extern const HrOp hr_op_##name;
HR_OPS
#undef HR_OP
