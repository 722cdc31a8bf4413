/* The virtual GPU on small programs of its own: divergence, barriers, memory, faults, limits. */
#include "specs.h"
#include "virtual/virtual.h"

#include <string.h>

#define HEADER ".version 8.0\n.target sm_75\n.address_size 64\n"

typedef struct {
  WsDevice *device;
  guint64 out;
  guint32 words[256];
} Machine;

static void
machine_init (Machine *self, const char *body)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autofree char *ptx =
      g_strdup_printf (HEADER ".visible .entry test (.param .u64 out)\n{\n%s\n}\n", body);
  g_autoptr (GError) error = NULL;

  self->device = ws_vm_device_new (spec, 2);
  self->device->klass->load (self->device, ptx, -1, "test.ptx", &error);
  g_assert_no_error (error);
  self->device->klass->alloc (self->device, sizeof self->words, "out", &self->out, &error);
  g_assert_no_error (error);
}

static gboolean
machine_run (Machine *self, guint grid, guint block, const WsRecordRequest *record,
             GCancellable *cancellable, GError **error)
{
  WsLaunchRequest request = { .entry = "test", .grid = { grid, 1, 1 }, .block = { block, 1, 1 } };
  guint8 params[8];

  memcpy (params, &self->out, 8);
  request.params = params;
  request.params_size = 8;
  return self->device->klass->launch (self->device, &request, record, NULL, cancellable, error);
}

static void
machine_read (Machine *self)
{
  g_autoptr (GError) error = NULL;

  self->device->klass->read (self->device, self->out, self->words, sizeof self->words, &error);
  g_assert_no_error (error);
}

/* %rd1: out; %r1: thread; %rd3: &out[thread] */
#define PROLOGUE                                                                                \
  ".reg .pred %p<8>; .reg .b32 %r<16>; .reg .b64 %rd<8>; .shared .align 4 .b8 buf[128];\n"      \
  "ld.param.u64 %rd1, [out]; cvta.to.global.u64 %rd1, %rd1; mov.u32 %r1, %tid.x; mul.wide.u32 " \
  "%rd2, %r1, 4;\n"                                                                             \
  "add.s64 %rd3, %rd1, %rd2;\n"

/* a % b of 32 bits, whatever they are; b == 0 gives all ones, as the hardware does. Words are read
 * in a row, and with every second lane, and are written backwards. */
static void
test_remainder (void)
{
  static const guint32 odd[] = { 0,          1,          2,          3,          7,
                                 10,         255,        65535,      65536,      65537,
                                 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff };
  g_autoptr (GError) error = NULL;
  Machine machine;

  machine_init (&machine, PROLOGUE
                "ld.global.u32 %r2, [%rd3]; and.b32 %r5, %r1, 1; setp.eq.u32 %p1, %r5, 0;\n"
                "@%p1 ld.global.u32 %r3, [%rd3+256];\n"
                "@!%p1 ld.global.u32 %r3, [%rd3+256];\n"
                "rem.u32 %r4, %r2, %r3; sub.s64 %rd4, %rd1, %rd2; st.global.u32 [%rd4+764], %r4;\n"
                "ret;");
  for (guint pass = 0; pass < 64; pass++)
    {
      guint32 words[256] = { 0 };

      for (guint i = 0; i < 64; i++)
        {
          guint at = pass * 64 + i;

          words[i] = at < 225 ? odd[at / 15] : (guint32)g_test_rand_int () >> (pass % 32);
          words[64 + i] = at < 225 ? odd[at % 15] : (guint32)g_test_rand_int () >> (i % 32);
          /* just below and at a multiple */
          if (at >= 225 && i % 3 == 0 && words[64 + i] != 0)
            words[i] = words[i] / words[64 + i] * words[64 + i] - i % 2;
        }
      machine.device->klass->write (machine.device, machine.out, words, sizeof words, &error);
      g_assert_no_error (error);
      g_assert_true (machine_run (&machine, 1, pass % 2 ? 64 : 50, NULL, NULL, &error));
      machine_read (&machine);
      for (guint i = 0; i < (pass % 2 ? 64 : 50); i++)
        g_assert_cmpuint (machine.words[191 - i], ==,
                          words[64 + i] == 0 ? G_MAXUINT32 : words[i] % words[64 + i]);
    }
  ws_device_close (machine.device);
}

