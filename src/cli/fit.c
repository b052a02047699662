#include "../core/fit.h"

#include <glib/gi18n-lib.h>

#include "../core/text.h"
#include "../core/units.h"
#include "capacity.h"
#include "options.h"
#include "output.h"

static void
print_row (const char *label, gint64 bytes)
{
  g_autofree char *size = hr_format_size (ABS (bytes));
  g_autofree char *exact = hr_format_bytes (ABS (bytes));
  const char *sign = bytes < 0 ? "−" : "";

  hr_cli_print ("%-16s%s%s (%s%s)\n", label, sign, size, sign, exact);
}

static void
print_batch (const HrFit *fit)
{
  if (fit->batch_unbounded)
    hr_cli_print ("%-16s%s\n", _ ("Largest batch"), _ ("any: memory does not grow with it"));
  else if (fit->largest_batch == 0)
    hr_cli_print ("%-16s%s\n", _ ("Largest batch"), _ ("none: not even one instance fits"));
  else
    hr_cli_print ("%-16s%" G_GINT64_FORMAT "\n", _ ("Largest batch"), fit->largest_batch);
}

/* The layer of a step, or NULL for loss and update. */
static const HrNode *
get_step_node (const HrAnalysis *analysis, int step)
{
  guint n;
  int layer = hr_analysis_get_steps (analysis, &n)[step].layer;

  return layer >= 0 ? hr_analysis_get_layers (analysis, &n)[layer].node : NULL;
}

static void
print_failure (const HrAnalysis *analysis, const HrFit *fit)
{
  guint n;
  const HrNode *node = get_step_node (analysis, fit->failing_step);
  const HrStep *step = &hr_analysis_get_steps (analysis, &n)[fit->failing_step];
  g_autofree char *layer = hr_text_to_line (node != NULL ? hr_node_get_name (node) : NULL);

  hr_cli_print ("%-16s", _ ("First failure"));
  if (node != NULL)
    hr_cli_print (_ ("step %d, %s of %s"), fit->failing_step + 1, hr_phase_get_title (step->phase), layer);
  else
    hr_cli_print (_ ("step %d, %s"), fit->failing_step + 1, hr_phase_get_title (step->phase));
  if (fit->failing_block >= 0)
    {
      g_autofree char *block = hr_analysis_dup_block_name (analysis, (guint) fit->failing_block);
      g_autofree char *name = hr_text_to_line (block);
      g_autofree char *bytes = hr_format_bytes (hr_analysis_get_blocks (analysis, &n)[fit->failing_block].bytes);

      hr_cli_print (_ (": %s, %s"), name, bytes);
    }
  hr_cli_print ("\n");
}

static void
print_text (const HrAnalysis *analysis, const HrDevice *device, const HrFit *fit)
{
  if (*device->name != '\0')
    hr_cli_print (fit->fits ? _ ("Fits %s\n") : _ ("Does not fit %s\n"), device->name);
  else
    hr_cli_print ("%s\n", fit->fits ? _ ("Fits") : _ ("Does not fit"));
  print_row (_ ("Needed"), fit->needed_bytes);
  print_row (_ ("Available"), fit->available_bytes);
  print_row (_ ("Margin"), fit->margin_bytes);
  print_batch (fit);
  if (fit->failing_step >= 0)
    print_failure (analysis, fit);
  if (!hr_analysis_get_totals (analysis)->complete)
    hr_cli_print ("%-16s%s\n", _ ("Incomplete"), _ ("all this as far as the network is known"));
}

static void
add_device (JsonBuilder *builder, const HrDevice *device)
{
  if (*device->id == '\0')
    {
      hr_cli_json_null (builder, "device");
      return;
    }
  json_builder_set_member_name (builder, "device");
  json_builder_begin_object (builder);
  hr_cli_json_text (builder, "id", device->id);
  hr_cli_json_text (builder, "name", device->name);
  hr_cli_json_int (builder, "memory_bytes", device->memory_bytes);
  hr_cli_json_int (builder, "reserved_bytes", device->reserved_bytes);
  json_builder_end_object (builder);
}

/* The block is named by layer and tensor; its category tells a weight from the gradient of a weight. */
static void
add_block (JsonBuilder *builder, const HrAnalysis *analysis, guint index)
{
  guint n;
  const HrBlock *block = &hr_analysis_get_blocks (analysis, &n)[index];
  const HrNode *node = block->layer >= 0 ? hr_analysis_get_layers (analysis, &n)[block->layer].node : NULL;
  g_autofree char *name
      = g_strdup_printf ("%s%s%s", node != NULL ? node->id : "", node != NULL ? " " : "", block->tensor);

  hr_cli_json_text (builder, "block", name);
  hr_cli_json_text (builder, "category", hr_category_get_id (block->category));
  hr_cli_json_int (builder, "bytes", block->bytes);
}

