/* thread-state.h: what one thread has at a moment of its story, as a debugger shows it: variables
 * and registers with their values, the memory near what it reads and writes, and what goes from one
 * to the other in the present step. All values come from the recording; what it lacks is left
 * out.
 */
#pragma once

#include "threads/variables.h"

G_BEGIN_DECLS

/**
 * WsThreadSlot:
 * @name: as in "tid"; of a register, as PTX names it
 * @is_register: of the line that the thread is at; else a variable of the source
 * @has_value: whether it is set, and with what is known
 * @changed: whether that happened since the thread's step before
 *
 * Something that has a value.
 */
typedef struct {
  char *name;
  gboolean is_register;
  gboolean has_value;
  gboolean changed;
  guint64 value;
  WsValueType value_type;
} WsThreadSlot;

/**
 * WsThreadCell:
 * @element: of its region
 * @has_value: whether the block has loaded or stored it by then
 * @value: what was there last
 */
typedef struct {
  guint64 element;
  gboolean has_value;
  guint64 value;
} WsThreadCell;

/**
 * WsThreadStrip:
 * @region: a shared variable, or a buffer
 * @value_type: of its values
 * @cells: (element-type WsThreadCell): ascending; some are left out between what is far apart
 */
typedef struct {
  const WsRegion *region;
  WsValueType value_type;
  GArray *cells;
} WsThreadStrip;

/**
 * WsThreadArrow:
 * @slot: index of a slot
 * @strip: index of a strip
 * @cell: index of a cell of it
 * @loads: the value goes from the cell to the slot
 * @stores: it goes from the slot to the cell; with both, it is an atomic
 */
typedef struct {
  guint slot;
  guint strip;
  guint cell;
  gboolean loads;
  gboolean stores;
} WsThreadArrow;

/**
 * WsThreadState:
 * @step: of the story: the last that has begun, or %WS_NONE
 * @slots: (element-type WsThreadSlot): variables, then registers
 * @strips: (element-type WsThreadStrip): of all that the thread reaches in its story: shared memory
 * first
 * @arrows: (element-type WsThreadArrow): of the present step
 */
typedef struct {
  guint step;
  GArray *slots;
  GArray *strips;
  GArray *arrows;
} WsThreadState;

WsThreadState *ws_thread_state_new (const WsThreadStory *story, const WsVariables *variables,
                                    guint32 event, guint n_cells);
void ws_thread_state_free (WsThreadState *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsThreadState, ws_thread_state_free)

char *ws_thread_state_describe (const WsThreadState *self);

G_END_DECLS
