/* Kernels that reach for the host: past every space, by sums that wrap, and for more memory than
 * there is. Each is refused or stopped, with its sentence. */
#include "virtual/virtual.h"
#include "plans.h"
#include "specs.h"

#include <string.h>

#define HEADER   ".version 8.0\n.target sm_75\n.address_size 64\n"
#define OUT      1020 /* bytes of the one buffer: 8 from the last multiple of 8, 4 are left */
#define GIGABYTE (G_GUINT64_CONSTANT (1) << 30)

/* A virtual H200 with two host threads, on a computer that has so much free. */
static WsDevice *
new_device (guint64 free_bytes)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (WsHostMemory) host = ws_host_memory_new_fixed (free_bytes);

  return ws_vm_device_new_on (spec, 2, host);
}

static gboolean
run (WsDevice *device, const char *ptx, guint32 grid, guint32 block, const WsRecordRequest *record,
     GError **error)
{
  WsLaunchRequest request = { .entry = "test", .grid = { grid, 1, 1 }, .block = { block, 1, 1 } };
  guint8 params[8];
  guint64 out;

  if (!device->klass->load (device, ptx, -1, "test.ptx", error)
      || !device->klass->alloc (device, OUT, "out", &out, error))
    return FALSE;
  memcpy (params, &out, 8);
  request.params = params;
  request.params_size = 8;
  return device->klass->launch (device, &request, record, NULL, NULL, error);
}

/* What is recorded of @ptx, as @request asks; @error: what went wrong. */
static WsRun *
record_run (WsDevice *device, const char *ptx, guint32 grid, guint32 block,
            const WsRecordRequest *request, GError **error)
{
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (device->spec, "vm:test", "Test", WS_ORIGIN_MODELLED);
  const WsLaunch launch = { .grid = { grid, 1, 1 }, .block = { block, 1, 1 } };
  WsRecordRequest with_builder = *request;

  with_builder.builder = builder;
  g_assert_true (device->klass->load (device, ptx, -1, "test.ptx", NULL));
  ws_run_builder_add_kernel (
      builder, device->klass->describe (device, "test", "test", "test.cu", NULL, NULL));
  with_builder.launch = ws_run_builder_add_launch (builder, &launch);
  g_assert_true (run (device, ptx, grid, block, &with_builder, error) == (*error == NULL));
  return ws_run_builder_end (builder);
}

/* ---- addresses ---- */

typedef struct {
  const char *name;
  const char *body;
  const char *says; /* NULL: nothing is wrong with it */
} Reach;

/* %rd1: out; %r1: thread; %r5: buf, 128 bytes of shared memory; l: 16 of local, c: 16 of constant
 */
#define PROLOGUE                                                                                \
  ".reg .pred %p<8>; .reg .b16 %h<4>; .reg .b32 %r<16>; .reg .b64 %rd<16>;\n"                   \
  ".shared .align 16 .b8 buf[128]; .local .align 16 .b8 l[16];\n"                               \
  "ld.param.u64 %rd1, [out]; cvta.to.global.u64 %rd1, %rd1; mov.u32 %r1, %tid.x; mov.u32 %r5, " \
  "buf;\n"

static const Reach reaches[] = {
  { "param", "ld.param.u32 %r2, [out+4];", NULL },
  { "param-negative", "ld.param.u32 %r2, [out-8];",
    "makes an invalid parameter read of 4 bytes at address 0xfffffffffffffff8, beyond the "
    "kernel's 8 bytes of parameters" },
  { "param-just-before", "ld.param.u8 %h1, [out-1];",
    "parameter read of 1 byte at address 0xffffffffffffffff" },
  { "param-straddles-zero", "ld.param.u64 %rd2, [out-4];",
    "parameter read of 8 bytes at address 0xfffffffffffffffc" },
  { "param-vector-round", "ld.param.v4.u32 {%r2,%r3,%r4,%r6}, [out-16];",
    "parameter read of 16 bytes at address 0xfffffffffffffff0" },
  { "param-behind", "ld.param.u32 %r2, [out+8];", "beyond the kernel's 8 bytes" },
  { "param-over-the-end", "ld.param.u64 %rd2, [out+4];", "beyond the kernel's 8 bytes" },
  { "param-far", "ld.param.u32 %r2, [out+4096];", "beyond the kernel's 8 bytes" },
  { "param-register", "mov.u64 %rd2, -64; ld.param.u32 %r2, [%rd2];", "beyond the kernel's 8" },
  { "param-register-32", "mov.u32 %r3, -64; ld.param.u32 %r2, [%r3];", "beyond the kernel's 8" },
  { "param-register-offset", "mov.u64 %rd2, 8; ld.param.u32 %r2, [%rd2-16];", "beyond the kernel" },
  { "param-one-lane",
    "setp.eq.u32 %p1, %r1, 31; selp.b32 %r2, -8, 0, %p1; cvt.s64.s32 %rd2, %r2; "
    "ld.param.u32 %r3, [%rd2];",
    "lane 31" },
  { "param-store", "mov.u64 %rd2, 0; st.param.u32 [%rd2], %r1;",
    "makes an invalid parameter write of 4 bytes at" },
  { "param-store-at-out", "st.param.u32 [%rd1], %r1;",
    "makes an invalid parameter write of 4 bytes at" },

  { "shared", "ld.shared.v4.u32 {%r2,%r3,%r4,%r6}, [%r5+112];", NULL },
  { "shared-behind", "ld.shared.u32 %r2, [%r5+128];", "beyond the block's 128 bytes" },
  { "shared-vector", "ld.shared.v4.u32 {%r2,%r3,%r4,%r6}, [%r5+128];", "beyond the block's 128" },
  { "shared-before", "ld.shared.u32 %r2, [%r5-4];", "beyond the block's 128 bytes" },
  { "shared-before-64", "mov.u64 %rd2, -4; ld.shared.u32 %r2, [%rd2];", "beyond the block's 128" },
  { "shared-before-64-wide", "mov.u64 %rd2, -8; st.shared.u64 [%rd2], %rd1;", "beyond the block" },
  { "shared-before-64-byte", "mov.u64 %rd2, -1; st.shared.u8 [%rd2], %r1;", "beyond the block's" },
  { "shared-round", "mov.u64 %rd2, 0xffffffff00000000; ld.shared.u32 %r2, [%rd2];", "beyond the" },
  { "shared-one-lane",
    "setp.eq.u32 %p1, %r1, 17; selp.b32 %r2, -4, 0, %p1; st.shared.u32 [%r2], %r1;", "lane 17" },
  { "shared-atomic", "atom.shared.add.u32 %r2, [%r5+128], 1;", "beyond the block's 128 bytes" },
  { "shared-atomic-before", "atom.shared.add.u32 %r2, [%r5-4], 1;", "beyond the block's 128" },

  { "local", "st.local.u64 [l+8], %rd1;", NULL },
  { "local-behind", "st.local.u32 [l+16], %r1;", "beyond the thread's 16 bytes" },
  { "local-before", "st.local.u32 [l-4], %r1;", "beyond the thread's 16 bytes" },
  { "local-wide-before", "st.local.u64 [l-8], %rd1;", "beyond the thread's 16 bytes" },
  { "local-register", "mov.u64 %rd2, -16; ld.local.v4.u32 {%r2,%r3,%r4,%r6}, [%rd2];",
    "beyond the thread's 16 bytes" },
  { "local-next-lane", "mov.u32 %r3, 16; ld.local.u32 %r2, [%r3];", "beyond the thread's 16" },

  { "const", "ld.const.u32 %r2, [c+12];", NULL },
  { "const-behind", "ld.const.u32 %r2, [c+16];", "beyond the module's 16 bytes of constants" },
  { "const-before", "ld.const.u32 %r2, [c-4];", "beyond the module's 16 bytes of constants" },
  { "const-wide-before", "ld.const.u64 %rd2, [c-8];", "beyond the module's 16 bytes" },
  { "const-store", "st.const.u32 [c], %r1;",
    "makes an invalid __constant__ write of 4 bytes at address 0x0: constants are read-only" },
  { "const-atomic", "atom.const.add.u32 %r2, [c], 1;", "4 bytes at address 0x0" },

  { "global-last", "ld.global.u32 %r2, [%rd1+1016];", NULL },
  { "global-over-the-end", "ld.global.v2.u32 {%r2,%r3}, [%rd1+1016];",
    "4 bytes past the end of “out”" },
  { "global-behind", "st.global.u32 [%rd1+1020], %r1;", "4 bytes past the end of “out”" },
  { "global-before", "ld.global.u32 %r2, [%rd1-4];", "which is out of bounds" },
  { "global-highest", "mov.u64 %rd2, -4; ld.global.u32 %r2, [%rd2];", "read of 4 bytes" },
  { "global-highest-wide", "mov.u64 %rd2, -16; ld.global.v4.u32 {%r2,%r3,%r4,%r6}, [%rd2];",
    "read of 16 bytes" },
  { "global-row-round",
    "mul.wide.u32 %rd3, %r1, 4; mov.u64 %rd2, -64; add.s64 %rd2, %rd2, %rd3; "
    "st.global.u32 [%rd2], %r1;",
    "write of 4 bytes" },
  { "global-one-lane",
    "mul.wide.u32 %rd3, %r1, 4; setp.eq.u32 %p1, %r1, 9; selp.b64 %rd3, -4, %rd3, %p1; "
    "add.s64 %rd2, %rd1, %rd3; st.global.u32 [%rd2], %r1;",
    "lane 9 " },
  { "global-atomic", "atom.global.add.u32 %r2, [%rd1+1020], 1;", "past the end of “out”" },
  { "global-atomic-wide", "atom.global.add.u64 %rd2, [%rd1+1016], 1;", "past the end of “out”" },
  { "global-odd", "ld.global.u16 %h1, [%rd1+1];", "not a multiple of 2" },

  { "generic-shared", "cvta.shared.u64 %rd2, 0; st.u32 [%rd2+124], %r1;", NULL },
  { "generic-shared-behind", "cvta.shared.u64 %rd2, 0; st.u32 [%rd2+128], %r1;",
    "write of 4 bytes" },
  { "generic-local-behind", "cvta.local.u64 %rd2, 0; st.u32 [%rd2+16], %r1;", "write of 4 bytes" },
  { "generic-null", "mov.u64 %rd2, 8; ld.u32 %r2, [%rd2];", "null pointer" },
  { "generic-atomic", "cvta.shared.u64 %rd2, 0; atom.add.u32 %r2, [%rd2+128], 1;", "4 bytes" },

  { "way", "T: .branchtargets A, A; A: ret;", NULL },
  { "way-behind", "mov.u32 %r2, 2; T: .branchtargets A, A; brx.idx %r2, T; A: ret;",
    "takes target 2 of a branch table with 2 targets, counted from 0" },
  { "way-far", "mov.u32 %r2, -1; T: .branchtargets A, A; brx.idx %r2, T; A: ret;",
    "takes target 4294967295" },
  { "barrier", "mov.u32 %r2, 16; bar.sync %r2;", "does not exist" },
  { "barrier-far", "mov.u32 %r2, -1; bar.sync %r2;", "does not exist" },
  { "shuffle-far", "mov.u32 %r2, -1; shfl.sync.idx.b32 %r3, %r1, %r2, %r2, %r2;", NULL },
  { "nth-set", "mov.u32 %r2, 0x80000000; fns.b32 %r3, %r1, 0, %r2;", NULL },
};

