#include "common.h"

#include <math.h>

const HrChoice hr_weight_choices[] = {
  { "default", N_ ("As the project") },
  { "float32", N_ ("32-bit float") },
  { "float16", N_ ("16-bit float") },
  { "bfloat16", N_ ("bfloat16") },
  { "int8", N_ ("8 bit") },
  { "int4", N_ ("4 bit") },
  { "int2", N_ ("2 bit") },
  { "int1", N_ ("1 bit") },
  { NULL, NULL },
};

gboolean
hr_op_ranks_known (const HrOpCall *call)
{
  for (guint i = 0; i < call->n_inputs; i++)
    if (call->inputs[i].shape.rank == HR_RANK_UNKNOWN)
      return FALSE;
  return call->n_inputs > 0;
}

gboolean
hr_op_infer_same (HrOpCall *call, HrReport *report)
{
  call->outputs[0] = call->inputs[0];
  return TRUE;
}

HrShape *
hr_op_start_output (HrOpCall *call, guint rank)
{
  HrTensor *output = &call->outputs[0];

  *output = call->inputs[0];
  output->shape.rank = (gint8) rank;
  if (output->shape.batch_axis >= (int) rank)
    output->shape.batch_axis = HR_NO_BATCH_AXIS;
  return &output->shape;
}

gboolean
hr_op_check_spatial (const HrOpCall *call, HrReport *report)
{
  const HrShape *shape = &call->inputs[0].shape;

  if (shape->rank < 3 || shape->rank > 5)
    {
      g_autofree char *text = hr_shape_to_string (shape, TRUE);
      return hr_op_fail (report, "rank",
                         _ ("needs batch × channels × 1 to 3 spatial axes, but its input has %d axes (%s)"),
                         shape->rank, text);
    }
  if (shape->batch_axis > 0)
    return hr_op_fail (report, "batch-axis", _ ("needs the batch first, but its input has it on axis %d"),
                       shape->batch_axis);
  return TRUE;
}

gboolean
hr_op_resolve_axis (const HrShape *shape, gint64 axis, guint *resolved, HrReport *report)
{
  gint64 from_start = axis < 0 ? axis + shape->rank : axis;

  if (from_start < 0 || from_start >= shape->rank)
    return hr_op_fail (report, "axis", _ ("has axis %d, but its input has %d axes"), (int) axis, shape->rank);
  *resolved = (guint) from_start;
  return TRUE;
}

gboolean
hr_op_check_tuple (const HrTuple *tuple, const char *name, guint n_spatial, HrReport *report)
{
  g_autoptr (GString) text = NULL;

  if (tuple->n_values <= 1 || tuple->n_values == n_spatial)
    return TRUE;
  text = g_string_new (NULL);
  hr_op_append_tuple (text, tuple);
  return hr_op_fail (report, "tuple-length", _ ("%s %s has %u values, but its input has %u spatial axes"), name,
                     text->str, tuple->n_values, n_spatial);
}

gint64
hr_tuple_get (const HrTuple *self, guint axis, gint64 fallback)
{
  if (self->n_values == 0)
    return fallback;
  return axis < self->n_values ? self->values[axis] : self->values[0];
}

gboolean
hr_op_get_product (const gint64 *factors, guint n, gint64 *product)
{
  *product = 1;
  for (guint i = 0; i < n; i++)
    if (!hr_checked_mul (*product, factors[i], product))
      return FALSE;
  return TRUE;
}

void
hr_op_append_count (GString *text, gint64 count)
{
  g_autofree char *digits = hr_format_count (count);

  g_string_append (text, digits);
}

static void
append_joined (GString *text, const gint64 *values, guint n, const char *separator)
{
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append (text, separator);
      hr_op_append_count (text, values[i]);
    }
}

void
hr_op_append_product (GString *text, const gint64 *factors, guint n)
{
  append_joined (text, factors, n, "·");
}

void
hr_op_append_sizes (GString *text, const gint64 *sizes, guint n)
{
  append_joined (text, sizes, n, "×");
}

void
hr_op_append_tuple (GString *text, const HrTuple *tuple)
{
  hr_op_append_sizes (text, tuple->values, tuple->n_values);
}

void
hr_op_reference_map (const HrOpCall *call, const HrReference *io, double (*function) (double, gconstpointer))
{
  gint64 n_elems = hr_op_get_elems (&call->outputs[0]);

  for (gint64 i = 0; i < n_elems; i++)
    {
      io->output[i] = function != NULL ? function (io->inputs[0][i], call->params) : io->inputs[0][i];
      if (io->magnitude != NULL)
        io->magnitude[i] = fabs (io->output[i]);
    }
}

gint64
hr_op_get_elems (const HrTensor *tensor)
{
  gint64 n_elems = 0;

  return hr_shape_get_elems (&tensor->shape, &n_elems) ? n_elems : 0;
}
