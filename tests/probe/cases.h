/* cases.h: small kernels (in, out, n) that between them do everything a recording must get right.
 * See cases.ini. */
#pragma once

#include "device/device.h"

/**
 * WsCase:
 * @name: of the kernel, and of its files
 * @covers: (array zero-terminated=1): opcodes that its PTX must hold
 */
typedef struct {
  char *name;
  char *ptx;
  gsize ptx_length;
  guint32 grid[3];
  guint32 block[3];
  guint32 shared_bytes;
  guint32 n;
  guint32 n_out;
  guint32 *blocks;
  guint n_blocks;
  gboolean contended;
  char **covers;
} WsCase;

/* (transfer full) (element-type WsCase) */
GPtrArray *ws_cases_load (const char *folder);
/* Records a case on a device. @probe: (nullable): instead of the device's own way of recording.
 * @out: (nullable): room for what the kernel left there. */
typedef gboolean (*WsCaseRecord) (WsDevice *device, const WsCase *each,
                                  const WsLaunchRequest *request, const WsRecordRequest *record,
                                  gpointer data);
WsRun *ws_case_record (WsDevice *device, const WsCase *each, WsCaseRecord record, gpointer data,
                       gint32 *out);
