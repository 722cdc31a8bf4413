/* private.h: what the files of the window share. */
#pragma once

#include "catalog/catalog.h"
#include "export/picture.h"
#include "window/fields.h"
#include "window/recorder.h"
#include "window/scenario-page.h"
#include "dialog/sign.h"
#include "timings/page.h"
#include "ui/calculator-view.h"
#include "ui/code-view.h"
#include "ui/lanes-view.h"
#include "ui/inspector.h"
#include "ui/pane.h"
#include "ui/plan-row.h"
#include "ui/side.h"
#include "ui/sms-view.h"
#include "ui/transport.h"
#include "view/view.h"
#include "ui/tree-view.h"
#include "window/window.h"

G_BEGIN_DECLS

/* in the order of their keys */
enum { PANE_TREE, PANE_LANES, PANE_SMS, PANE_TIMING, PANE_CODE, PANE_SCENARIOS, N_PANES };

/* where a pane stands: above on the left, below it, or on the right */
typedef enum { PLACE_ABOVE, PLACE_BELOW, PLACE_RIGHT } WsPanePlace;

/**
 * WsPaneRow:
 * @id: of actions and settings
 * @title: above it
 * @view: what it shows of a run; %WS_N_VIEWS where it shows no run
 * @place: where it stands
 * @width: at least
 * @height: at least
 *
 * A pane of the window: one row of ws_window_panes.
 */
typedef struct {
  const char *id;
  const char *title;
  WsView view;
  WsPanePlace place;
  int width;
  int height;
} WsPaneRow;

extern const WsPaneRow ws_window_panes[N_PANES];

struct _WsWindow {
  AdwApplicationWindow parent_instance;

  GSettings *settings;
  WsCatalog *catalog;
  WsRecorder *recorder;
  WsPlayhead *playhead;
  GPtrArray *devices;  /* WsClientDevice, as the worker listed them */
  char *device;        /* id of the one chosen; NULL until the list is there */
  char *device_wanted; /* the real GPU that was used last, until the list says whether it is here */
  gboolean device_chosen; /* by the user, so it is remembered */
  GtkWidget *find_line_button;
  const WsCatalogKernel *kernel;
  WsThemeKind theme;
  int filled_pane; /* pane that fills the window, -1 for none */
  gboolean presenting;
  GtkCssProvider *type; /* size of the widgets' text while presenting; NULL until then */
  int type_px;
  char *theme_before; /* presenting: the theme to come back to */
  gboolean sidebar_before;
  int filled_before;
  gboolean updating;
  guint progress_timeout;
  guint place_idle;
  guint focus_idle;
  gboolean progress_shown; /* the Run button stops the run, and says how far it is */
  GCancellable *opening;   /* of the file that is being opened; NULL where there is none */
  WsSign *opening_sign;    /* says so, once it takes a while */
  GCancellable *saving;    /* of the run that is being saved; NULL where there is none */
  WsSign *saving_sign;
  WsSign *deriving_sign;        /* says that another launch or block comes, once it takes a while */
  gboolean opened;              /* what is shown came out of a file: it stays until the user runs */
  gboolean start_unless_opened; /* something was to run by itself while a file was being opened */
  gboolean run_scenario;        /* all of it, as soon as there is a device */
  const WsRun *awaited; /* that a cell of a scenario has, until it is shown; not a reference */
  gboolean keep_place;  /* the recording under way adds a block to the run shown */
  guint wanted_launch;  /* with keep_place: where to look when it is there */
  guint wanted_block;
  WsWindowOptions start; /* what is left to do of the options, at the first run */

  WsPane *pane[N_PANES];
  WsTreeView *tree;
  WsLanesView *lanes;
  WsCodeView *code;
  WsSmsView *sms;
  WsCalculatorView *calculator;
  WsScenarioPage *scenarios; /* NULL where they cannot be read */
  gboolean shows_scenarios;
  WsTimingPage *timing;
  GtkLabel *timing_badge; /* measured or modelled */
  gboolean run_waits;     /* for a sweep to end */
  gboolean run_timing;    /* as soon as there is a device */
  GtkStack *workspace;    /* tree beside warps, or the scenarios */
  GtkStack *occupancy;    /* pages of the pane of that name */
  WsInspector *inspector;
  GtkWidget *code_paned;    /* code above, figures below; side by side where it fills the window */
  gboolean inspector_moved; /* and waits for its share of it */
  GtkWidget *left_paned;    /* tree beside warps */
  GtkWidget *lower_paned;   /* occupancy beside timing */
  GtkWidget *column_paned;  /* those above these */
  GtkWidget *all_paned;     /* those beside the code */

  GtkBox *signs; /* WsSign */
  WsSign *news;  /* the latest of them; a weak pointer */
  AdwHeaderBar *header_bar;
  GtkDropDown *kernel_drop;
  GtkDropDown *device_drop;
  GtkButton *run_button;
  AdwButtonContent *run_content;
  GtkInfoBar *info_bar;
  GtkLabel *info_label;
  WsSide *side; /* the list of kernels, beside the rest */
  GtkListBox *kernel_list;
  GtkBox *toolbar;
  WsFields *fields;
  WsPlanRow *plan_row;
  GtkBox *panes;
  WsTransport *transport;
};

