#include "op.h"

#include <glib/gi18n-lib.h>

#include "checked.h"
#include "ops/ops.h"

static const HrOp *const ops[] = {
#define HR_OP(name) &hr_op_##name,
  HR_OPS
#undef HR_OP
};

static const char *const category_titles[HR_OP_N_CATEGORIES] = {
  [HR_OP_CATEGORY_IO] = N_ ("Input and Output"),
  [HR_OP_CATEGORY_CONVOLUTION] = N_ ("Convolution"),
  [HR_OP_CATEGORY_POOLING] = N_ ("Pooling"),
  [HR_OP_CATEGORY_DENSE] = N_ ("Dense"),
  [HR_OP_CATEGORY_NORMALIZATION] = N_ ("Normalization"),
  [HR_OP_CATEGORY_ACTIVATION] = N_ ("Activation"),
  [HR_OP_CATEGORY_MERGE] = N_ ("Merge"),
  [HR_OP_CATEGORY_SHAPE] = N_ ("Shape"),
  [HR_OP_CATEGORY_OTHER] = N_ ("Other"),
};

const char *
hr_op_category_get_title (HrOpCategory category)
{
  g_return_val_if_fail (category < HR_OP_N_CATEGORIES, NULL);
  return _ (category_titles[category]);
}

const HrOp *const *
hr_op_get_all (guint *n_ops)
{
  g_return_val_if_fail (n_ops != NULL, NULL);
  *n_ops = G_N_ELEMENTS (ops);
  return ops;
}

const HrOp *
hr_op_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (ops); i++)
    if (g_strcmp0 (ops[i]->id, id) == 0)
      return ops[i];
  return NULL;
}

const HrDtype *
hr_op_get_weight_format (const HrOp *self, gconstpointer params)
{
  const HrParam *row;
  g_autofree char *text = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  row = hr_param_find (self->params, self->n_params, "weights");
  if (row == NULL)
    return NULL;
  text = hr_param_to_text (row, params);
  return hr_dtype_find (text);
}

gboolean
hr_op_trains_in_place (const HrOp *self, gconstpointer params)
{
  const HrParam *row;

  g_return_val_if_fail (self != NULL, FALSE);

  row = hr_param_find (self->params, self->n_params, "in-place");
  return (self->flags & HR_OP_IN_PLACE) || (row != NULL && G_STRUCT_MEMBER (gboolean, params, row->offset));
}

gpointer
hr_op_new_params (const HrOp *self)
{
  gpointer params;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->params_size == 0)
    return NULL;
  params = g_malloc0 (self->params_size);
  hr_params_init (self->params, self->n_params, params);
  return params;
}

void
hr_learned_list_add (HrLearnedList *self, const char *name, HrRole role, guint rank, const gint64 *dims)
{
  HrLearned *item;

  g_return_if_fail (self != NULL && self->n_items < HR_MAX_LEARNED && rank <= HR_MAX_RANK);

  item = &self->items[self->n_items++];
  *item = (HrLearned) { .name = name, .role = role, .shape = { .rank = (gint8) rank, .batch_axis = HR_NO_BATCH_AXIS } };
  for (guint i = 0; i < rank; i++)
    item->shape.dims[i] = dims[i];
}

static gboolean
inputs_known (const HrOpCall *call)
{
  for (guint i = 0; i < call->n_inputs; i++)
    if (!hr_shape_is_known (&call->inputs[i].shape))
      return FALSE;
  return TRUE;
}

static gboolean
outputs_known (const HrOpCall *call)
{
  for (guint i = 0; i < call->n_outputs; i++)
    if (!hr_shape_is_known (&call->outputs[i].shape))
      return FALSE;
  return TRUE;
}

void
hr_op_list_learned (const HrOpCall *call, HrLearnedList *list)
{
  g_return_if_fail (call != NULL && list != NULL);

  list->n_items = 0;
  if (call->op->list_learned != NULL && inputs_known (call) && outputs_known (call))
    call->op->list_learned (call, list);
}

static gboolean
is_trained (HrRole role)
{
  return role == HR_ROLE_WEIGHT || role == HR_ROLE_BIAS || role == HR_ROLE_SCALE;
}

gboolean
hr_op_get_parameters (const HrOpCall *call, gint64 *n_parameters)
{
  HrLearnedList list;

  g_return_val_if_fail (call != NULL && n_parameters != NULL, FALSE);

  *n_parameters = 0;
  hr_op_list_learned (call, &list);
  for (guint i = 0; i < list.n_items; i++)
    {
      gint64 n_elems;

      if (!hr_shape_get_elems (&list.items[i].shape, &n_elems))
        return FALSE;
      if (is_trained (list.items[i].role) && !hr_checked_add (*n_parameters, n_elems, n_parameters))
        return FALSE;
    }
  return TRUE;
}

static void
forget_outputs (HrOpCall *call)
{
  const HrDtype *dtype = call->n_inputs > 0 ? call->inputs[0].dtype : call->activations;

  for (guint i = 0; i < call->n_outputs; i++)
    call->outputs[i] = (HrTensor) { HR_SHAPE_UNKNOWN, dtype };
}

/* Whether every figure of the call can be counted. */
static gboolean
is_countable (const HrOpCall *call)
{
  gint64 count;

  if (!inputs_known (call) || !outputs_known (call))
    return TRUE;
  for (guint i = 0; i < call->n_outputs; i++)
    if (!hr_tensor_get_bytes (&call->outputs[i], &count))
      return FALSE;
  return hr_op_get_parameters (call, &count)
         && (call->op->get_multiply_adds == NULL || call->op->get_multiply_adds (call, &count));
}

gboolean
hr_op_infer (HrOpCall *call, HrReport *report)
{
  g_return_val_if_fail (call != NULL && call->op != NULL && report != NULL, FALSE);

  forget_outputs (call);
  if (!call->op->infer (call, report))
    {
      forget_outputs (call);
      return FALSE;
    }
  if (is_countable (call))
    return TRUE;
  hr_report_add (report, HR_SEVERITY_ERROR, "too-large", _ ("is larger than can be counted (2^63 − 1)"));
  forget_outputs (call);
  return FALSE;
}
