#include "conv-common.h"

static gboolean
is_kind (const HrOpCall *call, const char *id)
{
  return g_str_equal (call->op->id, id);
}

static gint64
get_groups (const HrOpCall *call, gint64 in_channels)
{
  const HrConvParams *params = call->params;

  return is_kind (call, "depthwise-conv") ? in_channels : params->groups;
}

/* Output channels; FALSE when there are too many. HR_DIM_UNKNOWN where the input's are unknown and count. */
static gboolean
get_filters (const HrOpCall *call, gint64 in_channels, gint64 *filters)
{
  const HrConvParams *params = call->params;

  *filters = params->filters;
  if (!is_kind (call, "depthwise-conv"))
    return TRUE;
  *filters = HR_DIM_UNKNOWN;
  return in_channels == HR_DIM_UNKNOWN || hr_checked_mul (in_channels, params->multiplier, filters);
}

gboolean
hr_convolution_init (HrConvolution *self, const HrOpCall *call)
{
  const HrConvParams *params = call->params;
  const HrShape *input = &call->inputs[0].shape;
  gboolean transposed = is_kind (call, "transposed-conv");

  g_return_val_if_fail (self != NULL && call->op != NULL, FALSE);
  if (!transposed && !is_kind (call, "conv") && !is_kind (call, "depthwise-conv"))
    return FALSE;
  if (!hr_shape_is_known (input) || !hr_shape_is_known (&call->outputs[0].shape))
    return FALSE;
  *self = (HrConvolution){
    .transposed = transposed,
    .bias = params->bias,
    .n_spatial = (guint) input->rank - 2,
    .batch = input->dims[0],
    .in_channels = input->dims[1],
    .out_channels = call->outputs[0].shape.dims[1],
    .groups = get_groups (call, input->dims[1]),
    .in = { 1, 1, 1 },
    .out = { 1, 1, 1 },
    .kernel = { 1, 1, 1 },
    .stride = { 1, 1, 1 },
    .dilation = { 1, 1, 1 },
  };
  for (guint i = 0; i < self->n_spatial; i++)
    {
      HrWindowAxis axis = transposed ? hr_transposed_conv_get_axis (params, i, input->dims[2 + i])
                                     : hr_window_get_axis (&params->window, i, input->dims[2 + i]);
      guint to = 3 - self->n_spatial + i;

      self->in[to] = axis.in;
      self->out[to] = axis.out;
      self->kernel[to] = axis.kernel;
      self->stride[to] = axis.stride;
      self->dilation[to] = axis.dilation;
      self->pad_begin[to] = axis.pad_begin;
      self->pad_end[to] = axis.pad_end;
    }
  return TRUE;
}

gboolean
hr_conv_check_groups (gint64 channels, const char *what, gint64 groups, HrReport *report)
{
  g_autofree char *channels_text = NULL, *groups_text = NULL;

  if (channels == HR_DIM_UNKNOWN || channels % groups == 0)
    return TRUE;
  channels_text = hr_format_count (channels);
  groups_text = hr_format_count (groups);
  /* Translators: "64 input channels cannot be split into 3 groups" */
  return hr_op_fail (report, "groups", _ ("%s %s cannot be split into %s groups"), channels_text, what, groups_text);
}

gboolean
hr_conv_infer (HrOpCall *call, HrReport *report)
{
  const HrConvParams *params = call->params;
  HrWindowAxis axes[HR_MAX_SPATIAL];
  guint n_spatial;
  gint64 in_channels, filters;
  HrShape *output;

  if (!hr_op_ranks_known (call))
    return TRUE;
  if (!hr_op_check_spatial (call, report))
    return FALSE;
  n_spatial = hr_window_get_axes (&params->window, call, axes);
  in_channels = call->inputs[0].shape.dims[1];
  if (!get_filters (call, in_channels, &filters))
    return hr_op_fail (report, "too-large", _ ("has more output channels than can be counted"));
  if (!hr_window_check_tuples (&params->window, n_spatial, report)
      || !hr_conv_check_groups (in_channels, _ ("input channels"), MAX (1, get_groups (call, in_channels)), report)
      || !hr_conv_check_groups (filters, _ ("filters"), MAX (1, get_groups (call, in_channels)), report)
      || !hr_window_check_fit (axes, n_spatial, report))
    return FALSE;
  output = hr_op_start_output (call, n_spatial + 2);
  output->dims[1] = filters;
  for (guint i = 0; i < n_spatial; i++)
    output->dims[2 + i] = axes[i].out;
  return TRUE;
}

