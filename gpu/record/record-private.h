/* record-private.h: what the files of record/ share among themselves. */
#pragma once

#include "record/run.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Every record as a GVariant, in host byte order. The fixed-width ones have the size and layout of
 * their struct. */
#define WS_SPEC_FORMAT      "(ssat)"
#define WS_SITE_FORMAT      "(uuuuuuuuuyyyyyyyyu)"
#define WS_EVENT_FORMAT     "(tuuuuuqyy)"
#define WS_LANE_FORMAT      "(tt)"
#define WS_RESIDENCY_FORMAT "(uqqtt)"
#define WS_WARP_SPAN_FORMAT "(uu)"
#define WS_COUNT_FORMAT     "(tttttttttt)"
#define WS_BLOCK_FORMAT     "(uuuu)"
#define WS_SAMPLE_FORMAT    "(tuu)"
#define WS_LAUNCH_FORMAT    "(uuuuuuuuuutttttuuuuuuuuuuuyyyy)"
#define WS_ROOT_FORMAT      "(uuuuuuuuuuttttuuuuuyyyy)" /* a launch, before kernels launched any */
#define WS_REGION_FORMAT    "(sytty)"                   /* a variable of a kernel */
#define WS_BUFFER_FORMAT    "(syttyt)"
#define WS_COUNTER_FORMAT   "(ussd)"
#define WS_FAULT_FORMAT     "(uuuuuuts)" /* a finding, before anything was checked */
#define WS_FINDING_FORMAT   "(uuuuuutsutymsm(uuuuy))"
#define WS_KERNEL_FORMAT    "(sssmsmsa" WS_SITE_FORMAT "auauaya" WS_REGION_FORMAT ")"
#define WS_HEADER_FORMAT    "(ssyssa{sv}y(ssss)(bttdbt)asmsx)"
#define WS_RUN_FORMAT_WITH(header, buffer, finding, launch, more)                               \
  "(" WS_SPEC_FORMAT header "a" WS_KERNEL_FORMAT "a" buffer "a" WS_COUNTER_FORMAT "a" finding   \
  "a" launch "a" WS_BLOCK_FORMAT "a" WS_EVENT_FORMAT "a" WS_LANE_FORMAT "a" WS_RESIDENCY_FORMAT \
  "a" WS_WARP_SPAN_FORMAT "a" WS_COUNT_FORMAT "a" WS_SAMPLE_FORMAT more ")"
#define WS_RUN_FORMAT \
  WS_RUN_FORMAT_WITH (WS_HEADER_FORMAT, WS_BUFFER_FORMAT, WS_FINDING_FORMAT, WS_LAUNCH_FORMAT, "mv")

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

/* A launch of more threads than this is no launch of any CUDA device; see "Compute Capabilities" in
 * the CUDA C Programming Guide. */
#define WS_MAX_BLOCK_THREADS 1024
#define WS_MAX_ASKED_THREADS 65536 /* of a block that was refused, as job/ admits it */

#define WS_MAX_DATE G_GINT64_CONSTANT (253402300799) /* the last second of the year 9999 */

gboolean ws_record_damaged (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

const char *ws_run_get_format (guint32 version);

GVariant *ws_run_variant_replace (GVariant *run, gsize child, GVariant *value);
void ws_run_words_clear (WsRunWords *self);
void ws_run_words_drop_empty (WsRunWords *self);
WsRun *ws_run_alloc (void);
gboolean ws_run_adopt (WsRun *self, GVariant *variant, GError **error);
gboolean ws_run_check (const WsRun *self, GError **error);
gboolean ws_kernel_check (const WsKernel *self, guint index, GError **error);

WsKernel *ws_kernel_new_from_variant (GVariant *variant);
WsRegion *ws_region_new (const char *name, WsSpace space, guint64 address, guint64 size_bytes,
                         WsValueType value_type, guint64 columns);
void ws_region_free (WsRegion *self);
WsRegion *ws_region_new_from_variant (GVariant *variant);
WsRegion *ws_buffer_new_from_variant (GVariant *variant);
GVariant *ws_buffer_to_variant (const WsRegion *self);
GVariant *ws_counters_to_variant (GPtrArray *counters);
void ws_finding_free (WsFinding *self);
GVariant *ws_finding_to_variant (const WsFinding *self);
WsFinding *ws_finding_new_from_variant (GVariant *variant);

GVariant *ws_array_to_variant (GArray *array, const char *element_format);

G_END_DECLS
