#include "layer-box.h"

#include <glib/gi18n.h>

#include "../core/units.h"
#include "canvas-colors.h"
#include "canvas-layout.h"

struct _HrLayerBox
{
  GtkWidget parent_instance;

  /* template */
  GtkWidget *strip;
  GtkLabel *name;
  GtkLabel *summary;
  GtkLabel *output;
  GtkWidget *at_peak;
  GtkImage *badge;
  GtkProgressBar *share;

  char *id;             /* owned, or NULL */
  const char *category; /* static: CSS class in use, or NULL */
};

G_DEFINE_FINAL_TYPE (HrLayerBox, hr_layer_box, GTK_TYPE_WIDGET)

char *
hr_layer_box_dup_label (const HrNode *node, const HrBoxFigures *figures)
{
  if (figures != NULL && figures->output != NULL)
    /* Translators: kind and name of a layer, and the shape of its output: "Convolution conv1, output 64 × 112 × 112" */
    return g_strdup_printf (_ ("%s %s, output %s"), _ (node->op->title), hr_node_get_name (node), figures->output);
  /* Translators: kind and name of a layer: "Convolution conv1" */
  return g_strdup_printf (_ ("%s %s"), _ (node->op->title), hr_node_get_name (node));
}

/* "Convolution 3×3, 64": a title and the key parameters. Owned by the caller. */
static char *
dup_summary (const HrNode *node, const char *title)
{
  GString *text = g_string_new (title);
  gsize title_length = text->len;

  if (node->op->summarize == NULL)
    return g_string_free (text, FALSE);
  g_string_append_c (text, ' ');
  node->op->summarize (node->params, text);
  if (text->len == title_length + 1)
    g_string_truncate (text, title_length);
  return g_string_free (text, FALSE);
}

char *
hr_layer_box_dup_summary (const HrNode *node)
{
  return dup_summary (node, _ (node->op->title));
}

static void
set_category (HrLayerBox *self, HrOpCategory category)
{
  const char *wanted = hr_category_get_css_class (category);

  if (wanted == self->category)
    return;
  if (self->category != NULL)
    {
      gtk_widget_remove_css_class (self->strip, self->category);
      gtk_widget_remove_css_class (GTK_WIDGET (self->share), self->category);
    }
  gtk_widget_add_css_class (self->strip, wanted);
  gtk_widget_add_css_class (GTK_WIDGET (self->share), wanted);
  self->category = wanted;
}

static void
set_css_class (GtkWidget *widget, const char *name, gboolean wanted)
{
  if (wanted)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

static void
set_badge (HrLayerBox *self, const HrBoxFigures *figures)
{
  gboolean shown = figures != NULL && figures->message != NULL && figures->severity > HR_SEVERITY_NOTE;
  gboolean is_error = shown && figures->severity == HR_SEVERITY_ERROR;

  gtk_widget_set_visible (GTK_WIDGET (self->badge), shown);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->badge), shown ? figures->message : NULL);
  gtk_image_set_from_icon_name (self->badge, is_error ? "dialog-error-symbolic" : "dialog-warning-symbolic");
  set_css_class (GTK_WIDGET (self->badge), "error", is_error);
  set_css_class (GTK_WIDGET (self->badge), "warning", shown && !is_error);
  set_css_class (GTK_WIDGET (self), "error", is_error);
}

static char *
dup_share_text (const HrBoxFigures *figures)
{
  g_autofree char *size = hr_format_size (figures->peak_bytes);

  /* Translators: "49.0 MiB, 12 % of the peak" */
  return g_strdup_printf (_ ("%s, %.0f %% of the peak"), size, figures->share * 100);
}

static void
set_share (HrLayerBox *self, const HrBoxFigures *figures)
{
  g_autofree char *text = figures != NULL && figures->peak_bytes > 0 ? dup_share_text (figures) : NULL;

  gtk_progress_bar_set_fraction (self->share, figures != NULL ? figures->length : 0);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->share), text);
  gtk_widget_set_visible (self->at_peak, figures != NULL && figures->at_peak);
}

