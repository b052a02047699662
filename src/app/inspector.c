/* inspector.c: see inspector.h. */
#include "inspector.h"

#include "config.h"
#include "layer-panel.h"
#include "network-panel.h"

struct _HrInspector
{
  AdwBin parent_instance;

  /* Template */
  GtkStack *stack;
  HrLayerPanel *layers;
  HrNetworkPanel *network;

  HrDocument *document; /* owned, or NULL */
};

G_DEFINE_FINAL_TYPE (HrInspector, hr_inspector, ADW_TYPE_BIN)

static void
selection_changed (HrInspector *self)
{
  gboolean any = hr_document_get_selection (self->document)[0] != NULL;

  gtk_stack_set_visible_child_name (self->stack, any ? "layers" : "network");
}

/* What is typed next in a row is a step of its own. */
static void
focus_left (HrInspector *self)
{
  if (self->document != NULL)
    hr_document_end_merge (self->document);
}

static void
release_document (HrInspector *self)
{
  if (self->document == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->document, self);
  g_clear_object (&self->document);
}

void
hr_inspector_set_document (HrInspector *self, HrDocument *document)
{
  g_return_if_fail (HR_IS_INSPECTOR (self));
  release_document (self);
  self->document = g_object_ref (document);
  hr_layer_panel_set_document (self->layers, document);
  hr_network_panel_set_document (self->network, document);
  g_signal_connect_swapped (document, "selection-changed", G_CALLBACK (selection_changed), self);
  selection_changed (self);
}

void
hr_inspector_focus (HrInspector *self)
{
  g_return_if_fail (HR_IS_INSPECTOR (self));
  gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}

static void
hr_inspector_dispose (GObject *object)
{
  release_document (HR_INSPECTOR (object));
  G_OBJECT_CLASS (hr_inspector_parent_class)->dispose (object);
}

static void
hr_inspector_class_init (HrInspectorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = hr_inspector_dispose;
  g_type_ensure (HR_TYPE_LAYER_PANEL);
  g_type_ensure (HR_TYPE_NETWORK_PANEL);
  gtk_widget_class_set_template_from_resource (widget_class, HR_RESOURCE_PATH "/inspector.ui");
  gtk_widget_class_bind_template_child (widget_class, HrInspector, stack);
  gtk_widget_class_bind_template_child (widget_class, HrInspector, layers);
  gtk_widget_class_bind_template_child (widget_class, HrInspector, network);
}

static void
hr_inspector_init (HrInspector *self)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (focus_left), self);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
}
