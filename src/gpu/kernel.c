#include "kernel.h"

#include <string.h>

#define N_INPUTS 3 /* input, weights, bias; binding 3 is the output */
#define N_BINDINGS (N_INPUTS + 1)

static const guint32 storage_code[] =
#include "convolution-storage.spv.h"
    ;
static const guint32 texel_code[] =
#include "convolution-texels.spv.h"
    ;

/* The specialization constants of shaders/convolution.comp, in the order of their numbers. */
typedef struct
{
  gint32 lanes, channels, positions, transposed, bias, groups, in_per_group, out_per_group;
  gint32 in[3], out[3], kernel[3], stride[3], dilation[3], pad[3];
} Shape;

#define N_CONSTANTS (sizeof (Shape) / sizeof (gint32))

/* Its push constants. */
typedef struct
{
  gint32 first_input, first_weight, first_bias, first_output;
  gint32 first_tile, first_position, n_positions, n_values;
} Push;

G_STATIC_ASSERT (sizeof (Push) <= 128);

/* One way to read inputs. */
typedef struct
{
  VkShaderModule module;
  VkDescriptorSetLayout set_layout;
  VkPipelineLayout layout;
  VkDescriptorSet set;
  GHashTable *pipelines; /* owned: Shape → VkPipeline, both in memory of their own */
} Variant;

struct _HrVkKernel
{
  HrVkContext *context; /* borrowed */
  Variant variants[2];  /* by HrConvTask.texels */
  VkDescriptorPool pool;
  VkBufferView views[N_INPUTS]; /* of the piece recorded last */
};

static guint
shape_hash (gconstpointer key)
{
  const gint32 *values = key;
  guint hash = 5381;
  for (guint i = 0; i < N_CONSTANTS; i++)
    hash = hash * 33 + (guint) values[i];
  return hash;
}

static gboolean
shape_equal (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (Shape)) == 0;
}

static gboolean
create_set_layout (HrVkKernel *self, Variant *variant, VkDescriptorType input_type, GError **error)
{
  VkDescriptorSetLayoutBinding bindings[N_BINDINGS];
  VkDescriptorSetLayoutCreateInfo info = { .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                           .bindingCount = N_BINDINGS,
                                           .pBindings = bindings };

  for (guint32 i = 0; i < N_BINDINGS; i++)
    bindings[i] = (VkDescriptorSetLayoutBinding){
      .binding = i,
      .descriptorType = i < N_INPUTS ? input_type : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
      .descriptorCount = 1,
      .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
    };
  return hr_vk_check (vkCreateDescriptorSetLayout (self->context->device, &info, NULL, &variant->set_layout),
                      "vkCreateDescriptorSetLayout", error);
}

static gboolean
create_variant (HrVkKernel *self, Variant *variant, const guint32 *code, gsize code_bytes, VkDescriptorType input_type,
                GError **error)
{
  VkDevice device = self->context->device;
  VkShaderModuleCreateInfo module
      = { .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = code_bytes, .pCode = code };
  VkPushConstantRange range = { .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT, .size = sizeof (Push) };
  VkPipelineLayoutCreateInfo layout = { .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                        .setLayoutCount = 1,
                                        .pSetLayouts = &variant->set_layout,
                                        .pushConstantRangeCount = 1,
                                        .pPushConstantRanges = &range };
  VkDescriptorSetAllocateInfo set = { .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                      .descriptorPool = self->pool,
                                      .descriptorSetCount = 1,
                                      .pSetLayouts = &variant->set_layout };

  variant->pipelines = g_hash_table_new_full (shape_hash, shape_equal, g_free, g_free);
  return hr_vk_check (vkCreateShaderModule (device, &module, NULL, &variant->module), "vkCreateShaderModule", error)
         && create_set_layout (self, variant, input_type, error)
         && hr_vk_check (vkCreatePipelineLayout (device, &layout, NULL, &variant->layout), "vkCreatePipelineLayout",
                         error)
         && hr_vk_check (vkAllocateDescriptorSets (device, &set, &variant->set), "vkAllocateDescriptorSets", error);
}

static gboolean
create_pool (HrVkKernel *self, GError **error)
{
  VkDescriptorPoolSize sizes[] = { { VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, N_BINDINGS + 1 },
                                   { VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, N_INPUTS } };
  VkDescriptorPoolCreateInfo info = { .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                      .maxSets = G_N_ELEMENTS (self->variants),
                                      .poolSizeCount = G_N_ELEMENTS (sizes),
                                      .pPoolSizes = sizes };

  return hr_vk_check (vkCreateDescriptorPool (self->context->device, &info, NULL, &self->pool),
                      "vkCreateDescriptorPool", error);
}

