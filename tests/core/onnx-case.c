#include "onnx-case.h"

#include <string.h>

static OnnxTensor *
tensor_new (const Onnx__TensorProto *proto)
{
  OnnxTensor *self = g_new0 (OnnxTensor, 1);

  self->rank = (guint) proto->n_dims;
  self->dims = g_memdup2 (proto->dims, proto->n_dims * sizeof *proto->dims);
  if (proto->data_type != ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT)
    return self;
  self->n_values = 1;
  for (gsize i = 0; i < proto->n_dims; i++)
    self->n_values *= (gsize) proto->dims[i];
  if (proto->has_raw_data)
    {
      g_assert_cmpuint (proto->raw_data.len, ==, self->n_values * sizeof (float));
      self->values = g_memdup2 (proto->raw_data.data, proto->raw_data.len);
    }
  else
    {
      g_assert_cmpuint (proto->n_float_data, ==, self->n_values);
      self->values = g_memdup2 (proto->float_data, proto->n_float_data * sizeof (float));
    }
  return self;
}

static void
tensor_free (gpointer data)
{
  OnnxTensor *self = data;

  if (self == NULL)
    return;
  g_free (self->dims);
  g_free (self->values);
  g_free (self);
}

static GBytes *
read_file (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  char *contents;
  gsize length;

  g_file_get_contents (path, &contents, &length, &error);
  g_assert_no_error (error);
  return g_bytes_new_take (contents, length);
}

static OnnxTensor *
read_tensor (const char *folder, const char *direction, guint index)
{
  g_autofree char *name = g_strdup_printf ("test_data_set_0/%s_%u.pb", direction, index);
  g_autoptr (GBytes) bytes = read_file (folder, name);
  Onnx__TensorProto *proto
      = onnx__tensor_proto__unpack (NULL, g_bytes_get_size (bytes), g_bytes_get_data (bytes, NULL));
  OnnxTensor *tensor;

  g_assert_nonnull (proto);
  tensor = tensor_new (proto);
  onnx__tensor_proto__free_unpacked (proto, NULL);
  return tensor;
}

static const Onnx__TensorProto *
find_initializer (const Onnx__GraphProto *graph, const char *name)
{
  for (gsize i = 0; i < graph->n_initializer; i++)
    if (g_strcmp0 (graph->initializer[i]->name, name) == 0)
      return graph->initializer[i];
  return NULL;
}

/* Place of a graph input among those that test data is given for, or −1. */
static int
find_data (const Onnx__GraphProto *graph, const char *name)
{
  int index = 0;

  for (gsize i = 0; i < graph->n_input; i++)
    {
      if (g_strcmp0 (graph->input[i]->name, name) == 0)
        return index;
      if (find_initializer (graph, graph->input[i]->name) == NULL)
        index++;
    }
  return -1;
}

static void
read_inputs (OnnxCase *self, const char *folder)
{
  const Onnx__GraphProto *graph = self->model->graph;

  for (gsize i = 0; i < self->node->n_input; i++)
    {
      const Onnx__TensorProto *initializer = find_initializer (graph, self->node->input[i]);
      int index = find_data (graph, self->node->input[i]);

      if (initializer != NULL)
        g_ptr_array_add (self->inputs, tensor_new (initializer));
      else if (index >= 0)
        g_ptr_array_add (self->inputs, read_tensor (folder, "input", (guint) index));
      else
        g_ptr_array_add (self->inputs, NULL);
    }
}

static gboolean
all_tensors (Onnx__ValueInfoProto *const *values, gsize n_values)
{
  for (gsize i = 0; i < n_values; i++)
    if (values[i]->type == NULL || values[i]->type->value_case != ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE)
      return FALSE;
  return TRUE;
}

/* One node, tensors in, tensors out. */
static gboolean
is_simple (const Onnx__GraphProto *graph)
{
  return graph->n_node == 1 && all_tensors (graph->input, graph->n_input)
         && all_tensors (graph->output, graph->n_output);
}

OnnxCase *
onnx_case_new (const char *folder)
{
  g_autoptr (OnnxCase) self = g_new0 (OnnxCase, 1);
  g_autoptr (GBytes) bytes = read_file (folder, "model.onnx");

  self->inputs = g_ptr_array_new_with_free_func (tensor_free);
  self->model = onnx__model_proto__unpack (NULL, g_bytes_get_size (bytes), g_bytes_get_data (bytes, NULL));
  g_assert_nonnull (self->model);
  if (!is_simple (self->model->graph))
    return NULL;
  self->node = self->model->graph->node[0];
  for (gsize i = 0; i < self->model->n_opset_import; i++)
    if (self->model->opset_import[i]->domain == NULL || self->model->opset_import[i]->domain[0] == '\0')
      self->opset = self->model->opset_import[i]->version;
  read_inputs (self, folder);
  self->output = read_tensor (folder, "output", 0);
  return g_steal_pointer (&self);
}

void
onnx_case_free (OnnxCase *self)
{
  if (self->model != NULL)
    onnx__model_proto__free_unpacked (self->model, NULL);
  g_ptr_array_unref (self->inputs);
  tensor_free (self->output);
  g_free (self);
}

static const Onnx__AttributeProto *
find_attribute (const OnnxCase *self, const char *name)
{
  for (gsize i = 0; i < self->node->n_attribute; i++)
    if (g_strcmp0 (self->node->attribute[i]->name, name) == 0)
      return self->node->attribute[i];
  return NULL;
}

gint64
onnx_case_get_int (const OnnxCase *self, const char *name, gint64 fallback)
{
  const Onnx__AttributeProto *attribute = find_attribute (self, name);

  return attribute != NULL ? attribute->i : fallback;
}

double
onnx_case_get_float (const OnnxCase *self, const char *name, double fallback)
{
  const Onnx__AttributeProto *attribute = find_attribute (self, name);

  return attribute != NULL ? (double) attribute->f : fallback;
}

char *
onnx_case_dup_string (const OnnxCase *self, const char *name, const char *fallback)
{
  const Onnx__AttributeProto *attribute = find_attribute (self, name);

  return attribute != NULL ? g_strndup ((const char *) attribute->s.data, attribute->s.len) : g_strdup (fallback);
}

const gint64 *
onnx_case_get_ints (const OnnxCase *self, const char *name, gsize *n_values)
{
  const Onnx__AttributeProto *attribute = find_attribute (self, name);

  *n_values = attribute != NULL ? attribute->n_ints : 0;
  return attribute != NULL ? attribute->ints : NULL;
}
