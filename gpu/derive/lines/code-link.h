/* code-link.h: which lines of a kernel's source, PTX and machine code correspond. */
#pragma once

#include "lines/machine-code.h"
#include "record/run.h"

G_BEGIN_DECLS

/**
 * WsCodeText:
 * @WS_CODE_SOURCE: CUDA
 * @WS_CODE_PTX: what the compiler made of it
 * @WS_CODE_MACHINE: SASS, as assembled from it
 *
 * A text of a kernel.
 */
typedef enum {
  WS_CODE_SOURCE,
  WS_CODE_PTX,
  WS_CODE_MACHINE,
  WS_N_CODE_TEXTS,
} WsCodeText;

GArray *ws_code_link_find (const WsKernel *kernel, const WsMachineCode *code, WsCodeText from,
                           guint line, WsCodeText to);

G_END_DECLS