HrVkKernel *
hr_vk_kernel_new (HrVkContext *context, GError **error)
{
  g_autoptr (HrVkKernel) self = g_new0 (HrVkKernel, 1);

  self->context = context;
  if (!create_pool (self, error)
      || !create_variant (self, &self->variants[FALSE], storage_code, sizeof storage_code,
                          VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, error)
      || !create_variant (self, &self->variants[TRUE], texel_code, sizeof texel_code,
                          VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, error))
    return NULL;
  return g_steal_pointer (&self);
}

static void
destroy_views (HrVkKernel *self)
{
  for (guint i = 0; i < N_INPUTS; i++)
    {
      vkDestroyBufferView (self->context->device, self->views[i], NULL);
      self->views[i] = VK_NULL_HANDLE;
    }
}

static void
destroy_variant (HrVkKernel *self, Variant *variant)
{
  VkDevice device = self->context->device;
  GHashTableIter iter;
  gpointer pipeline;

  if (variant->pipelines == NULL)
    return;
  g_hash_table_iter_init (&iter, variant->pipelines);
  while (g_hash_table_iter_next (&iter, NULL, &pipeline))
    vkDestroyPipeline (device, *(VkPipeline *) pipeline, NULL);
  g_hash_table_unref (variant->pipelines);
  vkDestroyPipelineLayout (device, variant->layout, NULL);
  vkDestroyDescriptorSetLayout (device, variant->set_layout, NULL);
  vkDestroyShaderModule (device, variant->module, NULL);
}

void
hr_vk_kernel_free (HrVkKernel *self)
{
  if (self == NULL || self->context->lost)
    return;
  destroy_views (self);
  for (guint i = 0; i < G_N_ELEMENTS (self->variants); i++)
    destroy_variant (self, &self->variants[i]);
  vkDestroyDescriptorPool (self->context->device, self->pool, NULL);
  g_free (self);
}

static void
set_axes (gint32 to[3], const gint64 from[3])
{
  for (guint i = 0; i < 3; i++)
    to[i] = (gint32) from[i];
}

static Shape
get_shape (const HrConvTask *task)
{
  const HrConvolution *conv = &task->conv;
  Shape shape = { .lanes = (gint32) task->lanes,
                  .channels = (gint32) task->tile_channels,
                  .positions = (gint32) task->tile_positions,
                  .transposed = conv->transposed ? 1 : 0,
                  .bias = conv->bias ? 1 : 0,
                  .groups = (gint32) conv->groups,
                  .in_per_group = (gint32) task->in_per_group,
                  .out_per_group = (gint32) task->out_per_group };

  set_axes (shape.in, conv->in);
  set_axes (shape.out, conv->out);
  set_axes (shape.kernel, conv->kernel);
  set_axes (shape.stride, conv->stride);
  set_axes (shape.dilation, conv->dilation);
  set_axes (shape.pad, conv->pad_begin);
  return shape;
}

static VkPipeline
create_pipeline (HrVkKernel *self, const Variant *variant, const Shape *shape, GError **error)
{
  VkSpecializationMapEntry entries[N_CONSTANTS];
  VkSpecializationInfo constants
      = { .mapEntryCount = N_CONSTANTS, .pMapEntries = entries, .dataSize = sizeof *shape, .pData = shape };
  VkComputePipelineCreateInfo info = { .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                       .stage = { .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                  .module = variant->module,
                                                  .pName = "main",
                                                  .pSpecializationInfo = &constants },
                                       .layout = variant->layout };
  VkPipeline pipeline = VK_NULL_HANDLE;

  for (guint32 i = 0; i < N_CONSTANTS; i++)
    entries[i] = (VkSpecializationMapEntry){ i, i * sizeof (gint32), sizeof (gint32) };
  hr_vk_check (vkCreateComputePipelines (self->context->device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline),
               "vkCreateComputePipelines", error);
  return pipeline;
}

/* The pipeline of a shape, made when it is first asked for. */
static VkPipeline
get_pipeline (HrVkKernel *self, Variant *variant, const HrConvTask *task, GError **error)
{
  Shape shape = get_shape (task);
  const VkPipeline *known = g_hash_table_lookup (variant->pipelines, &shape);
  VkPipeline pipeline = known != NULL ? *known : create_pipeline (self, variant, &shape, error);

  if (known == NULL && pipeline != VK_NULL_HANDLE)
    g_hash_table_insert (variant->pipelines, g_memdup2 (&shape, sizeof shape), g_memdup2 (&pipeline, sizeof pipeline));
  return pipeline;
}

/* The windows of a piece on its tensors, as they are bound. */
typedef struct
{
  const HrVkPlace *places[N_BINDINGS];
  HrWindow windows[N_BINDINGS];
} Bindings;

