/* Limits of devices, faked: lavapipe itself refuses nothing. */
#include "gpu/pieces.h"

/* The least that Vulkan 1.3 lets a device offer (table "Required Limits"), but for group counts. */
static const HrVkLimits least = { .storage_range_bytes = G_GINT64_CONSTANT (1) << 27,
                                  .texel_elems = 65536,
                                  .storage_alignment_bytes = 256,
                                  .texel_alignment_bytes = 256,
                                  .max_groups = { 65535, 65535 },
                                  .lanes = 64 };

static HrConvolution
make_convolution (gint64 batch, gint64 in, gint64 out, gint64 groups, gint64 size)
{
  return (HrConvolution){ .bias = TRUE,
                          .n_spatial = 2,
                          .batch = batch,
                          .in_channels = in,
                          .out_channels = out,
                          .groups = groups,
                          .in = { 1, size, size },
                          .out = { 1, size, size },
                          .kernel = { 1, 3, 3 },
                          .stride = { 1, 1, 1 },
                          .dilation = { 1, 1, 1 },
                          .pad_begin = { 0, 1, 1 },
                          .pad_end = { 0, 1, 1 } };
}

/* Marks what the pieces compute: every value must be computed once. Returns the number of pieces. */
static guint
cover (const HrConvolution *conv, const HrVkLimits *limits, double max_multiply_adds)
{
  HrConvTask task;
  HrPiece piece = { 0 };
  gboolean too_large;
  guint n_pieces = 0;

  g_assert_true (hr_conv_task_init (&task, conv, limits));
  gint64 n_cells = conv->batch * task.n_tiles * task.out_plane;
  g_autofree guint8 *seen = g_new0 (guint8, n_cells);
  for (; hr_piece_next (&piece, &task, limits, max_multiply_adds, &too_large); n_pieces++)
    {
      HrSpan output = hr_piece_get_output (&piece, &task);
      g_assert_cmpint (output.n * 4, <=, limits->storage_range_bytes);
      g_assert_cmpint (output.first + output.n, <=, conv->batch * conv->out_channels * task.out_plane);
      g_assert_cmpint (hr_piece_get_groups (&piece, &task), <=, limits->max_groups[0]);
      g_assert_cmpint (piece.n_tiles, <=, limits->max_groups[1]);
      for (gint64 i = 0; i < piece.n_images; i++)
        for (gint64 t = 0; t < piece.n_tiles; t++)
          for (gint64 p = 0; p < piece.n_positions; p++)
            seen[((piece.first_image + i) * task.n_tiles + piece.first_tile + t) * task.out_plane + piece.first_position
                 + p]++;
    }
  g_assert_false (too_large);
  for (gint64 i = 0; i < n_cells; i++)
    g_assert_cmpint (seen[i], ==, 1);
  return n_pieces;
}

static void
test_pieces_cover_everything_once (void)
{
  HrConvolution conv = make_convolution (3, 4, 20, 2, 21);
  HrVkLimits limits = least;

  g_assert_cmpuint (cover (&conv, &limits, G_MAXDOUBLE), ==, 1);
  g_assert_cmpuint (cover (&conv, &limits, 1), >, 3);
  limits.max_groups[1] = 1;
  g_assert_cmpuint (cover (&conv, &limits, G_MAXDOUBLE), ==, 3 * 4); /* two tiles of 5 channels in each of two groups */
  limits.max_groups[0] = 1;
  limits.lanes = 8;
  g_assert_cmpuint (cover (&conv, &limits, G_MAXDOUBLE), >, 3 * 4);
}

static void
test_output_beyond_the_binding_range_is_split (void)
{
  /* One image has 20 × 441 × 4 = 35,280 bytes. */
  HrConvolution conv = make_convolution (3, 4, 20, 1, 21);
  HrVkLimits limits = least;

  limits.storage_range_bytes = 40000;
  g_assert_cmpuint (cover (&conv, &limits, G_MAXDOUBLE), ==, 3);
  limits.storage_range_bytes = 20000;
  g_assert_cmpuint (cover (&conv, &limits, G_MAXDOUBLE), >=, 6);
}

