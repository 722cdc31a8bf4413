/* pages.h: the pages of timings and scenarios in a window: their subjects, requests from the
 * command line, and their messages. Its action: restore-timings. */
#pragma once

#include "window/context.h"

G_BEGIN_DECLS

#define WS_TYPE_PAGES (ws_pages_get_type ())
G_DECLARE_FINAL_TYPE (WsPages, ws_pages, WS, PAGES, GObject)

WsPages *ws_pages_new (const WsContext *context);
void ws_pages_begin_scenario (WsPages *self, const char *id);
void ws_pages_begin_timing (WsPages *self, const char *name);
void ws_pages_set_job (WsPages *self, const WsCatalogKernel *kernel,
                       const WsPlanParameters *parameters);
void ws_pages_set_device (WsPages *self, const WsClientDevice *device);
void ws_pages_leave_scenario (WsPages *self);
void ws_pages_take_run (WsPages *self, WsRun *run, gboolean is_cell);

G_END_DECLS
