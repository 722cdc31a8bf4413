/* machine.h: runs NVIDIA's ptxas and nvdisasm with limits of time and memory.
 */
#pragma once

#include "machine/usage.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * WsMachineTools:
 * @ptxas: (nullable): the assembler's file
 * @nvdisasm: (nullable): the disassembler's
 * @seconds: limit of processor time of either
 */
typedef struct {
  char *ptxas;
  char *nvdisasm;
  guint seconds;
} WsMachineTools;

void ws_machine_tools_find (WsMachineTools *self);
void ws_machine_tools_clear (WsMachineTools *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WsMachineTools, ws_machine_tools_clear)
const guint *ws_machine_list_architectures (guint *n);
GPtrArray *ws_machine_get_usage (const WsMachineTools *self, const char *ptx, guint architecture,
                                 GError **error);

/**
 * WsMachineOrigin:
 * @WS_MACHINE_OF_SOURCE: the lines of the source
 * @WS_MACHINE_OF_PTX: the lines of the PTX
 *
 * The line information that a disassembler prints.
 */
typedef enum {
  WS_MACHINE_OF_SOURCE,
  WS_MACHINE_OF_PTX,
} WsMachineOrigin;

/**
 * WsMachineInput:
 * @ptx: text
 * @architecture: compute capability, times ten
 * @origin: what the comments between the instructions refer to
 *
 * The input of the disassembler.
 */
typedef struct {
  const char *ptx;
  guint architecture;
  WsMachineOrigin origin;
} WsMachineInput;

char *ws_machine_disassemble (const WsMachineTools *self, const WsMachineInput *input,
                              GPtrArray **usage, GCancellable *cancellable, GError **error);
char *ws_machine_cut_kernel (const char *text, const char *entry);

G_END_DECLS