/* Nested ifs: each lane takes its own way, and all meet again. */
static void
test_divergence (void)
{
  Machine machine;
  g_autoptr (GError) error = NULL;

  machine_init (&machine, PROLOGUE
                "and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 0; mov.u32 %r3, 100;\n"
                "@%p1 bra EVEN;\n"
                "add.s32 %r3, %r3, 1; bra MEET;\n"
                "EVEN: and.b32 %r2, %r1, 2; setp.eq.u32 %p2, %r2, 0; @%p2 bra MEET;\n"
                "add.s32 %r3, %r3, 2;\n"
                "MEET: activemask.b32 %r4; popc.b32 %r4, %r4; mad.lo.u32 %r3, %r4, 1000, %r3;\n"
                "st.global.u32 [%rd3], %r3; ret;");
  g_assert_true (machine_run (&machine, 1, 32, NULL, NULL, &error));
  machine_read (&machine);
  for (guint i = 0; i < 32; i++)
    g_assert_cmpuint (machine.words[i], ==, 32100 + (i % 2 ? 1 : i & 2 ? 2 : 0));
  ws_device_close (machine.device);
}

/* Lanes leave a loop one after another, and the warp waits for the last. */
static void
test_loop (void)
{
  Machine machine;
  g_autoptr (GError) error = NULL;

  machine_init (&machine,
                PROLOGUE "mov.u32 %r2, 0;\n"
                         "LOOP: add.s32 %r2, %r2, 1; setp.le.u32 %p1, %r2, %r1; @%p1 bra LOOP;\n"
                         "activemask.b32 %r4; popc.b32 %r4, %r4; mad.lo.u32 %r2, %r4, 1000, %r2;\n"
                         "st.global.u32 [%rd3], %r2; ret;");
  g_assert_true (machine_run (&machine, 1, 48, NULL, NULL, &error));
  machine_read (&machine);
  for (guint i = 0; i < 48; i++)
    g_assert_cmpuint (machine.words[i], ==, (i < 32 ? 32000 : 16000) + i + 1);
  ws_device_close (machine.device);
}

/* Lanes whose indices of a jump table name one label go there together. */
static void
test_jump_table (void)
{
  Machine machine;
  g_autoptr (GError) error = NULL;

  machine_init (&machine,
                PROLOGUE "and.b32 %r2, %r1, 3; mov.u32 %r3, 0;\n"
                         "ways: .branchtargets A, B, A, MEET;\n"
                         "brx.idx %r2, ways;\n"
                         "A: activemask.b32 %r4; popc.b32 %r3, %r4; bra MEET;\n"
                         "B: activemask.b32 %r4; popc.b32 %r3, %r4; add.u32 %r3, %r3, 100;\n"
                         "MEET: activemask.b32 %r4; popc.b32 %r4, %r4;\n"
                         "mad.lo.u32 %r3, %r4, 1000, %r3; st.global.u32 [%rd3], %r3; ret;");
  g_assert_true (machine_run (&machine, 1, 32, NULL, NULL, &error));
  machine_read (&machine);
  for (guint i = 0; i < 32; i++)
    g_assert_cmpuint (machine.words[i], ==, 32000 + (i % 4 == 3 ? 0 : i % 4 == 1 ? 108 : 16));
  ws_device_close (machine.device);
}

/* Threads that have ended are awaited no more; the value written before the barrier is there behind
 * it. */
static void
test_barrier (void)
{
  Machine machine;
  g_autoptr (GError) error = NULL;

  machine_init (
      &machine,
      ".reg .b16 %h<2>;" PROLOGUE "setp.ge.u32 %p1, %r1, 64; @%p1 ret;\n"
      "mov.u32 %r5, buf; xor.b32 %r6, %r1, 63; shl.b32 %r6, %r6, 1; add.s32 %r6, %r5, %r6;\n"
      "shl.b32 %r7, %r1, 1; add.s32 %r7, %r5, %r7;\n"
      "cvt.u16.u32 %h1, %r1; st.shared.u16 [%r7], %h1; bar.sync 0;\n"
      "ld.shared.u16 %h1, [%r6]; cvt.u32.u16 %r8, %h1; st.global.u32 [%rd3], %r8; ret;");
  g_assert_true (machine_run (&machine, 1, 96, NULL, NULL, &error));
  machine_read (&machine);
  for (guint i = 0; i < 64; i++)
    g_assert_cmpuint (machine.words[i], ==, 63 - i);
  ws_device_close (machine.device);
}

