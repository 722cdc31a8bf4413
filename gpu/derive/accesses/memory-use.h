/* memory-use.h: a launch's use of memory: requests by source line, elements of buffers by the
 * thread that touched them, and the words and sectors that a block touched. */
#pragma once

#include "accesses/memory-level.h"
#include "accesses/memory-request.h"

G_BEGIN_DECLS

/**
 * WsMemoryLine:
 * @line: of the source, from 1; 0 if the PTX does not tell
 * @op_class: load, store or atomic
 * @space: shared, global or local memory
 * @lane_bytes: requested per lane; the maximum over its instructions
 * @requests: that warps made
 * @wavefronts: of shared memory
 * @ideal_wavefronts: of shared memory: without a conflict
 * @transactions: of global and local memory: sectors, or segments where the device moves those
 * @moved_bytes: by them
 * @asked_bytes: by the lanes
 * @levels: of global memory: what serves it, in the blocks recorded in full: modelled
 * @site: the first of its instructions
 *
 * The requests of one line's instructions of one kind to one memory.
 */
typedef struct {
  guint line;
  WsOpClass op_class;
  WsSpace space;
  guint lane_bytes;
  guint64 requests;
  guint64 wavefronts;
  guint64 ideal_wavefronts;
  guint64 transactions;
  guint64 moved_bytes;
  guint64 asked_bytes;
  WsMemoryLevelCount levels;
  guint site;
} WsMemoryLine;

/**
 * WsMemoryTouch:
 * @element: of the buffer
 * @reads: how often lanes loaded it
 * @writes: how often lanes stored it, or an atomic did
 * @block: that touched it first
 * @order: when it was first touched, in cycles since the launch began
 *
 * An element of a buffer that a recorded block touched.
 */
typedef struct {
  guint64 element;
  guint32 reads;
  guint32 writes;
  guint32 block;
  guint64 order;
} WsMemoryTouch;

/**
 * WsMemoryBuffer:
 * @region: index into the run's regions
 * @element_bytes: of its type
 * @n_elements: of the buffer
 * @first: into WsMemoryUse.touches
 * @n_touches: elements that were touched, in the order of the buffer
 */
typedef struct {
  guint region;
  guint element_bytes;
  guint64 n_elements;
  guint first;
  guint n_touches;
} WsMemoryBuffer;

/**
 * WsMemoryUse:
 * @lines: (element-type WsMemoryLine): by line, of all blocks where @of_all_blocks
 * @of_all_blocks: whether the device counted all blocks; else those recorded in full
 * @buffers: (element-type WsMemoryBuffer): of global memory, those that were touched
 * @touches: (element-type WsMemoryTouch)
 * @n_blocks: blocks whose touches and levels are known: those recorded in full
 * @truncated: whether there were more touches than are kept
 *
 * Of a launch, and of one of its blocks. Read-only.
 */
typedef struct {
  GArray *lines;
  gboolean of_all_blocks;
  GArray *buffers;
  GArray *touches;
  guint n_blocks;
  gboolean truncated;
  /*< private >*/
  guint32 *line_of;      /* per site: into lines, or WS_NONE */
  guint32 *access_at;    /* per event of the block: its warp's last access, or WS_NONE */
  guint32 *first_access; /* per warp, or WS_NONE */
  guint n_sites;
  guint n_events;
  guint n_warps;
  guint32 *levels_at;       /* per event of the block: into levels, or WS_NONE */
  GByteArray *levels;       /* of the sectors of all accesses, concatenated */
  GHashTable *shared_words; /* that the block touched */
} WsMemoryUse;

WsMemoryUse *ws_memory_use_new (const WsRun *run, guint launch, guint block);
void ws_memory_use_free (WsMemoryUse *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsMemoryUse, ws_memory_use_free)

guint32 ws_memory_use_find_access (const WsMemoryUse *self, guint warp, guint32 event);
guint32 ws_memory_use_find_line (const WsMemoryUse *self, guint site);
double ws_memory_line_get_per_request (const WsMemoryLine *self);
double ws_memory_line_get_efficiency (const WsMemoryLine *self);
guint64 ws_memory_line_get_lost_bytes (const WsMemoryLine *self, const WsSpec *spec);
gboolean ws_memory_use_find_level (const WsMemoryUse *self, const WsMemoryRequest *request,
                                   guint event, guint64 address, WsMemoryLevel *level);
void ws_memory_use_count_levels (const WsMemoryUse *self, const WsMemoryRequest *request,
                                 guint event, WsMemoryLevelCount *count);
gboolean ws_memory_use_has_word (const WsMemoryUse *self, guint64 word);
int ws_memory_use_find_buffer (const WsMemoryUse *self, const WsRun *run, guint64 address);
const WsRegion *ws_memory_find_region (const WsRun *run, guint launch, WsSpace space,
                                       guint64 address);

G_END_DECLS