static void
test_reach (gconstpointer data)
{
  const Reach *reach = data;
  g_autofree char *ptx = g_strconcat (HEADER ".const .align 16 .b8 c[16];\n"
                                             ".visible .entry test (.param .u64 out)\n{\n" PROLOGUE,
                                      reach->body, " ret;\n}\n", NULL);

  for (guint block = 5; block <= 64; block += 59)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WsDevice) device = new_device (GIGABYTE);
      gboolean ok = run (device, ptx, 1, block, NULL, &error);

      if (reach->says == NULL || (block == 5 && strstr (reach->says, "lane ") != NULL))
        {
          g_assert_no_error (error);
          g_assert_true (ok);
          continue;
        }
      g_assert_false (ok);
      g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_FAULT);
      if (strstr (error->message, reach->says) == NULL)
        g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, reach->says));
    }
}

/* ---- just within, and just beyond ---- */

/* Everything that stands in memory is chosen: `out` is 1020 bytes, or as many as @out_bytes says;
 * behind it in the parameters stand 11 and 22. %r1: thread, %rd1: out, %rd3: its word of out. */
typedef struct {
  const char *name;
  const char *module; /* declarations */
  const char *body;   /* %r2: the answer */
  guint32 answer;     /* of every lane: this, */
  guint32 by_lane;    /* and this for each lane more */
  guint out_bytes;    /* 0: as in the others, and the answers go there */
  const char *says;   /* NULL: nothing is wrong with it */
} Near;

#define SHARED_128 ".shared .align 16 .b8 buf[128];"
#define FILL_SHARED                                                           \
  "mov.u32 %r5, buf; mad.lo.u32 %r6, %r1, 4, %r5; mul.lo.u32 %r7, %r1, 10;\n" \
  "st.shared.u32 [%r6], %r7;\n"
/* %r8: where @offset of buf is in lane 3, the own word in others */
#define ONE_ASTRAY(offset) \
  "setp.eq.u32 %p1, %r1, 3; add.u32 %r9, %r5, " offset "; selp.b32 %r8, %r9, %r6, %p1;\n"

