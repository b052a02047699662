/* open-popover.c: see open-popover.h. */
#include "open-popover.h"

#include "../io/project-file.h"
#include "application.h"
#include "config.h"
#include "choice-row.h"

#define MAX_RECENT 12

struct _HrOpenPopover
{
  GtkPopover parent_instance;

  /* Template */
  GtkListBox *list;
  GtkWidget *scroller;
};

G_DEFINE_FINAL_TYPE (HrOpenPopover, hr_open_popover, GTK_TYPE_POPOVER)

static int
compare_by_age (gconstpointer a, gconstpointer b)
{
  GDateTime *time_a = gtk_recent_info_get_modified ((GtkRecentInfo *) a);
  GDateTime *time_b = gtk_recent_info_get_modified ((GtkRecentInfo *) b);

  return g_date_time_compare (time_b, time_a);
}

static void
add_row (HrOpenPopover *self, GtkRecentInfo *info)
{
  g_autoptr (GFile) file = g_file_new_for_uri (gtk_recent_info_get_uri (info));
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *path = folder != NULL ? g_file_get_parse_name (folder) : NULL;
  GtkWidget *row = hr_choice_row_new (gtk_recent_info_get_display_name (info), path);

  g_object_set_data_full (G_OBJECT (row), "file", g_steal_pointer (&file), g_object_unref);
  gtk_list_box_append (self->list, row);
}

/* Fills the list anew whenever the popover is shown: other programs add to the recent files, too. */
static void
hr_open_popover_map (GtkWidget *widget)
{
  HrOpenPopover *self = HR_OPEN_POPOVER (widget);
  GList *infos = g_list_sort (gtk_recent_manager_get_items (gtk_recent_manager_get_default ()), compare_by_age);
  GtkWidget *child;
  guint n_added = 0;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, child);
  for (GList *l = infos; l != NULL && n_added < MAX_RECENT; l = l->next)
    if (g_str_has_suffix (gtk_recent_info_get_uri (l->data), HR_PROJECT_FILE_SUFFIX)
        && gtk_recent_info_exists (l->data))
      {
        add_row (self, l->data);
        n_added++;
      }
  gtk_widget_set_visible (self->scroller, n_added > 0);
  g_list_free_full (infos, (GDestroyNotify) gtk_recent_info_unref);
  GTK_WIDGET_CLASS (hr_open_popover_parent_class)->map (widget);
}

static void
row_activated (HrOpenPopover *self, GtkListBoxRow *row)
{
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self)));
  GFile *file = g_object_get_data (G_OBJECT (row), "file");

  g_object_ref (file);
  gtk_popover_popdown (GTK_POPOVER (self));
  hr_application_open_file (hr_application_get_default (), file, GTK_WINDOW (window));
  g_object_unref (file);
}

static void
hr_open_popover_class_init (HrOpenPopoverClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->map = hr_open_popover_map;
  gtk_widget_class_set_template_from_resource (widget_class, HR_RESOURCE_PATH "/open-popover.ui");
  gtk_widget_class_bind_template_child (widget_class, HrOpenPopover, list);
  gtk_widget_class_bind_template_child (widget_class, HrOpenPopover, scroller);
  gtk_widget_class_bind_template_callback (widget_class, row_activated);
}

static void
hr_open_popover_init (HrOpenPopover *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