static void
add_failure (JsonBuilder *builder, const HrAnalysis *analysis, const HrFit *fit)
{
  guint n;

  if (fit->failing_step < 0)
    {
      hr_cli_json_null (builder, "first_failure");
      return;
    }

  const HrNode *node = get_step_node (analysis, fit->failing_step);

  json_builder_set_member_name (builder, "first_failure");
  json_builder_begin_object (builder);
  hr_cli_json_int (builder, "step", fit->failing_step + 1);
  hr_cli_json_text (builder, "phase", hr_phase_get_id (hr_analysis_get_steps (analysis, &n)[fit->failing_step].phase));
  hr_cli_json_text (builder, "layer", node != NULL ? node->id : NULL);
  if (fit->failing_block >= 0)
    add_block (builder, analysis, (guint) fit->failing_block);
  json_builder_end_object (builder);
}

static void
print_json (const HrAnalysis *analysis, const HrDevice *device, const HrFit *fit)
{
  JsonBuilder *builder = json_builder_new ();

  json_builder_begin_object (builder);
  hr_cli_json_text (builder, "name", hr_project_get_title (hr_analysis_get_project (analysis)));
  add_device (builder, device);
  hr_cli_json_int (builder, "batch", hr_analysis_get_settings (analysis)->batch);
  hr_cli_json_text (builder, "verdict", fit->fits ? "fits" : "does-not-fit");
  hr_cli_json_int (builder, "peak_bytes", fit->needed_bytes);
  hr_cli_json_int (builder, "available_bytes", fit->available_bytes);
  hr_cli_json_int (builder, "margin_bytes", fit->margin_bytes);
  if (fit->batch_unbounded)
    hr_cli_json_null (builder, "largest_batch");
  else
    hr_cli_json_int (builder, "largest_batch", fit->largest_batch);
  add_failure (builder, analysis, fit);
  hr_cli_json_bool (builder, "complete", hr_analysis_get_totals (analysis)->complete);
  json_builder_end_object (builder);
  hr_cli_print_json (builder);
}

/* The estimate and the device to hold it against. FALSE when one of them is missing, which it has said. */
static gboolean
prepare (int argc, char **argv, HrCliOptions *options, HrAnalysis **analysis, HrDevice **device, HrExit *status)
{
  g_autofree char *device_id = NULL;
  g_autofree char *capacity = NULL;
  const GOptionEntry entries[] = {
    { "device", 0, 0, G_OPTION_ARG_FILENAME, &device_id, N_ ("A device that headroom-cli devices lists"), "ID" },
    { "capacity", 0, 0, G_OPTION_ARG_FILENAME, &capacity, N_ ("A size, such as 8GiB, 8GB or 500 MB"), "SIZE" },
    { NULL },
  };

  if (!hr_cli_parse (options, &hr_command_fit, entries, argc, argv, status))
    return FALSE;
  *status = HR_EXIT_FAILED;
  *analysis = hr_cli_analyse (options);
  if (*analysis == NULL || !hr_cli_get_capacity (device_id, capacity, hr_analysis_get_project (*analysis), device))
    return FALSE;
  if (*device == NULL)
    hr_cli_error (_ ("fit: --device ID or --capacity SIZE is missing: the project names no device"));
  return *device != NULL;
}

static HrExit
run_fit (int argc, char **argv)
{
  g_auto (HrCliOptions) options = { 0 };
  g_autoptr (HrAnalysis) analysis = NULL;
  g_autoptr (HrDevice) device = NULL;
  HrExit status;
  HrFit fit;

  if (!prepare (argc, argv, &options, &analysis, &device, &status))
    return status;
  hr_cli_print_diagnostics (&options, analysis);
  hr_fit (analysis, hr_device_get_available (device), NULL, &fit);
  if (hr_cli_wants_json (&options))
    print_json (analysis, device, &fit);
  else
    print_text (analysis, device, &fit);
  return fit.fits ? HR_EXIT_DONE : HR_EXIT_NO;
}

const HrCommand hr_command_fit = {
  .name = "fit",
  .arguments = "FILE",
  .summary = N_ ("Whether the network fits a device: verdict, margin, largest batch, first allocation that fails"),
  .min_arguments = 1,
  .max_arguments = 1,
  .estimates = TRUE,
  .formats = "text|json",
  .run = run_fit,
};
