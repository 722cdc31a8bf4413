/* planes.h: the dataflow of a block sorted by location: a plane for each buffer and array, with the
 * elements that the block touches, in rows if memory is used two-dimensionally. Derived once per
 * scene.
 */
#pragma once

#include "dataflow/pattern.h"

G_BEGIN_DECLS

/* In the order in which values pass through them. */
typedef enum {
  WS_PLANE_INPUT,
  WS_PLANE_FACTORS,   /* constant memory */
  WS_PLANE_SHARED,    /* shared memory */
  WS_PLANE_REGISTERS, /* values exchanged between lanes; an element is a thread */
  WS_PLANE_OUTPUT,
  WS_N_PLANE_KINDS
} WsPlaneKind;

/**
 * WsPlane:
 * @name: of the buffer or array; of registers, what they are
 * @kind: position in the dataflow
 * @pitch: pitch of rows in elements; 0 for a single row
 * @n_rows, @n_columns: that the block touches; others are left out
 * @rows, @columns: (array length=n_rows, n_columns): their indices, ascending; of a single row,
 * indices of elements
 * @n_elements: of the whole buffer; 0 if unknown
 * @ghost_left, @ghost_right, @ghost_above, @ghost_below: of a stencil: cells beyond the edges of
 * the buffer that some results would read
 * @longest: characters of the longest value
 * @first_cell: into the cells of all planes, row by row
 */
typedef struct {
  char *name;
  WsPlaneKind kind;
  guint64 pitch;
  guint n_rows;
  guint n_columns;
  guint64 *rows;
  guint64 *columns;
  guint64 n_elements;
  guint ghost_left;
  guint ghost_right;
  guint ghost_above;
  guint ghost_below;
  guint longest;
  guint first_cell;
} WsPlane;

/**
 * WsPlanes:
 * @pattern: of the dataflow, from ws_pattern_find()
 * @dataflow: (transfer none): of the block
 * @planes: (array length=n_planes): in the order of their kinds
 * @n_cells: of all planes
 * @cell_of: per node of the dataflow: its cell; %WS_NONE if it has none
 * @first_version: (array length=n_cells + 1): into @versions
 * @versions: nodes, cell by cell, in the order of their events
 * @stacked: plane that a scatter accumulates into; %WS_NONE for none
 * @highest: maximum number of values in one of its cells
 */
typedef struct _WsPlanes {
  WsPattern pattern;
  const WsDataflow *dataflow;
  WsPlane *planes;
  guint n_planes;
  guint n_cells;
  guint32 *cell_of;
  guint32 *first_version;
  guint32 *versions;
  guint32 stacked;
  guint highest;
} WsPlanes;

WsPlanes *ws_planes_new (const WsRun *run, guint launch, const WsDataflow *dataflow);
void ws_planes_free (WsPlanes *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsPlanes, ws_planes_free)

guint ws_planes_get_plane (const WsPlanes *self, guint32 cell);
guint32 ws_planes_get_latest (const WsPlanes *self, guint32 cell, guint event);
guint32 ws_planes_get_focus (const WsPlanes *self, guint thread, guint event);

G_END_DECLS
