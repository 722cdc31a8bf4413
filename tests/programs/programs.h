/* programs.h: kernels of many kinds, and what each gives: kernels/ has them, ptx.sh makes their
 * PTX.
 *
 * Each takes words of input and words of output, which are 0 before: kernel (in, out). Of some the
 * input is a texture, too, or the output a surface: kernel (in, out, object).
 */
#pragma once

#include "device/device.h"

G_BEGIN_DECLS

/**
 * Program:
 * @file: of ptx/ and kernels/, without its ending
 * @entry: the kernel
 * @grid: blocks
 * @block: threads of one
 * @n_out: words of output, of which
 * @n_checked: are held against what @compute says; 0 for all
 * @is_cooperative: whether its blocks meet at a barrier of the grid
 * @compute: the same in C; @n: threads
 * @texture: that the input is, or the output, of a surface; of a width of 0: neither is
 */
typedef struct {
  const char *file;
  const char *entry;
  guint32 grid;
  guint32 block;
  guint32 n_out;
  guint32 n_checked;
  gboolean is_cooperative;
  void (*compute) (const guint32 *in, guint32 *out, guint32 n);
  WsTexture texture;
} Program;

extern const Program programs[];
extern const guint n_programs;

/* Runs it on inputs of its own: what it gives must be what @compute says. @wanted: (nullable): how
 * it is recorded, into what builder. @error: what @device says */
gboolean program_run (const Program *self, WsDevice *device, const WsRecordRequest *wanted,
                      GError **error);

G_END_DECLS
