/* Settings as text. */
#include "core/execution.h"
#include "core/optimizer.h"
#include "core/param.h"
#include "core/settings.h"

static void
test_round_trip (void)
{
  static const struct
  {
    const char *key, *fallback, *other;
  } cases[] = {
    { "mode", "inference", "training" },
    { "step", "steady", "first" },
    { "batch", "1", "64" },
    { "in-place", "yes", "no" },
    { "execution", "textbook", "pytorch-cpu" },
    { "optimizer", "sgd", "adam" },
    { "weights", "float32", "int1" },
    { "activations", "float32", "bfloat16" },
  };
  const char *const *keys = hr_settings_get_keys ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      HrSettings settings, original;
      g_autofree char *before = NULL, *after = NULL;

      hr_settings_init (&settings);
      original = settings;
      g_assert_cmpstr (keys[i], ==, cases[i].key);
      before = hr_settings_to_text (&settings, cases[i].key);
      g_assert_cmpstr (before, ==, cases[i].fallback);
      g_assert_true (hr_settings_set_text (&settings, cases[i].key, cases[i].other, NULL));
      after = hr_settings_to_text (&settings, cases[i].key);
      g_assert_cmpstr (after, ==, cases[i].other);
      g_assert_false (hr_settings_equal (&settings, &original));
    }
  g_assert_null (keys[G_N_ELEMENTS (cases)]);
}

static void
test_refused (void)
{
  static const char *const cases[][2] = {
    { "mode", "dreaming" },    { "batch", "0" },       { "batch", "2147483648" }, { "optimizer", "magic" },
    { "activations", "int4" }, { "weights", "uint8" }, { "color", "red" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      HrSettings settings, original;
      g_autoptr (GError) error = NULL;

      hr_settings_init (&settings);
      original = settings;
      g_assert_false (hr_settings_set_text (&settings, cases[i][0], cases[i][1], &error));
      g_assert_nonnull (error);
      g_assert_true (hr_settings_equal (&settings, &original));
    }
}

static void
test_sentence (void)
{
  HrSettings settings;
  g_autoptr (GError) error = NULL;

  hr_settings_init (&settings);
  g_assert_false (hr_settings_set_text (&settings, "mode", "x", &error));
  g_assert_cmpstr (error->message, ==, "mode: “x” is none of inference, training");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/settings/round-trip", test_round_trip);
  g_test_add_func ("/settings/refused", test_refused);
  g_test_add_func ("/settings/sentence", test_sentence);
  return g_test_run ();
}
