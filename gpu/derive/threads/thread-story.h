/* thread-story.h: the story of one thread, from its first access to its end: the values that it
 * read and wrote, its branches and its waits. And the values of a warp's 32 lanes at one
 * instruction.
 */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

typedef enum {
  WS_THREAD_READS,
  WS_THREAD_WRITES,
  WS_THREAD_UPDATES,  /* an atomic */
  WS_THREAD_RECEIVES, /* of other lanes of its warp: shuffle, redux, vote */
  WS_THREAD_PARTS,    /* its warp diverged */
  WS_THREAD_WAITS,    /* for lanes of its warp on another path */
  WS_THREAD_BARRIER,
  WS_THREAD_ENDS,
} WsThreadStepKind;

/**
 * WsThreadStep:
 * @kind: what happens
 * @event: of the block's events: when
 * @site: the instruction; of a wait, the first that other lanes execute
 * @line: of the source, from 1; 0 if unknown
 * @n: of a wait, the instructions that other lanes execute meanwhile; of a divergence, the lanes on
 * its own path
 * @n_others: of a divergence, the lanes on the other path
 * @has_value: whether @value is known
 * @value: bits of what was read, written or received; of an atomic, of what was there
 * @value_type: of @value
 * @space: of an access
 * @address: of an access; of a shuffle, the lane that it came from
 * @variable: (nullable): the variable of the source that now has @value, where that is sure
 *
 * A step of a thread. A vector access has one step per element.
 */
typedef struct {
  WsThreadStepKind kind;
  guint32 event;
  guint32 site;
  guint line;
  guint n;
  guint n_others;
  gboolean has_value;
  guint64 value;
  WsValueType value_type;
  WsSpace space;
  guint64 address;
  char *variable;
} WsThreadStep;

/**
 * WsThreadStory:
 * @run: of which run
 * @launch: of which launch
 * @block: of the grid, recorded in full
 * @warp: of the block
 * @lane: of the warp
 * @steps: (element-type WsThreadStep): in the order of time
 *
 * Read-only.
 */
typedef struct {
  WsRun *run;
  guint launch;
  guint block;
  guint warp;
  guint lane;
  GArray *steps;
} WsThreadStory;

WsThreadStory *ws_thread_story_new (WsRun *run, guint launch, guint block, guint warp, guint lane);
void ws_thread_story_free (WsThreadStory *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsThreadStory, ws_thread_story_free)

guint ws_thread_story_find (const WsThreadStory *self, guint32 event);
char *ws_thread_story_describe (const WsThreadStory *self, guint step);

/**
 * WsLaneValues:
 * @event: of the block's events
 * @site: that it executed; %WS_NONE of a variable
 * @name: (nullable): of a variable
 * @lanes: that have a value
 * @values: (array): per lane, bits
 * @addresses: (array): per lane, where it is in its space
 * @value_type: of the values
 * @space: of the addresses; none of an exchange
 *
 * The values of a warp's lanes at an instruction; of a vector, its first element.
 */
typedef struct {
  guint32 event;
  guint32 site;
  const char *name;
  guint32 lanes;
  guint64 values[WS_WARP_SIZE];
  guint64 addresses[WS_WARP_SIZE];
  WsValueType value_type;
  WsSpace space;
} WsLaneValues;

gboolean ws_lane_values_init (WsLaneValues *self, const WsRun *run, guint launch,
                              const WsBlockRecord *block, guint32 event);
gboolean ws_lane_values_init_at_line (WsLaneValues *self, const WsRun *run,
                                      const WsBlockRecord *block, guint warp, guint line,
                                      guint32 until);
char *ws_lane_values_describe (const WsLaneValues *self, const WsRun *run, guint launch,
                               guint columns);

G_END_DECLS
