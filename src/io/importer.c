#include "importer.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "file.h"
#ifdef HR_HAVE_ONNX
#include "importers/onnx.h"
#endif
#include "project-file.h"

#define HEAD_BYTES 4096

static gboolean
recognize_project (const char *head, gsize length)
{
  return g_strstr_len (head, length, "<headroom") != NULL;
}

static const char *const project_suffixes[] = { HR_PROJECT_FILE_SUFFIX, NULL };

#ifdef HR_HAVE_ONNX
static const char *const onnx_suffixes[] = { ".onnx", NULL };
#endif

static const HrImporter importers[] = {
  {
      .id = "headroom",
      .title = N_ ("Headroom project"),
      .suffixes = project_suffixes,
      .mime = HR_PROJECT_FILE_MIME,
      .recognize = recognize_project,
      .load = hr_project_load,
  },
#ifdef HR_HAVE_ONNX
  {
      .id = "onnx",
      .title = N_ ("ONNX model"),
      .suffixes = onnx_suffixes,
      .mime = "application/x-onnx",
      .recognize = hr_onnx_recognize,
      .load = hr_onnx_load,
  },
#endif
};

/* How files of other formats begin. */
typedef struct
{
  const char *bytes; /* static */
  gsize length;
  const char *title; /* static, translatable: "this looks like …" */
} Signature;

#define SIGNATURE(bytes, title)                                                                                        \
  {                                                                                                                    \
    bytes, sizeof bytes - 1, title                                                                                     \
  }

static const Signature signatures[] = {
  SIGNATURE ("\x89HDF\r\n\x1a\n", N_ ("an HDF5 file, as Keras writes them")),
  SIGNATURE ("PK\x03\x04", N_ ("a ZIP archive, as Keras and PyTorch write them")),
  SIGNATURE ("\x80\x02", N_ ("a Python pickle, as PyTorch wrote them")),
  SIGNATURE ("\x89PNG\r\n\x1a\n", N_ ("a PNG picture")),
  SIGNATURE ("\xff\xd8\xff", N_ ("a JPEG picture")),
  SIGNATURE ("%PDF-", N_ ("a PDF document")),
  SIGNATURE ("\x1f\x8b", N_ ("a file packed by gzip")),
  SIGNATURE ("7767517\n", N_ ("an ncnn model")),
  SIGNATURE ("<?xml", N_ ("an XML file of another kind")),
  SIGNATURE ("{", N_ ("a JSON file")),
};

const HrImporter *
hr_importer_get_all (guint *n_importers)
{
  g_return_val_if_fail (n_importers != NULL, NULL);
  *n_importers = G_N_ELEMENTS (importers);
  return importers;
}

static gboolean
has_suffix (const HrImporter *importer, const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);
  for (const char *const *suffix = importer->suffixes; *suffix; suffix++)
    if (g_str_has_suffix (lower, *suffix))
      return TRUE;
  return FALSE;
}

static const HrImporter *
find_importer (const char *path, const char *head, gsize length)
{
  for (guint i = 0; i < G_N_ELEMENTS (importers); i++)
    if (importers[i].recognize (head, length))
      return &importers[i];
  for (guint i = 0; i < G_N_ELEMENTS (importers); i++)
    if (has_suffix (&importers[i], path))
      return &importers[i];
  return NULL;
}

/* Translated, static. */
static const char *
describe (const char *head, gsize length)
{
  if (length == 0)
    return _ ("an empty file");
  for (guint i = 0; i < G_N_ELEMENTS (signatures); i++)
    if (length >= signatures[i].length && memcmp (head, signatures[i].bytes, signatures[i].length) == 0)
      return _ (signatures[i].title);
  return memchr (head, 0, length) ? _ ("a binary file") : _ ("a text file");
}

/* "Headroom project (.headroom), …". Owned by the caller. */
static char *
list_formats (void)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (importers); i++)
    {
      g_autofree char *suffixes = g_strjoinv (" ", (char **) importers[i].suffixes);
      g_string_append_printf (text, "%s%s (%s)", i > 0 ? ", " : "", _ (importers[i].title), suffixes);
    }
  return g_string_free (text, FALSE);
}

/* What Git LFS leaves in the place of a large file that was not fetched (git-lfs, docs/spec.md). */
static gboolean
is_git_lfs_pointer (const char *head)
{
  return g_str_has_prefix (head, "version https://git-lfs.github.com/spec/");
}

HrProject *
hr_import (const char *path, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  gsize length;
  g_autofree char *head = hr_file_read (path, HEAD_BYTES, &length, error);
  if (!head)
    return NULL;
  if (is_git_lfs_pointer (head))
    {
      g_set_error (error, HR_PROJECT_ERROR, HR_PROJECT_ERROR_READ,
                   _ ("%s: this is only a Git LFS pointer to the file; “git lfs pull” fetches the file itself"), path);
      return NULL;
    }
  const HrImporter *importer = find_importer (path, head, length);
  if (importer)
    return importer->load (path, error);
  g_autofree char *formats = list_formats ();
  g_set_error (error, HR_PROJECT_ERROR, HR_PROJECT_ERROR_READ,
               _ ("%s: this looks like %s, and that cannot be opened. What can be: %s"), path, describe (head, length),
               formats);
  return NULL;
}
