/* cases.h: the kernels of tests/parity, as parity.ini describes them, and what launching and
 * checking one takes. For every test program that runs them, on whatever device. */
#pragma once

#include "device/device.h"

G_BEGIN_DECLS

/**
 * WsParityCase:
 * @id: as in "trips"
 * @entry: name of the PTX entry
 * @ptx: path of the PTX file
 * @source: path of the CUDA source
 * @grid: blocks
 * @block: threads
 * @dynamic_shared_bytes: for the extern array
 * @n: ints of input
 * @n_out: ints of output, 0 before the launch
 * @blocks: (array length=n_blocks): linear indices of the blocks to record, ascending
 * @contended: the values that atomics return, and those computed from them, depend on the order in
 * which lanes come; addresses, masks and output do not
 * @covers: (array zero-terminated=1): what really happens in the recorded blocks; parity.ini says
 * how to read them
 */
typedef struct {
  char *id;
  char *entry;
  char *ptx;
  char *source;
  guint32 grid[3];
  guint32 block[3];
  guint32 dynamic_shared_bytes;
  guint32 n;
  guint32 n_out;
  guint32 *blocks;
  guint n_blocks;
  gboolean contended;
  char **covers;
} WsParityCase;

#define WS_PARITY_PARAM_BYTES 20 /* two addresses and n */

/* (transfer full) (element-type WsParityCase): in the order of parity.ini. */
GPtrArray *ws_parity_load_cases (GError **error);
/* (transfer full): the PTX text, and the source's. */
char *ws_parity_case_load_ptx (const WsParityCase *self, GError **error);
char *ws_parity_case_load_source (const WsParityCase *self, GError **error);
/* (transfer full) (array length=n): the same for every call. */
gint32 *ws_parity_case_make_input (const WsParityCase *self);
/* (transfer full) (array length=n_out): what a plain C program computes of it. */
gint32 *ws_parity_case_expect (const WsParityCase *self, const gint32 *in);
/* @in, @out: device addresses. @request borrows @params and @self. */
void ws_parity_case_fill_request (const WsParityCase *self, guint64 in, guint64 out,
                                  guint8 params[WS_PARITY_PARAM_BYTES], WsLaunchRequest *request);
/* The launch as the run holds it, of kernel 0. */
void ws_parity_case_fill_launch (const WsParityCase *self, guint32 static_shared_bytes,
                                 WsLaunch *launch);
/* (transfer full): a spec of resources/specs. */
WsSpec *ws_parity_load_spec (const char *id, GError **error);

G_END_DECLS
