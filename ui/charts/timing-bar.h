/* timing-bar.h: the row above a chart of timings: the chart to show, the sweeps to compare it with,
 * and the button that runs it.
 *
 * Its buttons activate the actions timing.run, timing.run-fields, timing.stop, timing.live and
 * timing.clear of the widget that contains it.
 */
#pragma once

#include "sheet/sheet.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What a chart of timings can be: live, or one of WsSweepKind, which follow in their order. */
typedef enum {
  WS_TIMING_LIVE,
  WS_TIMING_SWEEPS,
  WS_N_TIMINGS = WS_TIMING_SWEEPS + WS_N_SWEEPS
} WsTimingKind;

#define WS_TYPE_TIMING_KIND (ws_timing_kind_get_type ())
GType ws_timing_kind_get_type (void);

#define WS_TYPE_TIMING_BAR (ws_timing_bar_get_type ())
G_DECLARE_FINAL_TYPE (WsTimingBar, ws_timing_bar, WS, TIMING_BAR, GtkWidget)

/* its kind of sweep; live timings have only texts */
const WsSheetClass *ws_timing_kind_get_class (WsTimingKind kind);
/* for settings and command lines: "live", or ws_sweep_kind_get_name() */
const char *ws_timing_kind_get_name (WsTimingKind kind);
gboolean ws_timing_kind_parse (const char *name, WsTimingKind *kind);

/* @compare: (transfer floating): what is in the menu of that name. Property kind. */
GtkWidget *ws_timing_bar_new (GtkWidget *compare);
/* Signal over-chosen: the user chose another option to sweep. */
WsTimingKind ws_timing_bar_get_kind (WsTimingBar *self);
void ws_timing_bar_set_kind (WsTimingBar *self, WsTimingKind kind);
/* The kernel's options, one of which is swept: names and labels, NULL-terminated. With fewer than
 * two there is no choice. The choice is kept if the new options include it. */
void ws_timing_bar_set_overs (WsTimingBar *self, const char *const *names,
                              const char *const *labels);
/* (nullable): name of the chosen option; NULL without a choice */
const char *ws_timing_bar_get_over (WsTimingBar *self);
/* @usual: (nullable): description of what Run runs, as in "4 194 304 elements, block 128"; @fields:
 * (nullable): likewise with the window's fields */
void ws_timing_bar_set_words (WsTimingBar *self, const char *usual, const char *fields);
/* @progress: (nullable): as in "3 of 7": a sweep of that kind is running, and can be stopped */
void ws_timing_bar_set_progress (WsTimingBar *self, WsTimingKind kind, const char *progress);
void ws_timing_bar_set_live (WsTimingBar *self, gboolean live);
/* Whether it offers to run: not if a larger button does. */
void ws_timing_bar_set_offers (WsTimingBar *self, gboolean offers);
/* how many sweeps are chosen for comparison, and whether there are any to choose */
void ws_timing_bar_set_compared (WsTimingBar *self, guint n, gboolean any);

G_END_DECLS
