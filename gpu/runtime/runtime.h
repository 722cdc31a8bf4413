/* runtime.h: the CUDA runtime API (libcudart) on the virtual GPU, in the program's own process.
 *
 * A program that was linked against CUDA's shared runtime runs with this in its place: cudaMalloc()
 * allocates memory of the virtual GPU, a launch is executed by it, and each call becomes a step of
 * the program's history (history/history.h).
 *
 * Work is done when it is asked for, in the order of the calls: that is one of the orders that
 * streams allow. When it would have begun and ended is computed for each stream.
 */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

/**
 * WsRuntimeOptions:
 * @spec: (transfer none): the model that the virtual GPU stands for
 * @history: descriptor that the history is written to; -1: none is
 * @capture: the launch, counted from 0, that is captured before it runs; %G_MAXUINT32: none is
 * @max_seconds: of the computer's time that all launches may take together; then the program is
 * ended. 0: as long as it takes
 * @ptx: (nullable): what runs in place of the PTX that the program brings
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
