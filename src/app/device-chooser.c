/* device-chooser.c: see device-chooser.h. */
#include "device-chooser.h"

#include "../core/units.h"
#include "device-list.h"

#define MAX_NAME_CHARS 26

static void
set_up_row (GtkSignalListItemFactory *factory, GtkListItem *row)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 18);
  GtkWidget *name = gtk_label_new (NULL);
  GtkWidget *memory = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (name), 0.0f);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_add_css_class (memory, "dim-label");
  gtk_widget_add_css_class (memory, "numeric");
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), memory);
  gtk_list_item_set_child (row, box);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *row)
{
  HrDeviceItem *item = gtk_list_item_get_item (row);
  const HrDevice *device = hr_device_item_get_device (item);
  GtkWidget *name = gtk_widget_get_first_child (gtk_list_item_get_child (row));
  g_autofree char *size = device != NULL ? hr_format_size (hr_device_get_available (device)) : g_strdup ("");

  gtk_label_set_text (GTK_LABEL (name), hr_device_item_get_name (item));
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_next_sibling (name)), size);
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (gtk_list_item_get_child (row))),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, hr_device_item_get_name (item),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, size, -1);
}

/* What the closed drop-down shows: the name, as much of it as there is room for. */
static void
set_up_name (GtkSignalListItemFactory *factory, GtkListItem *row)
{
  GtkWidget *name = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (name), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (name), MAX_NAME_CHARS);
  gtk_list_item_set_child (row, name);
}

static void
bind_name (GtkSignalListItemFactory *factory, GtkListItem *row)
{
  HrDeviceItem *item = gtk_list_item_get_item (row);

  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (row)), hr_device_item_get_name (item));
}

/* The first widget of a type below another, or NULL. */
static GtkWidget *
find_below (GtkWidget *widget, GType type)
{
  GtkWidget *found = NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = G_TYPE_CHECK_INSTANCE_TYPE (child, type) ? child : find_below (child, type);
  return found;
}

/* The filter of GtkDropDown finds only what begins with the text: "7600" is to find "Radeon RX 7600 XT". */
static void
search_inside (GtkWidget *popover)
{
  GtkWidget *list = find_below (popover, GTK_TYPE_LIST_VIEW);
  GtkSelectionModel *selection = list != NULL ? gtk_list_view_get_model (GTK_LIST_VIEW (list)) : NULL;
  GListModel *filtered
      = GTK_IS_SINGLE_SELECTION (selection) ? gtk_single_selection_get_model (GTK_SINGLE_SELECTION (selection)) : NULL;
  GtkFilter *filter = GTK_IS_FILTER_LIST_MODEL (filtered)
                          ? gtk_filter_list_model_get_filter (GTK_FILTER_LIST_MODEL (filtered))
                          : NULL;

  if (GTK_IS_STRING_FILTER (filter))
    gtk_string_filter_set_match_mode (GTK_STRING_FILTER (filter), GTK_STRING_FILTER_MATCH_MODE_SUBSTRING);
}

void
hr_device_chooser_set_searched_model (GtkDropDown *drop_down, GListModel *devices)
{
  GtkWidget *popover, *entry;

  g_return_if_fail (GTK_IS_DROP_DOWN (drop_down) && G_IS_LIST_MODEL (devices));
  gtk_drop_down_set_model (drop_down, devices);
  gtk_drop_down_set_enable_search (drop_down, TRUE);
  popover = find_below (GTK_WIDGET (drop_down), GTK_TYPE_POPOVER);
  entry = popover != NULL ? find_below (popover, GTK_TYPE_SEARCH_ENTRY) : NULL;
  if (entry == NULL)
    return;
  search_inside (popover);
  gtk_search_entry_set_key_capture_widget (GTK_SEARCH_ENTRY (entry), popover);
}

void
hr_device_chooser_set_up (GtkDropDown *drop_down)
{
  g_autoptr (GtkListItemFactory) name_factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkExpression) name = gtk_property_expression_new (HR_TYPE_DEVICE_ITEM, NULL, "name");

  g_return_if_fail (GTK_IS_DROP_DOWN (drop_down));
  g_signal_connect (factory, "setup", G_CALLBACK (set_up_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), NULL);
  g_signal_connect (name_factory, "setup", G_CALLBACK (set_up_name), NULL);
  g_signal_connect (name_factory, "bind", G_CALLBACK (bind_name), NULL);
  gtk_drop_down_set_factory (drop_down, name_factory);
  gtk_drop_down_set_list_factory (drop_down, factory);
  gtk_drop_down_set_expression (drop_down, name);
}
