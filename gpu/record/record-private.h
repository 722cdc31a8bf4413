/* record-private.h: what the files of record/ share among themselves. */
#pragma once

#include "record/finding-private.h"
#include "record/format.h"
#include "record/run.h"

G_BEGIN_DECLS

/* Children of a run. */
enum {
  WS_RUN_SPEC,
  WS_RUN_HEADER,
  WS_RUN_KERNELS,
  WS_RUN_REGIONS,
  WS_RUN_COUNTERS,
  WS_RUN_FINDINGS,
  WS_RUN_LAUNCHES,
  WS_RUN_BLOCKS,
  WS_RUN_EVENTS,
  WS_RUN_LANES,
  WS_RUN_RESIDENCIES,
  WS_RUN_WARP_SPANS,
  WS_RUN_COUNTS,
  WS_RUN_SAMPLES,
  WS_RUN_JOB,
  WS_RUN_N_CHILDREN
};

const char *ws_run_get_format (guint32 version);

GVariant *ws_run_variant_replace (GVariant *run, gsize child, GVariant *value);
void ws_run_words_clear (WsRunWords *self);
void ws_run_words_drop_empty (WsRunWords *self);
WsRun *ws_run_alloc (void);
gboolean ws_run_adopt (WsRun *self, GVariant *variant, GError **error);
gboolean ws_run_check (const WsRun *self, GError **error);
gboolean ws_kernel_check (const WsKernel *self, guint index, GError **error);

WsKernel *ws_kernel_new_from_variant (GVariant *variant);
WsRegion *ws_region_copy (const WsRegion *self);
void ws_region_free (WsRegion *self);
WsRegion *ws_region_new_from_variant (GVariant *variant);
WsRegion *ws_buffer_new_from_variant (GVariant *variant);
GVariant *ws_buffer_to_variant (const WsRegion *self);
GVariant *ws_counters_to_variant (GPtrArray *counters);

GVariant *ws_array_to_variant (GArray *array, const char *element_format);

G_END_DECLS
