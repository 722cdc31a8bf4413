/* stages-private.h: what the files of stages share. */
#pragma once

#include "record/opcode.h"
#include "stages/stages.h"

G_BEGIN_DECLS

#define WS_MAX_WARPS 32

/* Totals of one stage's events and nodes while the stages are built. */
typedef struct {
  guint32 warps_active;
  guint32 warps_divergent;
  guint32 made[WS_MAX_WARPS]; /* per warp: lanes that made a node */
  guint32 vain[WS_MAX_WARPS]; /* per warp: lanes that made a node that contributes to no result */
  guint32 last_made[WS_MAX_WARPS]; /* per warp: last event that made a node; WS_NONE for none */
} WsStageTally;

void ws_stages_describe (WsStages *self, const WsRun *run, guint launch, const WsDataflow *dataflow,
                         gboolean all_nodes);
gboolean ws_stages_cares (const WsNode *node, gboolean all_nodes);
gboolean ws_stages_is_shared_access (const WsSite *site, const WsEvent *event);
guint ws_stages_get_ways (const WsRun *run, const WsSite *site, const WsEvent *event);
guint ws_stages_get_pieces (const WsRun *run, const WsSite *site, const WsEvent *event,
                            guint *needed);
void ws_stages_find_telling (WsStages *self, const WsRun *run, guint launch, const WsEvent *events,
                             WsDataflow *dataflow, const WsStageTally *tallies);

G_END_DECLS
