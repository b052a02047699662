#include "../chart/export.h"

#include <glib/gi18n-lib.h>

#include "../core/text.h"
#include "capacity.h"
#include "options.h"
#include "output.h"

#define MAX_SIDE 20000

/* The command's own options. */
typedef struct
{
  char *output, *view, *theme, *title, *device, *capacity; /* owned */
  int width, height;
  double scale;
} ChartOptions;

static void
chart_options_clear (ChartOptions *self)
{
  g_free (self->output);
  g_free (self->view);
  g_free (self->theme);
  g_free (self->title);
  g_free (self->device);
  g_free (self->capacity);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ChartOptions, chart_options_clear)

static gboolean
parse (HrCliOptions *options, ChartOptions *self, int argc, char **argv, HrExit *status)
{
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &self->output, N_ ("The file to write: .svg, .pdf or .png"), "OUT" },
    { "view", 0, 0, G_OPTION_ARG_FILENAME, &self->view, N_ ("What is stacked"), "category|tensor|arena" },
    { "width", 0, 0, G_OPTION_ARG_INT, &self->width, N_ ("Width in pixels or points (960)"), "N" },
    { "height", 0, 0, G_OPTION_ARG_INT, &self->height, N_ ("Height in pixels or points (360)"), "N" },
    { "scale", 0, 0, G_OPTION_ARG_DOUBLE, &self->scale, N_ ("Pixels of a PNG per unit of width (1)"), "N" },
    { "theme", 0, 0, G_OPTION_ARG_FILENAME, &self->theme, N_ ("Colours"), "light|dark" },
    { "title", 0, 0, G_OPTION_ARG_FILENAME, &self->title, N_ ("Title; the project's where none is given"), "TEXT" },
    { "device", 0, 0, G_OPTION_ARG_FILENAME, &self->device, N_ ("Draw the capacity of this device"), "ID" },
    { "capacity", 0, 0, G_OPTION_ARG_FILENAME, &self->capacity, N_ ("Draw this capacity, such as 8GiB"), "SIZE" },
    { NULL },
  };

  return hr_cli_parse (options, &hr_command_chart, entries, argc, argv, status);
}

/* Says what is wrong with the options, if anything. */
static gboolean
check (const ChartOptions *self)
{
  if (self->output == NULL)
    hr_cli_error (_ ("chart: -o OUT is missing: the file to write"));
  else if (hr_chart_format_for_path (self->output) == NULL)
    hr_cli_error (_ ("%s: a chart is written as .svg, .pdf or .png"), self->output);
  else if (self->view != NULL && hr_timeline_view_find (self->view) < 0)
    hr_cli_error (_ ("--view: “%s” is none of category, tensor, arena"), self->view);
  else if (self->theme != NULL && hr_chart_style_find (self->theme) == NULL)
    hr_cli_error (_ ("--theme: “%s” is none of light, dark"), self->theme);
  else if (self->title != NULL && !g_utf8_validate (self->title, -1, NULL))
    hr_cli_error (_ ("--title: the text is not UTF-8"));
  else if (self->width < HR_TIMELINE_MIN_WIDTH || self->width > MAX_SIDE)
    hr_cli_error (_ ("--width: %d is not in %d…%d"), self->width, HR_TIMELINE_MIN_WIDTH, MAX_SIDE);
  else if (self->height < HR_TIMELINE_MIN_HEIGHT || self->height > MAX_SIDE)
    hr_cli_error (_ ("--height: %d is not in %d…%d"), self->height, HR_TIMELINE_MIN_HEIGHT, MAX_SIDE);
  else if (!(self->scale >= 0.1 && self->scale <= 16))
    hr_cli_error (_ ("--scale: %g is not in 0.1…16"), self->scale);
  else
    return TRUE;
  return FALSE;
}

static void
print_json (const ChartOptions *self, const HrTimeline *timeline, const HrAnalysis *analysis)
{
  JsonBuilder *builder = json_builder_new ();

  json_builder_begin_object (builder);
  hr_cli_json_text (builder, "name", hr_project_get_title (hr_analysis_get_project (analysis)));
  hr_cli_json_text (builder, "output", self->output);
  hr_cli_json_text (builder, "view", self->view != NULL ? self->view : "category");
  hr_cli_json_int (builder, "width", self->width);
  hr_cli_json_int (builder, "height", self->height);
  hr_cli_json_int (builder, "peak_bytes", hr_analysis_get_totals (analysis)->peak_bytes);
  hr_cli_json_text (builder, "description", hr_timeline_get_description (timeline));
  json_builder_end_object (builder);
  hr_cli_print_json (builder);
}

static HrTimeline *
create_timeline (const ChartOptions *self, HrAnalysis *analysis, const HrDevice *device)
{
  g_autofree char *own_title = hr_text_to_line (self->title);
  const char *title = own_title != NULL ? own_title : hr_project_get_title (hr_analysis_get_project (analysis));
  const HrTimelineSpec spec = {
    .analysis = analysis,
    .view = self->view != NULL ? (HrTimelineView) hr_timeline_view_find (self->view) : HR_TIMELINE_CATEGORY,
    .width = self->width,
    .height = self->height,
    .title = *title != '\0' ? title : NULL,
    .capacity_bytes = device != NULL ? hr_device_get_available (device) : 0,
    .capacity_label = device != NULL && *device->name != '\0' ? device->name : NULL,
    .legend = TRUE,
    .selected_layer = -1,
  };

  return hr_timeline_new (&spec, hr_chart_style_find (self->theme != NULL ? self->theme : "light"));
}

static HrExit
run_chart (int argc, char **argv)
{
  g_auto (HrCliOptions) options = { 0 };
  g_auto (ChartOptions) self = { .width = 960, .height = 360, .scale = 1.0 };
  g_autoptr (HrDevice) device = NULL;
  g_autoptr (GError) error = NULL;
  HrExit status;

  if (!parse (&options, &self, argc, argv, &status))
    return status;
  if (!check (&self))
    return HR_EXIT_FAILED;

  g_autoptr (HrAnalysis) analysis = hr_cli_analyse (&options);
  if (analysis == NULL
      || !hr_cli_get_capacity (self.device, self.capacity, hr_analysis_get_project (analysis), &device))
    return HR_EXIT_FAILED;
  hr_cli_print_diagnostics (&options, analysis);

  g_autoptr (HrTimeline) timeline = create_timeline (&self, analysis, device);
  if (!hr_chart_export (timeline, self.output, self.scale, &error))
    {
      hr_cli_problem (error->message);
      return HR_EXIT_FAILED;
    }
  if (hr_cli_wants_json (&options))
    print_json (&self, timeline, analysis);
  return HR_EXIT_DONE;
}

const HrCommand hr_command_chart = {
  .name = "chart",
  .arguments = "FILE",
  .summary = N_ ("Draw the memory of each step as a picture: headroom-cli chart FILE -o OUT.svg"),
  .min_arguments = 1,
  .max_arguments = 1,
  .estimates = TRUE,
  .formats = "text|json",
  .run = run_chart,
};
