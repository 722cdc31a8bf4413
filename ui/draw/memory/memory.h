/* memory.h: what a warp asks of memory: the banks of shared memory, pass by pass; the sectors and
 * segments of global memory that are moved for it; what each line of the kernel asks for; and a
 * buffer as an image of who touched it.
 */
#pragma once

#include "pen/emphasis.h"
#include "scene/painter.h"
#include "table/data.h"
#include "look/look.h"

G_BEGIN_DECLS

/**
 * WsMemoryMode:
 * @WS_MEMORY_REQUEST: the access that the chosen warp is at, or was at last
 * @WS_MEMORY_LINES: all lines of the kernel that reach memory
 * @WS_MEMORY_BUFFER: the buffer of that access: its elements, and who touched them
 */
typedef enum {
  WS_MEMORY_REQUEST,
  WS_MEMORY_LINES,
  WS_MEMORY_BUFFER,
  WS_N_MEMORY_MODES
} WsMemoryMode;

/**
 * WsMemoryColoring:
 * @WS_MEMORY_BY_COUNT: how often an element was touched
 * @WS_MEMORY_BY_BLOCK: by which block first
 * @WS_MEMORY_BY_TIME: when first
 *
 * What the colours of a buffer say.
 */
typedef enum {
  WS_MEMORY_BY_COUNT,
  WS_MEMORY_BY_BLOCK,
  WS_MEMORY_BY_TIME,
  WS_N_MEMORY_COLORINGS
} WsMemoryColoring;

/**
 * WsMemoryOptions:
 * @mode: what is shown
 * @coloring: of a buffer
 * @emphasis: lanes and threads of the access that stand out, lines; with masks or counts, what is
 * asked for is kept back
 */
typedef struct {
  WsMemoryMode mode;
  WsMemoryColoring coloring;
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
 * @lane: of the access; of a word, the first that asks for it; else %WS_NONE
 * @index: see #WsMemoryHitKind
 * @address: of a word, sector or element
 * @event: where a click puts the playhead, within the block's events; %WS_NONE for nowhere
 * @warp: that the event is of
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

void ws_draw_memory (cairo_t *cr, const WsFrame *frame, const WsMemoryOptions *options);
WsPainter *ws_memory_painter_new (cairo_t *cr);
void ws_memory_painter_set (WsPainter *painter, const WsFrame *frame,
                            const WsMemoryOptions *options);
gboolean ws_memory_pick (const WsFrame *frame, const WsMemoryOptions *options, double x, double y,
                         WsMemoryHit *hit);
gboolean ws_memory_hit_find_event (const WsScene *scene, WsMemoryHit *hit);
char *ws_memory_hit_describe (const WsScene *scene, const WsMoment *moment, const WsMemoryHit *hit);

char *ws_memory_subtitle (const WsScene *scene, const WsMoment *moment,
                          const WsMemoryOptions *options);
char *ws_memory_sentence (const WsScene *scene, const WsMoment *moment,
                          const WsMemoryOptions *options);

WsData *ws_data_new_for_memory (const WsScene *scene, const WsMoment *moment,
                                const WsMemoryOptions *options);

extern const WsViewClass ws_view_of_memory;

G_END_DECLS
