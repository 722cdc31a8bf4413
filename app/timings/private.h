/* private.h: what the files of the page of timings share. */
#pragma once

#include "sweeps/live-runner.h"
#include "sweeps/sweep-plan.h"
#include "sweeps/sweep-runner.h"
#include "sweeps/sweep-store.h"
#include "timings/page.h"
#include "charts/sheet-view.h"
#include "charts/sweep-list.h"

G_BEGIN_DECLS

struct _WsTimingPage {
  GtkWidget parent_instance;

  WsSession *session;
  WsCatalog *catalog; /* of the session */
  GSettings *settings;
  WsClientDevice *device;        /* NULL until the list is there */
  const WsCatalogKernel *kernel; /* NULL until the window says which */
  WsPlanParameters parameters;   /* of @kernel, as in the window's fields */
  WsSheet *sheet;                /* NULL where there is no chart yet */
  GPtrArray *shown;              /* WsSweep: what the sheet is made of; NULL of live timings */
  double last_update_ms;         /* what making the sheet cost */
  gboolean updating;

  /* sweeps.c */
  WsSweepStore *store;
  WsSweepRunner *runner;
  WsSweep *sweep;     /* nullable: the running one */
  GPtrArray *removed; /* WsSweep: deleted or given up, the latest last */
  gboolean cancelled;
  guint n_planned; /* points that @sweep began with */

  /* live.c */
  WsLive *live;                     /* NULL until something is to be timed */
  WsPlanParameters live_parameters; /* what @live is of */
  WsLiveRunner *live_runner;
  gboolean live_wanted; /* it runs, or will as soon as it is known what, and on what */
  guint tick;
  guint slow_tick;

  GtkWidget *content;
  WsTimingBar *bar;
  WsSweepList *list;
  GtkRevealer *problem_revealer;
  GtkLabel *problem;
  GtkStack *stack;
  GtkWidget *view;
  gboolean clicked; /* the latest was the pointer, not a key */
  GtkWidget *empty;
  GtkLabel *empty_label;
  GtkButton *empty_button;
  GtkSpinner *empty_spinner;
  GtkWidget *instead; /* where nothing varies: what to sweep */
  GtkLabel *caption;
  gboolean told_elsewhere; /* what the caption says */
  gint64 caption_time;     /* by g_get_monotonic_time(): when it was set; 0 where there is none */
};

/* page.c: what is shown, and the words about it */
void ws_timing_page_update (WsTimingPage *self);
void ws_timing_page_update_sheet (WsTimingPage *self);
void ws_timing_page_notify_busy (WsTimingPage *self);
void ws_timing_page_choose_kernel (WsTimingPage *self, const char *id);
void ws_timing_page_show_problem (WsTimingPage *self, const char *sentence);

/* invitation.c: what stands where there is no chart */
GtkWidget *ws_timing_page_make_invitation (WsTimingPage *self);
void ws_timing_page_update_invitation (WsTimingPage *self, const char *usual, const char *reason);
gboolean ws_timing_page_is_working (WsTimingPage *self);
char *ws_timing_page_describe_run (WsTimingPage *self, gboolean fields, char **reason);

/* view.c: what is drawn */
GtkWidget *ws_timing_page_make_view (WsTimingPage *self);
void ws_timing_page_show_sheet (WsTimingPage *self);
void ws_timing_page_mark_kernels (WsTimingPage *self);

/* sweeps.c: what is finished, what is compared with, running more */
void ws_timing_page_update_overs (WsTimingPage *self);
void ws_timing_page_sweeps_class_init (GtkWidgetClass *widget_class);
void ws_timing_page_sweeps_init (WsTimingPage *self, const char *folder);
void ws_timing_page_sweeps_dispose (WsTimingPage *self);
WsSweep *ws_timing_page_plan (WsTimingPage *self, WsSweepKind kind, gboolean fields,
                              GError **error);
gboolean ws_timing_page_is_sweeping (WsTimingPage *self);
gboolean ws_timing_page_is_held_up (WsTimingPage *self);
GPtrArray *ws_timing_page_list_shown (WsTimingPage *self);
void ws_timing_page_fill_list (WsTimingPage *self);

/* live.c: timings without an end */
void ws_timing_page_live_class_init (GtkWidgetClass *widget_class);
void ws_timing_page_live_init (WsTimingPage *self);
void ws_timing_page_live_dispose (WsTimingPage *self);
void ws_timing_page_live_follow (WsTimingPage *self);
gboolean ws_timing_page_live_is_complete (WsTimingPage *self);
WsSheet *ws_timing_page_make_live_sheet (WsTimingPage *self);

/* instead.c: what to sweep where live timings do not vary */
GtkWidget *ws_timing_page_make_instead (WsTimingPage *self);
void ws_timing_page_update_instead (WsTimingPage *self);

/* words.c: what is to be run, and how far it is */
char *ws_timing_describe_plan (const WsSweep *sweep);
gboolean ws_timing_is_waiting (const WsSweep *sweep);
char *ws_timing_describe_progress (const WsSweep *sweep);
char *ws_timing_make_subtitle (const WsTimingPage *self);
char *ws_timing_describe_fidelity (const WsTimingPage *self);

G_END_DECLS
