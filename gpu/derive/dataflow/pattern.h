/* pattern.h: which pattern the dataflow of a block has: a tree, a scan, a stencil.
 *
 * Classified from the graph alone: its in-degrees, its out-degrees, and the regularity of its
 * addresses. Nothing here knows what was computed, or by which kernel.
 */
#pragma once

#include "dataflow/dataflow.h"

G_BEGIN_DECLS

/**
 * WsPattern:
 * @WS_PATTERN_AUTO: the best match
 * @WS_PATTERN_TREE: many values become few, and each is used once
 * @WS_PATTERN_SCAN: each step combines values at one distance and keeps their number: scans and
 * butterflies
 * @WS_PATTERN_STENCIL: each value comes from a neighbourhood of its own place
 * @WS_PATTERN_TILES: each value comes from a row and a column, or from the transposed place: matrix
 * products, transposes
 * @WS_PATTERN_SCATTER: values choose where they go, as in a histogram
 * @WS_PATTERN_MAP: each value comes from those at its own place
 * @WS_PATTERN_PLAIN: none of these
 * @WS_PATTERN_PYRAMID: of a plan, not of a block: blocks of a launch feed those of a later one;
 * never chosen automatically
 */
typedef enum {
  WS_PATTERN_AUTO,
  WS_PATTERN_TREE,
  WS_PATTERN_SCAN,
  WS_PATTERN_STENCIL,
  WS_PATTERN_TILES,
  WS_PATTERN_SCATTER,
  WS_PATTERN_MAP,
  WS_PATTERN_PLAIN,
  WS_PATTERN_PYRAMID,
  WS_N_PATTERNS
} WsPattern;

const char *ws_pattern_get_name (WsPattern pattern);
gboolean ws_pattern_parse (const char *name, WsPattern *pattern);
WsPattern ws_pattern_find (const WsRun *run, guint launch, const WsDataflow *flow);
guint ws_pattern_get_score (const WsRun *run, guint launch, const WsDataflow *flow,
                            WsPattern pattern);

G_END_DECLS
