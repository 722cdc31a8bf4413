/* child-grids.h: a launch of the host, and all the grids that its kernels launch. */
#pragma once

#include "vm/vm.h"

G_BEGIN_DECLS

/**
 * WsGridRequest:
 * @launch: the grid
 * @record: (nullable): what is recorded of it
 * @depth: nesting depth of launches by kernels
 * @n_pending: (inout): grids that were launched and have not begun
 * @children: (element-type WsChild): receives its child grids
 */
typedef struct {
  const WsLaunchRequest *launch;
  const WsRecordRequest *record;
  guint depth;
  guint *n_pending;
  GPtrArray *children;
} WsGridRequest;

/**
 * WsChildGrids:
 * @device: the device
 * @module: whose kernels they are
 * @request: the host's launch
 * @record: (nullable): what to record of it; the same is recorded of its child grids, with their
 * first, middle and last block
 * @n_pending: grids that were launched and have not begun
 * @run: runs one grid
 *
 * Argument of ws_child_grids_run().
 */
typedef struct {
  WsDevice *device;
  const WsPtxModule *module;
  const WsLaunchRequest *request;
  const WsRecordRequest *record;
  guint n_pending;
  gboolean (*run) (WsDevice *device, const WsGridRequest *request, WsLaunchResult *result,
                   GCancellable *cancellable, GError **error);
} WsChildGrids;

gboolean ws_child_grids_run (WsChildGrids *self, WsLaunchResult *result, GCancellable *cancellable,
                             GError **error);

G_END_DECLS
