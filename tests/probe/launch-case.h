/* launch-case.h: one launch of a kernel, mostly of (in, out, n), recorded on a device: of a kernel
 * of tests/parity, or of the catalogue. */
#pragma once

#include "cases.h"
#include "job/job.h"

/**
 * WsCase:
 * @name: of the PTX entry
 * @input: (array length=n): what is read
 * @n_out: ints that can be written, 0 before the launch
 * @job: (nullable): of a kernel that has other parameters than (in, out, n): where they and the
 * input come from; @input and @n are not used
 * @contended: what its atomics return depends on the order of lanes and blocks
 */
typedef struct {
  char *name;
  char *ptx;
  gsize ptx_length;
  guint32 grid[3];
  guint32 block[3];
  guint32 shared_bytes;
  gint32 *input;
  guint32 n;
  guint32 n_out;
  guint32 *blocks;
  guint n_blocks;
  const WsJob *job;
  gboolean contended;
} WsCase;

/* (transfer full): @parity must outlive it */
WsCase *ws_case_new_from_parity (const WsParityCase *parity);
void ws_case_free (WsCase *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsCase, ws_case_free)

/* Records a case on a device. @probe: (nullable): instead of the device's own way of recording.
 * @out: (nullable): room for what the kernel left there. */
typedef gboolean (*WsCaseRecord) (WsDevice *device, const WsCase *each,
                                  const WsLaunchRequest *request, const WsRecordRequest *record,
                                  gpointer data);
void ws_case_reset (WsDevice *device, const WsCase *each, const WsLaunchRequest *request);
WsRun *ws_case_record (WsDevice *device, const WsCase *each, WsCaseRecord record, gpointer data,
                       gint32 *out);
