/* Convolution of one to three axes, strided, dilated, grouped, depthwise or transposed (as a gather), float32.
 *
 * Tensors lie densely: values [image][channel][depth][height][width], weights [out][in / groups][kernel] or, transposed,
 * [in][out / groups][kernel]. An invocation computes POSITIONS positions of CHANNELS neighbouring output channels, so that
 * each value read is used for several sums. Built twice: with TEXELS inputs are read through texel buffers, which some
 * devices read many times faster than storage buffers. */
#version 450

layout (local_size_x_id = 0) in;

layout (constant_id = 1) const int CHANNELS = 1;
layout (constant_id = 2) const int POSITIONS = 1;
layout (constant_id = 3) const bool TRANSPOSED = false;
layout (constant_id = 4) const bool BIAS = false;
layout (constant_id = 5) const int GROUPS = 1;
layout (constant_id = 6) const int IN_PER_GROUP = 1;
layout (constant_id = 7) const int OUT_PER_GROUP = 1;
layout (constant_id = 8) const int IN_DEPTH = 1;
layout (constant_id = 9) const int IN_HEIGHT = 1;
layout (constant_id = 10) const int IN_WIDTH = 1;
layout (constant_id = 11) const int OUT_DEPTH = 1;
layout (constant_id = 12) const int OUT_HEIGHT = 1;
layout (constant_id = 13) const int OUT_WIDTH = 1;
layout (constant_id = 14) const int KERNEL_DEPTH = 1;
layout (constant_id = 15) const int KERNEL_HEIGHT = 1;
layout (constant_id = 16) const int KERNEL_WIDTH = 1;
layout (constant_id = 17) const int STRIDE_DEPTH = 1;
layout (constant_id = 18) const int STRIDE_HEIGHT = 1;
layout (constant_id = 19) const int STRIDE_WIDTH = 1;
layout (constant_id = 20) const int DILATION_DEPTH = 1;
layout (constant_id = 21) const int DILATION_HEIGHT = 1;
layout (constant_id = 22) const int DILATION_WIDTH = 1;
layout (constant_id = 23) const int PAD_DEPTH = 0;
layout (constant_id = 24) const int PAD_HEIGHT = 0;
layout (constant_id = 25) const int PAD_WIDTH = 0;

const int IN_PLANE = IN_DEPTH * IN_HEIGHT * IN_WIDTH;
const int OUT_PLANE = OUT_DEPTH * OUT_HEIGHT * OUT_WIDTH;
const int TAPS = KERNEL_DEPTH * KERNEL_HEIGHT * KERNEL_WIDTH;
const int TILES_PER_GROUP = (OUT_PER_GROUP + CHANNELS - 1) / CHANNELS;
const int WEIGHT_IN = TRANSPOSED ? OUT_PER_GROUP * TAPS : TAPS;
const int WEIGHT_OUT = TRANSPOSED ? TAPS : IN_PER_GROUP * TAPS;

/* The piece. Firsts are where index 0 of each tensor would lie, seen from the bound window. */
layout (push_constant) uniform Piece
{
  int first_input;
  int first_weight;
  int first_bias;
  int first_output;
  int first_tile;
  int first_position;
  int n_positions; /* of each image */
  int n_values;    /* positions of all images */
} piece;

#ifdef TEXELS
layout (binding = 0) uniform textureBuffer inputs;
layout (binding = 1) uniform textureBuffer weights;
layout (binding = 2) uniform textureBuffer biases;
#define LOAD(from, index) texelFetch (from, index).r
#else
layout (std430, binding = 0) readonly buffer Inputs { float values[]; } inputs;
layout (std430, binding = 1) readonly buffer Weights { float values[]; } weights;
layout (std430, binding = 2) readonly buffer Biases { float values[]; } biases;
#define LOAD(from, index) from.values[index]
#endif
layout (std430, binding = 3) writeonly buffer Outputs { float values[]; } outputs;

/* Which of this invocation's positions, counted through the piece; neighbours in a work group are neighbours there. */
int
get_value (int index)
{
  return (int (gl_WorkGroupID.x) * POSITIONS + index) * int (gl_WorkGroupSize.x) + int (gl_LocalInvocationID.x);
}

