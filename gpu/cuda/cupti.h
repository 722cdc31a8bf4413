/* cupti.h: hardware counters, by CUPTI's range profiler. Uses CUPTI and none of our headers, so
 * that NVIDIA's declarations never meet our own of the driver.
 *
 * Built where the CUDA Toolkit's headers are; elsewhere ws_cupti_open() reports that they were
 * missing.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _WsCupti WsCupti;

#define WS_CUPTI_ERROR (ws_cupti_error_quark ())
GQuark ws_cupti_error_quark (void);
typedef enum {
  WS_CUPTI_ERROR_MISSING,    /* no libcupti, or built without it */
  WS_CUPTI_ERROR_PERMISSION, /* ERR_NVGPUCTRPERM */
  WS_CUPTI_ERROR_UNSUPPORTED,
  WS_CUPTI_ERROR_CALL,
} WsCuptiError;

/* Runs the work to be counted once, to its end. */
typedef gboolean (*WsCuptiWork) (gpointer data, GError **error);

WsCupti *ws_cupti_open (void *context, int ordinal, GError **error);
void ws_cupti_close (WsCupti *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsCupti, ws_cupti_close)

gboolean ws_cupti_measure (WsCupti *self, const char *const *names, WsCuptiWork work, gpointer data,
                           double *values, GError **error);

G_END_DECLS
