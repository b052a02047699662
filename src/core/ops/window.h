/* window.h: a window that slides over spatial axes: sizes, padding and the output of convolutions and pools. */
#pragma once

#include "common.h"

G_BEGIN_DECLS

#define HR_MAX_SPATIAL 3

typedef enum
{
  HR_PADDING_EXPLICIT,
  HR_PADDING_SAME_UPPER, /* output ⌈in / stride⌉; of an odd padding the larger part at the end */
  HR_PADDING_SAME_LOWER, /* … at the beginning */
  HR_PADDING_VALID,
} HrPadding;

/* Must be the first member of a kind's parameters. A tuple without values means 1 (kernel, stride, dilation) or 0. */
typedef struct
{
  HrTuple kernel, stride, dilation, pad_begin, pad_end;
  guint padding; /* HrPadding */
  gboolean ceiling;
} HrWindowParams;

/* The window on one axis. */
typedef struct
{
  gint64 kernel, stride, dilation, pad_begin, pad_end;
  gint64 extent;  /* elements that the dilated kernel spans */
  gint64 in, out; /* or HR_DIM_UNKNOWN */
  gboolean fits;  /* FALSE: the kernel is larger than the padded input; out is unknown then */
} HrWindowAxis;

extern const HrChoice hr_padding_choices[];
gboolean hr_window_shows_pads (gconstpointer params);

#define HR_WINDOW_TUPLE_ROW(Params, key, label, help, member, low, text)                                               \
  {                                                                                                                    \
    key, label, help, HR_PARAM_TUPLE, G_STRUCT_OFFSET (Params, window.member), low, HR_MAX_SIZE, .fallback = text      \
  }
#define HR_KERNEL_ROW(Params, text)                                                                                    \
  HR_WINDOW_TUPLE_ROW (Params, "kernel", N_ ("Kernel"), N_ ("Size of the window along each spatial axis."), kernel, 1, \
                       text)
#define HR_STRIDE_ROW(Params, text)                                                                                    \
  HR_WINDOW_TUPLE_ROW (Params, "stride", N_ ("Stride"), N_ ("Steps between neighbouring windows."), stride, 1, text)
#define HR_DILATION_ROW(Params)                                                                                        \
  HR_WINDOW_TUPLE_ROW (Params, "dilation", N_ ("Dilation"), N_ ("Distance between neighbouring kernel elements."),     \
                       dilation, 1, "1")
#define HR_PADDING_ROW(Params, text)                                                                                   \
  {                                                                                                                    \
    "padding", N_ ("Padding"), N_ ("How the borders of the input are extended."), HR_PARAM_CHOICE,                     \
        G_STRUCT_OFFSET (Params, window.padding), .fallback = text, .choices = hr_padding_choices                      \
  }
#define HR_PAD_ROW(Params, key, label, help, member)                                                                   \
  {                                                                                                                    \
    key, label, help, HR_PARAM_TUPLE, G_STRUCT_OFFSET (Params, window.member), 0, HR_MAX_SIZE,                         \
        .fallback = "0", .is_visible = hr_window_shows_pads                                                            \
  }
#define HR_PAD_BEGIN_ROW(Params)                                                                                       \
  HR_PAD_ROW (Params, "pad-begin", N_ ("Padding before"), N_ ("Rows added before the first, along each axis."),        \
              pad_begin)
#define HR_PAD_END_ROW(Params)                                                                                         \
  HR_PAD_ROW (Params, "pad-end", N_ ("Padding after"), N_ ("Rows added after the last, along each axis."), pad_end)

/* The window on spatial axis `axis` of an input of size `in` (or HR_DIM_UNKNOWN). Floor and ceiling follow PyTorch: a last
 * window that would start beyond input and leading padding is dropped (docs of torch.nn.MaxPool2d). */
HrWindowAxis hr_window_get_axis (const HrWindowParams *self, guint axis, gint64 in);

/* The same on all spatial axes of a call's input. Returns their number. Only with a known rank. */
guint hr_window_get_axes (const HrWindowParams *self, const HrOpCall *call, HrWindowAxis axes[HR_MAX_SPATIAL]);

/* Checks all tuples of the window. */
gboolean hr_window_check_tuples (const HrWindowParams *self, guint n_spatial, HrReport *report);

/* Reports a window that does not fit its input. */
gboolean hr_window_check_fit (const HrWindowAxis *axes, guint n_spatial, HrReport *report);

/* Appends the working of the output's size, one line per axis, equal axes once: "⌊(224 + 3 + 3 − 7) / 2⌋ + 1 = 112". */
void hr_window_explain (const HrWindowParams *self, const HrWindowAxis *axes, guint n_spatial, GString *text);

/* Appends "7×7 / 2": kernel, and stride where it is not 1. A single kernel size is written as for pictures, which have two
 * axes; the input that decides is not known here. */
void hr_window_summarize (const HrWindowParams *self, GString *text);

G_END_DECLS
