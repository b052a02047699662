/* window-files.c: opening, saving, exporting and closing, with the questions that belong to them. */
#include "window-private.h"

#include <glib/gi18n-lib.h>

#include "../chart/export.h"
#include "../io/project-file.h"
#include "file-dialog.h"

#define EXPORT_WIDTH 960
#define EXPORT_HEIGHT 480
#define EXPORT_SCALE 2.0 /* pixels per unit of PNG files */

static void
add_recent (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);

  gtk_recent_manager_add_item (gtk_recent_manager_get_default (), uri);
}

/* ---- open ---- */

/* In this window, unless something was made in it while the file was read. */
static void
show_document (HrWindow *self, HrDocument *document)
{
  HrWindow *target = hr_window_is_pristine (self) ? self : hr_window_new (self->application);

  hr_window_set_document (target, document);
  gtk_window_present (GTK_WINDOW (target));
}

static void
load_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (HrWindow) self = user_data;
  g_autoptr (HrDocument) document = HR_DOCUMENT (source);
  g_autoptr (GError) error = NULL;

  if (self->loading == NULL) /* closed meanwhile */
    return;
  g_clear_object (&self->loading);
  if (!hr_document_load_finish (document, result, &error))
    {
      hr_window_show_error (self, _ ("This File Cannot Be Opened"), error->message);
      return;
    }
  if (hr_document_get_file (document) != NULL)
    add_recent (hr_document_get_file (document));
  show_document (self, document);
}

void
hr_window_load (HrWindow *self, GFile *file)
{
  g_return_if_fail (HR_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));
  g_set_object (&self->loading, file);
  hr_document_load_async (hr_document_new (NULL), file, NULL, load_done, g_object_ref (self));
}

static void
open_chosen (GFile *file, gpointer user_data)
{
  HrWindow *self = user_data;

  hr_application_open_file (self->application, file, GTK_WINDOW (self));
}

void
hr_window_choose_open (HrWindow *self)
{
  hr_file_dialog_open (GTK_WINDOW (self), open_chosen, self);
}

static gboolean
files_dropped (GtkDropTarget *target, const GValue *value, double x, double y, gpointer user_data)
{
  HrWindow *self = user_data;

  for (const GSList *l = g_value_get_boxed (value); l != NULL; l = l->next)
    open_chosen (l->data, self);
  return TRUE;
}

void
hr_window_add_drop_target (HrWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect (target, "drop", G_CALLBACK (files_dropped), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}

/* ---- save ---- */

/* A save that may be followed by closing the window. */
typedef struct
{
  HrWindow *window; /* owned */
  gboolean close;
} Saving;

static void
save_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Saving *saving = user_data;
  g_autoptr (HrWindow) self = saving->window;
  g_autoptr (GError) error = NULL;
  HrDocument *document = HR_DOCUMENT (source);

  if (!hr_document_save_finish (document, result, &error))
    {
      hr_window_show_error (self, _ ("The Network Was Not Saved"), error->message);
      return;
    }
  add_recent (hr_document_get_file (document));
  if (saving->close)
    gtk_window_close (GTK_WINDOW (self));
}

static void
save_to (HrWindow *self, GFile *file, gboolean close)
{
  Saving *saving = g_new0 (Saving, 1);

  saving->window = g_object_ref (self);
  saving->close = close;
  hr_document_save_async (self->document, file, NULL, save_done, saving);
}

static void
save_chosen (GFile *file, gpointer user_data)
{
  save_to (user_data, file, FALSE);
}

static void
save_chosen_then_close (GFile *file, gpointer user_data)
{
  save_to (user_data, file, TRUE);
}

/* The document's title as a file name: no separators, and not hidden. Owned by the caller. */
static char *
dup_file_name (HrWindow *self, const char *suffix)
{
  g_autofree char *name = g_strdup (hr_document_get_title (self->document));

  g_strdelimit (name, "/\\:", '-');
  if (name[0] == '.')
    name[0] = '-';
  return g_strconcat (name, suffix, NULL);
}

static void
choose_save (HrWindow *self, HrFileChosen chosen)
{
  g_autofree char *name = dup_file_name (self, HR_PROJECT_FILE_SUFFIX);

  hr_file_dialog_save_project (GTK_WINDOW (self), hr_document_get_file (self->document), name, chosen, self);
}

static void
save (HrWindow *self, gboolean close)
{
  GFile *file = hr_document_get_file (self->document);

  if (file != NULL)
    save_to (self, file, close);
  else
    choose_save (self, close ? save_chosen_then_close : save_chosen);
}

void
hr_window_save (HrWindow *self)
{
  save (self, FALSE);
}

void
hr_window_save_as (HrWindow *self)
{
  choose_save (self, save_chosen);
}

/* ---- close ---- */

static gboolean
close_now (gpointer self)
{
  gtk_window_close (GTK_WINDOW (self));
  return G_SOURCE_REMOVE;
}

/* The window outlives the answer: the dialog, which goes with it, is still at work. */
static void
close_answered (AdwMessageDialog *dialog, const char *response, HrWindow *self)
{
  if (g_str_equal (response, "save"))
    save (self, TRUE);
  else if (g_str_equal (response, "discard"))
    {
      self->close_confirmed = TRUE;
      g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, close_now, g_object_ref (self), g_object_unref);
    }
}

void
hr_window_confirm_close (HrWindow *self)
{
  AdwMessageDialog *dialog;

  if (self->close_question != NULL)
    {
      gtk_window_present (self->close_question);
      return;
    }
  dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (GTK_WINDOW (self), _ ("Save Changes?"), NULL));
  g_set_weak_pointer (&self->close_question, GTK_WINDOW (dialog));

  adw_message_dialog_format_body (dialog,
                                  _ ("“%s” has changes that are not saved. They will be lost if you discard them."),
                                  hr_document_get_title (self->document));
  adw_message_dialog_add_responses (dialog, "cancel", _ ("_Cancel"), "discard", _ ("_Discard"), "save", _ ("_Save"),
                                    NULL);
  adw_message_dialog_set_response_appearance (dialog, "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (dialog, "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "save");
  adw_message_dialog_set_close_response (dialog, "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (close_answered), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* ---- export ---- */

static void
export_in_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  HrTimeline *timeline = task_data;
  GError *error = NULL;
  g_autofree char *path = g_file_get_path (g_object_get_data (G_OBJECT (task), "file"));

  if (hr_chart_export (timeline, path, EXPORT_SCALE, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
export_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  HrWindow *self = HR_WINDOW (source);
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      hr_window_show_error (self, _ ("The Chart Was Not Exported"), error->message);
      return;
    }
  name = g_file_get_basename (g_object_get_data (G_OBJECT (result), "file"));
  text = g_strdup_printf (_ ("Chart exported to “%s”"), name);
  hr_window_show_toast (self, text);
}

static void
export_chosen (GFile *file, gpointer user_data)
{
  HrWindow *self = user_data;
  HrTimeline *timeline = hr_chart_view_make_export (self->chart, EXPORT_WIDTH, EXPORT_HEIGHT);
  g_autoptr (GTask) task = g_task_new (self, NULL, export_done, NULL);

  if (timeline == NULL)
    return;
  g_task_set_task_data (task, timeline, (GDestroyNotify) hr_timeline_unref);
  g_object_set_data_full (G_OBJECT (task), "file", g_object_ref (file), g_object_unref);
  g_task_run_in_thread (task, export_in_worker);
}

void
hr_window_export_chart (HrWindow *self)
{
  g_autofree char *name = dup_file_name (self, ".png");

  hr_file_dialog_save_chart (GTK_WINDOW (self), name, export_chosen, self);
}
