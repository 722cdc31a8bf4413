/* traffic.h: the load that the timed blocks of a launch put on what all SMs share. */
#pragma once

#include "model/ask.h"
#include "vm/vm.h"

G_BEGIN_DECLS

/**
 * WsTraffic:
 * @spec: of the device; borrowed
 * @spans: (element-type WsTrafficSpan): the range accessed in each allocation
 * @atomics: (array length=n_slices): lanes that each part of the L2 cache served
 * @chains: (array length=n_slices): floating-point additions that each slice serialised at one
 * address
 * @n_slices: parts that it has
 *
 * The load of timed blocks on what all SMs share.
 */
typedef struct {
  const WsSpec *spec;
  GArray *spans;
  guint64 *atomics;
  guint64 *chains;
  guint n_slices;
} WsTraffic;

typedef struct {
  WsAllocation *allocation;
  guint64 low;
  guint64 high;
  gboolean is_read;
  gboolean is_written;
} WsTrafficSpan;

WsTraffic *ws_traffic_new (const WsSpec *spec);
void ws_traffic_free (WsTraffic *self);
void ws_traffic_reach (WsTraffic *self, const WsTrafficSpan *reached);
void ws_traffic_add_atomic (WsTraffic *self, guint64 address);
void ws_traffic_add_chains (WsTraffic *self, const guint64 *addresses, guint n);
void ws_traffic_add (WsTraffic *self, const WsTraffic *other);
guint64 ws_traffic_get_new_sectors (const WsTraffic *self);
guint64 ws_traffic_get_written_back (const WsTraffic *self, guint64 missed);
guint64 ws_traffic_get_new_pages (const WsTraffic *self);
guint64 ws_traffic_get_atomic_tenths (const WsTraffic *self);

G_END_DECLS
