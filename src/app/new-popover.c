/* new-popover.c: see new-popover.h. */
#include "new-popover.h"

#include <glib/gi18n-lib.h>

#include "../io/examples.h"
#include "../io/importer.h"
#include "choice-row.h"
#include "config.h"
#include "window.h"

struct _HrNewPopover
{
  GtkPopover parent_instance;

  /* Template */
  GtkListBox *list;

  GPtrArray *examples; /* owned, of HrExample; NULL before the popover was shown */
};

G_DEFINE_FINAL_TYPE (HrNewPopover, hr_new_popover, GTK_TYPE_POPOVER)

static void
hr_new_popover_map (GtkWidget *widget)
{
  HrNewPopover *self = HR_NEW_POPOVER (widget);
  g_autoptr (GError) error = NULL;

  if (self->examples == NULL)
    {
      self->examples = hr_examples_load (&error);
      if (self->examples == NULL)
        gtk_list_box_append (self->list, hr_choice_row_new (_ ("The examples cannot be read"), error->message));
      for (guint i = 0; self->examples != NULL && i < self->examples->len; i++)
        {
          HrExample *example = g_ptr_array_index (self->examples, i);

          gtk_list_box_append (self->list, hr_choice_row_new (example->title, example->description));
        }
    }
  GTK_WIDGET_CLASS (hr_new_popover_parent_class)->map (widget);
}

/* Opens a copy without a file, so that saving asks where to. */
static void
open_example (HrNewPopover *self, const HrExample *example)
{
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self)));
  g_autoptr (GError) error = NULL;
  g_autoptr (HrProject) project = hr_import (example->path, &error);

  gtk_popover_popdown (GTK_POPOVER (self));
  if (project != NULL)
    hr_application_open_project (hr_application_get_default (), project, GTK_WINDOW (window));
  else
    hr_window_show_error (HR_WINDOW (window), _ ("This Example Cannot Be Opened"), error->message);
}

static void
row_activated (HrNewPopover *self, GtkListBoxRow *row)
{
  guint index = gtk_list_box_row_get_index (row);

  if (self->examples != NULL && index < self->examples->len)
    open_example (self, g_ptr_array_index (self->examples, index));
}

static void
hr_new_popover_finalize (GObject *object)
{
  g_clear_pointer (&HR_NEW_POPOVER (object)->examples, g_ptr_array_unref);
  G_OBJECT_CLASS (hr_new_popover_parent_class)->finalize (object);
}

static void
hr_new_popover_class_init (HrNewPopoverClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = hr_new_popover_finalize;
  widget_class->map = hr_new_popover_map;
  gtk_widget_class_set_template_from_resource (widget_class, HR_RESOURCE_PATH "/new-popover.ui");
  gtk_widget_class_bind_template_child (widget_class, HrNewPopover, list);
  gtk_widget_class_bind_template_callback (widget_class, row_activated);
}

static void
hr_new_popover_init (HrNewPopover *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
