#include "validate-output.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "../core/units.h"
#include "output.h"

static const HrGpuLayer *
get_last_layer (const HrGpuReport *report)
{
  return g_ptr_array_index (report->layers, report->layers->len - 1);
}

/* ---- text ---- */

static void
print_size (const char *label, gint64 bytes)
{
  g_autofree char *size = hr_format_size (bytes);
  g_autofree char *exact = hr_format_bytes (bytes);

  hr_cli_print ("%-16s%s (%s)\n", label, size, exact);
}

static void
print_device (const HrGpuReport *report)
{
  g_autofree char *name = hr_gpu_device_to_string (report->device);

  hr_cli_print ("%-16s%s; %s, %s\n", _ ("Device"), name, report->device->driver, report->device->driver_version);
  print_size (_ ("Predicted"), report->predicted_bytes);
}

static void
print_allocated (const HrGpuReport *report)
{
  print_size (_ ("Measured"), report->measured_bytes);
  if (report->heap_growth_bytes >= 0)
    print_size (_ ("Memory grew by"), report->heap_growth_bytes);
  hr_cli_print ("\n%-28s%12s%12s%12s%12s%12s\n", _ ("Layer"), _ ("Memory"), _ ("Error"), _ ("Bound"), _ ("Time"),
                "GFLOP/s");
}

static void
print_layer (const HrGpuLayer *layer)
{
  g_autofree char *size = hr_format_size (layer->bytes);

  hr_cli_print ("%-28s%12s%12.2e%12.2e%9.3f ms%12.1f", layer->id, size, layer->max_error, layer->error_bound,
                (double) layer->nanoseconds / 1e6, layer->gflops);
  hr_cli_print (layer->message != NULL ? "  %s\n" : "\n", layer->message);
}

static void
print_verdict (const HrGpuReport *report)
{
  hr_cli_print (report->layers->len > 0 ? "\n%s" : "%s", hr_gpu_verdict_get_title (report->verdict));
  hr_cli_print (report->message != NULL ? ": %s\n" : "\n", report->message);
}

static void
write_text (HrGpuEvent event, const HrGpuReport *report, gpointer user_data)
{
  if (event == HR_GPU_EVENT_DEVICE)
    print_device (report);
  else if (event == HR_GPU_EVENT_ALLOCATED)
    print_allocated (report);
  else if (event == HR_GPU_EVENT_LAYER)
    print_layer (get_last_layer (report));
  else if (report->verdict != HR_GPU_UNAVAILABLE)
    print_verdict (report);
  hr_cli_flush ();
}

/* ---- JSON ---- */

/* JSON has no infinity: the largest number stands for it. */
static void
add_real (JsonBuilder *builder, const char *name, double value)
{
  hr_cli_json_real (builder, name, isfinite (value) ? value : G_MAXDOUBLE);
}

/* −1 is not known. */
static void
add_size (JsonBuilder *builder, const char *name, gint64 bytes)
{
  if (bytes >= 0)
    hr_cli_json_int (builder, name, bytes);
  else
    hr_cli_json_null (builder, name);
}

static void
add_device (JsonBuilder *builder, const HrGpuDevice *device)
{
  if (device == NULL)
    {
      hr_cli_json_null (builder, "device");
      return;
    }
  json_builder_set_member_name (builder, "device");
  json_builder_begin_object (builder);
  hr_cli_json_text (builder, "name", device->name);
  hr_cli_json_text (builder, "driver", device->driver);
  hr_cli_json_text (builder, "driver_version", device->driver_version);
  hr_cli_json_text (builder, "type", hr_gpu_type_get_id (device->type));
  hr_cli_json_text (builder, "uuid", device->uuid);
  json_builder_end_object (builder);
}

/* What is known from the start. */
static void
add_prediction (JsonBuilder *builder, const HrGpuReport *report)
{
  add_device (builder, report->device);
  hr_cli_json_text (builder, "mode", report->mode == HR_MODE_TRAINING ? "training" : "inference");
  hr_cli_json_int (builder, "batch", report->batch);
  hr_cli_json_int (builder, "n_layers", report->n_layers);
  hr_cli_json_int (builder, "predicted_bytes", report->predicted_bytes);
  add_size (builder, "available_bytes", report->available_bytes);
}

static void
add_measurement (JsonBuilder *builder, const HrGpuReport *report)
{
  hr_cli_json_int (builder, "measured_bytes", report->measured_bytes);
  add_size (builder, "heap_growth_bytes", report->heap_growth_bytes);
}

static void
add_layer (JsonBuilder *builder, const HrGpuLayer *layer)
{
  hr_cli_json_text (builder, "id", layer->id);
  hr_cli_json_text (builder, "pass", layer->pass);
  hr_cli_json_int (builder, "bytes", layer->bytes);
  hr_cli_json_bool (builder, "passed", layer->passed);
  add_real (builder, "max_error", layer->max_error);
  add_real (builder, "error_bound", layer->error_bound);
  hr_cli_json_int (builder, "nanoseconds", layer->nanoseconds);
  add_real (builder, "gflops", layer->gflops);
  hr_cli_json_text (builder, "message", layer->message);
}

/* The device's own peak and copy bandwidth have their places, but nothing measures them. */
static void
add_result (JsonBuilder *builder, const HrGpuReport *report)
{
  add_prediction (builder, report);
  add_measurement (builder, report);
  hr_cli_json_text (builder, "verdict", hr_gpu_verdict_get_id (report->verdict));
  hr_cli_json_text (builder, "message", report->message);
  hr_cli_json_int (builder, "n_messages", report->n_messages);
  hr_cli_json_null (builder, "peak_gflops");
  hr_cli_json_null (builder, "copy_bytes_per_second");
  json_builder_set_member_name (builder, "layers");
  json_builder_begin_array (builder);
  for (guint i = 0; i < report->layers->len; i++)
    {
      json_builder_begin_object (builder);
      add_layer (builder, g_ptr_array_index (report->layers, i));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
write_json (HrGpuEvent event, const HrGpuReport *report, gpointer user_data)
{
  if (event != HR_GPU_EVENT_FINISHED)
    return;

  JsonBuilder *builder = json_builder_new ();
  json_builder_begin_object (builder);
  add_result (builder, report);
  json_builder_end_object (builder);
  hr_cli_print_json (builder);
}

static void
write_json_line (HrGpuEvent event, const HrGpuReport *report, gpointer user_data)
{
  static const char *const names[] = { "device", "allocated", "layer", "finished" };
  JsonBuilder *builder = json_builder_new ();

  json_builder_begin_object (builder);
  hr_cli_json_text (builder, "event", names[event]);
  if (event == HR_GPU_EVENT_DEVICE)
    add_prediction (builder, report);
  else if (event == HR_GPU_EVENT_ALLOCATED)
    add_measurement (builder, report);
  else if (event == HR_GPU_EVENT_LAYER)
    add_layer (builder, get_last_layer (report));
  else
    add_result (builder, report);
  json_builder_end_object (builder);
  hr_cli_print_json_line (builder);
  hr_cli_flush ();
}

HrCliValidationOutput
hr_cli_find_validation_output (const char *format)
{
  if (g_str_equal (format, "jsonl"))
    return write_json_line;
  return g_str_equal (format, "json") ? write_json : write_text;
}
