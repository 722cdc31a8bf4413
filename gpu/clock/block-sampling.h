/* block-sampling.h: durations of blocks that were executed without a clock. */
#pragma once

#include "clock/block-use.h"
#include "model/trace.h"
#include "vm/vm.h"

G_BEGIN_DECLS

typedef struct _WsBlockSampling WsBlockSampling;

/* What it keeps of a block. */
#define WS_BLOCK_SAMPLING_BYTES (sizeof (WsBlockUse) + sizeof (guint8))

WsBlockSampling *ws_block_sampling_new (guint32 n_blocks);
void ws_block_sampling_free (WsBlockSampling *self);

gboolean ws_block_sampling_is_sample (guint32 block, guint32 n_blocks);
gboolean ws_block_sampling_is_traced (guint32 block, guint32 n_blocks);
void ws_block_sampling_add_timed (WsBlockSampling *self, const WsBlockRun *block,
                                  const WsBlockUse *use);
void ws_block_sampling_add (WsBlockSampling *self, const WsBlockRun *block);
void ws_block_sampling_cut (WsBlockSampling *self, guint32 n_blocks);
void ws_block_sampling_resolve (WsBlockSampling *self, guint32 *models);
GPtrArray *ws_block_sampling_choose (const WsBlockSampling *self, GPtrArray *traces);

const WsBlockUse *ws_block_sampling_get_uses (const WsBlockSampling *self);
guint32 ws_block_sampling_get_n_timed (const WsBlockSampling *self);
double ws_block_sampling_get_doubt (const WsBlockSampling *self, guint64 n_places);
void ws_block_sampling_set_times_all (gboolean all);

G_END_DECLS
