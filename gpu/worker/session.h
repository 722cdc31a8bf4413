/* session.h: runs a plan on a device, and makes the run of it. Knows devices only by their table.
 */
#pragma once

#include "catalog/catalog.h"
#include "device/device.h"

G_BEGIN_DECLS

typedef void (*WsSessionProgress) (double fraction, const char *sentence, gpointer user_data);
typedef void (*WsSessionSample) (const WsSample *sample, gpointer user_data);

/* @blocks: (nullable): blocks recorded in full, as in "0,mid,last,17"; NULL for "0,mid,last" */
WsRun *ws_session_record (WsDevice *device, WsCatalog *catalog, const WsPlan *plan,
                          const char *blocks, WsSessionProgress progress, gpointer user_data,
                          GCancellable *cancellable, WsRun **partial, GError **error);
gboolean ws_session_time (WsDevice *device, WsCatalog *catalog, const WsPlan *plan, guint repeats,
                          WsSessionSample sample, gpointer user_data, GCancellable *cancellable,
                          GError **error);
/* Runs the plan without recording and gives the bits of its result. */
gboolean ws_session_compute (WsDevice *device, WsCatalog *catalog, const WsPlan *plan,
                             GBytes *input, guint64 *result, GError **error);
/* (transfer full) (element-type guint32): the blocks that @spec names of a grid, ascending, each
 * once */
GArray *ws_session_parse_blocks (const char *spec, guint64 n_blocks, GError **error);

G_END_DECLS
