/* private.h: what the files of the page of timings share. */
#pragma once

#include "sweeps/live-runner.h"
#include "sweeps/sweep-plan.h"
#include "sweeps/sweep-runner.h"
#include "sweeps/sweep-store.h"
#include "timings/page.h"
#include "ui/sheet-view.h"
#include "ui/sweep-list.h"

G_BEGIN_DECLS

struct _WsTimingPage {
  GtkWidget parent_instance;

  WsCatalog *catalog;
  GSettings *settings;
  WsClientDevice *device; /* NULL until the list is there */
  const WsCatalogKernel *kernel;
  WsPlanParameters parameters; /* of @kernel, as in the window's fields */
  gboolean held;               /* something else runs on the device, which measures */
  WsSheet *sheet;
  GPtrArray *shown; /* WsSweep: what the sheet is made of; NULL of live timings */
  double last_update_ms;
  gboolean updating;

  /* timing-sweeps.c */
  WsSweepStore *store;
  WsSweepRunner *runner;
  WsSweep *sweep;     /* the one under way */
  WsSweep *waiting;   /* to be run when the device is free */
  GPtrArray *removed; /* WsSweep: deleted or given up, the latest last */
  gboolean cancelled;
  guint n_planned; /* points that @sweep began with */

  /* timing-live.c */
  WsLive *live;
  WsPlanParameters live_parameters; /* what @live is of */
  WsLiveRunner *live_runner;
  gboolean live_wanted; /* it runs, or will as soon as the device is free */
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
  GtkLabel *caption;
  gboolean caption_fits;
  gboolean hides_compared; /* what is compared with has no room: when it was laid out last */
  guint caption_idle;
  gint64 caption_time; /* when it was set, while there is one */
};

/* timing-page.c */
void ws_timing_page_update (WsTimingPage *self);
void ws_timing_page_update_sheet (WsTimingPage *self);
void ws_timing_page_notify_busy (WsTimingPage *self);
void ws_timing_page_choose_kernel (WsTimingPage *self, const char *id);
/* @sentence: (nullable): what went wrong; %NULL takes it away */
void ws_timing_page_show_problem (WsTimingPage *self, const char *sentence);

/* timing-invitation.c: what stands where there is no chart */
GtkWidget *ws_timing_page_make_invitation (WsTimingPage *self);
void ws_timing_page_update_invitation (WsTimingPage *self, const char *usual, const char *reason);
gboolean ws_timing_page_is_working (WsTimingPage *self);
char *ws_timing_page_describe_run (WsTimingPage *self, gboolean fields, char **reason);

/* timing-view.c: what is drawn */
GtkWidget *ws_timing_page_make_view (WsTimingPage *self);
void ws_timing_page_show_sheet (WsTimingPage *self);
void ws_timing_page_mark_kernels (WsTimingPage *self);

/* timing-sweeps.c: what is finished, what is compared with, running more */
void ws_timing_page_sweeps_class_init (GtkWidgetClass *widget_class);
void ws_timing_page_sweeps_init (WsTimingPage *self, const char *folder);
void ws_timing_page_sweeps_dispose (WsTimingPage *self);
/* (transfer full) (nullable): what there would be to run; @fields: with the window's n and block */
WsSweep *ws_timing_page_plan (WsTimingPage *self, WsSweepKind kind, gboolean fields,
                              GError **error);
/* (transfer container) (element-type WsSweep): the one that is shown, and those that it is compared
 * with; empty where there is none */
GPtrArray *ws_timing_page_list_shown (WsTimingPage *self);
void ws_timing_page_fill_list (WsTimingPage *self);
void ws_timing_page_begin_waiting (WsTimingPage *self);

/* timing-live.c */
void ws_timing_page_live_class_init (GtkWidgetClass *widget_class);
void ws_timing_page_live_init (WsTimingPage *self);
void ws_timing_page_live_dispose (WsTimingPage *self);
void ws_timing_page_live_follow (WsTimingPage *self);
/* (transfer full) (nullable) */
WsSheet *ws_timing_page_make_live_sheet (WsTimingPage *self);

/* timing-words.c */
/* (transfer full): "seven kernels, 4 194 304 elements, block 128" */
char *ws_timing_describe_plan (const WsSweep *sweep);
/* (transfer full): "3 of 7" */
char *ws_timing_describe_progress (const WsSweep *sweep);
/* (transfer none): of the button: "Run the ladder" */
/* (transfer full): of a pane that says itself whether it was measured */
char *ws_timing_make_subtitle (const WsSheet *sheet, gboolean with_title);

G_END_DECLS