static const Near nears[] = {
  { "window-shared", "",
    "cvta.shared.u64 %rd2, 0; add.u64 %rd2, %rd2, 0xffffffff;\n"
    "isspacep.shared %p1, %rd2; selp.b32 %r2, 1, 0, %p1;",
    1 },
  { "window-behind-shared", "",
    "cvta.shared.u64 %rd2, 0; add.u64 %rd2, %rd2, 0x100000000;\n"
    "isspacep.shared %p1, %rd2; selp.b32 %r2, 1, 0, %p1;",
    0 },
  { "window-local", "",
    "cvta.local.u64 %rd2, 0; add.u64 %rd2, %rd2, 0xffffffff;\n"
    "isspacep.local %p1, %rd2; selp.b32 %r2, 1, 0, %p1;",
    1 },
  { "window-behind-local", "",
    "cvta.local.u64 %rd2, 0; add.u64 %rd2, %rd2, 0x100000000;\n"
    "isspacep.local %p1, %rd2; selp.b32 %r2, 1, 0, %p1;",
    0 },

  { "local-odd", "", ".local .align 16 .b8 l[16]; ld.local.u32 %r2, [l+2];",
    .says = "multiple of 4" },
  { "vector-odd", SHARED_128, "ld.shared.v2.u32 {%r2,%r3}, [buf+4];", .says = "multiple of 8" },
  { "vector-over-shared", SHARED_128 ".shared .align 16 .b8 more[20];",
    "ld.shared.v4.u32 {%r2,%r3,%r4,%r6}, [more+16];", .says = "beyond the block's 148 bytes" },
  { "vector-over-local", "",
    ".local .align 16 .b8 l[20]; ld.local.v4.u32 {%r2,%r3,%r4,%r6}, [l+32];",
    .says = "beyond the thread's 32 bytes" },
  { "over-const", ".const .align 4 .b8 c[6];", "ld.const.u32 %r2, [c+4];",
    .says = "beyond the module's 6 bytes" },
  { "atomic-const", ".const .align 4 .b8 c[8];",
    "mov.u64 %rd2, c; atom.global.add.u32 %r2, [%rd2], 1;", .says = "null pointer" },
  { "word-over-shared", ".shared .align 4 .b8 few[2];", "ld.shared.u32 %r2, [few];",
    .says = "beyond the block's 2 bytes" },
  { "store-over-shared", ".shared .align 4 .b8 few[6];", "st.shared.u32 [few+4], %r1;",
    .says = "beyond the block's 6 bytes" },
  { "word-over-global", "", "ld.global.u32 %r2, [%rd1];", .out_bytes = 2,
    .says = "makes an invalid __global__ read of 4 bytes at address" },
  { "store-over-global", "", "st.global.u32 [%rd1], %r1;", .out_bytes = 3,
    .says = "makes an invalid __global__ write of 4 bytes at address" },
  { "row-over-global", "",
    "min.u32 %r3, %r1, 4; mul.wide.u32 %rd4, %r3, 4; add.u64 %rd4, %rd1, %rd4;\n"
    "ld.global.u32 %r2, [%rd4+1004];",
    .says = "lane 4 " },
  { "row-to-the-end", "",
    "min.u32 %r3, %r1, 4; mul.wide.u32 %rd4, %r3, 4; add.u64 %rd4, %rd1, %rd4;\n"
    "ld.global.u32 %r2, [%rd4+1000];",
    0 },
  { "param-vector-over", "", "mov.u64 %rd2, 8; ld.param.v4.u32 {%r2,%r3,%r4,%r6}, [%rd2];",
    .says = "beyond the kernel's 16 bytes" },

  { "round-32", SHARED_128, FILL_SHARED "mov.u32 %r3, -4; ld.shared.u32 %r2, [%r3+12];", 20 },
  { "round-32-half", SHARED_128,
    FILL_SHARED "mov.u32 %r3, -4; ld.shared.u16 %h1, [%r3+12]; cvt.u32.u16 %r2, %h1;", 20 },
  { "round-32-atomic", SHARED_128,
    "mov.u32 %r3, -4; @%p1 bra A; atom.shared.max.u32 %r2, [%r3+12], 7; A: ld.shared.u32 %r2, "
    "[buf+8];",
    7 },

  { "part-of-a-row", SHARED_128,
    FILL_SHARED "mov.u32 %r2, 5; setp.lt.u32 %p1, %r1, 3; @%p1 ld.shared.u32 %r2, [%r6+4];\n"
                "setp.lt.u32 %p1, %r1, 3; @!%p1 mul.lo.u32 %r2, %r2, 2; @%p1 mov.u32 %r2, 10;",
    10 },
  { "part-of-a-row-stored", SHARED_128,
    FILL_SHARED
    "setp.lt.u32 %p1, %r1, 3; @%p1 st.shared.u32 [%r6], %r1; ld.shared.u32 %r2, [%r6];\n"
    "@%p1 mul.lo.u32 %r2, %r2, 10;",
    0, 10 },
  { "row-with-one-astray", SHARED_128,
    FILL_SHARED ONE_ASTRAY ("16") "ld.shared.u32 %r2, [%r8]; @%p1 sub.u32 %r2, %r2, 10;", 0, 10 },
  { "row-with-one-astray-stored", SHARED_128,
    FILL_SHARED "bar.warp.sync -1;\n" ONE_ASTRAY ("124") "st.shared.u32 [%r8], %r1;\n"
                                                         "ld.shared.u32 %r2, [buf+12];",
    30 },

  { "param-part", "",
    "mov.u32 %r2, 5; mov.u64 %rd2, 8; setp.eq.u32 %p1, %r1, 0; @%p1 ld.param.u32 %r2, [%rd2];\n"
    "@%p1 sub.u32 %r2, %r2, 6;",
    5 },
  { "param-of-each", "",
    "setp.eq.u32 %p1, %r1, 3; selp.u64 %rd2, 12, 8, %p1; ld.param.u32 %r2, [%rd2];\n"
    "@%p1 sub.u32 %r2, %r2, 11;",
    11 },
  { "param-vector", "", "mov.u64 %rd2, 8; ld.param.v2.u32 {%r3,%r2}, [%rd2];", 22 },
  { "param-vector-part", "", "mov.u64 %rd2, 8; ld.param.v2.u32 {_,%r2}, [%rd2];", 22 },
  { "argument-of-many",
    ".func (.param .u32 z) f (.param .align 8 .b8 q[16], .param .u32 p)\n"
    "{ .reg .b32 %r<2>; ld.param.u32 %r1, [q+8]; st.param.u32 [z], %r1; ret; }",
    "call (%r2), f, (%r1, 77);", 0 },
  { "nowhere", SHARED_128,
    FILL_SHARED "ld.shared.v2.u32 {_,%r2}, [buf+8]; red.shared.add.u32 [buf+12], 0;", 30 },
};

/* A buffer for answers, and one that is only there to be run over. */
static gboolean
run_near (WsDevice *device, const Near *near, guint32 block, guint32 *answers, GError **error)
{
  g_autofree char *ptx = g_strconcat (
      HEADER, near->module,
      "\n.visible .entry test (.param .u64 out, .param .u32 a, .param .u32 b)\n{\n"
      ".reg .pred %p<8>; .reg .b16 %h<4>; .reg .b32 %r<16>; .reg .b64 %rd<16>;\n"
      "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4;\n"
      "add.u64 %rd3, %rd1, %rd3;\n",
      near->body, near->out_bytes == 0 ? "\nst.global.u32 [%rd3], %r2;" : "", " ret;\n}\n", NULL);
  struct {
    guint64 out;
    guint32 a, b;
  } params = { 0, 11, 22 };
  const WsLaunchRequest request = { .entry = "test",
                                    .grid = { 1, 1, 1 },
                                    .block = { block, 1, 1 },
                                    .params = (const guint8 *)&params,
                                    .params_size = sizeof params };

  return device->klass->load (device, ptx, -1, "test.ptx", error)
         && device->klass->alloc (device, near->out_bytes > 0 ? near->out_bytes : OUT, "out",
                                  &params.out, error)
         && device->klass->launch (device, &request, NULL, NULL, NULL, error)
         && (near->out_bytes > 0
             || device->klass->read (device, params.out, answers, block * sizeof *answers, error));
}

static void
test_near (gconstpointer data)
{
  const Near *near = data;

  for (guint block = 5; block <= WS_WARP_SIZE; block += 27)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WsDevice) device = new_device (GIGABYTE);
      guint32 answers[WS_WARP_SIZE];
      gboolean ok = run_near (device, near, block, answers, &error);

      if (near->says == NULL)
        {
          g_assert_no_error (error);
          g_assert_true (ok);
          for (guint i = 0; i < block; i++)
            g_assert_cmpuint (answers[i], ==, near->answer + i * near->by_lane);
          continue;
        }
      g_assert_false (ok);
      g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_FAULT);
      if (strstr (error->message, near->says) == NULL)
        g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, near->says));
    }
}

