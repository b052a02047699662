#include "window.h"

const HrChoice hr_padding_choices[] = {
  [HR_PADDING_EXPLICIT] = { "explicit", N_ ("Explicit") },
  [HR_PADDING_SAME_UPPER] = { "same-upper", N_ ("Same, more at the end") },
  [HR_PADDING_SAME_LOWER] = { "same-lower", N_ ("Same, more at the beginning") },
  [HR_PADDING_VALID] = { "valid", N_ ("None") },
  { NULL, NULL },
};

gboolean
hr_window_shows_pads (gconstpointer params)
{
  return ((const HrWindowParams *) params)->padding == HR_PADDING_EXPLICIT;
}

static gboolean
is_same (const HrWindowParams *self)
{
  return self->padding == HR_PADDING_SAME_UPPER || self->padding == HR_PADDING_SAME_LOWER;
}

/* Output ⌈in / stride⌉; the padding is what the last window needs. */
static void
resolve_same (HrWindowAxis *axis, gboolean upper)
{
  gint64 covered, total;

  axis->out = hr_div_round_up (axis->in, axis->stride);
  axis->fits = axis->out == 0 || hr_checked_add ((axis->out - 1) * axis->stride, axis->extent, &covered);
  if (!axis->fits || axis->out == 0)
    return;
  total = MAX (0, covered - axis->in);
  axis->pad_begin = upper ? total / 2 : total - total / 2;
  axis->pad_end = total - axis->pad_begin;
}

/* Windows that fit, and rounding up one more, which PyTorch keeps only where it starts inside input or leading padding. */
static void
resolve_padded (HrWindowAxis *axis, gboolean ceiling)
{
  gint64 padded, span, steps, last;

  axis->fits = hr_checked_add (axis->in, axis->pad_begin + axis->pad_end, &padded)
               && padded >= axis->extent - (ceiling ? axis->stride - 1 : 0);
  if (!axis->fits)
    return;
  span = MAX (0, padded - axis->extent);
  steps = span / axis->stride;
  axis->out = steps + 1;
  if (!ceiling || span % axis->stride == 0)
    return;
  if (hr_checked_mul (steps + 1, axis->stride, &last) && last < axis->in + axis->pad_begin)
    axis->out++;
}

HrWindowAxis
hr_window_get_axis (const HrWindowParams *self, guint axis, gint64 in)
{
  HrWindowAxis window = {
    .kernel = hr_tuple_get (&self->kernel, axis, 1),
    .stride = hr_tuple_get (&self->stride, axis, 1),
    .dilation = hr_tuple_get (&self->dilation, axis, 1),
    .in = in,
    .out = HR_DIM_UNKNOWN,
    .fits = TRUE,
  };

  window.extent = (window.kernel - 1) * window.dilation + 1; /* below 2^62: both are at most HR_MAX_SIZE */
  if (self->padding == HR_PADDING_EXPLICIT)
    {
      window.pad_begin = hr_tuple_get (&self->pad_begin, axis, 0);
      window.pad_end = hr_tuple_get (&self->pad_end, axis, 0);
    }
  if (in == HR_DIM_UNKNOWN)
    return window;
  if (is_same (self))
    resolve_same (&window, self->padding == HR_PADDING_SAME_UPPER);
  else
    resolve_padded (&window, self->ceiling);
  return window;
}

guint
hr_window_get_axes (const HrWindowParams *self, const HrOpCall *call, HrWindowAxis axes[HR_MAX_SPATIAL])
{
  const HrShape *shape = &call->inputs[0].shape;
  guint n_spatial = (guint) shape->rank - 2;

  g_assert (n_spatial >= 1 && n_spatial <= HR_MAX_SPATIAL);
  for (guint i = 0; i < n_spatial; i++)
    axes[i] = hr_window_get_axis (self, i, shape->dims[2 + i]);
  return n_spatial;
}

gboolean
hr_window_check_tuples (const HrWindowParams *self, guint n_spatial, HrReport *report)
{
  gboolean explicit = self->padding == HR_PADDING_EXPLICIT;

  return hr_op_check_tuple (&self->kernel, _ ("kernel"), n_spatial, report)
         && hr_op_check_tuple (&self->stride, _ ("stride"), n_spatial, report)
         && hr_op_check_tuple (&self->dilation, _ ("dilation"), n_spatial, report)
         && (!explicit || hr_op_check_tuple (&self->pad_begin, _ ("padding"), n_spatial, report))
         && (!explicit || hr_op_check_tuple (&self->pad_end, _ ("padding"), n_spatial, report));
}

