/* agreement.h: checks that a real GPU and the virtual one agree: the same job runs on both, by the
 * same queue, at idle times; results and recordings are compared.
 */
#pragma once

#include "session/queue.h"

G_BEGIN_DECLS

/**
 * WsAgreementState:
 * @WS_AGREEMENT_NONE: nothing is compared
 * @WS_AGREEMENT_RUNS: the job runs, or waits for its turn
 * @WS_AGREEMENT_SAME: everything agrees
 * @WS_AGREEMENT_DIFFERS: a result differs, or something recorded
 * @WS_AGREEMENT_FAILED: one of the devices could not run it
 */
typedef enum {
  WS_AGREEMENT_NONE,
  WS_AGREEMENT_RUNS,
  WS_AGREEMENT_SAME,
  WS_AGREEMENT_DIFFERS,
  WS_AGREEMENT_FAILED,
} WsAgreementState;

#define WS_TYPE_AGREEMENT (ws_agreement_get_type ())
G_DECLARE_FINAL_TYPE (WsAgreement, ws_agreement, WS, AGREEMENT, GObject)

/* Signal: changed: its state. */
WsAgreement *ws_agreement_new (WsQueue *queue);
void ws_agreement_check (WsAgreement *self, WsRun *run, WsJobSource *source,
                         const char *virtual_device);
void ws_agreement_cancel (WsAgreement *self);
WsAgreementState ws_agreement_get_state (WsAgreement *self);
const char *ws_agreement_get_sentence (WsAgreement *self);
const char *ws_agreement_get_details (WsAgreement *self);
void ws_agreement_get_counts (WsAgreement *self, guint64 *n_values, guint64 *n_steps);

G_END_DECLS
