/* memory-request.h: the memory request of one access of a warp, lane by lane: the words and banks
 * of shared memory, in the passes that serve them, or the transactions of global memory, by the
 * rules of the run's device.
 */
#pragma once

#include "record/access.h"

G_BEGIN_DECLS

#define WS_MEMORY_REQUEST_SEGMENT_BYTES 128
#define WS_MEMORY_REQUEST_SECTOR_BYTES  32
/* 16 bytes at any address span up to five words. */
#define WS_MEMORY_REQUEST_MAX_WORDS (5 * WS_WARP_SIZE)
/* A lane's bytes span two pieces at most. */
#define WS_MEMORY_REQUEST_MAX_PIECES (2 * WS_WARP_SIZE)

/**
 * WsMemoryRequestRule:
 * @WS_MEMORY_REQUEST_SECTORS: sectors of 32 bytes, each once (compute capability 5.0 and later)
 * @WS_MEMORY_REQUEST_LINES: lines of 128 bytes, each once (2.x, 3.x: the lines of the L1 cache)
 * @WS_MEMORY_REQUEST_HALF_SEGMENTS: for each half-warp, the smallest segments that hold the
 * requested bytes (1.2, 1.3)
 * @WS_MEMORY_REQUEST_HALF_IN_ORDER: for each half-warp one aligned segment if its lanes ask in
 * order, else one for each lane (1.0, 1.1)
 *
 * How a device serves a warp's request to global memory. CUDA C Programming Guide, "Global Memory"
 * of each compute capability (in editions up to 4.2 for 1.x).
 */
typedef enum {
  WS_MEMORY_REQUEST_SECTORS,
  WS_MEMORY_REQUEST_LINES,
  WS_MEMORY_REQUEST_HALF_SEGMENTS,
  WS_MEMORY_REQUEST_HALF_IN_ORDER,
} WsMemoryRequestRule;

/**
 * WsMemoryRequestWord:
 * @word: its address, in words of four bytes
 * @bank: that it lies in
 * @pass: that serves it, from 0
 * @lanes: that request it in that pass; more than one is a broadcast; an atomic has exactly one
 *
 * A word of shared memory.
 */
typedef struct {
  guint64 word;
  guint bank;
  guint pass;
  guint32 lanes;
} WsMemoryRequestWord;

/**
 * WsMemoryRequestPiece:
 * @address: of its first byte
 * @bytes: 32, 64 or 128
 * @lanes: that it serves
 * @used: (array length=4): a bit for each byte that a lane requests
 *
 * What is moved at once between the SM and global memory: a transaction.
 */
typedef struct {
  guint64 address;
  guint bytes;
  guint32 lanes;
  guint32 used[4];
} WsMemoryRequestPiece;

/**
 * WsMemoryRequest:
 * @space: shared, global, local or constant memory
 * @lanes: that take part
 * @is_atomic: whether they update the memory: then no two lanes of a word are served at once
 * @lane_bytes: that each of them asks for
 * @address: per lane: of its first byte; valid for @lanes
 * @banks: of shared memory; 0 elsewhere
 * @n_passes: wavefronts: passes of shared memory, or of the constant cache
 * @n_parts: of them, those that these bytes would take without a conflict
 * @ways: ratio of its passes to those without a conflict; 1: no conflict
 * @words: (array length=n_words): in the order of their passes; within one, of their lanes
 * @rule: of global memory
 * @pieces: (array length=n_pieces): what is moved, in the order of the addresses; of half-warps one
 * after another
 * @moved_bytes: bytes of all pieces
 * @used_bytes: those of them that a lane requested
 * @asked_bytes: requested by all lanes; more than @used_bytes where lanes request the same
 */
typedef struct {
  WsSpace space;
  guint32 lanes;
  gboolean is_atomic;
  guint lane_bytes;
  guint64 address[WS_WARP_SIZE];
  guint asked_bytes;
  guint banks;
  guint n_passes;
  guint n_parts;
  guint ways;
  guint n_words;
  WsMemoryRequestWord words[WS_MEMORY_REQUEST_MAX_WORDS];
  WsMemoryRequestRule rule;
  guint n_pieces;
  WsMemoryRequestPiece pieces[WS_MEMORY_REQUEST_MAX_PIECES];
  guint moved_bytes;
  guint used_bytes;
} WsMemoryRequest;

gboolean ws_memory_request_is_access (const WsSite *site, const WsEvent *event);
guint ws_memory_request_get_addresses (const WsRun *run, const WsSite *site, const WsEvent *event,
                                       guint64 addresses[WS_WARP_SIZE]);
gboolean ws_memory_request_get_cost (const WsRun *run, const WsSite *site, const WsEvent *event,
                                     WsAccessCost *cost);
WsMemoryRequestRule ws_memory_request_get_rule (const WsSpec *spec);
gboolean ws_memory_request_init (WsMemoryRequest *self, const WsRun *run, const WsSite *site,
                                 const WsEvent *event);
void ws_memory_request_init_shared (WsMemoryRequest *self, guint32 lanes, const guint64 *addresses,
                                    guint lane_bytes, guint banks);
void ws_memory_request_init_shared_atomic (WsMemoryRequest *self, guint32 lanes,
                                           const guint64 *addresses, guint lane_bytes, guint banks);
void ws_memory_request_init_global (WsMemoryRequest *self, guint32 lanes, const guint64 *addresses,
                                    guint lane_bytes, WsMemoryRequestRule rule);
void ws_memory_request_init_constant (WsMemoryRequest *self, guint32 lanes,
                                      const guint64 *addresses, guint lane_bytes);
guint32 ws_memory_request_get_worst_banks (const WsMemoryRequest *self);
guint ws_memory_request_find_most_shared (const WsMemoryRequest *self, guint64 *address,
                                          guint *n_addresses);
guint32 ws_memory_request_get_broadcast (const WsMemoryRequest *self);
guint ws_memory_request_piece_count_used (const WsMemoryRequestPiece *self);

G_END_DECLS
