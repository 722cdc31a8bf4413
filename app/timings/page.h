/* page.h: charts of timings with their controls: a page for the window. Finished sweeps are saved
 * and shown again. */
#pragma once

#include "session/session.h"
#include "sheet/sheet.h"
#include "sweeps/sweep-store.h"
#include "charts/timing-bar.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_TIMING_PAGE (ws_timing_page_get_type ())
G_DECLARE_FINAL_TYPE (WsTimingPage, ws_timing_page, WS, TIMING_PAGE, GtkWidget)

/* Signals: changed: another sheet is shown; kernel-chosen (char *): the id of the kernel whose mark
 * was clicked; removed (WsSweep *, gboolean stopped): one was deleted or, if @stopped, cancelled:
 * ws_timing_page_restore() restores it; notify::busy. */
GtkWidget *ws_timing_page_new (WsSession *session, GSettings *settings, const char *folder);
void ws_timing_page_set_device (WsTimingPage *self, const WsClientDevice *device);
void ws_timing_page_set_job (WsTimingPage *self, const WsCatalogKernel *kernel,
                             const WsPlanParameters *parameters);
void ws_timing_page_set_theme (WsTimingPage *self, WsThemeKind theme);
void ws_timing_page_set_kind (WsTimingPage *self, WsTimingKind kind);
gboolean ws_timing_page_begin (WsTimingPage *self);
gboolean ws_timing_page_is_busy (WsTimingPage *self);
void ws_timing_page_restore (WsTimingPage *self, const char *id);
WsSheet *ws_timing_page_get_sheet (WsTimingPage *self);
const char *ws_timing_page_get_finding (WsTimingPage *self);
void ws_timing_page_set_told_elsewhere (WsTimingPage *self, gboolean told);
void ws_timing_page_get_sources (WsTimingPage *self, GPtrArray **sweeps, WsLive **live);
WsSweepStore *ws_timing_page_get_store (WsTimingPage *self);
void ws_timing_page_get_options (WsTimingPage *self, WsSheetOptions *options);
const char *ws_timing_page_get_origin (WsTimingPage *self);
char *ws_timing_page_dup_subtitle (WsTimingPage *self);
char *ws_timing_page_dup_fidelity (WsTimingPage *self);
double ws_timing_page_get_last_update_ms (WsTimingPage *self);

G_END_DECLS
