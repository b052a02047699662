/* ONNX models as text, and the networks that they are. The layers follow from the definitions of the operators
 * (github.com/onnx/onnx, docs/Operators.md), shapes and counts by hand. */
#include "io/importers/onnx.h"

#include <string.h>

#include "core/analysis.h"
#include "io/project-file.h"

#include "onnx-text.h"

static HrProject *
parse (const char *text, GError **error)
{
  g_autoptr (GByteArray) model = onnx_text_encode (text);
  return hr_onnx_parse (model->data, model->len, "model.onnx", error);
}

static void
append_params (GString *text, const HrNode *node)
{
  for (guint i = 0; i < node->op->n_params; i++)
    {
      g_autofree char *value = hr_param_to_text (&node->op->params[i], node->params);
      if (!hr_param_is_default (&node->op->params[i], node->params))
        g_string_append_printf (text, " %s=%s", node->op->params[i].key, g_strdelimit (value, " ", ','));
    }
}

/* "conv1 conv filters=4 : x -> 1x4x8x8", a line per layer. */
static char *
describe (const HrProject *project)
{
  g_autoptr (HrAnalysis) analysis = hr_analysis_new ((HrProject *) project, NULL);
  GString *text = g_string_new (NULL);
  guint n;
  const HrLayer *layers = hr_analysis_get_layers (analysis, &n);
  for (guint i = 0; i < n; i++)
    {
      const HrNode *node = layers[i].node;
      g_string_append_printf (text, "%s %s", node->id, node->op->id);
      append_params (text, node);
      for (guint j = 0; j < node->n_inputs; j++)
        g_string_append_printf (text, "%s%s", j > 0 ? " " : " : ",
                                node->inputs[j].node_id ? node->inputs[j].node_id : "_");
      if (node->weights_of)
        g_string_append_printf (text, " weights-of %s", node->weights_of);
      for (int j = 0; j < (layers[i].n_outputs > 0 ? layers[i].outputs[0].shape.rank : 0); j++)
        g_string_append_printf (text, "%s%" G_GINT64_FORMAT, j > 0 ? "x" : " -> ", layers[i].outputs[0].shape.dims[j]);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

typedef struct
{
  const char *name, *model, *layers;
} Case;

#define X "input x 1x3x8x8\n"
#define X_LAYER "x input shape=3,8,8 -> 1x3x8x8\n"

static const Case cases[] = {
  { "conv",
    X "weight w 4x3x3x3\nweight b 4\n"
      "Conv x w b -> y name=/conv1/Conv kernel_shape=3,3 strides=2,2 pads=0,1,1,2 dilations=1,1 group=1\n",
    X_LAYER "conv1 conv filters=4 stride=2 padding=explicit pad-begin=0,1 pad-end=1,2 : x -> 1x4x4x5\n" },
  { "conv-by-its-weights", X "weight w 6x1x5x3\nConv x w -> y name=c group=3\n",
    X_LAYER "c conv filters=6 kernel=5,3 padding=explicit groups=3 bias=false : x -> 1x6x4x6\n" },
  { "auto-pad", X "weight w 4x3x3x3\nConv x w -> y name=c auto_pad=SAME_LOWER strides=3,3\n",
    X_LAYER "c conv filters=4 stride=3 padding=same-lower bias=false : x -> 1x4x3x3\n" },
  { "weights-as-inputs", X "input w 4x3x3x3\nConv x w -> y name=c\n",
    X_LAYER "c conv filters=4 padding=explicit bias=false : x -> 1x4x6x6\n" },
  { "transposed", X "weight w 3x4x2x2\nConvTranspose x w -> y name=up strides=2,2\n",
    X_LAYER "up transposed-conv filters=4 bias=false : x -> 1x4x16x16\n" },
  /* (8 − 1)·3 + 3 = 24 rows, two more than wanted: 1 + 1; (8 − 1)·2 + 3 = 17 columns, one more: 1 + 0 */
  { "transposed-to-a-size", X "weight w 3x4x3x3\nConvTranspose x w -> y name=up strides=3,2 output_shape=22,16\n",
    X_LAYER "up transposed-conv filters=4 kernel=3 stride=3,2 pad-begin=1 pad-end=1,0 bias=false : x -> 1x4x22x16\n" },
  { "pools",
    X "MaxPool x -> a name=m kernel_shape=3,3 strides=2,2 ceil_mode=1\n"
      "AveragePool a -> y name=n kernel_shape=2,2\n",
    X_LAYER "m max-pool kernel=3 ceiling=true : x -> 1x3x4x4\n"
            "n average-pool stride=1 count-padding=false : m -> 1x3x3x3\n" },
  { "global-mean", X "ReduceMean x -> y name=g axes=-1,-2 keepdims=0\n",
    X_LAYER
    "g.global-average-pool global-average-pool : x -> 1x3x1x1\ng.flatten flatten : g.global-average-pool -> 1x3\n" },
  { "dense", X "weight w 10x192\nweight b 10\nFlatten x -> f name=/Flatten\nGemm f w b -> y name=/fc/Gemm transB=1\n",
    X_LAYER "flatten flatten : x -> 1x192\nfc linear : flatten -> 1x10\n" },
  { "dense-with-a-vector-added",
    "input x 2x7x16\nweight w 16x5\nweight b 5\nMatMul x w -> m name=m\nAdd b m -> y name=a\n",
    "x input shape=7,16 -> 2x7x16\na linear outputs=5 : x -> 2x7x5\n" },
  { "two-activations-multiplied", "input x 2x7x16\ninput z 2x16x5\nMatMul x z -> y name=m\n",
    "x input shape=7,16 -> 2x7x16\nz input shape=16,5 -> 2x16x5\nm unknown shape=7,5 : x z -> 2x7x5\n" },
  { "batch-norm",
    X "weight s 3\nweight t 3\nweight m 3\nweight v 3\nBatchNormalization x s t m v -> y name=bn epsilon=0.001\n",
    X_LAYER "bn batch-norm epsilon=0.001 : x -> 1x3x8x8\n" },
  { "clip-inputs", X "scalar a 0\nscalar b 6\nClip x a b -> y name=c\n", X_LAYER "c relu6 : x -> 1x3x8x8\n" },
  { "clip-attributes", "opset 6\n" X "Clip x -> y name=c min=0.0 max=6.0\n", X_LAYER "c relu6 : x -> 1x3x8x8\n" },
  { "clip-below", X "scalar a 0\nClip x a -> y name=c\n", X_LAYER "c relu : x -> 1x3x8x8\n" },
  { "clip-otherwise", X "scalar a 1\nClip x a -> y name=c\n", X_LAYER "c unknown shape=3,8,8 : x -> 1x3x8x8\n" },
  { "softmax-axis", X "Softmax x -> a name=s\nLogSoftmax a -> y name=t axis=2\n",
    X_LAYER "s softmax axis=-1 : x -> 1x3x8x8\nt log-softmax axis=2 : s -> 1x3x8x8\n" },
  { "silu", X "Sigmoid x -> s name=/act/Sigmoid\nMul x s -> y name=/act/Mul\n", X_LAYER "act silu : x -> 1x3x8x8\n" },
  { "no-silu", X "Relu x -> r name=r\nSigmoid x -> s name=s\nMul r s -> y name=m\n",
    X_LAYER "r relu : x -> 1x3x8x8\ns sigmoid : x -> 1x3x8x8\nm multiply : r s -> 1x3x8x8\n" },
  { "gelu",
    X "scalar r 1.4142135\nscalar one 1\nscalar half 0.5\nDiv x r -> a\nErf a -> b\nAdd b one -> c\nMul x c -> d\n"
      "Mul d half -> y name=/act/Mul_1\n",
    X_LAYER "act gelu : x -> 1x3x8x8\n" },
  { "hard-swish", X "HardSigmoid x -> h alpha=0.16666667\nMul h x -> y name=/act/Mul\n",
    X_LAYER "act hard-swish : x -> 1x3x8x8\n" },
  { "merging", X "Relu x -> a name=a\nSum x a x -> s name=s\nConcat s a -> y name=c axis=-3\n",
    X_LAYER "a relu : x -> 1x3x8x8\ns add : x a x -> 1x3x8x8\nc concatenate axis=-3 : s a -> 1x6x8x8\n" },
  { "constant-operand", X "weight w 3x1x1\nAdd x w -> y name=a\n", X_LAYER "a unknown shape=3,8,8 : x -> 1x3x8x8\n" },
  { "identities",
    X "numbers p 0 0 0 0 0 0 0 0\nIdentity x -> a\nPad a p -> b\nDropout b -> c name=d ratio=0.2\nRelu c -> y name=r\n",
    X_LAYER "d dropout rate=0.2 : x -> 1x3x8x8\nr relu : d -> 1x3x8x8\n" },
  /* x.view (x.size (0), −1), as PyTorch's exporter writes it */
  { "view",
    "input x Nx3x8x8\nnumbers zero 0\nnumbers rest -1\nnumbers axis 0\nShape x -> s\nGather s zero -> n\n"
    "Squeeze n axis -> n0\nUnsqueeze n0 axis -> n1\nConcat n1 rest -> t axis=0\nReshape x t -> y name=/Reshape\n",
    "x input shape=3,8,8 -> 1x3x8x8\nreshape flatten : x -> 1x192\n" },
  { "sizes-computed",
    X "numbers a 2\nnumbers b 4\nnumbers k 0 -1\nnumbers h 2\nShape x -> s\nSlice s a b -> hw\nDiv hw h -> half\n"
      "Cast half -> c to=7\nConcat k c -> t axis=0\nReshape x t -> y name=f\n",
    X_LAYER "f unknown shape=12,4,4 : x -> 1x12x4x4\n" },
  { "shared-weights", X "weight w 3x3x3x3\nConv x w -> a name=c1 pads=1,1,1,1\nConv a w -> y name=c2 pads=1,1,1,1\n",
    X_LAYER "c1 conv filters=3 padding=explicit pad-begin=1 pad-end=1 bias=false : x -> 1x3x8x8\n"
            "c2 conv filters=3 padding=explicit pad-begin=1 pad-end=1 bias=false : c1 weights-of c1 -> 1x3x8x8\n" },
  /* Equal values that an exporter merged: still two layers' weights. */
  { "merged-weights", X "weight w 3x3x1x1\nIdentity w -> v\nConv x w -> a name=c1\nConv a v -> y name=c2\n",
    X_LAYER "c1 conv filters=3 kernel=1 padding=explicit bias=false : x -> 1x3x8x8\n"
            "c2 conv filters=3 kernel=1 padding=explicit bias=false : c1 -> 1x3x8x8\n" },
  { "half-precision", "input x 1x3x8x8 10\nweight w 4x3x1x1 10\nConv x w -> y name=c\n",
    X_LAYER "c conv filters=4 kernel=1 padding=explicit bias=false : x -> 1x4x8x8\n" },
  { "mixed-weights", X "weight v 3x3x1x1\nweight w 4x3x1x1 10\nConv x v -> a name=b\nConv a w -> y name=c\n",
    X_LAYER "b conv filters=3 kernel=1 padding=explicit bias=false : x -> 1x3x8x8\n"
            "c conv filters=4 kernel=1 padding=explicit bias=false weights=float16 : b -> 1x4x8x8\n" },
  { "any-order", X "Relu b -> y name=last\nRelu x -> a name=first\nTanh a -> b name=then\n",
    X_LAYER "first relu : x -> 1x3x8x8\nthen tanh : first -> 1x3x8x8\nlast relu : then -> 1x3x8x8\n" },
  { "split", X "Split x -> a b c axis=1 name=s\nConcat c a -> y name=c\n",
    X_LAYER "s.split unknown shape=1,8,8 : x -> 1x1x8x8\ns.split_1 unknown shape=1,8,8 : x -> 1x1x8x8\n"
            "c concatenate : s.split_1 s.split -> 1x2x8x8\n" },
  { "foreign", X "declare v 1x5x4x4\nTwist x -> v name=t domain=org.example angle=3\nRelu v -> y name=r\n",
    X_LAYER "t unknown shape=5,4,4 : x -> 1x5x4x4\nr relu : t -> 1x5x4x4\n" },
  { "modules",
    X "Relu x -> a name=/layer1/layer1.0/relu/Relu\nTanh a -> b name=/layer1/layer1.0/tanh/Tanh\n"
      "Add a b -> c name=/layer1/layer1.0/Add\nRelu c -> d name=/layer1/layer1.0/relu_1/Relu\n"
      "Relu d -> e name=/Relu\nRelu e -> y name=/head/block/block.3/Relu\n",
    X_LAYER
    "layer1.0.relu relu : x -> 1x3x8x8\nlayer1.0.tanh tanh : layer1.0.relu -> 1x3x8x8\n"
    "layer1.0.add add : layer1.0.relu layer1.0.tanh -> 1x3x8x8\nlayer1.0.relu_1 relu : layer1.0.add -> 1x3x8x8\n"
    "relu relu : layer1.0.relu_1 -> 1x3x8x8\nhead.block.3 relu : relu -> 1x3x8x8\n" },
  { "no-names", X "Relu x -> a\nRelu a -> 7\nRelu 7 -> y\n",
    X_LAYER "relu relu : x -> 1x3x8x8\nrelu_1 relu : relu -> 1x3x8x8\nrelu_2 relu : relu_1 -> 1x3x8x8\n" },
  { "odd-names", "input 0:0 1x2x2\nRelu 0:0 -> y name=1\xff\xc3\xbc\n",
    "_0_0 input shape=2,2 -> 1x2x2\n_1__ relu : _0_0 -> 1x2x2\n" },
  { "input-listed-twice", X X "Relu x -> y name=r\n", X_LAYER "r relu : x -> 1x3x8x8\n" },
  { "sizes-not-known", "input x NxCx8x8\nRelu x -> y name=r\n", "x input shape=0,8,8\nr relu : x\n" },
  { "wrong-channels", X "weight w 4x5x3x3\nConv x w -> y name=c\n",
    X_LAYER "c conv filters=4 padding=explicit bias=false : _\n" },
  { "many-axes", "input x 1x1x1x1x1x1x1x1x1x1\nRelu x -> y name=r\n", "x input shape=0 batch-axis=-1\nr relu : x\n" },
  { "another-batch", "input x 4x3\ninput z 5x3\nConcat x z -> y name=c axis=0\n",
    "x input shape=3 -> 4x3\nz input shape=5,3 batch-axis=-1 -> 5x3\nc concatenate axis=0 : x z -> 9x3\n" },
};

static void
test_case (gconstpointer data)
{
  const Case *self = data;
  g_autofree char *model = g_strconcat (self->model, "output y 1\n", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (HrProject) project = parse (model, &error);
  g_assert_no_error (error);
  g_autofree char *layers = describe (project);
  char *output = g_strrstr (layers, "y output : ");
  g_assert_nonnull (output);
  *output = '\0';
  g_assert_cmpstr (layers, ==, self->layers);
}

/* What the file says beside its layers. */
static void
test_project (void)
{
  g_autoptr (HrProject) project
      = parse ("opset 99\ninput x 4x3x8x8 10\nweight w 4x3x1x1 10\nConv x w -> a name=/body/body.0/Conv\n"
               "Twist a -> b name=t size=3 by=1,2 how=left\nTwist b -> y name=u\noutput y 1\n",
               NULL);
  const HrSettings *settings = hr_project_get_settings (project);
  HrGraph *graph = hr_project_get_graph (project);
  const HrNode *conv = hr_graph_get_node (graph, 1), *twist = hr_graph_get_node (graph, 2);
  g_assert_cmpstr (hr_project_get_title (project), ==, "model");
  g_assert_cmpstr (hr_project_get_description (project), ==,
                   "From an ONNX file of operator set 99. Operator sets after 22 may have changed what operators mean. "
                   "These operators have no layer kind and are kept as foreign layers: 2 × Twist.");
  g_assert_cmpint (settings->batch, ==, 4);
  g_assert_cmpstr (settings->activations->id, ==, "float16");
  g_assert_cmpstr (settings->weights->id, ==, "float16");
  g_assert_cmpstr (conv->id, ==, "body.0");
  g_assert_cmpstr (conv->block, ==, "body");
  g_assert_cmpuint (twist->n_attributes, ==, 4);
  g_assert_cmpstr (twist->attributes[0].value, ==, "Twist");
  g_assert_cmpstr (twist->attributes[1].value, ==, "3");
  g_assert_cmpstr (twist->attributes[2].value, ==, "1 2");
  g_assert_cmpstr (twist->attributes[3].value, ==, "left");
  g_assert_nonnull (twist->note);
}

static void
assert_refused (const char *model, HrProjectError code, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_assert_null (parse (model, &error));
  g_assert_error (error, HR_PROJECT_ERROR, (int) code);
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_refused (void)
{
  assert_refused (X "Relu b -> a name=one\nAdd a x -> b name=two\nRelu x -> y\noutput y 1\n", HR_PROJECT_ERROR_VALUE,
                  "model.onnx: nodes feed each other in a circle: “two”, “one”");
  assert_refused ("input x 1x4294967296\nRelu x -> y\noutput y 1\n", HR_PROJECT_ERROR_VALUE,
                  "model.onnx: x: shape: “4294967296” is not a whole number from 0 to 2147483647");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/onnx/", cases[i].name, NULL);
      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/onnx/project", test_project);
  g_test_add_func ("/onnx/refused", test_refused);
  return g_test_run ();
}
