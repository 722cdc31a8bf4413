/* gate.h: requirements on a run: its result, its number of findings of a kind, its number of
 * launches, and counted figures. Modelled figures are not allowed: they change with the model.
 *
 * - result: the result is right
 * - races == 0: how many findings of a kind: ws_finding_kind_get_name(), or mistakes
 * - launches <= 2: how many launches there are
 * - shared-bank-conflicts <= 8: a figure of metrics.h
 */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

typedef struct _WsGate WsGate;

/**
 * WsGateResult:
 * @text: what is required, as it was written
 * @holds: whether it does
 * @words: what was found, as in "12", or why it is not known
 * @kernels: (element-type utf8): names of the kernels that it is required of, or of those alone
 * that do wrong; empty where it is required of a whole program
 * @findings: (element-type utf8): sentences: the findings that were counted
 */
typedef struct {
  char *text;
  gboolean holds;
  char *words;
  GPtrArray *kernels;
  GPtrArray *findings;
} WsGateResult;

/**
 * WsGateProgram:
 * @n_launches: of the whole program
 * @is_right: whether its outcome is right
 * @words: the same in words
 *
 * Facts about the whole program, of which the run has one launch.
 */
typedef struct {
  guint n_launches;
  gboolean is_right;
  const char *words;
} WsGateProgram;

WsGate *ws_gate_new (const char *const *requirements, const char *kernels, const char *skipped,
                     GError **error);
void ws_gate_free (WsGate *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsGate, ws_gate_free)
gboolean ws_gate_has_launch (const WsGate *self, const WsRun *run, guint launch);
guint ws_gate_count_launches (const WsGate *self, const WsRun *run);
GPtrArray *ws_gate_list_findings (const WsGate *self, const WsRun *run);
gboolean ws_gate_counts_launches (const WsGate *self);
char *ws_gate_result_dup_sentence (const WsGateResult *self);
GPtrArray *ws_gate_try (const WsGate *self, const WsRun *run, const WsGateProgram *program);

G_END_DECLS