static void
set_accessible_texts (HrLayerBox *self, const HrNode *node, const HrBoxFigures *figures)
{
  g_autofree char *label = hr_layer_box_dup_label (node, figures);
  g_autofree char *share = figures != NULL && figures->peak_bytes > 0 ? dup_share_text (figures) : g_strdup ("");
  g_autofree char *description = figures != NULL && figures->message != NULL
                                     ? g_strdup_printf ("%s\n%s", figures->message, share)
                                     : g_steal_pointer (&share);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

void
hr_layer_box_bind (HrLayerBox *self, const HrNode *node, const HrBoxFigures *figures)
{
  const char *short_title;
  g_autofree char *short_summary = NULL;
  g_autofree char *summary = NULL;
  g_autofree char *tooltip = NULL;

  g_return_if_fail (HR_IS_LAYER_BOX (self) && node != NULL);

  short_title = node->op->short_title != NULL ? node->op->short_title : node->op->title;
  short_summary = dup_summary (node, _ (short_title));
  summary = hr_layer_box_dup_summary (node);
  tooltip = g_strdup_printf ("%s\n%s", hr_node_get_name (node), summary);
  if (g_strcmp0 (self->id, node->id) != 0)
    {
      g_free (self->id);
      self->id = g_strdup (node->id);
    }
  gtk_label_set_text (self->name, hr_node_get_name (node));
  gtk_label_set_text (self->summary, short_summary);
  gtk_label_set_text (self->output, figures != NULL && figures->output != NULL ? figures->output : "?");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), tooltip);
  set_category (self, node->op->category);
  set_badge (self, figures);
  set_share (self, figures);
  set_accessible_texts (self, node, figures);
}

const char *
hr_layer_box_get_id (HrLayerBox *self)
{
  g_return_val_if_fail (HR_IS_LAYER_BOX (self), NULL);
  return self->id;
}

void
hr_layer_box_set_selected (HrLayerBox *self, gboolean selected)
{
  g_return_if_fail (HR_IS_LAYER_BOX (self));

  if (selected)
    gtk_widget_set_state_flags (GTK_WIDGET (self), GTK_STATE_FLAG_SELECTED, FALSE);
  else
    gtk_widget_unset_state_flags (GTK_WIDGET (self), GTK_STATE_FLAG_SELECTED);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_SELECTED, selected, -1);
}

static void
hr_layer_box_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (hr_layer_box_parent_class)->dispose (object);
}

static void
hr_layer_box_finalize (GObject *object)
{
  g_free (HR_LAYER_BOX (object)->id);
  G_OBJECT_CLASS (hr_layer_box_parent_class)->finalize (object);
}

static void
hr_layer_box_class_init (HrLayerBoxClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = hr_layer_box_dispose;
  object_class->finalize = hr_layer_box_finalize;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "layerbox");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LIST_ITEM);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/headroom/Headroom/layer-box.ui");
  gtk_widget_class_bind_template_child (widget_class, HrLayerBox, strip);
  gtk_widget_class_bind_template_child (widget_class, HrLayerBox, name);
  gtk_widget_class_bind_template_child (widget_class, HrLayerBox, summary);
  gtk_widget_class_bind_template_child (widget_class, HrLayerBox, output);
  gtk_widget_class_bind_template_child (widget_class, HrLayerBox, at_peak);
  gtk_widget_class_bind_template_child (widget_class, HrLayerBox, badge);
  gtk_widget_class_bind_template_child (widget_class, HrLayerBox, share);
}

static void
hr_layer_box_init (HrLayerBox *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_size_request (GTK_WIDGET (self), HR_BOX_WIDTH, HR_BOX_HEIGHT);
}

GtkWidget *
hr_layer_box_new (void)
{
  return g_object_new (HR_TYPE_LAYER_BOX, NULL);
}
