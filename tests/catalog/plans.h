/* plans.h: plans of the catalogue, run as jobs, for the tests that begin with one. */
#pragma once

#include "catalog/catalog.h"
#include "worker/session.h"

G_BEGIN_DECLS

/* (transfer full) */
WsJob *plan_make_job (WsCatalog *catalog, const WsPlan *plan, const char *blocks,
                      gboolean keeps_input);
WsRun *plan_record (WsDevice *device, WsCatalog *catalog, const WsPlan *plan, const char *blocks,
                    gint64 date, WsRun **partial, GError **error);
gboolean plan_compute (WsDevice *device, WsCatalog *catalog, const WsPlan *plan, WsVerdict *verdict,
                       GError **error);
gboolean plan_time (WsDevice *device, WsCatalog *catalog, const WsPlan *plan,
                    const WsTimingRequest *request, WsSessionSample sample, gpointer user_data,
                    WsTiming *timing, GError **error);
GPtrArray *plan_count (WsDevice *device, WsCatalog *catalog, const WsPlan *plan, guint launch,
                       GError **error);
/* What a plan "reduce" should yield of @input, on the host. */
guint64 plan_expect (const WsPlan *plan, GBytes *input, double *bound);
/* The first launch's parameters. @params: WS_JOB_PARAMS_BYTES of room */
gsize plan_fill_params (WsCatalog *catalog, const WsPlan *plan, const guint64 *buffers,
                        guint8 *params);

G_END_DECLS