void
hr_conv_list_learned (const HrOpCall *call, HrLearnedList *list)
{
  HrConvolution conv;
  gint64 dims[2 + HR_MAX_SPATIAL];

  if (!hr_convolution_init (&conv, call) || conv.groups == 0)
    return;
  dims[0] = conv.transposed ? conv.in_channels : conv.out_channels;
  dims[1] = (conv.transposed ? conv.out_channels : conv.in_channels) / conv.groups;
  for (guint i = 0; i < conv.n_spatial; i++)
    dims[2 + i] = conv.kernel[3 - conv.n_spatial + i];
  hr_learned_list_add (list, "weight", HR_ROLE_WEIGHT, 2 + conv.n_spatial, dims);
  if (conv.bias)
    hr_learned_list_add (list, "bias", HR_ROLE_BIAS, 1, &conv.out_channels);
}

gboolean
hr_conv_get_multiply_adds (const HrOpCall *call, gint64 *multiply_adds)
{
  HrConvolution conv;
  gint64 kernel, elems;

  *multiply_adds = 0;
  if (!hr_convolution_init (&conv, call) || conv.groups == 0)
    return TRUE;
  return hr_op_get_product (conv.kernel, 3, &kernel)
         && hr_shape_get_elems (conv.transposed ? &call->inputs[0].shape : &call->outputs[0].shape, &elems)
         && hr_checked_mul (elems, kernel, multiply_adds)
         && hr_checked_mul (*multiply_adds, (conv.transposed ? conv.out_channels : conv.in_channels) / conv.groups,
                            multiply_adds);
}

/* Appends "5·5·3", with groups "5·5·64/4", and where each channel is a group of its own "5·5". */
static void
append_per_output (GString *text, const HrConvolution *conv, gint64 channels)
{
  hr_op_append_product (text, conv->kernel + 3 - conv->n_spatial, conv->n_spatial);
  if (conv->groups > 1 && conv->groups == channels)
    return;
  g_string_append (text, "·");
  hr_op_append_count (text, channels);
  if (conv->groups == 1)
    return;
  g_string_append (text, "/");
  hr_op_append_count (text, conv->groups);
}

static gboolean
explain_parameters (const HrOpCall *call, const HrConvolution *conv, GString *text)
{
  gint64 weights, parameters;

  if (!hr_op_get_product (conv->kernel, 3, &weights)
      || !hr_checked_mul (weights, conv->in_channels / conv->groups, &weights)
      || !hr_checked_mul (weights + conv->bias, conv->out_channels, &parameters))
    return FALSE;
  if (conv->bias)
    g_string_append (text, "(");
  append_per_output (text, conv, conv->in_channels);
  if (conv->bias)
    g_string_append (text, " + 1)");
  g_string_append (text, "·");
  hr_op_append_count (text, conv->out_channels);
  g_string_append (text, " = ");
  hr_op_append_count (text, parameters);
  return TRUE;
}

static gboolean
explain_multiply_adds (const HrOpCall *call, const HrConvolution *conv, GString *text)
{
  const HrShape *shape = conv->transposed ? &call->inputs[0].shape : &call->outputs[0].shape;
  guint first = conv->batch == 1 ? 1 : 0;
  gint64 multiply_adds;

  if (!hr_conv_get_multiply_adds (call, &multiply_adds))
    return FALSE;
  hr_op_append_product (text, shape->dims + first, (guint) shape->rank - first);
  g_string_append (text, "·(");
  append_per_output (text, conv, conv->transposed ? conv->out_channels : conv->in_channels);
  g_string_append (text, ") = ");
  hr_op_append_count (text, multiply_adds);
  return TRUE;
}

gboolean
hr_conv_explain (const HrOpCall *call, HrFigure figure, GString *text)
{
  const HrConvParams *params = call->params;
  HrConvolution conv;
  HrWindowAxis axes[HR_MAX_SPATIAL];

  if (!hr_convolution_init (&conv, call) || conv.groups == 0)
    return FALSE;
  switch (figure)
    {
    case HR_FIGURE_OUTPUT:
      hr_window_explain (&params->window, axes, hr_window_get_axes (&params->window, call, axes), text);
      return TRUE;
    case HR_FIGURE_PARAMETERS:
      return explain_parameters (call, &conv, text);
    case HR_FIGURE_MULTIPLY_ADDS:
      return explain_multiply_adds (call, &conv, text);
    default:
      return FALSE;
    }
}

void
hr_conv_summarize (gconstpointer data, GString *text)
{
  const HrConvParams *params = data;

  hr_window_summarize (&params->window, text);
  g_string_append (text, ", ");
  hr_op_append_count (text, params->filters);
}
