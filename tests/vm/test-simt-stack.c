/* The paths of a warp: lanes of different arms that wait for each other, barriers that some lanes
 * come to while others end, locks and flags between lanes of one warp. */
#include "specs.h"
#include "virtual/virtual.h"

#include <string.h>

#define HEADER    ".version 8.0\n.target sm_90\n.address_size 64\n"
#define N_THREADS 64

/* %rd1: out; %r1: thread; %r2: lane; %rd3: &out[thread]; %r7: &buf[thread]; %r8: &buf[63 - thread]
 */
#define PROLOGUE                                                                           \
  ".reg .pred %p<8>; .reg .b32 %r<24>; .reg .b64 %rd<8>; .shared .align 4 .b8 buf[256];\n" \
  "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mov.u32 %r2, %laneid;\n"                 \
  "mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n"                                 \
  "mov.u32 %r5, buf; shl.b32 %r6, %r1, 2; add.s32 %r7, %r5, %r6;\n"                        \
  "xor.b32 %r6, %r6, 252; add.s32 %r8, %r5, %r6; setp.lt.u32 %p1, %r2, 16;\n"

#define STORE "st.global.u32 [%rd3], %r3; ret;"

typedef guint32 (*Expected) (guint thread);

typedef struct {
  const char *name;
  const char *spec; /* nullable: h200 */
  const char *body;
  guint n_threads;
  Expected expected; /* nullable: it goes wrong, */
  WsFindingKind kind;
  const char *says; /* and so */
} Case;

static guint32
mirrored (guint thread)
{
  return 63 - thread;
}

static guint32
crossed (guint thread)
{
  /* the value of the lane 16 further, which it has in another register */
  guint from = (thread & ~31u) | ((thread + 16) & 31);

  return from % 32 < 16 ? 100 + from : 200 + from;
}

static guint32
paired (guint thread)
{
  return 1000 + (thread ^ 31);
}

/* Each arm has the lanes of its own and of the next. */
static guint32
with_the_next (guint thread)
{
  return thread % 32 < 8 ? 8 + 8 : thread % 32 < 16 ? 8 + 16 : 16 + 8;
}

static guint32
odd_lanes (guint thread)
{
  return 0xaaaaaaaa;
}

static guint32
all_lanes (guint thread)
{
  return 32;
}

static guint32
lowest (guint thread)
{
  return thread % 32 == 0 ? 1 : 0;
}

static guint32
once (guint thread)
{
  return thread == 0 ? N_THREADS : 0;
}

static guint32
seven (guint thread)
{
  return 7;
}

static guint32
early (guint thread)
{
  return thread < 48 ? 47 - thread : 0;
}

static guint32
same_lanes (guint thread)
{
  return thread % 4 == 0 ? 0x11111111 : thread % 4 == 1 ? 0x22222222 : 0xcccccccc;
}

