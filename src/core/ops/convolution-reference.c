/* convolution-reference.c: convolutions in double precision, plainly: for a few output positions at a time the input values
 * under every window are gathered into columns, then each filter is multiplied with them. */
#include "conv-common.h"

/* Output positions that are computed together. */
#define N_LANES 8

typedef double HrLanes __attribute__ ((vector_size (N_LANES * sizeof (double))));
typedef gint64 HrLaneBits __attribute__ ((vector_size (N_LANES * sizeof (double))));

/* |x| lane by lane. A macro: vectors cannot be passed by value without the widest instruction set. */
#define LANES_FABS(x) ((HrLanes) (G_MAXINT64 & (HrLaneBits) (x)))

/* Input position that kernel element k meets at output position out, or −1: none. */
static gint64
get_input (const HrConvolution *conv, guint axis, gint64 out, gint64 k)
{
  gint64 in;

  if (!conv->transposed)
    in = out * conv->stride[axis] - conv->pad_begin[axis] + k * conv->dilation[axis];
  else
    {
      in = out + conv->pad_begin[axis] - k * conv->dilation[axis];
      if (in % conv->stride[axis] != 0)
        return -1;
      in /= conv->stride[axis];
    }
  return in >= 0 && in < conv->in[axis] ? in : -1;
}

/* Writes the input values of one channel that output position meets, one per kernel element, into a lane of column. */
static void
gather_channel (const HrConvolution *conv, const float *plane, gint64 position, guint lane, HrLanes *column)
{
  gint64 z_out = position / (conv->out[1] * conv->out[2]);
  gint64 y_out = position / conv->out[2] % conv->out[1];
  gint64 x_out = position % conv->out[2];

  for (gint64 kz = 0; kz < conv->kernel[0]; kz++)
    {
      gint64 z = get_input (conv, 0, z_out, kz);

      for (gint64 ky = 0; ky < conv->kernel[1]; ky++)
        {
          gint64 y = get_input (conv, 1, y_out, ky);
          const float *row = z < 0 || y < 0 ? NULL : plane + (z * conv->in[1] + y) * conv->in[2];

          for (gint64 kx = 0; kx < conv->kernel[2]; kx++, column++)
            {
              gint64 x = get_input (conv, 2, x_out, kx);

              (*column)[lane] = row == NULL || x < 0 ? 0.0 : row[x];
            }
        }
    }
}

/* Sizes that every part needs. */
typedef struct
{
  gint64 in_plane, out_plane, kernel; /* elements */
  gint64 group_inputs, group_outputs; /* channels */
  gint64 n_taps;                      /* products per output value */
} HrConvSizes;

static HrConvSizes
get_sizes (const HrConvolution *conv)
{
  HrConvSizes sizes = {
    .in_plane = conv->in[0] * conv->in[1] * conv->in[2],
    .out_plane = conv->out[0] * conv->out[1] * conv->out[2],
    .kernel = conv->kernel[0] * conv->kernel[1] * conv->kernel[2],
    .group_inputs = conv->in_channels / conv->groups,
    .group_outputs = conv->out_channels / conv->groups,
  };

  sizes.n_taps = sizes.group_inputs * sizes.kernel;
  return sizes;
}

/* The filter of an output channel, laid out as the columns are: the weights themselves, or a copy in buffer. */
static const float *
get_filter (const HrConvolution *conv, const HrConvSizes *sizes, const float *weights, gint64 channel, float *buffer)
{
  gint64 group = channel / sizes->group_outputs, in_group = channel % sizes->group_outputs;

  if (!conv->transposed)
    return weights + channel * sizes->n_taps;
  for (gint64 i = 0; i < sizes->group_inputs; i++)
    memcpy (buffer + i * sizes->kernel,
            weights + ((group * sizes->group_inputs + i) * sizes->group_outputs + in_group) * sizes->kernel,
            (gsize) sizes->kernel * sizeof (float));
  return buffer;
}

static void
multiply_column (const float *filter, const HrLanes *column, gint64 n_taps, double bias, HrLanes *sum,
                 HrLanes *magnitude)
{
  HrLanes s = (HrLanes){ 0 } + bias, m = LANES_FABS (s);

  for (gint64 k = 0; k < n_taps; k++)
    {
      HrLanes product = column[k] * (double) filter[k];

      s += product;
      m += LANES_FABS (product);
    }
  *sum = s;
  *magnitude = m;
}

/* What one call works with. */
typedef struct
{
  HrConvolution conv;
  HrConvSizes sizes;
  const HrReference *io; /* borrowed */
  gint64 first_channel, end_channel;
  HrLanes *column; /* owned: n_taps */
  float *filter;   /* owned: n_taps */
} HrConvRun;

/* N_LANES output positions of one group. */
static void
compute_positions (HrConvRun *run, gint64 instance, gint64 group, gint64 position)
{
  const HrConvolution *conv = &run->conv;
  const HrConvSizes *sizes = &run->sizes;
  guint n_lanes = (guint) MIN (N_LANES, sizes->out_plane - position);
  gint64 first = MAX (run->first_channel, group * sizes->group_outputs);
  gint64 end = MIN (run->end_channel, (group + 1) * sizes->group_outputs);
  gint64 input = instance * conv->in_channels + group * sizes->group_inputs;

  for (gint64 i = 0; i < sizes->group_inputs; i++)
    for (guint lane = 0; lane < n_lanes; lane++)
      gather_channel (conv, run->io->inputs[0] + (input + i) * sizes->in_plane, position + lane, lane,
                      run->column + i * sizes->kernel);
  for (gint64 channel = first; channel < end; channel++)
    {
      const float *filter = get_filter (conv, sizes, run->io->learned[0], channel, run->filter);
      gint64 at = (instance * conv->out_channels + channel) * sizes->out_plane + position;
      HrLanes sum, magnitude;

      multiply_column (filter, run->column, sizes->n_taps, conv->bias ? run->io->learned[1][channel] : 0.0, &sum,
                       &magnitude);
      memcpy (run->io->output + at, &sum, n_lanes * sizeof (double));
      if (run->io->magnitude != NULL)
        memcpy (run->io->magnitude + at, &magnitude, n_lanes * sizeof (double));
    }
}

void
hr_conv_reference (const HrOpCall *call, const HrReference *io)
{
  HrConvRun run = { .io = io, .first_channel = io->first_channel };

  if (!hr_convolution_init (&run.conv, call))
    g_return_if_reached ();
  run.sizes = get_sizes (&run.conv);
  run.end_channel = io->n_channels > 0 ? io->first_channel + io->n_channels : run.conv.out_channels;
  run.column = g_aligned_alloc0 ((gsize) run.sizes.n_taps, sizeof (HrLanes), sizeof (HrLanes));
  run.filter = g_new (float, run.sizes.n_taps);
  for (gint64 instance = 0; instance < run.conv.batch; instance++)
    for (gint64 group = run.first_channel / run.sizes.group_outputs; group < run.conv.groups; group++)
      {
        if (group * run.sizes.group_outputs >= run.end_channel)
          break;
        for (gint64 position = 0; position < run.sizes.out_plane; position += N_LANES)
          compute_positions (&run, instance, group, position);
      }
  g_aligned_free (run.column);
  g_free (run.filter);
}
