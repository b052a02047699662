/* file-dialog.c: see file-dialog.h. */
#include "file-dialog.h"

#include <glib/gi18n-lib.h>

#include "../chart/export.h"
#include "../io/importer.h"
#include "../io/project-file.h"

/* One question, until it is answered. */
typedef struct
{
  GtkFileChooserNative *chooser; /* owned */
  HrFileChosen chosen;
  GObject *object;    /* owned: user_data */
  const char *suffix; /* static, or NULL */
} Question;

/* file, or its sibling with the suffix when its name has none. Owned by the caller. */
static GFile *
add_suffix (GFile *file, const char *suffix)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *longer = NULL;
  g_autoptr (GFile) folder = g_file_get_parent (file);

  if (suffix == NULL || folder == NULL || strchr (name, '.') != NULL)
    return g_object_ref (file);
  longer = g_strconcat (name, suffix, NULL);
  return g_file_get_child (folder, longer);
}

static void
answered (GtkNativeDialog *dialog, int response, Question *question)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autoptr (GFile) named = add_suffix (file, question->suffix);

      question->chosen (named, question->object);
    }
  g_object_unref (question->object);
  g_object_unref (question->chooser);
  g_free (question);
}

static void
ask (GtkFileChooserNative *chooser, const char *suffix, HrFileChosen chosen, gpointer user_data)
{
  Question *question = g_new0 (Question, 1);

  question->chooser = chooser;
  question->chosen = chosen;
  question->object = g_object_ref (user_data);
  question->suffix = suffix;
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect (chooser, "response", G_CALLBACK (answered), question);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
add_filter (GtkFileChooserNative *chooser, GtkFileFilter *filter, const char *title)
{
  gtk_file_filter_set_name (filter, title);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), filter);
}

static void
add_suffixes (GtkFileFilter *filter, const HrImporter *importer)
{
  for (const char *const *suffix = importer->suffixes; *suffix != NULL; suffix++)
    gtk_file_filter_add_suffix (filter, *suffix + 1);
}

void
hr_file_dialog_open (GtkWindow *parent, HrFileChosen chosen, gpointer user_data)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (_ ("Open Network"), parent, GTK_FILE_CHOOSER_ACTION_OPEN,
                                                               _ ("_Open"), _ ("_Cancel"));
  g_autoptr (GtkFileFilter) known = gtk_file_filter_new ();
  guint n_importers;
  const HrImporter *importers = hr_importer_get_all (&n_importers);

  for (guint i = 0; i < n_importers; i++)
    add_suffixes (known, &importers[i]);
  add_filter (chooser, known, _ ("All Networks"));
  for (guint i = 0; n_importers > 1 && i < n_importers; i++)
    {
      g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

      add_suffixes (filter, &importers[i]);
      add_filter (chooser, filter, _ (importers[i].title));
    }
  ask (chooser, NULL, chosen, user_data);
}

void
hr_file_dialog_save_project (GtkWindow *parent, GFile *current, const char *suggested_name, HrFileChosen chosen,
                             gpointer user_data)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (_ ("Save Network"), parent, GTK_FILE_CHOOSER_ACTION_SAVE,
                                                               _ ("_Save"), _ ("_Cancel"));
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_add_suffix (filter, &HR_PROJECT_FILE_SUFFIX[1]);
  add_filter (chooser, filter, _ ("Headroom Networks"));
  if (current != NULL)
    gtk_file_chooser_set_file (GTK_FILE_CHOOSER (chooser), current, NULL);
  else
    gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), suggested_name);
  ask (chooser, HR_PROJECT_FILE_SUFFIX, chosen, user_data);
}

void
hr_file_dialog_save_chart (GtkWindow *parent, const char *suggested_name, HrFileChosen chosen, gpointer user_data)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (_ ("Export Chart"), parent, GTK_FILE_CHOOSER_ACTION_SAVE,
                                                               _ ("_Export"), _ ("_Cancel"));
  g_autoptr (GtkFileFilter) known = gtk_file_filter_new ();
  guint n_formats;
  const HrChartFormat *formats = hr_chart_format_get_all (&n_formats);

  for (guint i = 0; i < n_formats; i++)
    gtk_file_filter_add_suffix (known, formats[i].suffix + 1);
  add_filter (chooser, known, _ ("Charts (PNG, SVG, PDF)"));
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), suggested_name);
  ask (chooser, ".png", chosen, user_data);
}
