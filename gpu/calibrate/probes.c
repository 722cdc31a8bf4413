#include "calibrate/probes.h"

#include <glib/gi18n.h>
#include <string.h>

#define LINE_BYTES   128
#define WORD_BYTES   4
#define PAGE_BYTES   8192
#define WAIT_CYCLES  200000
#define BLOCK_CYCLES 4000

#define SINK_FLOAT   "mov.b32 %r20, %f1;"
#define SINK_INTEGER "mov.u32 %r20, %r10;"
#define SINK_ADDRESS "cvt.u32.u64 %r20, %rd8;"

/* One place of the buffer per block, advancing each round. */
#define BEFORE_ROTATED "mov.u32 %r15, %r3;"
#define TURN_ROTATED                  \
  "mul.wide.u32 %rd8, %r15, %r6;\n"   \
  "  mul.wide.u32 %rd9, %r2, %r7;\n"  \
  "  add.u64 %rd8, %rd8, %rd9;\n"     \
  "  add.u64 %rd8, %rd8, %rd2;\n"     \
  "  mul.wide.u32 %rd10, %r4, %r7;\n" \
  "  add.u32 %r15, %r15, 1;\n"        \
  "  setp.eq.u32 %p3, %r15, %r5;\n"   \
  "  selp.u32 %r15, 0, %r15, %p3;"

/* Contiguous by block, then by round. */
#define TURN_STREAM                   \
  "mad.lo.u32 %r10, %r9, %r5, %r3;\n" \
  "  mul.wide.u32 %rd8, %r10, %r6;\n" \
  "  mul.wide.u32 %rd9, %r2, %r7;\n"  \
  "  add.u64 %rd8, %rd8, %rd9;\n"     \
  "  add.u64 %rd8, %rd8, %rd2;\n"     \
  "  mul.wide.u32 %rd10, %r4, %r7;"

#define LOAD_VECTOR                                      \
  "ld.global.v4.u32 {%r11, %r12, %r13, %r14}, [%rd8];\n" \
  "  xor.b32 %r11, %r11, %r12;\n"                        \
  "  xor.b32 %r13, %r13, %r14;\n"                        \
  "  add.u32 %r20, %r20, %r11;\n"                        \
  "  add.u32 %r20, %r20, %r13;\n"                        \
  "  add.u64 %rd8, %rd8, %rd10;"

#define LOAD_WORD                 \
  "ld.global.u32 %r11, [%rd8];\n" \
  "  add.u32 %r20, %r20, %r11;\n" \
  "  add.u64 %rd8, %rd8, %rd10;"

#define STORE_WORD               \
  "st.global.u32 [%rd8], %r9;\n" \
  "  add.u64 %rd8, %rd8, %rd10;"

#define CHASE "ld.global.u64 %rd8, [%rd8];"

#define WAIT                          \
  "mov.u64 %rd8, %clock64;\n"         \
  "  cvt.u64.u32 %rd10, %r6;\n"       \
  "WAIT:\n"                           \
  "  mov.u64 %rd9, %clock64;\n"       \
  "  sub.u64 %rd9, %rd9, %rd8;\n"     \
  "  setp.lt.u64 %p3, %rd9, %rd10;\n" \
  "  @%p3 bra WAIT;"

#define ATOMIC                                \
  "atom.global.add.u32 %r11, [%rd8], %r10;\n" \
  "  add.u32 %r20, %r20, %r11;"

