/* stages-private.h: what the files of stages share. */
#pragma once

#include "record/opcode.h"
#include "derive/stages.h"

G_BEGIN_DECLS

#define WS_MAX_WARPS 32

/* What one stage's events and nodes add up to, while the stages are made. */
typedef struct {
  guint32 warps_active;
  guint32 warps_divergent;
  guint32 made[WS_MAX_WARPS]; /* per warp: lanes that made a node */
  guint32 vain[WS_MAX_WARPS]; /* per warp: lanes that made a node that leads nowhere */
} WsStageTally;

void ws_stages_describe (WsStages *self, const WsRun *run, guint launch, const WsDataflow *dataflow,
                         gboolean all_nodes);
/* Whether the stages are about @node: it was made in the block, and leads to a result if anything
 * does. */
gboolean ws_stages_cares (const WsNode *node, gboolean all_nodes);

G_END_DECLS
