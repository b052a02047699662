#include "../core/op.h"

#include <glib/gi18n-lib.h>

#include "options.h"
#include "output.h"

/* "1…2147483647", "0…1", "same-upper|valid|…", "yes|no". Owned by the caller. */
static char *
dup_range (const HrParam *row)
{
  GString *range;

  switch (row->type)
    {
    case HR_PARAM_INT:
    case HR_PARAM_TUPLE:
      return g_strdup_printf ("%" G_GINT64_FORMAT "…%" G_GINT64_FORMAT, row->min, row->max);
    case HR_PARAM_REAL:
      return g_strdup_printf ("%g…%g", row->real_min, row->real_max);
    case HR_PARAM_BOOL:
      return g_strdup ("true|false");
    case HR_PARAM_CHOICE:
      range = g_string_new (NULL);
      for (guint i = 0; row->choices[i].id != NULL; i++)
        g_string_append_printf (range, "%s%s", i > 0 ? "|" : "", row->choices[i].id);
      return g_string_free (range, FALSE);
    }
  g_return_val_if_reached (NULL);
}

static const char *
get_type_id (HrParamType type)
{
  static const char *const ids[] = {
    [HR_PARAM_INT] = "int",     [HR_PARAM_BOOL] = "bool", [HR_PARAM_CHOICE] = "choice",
    [HR_PARAM_TUPLE] = "tuple", [HR_PARAM_REAL] = "real",
  };

  return ids[type];
}

static void
print_kind (const HrOp *op)
{
  hr_cli_print ("%s: %s\n  %s\n", op->id, _ (op->title), _ (op->description));
  for (guint i = 0; i < op->n_params; i++)
    {
      g_autofree char *range = dup_range (&op->params[i]);

      hr_cli_print ("    %-16s%s; %s %s\n", op->params[i].key, range, _ ("default"),
                    op->params[i].fallback != NULL && *op->params[i].fallback != '\0' ? op->params[i].fallback
                                                                                      : _ ("none"));
    }
  hr_cli_print ("\n");
}

static void
add_choices (JsonBuilder *builder, const HrParam *row)
{
  json_builder_set_member_name (builder, "choices");
  json_builder_begin_array (builder);
  for (guint i = 0; row->choices[i].id != NULL; i++)
    json_builder_add_string_value (builder, row->choices[i].id);
  json_builder_end_array (builder);
}

static void
add_param (JsonBuilder *builder, const HrParam *row)
{
  json_builder_begin_object (builder);
  hr_cli_json_text (builder, "key", row->key);
  hr_cli_json_text (builder, "label", row->label);
  hr_cli_json_text (builder, "type", get_type_id (row->type));
  hr_cli_json_text (builder, "default", row->fallback);
  if (row->type == HR_PARAM_INT || row->type == HR_PARAM_TUPLE)
    {
      hr_cli_json_int (builder, "min", row->min);
      hr_cli_json_int (builder, "max", row->max);
    }
  else if (row->type == HR_PARAM_REAL)
    {
      hr_cli_json_real (builder, "min", row->real_min);
      hr_cli_json_real (builder, "max", row->real_max);
    }
  else if (row->type == HR_PARAM_CHOICE)
    add_choices (builder, row);
  json_builder_end_object (builder);
}

/* Texts are not translated here: what programs read does not depend on the locale. */
static void
add_kind (JsonBuilder *builder, const HrOp *op)
{
  json_builder_begin_object (builder);
  hr_cli_json_text (builder, "id", op->id);
  hr_cli_json_text (builder, "title", op->title);
  hr_cli_json_text (builder, "description", op->description);
  hr_cli_json_int (builder, "min_inputs", op->min_inputs);
  if (op->max_inputs == 255)
    hr_cli_json_null (builder, "max_inputs");
  else
    hr_cli_json_int (builder, "max_inputs", op->max_inputs);
  hr_cli_json_int (builder, "outputs", op->n_outputs);
  json_builder_set_member_name (builder, "parameters");
  json_builder_begin_array (builder);
  for (guint i = 0; i < op->n_params; i++)
    add_param (builder, &op->params[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static void
print_json (const HrOp *const *ops, guint n_ops)
{
  JsonBuilder *builder = json_builder_new ();

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "kinds");
  json_builder_begin_array (builder);
  for (guint i = 0; i < n_ops; i++)
    add_kind (builder, ops[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  hr_cli_print_json (builder);
}

static HrExit
run_kinds (int argc, char **argv)
{
  g_auto (HrCliOptions) options = { 0 };
  HrExit status;
  guint n_ops;
  const HrOp *const *ops = hr_op_get_all (&n_ops);

  if (!hr_cli_parse (&options, &hr_command_kinds, NULL, argc, argv, &status))
    return status;
  if (hr_cli_wants_json (&options))
    print_json (ops, n_ops);
  for (guint i = 0; i < n_ops && !hr_cli_wants_json (&options); i++)
    print_kind (ops[i]);
  return HR_EXIT_DONE;
}

const HrCommand hr_command_kinds = {
  .name = "kinds",
  .arguments = "",
  .summary = N_ ("The kinds of layers with their parameters, ranges and defaults"),
  .formats = "text|json",
  .run = run_kinds,
};
