#include <glib/gi18n-lib.h>

#include "../core/units.h"
#include "../io/device-file.h"
#include "capacity.h"
#include "options.h"
#include "output.h"

static void
print_device (const HrDevice *device)
{
  g_autofree char *available = hr_format_size (hr_device_get_available (device));

  hr_cli_print ("%-28s%12s  ", device->id, available);
  if (device->vendor != NULL && !g_str_has_prefix (device->name, device->vendor))
    hr_cli_print ("%s ", device->vendor);
  hr_cli_print ("%s\n", device->name);
}

static void
print_gpu (const HrGpuDevice *gpu)
{
  g_autofree char *id = g_strdup_printf (HR_CLI_GPU_PREFIX "%u", gpu->index);
  g_autofree char *available = hr_format_size (hr_cli_get_gpu_available (gpu));
  g_autofree char *name = hr_gpu_device_to_string (gpu);

  hr_cli_print ("%-28s%12s  %s\n", id, available, name);
}

static void
print_text (GPtrArray *devices, GPtrArray *gpus, const GError *no_gpus)
{
  hr_cli_print ("%s\n", _ ("Known devices, and the memory that a network may use:"));
  for (guint i = 0; i < devices->len; i++)
    print_device (g_ptr_array_index (devices, i));
  hr_cli_print ("\n%s\n", _ ("On this computer, by Vulkan:"));
  for (guint i = 0; gpus != NULL && i < gpus->len; i++)
    print_gpu (g_ptr_array_index (gpus, i));
  if (gpus == NULL)
    hr_cli_print ("%s\n", no_gpus->message);
}

static void
add_device (JsonBuilder *builder, const HrDevice *device)
{
  json_builder_begin_object (builder);
  hr_cli_json_text (builder, "id", device->id);
  hr_cli_json_text (builder, "name", device->name);
  hr_cli_json_text (builder, "vendor", device->vendor);
  hr_cli_json_text (builder, "kind", device->kind);
  hr_cli_json_int (builder, "memory_bytes", device->memory_bytes);
  hr_cli_json_int (builder, "reserved_bytes", device->reserved_bytes);
  hr_cli_json_int (builder, "available_bytes", hr_device_get_available (device));
  hr_cli_json_text (builder, "source", device->source);
  json_builder_end_object (builder);
}

static void
add_gpu (JsonBuilder *builder, const HrGpuDevice *gpu)
{
  g_autofree char *id = g_strdup_printf (HR_CLI_GPU_PREFIX "%u", gpu->index);

  json_builder_begin_object (builder);
  hr_cli_json_text (builder, "id", id);
  hr_cli_json_int (builder, "index", gpu->index);
  hr_cli_json_text (builder, "name", gpu->name);
  hr_cli_json_text (builder, "driver", gpu->driver);
  hr_cli_json_text (builder, "driver_version", gpu->driver_version);
  hr_cli_json_text (builder, "type", hr_gpu_type_get_id (gpu->type));
  hr_cli_json_text (builder, "uuid", gpu->uuid);
  hr_cli_json_int (builder, "memory_bytes", hr_gpu_device_get_memory (gpu));
  hr_cli_json_int (builder, "available_bytes", hr_cli_get_gpu_available (gpu));
  json_builder_end_object (builder);
}

static void
print_json (GPtrArray *devices, GPtrArray *gpus, const GError *no_gpus)
{
  JsonBuilder *builder = json_builder_new ();

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "devices");
  json_builder_begin_array (builder);
  for (guint i = 0; i < devices->len; i++)
    add_device (builder, g_ptr_array_index (devices, i));
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "gpus");
  json_builder_begin_array (builder);
  for (guint i = 0; gpus != NULL && i < gpus->len; i++)
    add_gpu (builder, g_ptr_array_index (gpus, i));
  json_builder_end_array (builder);
  hr_cli_json_text (builder, "no_gpus", no_gpus != NULL ? no_gpus->message : NULL);
  json_builder_end_object (builder);
  hr_cli_print_json (builder);
}

static HrExit
run_devices (int argc, char **argv)
{
  g_auto (HrCliOptions) options = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) no_gpus = NULL;
  HrExit status;

  if (!hr_cli_parse (&options, &hr_command_devices, NULL, argc, argv, &status))
    return status;

  g_autoptr (GPtrArray) devices = hr_devices_load (&error);
  g_autoptr (GPtrArray) gpus = hr_gpu_list_devices (&no_gpus);
  if (error != NULL)
    hr_cli_problem (error->message);
  if (devices == NULL)
    return HR_EXIT_FAILED;
  if (hr_cli_wants_json (&options))
    print_json (devices, gpus, no_gpus);
  else
    print_text (devices, gpus, no_gpus);
  return HR_EXIT_DONE;
}

const HrCommand hr_command_devices = {
  .name = "devices",
  .arguments = "",
  .summary = N_ ("The devices known by name, and those that Vulkan sees on this computer"),
  .formats = "text|json",
  .run = run_devices,
};
