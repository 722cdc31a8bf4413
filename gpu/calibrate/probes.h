/* probes.h: the micro-benchmarks: a row for each figure of a spec's [timing]. */
#pragma once

#include "calibrate/bench.h"

G_BEGIN_DECLS

typedef struct _WsProbe WsProbe;
typedef struct _WsFound WsFound;

/**
 * WsMeasure:
 * @probe: the row
 * @found: what the rows before it have found
 * @value: (out): the figure; less than 0 where the device has nothing of that kind
 *
 * Finds a figure.
 *
 * Returns: whether all launches ended well
 */
typedef gboolean (*WsMeasure) (WsBench *bench, const WsProbe *probe, const WsFound *found,
                               double *value, GError **error);

/**
 * WsProbe:
 * @key: of the spec file
 * @words: what was measured, for the comment beside it and for the progress line; with "%s" where
 * the measured figure stands
 * @measure: how the figure follows from times
 * @parts: of the kernel
 * @warps: of the block; 0: as large as can be
 * @copies: of the body in a round
 * @rounds: of the loop; what is timed against them says the method
 * @n: of what is counted that a copy of the body does
 * @a: handed over: bytes between what is accessed
 * @is_warm: whether the L2 cache holds what is accessed
 */
struct _WsProbe {
  const char *key;
  const char *words;
  WsMeasure measure;
  WsKernelParts parts;
  guint warps;
  guint copies;
  guint rounds;
  guint n;
  guint a;
  gboolean is_warm;
};

/**
 * WsFound:
 * @values: per probe: what it found; less than 0: nothing yet
 *
 * What has been found so far.
 */
struct _WsFound {
  double *values;
};

const WsProbe *ws_probes_get (guint *n);
double ws_found_get (const WsFound *self, const char *key);

gboolean ws_method_cycles (WsBench *bench, const WsProbe *probe, const WsFound *found,
                           double *value, GError **error);
gboolean ws_method_lanes (WsBench *bench, const WsProbe *probe, const WsFound *found, double *value,
                          GError **error);
gboolean ws_method_chase (WsBench *bench, const WsProbe *probe, const WsFound *found, double *value,
                          GError **error);
gboolean ws_method_warps (WsBench *bench, const WsProbe *probe, const WsFound *found, double *value,
                          GError **error);
gboolean ws_method_branch (WsBench *bench, const WsProbe *probe, const WsFound *found,
                           double *value, GError **error);
gboolean ws_method_near_bytes (WsBench *bench, const WsProbe *probe, const WsFound *found,
                               double *value, GError **error);
gboolean ws_method_port (WsBench *bench, const WsProbe *probe, const WsFound *found, double *value,
                         GError **error);
gboolean ws_method_clock (WsBench *bench, const WsProbe *probe, const WsFound *found, double *value,
                          GError **error);
gboolean ws_method_rate (WsBench *bench, const WsProbe *probe, const WsFound *found, double *value,
                         GError **error);
gboolean ws_method_stream (WsBench *bench, const WsProbe *probe, const WsFound *found,
                           double *value, GError **error);
gboolean ws_method_granule (WsBench *bench, const WsProbe *probe, const WsFound *found,
                            double *value, GError **error);
gboolean ws_method_atomic (WsBench *bench, const WsProbe *probe, const WsFound *found,
                           double *value, GError **error);
gboolean ws_method_blocks (WsBench *bench, const WsProbe *probe, const WsFound *found,
                           double *value, GError **error);
gboolean ws_method_gap (WsBench *bench, const WsProbe *probe, const WsFound *found, double *value,
                        GError **error);
gboolean ws_method_launch (WsBench *bench, const WsProbe *probe, const WsFound *found,
                           double *value, GError **error);
gboolean ws_method_event (WsBench *bench, const WsProbe *probe, const WsFound *found, double *value,
                          GError **error);

G_END_DECLS
