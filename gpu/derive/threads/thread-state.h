/* thread-state.h: the state of one thread at a step, as a debugger shows it: variables and
 * registers with their values, the memory around its accesses, and the transfers between them in
 * the current step. All values come from the recording; unknown ones are left out.
 */
#pragma once

#include "threads/variables.h"

G_BEGIN_DECLS

/**
 * WsThreadSlot:
 * @name: as in "tid"; of a register, as PTX names it
 * @is_register: of the line that the thread is at; else a variable of the source
 * @has_value: whether it is set to a known value
 * @changed: whether it was set since the thread's previous step
 *
 * A variable or register.
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
 * @has_value: whether the block has loaded or stored it by now
 * @value: its latest value
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
 * @cells: (element-type WsThreadCell): ascending, without the cells in large gaps
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
 * @step: index into the story: the last that has begun, or %WS_NONE
 * @slots: (element-type WsThreadSlot): variables, then registers
 * @strips: (element-type WsThreadStrip): all memory that the thread accesses, shared memory first
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
