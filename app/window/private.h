/* private.h: the fields of a window. */
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
#include "window/explore.h"
#include "sidebar/sidebar.h"
#include "window/finder.h"
#include "window/new-source.h"
#include "window/program-control.h"
#include "window/pages.h"
#include "window/place-control.h"
#include "window/run-files.h"
#include "window/runner.h"
#include "window/share.h"
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
  WsKernelChoice *choice;
  WsRunner *runner;
  WsDevices *devices;
  WsPlaceControl *place_control;
  WsPages *pages;
  WsEditing *editing;
  WsProgramControl *program;
  WsNewSource *new_source;
  WsLessons *lessons;
  WsAppearance *appearance;
  WsPresentation *presentation;
  WsShare *share;
  WsFinder *finder;
  WsStart start;
  WsRunFiles *run_files;
  WsViewChoices *view_choices;
  WsExplore *explore;

  WsSide *side; /* the list of kernels, beside the content */
  WsSidebar *sidebar;
  WsFields *fields;
  WsPanes *panes;
  gboolean closes; /* close the window, even with unsaved changes */
  WsExporter *exporter;
};

G_END_DECLS
