/* probe.h: records a launch by running the kernel's PTX with probes, on anything that runs PTX.
 *
 * ws_probe_new() rewrites the kernel; the caller loads the text on its device and passes a
 * #WsProbeTarget, the few functions that are needed of it. ws_probe_read_spans() reads where and
 * when all blocks and their warps ran, ws_probe_record() the events of chosen blocks: each needs
 * its own launch, of its own text.
 */
#pragma once

#include "device/device.h"
#include "ptx/rewrite.h"

G_BEGIN_DECLS

/**
 * WsProbeTarget:
 * @alloc: memory of the device
 * @release: gives it back
 * @clear: sets bytes to 0
 * @launch: runs the probed kernel to its end
 * @data: argument of these functions
 *
 * The functions of a device that a recording needs.
 */
typedef struct {
  gboolean (*alloc) (gpointer data, guint64 size, guint64 *address, GError **error);
  void (*release) (gpointer data, guint64 address);
  gboolean (*clear) (gpointer data, guint64 address, guint64 size, GError **error);
  gboolean (*write) (gpointer data, guint64 address, const void *from, gsize size, GError **error);
  gboolean (*read) (gpointer data, guint64 address, void *to, gsize size, GError **error);
  gboolean (*launch) (gpointer data, const WsLaunchRequest *request, GError **error);
  gpointer data;
} WsProbeTarget;

/**
 * WsProbeResult:
 * @n_events: recorded, of the probed sites
 * @n_split: events of fewer lanes than were converged just before in the same basic block
 * @slots_wanted: of the thread that wrote the most
 * @cut: whether the slots overflowed
 */
typedef struct {
  guint64 n_events;
  guint64 n_split;
  guint64 slots_wanted;
  gboolean cut;
} WsProbeResult;

typedef struct _WsProbe WsProbe;

WsProbe *ws_probe_new (WsPtxModule *module, const char *entry, GError **error);
void ws_probe_free (WsProbe *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsProbe, ws_probe_free)
const char *ws_probe_get_text (WsProbe *self);
void ws_probe_set_slots (WsProbe *self, guint64 slots);
gboolean ws_probe_record (WsProbe *self, const WsProbeTarget *target,
                          const WsLaunchRequest *request, const WsRecordRequest *record,
                          WsProbeResult *result, GError **error);
char *ws_probe_make_spans_text (WsProbe *self, gboolean flat, GError **error);
gboolean ws_probe_is_flat (const WsLaunchRequest *request);

typedef struct _WsSpanReading WsSpanReading;

guint32 ws_probe_choose_mask (const WsLaunchRequest *request);
WsSpanReading *ws_probe_read_spans (WsProbe *self, const WsProbeTarget *target,
                                    const WsLaunchRequest *request, guint32 mask, GError **error);
double ws_span_reading_get_life (const WsSpanReading *self);
guint64 ws_span_reading_deliver (const WsSpanReading *self, const WsSpanReading *sample,
                                 const WsSpec *spec, guint64 before, const WsRecordRequest *record);
void ws_span_reading_free (WsSpanReading *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsSpanReading, ws_span_reading_free)

G_END_DECLS
