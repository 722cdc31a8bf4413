/* calibrate.h: a twin of a GPU: the spec of a virtual GPU with the same timings.
 *
 * Micro-benchmarks find the figures of [timing] (probes.c has a row for each); limits and rates are
 * those that the device reports. A virtual GPU is a device, too: its calibration recovers the
 * figures of its own spec without reading them.
 */
#pragma once

#include "device/device.h"

G_BEGIN_DECLS

/* @fraction: of the whole, 0 to 1; @sentence: what is being measured */
typedef void (*WsCalibrateProgress) (double fraction, const char *sentence, gpointer user_data);

/**
 * WsCalibrateRequest:
 * @model: the spec of a GPU of the same generation, from a file: supplies what cannot be measured
 * @progress: (nullable): called with the progress
 * @user_data: for @progress
 *
 * What a calibration needs beside the device.
 */
typedef struct {
  const WsSpec *model;
  WsCalibrateProgress progress;
  gpointer user_data;
} WsCalibrateRequest;

char *ws_calibrate (WsDevice *device, const WsCalibrateRequest *request, GCancellable *cancellable,
                    GError **error);
const WsSpec *ws_calibrate_find_model (GPtrArray *specs, const WsSpec *like);

G_END_DECLS
