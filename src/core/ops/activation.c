/* activation.c: functions of single values, as PyTorch defines them. */
#include "common.h"

#include <math.h>

typedef struct
{
  double alpha;
} HrActivationParams;

static double
relu (double x, gconstpointer params)
{
  return MAX (x, 0.0);
}

static double
relu6 (double x, gconstpointer params)
{
  return CLAMP (x, 0.0, 6.0);
}

static double
leaky_relu (double x, gconstpointer params)
{
  return x >= 0.0 ? x : x * ((const HrActivationParams *) params)->alpha;
}

static double
elu (double x, gconstpointer params)
{
  return x >= 0.0 ? x : expm1 (x) * ((const HrActivationParams *) params)->alpha;
}

/* Constants of Klambauer and others, "Self-Normalizing Neural Networks", 2017. */
static double
selu (double x, gconstpointer params)
{
  return 1.0507009873554804934193349852946 * (x >= 0.0 ? x : 1.6732632423543772848170429916717 * expm1 (x));
}

static double
gelu (double x, gconstpointer params)
{
  return x * 0.5 * erfc (-x / G_SQRT2);
}

static double
sigmoid (double x, gconstpointer params)
{
  return 1.0 / (1.0 + exp (-x));
}

static double
silu (double x, gconstpointer params)
{
  return x * sigmoid (x, NULL);
}

static double
softplus (double x, gconstpointer params)
{
  return MAX (x, 0.0) + log1p (exp (-fabs (x)));
}

static double
mish (double x, gconstpointer params)
{
  return x * tanh (softplus (x, NULL));
}

static double
hard_sigmoid (double x, gconstpointer params)
{
  return relu6 (x + 3.0, NULL) / 6.0;
}

static double
hard_swish (double x, gconstpointer params)
{
  return x * hard_sigmoid (x, NULL);
}

static double
hyperbolic_tangent (double x, gconstpointer params)
{
  return tanh (x);
}

static void
summarize_alpha (gconstpointer params, GString *text)
{
  g_string_append_printf (text, "%g", ((const HrActivationParams *) params)->alpha);
}

#define ALPHA_ROW(label, help, text)                                                                                   \
  {                                                                                                                    \
    "alpha", label, help, HR_PARAM_REAL, G_STRUCT_OFFSET (HrActivationParams, alpha),                                  \
        .real_min = -1e6, .real_max = 1e6, .fallback = text                                                            \
  }

static const HrParam leaky_relu_rows[] = {
  ALPHA_ROW (N_ ("Slope"), N_ ("Factor of negative values."), "0.01"),
};
static const HrParam elu_rows[] = {
  ALPHA_ROW (N_ ("Alpha"), N_ ("Depth that negative values approach."), "1"),
};

static const HrOpExample examples[] = {
  { "", "1x64x55x55", "1x64x55x55", 0, 0, "elementwise: the output is like the input" },
  { "", "8x10", "8x10", 0, 0, "elementwise: the output is like the input" },
};

#define COMMON(name)                                                                                                   \
  .category = HR_OP_CATEGORY_ACTIVATION, .min_inputs = 1, .max_inputs = 1, .n_outputs = 1, .infer = hr_op_infer_same,  \
  .reference = name##_reference, HR_ROWS (examples, examples)