/* Input coordinate along one axis that a tap of an output coordinate reads. FALSE when there is none. */
bool
locate (int at, int tap, int stride, int dilation, int pad, int size, out int found)
{
  if (TRANSPOSED)
    {
      int spread = at + pad - tap * dilation;
      found = spread / stride;
      return spread >= 0 && found * stride == spread && found < size;
    }
  found = at * stride - pad + tap * dilation;
  return found >= 0 && found < size;
}

void
main ()
{
  int tile = piece.first_tile + int (gl_WorkGroupID.y);
  int group = tile / TILES_PER_GROUP;
  int first_channel = tile % TILES_PER_GROUP * CHANNELS;

  int image[POSITIONS];
  ivec3 at[POSITIONS];
  for (int p = 0; p < POSITIONS; p++)
    {
      int value = min (get_value (p), piece.n_values - 1);
      int position = piece.first_position + value % piece.n_positions;
      image[p] = piece.first_input + (value / piece.n_positions * GROUPS + group) * IN_PER_GROUP * IN_PLANE;
      at[p] = ivec3 (position % OUT_WIDTH, position / OUT_WIDTH % OUT_HEIGHT, position / (OUT_WIDTH * OUT_HEIGHT));
    }

  /* Channels beyond the group compute its last one again and are not stored. */
  int filters[CHANNELS];
  float sums[CHANNELS * POSITIONS];
  for (int c = 0; c < CHANNELS; c++)
    {
      int channel = min (first_channel + c, OUT_PER_GROUP - 1);
      float start = BIAS ? LOAD (biases, piece.first_bias + group * OUT_PER_GROUP + channel) : 0.0;
      filters[c] = piece.first_weight + group * OUT_PER_GROUP * IN_PER_GROUP * TAPS + channel * WEIGHT_OUT;
      for (int p = 0; p < POSITIONS; p++)
        sums[c * POSITIONS + p] = start;
    }

  for (int z = 0; z < KERNEL_DEPTH; z++)
    for (int y = 0; y < KERNEL_HEIGHT; y++)
      for (int x = 0; x < KERNEL_WIDTH; x++)
        {
          int tap = (z * KERNEL_HEIGHT + y) * KERNEL_WIDTH + x;
          int from[POSITIONS];
          bool inside[POSITIONS];
          for (int p = 0; p < POSITIONS; p++)
            {
              ivec3 found;
              bool in_x = locate (at[p].x, x, STRIDE_WIDTH, DILATION_WIDTH, PAD_WIDTH, IN_WIDTH, found.x);
              bool in_y = locate (at[p].y, y, STRIDE_HEIGHT, DILATION_HEIGHT, PAD_HEIGHT, IN_HEIGHT, found.y);
              bool in_z = locate (at[p].z, z, STRIDE_DEPTH, DILATION_DEPTH, PAD_DEPTH, IN_DEPTH, found.z);
              inside[p] = in_x && in_y && in_z;
              from[p] = image[p] + (inside[p] ? (found.z * IN_HEIGHT + found.y) * IN_WIDTH + found.x : 0);
            }
          for (int i = 0; i < IN_PER_GROUP; i++)
            {
              float values[POSITIONS];
              for (int p = 0; p < POSITIONS; p++)
                {
                  float value = LOAD (inputs, from[p] + i * IN_PLANE);
                  values[p] = inside[p] ? value : 0.0;
                }
              for (int c = 0; c < CHANNELS; c++)
                {
                  float weight = LOAD (weights, filters[c] + i * WEIGHT_IN + tap);
                  for (int p = 0; p < POSITIONS; p++)
                    sums[c * POSITIONS + p] += weight * values[p];
                }
            }
        }

  for (int p = 0; p < POSITIONS; p++)
    {
      int value = get_value (p);
      int position = piece.first_position + value % piece.n_positions;
      int plane = value / piece.n_positions * GROUPS * OUT_PER_GROUP + group * OUT_PER_GROUP + first_channel;
      if (value < piece.n_values)
        for (int c = 0; c < CHANNELS; c++)
          if (first_channel + c < OUT_PER_GROUP)
            outputs.values[piece.first_output + (plane + c) * OUT_PLANE + position] = sums[c * POSITIONS + p];
    }
}
