/* driver.h: the CUDA driver, found when the program runs: libcuda.so.1 and its functions.
 *
 * A missing driver is not fatal: ws_cuda_driver_open() says in one sentence what is missing and how
 * to fix it.
 */
#pragma once

#include "cuda/types.h"
#include "record/spec.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct {
  void *library;
  int version; /* of the driver's API, as in 13000 for 13.0 */
#define WS_CUDA(name, symbol, since, required, parameters) CUresult (*name) parameters;
#include "cuda/api.def"
#undef WS_CUDA
} WsCudaDriver;

#define WS_CUDA_ERROR (ws_cuda_error_quark ())
GQuark ws_cuda_error_quark (void);
typedef enum {
  WS_CUDA_ERROR_NO_DRIVER,
  WS_CUDA_ERROR_OLD_DRIVER,
  WS_CUDA_ERROR_NO_DEVICE,
  WS_CUDA_ERROR_NO_PERMISSION,
  WS_CUDA_ERROR_BUSY,
  WS_CUDA_ERROR_LOST,
  WS_CUDA_ERROR_CALL, /* any other error of a call */
} WsCudaError;

WsCudaDriver *ws_cuda_driver_open (const char *library, GError **error);
void ws_cuda_driver_close (WsCudaDriver *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsCudaDriver, ws_cuda_driver_close)
char *ws_cuda_driver_dup_version (const WsCudaDriver *self, const char *file);

gboolean ws_cuda_check (const WsCudaDriver *self, CUresult result, const char *call,
                        const char *place, GError **error);
char *ws_cuda_result_describe (const WsCudaDriver *self, CUresult result);

/* A call of the driver that must succeed: call text, error name and place become a GError. */
#define WS_CUDA_TRY(driver, call, error) \
  ws_cuda_check ((driver), (driver)->call, #call, G_STRLOC, (error))

/**
 * WsCudaInfo:
 * @ordinal: as CUDA counts devices
 * @uuid: as in "GPU-0123..."; empty where the driver does not say
 * @state: one sentence
 * @usable: whether it can run anything
 * @spec: (nullable): its limits and rates, read from the device
 *
 * Properties of a device that are known before it is opened.
 */
typedef struct {
  int ordinal;
  char *uuid;
  char *state;
  gboolean usable;
  WsSpec *spec;
} WsCudaInfo;

GPtrArray *ws_cuda_list (WsCudaDriver *driver, GError **error);

G_END_DECLS
