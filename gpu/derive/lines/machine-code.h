/* machine-code.h: the machine code (SASS) of a kernel, formatted from a disassembler's output, and
 * the PTX line of each of its lines. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * WsMachineCode:
 * @text: an instruction or a label a line; an instruction stands behind its address in the kernel
 * and, where it has one, its guard
 * @ptx_lines: (element-type guint): the line of the PTX that each line comes from, 1-based, the
 * first line at index 1; 0 if unknown
 *
 * Reference counted, and never changed.
 */
typedef struct {
  char *text;
  GArray *ptx_lines;
} WsMachineCode;

#define WS_TYPE_MACHINE_CODE (ws_machine_code_get_type ())
GType ws_machine_code_get_type (void);

WsMachineCode *ws_machine_code_parse (const char *listing);
WsMachineCode *ws_machine_code_ref (WsMachineCode *self);
void ws_machine_code_unref (WsMachineCode *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsMachineCode, ws_machine_code_unref)
guint ws_machine_code_get_ptx_line (const WsMachineCode *self, guint line);
GArray *ws_machine_code_use_new (const WsMachineCode *self, const GArray *ptx_uses);

G_END_DECLS
