/* Checked sizes, shapes, number formats, units. Expected values are worked by hand. */
#include "core/checked.h"
#include "core/device.h"
#include "core/shape.h"
#include "core/text.h"
#include "core/units.h"

static void
test_checked (void)
{
  gint64 result;

  g_assert_true (hr_checked_mul (G_MAXINT64, 1, &result));
  g_assert_cmpint (result, ==, G_MAXINT64);
  g_assert_true (hr_checked_mul (3037000499, 3037000499, &result)); /* ⌊√(2^63 − 1)⌋² = 9,223,372,030,926,249,001 */
  g_assert_cmpint (result, ==, 9223372030926249001);
  g_assert_false (hr_checked_mul (3037000500, 3037000500, &result));
  g_assert_false (hr_checked_mul (-1, 1, &result));
  g_assert_cmpint (result, ==, 9223372030926249001);
  g_assert_true (hr_checked_add (G_MAXINT64 - 1, 1, &result));
  g_assert_false (hr_checked_add (G_MAXINT64, 1, &result));
  g_assert_false (hr_checked_add (-1, 1, &result));
  g_assert_cmpint (result, ==, G_MAXINT64);
  g_assert_cmpint (hr_div_round_up (0, 4), ==, 0);
  g_assert_cmpint (hr_div_round_up (75, 2), ==, 38);
  g_assert_cmpint (hr_div_round_up (G_MAXINT64, 2), ==, 4611686018427387904);
  g_assert_true (hr_checked_align (257, 256, &result));
  g_assert_cmpint (result, ==, 512);
  g_assert_true (hr_checked_align (512, 256, &result));
  g_assert_cmpint (result, ==, 512);
  g_assert_false (hr_checked_align (G_MAXINT64, 256, &result));
}

/* Control characters are U+0000 to U+001F and U+007F to U+009F (Unicode, category Cc); "é" and a stray byte are none. */
static void
test_line (void)
{
  static const char *const cases[][2] = {
    { "conv1", "conv1" },
    { "a\nb\r\nc\td", "a b  c d" },
    { "\033[31mred\x7f", " [31mred " },
    { "\xc2\x80\xc2\x9b"
      "31m\xc2\x9f\xc2\xa0"
      "é",
      "  31m \xc2\xa0"
      "é" },
    { "\xff\xc2", "\xff\xc2" },
    { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *line = hr_text_to_line (cases[i][0]);
      g_assert_cmpstr (line, ==, cases[i][1]);
    }
  g_assert_null (hr_text_to_line (NULL));
}

static void
test_dtype_bytes (void)
{
  /* The low-bit figures of 3,136 and 73,728 weights: 392 B at 1 bit, 784 at 2, 1,568 at 4; 73,728 at 8, 36,864 at 4. */
  static const struct
  {
    const char *id;
    gint64 n_elems, bytes;
  } cases[] = {
    { "int1", 3136, 392 },    { "int2", 3136, 784 },
    { "int4", 3136, 1568 },   { "int8", 73728, 73728 },
    { "int4", 73728, 36864 }, { "int1", 1, 1 },
    { "int1", 9, 2 },         { "int2", 5, 2 },
    { "float16", 3, 6 },      { "float32", 3000000, 12000000 },
    { "int64", 2, 16 },       { "float32", 0, 0 },
  };
  gint64 bytes;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_true (hr_dtype_get_bytes (hr_dtype_find (cases[i].id), cases[i].n_elems, &bytes));
      g_assert_cmpint (bytes, ==, cases[i].bytes);
    }
  g_assert_true (hr_dtype_get_bytes (hr_dtype_find ("int1"), G_MAXINT64, &bytes));
  g_assert_cmpint (bytes, ==, G_GINT64_CONSTANT (1) << 60); /* (2^63 − 1) / 8, rounded up */
  g_assert_false (hr_dtype_get_bytes (hr_dtype_find ("float32"), G_GINT64_CONSTANT (1) << 61, &bytes));
  g_assert_null (hr_dtype_find ("float7"));
  g_assert_cmpstr (hr_dtype_find_weights (16)->id, ==, "float16");
  g_assert_null (hr_dtype_find_weights (3));
}