static const Case cases[] = {
  /* what the other arm stored is there behind bar.warp.sync */
  { "bar-warp", NULL,
    "@%p1 bra A; add.u32 %r3, %r1, 0; st.shared.u32 [%r7], %r3; bar.warp.sync -1;\n"
    "xor.b32 %r9, %r1, 31; shl.b32 %r9, %r9, 2; add.s32 %r9, %r5, %r9; ld.shared.u32 %r3, [%r9];\n"
    "bra B;\n"
    "A: add.u32 %r10, %r1, 0; st.shared.u32 [%r7], %r10; bar.warp.sync -1;\n"
    "xor.b32 %r9, %r1, 31; shl.b32 %r9, %r9, 2; add.s32 %r9, %r5, %r9; ld.shared.u32 %r3, [%r9];\n"
    "B: add.u32 %r3, %r3, 1000; " STORE,
    64, paired, 0, NULL },
  /* each arm has its value, and what comes out, in a register of its own */
  { "shfl", NULL,
    "@%p1 bra A; add.u32 %r9, %r1, 200; add.u32 %r12, %r2, 16;\n"
    "shfl.sync.idx.b32 %r3, %r9, %r12, 31, -1; bra B;\n"
    "A: add.u32 %r10, %r1, 100; add.u32 %r13, %r2, 16;\n"
    "shfl.sync.idx.b32 %r11, %r10, %r13, 31, -1; mov.u32 %r3, %r11;\n"
    "B: " STORE,
    64, crossed, 0, NULL },
  { "vote", NULL,
    "and.b32 %r9, %r1, 1; @%p1 bra A; setp.eq.u32 %p2, %r9, 1;\n"
    "vote.sync.ballot.b32 %r3, %p2, -1; bra B;\n"
    "A: setp.eq.u32 %p3, %r9, 0; vote.sync.ballot.b32 %r3, !%p3, -1;\n"
    "B: " STORE,
    64, odd_lanes, 0, NULL },
  { "vote-any", NULL,
    "mov.u32 %r3, 0; @%p1 bra A; setp.eq.u32 %p2, %r2, 17;\n"
    "vote.sync.any.pred %p4, %p2, -1; bra B;\n"
    "A: setp.eq.u32 %p3, %r2, 99; vote.sync.any.pred %p4, %p3, -1;\n"
    "B: @%p4 mov.u32 %r3, 7; " STORE,
    64, seven, 0, NULL },
  { "match", NULL,
    "and.b32 %r9, %r1, 3; @%p1 bra A; min.u32 %r10, %r9, 2; match.any.sync.b32 %r3, %r10, -1;\n"
    "bra B;\n"
    "A: min.u32 %r11, %r9, 2; match.any.sync.b32 %r3, %r11, -1;\n"
    "B: " STORE,
    64, same_lanes, 0, NULL },
  { "redux", NULL,
    "@%p1 bra A; mov.u32 %r9, 1; redux.sync.add.u32 %r3, %r9, -1; bra B;\n"
    "A: mov.u32 %r10, 1; redux.sync.add.u32 %r3, %r10, -1;\n"
    "B: " STORE,
    64, all_lanes, 0, NULL },
  { "elect", NULL,
    "mov.u32 %r3, 0; @%p1 bra A; elect.sync %r9|%p2, -1; bra B;\n"
    "A: elect.sync %r9|%p2, -1;\n"
    "B: @%p2 mov.u32 %r3, 1; " STORE,
    64, lowest, 0, NULL },
  /* those that pass the if by wait for those that are in it at the next one */
  { "next-one", NULL,
    "@!%p1 bra B; st.shared.u32 [%r7], %r1; bar.warp.sync -1;\n"
    "B: bar.warp.sync -1; mov.u32 %r3, 7; " STORE,
    64, seven, 0, NULL },
  /* nested: three paths */
  { "nested", NULL,
    "setp.lt.u32 %p2, %r2, 8; mov.u32 %r9, 1; @!%p1 bra C; @%p2 bra A;\n"
    "redux.sync.add.u32 %r3, %r9, -1; bra D;\n"
    "A: redux.sync.add.u32 %r3, %r9, -1; bra D;\n"
    "C: redux.sync.add.u32 %r3, %r9, -1;\n"
    "D: " STORE,
    64, all_lanes, 0, NULL },
  /* three arms, each of which names the next: none may go on before all are there */
  { "ring", NULL,
    "setp.lt.u32 %p2, %r2, 8; mov.u32 %r9, 1; @!%p1 bra C; @%p2 bra A;\n"
    "mov.u32 %r10, 0xffffff00; redux.sync.add.u32 %r3, %r9, %r10; bra D;\n"
    "A: mov.u32 %r10, 0xffff; redux.sync.add.u32 %r3, %r9, %r10; bra D;\n"
    "C: mov.u32 %r10, 0xffff00ff; redux.sync.add.u32 %r3, %r9, %r10;\n"
    "D: " STORE,
    64, with_the_next, 0, NULL },
  /* in a loop, with members that are not all */
  { "loop", NULL,
    "mov.u32 %r9, 0; mov.u32 %r3, 0; mov.u32 %r10, 65535; @%p1 bra A; mov.u32 %r10, -65536;\n"
    "A: st.shared.u32 [%r7], %r9; bar.warp.sync %r10; add.u32 %r9, %r9, 1; setp.lt.u32 %p2, %r9, "
    "7; @%p2 bra A;\n"
    "mov.u32 %r3, %r9; " STORE,
    64, seven, 0, NULL },
  /* if (thread >= 48) return; where the return is that of all */
  { "early-return", NULL,
    "setp.ge.u32 %p2, %r1, 48; @%p2 bra E; st.shared.u32 [%r7], %r1; bar.sync 0;\n"
    "mov.u32 %r9, 47; sub.u32 %r9, %r9, %r1; shl.b32 %r9, %r9, 2; add.s32 %r9, %r5, %r9;\n"
    "ld.shared.u32 %r3, [%r9]; st.global.u32 [%rd3], %r3; E: ret;",
    64, early, 0, NULL },
  { "no-lane-at-barrier", NULL,
    "setp.gt.u32 %p2, %r1, 99; @%p2 bar.sync 0; st.shared.u32 [%r7], %r1; bar.sync 0;\n"
    "ld.shared.u32 %r3, [%r8]; " STORE,
    64, mirrored, 0, NULL },
  { "barrier-in-both-arms", NULL,
    "st.shared.u32 [%r7], %r1; @%p1 bra A; barrier.sync 0; bra B; A: barrier.sync 0;\n"
    "B: ld.shared.u32 %r3, [%r8]; " STORE,
    64, mirrored, 0, NULL },
  /* a lock: each lane in turn */
  { "lock", NULL,
    "mov.u32 %r3, 0; setp.ne.u32 %p3, %r1, 0; st.shared.u32 [%r7], %r3; bar.sync 0;\n"
    "A: atom.shared.cas.b32 %r9, [buf], 0, 1; setp.ne.u32 %p2, %r9, 0; @%p2 bra A;\n"
    "ld.volatile.shared.u32 %r10, [buf+4]; add.u32 %r10, %r10, 1;\n"
    "st.volatile.shared.u32 [buf+4], %r10; atom.shared.exch.b32 %r11, [buf], 0;\n"
    "bar.sync 0; @!%p3 ld.shared.u32 %r3, [buf+4]; " STORE,
    64, once, 0, NULL },
  /* the same, left forwards */
  { "lock-forwards", NULL,
    "mov.u32 %r3, 0; setp.ne.u32 %p3, %r1, 0; st.shared.u32 [%r7], %r3; bar.sync 0;\n"
    "A: atom.shared.cas.b32 %r9, [buf], 0, 1; setp.eq.u32 %p2, %r9, 0; @%p2 bra B; bra A;\n"
    "B: ld.volatile.shared.u32 %r10, [buf+4]; add.u32 %r10, %r10, 1;\n"
    "st.volatile.shared.u32 [buf+4], %r10; atom.shared.exch.b32 %r11, [buf], 0;\n"
    "bar.sync 0; @!%p3 ld.shared.u32 %r3, [buf+4]; " STORE,
    64, once, 0, NULL },
  { "flag", NULL,
    "mov.u32 %r3, 0; st.shared.u32 [%r7], %r3; bar.sync 0; setp.eq.u32 %p2, %r1, 5;\n"
    "@%p2 bra B; A: ld.volatile.shared.u32 %r3, [buf]; setp.eq.u32 %p3, %r3, 0; @%p3 bra A; bra "
    "C;\n"
    "B: mov.u32 %r3, 7; st.volatile.shared.u32 [buf], %r3;\n"
    "C: " STORE,
    64, seven, 0, NULL },
  { "lock-in-lockstep", "k40c",
    "mov.u32 %r3, 0; st.shared.u32 [%r7], %r3; bar.sync 0;\n"
    "A: atom.shared.cas.b32 %r9, [buf], 0, 1; setp.ne.u32 %p2, %r9, 0; @%p2 bra A;\n"
    "atom.shared.exch.b32 %r11, [buf], 0; " STORE,
    64, NULL, WS_FINDING_ENDLESS, "has not ended" },
  { "different-instructions", NULL,
    "@%p1 bra A; redux.sync.add.u32 %r3, %r1, -1; bra B; A: bar.warp.sync -1;\n"
    "B: " STORE,
    64, NULL, WS_FINDING_DEADLOCK, "lanes of its warp that never reach" },
  { "different-barriers", NULL, "@%p1 bra A; bar.sync 0; bra B; A: bar.sync 0; B: " STORE, 64, NULL,
    WS_FINDING_DIVERGENT_BARRIER, "barrier" },
  { "barrier-passed-by", NULL, "@!%p1 bra B; bar.sync 0; B: mov.u32 %r3, 1; bar.sync 0; " STORE, 64,
    NULL, WS_FINDING_DIVERGENT_BARRIER, "barrier" },
};