/* Each lane goes its own way: as many paths wait as there are lanes. */
static void
test_paths (void)
{
  g_autoptr (GString) body = g_string_new (NULL);
  guint32 answers[WS_WARP_SIZE];
  g_autoptr (WsDevice) device = new_device (GIGABYTE);
  g_autoptr (GError) error = NULL;
  Near near = { .module = "" };

  for (guint i = 1; i < WS_WARP_SIZE; i++)
    g_string_append_printf (body, "setp.eq.u32 %%p1, %%r1, %u; @%%p1 bra L%u;\n", i, i);
  g_string_append (body, "mov.u32 %r2, 100; bra E;\n");
  for (guint i = 1; i < WS_WARP_SIZE; i++)
    g_string_append_printf (body, "L%u: mov.u32 %%r2, %u; bra E;\n", i, 100 + 3 * i);
  g_string_append (body, "E:");
  near.body = body->str;
  g_assert_true (run_near (device, &near, WS_WARP_SIZE, answers, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < WS_WARP_SIZE; i++)
    g_assert_cmpuint (answers[i], ==, 100 + 3 * i);
}

/* ---- more than there is ---- */

typedef struct {
  const char *name;
  const char *ptx;
  guint32 grid;
  guint32 block;
  guint64 free_bytes;
  gboolean is_recorded; /* as far as residencies go */
  const char *says;     /* NULL: it runs */
} Greedy;

#define ENTRY(variables) HEADER variables ".visible .entry test (.param .u64 out) { "

static const Greedy greedies[] = {
  { "constants", HEADER ".const .b8 c[68719476736];\n.visible .entry test () { ret; }", 1, 32,
    GIGABYTE, FALSE,
    "The PTX declares 68719476736 bytes of constants; a GPU has 65536 bytes of constant memory." },
  { "constants-over", HEADER ".const .b8 c[65537];\n.visible .entry test () { ret; }", 1, 32,
    GIGABYTE, FALSE, "The PTX declares 65537 bytes of constants; a GPU has 65536" },
  { "constants-all", HEADER ".const .b8 c[65536];\n.visible .entry test () { ret; }", 1, 32,
    GIGABYTE, FALSE, NULL },
  { "parameters", HEADER ".visible .entry test (.param .u64 out, .param .u8 more) { ret; }", 1, 32,
    GIGABYTE, FALSE, "Kernel test takes 9 bytes of parameters, not 8." },
  { "globals", HEADER ".global .b8 g[68719476736];\n.visible .entry test () { ret; }", 1, 32,
    GIGABYTE, FALSE,
    "The buffer “global variables” needs 68.7\302\240GB of this computer's memory" },
  { "local", ENTRY () ".local .b8 l[16777216]; .reg .b32 %r<2>; st.local.u32 [l], %r1; ret; }", 1,
    1024, GIGABYTE, FALSE,
    "The launch needs 17.2\302\240GB of this computer's memory; 1.1\302\240GB are free: take "
    "smaller blocks, or a kernel with fewer registers and less local memory." },
  { "local-of-few", ENTRY () ".local .b8 l[16777216]; .reg .b32 %r<2>; st.local.u32 [l], 1; ret; }",
    1, 1, GIGABYTE, FALSE, NULL },
  { "blocks", ENTRY () "ret; }", 1u << 28, 1, GIGABYTE, FALSE,
    "are free: take fewer elements or larger blocks." },
  { "blocks-that-nobody-looks-at", ENTRY () "ret; }", 1u << 20, 1, 24 << 20, FALSE, NULL },
  { "blocks-recorded", ENTRY () "ret; }", 1u << 22, 1, GIGABYTE / 2, TRUE,
    "are free: take fewer elements or larger blocks." },
  { "warps-recorded", ENTRY () "ret; }", 1u << 26, 1024, G_MAXUINT64 / 2, TRUE,
    "A launch of 2147483648 warps exceeds the 1073741824 that can be recorded: take fewer "
    "elements." },
  { "warps-beyond-32-bits", ENTRY () "ret; }", 1u << 27, 1024, G_MAXUINT64 / 2, TRUE,
    "A launch of 4294967296 warps exceeds the 1073741824 that can be recorded" },
  { "most-warps-recorded", ENTRY () "ret; }", 1u << 25, 1024, GIGABYTE, TRUE,
    "are free: take fewer elements or larger blocks." },
  { "more-blocks", ENTRY () "ret; }", (1u << 28) + 1, 1, G_MAXUINT64, FALSE,
    "A grid of 268435457 blocks exceeds the 268435456 that the virtual GPU runs." },
  { "one-thread-less", ENTRY () ".local .b8 l[1048576]; ret; }", 4, 32, 40 << 20, FALSE, NULL },
  { "nothing-free", ENTRY () "ret; }", 1, 32, 2000, FALSE, "The launch needs" },
};

static void
test_greedy (gconstpointer data)
{
  const Greedy *greedy = data;
  g_autoptr (WsDevice) device = new_device (greedy->free_bytes);
  g_autoptr (GError) error = NULL;
  const WsRecordRequest record = { .residencies = TRUE, .counts = TRUE };
  gboolean ok = run (device, greedy->ptx, greedy->grid, greedy->block,
                     greedy->is_recorded ? &record : NULL, &error);

  if (greedy->says == NULL)
    {
      g_assert_no_error (error);
      g_assert_true (ok);
      return;
    }
  g_assert_false (ok);
  g_assert_nonnull (error);
  g_assert_true (error->domain == WS_DEVICE_ERROR);
  if (strstr (error->message, greedy->says) == NULL)
    g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, greedy->says));
}

/* A grid whose number of blocks does not fit 64 bits. */
static void
test_grid (void)
{
  g_autoptr (WsDevice) device = new_device (GIGABYTE);
  static const guint32 grids[][3] = { { G_MAXINT32, 65535, 65535 },
                                      { G_MAXUINT32, G_MAXUINT32, G_MAXUINT32 },
                                      { 0, G_MAXUINT32, 1 },
                                      { 65536, 65536, 1 },
                                      { 1u << 31, 2, 1 } };
  g_autoptr (GError) error = NULL;

  device->klass->load (device, ENTRY () "ret; }", -1, "test.ptx", &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (grids); i++)
    {
      WsLaunchRequest request = { .entry = "test", .block = { 1, 1, 1 }, .params_size = 8 };
      guint8 params[8] = { 0 };

      request.params = params;
      memcpy (request.grid, grids[i], sizeof request.grid);
      g_assert_false (device->klass->launch (device, &request, NULL, NULL, NULL, &error));
      g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_LIMIT);
      g_clear_error (&error);
    }
}

/* Each limit of a launch: the last that is admitted, and the first that is not. */
static void
test_limits (void)
{
  static const struct {
    guint32 grid[3];
    guint32 block[3];
    guint32 shared_bytes;
    const char *says; /* NULL: it is admitted */
  } cases[] = {
    { { 1, 1, 1 }, { 1024, 1, 1 }, 0, NULL },
    { { 1, 1, 1 }, { 1025, 1, 1 }, 0, "A block of 1025" },
    { { 1, 1, 1 }, { 1, 1024, 1 }, 0, NULL },
    { { 1, 1, 1 }, { 1, 1025, 1 }, 0, "A block with a height of 1025" },
    { { 1, 1, 1 }, { 16, 1, 64 }, 0, NULL },
    { { 1, 1, 1 }, { 1, 1, 65 }, 0, "A block with a depth of 65" },
    { { 1, 1, 1 }, { 65536, 1024, 64 }, 0, "A block of 4294967296" },
    { { 1, 1, 1 }, { 513, 2, 1 }, 0, "A block of 1026" },
    { { G_MAXINT32, 1, 1 }, { 1, 1, 1 }, 0, NULL },
    { { (guint32)G_MAXINT32 + 1, 1, 1 }, { 1, 1, 1 }, 0, "A grid with a width of 2147483648" },
    { { 1, 65535, 65535 }, { 1, 1, 1 }, 0, NULL },
    { { 1, 65536, 1 }, { 1, 1, 1 }, 0, "A grid with a height or depth of 65536" },
    { { 1, 1, 65536 }, { 1, 1, 1 }, 0, "A grid with a height or depth of 65536" },
    { { 1, 1, 1 }, { 1, 1, 1 }, 232448, NULL },
    { { 1, 1, 1 }, { 1, 1, 1 }, 232449, "Shared memory of 232449" },
    { { 1, 1, 1 }, { 1, 0, 1 }, 0, "at least one block of at least one thread" },
    { { 1, 1, 0 }, { 1, 1, 1 }, 0, "at least one block of at least one thread" },
  };
  g_autoptr (WsSpec) spec = specs_load ("h200");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      gboolean ok = ws_device_check_launch (spec, cases[i].grid, cases[i].block,
                                            cases[i].shared_bytes, &error);

      if (cases[i].says == NULL)
        g_assert_no_error (error);
      else
        g_assert_nonnull (strstr (error->message, cases[i].says));
      g_assert_true (ok == (cases[i].says == NULL));
    }
}