static void
test_shape (void)
{
  HrShape shape = { .dims = { 64, 3, 224, 224 }, .rank = 4, .batch_axis = 0 };
  HrTensor tensor = { shape, hr_dtype_find ("float32") };
  g_autofree char *whole = hr_shape_to_string (&shape, TRUE), *instance = hr_shape_to_string (&shape, FALSE);
  g_autofree char *unknown = NULL;
  gint64 value;

  g_assert_cmpstr (whole, ==, "64 × 3 × 224 × 224");
  g_assert_cmpstr (instance, ==, "3 × 224 × 224");
  g_assert_true (hr_shape_get_elems (&shape, &value));
  g_assert_cmpint (value, ==, 9633792);
  g_assert_true (hr_tensor_get_bytes (&tensor, &value));
  g_assert_cmpint (value, ==, 38535168);
  shape.dims[2] = HR_DIM_UNKNOWN;
  unknown = hr_shape_to_string (&shape, FALSE);
  g_assert_cmpstr (unknown, ==, "3 × ? × 224");
  g_assert_false (hr_shape_is_known (&shape));
  g_assert_false (hr_shape_get_elems (&shape, &value));
  g_assert_false (hr_shape_get_elems (&HR_SHAPE_UNKNOWN, &value));
  shape = (HrShape) { .dims = { G_MAXINT32, G_MAXINT32, 4 }, .rank = 3, .batch_axis = 0 };
  g_assert_false (hr_shape_get_elems (&shape, &value));
  shape = (HrShape) { .rank = 0, .batch_axis = HR_NO_BATCH_AXIS };
  g_assert_true (hr_shape_get_elems (&shape, &value));
  g_assert_cmpint (value, ==, 1);
}

static void
test_format (void)
{
  static const struct
  {
    gint64 bytes;
    const char *text;
  } sizes[] = {
    { 0, "0 B" },
    { 392, "392 B" },
    { 1023, "1023 B" },
    { 1024, "1.00 KiB" },
    { 12000000, "11.4 MiB" }, /* 11.44 */
    { 1048575, "1.00 MiB" },  /* not 1024.0 KiB */
    { 46858048, "44.7 MiB" }, /* 44.688 */
    { 8589934592, "8.00 GiB" },
    { G_MAXINT64, "8.00 EiB" },
  };
  g_autofree char *count = hr_format_count (11689512), *small = hr_format_count (999),
                  *lowest = hr_format_count (G_MININT64);
  g_autofree char *bytes = hr_format_bytes (1200000000), *si = hr_format_si (1814073344),
                  *mega = hr_format_si (11689512);

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *text = hr_format_size (sizes[i].bytes);
      g_assert_cmpstr (text, ==, sizes[i].text);
    }
  g_assert_cmpstr (count, ==, "11,689,512");
  g_assert_cmpstr (small, ==, "999");
  g_assert_cmpstr (lowest, ==, "−9,223,372,036,854,775,808");
  g_assert_cmpstr (bytes, ==, "1,200,000,000 B");
  g_assert_cmpstr (si, ==, "1.81 G");
  g_assert_cmpstr (mega, ==, "11.7 M");
}

static void
test_parse_size (void)
{
  static const struct
  {
    const char *text;
    gint64 bytes; /* −1: refused */
  } cases[] = {
    { "8GiB", 8589934592 },
    { "8GB", 8000000000 },
    { "500 MB", 500000000 },
    { "1024", 1024 },
    { " 6 KiB ", 6144 },
    { "1.5GiB", 1610612736 },
    { "2.05 GiB", 2201170739 }, /* 2.05 · 2^30 = 2,201,170,739.2 */
    { "12 B", 12 },
    { "7E", 7000000000000000000 },
    { "", -1 },
    { "GiB", -1 },
    { "-1", -1 },
    { "8 XB", -1 },
    { "8 GiBs", -1 },
    { "9223372036854775808", -1 },
    { "8EiB", -1 },
    { "1,5 GiB", -1 },
    { "0x10", -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 bytes = -1;
      gboolean parsed = hr_parse_size (cases[i].text, &bytes);

      g_test_message ("“%s”", cases[i].text);
      g_assert_cmpint (parsed, ==, cases[i].bytes >= 0);
      if (parsed)
        g_assert_cmpint (bytes, ==, cases[i].bytes);
    }
}

static void
test_device (void)
{
  g_autoptr (HrDevice) device = hr_device_new ("card", "Card", 8589934592);
  g_autoptr (HrDevice) copy = NULL;

  device->reserved_bytes = 1073741824;
  copy = hr_device_copy (device);
  g_assert_cmpint (hr_device_get_available (copy), ==, 7516192768);
  copy->reserved_bytes = G_MAXINT64;
  g_assert_cmpint (hr_device_get_available (copy), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/checked", test_checked);
  g_test_add_func ("/line", test_line);
  g_test_add_func ("/dtype/bytes", test_dtype_bytes);
  g_test_add_func ("/shape", test_shape);
  g_test_add_func ("/units/format", test_format);
  g_test_add_func ("/units/parse-size", test_parse_size);
  g_test_add_func ("/device/available", test_device);
  return g_test_run ();
}
