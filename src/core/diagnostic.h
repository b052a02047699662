/* diagnostic.h: what is wrong with a network, as data. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  HR_SEVERITY_NOTE,
  HR_SEVERITY_WARNING,
  HR_SEVERITY_ERROR,
} HrSeverity;

typedef struct
{
  HrSeverity severity;
  const char *code; /* static, stable: "kernel-too-large" */
  char *node_id;    /* owned, or NULL for the network */
  char *message;    /* owned: a translated sentence with name, value and limit */
} HrDiagnostic;

/* A growing list of diagnostics; the element type of `items` is HrDiagnostic. */
typedef struct
{
  GArray *items;       /* owned */
  const char *node_id; /* borrowed: the node that the next reports are about */
  const char *name;    /* borrowed: its name, put before each sentence */
} HrReport;

void hr_report_init (HrReport *self);
void hr_report_clear (HrReport *self);

/* Adds "NAME: sentence". code is static; format is already translated. */
void hr_report_add (HrReport *self, HrSeverity severity, const char *code, const char *format, ...)
    G_GNUC_PRINTF (4, 5);
gboolean hr_report_has_errors (const HrReport *self);

G_END_DECLS
