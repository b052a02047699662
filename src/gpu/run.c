#include "run.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "../core/units.h"

/* As a float it is not a number: an output value that was never written is always wrong. */
#define CANARY 0xffc0a5a5u

HrVkRun *
hr_vk_run_new (HrVkMemory *memory, HrVkPlace staging, gint64 staging_bytes, HrCancel *cancel, GError **error)
{
  g_autoptr (HrVkRun) self = g_new0 (HrVkRun, 1);

  self->memory = memory;
  self->staging = staging;
  self->staging_bytes = staging_bytes;
  self->cancel = cancel;
  hr_vk_pacer_init (&self->pacer);
  self->submitter = hr_vk_submitter_new (memory->context, error);
  self->kernel = self->submitter != NULL ? hr_vk_kernel_new (memory->context, error) : NULL;
  return self->kernel != NULL ? g_steal_pointer (&self) : NULL;
}

void
hr_vk_run_free (HrVkRun *self)
{
  if (self == NULL)
    return;
  hr_vk_submitter_free (self->submitter);
  hr_vk_kernel_free (self->kernel);
  g_free (self);
}

static VkBuffer
get_buffer (const HrVkRun *self, HrVkPlace place)
{
  return self->memory->blocks[place.block].buffer;
}

static gpointer
get_mapped (const HrVkRun *self)
{
  return (char *) self->memory->blocks[self->staging.block].mapped + self->staging.offset_bytes;
}

gboolean
hr_vk_run_warm_up (HrVkRun *self, GError **error)
{
  return hr_vk_submitter_begin (self->submitter, error) && hr_vk_submitter_run (self->submitter, NULL, error);
}

gboolean
hr_vk_run_fill (HrVkRun *self, HrVkPlace to, gint64 bytes, GError **error)
{
  if (!hr_vk_submitter_begin (self->submitter, error))
    return FALSE;
  vkCmdFillBuffer (self->submitter->commands, get_buffer (self, to), (VkDeviceSize) to.offset_bytes,
                   (VkDeviceSize) bytes, CANARY);
  return hr_vk_submitter_run (self->submitter, NULL, error);
}

gboolean
hr_vk_run_fill_all (HrVkRun *self, GError **error)
{
  for (guint i = 0; i < self->memory->n_blocks; i++)
    if (!hr_vk_run_fill (self, (HrVkPlace){ i, 0 }, self->memory->blocks[i].bytes, error))
      return FALSE;
  return TRUE;
}

static gboolean
copy (HrVkRun *self, HrVkPlace from, HrVkPlace to, gint64 bytes, GError **error)
{
  VkBufferCopy region = { (VkDeviceSize) from.offset_bytes, (VkDeviceSize) to.offset_bytes, (VkDeviceSize) bytes };

  if (!hr_vk_submitter_begin (self->submitter, error))
    return FALSE;
  vkCmdCopyBuffer (self->submitter->commands, get_buffer (self, from), get_buffer (self, to), 1, &region);
  return hr_vk_submitter_run (self->submitter, NULL, error);
}

gboolean
hr_vk_run_upload (HrVkRun *self, HrVkPlace to, gconstpointer data, gint64 bytes, GError **error)
{
  for (gint64 done = 0; done < bytes; done += self->staging_bytes)
    {
      gint64 part = MIN (bytes - done, self->staging_bytes);
      memcpy (get_mapped (self), (const char *) data + done, (gsize) part);
      if (!copy (self, self->staging, (HrVkPlace){ to.block, to.offset_bytes + done }, part, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
hr_vk_run_download (HrVkRun *self, HrVkPlace from, gpointer data, gint64 bytes, GError **error)
{
  for (gint64 done = 0; done < bytes; done += self->staging_bytes)
    {
      gint64 part = MIN (bytes - done, self->staging_bytes);
      if (!copy (self, (HrVkPlace){ from.block, from.offset_bytes + done }, self->staging, part, error))
        return FALSE;
      memcpy ((char *) data + done, get_mapped (self), (gsize) part);
    }
  return TRUE;
}

static gboolean
run_piece (HrVkRun *self, const HrConvTask *task, const HrVkOperands *operands, const HrPiece *piece,
           gint64 *elapsed_ns, GError **error)
{
  gint64 piece_ns;

  if (!hr_vk_submitter_begin (self->submitter, error)
      || !hr_vk_kernel_record (self->kernel, self->submitter->commands, self->memory, task, operands, piece, error)
      || !hr_vk_submitter_run (self->submitter, &piece_ns, error))
    return FALSE;
  hr_vk_pacer_learn (&self->pacer, hr_piece_get_multiply_adds (piece, task), piece_ns);
  *elapsed_ns += piece_ns;
  return TRUE;
}

/* llvmpipe, the device where there is no GPU, silently ends an invocation's loops after 65,535 turns, those of all loops
 * together: one a product, and up to three more a tap. */
static gboolean
check_sum (const HrConvTask *task, GError **error)
{
  const gint64 max_turns = 65535;

  if (task->taps <= max_turns / (task->in_per_group + 3))
    return TRUE;
  g_autofree char *n_products = hr_format_count (task->taps * task->in_per_group);
  g_set_error (error, HR_GPU_ERROR, HR_GPU_ERROR_FAILED,
               _ ("Each output value is the sum of %s products, more than a run can add up reliably on every device."),
               n_products);
  return FALSE;
}

gboolean
hr_vk_run_convolution (HrVkRun *self, const HrConvTask *task, const HrVkOperands *operands, gint64 *elapsed_ns,
                       GError **error)
{
  HrPiece piece = { 0 };
  gboolean too_large;

  *elapsed_ns = 0;
  if (!check_sum (task, error))
    return FALSE;
  while (hr_piece_next (&piece, task, &self->memory->context->limits, hr_vk_pacer_get_multiply_adds (&self->pacer),
                        &too_large))
    {
      if (hr_cancel_is_cancelled (self->cancel))
        {
          g_set_error_literal (error, HR_GPU_ERROR, HR_GPU_ERROR_CANCELLED, _ ("Cancelled."));
          return FALSE;
        }
      if (!run_piece (self, task, operands, &piece, elapsed_ns, error))
        return FALSE;
    }
  if (too_large)
    g_set_error_literal (error, HR_GPU_ERROR, HR_GPU_ERROR_MEMORY,
                         _ ("The input of one image or the weights are larger than what the device can bind at once."));
  return !too_large;
}
