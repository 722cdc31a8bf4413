/* attempt.h: what came of a source that somebody has written for an exercise. */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

/**
 * WsAttemptState:
 * @WS_ATTEMPT_PASSED: all that is required holds
 * @WS_ATTEMPT_FAILED: it ran, and something does not; or it cannot be launched
 * @WS_ATTEMPT_NOT_COMPILED: it does not compile, or has not the kernels of the exercise
 * @WS_ATTEMPT_STOPPED: it took too long or too much, and was stopped
 */
typedef enum {
  WS_ATTEMPT_PASSED,
  WS_ATTEMPT_FAILED,
  WS_ATTEMPT_NOT_COMPILED,
  WS_ATTEMPT_STOPPED,
  WS_ATTEMPT_N_STATES
} WsAttemptState;

/**
 * WsAttempt:
 * @state: in a word
 * @message: (nullable): the first thing that is wrong; %NULL where nothing is
 * @run: (nullable): what was recorded, up to a fault; of a program, its longest launch
 * @results: (element-type WsGateResult): of each requirement whether it holds; empty without a run
 * @diagnostics: (nullable) (element-type WsDiagnostic): of the compiler
 * @output: (nullable): what a program printed
 */
typedef struct {
  WsAttemptState state;
  char *message;
  WsRun *run;
  GPtrArray *results;
  GPtrArray *diagnostics;
  char *output;
} WsAttempt;

WsAttempt *ws_attempt_new (void);
void ws_attempt_free (WsAttempt *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsAttempt, ws_attempt_free)
const char *ws_attempt_state_get_name (WsAttemptState self);
const char *ws_attempt_state_get_title (WsAttemptState self);

G_END_DECLS
