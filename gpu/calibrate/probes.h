/* probes.h: the micro-benchmarks: a row for each figure of a spec's [timing]. */
#pragma once

#include "calibrate/bench.h"

G_BEGIN_DECLS

typedef struct _WsProbe WsProbe;
typedef struct _WsFound WsFound;

/**
 * WsMeasure:
 * @probe: the row
 * @found: the results of the rows before it
 * @value: (out): the figure; negative where the device has no such unit
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
 * @words: what was measured, for the comment in the spec and the progress line; "%s" stands for the
 * figure
 * @measure: computes the figure from times
 * @parts: of the kernel
 * @warps: of the block; 0: the maximum
 * @copies: of the body in a round
 * @rounds: of the loop; what is timed against them says the method
 * @n: counted operations in a copy of the body
 * @a: argument of the kernel: bytes between accesses
 * @is_warm: whether the L2 cache holds the accessed data
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
 * @values: per probe: its result; negative: none yet
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
