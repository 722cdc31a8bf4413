/* shape.h: what shape the dataflow of a block has: a tree, a scan, a stencil.
 *
 * Told from the graph alone: how many sources its values have, how many values each source has, and
 * how regularly one lies beside the other. Nothing here knows what was computed, or by which
 * kernel.
 */
#pragma once

#include "derive/dataflow.h"

G_BEGIN_DECLS

/**
 * WsShape:
 * @WS_SHAPE_AUTO: the one that suits best
 * @WS_SHAPE_TREE: many values become few, and each is used once
 * @WS_SHAPE_SCAN: each step combines values at one distance, and as many come out as go in: scans
 * and butterflies
 * @WS_SHAPE_STENCIL: each value comes from a neighbourhood of its own place
 * @WS_SHAPE_TILES: each value comes from a row and a column, or from the place across: products of
 * matrices, transposes
 * @WS_SHAPE_SCATTER: values choose where they go, as in a histogram
 * @WS_SHAPE_MAP: each value comes from those at its own place
 * @WS_SHAPE_PLAIN: none of these
 */
typedef enum {
  WS_SHAPE_AUTO,
  WS_SHAPE_TREE,
  WS_SHAPE_SCAN,
  WS_SHAPE_STENCIL,
  WS_SHAPE_TILES,
  WS_SHAPE_SCATTER,
  WS_SHAPE_MAP,
  WS_SHAPE_PLAIN,
  WS_N_SHAPES
} WsShape;

const char *ws_shape_get_name (WsShape shape);
gboolean ws_shape_parse (const char *name, WsShape *shape);
WsShape ws_shape_find (const WsRun *run, guint launch, const WsDataflow *flow);
guint ws_shape_get_score (const WsRun *run, guint launch, const WsDataflow *flow, WsShape shape);

G_END_DECLS