typedef struct {
  const char *name;
  const char *body;
  WsFindingKind kind;
  guint32 warp;
  guint32 lane;
  const char *says;
} Wrong;

static const Wrong wrongs[] = {
  { "past-global", "st.global.u32 [%rd3+1000], %r1; ret;", WS_FINDING_OUT_OF_BOUNDS, 0, 6,
    "past the end of “out”" },
  { "past-shared", "mov.u32 %r5, buf; mad.lo.u32 %r6, %r1, 4, %r5; st.shared.u32 [%r6], %r1; ret;",
    WS_FINDING_OUT_OF_BOUNDS, 1, 0, "beyond the block's 128 bytes of shared memory" },
  { "null", "mov.u64 %rd4, 0; st.global.u32 [%rd4], %r1; ret;", WS_FINDING_OUT_OF_BOUNDS, 0, 0,
    "null pointer" },
  { "misaligned", "st.global.u32 [%rd3+2], %r1; ret;", WS_FINDING_MISALIGNED, 0, 0,
    "not a multiple of 4" },
  { "divergent-barrier",
    "setp.lt.u32 %p1, %r1, 5; @%p1 bra A; bra B; A: bar.sync 0; B: st.global.u32 [%rd3], %r1; ret;",
    WS_FINDING_DIVERGENT_BARRIER, 0, 0, "barrier" },
  { "deadlock", "setp.lt.u32 %p1, %r1, 32; @%p1 bra A; bar.sync 1; bra B; A: bar.sync 2; B: ret;",
    WS_FINDING_DEADLOCK, 0, 0, "never reach" },
  { "endless", "A: bra A;", WS_FINDING_ENDLESS, 0, 0, "has not ended" },
  { "trap", "setp.eq.u32 %p1, %r1, 37; @%p1 trap; ret;", WS_FINDING_TRAP, 1, 5, "trap" },
};

static void
test_wrong (gconstpointer data)
{
  const Wrong *wrong = data;
  g_autofree char *body = g_strconcat (PROLOGUE, wrong->body, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRunBuilder) builder = NULL;
  g_autoptr (WsRun) run = NULL;
  WsRecordRequest record = { .max_instructions = 20000 };
  WsLaunch launch = { .grid = { 1, 1, 1 }, .block = { 64, 1, 1 } };
  const WsFinding *finding;
  Machine machine;

  machine_init (&machine, body);
  builder = ws_run_builder_new (machine.device->spec, "vm:test", "Test", WS_ORIGIN_MODELLED);
  ws_run_builder_add_kernel (builder, machine.device->klass->describe (
                                          machine.device, "test", "test", "test.cu", NULL, &error));
  g_assert_no_error (error);
  record.builder = builder;
  record.launch = ws_run_builder_add_launch (builder, &launch);
  g_assert_false (machine_run (&machine, 1, 64, &record, NULL, &error));
  g_assert_cmpuint (error->domain, ==, WS_DEVICE_ERROR);
  g_assert_cmpint (error->code, ==,
                   wrong->kind == WS_FINDING_ENDLESS ? WS_DEVICE_ERROR_ENDLESS
                                                     : WS_DEVICE_ERROR_FAULT);
  g_assert_nonnull (strstr (error->message, wrong->says));
  run = ws_run_builder_end (builder);
  g_assert_cmpuint (run->findings->len, ==, 1);
  finding = g_ptr_array_index (run->findings, 0);
  g_assert_cmpuint (finding->kind, ==, wrong->kind);
  g_assert_cmpuint (finding->warp, ==, wrong->warp);
  g_assert_cmpuint (finding->lane, ==, wrong->lane);
  g_assert_cmpstr (finding->message, ==, error->message);
  ws_device_close (machine.device);
}