static void
test_work_is_split (void)
{
  HrConvolution conv = make_convolution (1, 64, 64, 1, 56);
  HrConvTask task;
  HrPiece piece = { 0 };
  gboolean too_large;

  g_assert_true (hr_conv_task_init (&task, &conv, &least));
  /* 64 · 64 · 9 · 56 · 56 multiply-adds. */
  g_assert_true (hr_piece_next (&piece, &task, &least, G_MAXDOUBLE, &too_large));
  g_assert_cmpfloat (hr_piece_get_multiply_adds (&piece, &task), ==, 115605504);
  for (piece = (HrPiece){ 0 }; hr_piece_next (&piece, &task, &least, 10e6, &too_large);)
    g_assert_cmpfloat (hr_piece_get_multiply_adds (&piece, &task), <=, 10e6);
  g_assert_false (too_large);
}

static void
test_small_texel_buffers_give_way_to_storage_buffers (void)
{
  HrConvolution small = make_convolution (100, 3, 8, 1, 100), large = make_convolution (1, 64, 8, 1, 56);
  HrConvTask task;

  /* 3 · 100 · 100 elements of one image, however many images there are. */
  g_assert_true (hr_conv_task_init (&task, &small, &least));
  g_assert_true (task.texels);
  /* 64 · 56 · 56 = 200,704 are more than 65,536. */
  g_assert_true (hr_conv_task_init (&task, &large, &least));
  g_assert_false (task.texels);
}

static void
test_what_cannot_be_bound_is_said (void)
{
  HrConvolution conv = make_convolution (1, 64, 8, 1, 56);
  HrVkLimits limits = least;
  HrConvTask task;
  HrPiece piece = { 0 };
  gboolean too_large = FALSE;

  limits.storage_range_bytes = 200704 * 4 - 4;
  g_assert_true (hr_conv_task_init (&task, &conv, &limits));
  g_assert_false (hr_piece_next (&piece, &task, &limits, G_MAXDOUBLE, &too_large));
  g_assert_true (too_large);
}

static void
test_sizes_beyond_31_bits_are_refused (void)
{
  HrConvolution conv = make_convolution (1, 3, 8, 1, 56);
  HrConvTask task;

  conv.in[1] = conv.out[1] = G_GINT64_CONSTANT (1) << 40;
  g_assert_false (hr_conv_task_init (&task, &conv, &least));
  conv = make_convolution (1, 1 << 16, 1 << 16, 1, 1);
  g_assert_false (hr_conv_task_init (&task, &conv, &least));
  conv = make_convolution (0, 3, 8, 1, 56);
  g_assert_false (hr_conv_task_init (&task, &conv, &least));
}

static void
test_windows_are_aligned (void)
{
  /* The tensor begins at 512; element 100 at 912; the window at 768 = 3 · 256. */
  HrWindow window = hr_window_new (512, (HrSpan){ 100, 10 }, 256);

  g_assert_cmpint (window.offset_bytes, ==, 768);
  g_assert_cmpint (window.first_elem, ==, 36);
  g_assert_cmpint (window.bytes, ==, 144 + 40);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/pieces/cover", test_pieces_cover_everything_once);
  g_test_add_func ("/gpu/pieces/range", test_output_beyond_the_binding_range_is_split);
  g_test_add_func ("/gpu/pieces/work", test_work_is_split);
  g_test_add_func ("/gpu/pieces/texels", test_small_texel_buffers_give_way_to_storage_buffers);
  g_test_add_func ("/gpu/pieces/too-large", test_what_cannot_be_bound_is_said);
  g_test_add_func ("/gpu/pieces/indices", test_sizes_beyond_31_bits_are_refused);
  g_test_add_func ("/gpu/pieces/windows", test_windows_are_aligned);
  return g_test_run ();
}