/* window-panes.c: the panes, and what share of the window each has */
void ws_window_panes_init (WsWindow *self);
void ws_window_place_panes (WsWindow *self);
void ws_window_keep_shares (WsWindow *self);
void ws_window_choose_block (WsWindow *self, guint block);

/* window-occupancy.c: the pane of the SMs, and pages beside them */
void ws_window_occupancy_init (WsWindow *self);
void ws_window_add_occupancy_page (WsWindow *self, const char *name, const char *title,
                                   GtkWidget *page);

/* window-files.c: runs and pictures in and out */
void ws_window_files_class_init (GtkWidgetClass *widget_class);
void ws_window_files_init (WsWindow *self);
void ws_window_export_pane (WsWindow *self, int pane);
/* Borrows all; FALSE where the pane shows nothing yet. */
gboolean ws_window_get_picture (WsWindow *self, int pane, WsPicture *picture);
void ws_window_tell_no_picture (WsWindow *self);
int ws_window_get_current_pane (WsWindow *self);

/* window-open.c: a run comes out of a file */
void ws_window_open_class_init (GtkWidgetClass *widget_class);
void ws_window_open_init (WsWindow *self);
gboolean ws_window_cancel_opening (WsWindow *self);

/* window-save.c: the run shown goes into a file */
void ws_window_save_class_init (GtkWidgetClass *widget_class);
void ws_window_save_init (WsWindow *self);

/* window-tell.c: short news */
void ws_window_tell (WsWindow *self, const char *sentence);
void ws_window_tell_and_offer (WsWindow *self, const char *sentence, const char *label,
                               const char *action, GVariant *target);

/* window-export.c: the clipboard, all figures, animations */
void ws_window_export_class_init (GtkWidgetClass *widget_class);
void ws_window_export_init (WsWindow *self);
void ws_window_copy_pane (WsWindow *self, int pane);
void ws_window_tell_exported (WsWindow *self, const char *path);
void ws_window_export_figures (WsWindow *self);

/* window-look.c: of actions and command lines */

/* window-look.c: theme, panes that fill the window, presenting */
void ws_window_look_class_init (GtkWidgetClass *widget_class);
void ws_window_look_init (WsWindow *self);
void ws_window_set_theme_name (WsWindow *self, const char *name);
void ws_window_fill (WsWindow *self, int pane);
void ws_window_scale_type (WsWindow *self);
void ws_window_set_presenting (WsWindow *self, gboolean presenting);

/* window-run.c: what to run, and running it */
void ws_window_run_class_init (GtkWidgetClass *widget_class);
void ws_window_run_init (WsWindow *self);
void ws_window_begin_kernel (WsWindow *self, const WsCatalogKernel *kernel);
void ws_window_choose_kernel (WsWindow *self, const WsCatalogKernel *kernel);
void ws_window_start_run (WsWindow *self);
void ws_window_start_unasked (WsWindow *self);
void ws_window_apply_start (WsWindow *self);
WsJobSource *ws_window_dup_source (WsWindow *self, const WsRun *run);
void ws_window_follow_run (WsWindow *self, const WsRun *run);

/* window-timing.c: the pane of timings */
void ws_window_timing_class_init (GtkWidgetClass *widget_class);
void ws_window_timing_init (WsWindow *self);
gboolean ws_window_must_wait (WsWindow *self);
void ws_window_begin_timing (WsWindow *self, const char *name);
void ws_window_time_on (WsWindow *self, const WsClientDevice *device);
void ws_window_time_job (WsWindow *self, const WsPlanParameters *parameters);

/* window-device.c: which device runs, and faults of real ones */
void ws_window_device_init (WsWindow *self);
/* (nullable): the one chosen, once the list is there */
const WsClientDevice *ws_window_get_device (WsWindow *self);
void ws_window_restore_device (WsWindow *self, const char *named, const char *last);
void ws_window_offer_line (WsWindow *self, const GError *error);
void ws_window_show_fault (WsWindow *self, WsRun *partial);

/* window-counters.c: the hardware's own figures for the launch shown */
void ws_window_counters_class_init (GtkWidgetClass *widget_class);
void ws_window_counters_init (WsWindow *self);

/* window-scenarios.c: the scenarios and what they run */
void ws_window_scenarios_init (WsWindow *self);
void ws_window_begin_scenario (WsWindow *self, const char *id);
void ws_window_place_scenarios (WsWindow *self);
void ws_window_update_scenarios (WsWindow *self);
void ws_window_show_scenarios (WsWindow *self, gboolean show);
void ws_window_scenarios_set_device (WsWindow *self, const WsClientDevice *device);

G_END_DECLS
