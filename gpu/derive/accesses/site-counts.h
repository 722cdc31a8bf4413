/* site-counts.h: what each site of a launch did: as the device counted it, or from the events of
 * the blocks that were recorded in full. */
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
