/* gpu.h: what the tests on a real GPU share. */
#pragma once

#include "catalog/catalog.h"
#include "cuda/cuda.h"
#include "virtual/virtual.h"
#include "worker/execution.h"

typedef struct {
  WsCatalog *catalog;
  WsCudaDriver *driver;
  GPtrArray *infos;
  WsDevice *gpu;
  WsDevice *vm; /* a virtual GPU with the real one's spec */
} Gpu;

/* FALSE where there is none: the test is marked as skipped. */
gboolean gpu_open (Gpu *self);
void gpu_close (Gpu *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Gpu, gpu_close)

/* (transfer full) (nullable): NULL where a kernel with a shape of its own takes no such number of
 * elements */
WsPlan *gpu_make_plan (Gpu *self, const char *kernel, guint64 n, guint32 block, const char *type,
                       const char *op);
/* Whether the tests are to be quick: under compute-sanitizer, which slows everything down. */
gboolean gpu_is_quick (void);
