/* runtime.h: the CUDA runtime API (libcudart) on the virtual GPU, in the program's own process.
 *
 * A program linked against CUDA's shared runtime runs with this instead: cudaMalloc() allocates
 * memory of the virtual GPU, a launch runs on it, and each call becomes a step of the program's
 * history (history/history.h).
 *
 * Work is done immediately, in the order of the calls: that is one of the orders that streams
 * allow. The times at which it would have begun and ended are computed per stream.
 */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

/**
 * WsRuntimeOptions:
 * @spec: (transfer none): the GPU model that is simulated
 * @history: descriptor that the history is written to; -1: none
 * @capture: index of the launch to capture before it runs; %G_MAXUINT32: none
 * @max_seconds: limit of the processor time of all launches together, after which the program is
 * ended; 0: none
 * @ptx: (nullable): runs instead of the program's own PTX
 * @cubin: (nullable): likewise of the machine code
 */
typedef struct {
  WsSpec *spec;
  int history;
  guint32 capture;
  double max_seconds;
  const char *ptx;
  GBytes *cubin;
} WsRuntimeOptions;

__attribute__ ((visibility ("default"))) void ws_runtime_begin (const WsRuntimeOptions *options);
__attribute__ ((visibility ("default"))) gboolean ws_runtime_reserves (const void *address);

G_END_DECLS
