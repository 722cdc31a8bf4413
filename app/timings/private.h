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
  WsClientDevice *device;        /* NULL until the list is available */
  const WsCatalogKernel *kernel; /* NULL until the window sets it */
  WsPlanParameters parameters;   /* of @kernel, as in the window's fields */
  WsSheet *sheet;                /* NULL without a chart */
  GPtrArray *shown;              /* WsSweep: data of the sheet; NULL for live timings */
  double last_update_ms;         /* time taken to make the sheet */
  gboolean updating;

  /* sweeps.c */
  WsSweepStore *store;
  WsSweepRunner *runner;
  WsSweep *sweep;     /* nullable: the running one */
  GPtrArray *removed; /* WsSweep: deleted or cancelled, the latest last */
  gboolean cancelled;
  guint n_planned; /* initial number of points of @sweep */

  /* live.c */
  WsLive *live;                     /* NULL until something is timed */
  WsPlanParameters live_parameters; /* what @live is of */
  WsLiveRunner *live_runner;
  gboolean live_wanted; /* it runs, or will once job and device are known */
  guint tick;
  guint slow_tick;

  GtkWidget *content;
  WsTimingBar *bar;
  WsSweepList *list;
  GtkRevealer *problem_revealer;
  GtkLabel *problem;
  GtkStack *stack;
  GtkWidget *view;
  gboolean clicked; /* the last input was by the pointer, not a key */
  GtkWidget *empty;
  GtkLabel *empty_label;
  GtkButton *empty_button;
  GtkSpinner *empty_spinner;
  GtkWidget *instead; /* if nothing varies: suggestions what to sweep */
  GtkLabel *caption;
  gboolean told_elsewhere; /* text of the caption */
  gint64 caption_time;     /* by g_get_monotonic_time(): when it was set; 0: none */
};

/* page.c: the sheet shown, and its texts */
void ws_timing_page_update (WsTimingPage *self);
void ws_timing_page_update_sheet (WsTimingPage *self);
void ws_timing_page_notify_busy (WsTimingPage *self);
void ws_timing_page_choose_kernel (WsTimingPage *self, const char *id);
void ws_timing_page_show_problem (WsTimingPage *self, const char *sentence);

/* invitation.c: the page without a chart */
GtkWidget *ws_timing_page_make_invitation (WsTimingPage *self);
void ws_timing_page_update_invitation (WsTimingPage *self, const char *usual, const char *reason);
gboolean ws_timing_page_is_working (WsTimingPage *self);
char *ws_timing_page_describe_run (WsTimingPage *self, gboolean fields, char **reason);

/* view.c: what is drawn */
GtkWidget *ws_timing_page_make_view (WsTimingPage *self);
void ws_timing_page_show_sheet (WsTimingPage *self);
void ws_timing_page_mark_kernels (WsTimingPage *self);

/* sweeps.c: finished sweeps, comparison, running more */
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

/* live.c: live timings */
void ws_timing_page_live_class_init (GtkWidgetClass *widget_class);
void ws_timing_page_live_init (WsTimingPage *self);
void ws_timing_page_live_dispose (WsTimingPage *self);
void ws_timing_page_live_follow (WsTimingPage *self);
gboolean ws_timing_page_live_is_complete (WsTimingPage *self);
WsSheet *ws_timing_page_make_live_sheet (WsTimingPage *self);

/* instead.c: suggestions what to sweep if live timings do not vary */
GtkWidget *ws_timing_page_make_instead (WsTimingPage *self);
void ws_timing_page_update_instead (WsTimingPage *self);

/* words.c: texts of what Run runs, and of the progress */
char *ws_timing_describe_plan (const WsSweep *sweep);
gboolean ws_timing_is_waiting (const WsSweep *sweep);
char *ws_timing_describe_progress (const WsSweep *sweep);
char *ws_timing_make_subtitle (const WsTimingPage *self);
char *ws_timing_describe_fidelity (const WsTimingPage *self);

G_END_DECLS