/* In order of measurement: some need the results of others. */
static const WsProbe probes[] = {
  {
      .key = "clock_khz",
      .words = N_ ("the clock under load: cycles that pass while one block waits, %s kHz"),
      .measure = ws_method_clock,
      .parts = { .body = WAIT },
      .warps = 1,
      .copies = 1,
      .rounds = 1,
      .n = 1,
      .a = WAIT_CYCLES,
  },
  {
      .key = "arithmetic",
      .words = N_ ("a chain of dependent fused multiplications and additions: %s cycles each"),
      .measure = ws_method_cycles,
      .parts = { .before = "cvt.rn.f32.u32 %f1, %r1;\n  cvt.rn.f32.u32 %f2, %r21;",
                 .body = "fma.rn.f32 %f1, %f1, %f2, %f2;",
                 .after = SINK_FLOAT },
      .warps = 1,
      .copies = 128,
      .rounds = 16,
      .n = 1,
  },
  {
      .key = "shared",
      .words = N_ ("a chain of dependent loads from shared memory: %s cycles each"),
      .measure = ws_method_cycles,
      .parts = { .before = "mov.u32 %r10, tile;\n  st.volatile.shared.u32 [%r10], %r10;",
                 .body = "ld.volatile.shared.u32 %r10, [%r10];",
                 .after = SINK_INTEGER },
      .warps = 1,
      .copies = 64,
      .rounds = 16,
      .n = 1,
  },
  {
      .key = "near",
      .words = N_ ("a chain of dependent loads of one line of the L1 cache: %s cycles each"),
      .measure = ws_method_cycles,
      .parts = { .before = "mov.u64 %rd8, %rd2;\n  st.global.u64 [%rd8], %rd8;",
                 .body = CHASE,
                 .after = SINK_ADDRESS },
      .warps = 1,
      .copies = 64,
      .rounds = 16,
      .n = 1,
      .is_warm = TRUE,
  },
  {
      .key = "l2",
      .words = N_ ("a chain of dependent loads of lines that the L2 cache holds: %s cycles each"),
      .measure = ws_method_chase,
      .parts = { .before = "mov.u64 %rd8, %rd2;", .body = CHASE, .after = SINK_ADDRESS },
      .warps = 1,
      .copies = 64,
      .rounds = 32,
      .n = 1,
      .a = LINE_BYTES,
      .is_warm = TRUE,
  },
  {
      .key = "memory",
      .words = N_ ("a chain of dependent loads of lines that no cache holds: %s cycles each"),
      .measure = ws_method_chase,
      .parts = { .before = "mov.u64 %rd8, %rd2;", .body = CHASE, .after = SINK_ADDRESS },
      .warps = 1,
      .copies = 64,
      .rounds = 32,
      .n = 1,
      .a = PAGE_BYTES,
  },
  {
      .key = "barrier",
      .words = N_ ("a barrier of one warp: %s cycles"),
      .measure = ws_method_cycles,
      .parts = { .body = "bar.sync 0;" },
      .warps = 1,
      .copies = 64,
      .rounds = 16,
      .n = 1,
  },
  {
      .key = "barrier_warp",
      .words = N_ ("barriers of 4 and of 16 warps: %s cycles more for each further warp"),
      .measure = ws_method_warps,
      .parts = { .body = "bar.sync 0;" },
      .copies = 64,
      .rounds = 16,
      .n = 1,
  },
  {
      .key = "branch",
      .words = N_ (
          "a round of a loop that does next to nothing, less two chained instructions: %s cycles"),
      .measure = ws_method_branch,
      .parts = { .before = "cvt.rn.f32.u32 %f1, %r1;\n  cvt.rn.f32.u32 %f2, %r21;",
                 .body = "fma.rn.f32 %f1, %f1, %f2, %f2;",
                 .after = SINK_FLOAT },
      .warps = 1,
      .copies = 1,
      .rounds = 256,
      .n = 1,
  },
  {
      .key = "fp64_lanes",
      .words = N_ ("multiplications and additions of doubles by an SM full of warps: %s lanes "
                   "per cycle"),
      .measure = ws_method_lanes,
      .parts = { .before = "cvt.rn.f64.u32 %fd1, %r1;\n  cvt.rn.f64.u32 %fd2, %r2;\n"
                           "  cvt.rn.f64.u32 %fd3, %r21;",
                 .body = "fma.rn.f64 %fd1, %fd1, %fd3, %fd3;\n  fma.rn.f64 %fd2, %fd2, %fd3, %fd3;",
                 .after = "add.f64 %fd1, %fd1, %fd2;\n  cvt.rn.f32.f64 %f1, %fd1;\n  " SINK_FLOAT },
      .copies = 32,
      .rounds = 4,
      .n = 2,
  },
  {
      .key = "sfu_lanes",
      .words = N_ ("powers of two by an SM full of warps: %s lanes per cycle"),
      .measure = ws_method_lanes,
      .parts = { .before = "cvt.rn.f32.u32 %f1, %r1;\n  cvt.rn.f32.u32 %f2, %r2;",
                 .body = "ex2.approx.ftz.f32 %f1, %f1;\n  ex2.approx.ftz.f32 %f2, %f2;",
                 .after = "add.f32 %f1, %f1, %f2;\n  " SINK_FLOAT },
      .copies = 32,
      .rounds = 4,
      .n = 2,
  },
  {
      .key = "int_lanes",
      .words = N_ ("integer logic and comparisons by an SM full of warps: %s lanes per cycle"),
      .measure = ws_method_lanes,
      .parts = { .before = "mov.u32 %r10, %r1;\n  mov.u32 %r11, %r2;",
                 .body = "xor.b32 %r10, %r10, %r2;\n  xor.b32 %r11, %r11, %r1;\n"
                         "  max.u32 %r10, %r10, %r6;\n  max.u32 %r11, %r11, %r7;",
                 .after = "add.u32 %r10, %r10, %r11;\n  " SINK_INTEGER },
      .copies = 32,
      .rounds = 4,
      .n = 4,
  },
  {
      .key = "mul_lanes",
      .words = N_ ("multiplications of integers by an SM full of warps: %s lanes per cycle"),
      .measure = ws_method_lanes,
      .parts = { .before = "mov.u32 %r10, %r1;\n  mov.u32 %r11, %r2;",
                 .body = "mad.lo.u32 %r10, %r10, %r2, %r1;\n  mad.lo.u32 %r11, %r11, %r2, %r1;",
                 .after = "add.u32 %r10, %r10, %r11;\n  " SINK_INTEGER },
      .copies = 32,
      .rounds = 4,
      .n = 2,
  },
  {
      .key = "slow_division",
      .words = N_ ("a chain of dependent divisions of zero: %s cycles each"),
      .measure = ws_method_cycles,
      .parts = { .before = "cvt.rn.f32.u32 %f1, %r21;\n  cvt.rn.f32.u32 %f2, %r1;",
                 .body = "div.rn.f32 %f1, %f1, %f2;",
                 .after = SINK_FLOAT },
      .warps = 1,
      .copies = 8,
      .rounds = 16,
      .n = 1,
  },
  {
      .key = "l1_bytes",
      .words = N_ ("loads again and again of ever more lines: from %s bytes on L2 answers"),
      .measure = ws_method_near_bytes,
      .parts = { .before = "mov.u64 %rd8, %rd2;", .body = CHASE, .after = SINK_ADDRESS },
      .warps = 1,
      .copies = 64,
      .rounds = 1,
      .n = 1,
      .a = LINE_BYTES,
      .is_warm = TRUE,
  },
  {
      .key = "port_bytes",
      .words = N_ ("one SM reads what L2 holds: %s bytes per cycle"),
      .measure = ws_method_port,
      .parts = { .turn = TURN_STREAM, .body = LOAD_VECTOR },
      .copies = 8,
      .rounds = 4,
      .n = 1,
      .a = 128u << 11,
      .is_warm = TRUE,
  },
  {
      .key = "l2_requests",
      .words = N_ ("all SMs read a word of each line that L2 holds: %s lines per cycle"),
      .measure = ws_method_rate,
      .parts = { .before = BEFORE_ROTATED,
                 .turn = TURN_ROTATED,
                 .body = LOAD_WORD,
                 .is_untimed = TRUE },
      .copies = 1,
      .rounds = 4,
      .n = 1,
      .a = LINE_BYTES,
      .is_warm = TRUE,
  },
  {
      .key = "l2_bytes_per_cycle",
      .words = N_ ("all SMs read what L2 holds: %s bytes per cycle"),
      .measure = ws_method_rate,
      .parts = { .before = BEFORE_ROTATED,
                 .turn = TURN_ROTATED,
                 .body = LOAD_VECTOR,
                 .is_untimed = TRUE },
      .copies = 8,
      .rounds = 4,
      .n = 16,
      .a = 16,
      .is_warm = TRUE,
  },
  {
      .key = "partial_writes",
      .words = N_ ("all SMs write a word of each line that L2 holds: %s lines per cycle"),
      .measure = ws_method_rate,
      .parts = { .before = BEFORE_ROTATED,
                 .turn = TURN_ROTATED,
                 .body = STORE_WORD,
                 .is_untimed = TRUE },
      .copies = 1,
      .rounds = 4,
      .n = 1,
      .a = LINE_BYTES + WORD_BYTES, /* each in another bank */
      .is_warm = TRUE,
  },
  {
      .key = "bandwidth_percent",
      .words = N_ ("all SMs read memory: %s per cent of its peak bandwidth"),
      .measure = ws_method_stream,
      .parts = { .turn = TURN_STREAM, .body = LOAD_VECTOR, .is_untimed = TRUE },
      .copies = 8,
      .rounds = 4,
      .n = 1,
  },
  {
      .key = "granule_bytes",
      .words = N_ ("sectors 32 and 128 bytes apart: as long as if %s bytes were moved at "
                   "once"),
      .measure = ws_method_granule,
      .parts = { .turn = TURN_STREAM, .body = LOAD_WORD, .is_untimed = TRUE },
      .copies = 1,
      .rounds = 2,
      .n = 1,
  },
  {
      .key = "atomic_tenths",
      .words = N_ ("atomics of all lanes at one address: %s tenths of a cycle each"),
      .measure = ws_method_atomic,
      .parts = { .before = "and.b32 %r10, %r2, %r21;\n  mul.wide.u32 %rd8, %r10, 4;\n"
                           "  add.u64 %rd8, %rd8, %rd2;\n  mov.u32 %r10, %r2;",
                 .body = ATOMIC,
                 .is_untimed = TRUE },
      .copies = 1,
      .rounds = 2,
      .n = 1,
      .is_warm = TRUE,
  },
  {
      .key = "atomic_slices",
      .words = N_ ("atomics at addresses 512 bytes apart: %s times as many"),
      .measure = ws_method_atomic,
      .parts = { .before = "mad.lo.u32 %r10, %r3, %r4, %r2;\n  and.b32 %r10, %r10, %r7;\n"
                           "  mul.wide.u32 %rd8, %r10, %r6;\n"
                           "  add.u64 %rd8, %rd8, %rd2;",
                 .body = ATOMIC,
                 .is_untimed = TRUE },
      .copies = 1,
      .rounds = 8,
      .n = 1,
      .a = 512,
      .is_warm = TRUE,
  },
  {
      .key = "block_launch_ps",
      .words = N_ ("empty grids of 16384 and of 65536 blocks: %s ps each block"),
      .measure = ws_method_blocks,
      .warps = 1,
      .n = 1,
  },
  {
      .key = "block_gap",
      .words = N_ ("blocks that wait for 4000 cycles, one after another: %s cycles between two"),
      .measure = ws_method_gap,
      .parts = { .body = WAIT },
      .copies = 1,
      .rounds = 1,
      .n = 1,
      .a = BLOCK_CYCLES,
  },
  {
      .key = "launch_ns",
      .words = N_ ("3 and 11 empty launches one behind the other: %s ns each"),
      .measure = ws_method_launch,
      .warps = 1,
      .n = 1,
  },
  {
      .key = "event_ns",
      .words = N_ ("nothing between two events: %s ns"),
      .measure = ws_method_event,
      .warps = 1,
      .n = 1,
  },
};

/**
 * ws_probes_get:
 * @n: (out): how many
 *
 * Returns: (transfer none) (array length=n): the micro-benchmarks, in order
 */
const WsProbe *
ws_probes_get (guint *n)
{
  *n = G_N_ELEMENTS (probes);
  return probes;
}

/**
 * ws_found_get:
 * @key: of a probe
 *
 * Returns: its result; negative if it has none
 */
double
ws_found_get (const WsFound *self, const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (probes); i++)
    if (strcmp (probes[i].key, key) == 0)
      return self->values[i];
  return -1;
}
