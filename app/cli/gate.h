/* gate.h: what must hold of a run: its result, how many mistakes of a kind there are, and figures
 * that are counted. What is modelled is no gate: it changes with the model.
 *
 *   result                       the result is right
 *   races == 0                   how many findings of a kind: ws_finding_kind_get_name(), or
 * mistakes shared-bank-conflicts <= 8   a figure of metrics.h
 */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

typedef struct _CliGate CliGate;

/**
 * CliGateResult:
 * @text: what is required, as it was written
 * @holds: whether it does
 * @words: what was found, as in "12", or why it is not known
 */
typedef struct {
  char *text;
  gboolean holds;
  char *words;
} CliGateResult;

CliGate *cli_gate_new (const char *const *requirements, const char *kernels, const char *skipped,
                       GError **error);
void cli_gate_free (CliGate *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliGate, cli_gate_free)
gboolean cli_gate_has_launch (const CliGate *self, const WsRun *run, guint launch);
GPtrArray *cli_gate_list_findings (const CliGate *self, const WsRun *run);
GPtrArray *cli_gate_try (const CliGate *self, const WsRun *run);

G_END_DECLS
