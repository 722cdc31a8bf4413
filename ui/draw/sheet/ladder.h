/* ladder.h: the figures of a ladder, for its bars, table and words. Private to sheet-ladder*.c. */
#pragma once

#include "sheet/words.h"

G_BEGIN_DECLS

/**
 * WsLadder:
 * @sweeps: borrowed
 * @kernels: (element-type WsSweepPoint): the points of the first sweep, one a kernel
 * @base: (nullable): baseline of speed-ups: the first valid kernel
 */
typedef struct {
  WsSweep *const *sweeps;
  guint n_sweeps;
  GPtrArray *kernels;
  const WsSweepPoint *base;
} WsLadder;

const WsSweepPoint *ws_ladder_get_kernel (const WsLadder *self, guint i);
const WsSweepPoint *ws_ladder_find (const WsLadder *self, guint s, guint i);
double ws_ladder_get_speedup (const WsLadder *self, guint s, guint i);
double ws_ladder_get_step (const WsLadder *self, guint s, guint i);

void ws_ladder_make_table (const WsLadder *self, WsSheet *sheet);
char *ws_ladder_make_caption (const WsLadder *self);

G_END_DECLS
