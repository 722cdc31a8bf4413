/* ask.h: the memory request of an access. */
#pragma once

#include "model/cost.h"
#include "model/tags.h"
#include "record/cache.h"

G_BEGIN_DECLS

/* Maximum number of lines that one access touches: each lane's first and last byte. */
#define WS_MAX_LINES (2 * WS_WARP_SIZE)

typedef enum {
  WS_PLACE_NONE, /* no memory: takes as long as an instruction on registers */
  WS_PLACE_SHARED,
  WS_PLACE_LOCAL,
  WS_PLACE_GLOBAL,
} WsPlace;

/**
 * WsAskLine:
 * @line: of global memory, an address over 128
 * @sectors: touched sectors of it, a bit each
 * @missed: those of them that neither the block nor an earlier launch has touched before
 * @is_cached: whether an earlier launch left them in the L2 cache
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
 * @n_partial: lines with a partially written sector
 * @n_served: of an atomic, number of serialised operations in the L2 cache
 * @has_pace: whether the warp has executed this access before
 * @is_astray: whether it departs from the stride so far
 * @ahead: of a load that is issued ahead: divisor of its latency; 0 means 1
 * @passes: of shared memory, or of the cache nearest to the SM
 * @parts: of an access to shared memory: passes without a conflict
 * @first: of its lines, where a trace keeps them
 * @pace: lines that it has advanced since
 *
 * The memory request of an access.
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

/* A contiguous range of global memory: its first and last byte. */
typedef struct {
  guint64 low;
  guint64 high;
} WsAskRange;

/**
 * WsAsker:
 * @cache: what the block has touched
 * @granule_sectors: sectors that the device memory transfers at once
 * @missed_sectors: sectors transferred from or to the device memory
 *
 * The history of a block's accesses to global memory.
 */
typedef struct {
  WsCache cache;
  guint granule_sectors;
  guint64 missed_sectors;
} WsAsker;

/* Lanes of an atomic that adds floats one after another: of a slice of the L2 cache, those at the
 * address with the most. */
typedef struct {
  guint slice;
  guint lanes;
} WsAskChain;

guint ws_ask_get_granule (const WsSpec *spec);
gboolean ws_ask_touch_granule (WsCache *cache, guint64 sector, guint granule_sectors);
void ws_asker_init (WsAsker *self, const WsSpec *spec, guint blocks_per_sm);
void ws_asker_clear (WsAsker *self);
void ws_asker_begin (WsAsker *self);
guint ws_asker_ask_global (WsAsker *self, const WsAskRange *ranges, guint n, gboolean is_cached,
                           WsAsk *ask, WsAskLine *lines);
guint ws_ask_get_slice (const WsSpec *spec, guint64 address);
guint ws_ask_find_served (const guint64 *addresses, guint n, guint64 *served);
guint ws_ask_find_chains (const WsSpec *spec, const guint64 *addresses, guint n,
                          WsAskChain *chains);

G_END_DECLS
