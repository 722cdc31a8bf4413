/* planes.h: the dataflow of a block sorted by where its values stand: a plane for each buffer and
 * each array, with the elements that the block touches, in rows where memory is used in rows.
 * Derived once per scene.
 */
#pragma once

#include "dataflow/pattern.h"

G_BEGIN_DECLS

/* In the order in which values go through them. */
typedef enum {
  WS_PLANE_INPUT,
  WS_PLANE_FACTORS,   /* constant memory */
  WS_PLANE_SHARED,    /* shared memory */
  WS_PLANE_REGISTERS, /* what goes from lane to lane; an element is a thread */
  WS_PLANE_OUTPUT,
  WS_N_PLANE_KINDS
} WsPlaneKind;

/**
 * WsPlane:
 * @name: of the buffer or array; of registers, what they are
 * @kind: where in the flow
 * @pitch: elements of memory from row to row; 0 where there is one row
 * @n_rows, @n_columns: that the block touches; others are left out
 * @rows, @columns: (array length=n_rows, n_columns): their numbers, ascending; of one row, the
 * numbers of the elements
 * @n_elements: of the whole buffer; 0 where that is not known
 * @ghost_left, @ghost_right, @ghost_above, @ghost_below: of a stencil: cells beyond the edges of
 * the buffer that some results reach for
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
 * @pattern: of the dataflow, as ws_pattern_find() has it
 * @dataflow: (transfer none): of the block
 * @planes: (array length=n_planes): in the order of their kinds
 * @n_cells: of all planes
 * @cell_of: per node of the dataflow: its cell; %WS_NONE where it has none
 * @first_version: (array length=n_cells + 1): into @versions
 * @versions: nodes, cell by cell, in the order of their events
 * @stacked: plane whose values were counted up by many, of a scatter; %WS_NONE for none
 * @highest: most values that one of its cells was given
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