/* What calls put in line. */
static void
test_inline (void)
{
  static const struct {
    const char *name;
    const char *variables; /* of each function */
    guint n_calls;         /* of the next function in each, */
    guint n_functions;     /* of which there are so many */
    const char *says;
  } cases[] = {
    { "local", ".local .b8 l[1048576];", 64, 1,
      "it has more than 33554432 bytes of local memory per thread." },
    { "calls", ".reg .b32 %r<2>;", 2, 22, "too long, or recursive" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WsDevice) device = new_device (GIGABYTE);
      g_autoptr (GError) error = NULL;
      g_autoptr (GString) ptx = g_string_new (HEADER);

      for (guint f = 0; f <= cases[i].n_functions; f++)
        {
          if (f < cases[i].n_functions)
            g_string_append_printf (ptx, ".func f%u () { %s\n", f, cases[i].variables);
          else
            g_string_append (ptx, ".visible .entry test () {\n");
          for (guint c = 0; f > 0 && c < cases[i].n_calls; c++)
            g_string_append_printf (ptx, "call f%u;\n", f - 1);
          g_string_append (ptx, "ret; }\n");
        }
      g_assert_false (run (device, ptx->str, 1, 32, NULL, &error));
      g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_UNSUPPORTED);
      if (strstr (error->message, cases[i].says) == NULL)
        g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, cases[i].says));
    }
}

/* 2 to the 20 registers, of which a row is a place in 32 bits: so many, but for the memory that
 * they take, and no more. */
static void
test_registers (void)
{
  for (guint n = 4096; n <= 4097; n++)
    {
      g_autoptr (WsDevice) device = new_device (1 << 20);
      g_autoptr (GError) error = NULL;
      g_autoptr (GString) ptx = g_string_new (HEADER ".func f () { .reg .b32 a");

      for (guint i = 1; i < n; i++)
        g_string_append_printf (ptx, ",a%u", i);
      g_string_append (ptx, "; ret; }\n.visible .entry test () {\n");
      for (guint i = 0; i < 256; i++)
        g_string_append (ptx, "call f;\n");
      g_string_append (ptx, "ret; }\n");
      g_assert_false (run (device, ptx->str, 1, 32, NULL, &error));
      if (n == 4096)
        g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_MEMORY);
      else
        g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_UNSUPPORTED);
      g_assert_nonnull (strstr (error->message, n == 4096
                                                    ? "or a kernel with fewer registers"
                                                    : "more than 1048576 registers and constants"));
    }
}

/* What inlined calls hand on, a little below the limit and a little above; the sentence does not
 * have all of it. */
static void
test_passed (void)
{
  for (guint more = 0; more < 2; more++)
    {
      g_autoptr (WsDevice) device = new_device (GIGABYTE);
      g_autoptr (GError) error = NULL;
      g_autoptr (GString) ptx = g_string_new (HEADER ".func g (.param .b32 q");

      for (guint i = 1; i < 4096; i++)
        g_string_append_printf (ptx, ", .param .b32 q%u", i);
      g_string_append (ptx, ") { ret; }\n.func f () { .param .b32 z; call g, (z");
      for (guint i = 1; i < 4096; i++)
        g_string_append (ptx, ",z");
      g_string_append (ptx, "); ret; }\n.visible .entry test () {\n");
      for (guint i = 0; i < 1024 + more; i++)
        g_string_append (ptx, "call f;\n");
      g_string_append (ptx, "ret; }\n");
      g_assert_true (run (device, ptx->str, 1, 32, NULL, &error) == !more);
      if (!more)
        continue;
      g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_UNSUPPORTED);
      g_assert_nonnull (strstr (
          error->message,
          "z…” at line 5 of the PTX of kernel test: too many parameters once calls are inlined."));
      g_assert_cmpuint (strlen (error->message), <, 400);
    }
}

/* Calls that are nested as deeply as they may be, local memory that is full to the last byte, and a
 * step more; the memory that it takes is not there, which is found behind. */
static void
test_just_inlined (void)
{
  for (guint more = 0; more < 2; more++)
    {
      g_autoptr (WsDevice) device = new_device (GIGABYTE);
      g_autoptr (WsDevice) poor = new_device (1 << 20);
      g_autoptr (GError) error = NULL;
      g_autoptr (GString) deep = g_string_new (HEADER ".func f0 () { ret; }\n");
      g_autofree char *wide = g_strdup_printf (
          HEADER
          ".func f () { .local .b8 l[16777216]; ret; }\n.func g () { .local .b8 l[1]; ret; }\n"
          ".visible .entry test () { .local .b8 l[16777216]; call f; %s ret; }\n",
          more ? "call g;" : "");
      g_autoptr (GString) ways =
          g_string_new (HEADER ".func f () { .reg .b32 a;\nT: .branchtargets A");

      for (guint i = 1; i < 24 + more; i++)
        g_string_append_printf (deep, ".func f%u () { call f%u; ret; }\n", i, i - 1);
      g_string_append_printf (deep, ".visible .entry test () { call f%u; ret; }\n", 23 + more);
      /* the innermost is called then, and not put in line */
      g_assert_true (run (device, deep->str, 1, 32, NULL, &error));

      g_assert_false (run (poor, wide, 1, 32, NULL, &error));
      g_assert_nonnull (
          strstr (error->message, more ? "more than 33554432 bytes of local memory per thread"
                                       : "of this computer's memory"));
      g_clear_error (&error);

      for (guint i = 1; i < 65536; i++)
        g_string_append (ways, ",A");
      g_string_append (ways,
                       ";\nmov.u32 a, 0; brx.idx a, T; A: ret; }\n.visible .entry test () {\n");
      for (guint i = 0; i < 64 + more; i++)
        g_string_append (ways, "call f;\n");
      g_string_append (ways, "ret; }\n");
      g_assert_true (run (device, ways->str, 1, 32, NULL, &error) == !more);
      if (more)
        g_assert_nonnull (strstr (error->message, "too many branch targets"));
    }
}

static void
assert_full (WsDevice *device, guint64 size)
{
  g_autoptr (GError) error = NULL;
  guint64 address;

  g_assert_false (device->klass->alloc (device, size, "more", &address, &error));
  g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_MEMORY);
  g_assert_nonnull (strstr (error->message, "the device has 1.0\302\240MB."));
}