static Bindings
get_bindings (const HrVkKernel *self, const HrConvTask *task, const HrVkOperands *operands, const HrPiece *piece)
{
  const HrVkLimits *limits = &self->context->limits;
  Bindings bindings = { { &operands->input, &operands->weights, &operands->bias, &operands->output } };
  HrSpan spans[N_BINDINGS] = { hr_piece_get_input (piece, task),
                               hr_piece_get_weights (piece, task),
                               { 0, task->conv.bias ? task->conv.out_channels : 1 },
                               hr_piece_get_output (piece, task) };

  for (guint i = 0; i < N_BINDINGS; i++)
    bindings.windows[i] = hr_window_new (bindings.places[i]->offset_bytes, spans[i],
                                         task->texels && i < N_INPUTS ? limits->texel_alignment_bytes
                                                                      : limits->storage_alignment_bytes);
  return bindings;
}

static gboolean
create_views (HrVkKernel *self, const HrVkMemory *memory, const Bindings *bindings, GError **error)
{
  for (guint i = 0; i < N_INPUTS; i++)
    {
      VkBufferViewCreateInfo info = { .sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                      .buffer = memory->blocks[bindings->places[i]->block].buffer,
                                      .format = VK_FORMAT_R32_SFLOAT,
                                      .offset = (VkDeviceSize) bindings->windows[i].offset_bytes,
                                      .range = (VkDeviceSize) bindings->windows[i].bytes };
      if (!hr_vk_check (vkCreateBufferView (self->context->device, &info, NULL, &self->views[i]), "vkCreateBufferView",
                        error))
        return FALSE;
    }
  return TRUE;
}

static void
write_descriptors (HrVkKernel *self, const Variant *variant, const HrVkMemory *memory, const Bindings *bindings,
                   gboolean texels)
{
  VkDescriptorBufferInfo buffers[N_BINDINGS];
  VkWriteDescriptorSet writes[N_BINDINGS];

  for (guint32 i = 0; i < N_BINDINGS; i++)
    {
      gboolean view = texels && i < N_INPUTS;
      buffers[i] = (VkDescriptorBufferInfo){ memory->blocks[bindings->places[i]->block].buffer,
                                             (VkDeviceSize) bindings->windows[i].offset_bytes,
                                             (VkDeviceSize) bindings->windows[i].bytes };
      writes[i] = (VkWriteDescriptorSet){
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
        .dstSet = variant->set,
        .dstBinding = i,
        .descriptorCount = 1,
        .descriptorType = view ? VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
        .pBufferInfo = view ? NULL : &buffers[i],
        .pTexelBufferView = view ? &self->views[i] : NULL,
      };
    }
  vkUpdateDescriptorSets (self->context->device, N_BINDINGS, writes, 0, NULL);
}

/* Where element 0 of a binding's tensor would lie, seen from its window: negative for a window further on. */
static gint32
get_first (const Bindings *bindings, guint binding, gint64 skipped)
{
  return (gint32) (bindings->windows[binding].first_elem - skipped);
}

static Push
get_push (const HrConvTask *task, const HrPiece *piece, const Bindings *bindings)
{
  HrSpan output = hr_piece_get_output (piece, task);
  gint64 image = task->conv.out_channels * task->out_plane;

  return (Push){
    .first_input = get_first (bindings, 0, 0),
    .first_weight = get_first (bindings, 1, hr_piece_get_weights (piece, task).first),
    .first_bias = get_first (bindings, 2, 0),
    .first_output = get_first (bindings, 3, output.first - piece->first_image * image),
    .first_tile = (gint32) piece->first_tile,
    .first_position = (gint32) piece->first_position,
    .n_positions = (gint32) piece->n_positions,
    .n_values = (gint32) (piece->n_images * piece->n_positions),
  };
}

gboolean
hr_vk_kernel_record (HrVkKernel *self, VkCommandBuffer commands, const HrVkMemory *memory, const HrConvTask *task,
                     const HrVkOperands *operands, const HrPiece *piece, GError **error)
{
  Variant *variant = &self->variants[task->texels ? TRUE : FALSE];
  Bindings bindings = get_bindings (self, task, operands, piece);
  Push push = get_push (task, piece, &bindings);
  VkPipeline pipeline = get_pipeline (self, variant, task, error);

  destroy_views (self);
  if (pipeline == VK_NULL_HANDLE || (task->texels && !create_views (self, memory, &bindings, error)))
    return FALSE;
  write_descriptors (self, variant, memory, &bindings, task->texels);
  vkCmdBindPipeline (commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
  vkCmdBindDescriptorSets (commands, VK_PIPELINE_BIND_POINT_COMPUTE, variant->layout, 0, 1, &variant->set, 0, NULL);
  vkCmdPushConstants (commands, variant->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, &push);
  vkCmdDispatch (commands, (guint32) hr_piece_get_groups (piece, task), (guint32) piece->n_tiles, 1);
  return TRUE;
}
