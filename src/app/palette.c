#include "palette.h"

#include <glib/gi18n.h>

#include "../core/op.h"
#include "canvas-colors.h"
#include "canvas.h"

struct _HrPalette
{
  GtkWidget parent_instance;

  /* template */
  GtkSearchEntry *search;
  GtkListBox *list;

  char **words; /* owned: what is searched for, case-folded, or NULL */
};

G_DEFINE_FINAL_TYPE (HrPalette, hr_palette, GTK_TYPE_WIDGET)

static const HrOp *
get_kind (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), "kind");
}

/* Every word is part of the title, a keyword or the id. */
static gboolean
is_wanted (GtkListBoxRow *row, gpointer data)
{
  HrPalette *self = data;
  const HrOp *op = get_kind (row);
  g_autofree char *text = g_strconcat (_ (op->title), " ", _ (op->keywords), " ", op->id, NULL);
  g_autofree char *folded = g_utf8_casefold (text, -1);

  for (guint i = 0; self->words != NULL && self->words[i] != NULL; i++)
    if (strstr (folded, self->words[i]) == NULL)
      return FALSE;
  return TRUE;
}

static void
update_header (GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
  HrOpCategory category = get_kind (row)->category;
  GtkWidget *label;

  if (before != NULL && get_kind (before)->category == category)
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }
  if (gtk_list_box_row_get_header (row) != NULL)
    return;
  label = gtk_label_new (hr_op_category_get_title (category));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "category");
  gtk_list_box_row_set_header (row, label);
}

static GtkWidget *
create_row_content (const HrOp *op)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  g_autofree char *icon_name = g_strdup_printf ("headroom-kind-%s-symbolic", op->id);
  GtkWidget *icon = gtk_image_new_from_icon_name (icon_name);
  GtkWidget *title = gtk_label_new (_ (op->title));

  gtk_widget_add_css_class (icon, hr_category_get_css_class (op->category));
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), title);
  return box;
}

static GdkContentProvider *
on_prepare (GtkDragSource *source, double x, double y, GtkListBoxRow *row)
{
  return gdk_content_provider_new_typed (HR_TYPE_KIND, get_kind (row));
}

static void
on_drag_begin (GtkDragSource *source, GdkDrag *drag, GtkListBoxRow *row)
{
  GtkWidget *content = create_row_content (get_kind (row));

  gtk_widget_add_css_class (content, "dragged-kind");
  gtk_drag_icon_set_child (GTK_DRAG_ICON (gtk_drag_icon_get_for_drag (drag)), content);
}

static void
add_drag_source (GtkListBoxRow *row)
{
  GtkDragSource *source = gtk_drag_source_new ();

  g_signal_connect (source, "prepare", G_CALLBACK (on_prepare), row);
  g_signal_connect (source, "drag-begin", G_CALLBACK (on_drag_begin), row);
  gtk_widget_add_controller (GTK_WIDGET (row), GTK_EVENT_CONTROLLER (source));
}

static void
add_kind (HrPalette *self, const HrOp *op)
{
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), create_row_content (op));
  gtk_widget_set_tooltip_text (row, _ (op->description));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, _ (op->title),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, _ (op->description), -1);
  g_object_set_data (G_OBJECT (row), "kind", (gpointer) op);
  add_drag_source (GTK_LIST_BOX_ROW (row));
  gtk_list_box_append (self->list, row);
}

/* Category by category, in the order of the kinds within each. */
static void
add_kinds (HrPalette *self)
{
  guint n;
  const HrOp *const *ops = hr_op_get_all (&n);

  for (HrOpCategory category = 0; category < HR_OP_CATEGORY_OTHER; category++)
    for (guint i = 0; i < n; i++)
      if (ops[i]->category == category)
        add_kind (self, ops[i]);
}

static void
on_search_changed (HrPalette *self)
{
  g_autofree char *folded = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);

  g_strfreev (self->words);
  self->words = g_strsplit (g_strstrip (folded), " ", -1);
  gtk_list_box_invalidate_filter (self->list);
}

static void
on_row_activated (HrPalette *self, GtkListBoxRow *row)
{
  g_signal_emit_by_name (self, "kind-activated", get_kind (row)->id);
}

/* Enter takes the first kind that is found. */
static void
on_search_activated (HrPalette *self)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    if (is_wanted (row, self))
      {
        on_row_activated (self, row);
        return;
      }
}

static void
on_search_stopped (HrPalette *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
}

void
hr_palette_start_search (HrPalette *self)
{
  g_return_if_fail (HR_IS_PALETTE (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

/* The arrow keys walk along the list; the tab key leaves it, not row by row. */
static gboolean
hr_palette_focus (GtkWidget *widget, GtkDirectionType direction)
{
  HrPalette *self = HR_PALETTE (widget);
  GtkWidget *child = gtk_widget_get_focus_child (widget);
  gboolean in_list = child != NULL && gtk_widget_is_ancestor (GTK_WIDGET (self->list), child);

  if (in_list && direction == GTK_DIR_TAB_FORWARD)
    return FALSE;
  if (in_list && direction == GTK_DIR_TAB_BACKWARD)
    return gtk_widget_grab_focus (GTK_WIDGET (self->search));
  return GTK_WIDGET_CLASS (hr_palette_parent_class)->focus (widget, direction);
}

static void
hr_palette_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (hr_palette_parent_class)->dispose (object);
}

static void
hr_palette_finalize (GObject *object)
{
  g_strfreev (HR_PALETTE (object)->words);
  G_OBJECT_CLASS (hr_palette_parent_class)->finalize (object);
}

static void
hr_palette_class_init (HrPaletteClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = hr_palette_dispose;
  G_OBJECT_CLASS (klass)->finalize = hr_palette_finalize;
  widget_class->focus = hr_palette_focus;
  g_signal_new ("kind-activated", HR_TYPE_PALETTE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "palette");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/headroom/Headroom/palette.ui");
  gtk_widget_class_bind_template_child (widget_class, HrPalette, search);
  gtk_widget_class_bind_template_child (widget_class, HrPalette, list);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_search_stopped);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
}

static void
hr_palette_init (HrPalette *self)
{
  GtkLayoutManager *layout;

  gtk_widget_init_template (GTK_WIDGET (self));
  layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));
  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  gtk_list_box_set_header_func (self->list, update_header, NULL, NULL);
  gtk_list_box_set_filter_func (self->list, is_wanted, self, NULL);
  add_kinds (self);
}

GtkWidget *
hr_palette_new (void)
{
  return g_object_new (HR_TYPE_PALETTE, NULL);
}