/* A device is full when it is, however the sum would wrap. */
static void
test_device_memory (void)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (WsHostMemory) host = ws_host_memory_new_fixed (G_MAXUINT64);
  g_autoptr (WsDevice) device = NULL;
  g_autoptr (GError) error = NULL;
  guint8 byte = 7;
  guint64 first;
  guint64 second;

  spec->memory_bytes = 1 << 20;
  device = ws_vm_device_new_on (spec, 1, host);
  assert_full (device, (1 << 20) + 1);
  g_assert_true (device->klass->alloc (device, 1 << 19, "first", &first, &error));
  assert_full (device, (1 << 19) + 1);
  assert_full (device, G_MAXUINT64);
  assert_full (device, G_MAXUINT64 - (1 << 19) + 1);
  g_assert_true (device->klass->alloc (device, 1 << 19, "second", &second, &error));
  assert_full (device, 1);
  /* copies, from the first byte to the last and no further, and not from one buffer into another */
  g_assert_true (device->klass->write (device, first + (1 << 19) - 1, &byte, 1, &error));
  g_assert_false (device->klass->write (device, first + (1 << 19), &byte, 1, NULL));
  g_assert_false (device->klass->write (device, first + (1 << 19) + 1, &byte, 1, NULL));
  g_assert_false (device->klass->write (device, first + (1 << 19) - 1, &byte, 2, NULL));
  g_assert_false (device->klass->read (device, first - 1, &byte, 1, NULL));
  g_assert_false (device->klass->read (device, second - 1, &byte, 1, NULL));
  g_assert_false (device->klass->read (device, second, &byte, G_MAXSIZE, NULL));
  g_assert_false (device->klass->copy (device, second + 1, first, 1 << 19, NULL));
  g_assert_false (device->klass->copy (device, second, first + 1, 1 << 19, NULL));
  g_assert_true (device->klass->copy (device, second, first, 1 << 19, &error));
  g_assert_no_error (error);
  device->klass->free_all (device);
  g_assert_true (device->klass->alloc (device, 1 << 20, "all", &first, &error));
  g_assert_no_error (error);
}

/* What was promised and not yet taken is not free. */
static void
test_promise (void)
{
  g_autoptr (WsDevice) device = new_device (10 << 20);
  g_autofree guint8 *data = g_malloc0 (6 << 20);
  g_autoptr (GError) error = NULL;
  guint64 first;
  guint64 second;

  g_assert_true (device->klass->alloc (device, 6 << 20, "first", &first, &error));
  g_assert_false (device->klass->alloc (device, 6 << 20, "second", &second, &error));
  g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_MEMORY);
  g_assert_cmpstr (error->message, ==,
                   "The buffer “second” needs 6.3\302\240MB of this computer's memory; "
                   "4.2\302\240MB are free: take fewer elements.");
  g_clear_error (&error);
  /* nor is it for a launch */
  g_assert_false (run (device, ENTRY () ".local .b8 l[131072]; ret; }", 1, 32, NULL, &error));
  g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_MEMORY);
  g_clear_error (&error);
  g_assert_true (device->klass->write (device, first, data, 3 << 20, &error));
  g_assert_true (device->klass->write (device, first + (3 << 20), data, 3 << 20, &error));
  g_assert_true (run (device, ENTRY () ".local .b8 l[131072]; ret; }", 1, 32, NULL, &error));
  g_assert_true (device->klass->alloc (device, 6 << 20, "second", &second, &error));
  g_assert_no_error (error);
  device->klass->free_all (device);
  g_assert_true (device->klass->alloc (device, 6 << 20, "first", &first, &error));
  g_assert_no_error (error);
}

/* A block records as much as there is memory for, and says so. */
static void
test_records (void)
{
  static const char ptx[] =
      HEADER ".visible .entry test (.param .u64 out) { .reg .pred %p; .reg .b32 %r<2>;\n"
             "mov.u32 %r1, 0; A: add.s32 %r1, %r1, 1; setp.lt.s32 %p, %r1, 300000; @%p bra A;\n"
             "ret; }\n";
  static const guint64 free_bytes[] = { 40 << 20, GIGABYTE };
  static const guint32 block = 0;

  for (guint i = 0; i < G_N_ELEMENTS (free_bytes); i++)
    {
      g_autoptr (WsDevice) device = new_device (free_bytes[i]);
      const WsRecordRequest request = { .blocks = &block, .n_blocks = 1 };
      g_autoptr (GError) error = NULL;
      g_autoptr (WsRun) kept = record_run (device, ptx, 1, 32, &request, &error);

      g_assert_no_error (error);
      if (i == 0)
        {
          g_assert_cmpuint (kept->n_events, ==, 1 << 19);
          g_assert_cmpuint (g_strv_length (kept->notes), ==, 1);
          g_assert_cmpstr (kept->notes[0], ==,
                           "Launch 1, block 0: only the first 524288 events were kept.");
        }
      else
        g_assert_cmpuint (kept->n_events, ==, 900002);
    }
}

/* Nor does it record more lanes than its share, however many each event has: 124 here. */
static void
test_record_lanes (void)
{
  static const char ptx[] =
      HEADER ".visible .entry test (.param .u64 out) { .reg .pred %p; .reg .b32 %r<7>;\n"
             "mov.u32 %r1, 0; mov.u32 %r2, %ctaid.x; setp.ne.u32 %p, %r2, 0;\n"
             "@%p ret;\n"
             ".shared .align 16 .b8 buf[16];\n"
             "A: ld.shared.v4.u32 {%r2,%r3,%r4,%r5}, [buf]; add.s32 %r1, %r1, 1;\n"
             "setp.lt.s32 %p, %r1, 9000; @%p bra A; ret; }\n";
  static const guint32 blocks[] = { 0, 1, 2, 3 };
  const guint n_loads = (1 << 20) / 124 + 1;
  const WsRecordRequest request = { .blocks = blocks, .n_blocks = G_N_ELEMENTS (blocks) };
  g_autoptr (WsDevice) device = new_device (GIGABYTE);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) kept = record_run (device, ptx, 4, 31, &request, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (kept->n_lanes, ==, n_loads * 124);
  g_assert_cmpuint (g_strv_length (kept->notes), ==, 1);
  g_assert_cmpstr (kept->notes[0], ==, "Launch 1, block 0: only the first 33829 events were kept.");
}

/* ---- from one block to the next ---- */

/* What a block leaves in shared and local memory and in registers, the next on its host thread does
 * not find. */
static void
test_blocks_apart (void)
{
  static const char ptx[] =
      HEADER ".visible .entry test (.param .u64 out) { .reg .b32 %r<8>; .reg .b64 %rd<3>;\n"
             ".shared .align 4 .b8 s[128]; .local .align 4 .b8 l[4];\n"
             "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;\n"
             "mad.lo.u32 %r3, %r2, 32, %r1; mul.wide.u32 %rd2, %r3, 4; add.u64 %rd2, %rd1, %rd2;\n"
             "mov.u32 %r4, s; mad.lo.u32 %r4, %r1, 4, %r4; ld.shared.u32 %r5, [%r4];\n"
             "ld.local.u32 %r6, [l]; add.u32 %r5, %r5, %r6; add.u32 %r5, %r5, %r7;\n"
             "st.global.u32 [%rd2], %r5;\n"
             "st.shared.u32 [%r4], 1; st.local.u32 [l], 2; mov.u32 %r7, 4; ret; }\n";
  WsLaunchRequest launch = { .entry = "test", .grid = { 7, 1, 1 }, .block = { 32, 1, 1 } };
  g_autoptr (WsDevice) device = new_device (GIGABYTE);
  g_autoptr (GError) error = NULL;
  guint32 answers[7 * 32];
  guint64 out;

  g_assert_true (device->klass->load (device, ptx, -1, "test.ptx", &error));
  g_assert_true (device->klass->alloc (device, sizeof answers, "out", &out, &error));
  launch.params = (const guint8 *)&out;
  launch.params_size = sizeof out;
  g_assert_true (device->klass->launch (device, &launch, NULL, NULL, NULL, &error));
  g_assert_true (device->klass->read (device, out, answers, sizeof answers, &error));
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    g_assert_cmpuint (answers[i], ==, 0);
}

