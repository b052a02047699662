/* window-actions.c: what menus, buttons and keys do in a window. */
#include "window-private.h"

#include <glib/gi18n-lib.h>

static void
open_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  hr_window_choose_open (user_data);
}

static void
save_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  hr_window_save (user_data);
}

static void
save_as_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  hr_window_save_as (user_data);
}

static void
export_chart_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  hr_window_export_chart (user_data);
}

static void
undo_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  hr_document_undo (HR_WINDOW (user_data)->document);
}

static void
redo_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  hr_document_redo (HR_WINDOW (user_data)->document);
}

static void
validate_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  HrWindow *self = user_data;

  gtk_stack_set_visible_child_name (self->pages, "validation");
  hr_validate_page_start (self->validate_page);
}

/* "inference" or "training" becomes the project's mode, as a step to undo. */
static void
mode_requested (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  HrWindow *self = user_data;
  HrProject *project = hr_document_get_project (self->document);
  HrSettings settings = *hr_project_get_settings (project);
  g_autoptr (HrProject) changed = NULL;

  if (!hr_settings_set_text (&settings, "mode", g_variant_get_string (value, NULL), NULL))
    return;
  changed = hr_project_with_settings (project, &settings);
  hr_document_push (self->document, changed, _ ("Change Mode"), NULL);
  hr_window_update_actions (self);
}

static void
chart_view_requested (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  HrWindow *self = user_data;
  const char *id = g_variant_get_string (value, NULL);
  int view = hr_timeline_view_find (id);

  if (view < 0)
    return;
  g_simple_action_set_state (action, value);
  hr_chart_view_set_view (self->chart, view);
  g_settings_set_string (hr_application_get_settings (self->application), "chart-view", id);
}

static void
show_page_requested (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  gtk_stack_set_visible_child_name (HR_WINDOW (user_data)->pages, g_variant_get_string (value, NULL));
}

/* Ctrl+F: the search of the palette, which is shown for it. */
static void
search_layers_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  HrWindow *self = user_data;

  adw_flap_set_reveal_flap (self->palette_flap, TRUE);
  gtk_widget_child_focus (GTK_WIDGET (self->palette), GTK_DIR_TAB_FORWARD);
}

static void
zoom_in_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  hr_canvas_zoom_in (HR_WINDOW (user_data)->canvas);
}

static void
zoom_out_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  hr_canvas_zoom_out (HR_WINDOW (user_data)->canvas);
}

static void
zoom_one_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  hr_canvas_set_zoom (HR_WINDOW (user_data)->canvas, 1.0);
}

static void
zoom_fit_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  hr_canvas_fit_all (HR_WINDOW (user_data)->canvas);
}

static void
arrange_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  hr_canvas_auto_layout (HR_WINDOW (user_data)->canvas);
}

static void
show_menu_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_menu_button_popup (HR_WINDOW (user_data)->menu_button);
}

/* Shows the layer with this id: selects it and brings it into view. */
static void
show_layer_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  HrWindow *self = user_data;
  const char *ids[] = { g_variant_get_string (parameter, NULL), NULL };

  hr_document_set_selection (self->document, ids);
  hr_canvas_scroll_to (self->canvas, ids[0]);
}

static const GActionEntry actions[] = {
  { "open", open_activated },
  { "save", save_activated },
  { "save-as", save_as_activated },
  { "export-chart", export_chart_activated },
  { "undo", undo_activated },
  { "redo", redo_activated },
  { "validate", validate_activated },
  { "mode", NULL, "s", "'inference'", mode_requested },
  { "chart-view", NULL, "s", "'category'", chart_view_requested },
  { "show-page", NULL, "s", "'timeline'", show_page_requested },
  { "search-layers", search_layers_activated },
  { "zoom-in", zoom_in_activated },
  { "zoom-out", zoom_out_activated },
  { "zoom-one", zoom_one_activated },
  { "zoom-fit", zoom_fit_activated },
  { "arrange", arrange_activated },
  { "show-menu", show_menu_activated },
  { "show-layer", show_layer_activated, "s" },
};

static void
add_flap_action (HrWindow *self, const char *name, AdwFlap *flap)
{
  g_autoptr (GPropertyAction) action = g_property_action_new (name, flap, "reveal-flap");

  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
}

void
hr_window_add_actions (HrWindow *self)
{
  g_autofree char *view = g_settings_get_string (hr_application_get_settings (self->application), "chart-view");

  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  add_flap_action (self, "toggle-palette", self->palette_flap);
  add_flap_action (self, "toggle-inspector", self->inspector_flap);
  g_action_group_change_action_state (G_ACTION_GROUP (self), "chart-view", g_variant_new_string (view));
}

static void
set_enabled (HrWindow *self, const char *name, gboolean enabled)
{
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), name)), enabled);
}

static void
set_state (HrWindow *self, const char *name, const char *state)
{
  g_simple_action_set_state (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), name)),
                             g_variant_new_string (state));
}

/* "Undo Move 3 Layers", or just "Undo". */
static void
set_step_tooltip (GtkWidget *button, const char *format, const char *plain, const char *label)
{
  g_autofree char *text = label != NULL ? g_strdup_printf (format, label) : g_strdup (plain);

  gtk_widget_set_tooltip_text (button, text);
}

void
hr_window_update_actions (HrWindow *self)
{
  HrProject *project = hr_document_get_project (self->document);
  g_autofree char *mode = hr_settings_to_text (hr_project_get_settings (project), "mode");
  gboolean has_layers = hr_graph_get_n_nodes (hr_project_get_graph (project)) > 0;

  set_enabled (self, "undo", hr_document_can_undo (self->document));
  set_enabled (self, "redo", hr_document_can_redo (self->document));
  set_enabled (self, "export-chart", has_layers);
  set_enabled (self, "validate", has_layers);
  set_enabled (self, "arrange", has_layers);
  set_state (self, "mode", mode);
  set_state (self, "show-page", gtk_stack_get_visible_child_name (self->pages));
  /* Translators: %s is what undoing takes back, "Move 3 Layers". */
  set_step_tooltip (self->undo_button, _ ("Undo “%s”"), _ ("Undo"), hr_document_get_undo_label (self->document));
  /* Translators: %s is what is done again, "Move 3 Layers". */
  set_step_tooltip (self->redo_button, _ ("Redo “%s”"), _ ("Redo"), hr_document_get_redo_label (self->document));
}
