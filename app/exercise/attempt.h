/* attempt.h: the result of an attempt at an exercise. */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

/**
 * WsAttemptState:
 * @WS_ATTEMPT_PASSED: it meets all requirements
 * @WS_ATTEMPT_FAILED: it ran, and fails a requirement; or it cannot be launched
 * @WS_ATTEMPT_NOT_COMPILED: it does not compile, or lacks the kernels of the exercise
 * @WS_ATTEMPT_STOPPED: it exceeded a limit, and was stopped
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
 * @message: (nullable): the first error; %NULL if there is none
 * @run: (nullable): the recording, up to a fault; of a program, its longest launch
 * @results: (element-type WsGateResult): per requirement, whether it is met; empty without a run
 * @diagnostics: (nullable) (element-type WsDiagnostic): of the compiler
 * @output: (nullable): output of a program
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