/* The fault of the lowest block counts, in whatever order they are met. */
static void
test_first_fault (void)
{
  Machine machine;

  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (GError) error = NULL;

      machine_init (&machine,
                    PROLOGUE "mov.u32 %r2, %ctaid.x; setp.lt.u32 %p1, %r2, 37; @%p1 ret;\n"
                             "st.global.u32 [%rd3+8000], %r1; ret;");
      g_assert_false (machine_run (&machine, 500, 32, NULL, NULL, &error));
      g_assert_nonnull (strstr (error->message, "block 37,"));
      ws_device_close (machine.device);
    }
}

static void
test_limits (void)
{
  Machine machine;
  g_autoptr (GError) error = NULL;

  machine_init (&machine, PROLOGUE "ret;");
  g_assert_false (machine_run (&machine, 1, 2048, NULL, NULL, &error));
  g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_LIMIT);
  g_assert_cmpstr (error->message, ==,
                   "A block of 2048 exceeds the limit of 1024 threads per block of NVIDIA H200 "
                   "(compute capability 9.0).");
  g_clear_error (&error);
  g_assert_false (machine_run (&machine, 1, 0, NULL, NULL, &error));
  g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_LIMIT);
  ws_device_close (machine.device);
}

static void
test_unknown_instruction (void)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (GError) error = NULL;
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, 1);
  guint32 ignored;

  device->klass->load (device,
                       HEADER
                       ".visible .entry bad () { .reg .b32 %r<2>; frobnicate.u32 %r1, %r1; ret; }\n"
                       ".visible .entry good () { ret; }\n",
                       -1, "two.ptx", &error);
  g_assert_no_error (error);
  g_assert_false (device->klass->get_shared_bytes (device, "bad", &ignored, &error));
  g_assert_nonnull (strstr (error->message, "frobnicate.u32"));
  g_assert_nonnull (strstr (error->message, "two.ptx:4"));
  g_assert_nonnull (strstr (error->message, "bad"));
  g_clear_error (&error);
  g_assert_true (device->klass->get_shared_bytes (device, "good", &ignored, &error));
  g_assert_no_error (error);
}

static gpointer
cancel_soon (gpointer data)
{
  g_usleep (20000);
  g_cancellable_cancel (data);
  return NULL;
}

static void
test_cancel (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  GThread *thread;
  Machine machine;

  machine_init (&machine, PROLOGUE "A: bra A;");
  thread = g_thread_new ("cancel", cancel_soon, cancellable);
  g_assert_false (machine_run (&machine, 4, 32, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_thread_join (thread);
  ws_device_close (machine.device);
}

/* Called functions have registers of their own and may be called by some lanes only. */
static void
test_call (void)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (GError) error = NULL;
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, 1);
  Machine machine = { .device = device };

  device->klass->load (
      device,
      HEADER
      ".func (.param .b32 r) twice (.param .b32 a)\n{ .reg .pred %p<2>; .reg .b32 %r<3>; "
      "ld.param.u32 %r1, [a];\n"
      "setp.gt.u32 %p1, %r1, 10; @%p1 bra BIG; shl.b32 %r1, %r1, 1; st.param.b32 [r], %r1; ret;\n"
      "BIG: add.s32 %r1, %r1, 1000; st.param.b32 [r], %r1; ret; }\n"
      ".visible .entry test (.param .u64 out)\n{\n" PROLOGUE
      "mov.u32 %r2, 7; setp.lt.u32 %p1, %r1, 20; @!%p1 bra SKIP;\n"
      "{ .param .b32 p0; st.param.b32 [p0], %r1; .param .b32 q0; call (q0), twice, (p0); "
      "ld.param.b32 %r2, [q0]; }\n"
      "SKIP: st.global.u32 [%rd3], %r2; ret;\n}\n",
      -1, "call.ptx", &error);
  g_assert_no_error (error);
  device->klass->alloc (device, sizeof machine.words, "out", &machine.out, &error);
  g_assert_true (machine_run (&machine, 1, 32, NULL, NULL, &error));
  g_assert_no_error (error);
  machine_read (&machine);
  for (guint i = 0; i < 32; i++)
    g_assert_cmpuint (machine.words[i], ==, i >= 20 ? 7 : i > 10 ? i + 1000 : i * 2);
}

/* What the host writes into a variable of the module every launch finds there, until the module is
 * loaded again. */
