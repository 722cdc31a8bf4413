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
#include "window/exporter.h"
#include "window/lessons.h"
#include "session/agreement.h"
#include "edit/user-checker.h"
#include "edit/user-editor.h"
#include "edit/user-versions.h"
#include "sidebar/sidebar.h"
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
  WsLessons *lessons;
  WsAppearance *appearance;
  WsPresentation *presentation;
  WsStart start;
  WsRunFiles *run_files;
  WsViewChoices *view_choices;
  char *device_wanted; /* the real GPU that was used last, until the list says whether it is here */
  gboolean device_chosen;        /* by the user, so it is remembered */
  const WsCatalogKernel *kernel; /* the one chosen; NULL until the window begins */
  gboolean updating;
  guint progress_timeout;
  gboolean progress_shown; /* the Run button stops the run, and says how far it is */
  WsSign *reading_sign;    /* likewise of a source */
  WsSign *deriving_sign;   /* says that another launch or block comes, once it takes a while */
  gboolean run_timing;     /* the chart shown, as soon as there is a device */
  gboolean checks;         /* the next run is looked at for mistakes, */
  WsOrder order;           /* and its threads run in this order */
  gboolean compares;       /* two versions of what is edited stand side by side */
  gboolean run_scenario;   /* all of it, as soon as there is a device */

  GtkButton *present_button;
  GtkToggleButton *scenarios_button;
  GtkLabel *shown_whole; /* title of what is shown */
  GtkLabel *shown_short; /* where that has no room */
  GtkDropDown *device_drop;
  GtkButton *run_button;
  AdwButtonContent *run_content;
  gboolean own_failed; /* the source that is open could not be made a job, or run */
  char *unread;        /* nullable: why another file than the one open was not opened */
  WsSide *side;        /* the list of kernels, beside the rest */
  WsSidebar *sidebar;
  WsFields *fields;
  WsSummary *summary; /* of the kernel shown */
  WsPlanRow *plan_row;
  WsPanes *panes;
  WsCoursePage *course_page;
  WsPresenter *presenter;
  WsUserOpener *own;        /* the user's kernel that is open, */
  WsUserEditor *editor;     /* its text, */
  WsUserVersions *versions; /* those that ran, */
  WsUserChecker *checker;   /* what looks for mistakes in it, */
  WsAgreement *agreement;   /* whether a real GPU and the virtual one do the same */
  WsJob *own_job;           /* nullable: and what of it was run last, until that is looked at */
  gboolean closes;          /* the window, whatever is not saved */
  char *template_id;        /* nullable: of the new kernel, until it has a file */
  GFile *to_open;           /* nullable: as soon as what is edited is saved */
  WsExporter *exporter;
  WsTransport *transport;
};

void ws_window_choose_kernel (WsWindow *self, const WsCatalogKernel *kernel);
void ws_window_choose_block (WsWindow *self, guint block);

G_END_DECLS
