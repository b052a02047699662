#include "op.h"

#include <glib/gi18n-lib.h>

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
