/* Parameter rows, over a struct with one member of each type. */
#include "core/param.h"

typedef struct
{
  gint64 filters;
  gboolean bias;
  guint padding;
  HrTuple kernel;
  double momentum;
} Params;

static const HrChoice paddings[] = { { "explicit", "Explicit" }, { "valid", "None" }, { NULL, NULL } };

static const HrParam rows[] = {
  { .key = "filters",
    .type = HR_PARAM_INT,
    .offset = G_STRUCT_OFFSET (Params, filters),
    .min = 1,
    .max = G_MAXINT32,
    .fallback = "64" },
  { .key = "bias", .type = HR_PARAM_BOOL, .offset = G_STRUCT_OFFSET (Params, bias), .fallback = "true" },
  { .key = "padding",
    .type = HR_PARAM_CHOICE,
    .offset = G_STRUCT_OFFSET (Params, padding),
    .choices = paddings,
    .fallback = "explicit" },
  { .key = "kernel",
    .type = HR_PARAM_TUPLE,
    .offset = G_STRUCT_OFFSET (Params, kernel),
    .min = 1,
    .max = 1000,
    .fallback = "3" },
  { .key = "momentum",
    .type = HR_PARAM_REAL,
    .offset = G_STRUCT_OFFSET (Params, momentum),
    .real_min = 0,
    .real_max = 1,
    .fallback = "0.1" },
};

static const HrParam *
find (const char *key)
{
  return hr_param_find (rows, G_N_ELEMENTS (rows), key);
}

static void
test_defaults (void)
{
  Params params = { 0 };

  hr_params_init (rows, G_N_ELEMENTS (rows), &params);
  g_assert_cmpint (params.filters, ==, 64);
  g_assert_true (params.bias);
  g_assert_cmpuint (params.kernel.n_values, ==, 1);
  g_assert_cmpint (params.kernel.values[0], ==, 3);
  g_assert_cmpfloat (params.momentum, ==, 0.1);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_true (hr_param_is_default (&rows[i], &params));
  g_assert_null (find ("stride"));
}

static void
test_accepted (void)
{
  static const struct
  {
    const char *key, *text, *canonical, *display;
  } cases[] = {
    { "filters", " 128 ", "128", "128" },
    { "bias", "false", "false", "No" },
    { "padding", "valid", "valid", "None" },
    { "kernel", "3×5", "3 5", "3 × 5" },
    { "kernel", "3, 5", "3 5", "3 × 5" },
    { "kernel", "3 x 5 x 7", "3 5 7", "3 × 5 × 7" },
    { "kernel", "7", "7", "7" },
    { "momentum", "0.25", "0.25", "0.25" },
    { "kernel", "1 1 1 1 1 1 1 1", "1 1 1 1 1 1 1 1", "1 × 1 × 1 × 1 × 1 × 1 × 1 × 1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Params params = { 0 };
      g_autofree char *text = NULL, *display = NULL;

      hr_params_init (rows, G_N_ELEMENTS (rows), &params);
      g_assert_true (hr_param_set_text (find (cases[i].key), &params, cases[i].text, NULL));
      text = hr_param_to_text (find (cases[i].key), &params);
      display = hr_param_to_display (find (cases[i].key), &params);
      g_assert_cmpstr (text, ==, cases[i].canonical);
      g_assert_cmpstr (display, ==, cases[i].display);
    }
}

static void
test_refused (void)
{
  static const struct
  {
    const char *key, *text;
    HrParamError code;
  } cases[] = {
    { "filters", "0", HR_PARAM_ERROR_RANGE },
    { "filters", "2147483648", HR_PARAM_ERROR_RANGE },
    { "filters", "99999999999999999999", HR_PARAM_ERROR_SYNTAX },
    { "filters", "", HR_PARAM_ERROR_SYNTAX },
    { "filters", "3.5", HR_PARAM_ERROR_SYNTAX },
    { "bias", "maybe", HR_PARAM_ERROR_SYNTAX },
    { "padding", "some", HR_PARAM_ERROR_SYNTAX },
    { "kernel", "3 0", HR_PARAM_ERROR_RANGE },
    { "kernel", "", HR_PARAM_ERROR_SYNTAX },
    { "kernel", "3-5", HR_PARAM_ERROR_SYNTAX },
    { "kernel", "1 1 1 1 1 1 1 1 1", HR_PARAM_ERROR_SYNTAX },
    { "kernel", "\xff", HR_PARAM_ERROR_SYNTAX },
    { "momentum", "nan", HR_PARAM_ERROR_SYNTAX },
    { "momentum", "1.5", HR_PARAM_ERROR_RANGE },
    { "momentum", "0,5", HR_PARAM_ERROR_SYNTAX },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Params before = { 0 }, params;
      g_autoptr (GError) error = NULL;

      hr_params_init (rows, G_N_ELEMENTS (rows), &before);
      params = before;
      g_assert_false (hr_param_set_text (find (cases[i].key), &params, cases[i].text, &error));
      g_assert_error (error, HR_PARAM_ERROR, (int) cases[i].code);
      g_assert_true (g_str_has_prefix (error->message, cases[i].key));
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_true (hr_params_equal (rows, G_N_ELEMENTS (rows), &params, &before));
    }
}

static void
test_sentence (void)
{
  Params params = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_false (hr_param_set_text (find ("kernel"), &params, "5000", &error));
  g_assert_cmpstr (error->message, ==, "kernel: “5000” is not a whole number from 1 to 1000");
  g_clear_error (&error);
  g_assert_false (hr_param_set_text (find ("kernel"), &params, "3 5000", &error));
  g_assert_cmpstr (error->message, ==, "kernel: “3 5000” is not a list of up to 8 whole numbers from 1 to 1000");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/param/defaults", test_defaults);
  g_test_add_func ("/param/accepted", test_accepted);
  g_test_add_func ("/param/refused", test_refused);
  g_test_add_func ("/param/sentence", test_sentence);
  return g_test_run ();
}