static void
test_case (gconstpointer data)
{
  const Case *what = data;
  g_autoptr (WsSpec) spec = specs_load (what->spec != NULL ? what->spec : "h200");
  g_autofree char *ptx = g_strconcat (HEADER ".visible .entry test (.param .u64 out)\n{\n" PROLOGUE,
                                      what->body, "\n}\n", NULL);
  const guint32 zero[N_THREADS] = { 0 };

  /* alone, executed without a clock; and with one, as one of two blocks that count */
  for (guint timed = 0; timed < 2; timed++)
    {
      g_autoptr (WsDevice) device = ws_vm_device_new (spec, 1);
      g_autoptr (GError) error = NULL;
      g_autoptr (WsRunBuilder) builder =
          ws_run_builder_new (spec, "vm:test", "Test", WS_ORIGIN_MODELLED);
      WsRecordRequest record = { .max_instructions = 200000, .counts = TRUE };
      WsLaunch launch = { .grid = { 1, 1, 1 }, .block = { what->n_threads, 1, 1 } };
      guint32 words[N_THREADS];
      guint64 out;
      guint8 params[8];
      WsLaunchRequest request = { .entry = "test",
                                  .grid = { timed ? 1 : 300, 1, 1 },
                                  .block = { what->n_threads, 1, 1 },
                                  .params = params,
                                  .params_size = 8 };
      gboolean ok;

      device->klass->load (device, ptx, -1, "test.ptx", &error);
      g_assert_no_error (error);
      device->klass->alloc (device, sizeof words, "out", &out, &error);
      device->klass->write (device, out, zero, sizeof zero, &error);
      g_assert_no_error (error);
      memcpy (params, &out, 8);
      ws_run_builder_add_kernel (
          builder, device->klass->describe (device, "test", "test", "test.cu", NULL, &error));
      record.builder = builder;
      record.launch = ws_run_builder_add_launch (builder, &launch);
      ok = device->klass->launch (device, &request, timed ? &record : NULL, NULL, NULL, &error);
      if (what->expected == NULL)
        {
          g_autoptr (WsRun) run = NULL;

          g_assert_false (ok);
          g_assert_nonnull (strstr (error->message, what->says));
          if (!timed)
            continue;
          run = ws_run_builder_end (builder);
          g_assert_cmpuint (((WsFinding *)g_ptr_array_index (run->findings, 0))->kind, ==,
                            what->kind);
          continue;
        }
      g_assert_no_error (error);
      device->klass->read (device, out, words, sizeof words, &error);
      for (guint i = 0; i < what->n_threads; i++)
        g_assert_cmpuint (words[i], ==, what->expected (i));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/simt-stack/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
