/* private.h: the window, as its tests see it. */
#pragma once

#include "catalog/catalog.h"
#include "sidebar/fields.h"
#include "dialog/sign.h"
#include "player/course-page.h"
#include "player/lesson-bar.h"
#include "present/presenter.h"
#include "playback/plan-row.h"
#include "toolkit/side.h"
#include "inspector/summary.h"
#include "playback/transport.h"
#include "window/devices.h"
#include "window/editing.h"
#include "window/exporter.h"
#include "window/lessons.h"
#include "sidebar/sidebar.h"
#include "window/new-source.h"
#include "window/pages.h"
#include "window/presentation.h"
#include "window/run-files.h"
#include "window/start.h"
#include "window/view-choices.h"
#include "window/window.h"

G_BEGIN_DECLS

struct _WsWindow {
  AdwApplicationWindow parent_instance;

  GSettings *settings;
  WsCatalog *catalog;
  WsSession *session;
  WsPlayhead *playhead;
  WsNotices *notices;
  WsContext context;
  WsDevices *devices;
  WsPages *pages;
  WsEditing *editing;
  WsNewSource *new_source;
  WsLessons *lessons;
  WsAppearance *appearance;
  WsPresentation *presentation;
  WsStart start;
  WsRunFiles *run_files;
  WsViewChoices *view_choices;
  const WsCatalogKernel *kernel; /* the one chosen; NULL until the window begins */
  gboolean updating;
  guint progress_timeout;
  gboolean progress_shown; /* the Run button stops the run, and says how far it is */
  WsSign *deriving_sign;   /* says that another launch or block comes, once it takes a while */
  gboolean checks;         /* the next run is looked at for mistakes, */
  WsOrder order;           /* and its threads run in this order */

  GtkButton *present_button;
  GtkToggleButton *scenarios_button;
  GtkLabel *shown_whole; /* title of what is shown */
  GtkLabel *shown_short; /* where that has no room */
  GtkButton *run_button;
  AdwButtonContent *run_content;
  WsSide *side; /* the list of kernels, beside the rest */
  WsSidebar *sidebar;
  WsFields *fields;
  WsSummary *summary; /* of the kernel shown */
  WsPlanRow *plan_row;
  WsPanes *panes;
  WsCoursePage *course_page;
  WsPresenter *presenter;
  gboolean closes; /* the window, whatever is not saved */
  WsExporter *exporter;
  WsTransport *transport;
};

void ws_window_choose_kernel (WsWindow *self, const WsCatalogKernel *kernel);
void ws_window_choose_block (WsWindow *self, guint block);

G_END_DECLS
