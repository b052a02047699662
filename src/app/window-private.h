/* window-private.h: what the files of the window share. */
#pragma once

#include "analysis-runner.h"
#include "canvas.h"
#include "chart-view.h"
#include "fit-bar.h"
#include "inspector.h"
#include "layer-table.h"
#include "palette.h"
#include "validate-page.h"
#include "window.h"

G_BEGIN_DECLS

struct _HrWindow
{
  AdwApplicationWindow parent_instance;

  /* Template */
  AdwToastOverlay *toasts;
  AdwWindowTitle *title;
  GtkWidget *undo_button;
  GtkWidget *redo_button;
  GtkMenuButton *menu_button;
  GtkAdjustment *batch;
  AdwFlap *palette_flap;
  AdwFlap *inspector_flap;
  HrPalette *palette;
  HrInspector *inspector;
  GtkPaned *paned;
  HrCanvas *canvas;
  GtkStack *pages;
  GtkWidget *chart_tools;
  HrChartView *chart;
  HrLayerTable *layer_table;
  HrValidatePage *validate_page;
  HrFitBar *fit_bar;

  /* Borrowed */
  HrApplication *application;
  GtkWindow *close_question; /* a weak pointer: asks whether to save, or NULL */

  /* Owned */
  HrDocument *document;
  HrAnalysisRunner *runner;
  GFile *loading; /* what is being read for this window, or NULL */
  gboolean close_confirmed; /* the person was asked: the window may go */
};

/* window-actions.c: adds the actions, and keeps their state that of the document. */
void hr_window_add_actions (HrWindow *self);
void hr_window_update_actions (HrWindow *self);

/* window-files.c */
void hr_window_choose_open (HrWindow *self);
void hr_window_save (HrWindow *self);
void hr_window_save_as (HrWindow *self);
void hr_window_export_chart (HrWindow *self);
void hr_window_confirm_close (HrWindow *self);
void hr_window_add_drop_target (HrWindow *self);

G_END_DECLS
