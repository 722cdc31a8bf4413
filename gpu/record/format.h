/* format.h: a run as a GVariant, and bounds of its values. */
#pragma once

#include <glib.h>

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
#define WS_ROOT_FORMAT      "(uuuuuuuuuuttttuuuuuyyyy)" /* a launch, before those by kernels */
#define WS_REGION_FORMAT    "(sytty)"                   /* a variable of a kernel */
#define WS_BUFFER_FORMAT    "(syttyt)"
#define WS_COUNTER_FORMAT   "(ussd)"
#define WS_FAULT_FORMAT     "(uuuuuuts)" /* a finding, before checks were added */
#define WS_FINDING_FORMAT   "(uuuuuutsutymsm(uuuuy))"
#define WS_KERNEL_FORMAT    "(sssmsmsa" WS_SITE_FORMAT "auauaya" WS_REGION_FORMAT ")"
#define WS_HEADER_FORMAT    "(ssyssa{sv}y(ssss)(bttdbt)asmsx)"
#define WS_RUN_FORMAT_WITH(header, buffer, finding, launch, more)                               \
  "(" WS_SPEC_FORMAT header "a" WS_KERNEL_FORMAT "a" buffer "a" WS_COUNTER_FORMAT "a" finding   \
  "a" launch "a" WS_BLOCK_FORMAT "a" WS_EVENT_FORMAT "a" WS_LANE_FORMAT "a" WS_RESIDENCY_FORMAT \
  "a" WS_WARP_SPAN_FORMAT "a" WS_COUNT_FORMAT "a" WS_SAMPLE_FORMAT more ")"
#define WS_RUN_FORMAT \
  WS_RUN_FORMAT_WITH (WS_HEADER_FORMAT, WS_BUFFER_FORMAT, WS_FINDING_FORMAT, WS_LAUNCH_FORMAT, "mv")

/* No CUDA device can launch more threads than this; see "Compute Capabilities" in the CUDA C
 * Programming Guide. */
#define WS_MAX_BLOCK_THREADS 1024
#define WS_MAX_ASKED_THREADS 65536 /* of a rejected block, as job/ allows it */

#define WS_MAX_DATE G_GINT64_CONSTANT (253402300799) /* the last second of the year 9999 */

G_END_DECLS
