/* metrics.h: the metrics of a run, each with its numerator and denominator. */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

/* What a figure is about. Those of the caches are modelled, whatever the device, from the accesses
 * of the blocks recorded in full; those of the last group are of the device's clock; all others are
 * counted. */
typedef enum {
  WS_METRIC_WARPS, /* warps, their lanes and branches */
  WS_METRIC_SHARED,
  WS_METRIC_GLOBAL,
  WS_METRIC_CACHES,
  WS_METRIC_CLOCK, /* times, and occupancy over time */
  WS_N_METRIC_GROUPS
} WsMetricGroup;

/**
 * WsMetric:
 * @id: stable name, as in "warp-execution-efficiency"
 * @title: as in "Warp execution efficiency"
 * @nvprof: name in nvprof, %NULL if it has none
 * @ncu: name in Nsight Compute, %NULL if it has none
 * @unit: "%", "" or a unit
 * @formula: in words, as in "active lanes / (warp instructions x 32)"
 * @numerator_name: what @numerator counts
 * @denominator_name: what @denominator counts; of a figure that is a count itself, whose
 *   @denominator is 1, "" or "in the recorded blocks"
 * @of_recorded: whether only the blocks that were recorded in full were counted; @numerator_name
 * says so, too
 * @valid: whether the run holds what it needs and the denominator is not 0
 * @value: numerator / denominator, times 100 if @unit is "%"
 * @origin: always derived from a run; measured or modelled as the run is, but modelled of caches
 * @group: what it is about
 * @trap: common misreadings, in sentences; %NULL if there are none
 */
typedef struct {
  const char *id;
  const char *title;
  const char *nvprof;
  const char *ncu;
  const char *unit;
  const char *formula;
  const char *numerator_name;
  const char *denominator_name;
  gboolean of_recorded;
  gboolean valid;
  double numerator;
  double denominator;
  double value;
  WsOrigin origin;
  WsMetricGroup group;
  const char *trap;
} WsMetric;

GArray *ws_metrics_new (const WsRun *run, guint launch);
const WsMetric *ws_metrics_find (GArray *metrics, const char *id);
const char *ws_metrics_intern_id (const char *id);
gboolean ws_metrics_is_counted (const char *id);

G_END_DECLS
