/* memory.h: memory accesses: the banks of shared memory, pass by pass; the sectors and segments of
 * global memory that a request moves; the requests of each line of the kernel; and a buffer as an
 * image of the threads that touched it.
 */
#pragma once

#include "pen/emphasis.h"
#include "scene/painter.h"
#include "table/data.h"
#include "look/look.h"

G_BEGIN_DECLS

/**
 * WsMemoryMode:
 * @WS_MEMORY_REQUEST: the current or latest access of the chosen warp
 * @WS_MEMORY_LINES: all lines of the kernel that access memory
 * @WS_MEMORY_BUFFER: the buffer of that access: its elements, and the threads that touched them
 */
typedef enum {
  WS_MEMORY_REQUEST,
  WS_MEMORY_LINES,
  WS_MEMORY_BUFFER,
  WS_N_MEMORY_MODES
} WsMemoryMode;

/**
 * WsMemoryColoring:
 * @WS_MEMORY_BY_WHAT_VARIES: the first of count, time and block that varies
 * @WS_MEMORY_BY_COUNT: how often an element was touched
 * @WS_MEMORY_BY_BLOCK: the block that touched an element first
 * @WS_MEMORY_BY_TIME: time of the first touch, since that block first touched the buffer
 * @WS_MEMORY_BY_VALUE: value of the element at the playhead, as far as the block's accesses tell
 *
 * What the colours of a buffer mean.
 */
typedef enum {
  WS_MEMORY_BY_WHAT_VARIES,
  WS_MEMORY_BY_COUNT,
  WS_MEMORY_BY_BLOCK,
  WS_MEMORY_BY_TIME,
  WS_MEMORY_BY_VALUE,
  WS_N_MEMORY_COLORINGS
} WsMemoryColoring;

/**
 * WsMemoryRanking:
 * @WS_MEMORY_RANK_BYTES: most wasted bytes first
 * @WS_MEMORY_RANK_TIME: most warp cycles first: issuing, and waiting for its results
 *
 * The order of lines.
 */
typedef enum { WS_MEMORY_RANK_BYTES, WS_MEMORY_RANK_TIME, WS_N_MEMORY_RANKINGS } WsMemoryRanking;

/**
 * WsMemoryOptions:
 * @mode: what is shown
 * @coloring: of a buffer
 * @ranking: of lines; their times are available once ws_scene_get_stalls() has computed them
 * @emphasis: highlighted lanes, threads and lines; hiding masks or counts hides the requests
 */
typedef struct {
  WsMemoryMode mode;
  WsMemoryColoring coloring;
  WsMemoryRanking ranking;
  WsEmphasis emphasis;
} WsMemoryOptions;

typedef enum {
  WS_MEMORY_HIT_NONE,
  WS_MEMORY_HIT_LANE,    /* of the access: lane */
  WS_MEMORY_HIT_WORD,    /* of shared memory: index, of the request's words */
  WS_MEMORY_HIT_SECTOR,  /* of global memory: address */
  WS_MEMORY_HIT_LINE,    /* index, of the lines of WsMemoryUse */
  WS_MEMORY_HIT_ELEMENT, /* of a buffer: index, of its touches */
} WsMemoryHitKind;

/**
 * WsMemoryHit:
 * @lane: of the access; of a word, the first that requests it; else %WS_NONE
 * @index: see #WsMemoryHitKind
 * @address: of a word, sector or element
 * @event: index within the block's events to which a click moves the playhead; %WS_NONE for none
 * @warp: of the event
 */
typedef struct {
  WsMemoryHitKind kind;
  guint lane;
  guint index;
  guint64 address;
  guint32 event;
  guint warp;
} WsMemoryHit;

const char *ws_memory_mode_get_name (WsMemoryMode mode);
gboolean ws_memory_mode_parse (const char *name, WsMemoryMode *mode);
const char *ws_memory_coloring_get_name (WsMemoryColoring coloring);
gboolean ws_memory_coloring_parse (const char *name, WsMemoryColoring *coloring);
const char *ws_memory_ranking_get_name (WsMemoryRanking ranking);
gboolean ws_memory_ranking_parse (const char *name, WsMemoryRanking *ranking);

void ws_draw_memory (cairo_t *cr, const WsFrame *frame, const WsMemoryOptions *options);
WsPainter *ws_memory_painter_new (cairo_t *cr);
void ws_memory_painter_set (WsPainter *painter, const WsFrame *frame,
                            const WsMemoryOptions *options);
gboolean ws_memory_pick (const WsFrame *frame, const WsMemoryOptions *options, double x, double y,
                         WsMemoryHit *hit);
gboolean ws_memory_hit_find_event (const WsScene *scene, WsMemoryHit *hit);
guint32 ws_memory_find_lanes (const WsFrame *frame, const WsMemoryOptions *options,
                              WsBox boxes[WS_WARP_SIZE]);
char *ws_memory_hit_describe (const WsScene *scene, const WsMoment *moment, const WsMemoryHit *hit);

char *ws_memory_subtitle (const WsScene *scene, const WsMoment *moment,
                          const WsMemoryOptions *options);
char *ws_memory_figure (const WsScene *scene, const WsMoment *moment,
                        const WsMemoryOptions *options);
char *ws_memory_sentence (const WsScene *scene, const WsMoment *moment,
                          const WsMemoryOptions *options);

WsData *ws_data_new_for_memory (const WsScene *scene, const WsMoment *moment,
                                const WsMemoryOptions *options);

extern const WsViewClass ws_view_of_memory;

G_END_DECLS
