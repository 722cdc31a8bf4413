/* bounds.h: upper bounds for the contents of a run.
 *
 * Far above what this program records, and low enough that anything read from a file or a worker
 * can be derived and drawn: each part, and each sum of parts that some code iterates over. A run
 * that exceeds one is rejected with a sentence that names the part, its number and the bound. No
 * other file defines such limits.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* name, maximum, description of what it limits */
#define WS_BOUNDS(BOUND)                                                                     \
  /* bytes of the parts that are traversed string by string */                               \
  BOUND (HEADER_BYTES, 1 << 20, "bytes of general data")                                     \
  BOUND (KERNELS_BYTES, 1 << 25, "bytes of kernels")                                         \
  BOUND (LIST_BYTES, 1 << 24, "bytes of buffers, counters or findings")                      \
  /* lists that are displayed entry by entry */                                              \
  BOUND (NOTES, 256, "notes")                                                                \
  BOUND (PARAMETERS, 256, "parameters")                                                      \
  BOUND (KERNELS, 256, "kernels")                                                            \
  /* a plan of 2^28 elements in halves has 28, and a kernel of these may launch more */      \
  BOUND (LAUNCHES, 512, "launches")                                                          \
  BOUND (BUFFERS, 1024, "buffers")                                                           \
  BOUND (COUNTERS, 8192, "hardware counters")                                                \
  BOUND (LAUNCH_COUNTERS, 64, "hardware counters of one launch") /* counters.def has 24 */   \
  BOUND (FINDINGS, 4096, "findings")                                                         \
  BOUND (SAMPLES, 1 << 20, "timings")                                                        \
  /* texts */                                                                                \
  BOUND (NAME_BYTES, 1024, "bytes of a name")                                                \
  BOUND (SENTENCE_BYTES, 8192, "bytes of a sentence")                                        \
  BOUND (TEXT_BYTES, 1 << 22, "bytes of a text")                                             \
  BOUND (TEXT_LINES, 100000, "lines of a text")                                              \
  BOUND (LINE_BYTES, 4096, "bytes of one line")                                              \
  /* of a kernel */                                                                          \
  BOUND (SITES, 1 << 16, "instructions of a kernel")                                         \
  BOUND (PLAN_SITES, 1 << 18, "instructions of all launches")                                \
  BOUND (REGISTERS, 1 << 14, "registers of a kernel")                                        \
  BOUND (VARIABLES, 1024, "shared variables of a kernel")                                    \
  BOUND (STRINGS_BYTES, 1 << 24, "bytes of instructions")                                    \
  BOUND (INSTRUCTION_BYTES, 4096, "bytes of an instruction")                                 \
  /* of all launches together: 2^28 elements take two million blocks, a tenth of that */     \
  BOUND (BLOCKS, 1 << 20, "blocks recorded in full")                                         \
  BOUND (EVENTS, 1 << 27, "events")                                                          \
  BOUND (BLOCK_EVENTS, 1 << 24, "events of one block")                                       \
  BOUND (RESIDENCIES, 1 << 25, "residencies")                                                \
  BOUND (WARP_SPANS, 1 << 28, "warps")                                                       \
  BOUND (CYCLES, G_GUINT64_CONSTANT (1) << 48, "cycles") /* three days at 1 GHz */           \
  BOUND (STAGES, 1 << 12, "stages of a block") /* everything after it belongs to the last */ \
  BOUND (PATHS_PER_EVENT, 16, "paths of a warp, on average over its events")

typedef enum {
#define WS_BOUND_NAME(name, most, what) WS_BOUND_##name,
  WS_BOUNDS (WS_BOUND_NAME)
#undef WS_BOUND_NAME
      WS_N_BOUNDS
} WsBound;

guint64 ws_bound_get (WsBound bound);
gboolean ws_bound_check (WsBound bound, guint64 n, GError **error);
gboolean ws_bound_check_text (WsBound bound, const char *text, GError **error);
gboolean ws_bound_check_lines (const char *text, GError **error);

G_END_DECLS
