/* sweep.h: timings of many launches on one device: kernel after kernel, size after size. The data
 * of charts of time.
 *
 * A sweep that others have published is one, too: it has a source and no driver.
 */
#pragma once

#include "timing/timing.h"

G_BEGIN_DECLS

/**
 * WsSweepKind:
 * @WS_SWEEP_LADDER: kernels, one number of elements
 * @WS_SWEEP_SCALING: kernels, each at several numbers of elements
 * @WS_SWEEP_HEATMAP: one kernel, block sizes by greatest grids
 * @WS_SWEEP_BLOCK_SIZE: one kernel or more, at several block sizes, with their occupancy
 * @WS_SWEEP_ROOFLINE: kernels, with bytes and operations counted
 * @WS_SWEEP_OPTION: one kernel, one of its own options at all its values, with a metric
 * @WS_SWEEP_LATENCY: one kernel, one of its own options by the warps of an SM
 */
typedef enum {
  WS_SWEEP_LADDER,
  WS_SWEEP_SCALING,
  WS_SWEEP_HEATMAP,
  WS_SWEEP_BLOCK_SIZE,
  WS_SWEEP_ROOFLINE,
  WS_SWEEP_OPTION,
  WS_SWEEP_LATENCY,
  WS_N_SWEEPS
} WsSweepKind;

typedef enum {
  WS_SWEEP_WAITING,
  WS_SWEEP_RUNNING,
  WS_SWEEP_DONE,
  WS_SWEEP_FAILED,
} WsSweepState;

/**
 * WsSweepPoint:
 * @kernel: id in the catalogue, as in "reduce1"
 * @title: as in "Kernel 1: interleaved addressing"
 * @n: elements
 * @block: threads of a block
 * @max_grid: greatest grid of a grid-stride kernel; 0 of others
 * @grid: blocks of the first launch, 0 if unknown
 * @state: state; the figures below are valid only with %WS_SWEEP_DONE
 * @sentence: (nullable): why it failed
 * @time: of the whole plan, or of the first launch in some published tables; @n is 1 if only one
 * figure is known
 * @n_bytes: of the input: the minimum that a run reads
 * @rotates: whether inputs were rotated to defeat the L2 cache
 * @correct: whether the result was right; TRUE of published figures
 * @has_occupancy: whether the two that follow are known
 * @theoretical: occupancy of the first launch, 0 to 1
 * @achieved: occupancy of the first launch, 0 to 1
 * @has_work: whether the two that follow are known
 * @moved_bytes: between SMs and global memory, of the whole plan: sectors that its accesses touch
 * @operations: arithmetic operations of all lanes, of the whole plan; a fused multiply-add is two
 * @has_gain: whether the two that follow are known: only if published along with the rounded times
 * @step: how many times as fast as the point before
 * @speedup: how many times as fast as the first point
 * @set: (nullable): options of the kernel, as in "stride=4"
 * @option: (nullable): value of the option that is swept, as it is written: "4", "32x16"
 * @value: of it, as a number; of a choice its position
 * @has_metric: whether the next is known
 * @metric: of the first launch, in its unit
 */
typedef struct {
  char *kernel;
  char *title;
  guint64 n;
  guint32 block;
  guint32 max_grid;
  guint64 grid;
  WsSweepState state;
  char *sentence;
  WsTimingSummary time;
  guint64 n_bytes;
  gboolean rotates;
  gboolean correct;
  gboolean has_occupancy;
  double theoretical;
  double achieved;
  gboolean has_work;
  double moved_bytes;
  double operations;
  gboolean has_gain;
  double step;
  double speedup;
  char *set;
  char *option;
  guint32 value;
  gboolean has_metric;
  double metric;
} WsSweepPoint;

/**
 * WsSweep:
 * @kind: what is swept
 * @id: unique among all stored sweeps
 * @device: as in "vm:h200"; empty of published figures
 * @device_name: as in "Virtual NVIDIA H200"
 * @driver: (nullable): of the GPU, as in "580.159"
 * @spec: (nullable): of the device
 * @origin: measured or modelled; published figures are measured, by others
 * @source: (nullable): its publisher
 * @date: when it was begun, seconds since 1970; 0 if unknown
 * @type: of the elements
 * @op: that combines them, as in "sum"
 * @repeats: samples for each point
 * @peak_bytes_per_s: of the device's memory, 0 if unknown
 * @copy_bytes_per_s: read and written by a large copy, 0 if not measured
 * @first_launch_only: whether times are of the first launch alone
 * @over: (nullable): the option that is swept: its name, as in "stride"
 * @over_label: (nullable): what a field for it is called, as in "Stride"
 * @over_is_choice: whether its values are choices, and not numbers
 * @metric: (nullable): id of the metric of the points, as in "achieved-occupancy"
 * @metric_title: (nullable): as in "Achieved occupancy"
 * @metric_unit: (nullable): as in "%"
 * @rounds: of the kernel's loop, where it has one and they are not its own; else 0
 * @needs: for latency hiding: operations or bytes that an SM must have in flight; 0 if unknown
 * @each: how many of these a thread has in flight at option value 1
 * @points: (element-type WsSweepPoint): in the order in which they run
 *
 * Counted by reference; belongs to the main thread.
 */
typedef struct {
  WsSweepKind kind;
  char *id;
  char *device;
  char *device_name;
  char *driver;
  WsSpec *spec;
  WsOrigin origin;
  char *source;
  gint64 date;
  WsValueType type;
  char *op;
  guint repeats;
  guint64 peak_bytes_per_s;
  guint64 copy_bytes_per_s;
  gboolean first_launch_only;
  char *over;
  char *over_label;
  gboolean over_is_choice;
  char *metric;
  char *metric_title;
  char *metric_unit;
  guint32 rounds;
  double needs;
  double each;
  GPtrArray *points;
  /*< private >*/
  int refs;
} WsSweep;

#define WS_TYPE_SWEEP (ws_sweep_get_type ())
GType ws_sweep_get_type (void);
WsSweep *ws_sweep_new (WsSweepKind kind);
WsSweep *ws_sweep_ref (WsSweep *self);
void ws_sweep_unref (WsSweep *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsSweep, ws_sweep_unref)

WsSweepPoint *ws_sweep_add_point (WsSweep *self, const char *kernel, const char *title, guint64 n,
                                  guint32 block, guint32 max_grid);
WsSweepPoint *ws_sweep_get_point (const WsSweep *self, guint i);
guint ws_sweep_get_n_points (const WsSweep *self);
guint ws_sweep_get_n_done (const WsSweep *self);
gboolean ws_sweep_is_finished (const WsSweep *self);
const char *ws_sweep_kind_get_name (WsSweepKind kind);
gboolean ws_sweep_kind_parse (const char *name, WsSweepKind *kind);
double ws_sweep_point_get_bandwidth (const WsSweepPoint *self);

GVariant *ws_sweep_to_variant (const WsSweep *self);
WsSweep *ws_sweep_new_from_variant (GVariant *variant, GError **error);

G_END_DECLS