static void
test_symbols (void)
{
  static const char ptx[] = HEADER
      ".const .align 4 .b8 c[12] = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0};\n"
      ".global .align 4 .u32 g = 7;\n"
      ".global .align 8 .u64 there = generic(g);\n"
      ".extern .shared .align 4 .b8 dynamic[];\n"
      ".visible .entry test (.param .u64 out)\n{\n"
      ".reg .b32 %r<8>; .reg .b64 %rd<8>;\n"
      "ld.param.u64 %rd1, [out]; ld.const.u32 %r1, [c+4]; ld.const.u32 %r2, [c+8];\n"
      "ld.global.u64 %rd2, [there]; ld.u32 %r3, [%rd2]; st.global.v2.u32 [%rd1], {%r1, %r2};\n"
      "st.global.u32 [%rd1+8], %r3; add.u32 %r3, %r3, 1; st.global.u32 [g], %r3; ret;\n}\n";
  static const char *const strangers[] = { "dynamic", "test", "out", "d", "" };
  static const guint32 written[] = { 10, 20 };
  g_autoptr (GError) error = NULL;
  Machine machine;
  const WsDeviceClass *klass;
  WsDeviceSymbol c;
  WsDeviceSymbol g;
  guint32 left;

  machine_init (&machine, PROLOGUE "ret;");
  klass = machine.device->klass;
  for (guint i = 0; i < 2; i++)
    {
      klass->free_all (machine.device);
      klass->load (machine.device, ptx, -1, "test.ptx", &error);
      g_assert_no_error (error);
      klass->alloc (machine.device, sizeof machine.words, "out", &machine.out, &error);
      g_assert_no_error (error);
      g_assert_true (klass->find_symbol (machine.device, "c", &c, &error));
      g_assert_true (klass->find_symbol (machine.device, "g", &g, &error));
      g_assert_cmpuint (c.space, ==, WS_SPACE_CONST);
      g_assert_cmpuint (c.size_bytes, ==, 12);
      g_assert_cmpuint (c.run_address, ==, 0);
      g_assert_cmpuint (g.space, ==, WS_SPACE_GLOBAL);
      g_assert_cmpuint (g.run_address, ==, g.address);
      if (i == 1)
        g_assert_true (klass->write (machine.device, c.address + 4, written, 4, &error));
      g_assert_true (machine_run (&machine, 1, 1, NULL, NULL, &error));
      g_assert_true (machine_run (&machine, 1, 1, NULL, NULL, &error));
      machine_read (&machine);
      g_assert_cmpuint (machine.words[0], ==, i == 0 ? 2 : 10);
      g_assert_cmpuint (machine.words[1], ==, 3);
      g_assert_cmpuint (machine.words[2], ==, 8);
      g_assert_true (klass->read (machine.device, g.address, &left, 4, &error));
      g_assert_cmpuint (left, ==, 9);
      /* behind the constants there is nothing */
      g_assert_false (klass->write (machine.device, c.address + 8, written, 8, &error));
      g_clear_error (&error);
    }
  for (guint i = 0; i < G_N_ELEMENTS (strangers); i++)
    {
      g_assert_false (klass->find_symbol (machine.device, strangers[i], &c, &error));
      g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_NOT_FOUND);
      g_clear_error (&error);
    }
  ws_device_close (machine.device);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vm/divergence", test_divergence);
  g_test_add_func ("/vm/remainder", test_remainder);
  g_test_add_func ("/vm/loop", test_loop);
  g_test_add_func ("/vm/jump-table", test_jump_table);
  g_test_add_func ("/vm/barrier", test_barrier);
  g_test_add_func ("/vm/first-fault", test_first_fault);
  g_test_add_func ("/vm/limits", test_limits);
  g_test_add_func ("/vm/unknown-instruction", test_unknown_instruction);
  g_test_add_func ("/vm/cancel", test_cancel);
  g_test_add_func ("/vm/symbols", test_symbols);
  g_test_add_func ("/vm/call", test_call);
  for (guint i = 0; i < G_N_ELEMENTS (wrongs); i++)
    {
      g_autofree char *path = g_strdup_printf ("/vm/wrong/%s", wrongs[i].name);

      g_test_add_data_func (path, &wrongs[i], test_wrong);
    }
  return g_test_run ();
}
