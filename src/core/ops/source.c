/* source.c: kinds whose shape is given: the network's input, and foreign layers; and the network's output. */
#include "common.h"

typedef struct
{
  HrTuple shape;     /* of one instance; 0: not known */
  gint64 batch_axis; /* −1: none */
  guint type;
} HrSourceParams;

/* The ids are those of HrDtype. */
static const HrChoice types[] = {
  { "default", N_ ("As the project") }, { "float32", N_ ("32-bit float") },
  { "float16", N_ ("16-bit float") },   { "bfloat16", N_ ("bfloat16") },
  { "int8", N_ ("8-bit integer") },     { "uint8", N_ ("8-bit unsigned integer") },
  { "int64", N_ ("64-bit integer") },   { NULL, NULL },
};

#define SHAPE_ROW(help, text)                                                                                          \
  {                                                                                                                    \
    "shape", N_ ("Shape"), help, HR_PARAM_TUPLE, G_STRUCT_OFFSET (HrSourceParams, shape), 0, HR_MAX_SIZE,              \
        .fallback = text                                                                                               \
  }
#define BATCH_AXIS_ROW                                                                                                 \
  {                                                                                                                    \
    "batch-axis", N_ ("Batch axis"), N_ ("Where the batch stands in the tensor; −1: it has none."), HR_PARAM_INT,      \
        G_STRUCT_OFFSET (HrSourceParams, batch_axis), -1, HR_MAX_RANK - 1, .fallback = "0"                             \
  }
#define TYPE_ROW                                                                                                       \
  {                                                                                                                    \
    "type", N_ ("Type"), N_ ("Number format of the values."), HR_PARAM_CHOICE, G_STRUCT_OFFSET (HrSourceParams, type), \
        .fallback = "default", .choices = types                                                                        \
  }

static const HrParam input_rows[] = {
  SHAPE_ROW (N_ ("Shape of one instance, without the batch: channels, height, width; 0 where it is not known yet."),
             "3 224 224"),
  BATCH_AXIS_ROW,
  TYPE_ROW,
};

static const HrParam unknown_rows[] = {
  SHAPE_ROW (N_ ("Shape of the output for one instance, without the batch; 0 where it is not known."), "0"),
  BATCH_AXIS_ROW,
  TYPE_ROW,
};

static const HrDtype *
get_type (const HrSourceParams *params, const HrDtype *fallback)
{
  return params->type == 0 ? fallback : hr_dtype_find (types[params->type].id);
}

static gboolean
infer_given (HrOpCall *call, HrReport *report)
{
  const HrSourceParams *params = call->params;
  HrShape shape = { .batch_axis = (gint8) params->batch_axis };
  guint next = 0;

  if (params->batch_axis > params->shape.n_values)
    return hr_op_fail (report, "batch-axis", _ ("has its batch on axis %d, but only %d other axes"),
                       (int) params->batch_axis, params->shape.n_values);
  if (params->shape.n_values + (params->batch_axis >= 0) > HR_MAX_RANK)
    return hr_op_fail (report, "rank", _ ("has more than %d axes"), HR_MAX_RANK);
  shape.rank = (gint8) (params->shape.n_values + (params->batch_axis >= 0));
  for (guint i = 0; i < (guint) shape.rank; i++)
    if ((int) i == shape.batch_axis)
      shape.dims[i] = call->batch;
    else
      {
        gint64 size = params->shape.values[next++];

        shape.dims[i] = size > 0 ? size : HR_DIM_UNKNOWN;
      }
  call->outputs[0] = (HrTensor){ shape, get_type (params, call->activations) };
  return TRUE;
}

static gboolean
infer_input (HrOpCall *call, HrReport *report)
{
  const HrSourceParams *params = call->params;

  for (guint i = 0; i < params->shape.n_values; i++)
    if (params->shape.values[i] == 0)
      return hr_op_fail (report, "size-unknown", _ ("has a size that is not known: write it into its shape"));
  return infer_given (call, report);
}

static gboolean
infer_unknown (HrOpCall *call, HrReport *report)
{
  const HrSourceParams *params = call->params;

  if (params->shape.n_values == 1 && params->shape.values[0] == 0)
    return TRUE;
  return infer_given (call, report);
}

static gboolean
infer_output (HrOpCall *call, HrReport *report)
{
  return TRUE;
}

static void
summarize (gconstpointer params, GString *text)
{
  hr_op_append_tuple (text, &((const HrSourceParams *) params)->shape);
}

static const HrOpExample input_examples[] = {
  { "shape=3,100,150", "", "1x3x100x150", 0, 0, "by definition" },
  { "shape=3,50,50 batch-axis=3", "", "3x50x50x1", 0, 0, "by definition" },
  { "shape=3,50,50 batch-axis=-1", "", "3x50x50", 0, 0, "by definition" },
  { "shape=3,0,0", "", "size-unknown", 0, 0, "by definition" },
  { "shape=3 batch-axis=2", "", "batch-axis", 0, 0, "only two axes" },
  { "shape=2,2,2,2,2,2,2,2", "", "rank", 0, 0, "nine axes with the batch" },
  { "shape=2,2,1073741824,2147483647", "", "too-large", 0, 0, "2^32·(2^31 − 1) values of 4 bytes" },
};

static const HrOpExample output_examples[] = {
  { "", "8x1000", "", 0, 0, "the end of the network: no tensor of its own" },
};

static const HrOpExample unknown_examples[] = {
  { "shape=64,56,56", "1x3x224x224", "1x64x56x56", 0, 0, "as declared" },
  { "shape=2 batch-axis=-1", "1x3x224x224 1x2", "2", 0, 0, "as declared" },
};

const HrOp hr_op_input = {
  .id = "input",
  .title = N_ ("Input"),
  .description = N_ ("What the network is given: pictures, for one."),
  .keywords = N_ ("image data placeholder source"),
  .category = HR_OP_CATEGORY_IO,
  .flags = HR_OP_SOURCE,
  .n_outputs = 1,
  .params_size = sizeof (HrSourceParams),
  HR_ROWS (params, input_rows),
  .infer = infer_input,
  .summarize = summarize,
  HR_ROWS (examples, input_examples),
};

const HrOp hr_op_output = {
  .id = "output",
  .title = N_ ("Output"),
  .description = N_ ("What the network gives back."),
  .keywords = N_ ("result sink"),
  .category = HR_OP_CATEGORY_IO,
  .flags = HR_OP_SINK,
  .min_inputs = 1,
  .max_inputs = 1,
  .infer = infer_output,
  HR_ROWS (examples, output_examples),
};

const HrOp hr_op_unknown = {
  .id = "unknown",
  .title = N_ ("Foreign layer"),
  .description = N_ ("A layer of another program that this one does not know; kept as it is."),
  .keywords = N_ ("custom foreign unknown"),
  .category = HR_OP_CATEGORY_OTHER,
  .max_inputs = 255,
  .n_outputs = 1,
  .params_size = sizeof (HrSourceParams),
  HR_ROWS (params, unknown_rows),
  .infer = infer_unknown,
  HR_ROWS (examples, unknown_examples),
};