/* ---- what does not end ---- */

typedef struct {
  const char *name;
  const char *body;
  guint32 grid;
  guint32 block;
  const char *says;
} Endless;

static const Endless endlesses[] = {
  { "loop", "A: bra A;", 1, 32, "has not ended after 20000 warp instructions of its block." },
  { "loop-of-many", "A: bra A;", 1, 1024, "block 0, warp 0, lane 0 (thread 0)" },
  { "loop-of-all-blocks", "A: add.s32 %r2, %r2, 1; bra A;", 20000, 64, "block 0, warp 0" },
  { "loop-of-one-warp", "setp.lt.u32 %p1, %r1, 64; @%p1 ret; A: bra A;", 1, 96,
    "block 0, warp 2, lane 0 (thread 64)" },
  { "loop-of-one-lane", "setp.ne.u32 %p1, %r1, 37; @%p1 ret; A: bra A;", 1, 64,
    "block 0, warp 1, lane 5 (thread 37)" },
  { "loop-of-one-block", "mov.u32 %r2, %ctaid.x; setp.ne.u32 %p1, %r2, 77; @%p1 ret; A: bra A;",
    100, 32, "block 77, warp 0" },
  { "barrier", "A: bar.sync 0; bra A;", 2, 1024, "instructions of its block, many of which take" },
  { "arrive", "A: bar.arrive 1, 2048; bra A;", 1, 32, "has not ended" },
  { "slow", "A: fns.b32 %r2, %r2, 0, 31; bra A;", 1, 64,
    "instructions of its block, many of which " },
  { "lock", "A: atom.global.cas.b32 %r2, [%rd1], 1, 1; bra A;", 2, 64, "many of which take long." },
  { "strided",
    "mul.wide.u32 %rd2, %r1, 28; add.s64 %rd2, %rd1, %rd2; A: ld.global.u32 %r2, [%rd2]; "
    "ld.global.u32 %r2, [%rd2]; ld.global.u32 %r2, [%rd2]; bra A;",
    1, 32, "many of which take" },
  { "ways", "T: .branchtargets A, B; A: and.b32 %r2, %r1, 1; brx.idx %r2, T; B: bra A;", 1, 64,
    "has not ended" },
  { "both-ways", "A: and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 0; @%p1 bra A; B: bra A;", 1, 64,
    "has not ended" },
};

/* Records the first, the middle and the last block of @grid, with @n_threads host threads. */
static WsRun *
record_endless (const Endless *endless, guint n_threads, guint64 max, GError **error)
{
  g_autofree char *ptx = g_strconcat (HEADER ".visible .entry test (.param .u64 out)\n{\n" PROLOGUE,
                                      endless->body, " ret;\n}\n", NULL);
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (WsHostMemory) host = ws_host_memory_new_fixed (GIGABYTE);
  g_autoptr (WsDevice) device = ws_vm_device_new_on (spec, n_threads, host);
  const guint32 blocks[] = { 0, endless->grid / 2, endless->grid - 1 };
  const WsRecordRequest request = { .blocks = blocks,
                                    .n_blocks = endless->grid > 2 ? 3 : 1,
                                    .counts = TRUE,
                                    .residencies = TRUE,
                                    .max_instructions = max };

  return record_run (device, ptx, endless->grid, endless->block, &request, error);
}

/* It is found, by the same instruction whichever thread ran the blocks, and the recording stays
 * short. */
static void
test_endless (gconstpointer data)
{
  const Endless *endless = data;
  g_autofree char *message = NULL;
  g_autoptr (GVariant) recorded = NULL;

  for (guint n_threads = 1; n_threads <= 3; n_threads += 2)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WsRun) kept = record_endless (endless, n_threads, 20000, &error);
      g_autoptr (GVariant) variant = g_variant_ref_sink (ws_run_to_variant (kept));

      g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_ENDLESS);
      if (strstr (error->message, endless->says) == NULL)
        g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, endless->says));
      g_assert_cmpuint (kept->findings->len, ==, 1);
      if (message == NULL)
        {
          message = g_strdup (error->message);
          recorded = g_variant_ref (variant);
        }
      g_assert_cmpstr (error->message, ==, message);
      g_assert_true (g_variant_equal (variant, recorded));
    }
}

/* One round of a loop is like another: the first are enough, with what they read; one that has no
 * more is whole. */
static void
test_endless_records (void)
{
  static const struct {
    Endless endless;
    guint64 max;
    guint n_lanes; /* of a load in every other event behind the prologue's 4 */
    guint n_notes;
  } cases[] = {
    { { "loop", "A: bra A;", 1, 32, NULL }, 400000, 0, 1 },
    { { "loop-of-just-so-many", "A: bra A;", 1, 32, NULL }, (1 << 18) - 1, 0, 0 },
    { { "loop-of-loads", "A: ld.global.u32 %r2, [%rd1]; bra A;", 1, 1, NULL },
      400000,
      ((1 << 18) - 4) / 2,
      1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WsRun) kept = record_endless (&cases[i].endless, 1, cases[i].max, &error);

      g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_ENDLESS);
      g_assert_cmpuint (kept->n_events, ==, 1 << 18);
      g_assert_cmpuint (kept->n_lanes, ==, cases[i].n_lanes);
      g_assert_cmpuint (g_strv_length (kept->notes), ==, cases[i].n_notes);
    }
}

/* Blocks behind one that does not end are over long before it, on other host threads: they are not
 * kept all the same. */
static void
test_behind_endless (void)
{
  static const Endless first = {
    "first", "mov.u32 %r2, %ctaid.x; setp.ne.u32 %p1, %r2, 0; @%p1 ret; A: bra A;", 3, 32, NULL
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) kept = record_endless (&first, 3, 400000, &error);

  g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_ENDLESS);
  g_assert_cmpuint (kept->n_blocks, ==, 1);
  g_assert_cmpuint (kept->blocks[0].block, ==, 0);
}

/* As many instructions as a block may take are no fault; one more is, of the last warp where all
 * have ended. */
static void
test_last_instruction (void)
{
  for (guint max = 1; max <= 2; max++)
    {
      g_autoptr (WsDevice) device = new_device (GIGABYTE);
      const WsRecordRequest record = { .max_instructions = max };
      g_autoptr (GError) error = NULL;

      g_assert_true (run (device, ENTRY () "ret; }", 1, 64, &record, &error) == (max == 2));
      if (max == 2)
        continue;
      g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_ENDLESS);
      g_assert_cmpstr (error->message, ==,
                       "block 0, warp 1, lane 0 (thread 32) of test has not ended after 1 warp "
                       "instructions of its block.");
    }
}

/* Where there is memory for one host thread only, one block runs at a time: the first waits in vain
 * for the second. */