#define WITH_ALPHA(name)                                                                                               \
  .params_size = sizeof (HrActivationParams), HR_ROWS (params, name##_rows), .summarize = summarize_alpha

#define REFERENCE(name)                                                                                                \
  static void name##_reference (const HrOpCall *call, const HrReference *io)                                           \
  {                                                                                                                    \
    hr_op_reference_map (call, io, name);                                                                              \
  }

REFERENCE (relu)
REFERENCE (relu6)
REFERENCE (leaky_relu)
REFERENCE (elu)
REFERENCE (selu)
REFERENCE (gelu)
REFERENCE (silu)
REFERENCE (mish)
REFERENCE (hard_swish)
REFERENCE (hard_sigmoid)
REFERENCE (sigmoid)
REFERENCE (hyperbolic_tangent)
REFERENCE (softplus)

const HrOp hr_op_relu = {
  .id = "relu",
  .title = N_ ("ReLU"),
  .description = N_ ("Replaces negative values by zero."),
  .keywords = N_ ("rectifier activation"),
  .flags = HR_OP_IN_PLACE | HR_OP_KEEPS_OUTPUT,
  COMMON (relu),
};

const HrOp hr_op_relu6 = {
  .id = "relu6",
  .title = N_ ("ReLU6"),
  .description = N_ ("Limits values to 0…6."),
  .keywords = N_ ("clip hardtanh activation"),
  .flags = HR_OP_IN_PLACE | HR_OP_KEEPS_INPUTS | HR_OP_COPIES_INPUT,
  COMMON (relu6),
};

const HrOp hr_op_leaky_relu = {
  .id = "leaky-relu",
  .title = N_ ("Leaky ReLU"),
  .description = N_ ("Scales negative values down."),
  .keywords = N_ ("lrelu activation"),
  .flags = HR_OP_IN_PLACE | HR_OP_KEEPS_INPUTS,
  WITH_ALPHA (leaky_relu),
  COMMON (leaky_relu),
};

const HrOp hr_op_elu = {
  .id = "elu",
  .title = N_ ("ELU"),
  .description = N_ ("Lets negative values approach −alpha exponentially."),
  .keywords = N_ ("exponential linear unit activation"),
  .flags = HR_OP_IN_PLACE | HR_OP_KEEPS_INPUTS,
  WITH_ALPHA (elu),
  COMMON (elu),
};

const HrOp hr_op_selu = {
  .id = "selu",
  .title = N_ ("SELU"),
  .description = N_ ("A scaled ELU that keeps mean 0 and variance 1."),
  .keywords = N_ ("self-normalizing exponential linear unit activation"),
  .flags = HR_OP_IN_PLACE | HR_OP_KEEPS_INPUTS,
  COMMON (selu),
};

const HrOp hr_op_gelu = {
  .id = "gelu",
  .title = N_ ("GELU"),
  .description = N_ ("Weighs each value by the normal distribution."),
  .keywords = N_ ("gaussian error linear unit activation"),
  .flags = HR_OP_KEEPS_INPUTS,
  COMMON (gelu),
};

const HrOp hr_op_silu = {
  .id = "silu",
  .title = N_ ("SiLU"),
  .description = N_ ("Weighs each value by its sigmoid."),
  .keywords = N_ ("swish activation"),
  .flags = HR_OP_IN_PLACE | HR_OP_KEEPS_INPUTS | HR_OP_COPIES_INPUT,
  COMMON (silu),
};

const HrOp hr_op_mish = {
  .id = "mish",
  .title = N_ ("Mish"),
  .description = N_ ("Weighs each value by the tangent of its softplus."),
  .keywords = N_ ("activation"),
  .flags = HR_OP_IN_PLACE | HR_OP_KEEPS_INPUTS | HR_OP_COPIES_INPUT,
  COMMON (mish),
};

const HrOp hr_op_hard_swish = {
  .id = "hard-swish",
  .title = N_ ("Hard swish"),
  .description = N_ ("SiLU made of straight lines."),
  .keywords = N_ ("hardswish activation mobilenet"),
  .flags = HR_OP_IN_PLACE | HR_OP_KEEPS_INPUTS | HR_OP_COPIES_INPUT,
  COMMON (hard_swish),
};

const HrOp hr_op_hard_sigmoid = {
  .id = "hard-sigmoid",
  .title = N_ ("Hard sigmoid"),
  .description = N_ ("A sigmoid made of straight lines."),
  .keywords = N_ ("hardsigmoid activation"),
  .flags = HR_OP_IN_PLACE | HR_OP_KEEPS_INPUTS | HR_OP_COPIES_INPUT,
  COMMON (hard_sigmoid),
};

const HrOp hr_op_sigmoid = {
  .id = "sigmoid",
  .title = N_ ("Sigmoid"),
  .description = N_ ("Maps values to 0…1."),
  .keywords = N_ ("logistic activation"),
  .flags = HR_OP_KEEPS_OUTPUT,
  COMMON (sigmoid),
};

const HrOp hr_op_tanh = {
  .id = "tanh",
  .title = N_ ("Tanh"),
  .description = N_ ("Maps values to −1…1."),
  .keywords = N_ ("hyperbolic tangent activation"),
  .flags = HR_OP_KEEPS_OUTPUT,
  COMMON (hyperbolic_tangent),
};

const HrOp hr_op_softplus = {
  .id = "softplus",
  .title = N_ ("Softplus"),
  .description = N_ ("A smooth ReLU: the logarithm of one plus the exponential."),
  .keywords = N_ ("activation"),
  .flags = HR_OP_KEEPS_INPUTS,
  COMMON (softplus),
};