/* Appends the padded input, "5×5", with "?" where it is not known. */
static void
append_padded (GString *text, const HrWindowAxis *axes, guint n_spatial)
{
  for (guint i = 0; i < n_spatial; i++)
    {
      gint64 padded;

      if (i > 0)
        g_string_append (text, "×");
      if (hr_checked_add (axes[i].in, axes[i].pad_begin + axes[i].pad_end, &padded))
        hr_op_append_count (text, padded);
      else
        g_string_append (text, "?");
    }
}

gboolean
hr_window_check_fit (const HrWindowAxis *axes, guint n_spatial, HrReport *report)
{
  gint64 extents[HR_MAX_SPATIAL];
  gboolean fits = TRUE;
  g_autoptr (GString) kernel = NULL, padded = NULL;

  for (guint i = 0; i < n_spatial; i++)
    {
      extents[i] = axes[i].extent;
      fits = fits && axes[i].fits;
    }
  if (fits)
    return TRUE;
  kernel = g_string_new (NULL);
  padded = g_string_new (NULL);
  hr_op_append_sizes (kernel, extents, n_spatial);
  append_padded (padded, axes, n_spatial);
  return hr_op_fail (report, "kernel-too-large", _ ("kernel %s is larger than its padded input %s"), kernel->str,
                     padded->str);
}

static void
append_extent (GString *text, const HrWindowAxis *axis)
{
  if (axis->dilation > 1 && axis->kernel > 1)
    {
      g_string_append (text, "((");
      hr_op_append_count (text, axis->kernel);
      g_string_append (text, " − 1)·");
      hr_op_append_count (text, axis->dilation);
      g_string_append (text, " + 1)");
    }
  else
    hr_op_append_count (text, axis->extent);
}

static void
explain_axis (const HrWindowParams *self, const HrWindowAxis *axis, GString *text)
{
  gboolean ceiling = self->ceiling || is_same (self);
  gboolean padded = axis->pad_begin > 0 || axis->pad_end > 0;
  gboolean divided = axis->stride > 1 || is_same (self);
  gint64 span;

  if (divided)
    g_string_append (text, ceiling ? "⌈" : "⌊");
  if (divided && !is_same (self))
    g_string_append (text, "(");
  hr_op_append_count (text, axis->in);
  if (!is_same (self))
    {
      if (padded)
        {
          g_string_append (text, " + ");
          hr_op_append_count (text, axis->pad_begin);
          g_string_append (text, " + ");
          hr_op_append_count (text, axis->pad_end);
        }
      g_string_append (text, " − ");
      append_extent (text, axis);
    }
  if (divided)
    {
      g_string_append (text, is_same (self) ? " / " : ") / ");
      hr_op_append_count (text, axis->stride);
      g_string_append (text, ceiling ? "⌉" : "⌋");
    }
  if (!is_same (self))
    g_string_append (text, " + 1");
  span = axis->in + axis->pad_begin + axis->pad_end - axis->extent;
  if (self->ceiling && !is_same (self) && span > 0 && axis->out == hr_div_round_up (span, axis->stride))
    g_string_append (text, " − 1");
  g_string_append (text, " = ");
  hr_op_append_count (text, axis->out);
}

static gboolean
axis_equal (const HrWindowAxis *a, const HrWindowAxis *b)
{
  return a->in == b->in && a->kernel == b->kernel && a->stride == b->stride && a->dilation == b->dilation
         && a->pad_begin == b->pad_begin && a->pad_end == b->pad_end;
}

void
hr_window_explain (const HrWindowParams *self, const HrWindowAxis *axes, guint n_spatial, GString *text)
{
  for (guint i = 0; i < n_spatial; i++)
    {
      if (i > 0 && axis_equal (&axes[i], &axes[i - 1]))
        continue;
      if (i > 0)
        g_string_append_c (text, '\n');
      explain_axis (self, &axes[i], text);
    }
}

static gboolean
all_equal (const HrTuple *tuple)
{
  for (guint i = 1; i < tuple->n_values; i++)
    if (tuple->values[i] != tuple->values[0])
      return FALSE;
  return TRUE;
}

void
hr_window_summarize (const HrWindowParams *self, GString *text)
{
  gint64 stride = hr_tuple_get (&self->stride, 0, 1);

  if (self->kernel.n_values == 1)
    hr_op_append_sizes (text, (gint64[2]) { self->kernel.values[0], self->kernel.values[0] }, 2);
  else
    hr_op_append_tuple (text, &self->kernel);
  if (all_equal (&self->stride) && stride == 1)
    return;
  g_string_append (text, " / ");
  if (all_equal (&self->stride))
    hr_op_append_count (text, stride);
  else
    hr_op_append_tuple (text, &self->stride);
}
