/* site-counts.h: execution counts of each site of a launch: the device's own, or from the events of
 * the blocks recorded in full. */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

WsSiteCount *ws_site_counts_new (const WsRun *run, guint launch, gboolean recorded_only,
                                 guint64 *n_blocks);
guint64 ws_site_count_get_transactions (const WsSiteCount *count, const WsSpec *spec);
guint64 ws_site_count_get_moved_bytes (const WsSiteCount *count, const WsSpec *spec);
gboolean ws_site_is_global (const WsSite *site, const WsSiteCount *count);
gboolean ws_site_is_shared (const WsSite *site, const WsSiteCount *count);

G_END_DECLS
