/* page.h: charts of timings with what makes them: a page for the window. Sweeps run in a
 * worker of their own, live timings in another; what is finished is kept and shown again.
 */
#pragma once

#include "catalog/catalog.h"
#include "client/client.h"
#include "sheet/sheet.h"
#include "sweeps/sweep-store.h"
#include "ui/timing-bar.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_TIMING_PAGE (ws_timing_page_get_type ())
G_DECLARE_FINAL_TYPE (WsTimingPage, ws_timing_page, WS, TIMING_PAGE, GtkWidget)

/* Signals: changed: another sheet is shown; kernel-chosen (char *): the id of the kernel whose mark
 * was clicked; removed (WsSweep *, gboolean stopped): one was deleted, or, if @stopped, given up
 * before its end: ws_timing_page_restore() keeps it after all; notify::busy. */
GtkWidget *ws_timing_page_new (WsCatalog *catalog, GSettings *settings, const char *folder);
/* What is run on; copied. */
void ws_timing_page_set_device (WsTimingPage *self, const WsClientDevice *device);
/* What the window shows, and what a live timing times. */
void ws_timing_page_set_job (WsTimingPage *self, const WsCatalogKernel *kernel,
                             const WsPlanParameters *parameters);
void ws_timing_page_set_theme (WsTimingPage *self, WsThemeKind theme);
void ws_timing_page_set_held (WsTimingPage *self, gboolean held);
WsTimingKind ws_timing_page_get_kind (WsTimingPage *self);
void ws_timing_page_set_kind (WsTimingPage *self, WsTimingKind kind);
/* FALSE where it does not know yet what to time, or on what */
gboolean ws_timing_page_begin (WsTimingPage *self);
gboolean ws_timing_page_is_busy (WsTimingPage *self);
gboolean ws_timing_page_is_measuring (WsTimingPage *self);
void ws_timing_page_restore (WsTimingPage *self, const char *id);
/* (transfer none) (nullable): what is shown */
WsSheet *ws_timing_page_get_sheet (WsTimingPage *self);
/* What it is made of: one of the two is %NULL. (out) (transfer none): until the page changes */
void ws_timing_page_get_sources (WsTimingPage *self, GPtrArray **sweeps, WsLive **live);
/* (transfer none): all that is finished, and what others have published */
WsSweepStore *ws_timing_page_get_store (WsTimingPage *self);
/* Which part of it is shown. */
void ws_timing_page_get_options (WsTimingPage *self, WsSheetOptions *options);
/* (transfer none) (nullable): where what is shown is from: "measured", "modelled", "published" */
const char *ws_timing_page_get_origin (WsTimingPage *self);
/* (transfer full): title and what was run, of what is shown */
char *ws_timing_page_dup_subtitle (WsTimingPage *self);
double ws_timing_page_get_last_update_ms (WsTimingPage *self);

G_END_DECLS
