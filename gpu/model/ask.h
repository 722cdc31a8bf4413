/* ask.h: what an access asks the memory for. */
#pragma once

#include "model/cost.h"
#include "model/tags.h"
#include "record/cache.h"

G_BEGIN_DECLS

/* Lines that one access can touch: of each lane, its first and its last byte. */
#define WS_MAX_LINES (2 * WS_WARP_SIZE)

typedef enum {
  WS_PLACE_NONE, /* answered as an instruction on registers is */
  WS_PLACE_SHARED,
  WS_PLACE_LOCAL,
  WS_PLACE_GLOBAL,
} WsPlace;

/**
 * WsAskLine:
 * @line: of global memory, an address over 128
 * @sectors: of it, a bit each, that are touched
 * @missed: of them, those that the block touches for the first time, and no launch before it
 * @is_cached: whether an earlier launch has left them in the L2 cache
 *
 * A line of global memory that an access touches.
 */
typedef struct {
  guint64 line;
  guint8 sectors;
  guint8 missed;
  guint8 is_cached;
} WsAskLine;

/**
 * WsAsk:
 * @place: a #WsPlace
 * @kind: a #WsCostKind
 * @n_lines: lines that are touched
 * @n_partial: lines a sector of which is written in part
 * @n_served: of an atomic, how often the L2 cache serves it
 * @has_pace: whether the warp has come to this access before
 * @is_astray: whether it has not gone along memory as before
 * @ahead: of a load that is asked for earlier than its latency tells: by how many times it is
 * shorter; 0 as 1
 * @passes: of shared memory, or of the cache nearest to the SM
 * @parts: of an access to shared memory, those in which the warp is served: passes without a
 * conflict
 * @first: of its lines, where a trace keeps them
 * @pace: lines that it has gone on since
 *
 * What an access asks the memory for.
 */
typedef struct {
  guint8 place;
  guint8 kind;
  guint8 n_lines;
  guint8 n_partial;
  guint8 n_served;
  guint8 has_pace;
  guint8 is_astray;
  guint8 ahead;
  guint16 passes;
  guint8 parts;
  guint32 first;
  gint64 pace;
} WsAsk;

/* Bytes of global memory side by side: the first and the last. */
typedef struct {
  guint64 low;
  guint64 high;
} WsAskRange;

/**
 * WsAsker:
 * @cache: what the block has touched
 * @granule_sectors: that the device memory moves at once
 * @missed_sectors: that came from or went to the device memory
 *
 * What is known of a block's accesses to global memory before the one that is asked for.
 */
typedef struct {
  WsCache cache;
  guint granule_sectors;
  guint64 missed_sectors;
} WsAsker;

guint ws_ask_get_granule (const WsSpec *spec);
gboolean ws_ask_touch_granule (WsCache *cache, guint64 sector, guint granule_sectors);
void ws_asker_init (WsAsker *self, const WsSpec *spec, guint blocks_per_sm);
void ws_asker_clear (WsAsker *self);
void ws_asker_begin (WsAsker *self);
guint ws_asker_ask_global (WsAsker *self, const WsAskRange *ranges, guint n, gboolean is_cached,
                           WsAsk *ask, WsAskLine *lines);
guint ws_ask_get_slice (const WsSpec *spec, guint64 address);
guint ws_ask_find_served (const guint64 *addresses, guint n, guint64 *served);

G_END_DECLS