static void
test_one_at_a_time (void)
{
  g_autoptr (WsDevice) device = new_device (6 << 20);
  const WsRecordRequest record = { .max_instructions = 2000000 };
  g_autoptr (GError) error = NULL;

  g_assert_false (run (device,
                       ENTRY () ".reg .pred %p<2>; .reg .b32 %r<3>; .reg .b64 %rd<2>;\n"
                                ".local .b8 l[131072]; ld.param.u64 %rd1, [out];\n"
                                "mov.u32 %r1, %ctaid.x; setp.ne.u32 %p1, %r1, 0; @%p1 bra B;\n"
                                "A: ld.global.u32 %r2, [%rd1]; setp.eq.u32 %p1, %r2, 0;\n"
                                "@%p1 bra A; ret; B: st.global.u32 [%rd1], %r1; ret; }",
                       2, 32, &record, &error));
  g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_ENDLESS);
  g_assert_nonnull (strstr (error->message, "block 0, warp 0"));
}

/* Blocks behind one that did wrong are given up, however far they may go. */
static void
test_abandoned (void)
{
  g_autoptr (WsDevice) device = new_device (GIGABYTE);
  const WsRecordRequest record = { .max_instructions = G_GUINT64_CONSTANT (1) << 50,
                                   .max_seconds = 1e6 };
  g_autoptr (GError) error = NULL;

  g_assert_false (run (device,
                       ENTRY () ".reg .pred %p<2>; .reg .b32 %r<3>; mov.u32 %r1, %ctaid.x;\n"
                                "setp.ne.u32 %p1, %r1, 0; mov.u32 %r2, 0; A: add.u32 %r2, %r2, 1;\n"
                                "@%p1 bra A; setp.lt.u32 %p1, %r2, 50000; @%p1 bra B; trap;\n"
                                "B: setp.ne.u32 %p1, %r1, 0; bra A; }",
                       1000, 32, &record, &error));
  g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_FAULT);
  g_assert_nonnull (strstr (error->message, "block 0, warp 0"));
}

typedef struct {
  WsDevice *device;
  GCancellable *cancellable;
  gint ended; /* atomic */
} Watch;

/* Cancels when the blocks have run and are being placed. */
static gpointer
cancel_placing (gpointer data)
{
  Watch *watch = data;

  while (!g_atomic_int_get (&watch->ended)
         && g_atomic_int_get (&watch->device->steps) <= (1 << 20) / 64)
    g_usleep (50);
  g_cancellable_cancel (watch->cancellable);
  return NULL;
}

/* Blocks are placed step by step, and no further when it is given up. A computer that is busy may
 * be late once. */
static void
test_placing (void)
{
  guint8 params[8] = { 0 };
  WsLaunchRequest request = { .entry = "test",
                              .grid = { 8192, 1, 1 },
                              .block = { 1, 1, 1 },
                              .params = params,
                              .params_size = 8 };
  gboolean cancelled = FALSE;

  for (guint i = 0; i < 20 && !cancelled; i++)
    {
      g_autoptr (WsDevice) device = new_device (GIGABYTE);
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      Watch watch = { .device = device, .cancellable = cancellable };
      g_autoptr (GError) error = NULL;
      GThread *thread;

      device->klass->load (device, ENTRY () "ret; }", -1, "test.ptx", &error);
      request.grid[0] = 8192;
      g_assert_true (device->klass->launch (device, &request, NULL, NULL, NULL, &error));
      g_assert_cmpuint (device->steps, ==, 8192 / 64 + 8192 / 4096);
      device->steps = 0;
      request.grid[0] = 1 << 20;
      thread = g_thread_new ("cancel", cancel_placing, &watch);
      cancelled = !device->klass->launch (device, &request, NULL, NULL, cancellable, &error);
      g_atomic_int_set (&watch.ended, TRUE);
      g_thread_join (thread);
      if (cancelled)
        {
          g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
          g_assert_cmpuint (device->steps, <, (1 << 20) / 64 + (1 << 20) / 4096);
        }
    }
  g_assert_true (cancelled);
}

/* What no count foresees is found by the clock, and says so. */
static void
test_clock (void)
{
  g_autoptr (WsDevice) device = new_device (GIGABYTE);
  const WsRecordRequest record = { .max_instructions = G_GUINT64_CONSTANT (1) << 50,
                                   .max_seconds = 0.001 };
  g_autoptr (GError) error = NULL;

  g_assert_false (run (device, ENTRY () "A: bra A; }", 100000, 32, &record, &error));
  g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_ENDLESS);
  g_assert_nonnull (strstr (error->message,
                            "has not ended after 0.001 seconds of this computer's time: a faster "
                            "or less busy computer may get further."));
}

/* ---- jobs ---- */

static void
test_jobs (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, &error);
  const WsCatalogKernel *kernel = ws_catalog_find (catalog, "reduce1", &error);
  g_autoptr (WsDevice) device = new_device (1 << 20);
  g_autoptr (WsPlan) plan = NULL;
  WsPlanParameters parameters;
  WsTimingRequest request;
  WsTiming timing;

  g_assert_no_error (error);
  ws_plan_parameters_init (&parameters, kernel);
  parameters.n = 1 << 20;
  plan = ws_plan_new (catalog, kernel, &parameters, device->spec, &error);
  g_assert_no_error (error);
  g_assert_null (plan_record (device, catalog, plan, NULL, 0, NULL, &error));
  g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_MEMORY);
  g_assert_cmpstr (error->message, ==,
                   "An input of 1048576 elements needs 4.2\302\240MB of this computer's memory; "
                   "1.0\302\240MB are free: take fewer.");
  g_clear_error (&error);
  ws_timing_request_init (&request);
  g_assert_false (plan_time (device, catalog, plan, &request, NULL, NULL, &timing, &error));
  g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_MEMORY);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (reaches); i++)
    {
      g_autofree char *path = g_strdup_printf ("/vm/reach/%s", reaches[i].name);

      g_test_add_data_func (path, &reaches[i], test_reach);
    }
  for (guint i = 0; i < G_N_ELEMENTS (nears); i++)
    {
      g_autofree char *path = g_strdup_printf ("/vm/near/%s", nears[i].name);

      g_test_add_data_func (path, &nears[i], test_near);
    }
  for (guint i = 0; i < G_N_ELEMENTS (greedies); i++)
    {
      g_autofree char *path = g_strdup_printf ("/vm/greedy/%s", greedies[i].name);

      g_test_add_data_func (path, &greedies[i], test_greedy);
    }
  for (guint i = 0; i < G_N_ELEMENTS (endlesses); i++)
    {
      g_autofree char *path = g_strdup_printf ("/vm/endless/%s", endlesses[i].name);

      g_test_add_data_func (path, &endlesses[i], test_endless);
    }
  g_test_add_func ("/vm/paths", test_paths);
  g_test_add_func ("/vm/passed", test_passed);
  g_test_add_func ("/vm/just-inlined", test_just_inlined);
  g_test_add_func ("/vm/device-memory", test_device_memory);
  g_test_add_func ("/vm/endless-records", test_endless_records);
  g_test_add_func ("/vm/behind-endless", test_behind_endless);
  g_test_add_func ("/vm/last-instruction", test_last_instruction);
  g_test_add_func ("/vm/one-at-a-time", test_one_at_a_time);
  g_test_add_func ("/vm/abandoned", test_abandoned);
  g_test_add_func ("/vm/placing", test_placing);
  g_test_add_func ("/vm/clock-limit", test_clock);
  g_test_add_func ("/vm/grid", test_grid);
  g_test_add_func ("/vm/limits", test_limits);
  g_test_add_func ("/vm/inline", test_inline);
  g_test_add_func ("/vm/registers", test_registers);
  g_test_add_func ("/vm/promise", test_promise);
  g_test_add_func ("/vm/records", test_records);
  g_test_add_func ("/vm/record-lanes", test_record_lanes);
  g_test_add_func ("/vm/blocks-apart", test_blocks_apart);
  g_test_add_func ("/vm/jobs", test_jobs);
  return g_test_run ();
}
