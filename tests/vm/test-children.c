/* Grids that kernels launch: in which order they run, what each is given, when it would begin, what
 * the run keeps of it, and what a kernel does wrong with launches. */
#include "specs.h"
#include "virtual/virtual.h"

#include <string.h>

/* launch: a grid of @k, whose thread 0 of each block appends @tag to the list at @out: first how
 * long it is, then what is in it. Its parameters are out, tag and left. */
#define HEADER                                                                                \
  ".version 8.0\n.target sm_90\n.address_size 64\n"                                           \
  ".extern .func (.param .b64 r) __cudaCDP2GetParameterBufferV2 (.param .b64 f,\n"            \
  ".param .align 4 .b8 g[12], .param .align 4 .b8 b[12], .param .b32 s);\n"                   \
  ".extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2 (.param .b64 p, .param .b64 s);\n"  \
  ".extern .func (.param .b32 r) __cudaCDP2StreamCreateWithFlags (.param .b64 s,\n"           \
  ".param .b32 f);\n"                                                                         \
  ".extern .func (.param .b32 r) __cudaCDP2GetLastError ();\n"                                \
  ".func launch (.param .b64 k, .param .b32 grid, .param .b32 block, .param .b64 stream,\n"   \
  ".param .b64 out, .param .b32 tag, .param .b32 left)\n{\n"                                  \
  ".reg .b64 %%rd<8>; .reg .b32 %%r<8>;\n"                                                    \
  "ld.param.u64 %%rd1, [k]; ld.param.u32 %%r1, [grid]; ld.param.u32 %%r2, [block];\n"         \
  "ld.param.u64 %%rd2, [stream]; ld.param.u64 %%rd3, [out]; ld.param.u32 %%r3, [tag];\n"      \
  "ld.param.u32 %%r4, [left];\n"                                                              \
  "{ .param .b64 f; .param .align 4 .b8 g[12]; .param .align 4 .b8 b[12]; .param .b32 s;\n"   \
  ".param .b64 r; st.param.b64 [f], %%rd1; st.param.b32 [g], %%r1; st.param.b32 [g+4], 1;\n"  \
  "st.param.b32 [g+8], 1; st.param.b32 [b], %%r2; st.param.b32 [b+4], 1;\n"                   \
  "st.param.b32 [b+8], 1; st.param.b32 [s], 0;\n"                                             \
  "call.uni (r), __cudaCDP2GetParameterBufferV2, (f, g, b, s); ld.param.b64 %%rd4, [r]; }\n"  \
  "st.u64 [%%rd4], %%rd3; st.u32 [%%rd4+8], %%r3; st.u32 [%%rd4+12], %%r4;\n"                 \
  "{ .param .b64 p; .param .b64 s; .param .b32 r; st.param.b64 [p], %%rd4;\n"                 \
  "st.param.b64 [s], %%rd2; call.uni (r), __cudaCDP2LaunchDeviceV2, (p, s);\n"                \
  "ld.param.b32 %%r5, [r]; }\nret;\n}\n"                                                      \
  ".visible .entry child (.param .u64 out, .param .u32 tag, .param .u32 left)\n{\n"           \
  ".reg .pred %%p<4>; .reg .b64 %%rd<8>; .reg .b32 %%r<16>;\n"                                \
  "ld.param.u64 %%rd1, [out]; ld.param.u32 %%r1, [tag]; ld.param.u32 %%r3, [left];\n"         \
  "mov.u32 %%r2, %%tid.x; setp.ne.u32 %%p1, %%r2, 0; @%%p1 bra END;\n"                        \
  "atom.global.add.u32 %%r4, [%%rd1], 1; mul.wide.u32 %%rd2, %%r4, 4;\n"                      \
  "add.s64 %%rd2, %%rd1, %%rd2; st.global.u32 [%%rd2+4], %%r1;\n"                             \
  "setp.eq.u32 %%p2, %%r3, 0; @%%p2 bra END; sub.u32 %%r3, %%r3, 1; add.u32 %%r1, %%r1, 1;\n" \
  "mov.u64 %%rd3, child; mov.u32 %%r6, 1; mov.u64 %%rd4, %s;\n"                               \
  "call launch, (%%rd3, %%r6, %%r6, %%rd4, %%rd1, %%r1, %%r3);\n"                             \
  "END: ret;\n}\n"                                                                            \
  ".visible .entry test (.param .u64 out)\n{\n.reg .pred %%p<8>; .reg .b32 %%r<16>;\n"        \
  ".reg .b64 %%rd<16>; .local .align 8 .b8 l[16];\n"                                          \
  "ld.param.u64 %%rd1, [out]; mov.u32 %%r1, %%tid.x; mov.u64 %%rd2, child;\n"                 \
  "mov.u32 %%r2, 1; mov.u32 %%r3, 0; mov.u32 %%r9, %%ctaid.x; mov.u32 %%r10, 32;\n"           \
  "mov.u64 %%rd3, 0; mov.u64 %%rd4, 3; mov.u64 %%rd5, 4; mov.u64 %%rd6, l;\n"                 \
  "cvta.local.u64 %%rd7, %%rd6;\n%s\nret;\n}\n"

/* Thread %s of each block launches one child of one block, with these registers. */
#define LAUNCH(stream, tag, left)                   \
  "mov.u32 %r4, " #tag "; mov.u32 %r5, " #left "; " \
  "call launch, (%rd2, %r2, %r10, " stream ", %rd1, %r4, %r5);\n"
#define BLOCK_STREAM "%rd3"
#define TAIL         "%rd4"
#define FORGET       "%rd5"
#define ONLY(thread) "setp.ne.u32 %p1, %r1, " #thread "; @%p1 bra END;\n"

typedef struct {
  guint32 words[1 << 18];
  char *message; /* of the error; NULL: it ended well */
  WsRun *run;
  WsLaunchResult result;
} Outcome;

static void
outcome_clear (Outcome *self)
{
  g_free (self->message);
  g_clear_pointer (&self->run, ws_run_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Outcome, outcome_clear)

/* @nested: the stream that a child launches its own into */
static void
run (Outcome *self, const char *body, const char *nested, guint grid, guint block, guint n_threads,
     gboolean records)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRunBuilder) builder = NULL;
  g_autofree char *ptx = g_strdup_printf (HEADER, nested, body);
  WsDevice *device = ws_vm_device_new (spec, n_threads);
  WsLaunchRequest request = { .entry = "test", .grid = { grid, 1, 1 }, .block = { block, 1, 1 } };
  WsLaunch launch = { .grid = { grid, 1, 1 }, .block = { block, 1, 1 } };
  guint32 first = 0;
  WsRecordRequest record = { .residencies = TRUE, .counts = TRUE, .blocks = &first, .n_blocks = 1 };
  guint64 out;

  memset (self, 0, sizeof *self);
  device->klass->load (device, ptx, -1, "test.ptx", &error);
  g_assert_no_error (error);
  device->klass->alloc (device, sizeof self->words, "out", &out, &error);
  request.params = (const guint8 *)&out;
  request.params_size = sizeof out;
  builder = ws_run_builder_new (spec, device->id, device->name, WS_ORIGIN_MODELLED);
  ws_run_builder_add_kernel (
      builder, device->klass->describe (device, "test", "test", "test.cu", NULL, &error));
  g_assert_no_error (error);
  record.builder = builder;
  record.launch = ws_run_builder_add_launch (builder, &launch);
  if (!device->klass->launch (device, &request, records ? &record : NULL, &self->result, NULL,
                              &error))
    self->message = g_strdup (error->message);
  g_clear_error (&error);
  device->klass->read (device, out, self->words, sizeof self->words, &error);
  g_assert_no_error (error);
  self->run = ws_run_builder_finish (builder, &error);
  g_assert_no_error (error);
  ws_device_close (device);
}

/* What stands in the list, as a text. (transfer full) */
static char *
list (const Outcome *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->words[0]; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? " " : "", self->words[1 + i]);
  return g_string_free (text, FALSE);
}

typedef struct {
  const char *name;
  const char *body;
  const char *nested;
  guint grid;
  const char *list;
} Order;

static const Order orders[] = {
  { "one", ONLY (5) LAUNCH (FORGET, 7, 0) "END:", "4", 1, "7" },
  { "tail-last",
    ONLY (0) LAUNCH (TAIL, 1, 0) LAUNCH (TAIL, 2, 0) LAUNCH (FORGET, 3, 0)
        LAUNCH (BLOCK_STREAM, 4, 0) "END:",
    "4", 1, "3 4 1 2" },
  { "by-block",
    ONLY (0) "add.u32 %r9, %r9, 10; mov.u32 %r5, 0;"
             "call launch, (%rd2, %r2, %r10, %rd5, %rd1, %r9, %r5); END:",
    "4", 3, "10 11 12" },
  /* a grid's tail comes before what its parent launched behind it */
  { "nested-tail", ONLY (0) LAUNCH (FORGET, 10, 2) LAUNCH (FORGET, 20, 1) "END:", "3", 1,
    "10 11 12 20 21" },
  { "tail-of-tail", ONLY (0) LAUNCH (TAIL, 10, 2) LAUNCH (TAIL, 20, 0) "END:", "3", 1,
    "10 11 12 20" },
  { "long-tail", ONLY (0) LAUNCH (TAIL, 1, 40) "END:", "3", 1,
    "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 "
    "35 36 37 38 39 40 41" },
};

static void
test_order (gconstpointer data)
{
  const Order *order = data;
  g_auto (Outcome) recorded = { 0 };
  g_auto (Outcome) plain = { 0 };
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  run (&recorded, order->body, order->nested, order->grid, 32, 2, TRUE);
  g_assert_cmpstr (recorded.message, ==, NULL);
  first = list (&recorded);
  g_assert_cmpstr (first, ==, order->list);
  /* recording changes neither what comes out nor the time */
  run (&plain, order->body, order->nested, order->grid, 32, 1, FALSE);
  second = list (&plain);
  g_assert_cmpstr (second, ==, order->list);
  g_assert_cmpuint (plain.result.duration_ns, ==, recorded.result.duration_ns);
  g_assert_cmpuint (plain.result.duration_cycles, ==, recorded.result.duration_cycles);
}

/* What the run says of each grid. */
static void
test_run (void)
{
  g_auto (Outcome) outcome = { 0 };
  const WsRun *r;
  const WsKernel *kernel;

  run (&outcome,
       ONLY (5) LAUNCH (TAIL, 1, 0) "mov.u32 %r2, 3;" LAUNCH (
           FORGET, 2, 1) "mov.u32 %r2, 1;" LAUNCH (BLOCK_STREAM, 4, 0)
           LAUNCH (BLOCK_STREAM, 5, 0) "END:",
       "4", 2, 64, 2, TRUE);
  g_assert_cmpstr (outcome.message, ==, NULL);
  r = outcome.run;
  /* of each block: 2 with three nested ones, 4, 5; and at last two tails */
  g_assert_cmpuint (r->n_launches, ==, 1 + 2 * 6 + 2);
  g_assert_cmpuint (r->kernels->len, ==, 2);
  g_assert_cmpuint (r->launches[0].stream, ==, WS_STREAM_HOST);
  g_assert_cmpuint (r->launches[0].parent, ==, WS_NONE);
  kernel = ws_run_get_kernel (r, 1);
  g_assert_cmpstr (kernel->entry, ==, "child");
  g_assert_cmpuint (r->launches[1].grid[0], ==, 3);
  g_assert_cmpuint (r->launches[1].block[0], ==, 32);
  g_assert_cmpuint (r->launches[1].stream, ==, WS_STREAM_FIRE_AND_FORGET);
  for (guint i = 2; i <= 4; i++)
    {
      g_assert_cmpuint (r->launches[i].parent, ==, 1);
      g_assert_cmpuint (r->launches[i].parent_block, ==, i - 2);
      g_assert_cmpuint (r->launches[i].parent_thread, ==, 0);
      g_assert_cmpuint (r->launches[i].depth, ==, 2);
      g_assert_cmpuint (r->launches[i].begin_cycles, >, r->launches[1].begin_cycles);
    }
  for (guint i = 1; i < r->n_launches; i++)
    {
      const WsLaunch *launch = &r->launches[i];
      const WsSite *site = ws_run_get_site (r, launch->parent, launch->parent_site);

      g_assert_nonnull (site);
      g_assert_cmpuint (site->op_class, ==, WS_OP_CALL);
      g_assert_nonnull (
          strstr (ws_kernel_get_string (ws_run_get_kernel (r, launch->parent), site->text),
                  "LaunchDevice"));
      g_assert_true (launch->has_counts);
      g_assert_cmpuint (launch->n_residencies, ==, launch->grid[0]);
      g_assert_nonnull (ws_run_find_block (r, i, 0));
      if (launch->depth == 1)
        {
          g_assert_cmpuint (launch->parent_thread, ==, 5);
          g_assert_cmpuint (launch->parent_block, ==, i < 7 || i == 13 ? 0 : 1);
        }
    }
  /* the two of a block's own stream: one after the other, and beside those of the other block */
  g_assert_cmpuint (r->launches[6].begin_cycles, >=,
                    r->launches[5].begin_cycles + r->launches[5].duration_cycles);
  g_assert_cmpuint (r->launches[11].begin_cycles, <,
                    r->launches[6].begin_cycles + r->launches[6].duration_cycles);
  /* a tail: behind all else, and behind the one before */
  for (guint i = 1; i < 13; i++)
    g_assert_cmpuint (r->launches[13].begin_cycles, >,
                      r->launches[i].begin_cycles + r->launches[i].duration_cycles);
  g_assert_cmpuint (r->launches[14].begin_cycles, >,
                    r->launches[13].begin_cycles + r->launches[13].duration_cycles);
  g_assert_cmpuint (outcome.result.duration_cycles, <, r->launches[13].begin_cycles);
  g_assert_cmpuint (outcome.result.duration_ns, ==,
                    (r->launches[14].begin_cycles + r->launches[14].duration_cycles) * 1000000
                        / r->spec->clock_khz);
  g_assert_cmpuint (outcome.result.warp_instructions, >, 0);
}

/* What a block launches that began late begins later still. */
static void
test_late (void)
{
  g_auto (Outcome) outcome = { 0 };
  const WsResidency *parent;

  /* more blocks than an H200 has room for at once */
  run (&outcome,
       "setp.ne.u32 %p1, %r9, 4999; @%p1 bra END;" ONLY (0) LAUNCH (FORGET, 1, 0) "END:", "4", 5000,
       32, 2, TRUE);
  g_assert_cmpstr (outcome.message, ==, NULL);
  g_assert_cmpuint (outcome.run->n_launches, ==, 2);
  g_assert_cmpuint (outcome.run->launches[1].parent_block, ==, 4999);
  parent = &outcome.run->residencies[outcome.run->launches[0].first_residency + 4999];
  g_assert_cmpuint (parent->start, >, 0);
  g_assert_cmpuint (outcome.run->launches[1].begin_cycles, >,
                    parent->start
                        + outcome.run->spec->launch_ns * outcome.run->spec->clock_khz / 1000000);
}

/* What is written of it is read again, and is the same on any thread. */
static void
test_same (void)
{
  static const char *const body = ONLY (0) LAUNCH (FORGET, 10, 1) LAUNCH (TAIL, 20, 0) "END:";
  g_auto (Outcome) one = { 0 };
  g_auto (Outcome) four = { 0 };
  g_autoptr (GVariant) first = NULL;
  g_autoptr (GVariant) second = NULL;
  g_autoptr (GVariant) third = NULL;
  g_autoptr (WsRun) again = NULL;
  g_autoptr (GError) error = NULL;

  run (&one, body, "4", 4, 32, 1, TRUE);
  run (&four, body, "4", 4, 32, 4, TRUE);
  first = g_variant_ref_sink (ws_run_to_variant (one.run));
  second = g_variant_ref_sink (ws_run_to_variant (four.run));
  g_assert_true (g_variant_equal (first, second));
  again = ws_run_new_from_variant (first, &error);
  g_assert_no_error (error);
  third = g_variant_ref_sink (ws_run_to_variant (again));
  g_assert_true (g_variant_equal (first, third));
}

/* A named stream: what is launched into it runs in order, and each block has its own. */
static void
test_named (void)
{
  g_auto (Outcome) outcome = { 0 };
  g_autofree char *text = NULL;
  const WsLaunch *launches;

  run (&outcome,
       ONLY (0) "{ .param .b64 s; .param .b32 f; .param .b32 r; st.param.b64 [s], %rd7;"
                "st.param.b32 [f], 1; call (r), __cudaCDP2StreamCreateWithFlags, (s, f); }\n"
                "ld.local.u64 %rd8, [%rd6];\n" LAUNCH ("%rd8", 1, 0) LAUNCH (FORGET, 2, 0) LAUNCH (
                    "%rd8", 3, 0) "{ .param .b32 r; call (r), __cudaCDP2GetLastError, (); "
                                  "ld.param.b32 %r6, [r]; }\n"
                                  "add.u32 %r6, %r6, 77; st.global.u32 [%rd1+400], %r6; END:",
       "4", 2, 32, 2, TRUE);
  g_assert_cmpstr (outcome.message, ==, NULL);
  text = list (&outcome);
  g_assert_cmpstr (text, ==, "1 2 3 1 2 3");
  g_assert_cmpuint (outcome.words[100], ==, 77);
  launches = outcome.run->launches;
  g_assert_cmpuint (launches[1].stream, ==, WS_STREAM_NAMED);
  g_assert_cmpuint (launches[3].begin_cycles, >=,
                    launches[1].begin_cycles + launches[1].duration_cycles);
  g_assert_cmpuint (launches[4].begin_cycles, <,
                    launches[3].begin_cycles + launches[3].duration_cycles);
}

typedef struct {
  const char *name;
  const char *body;
  const char *nested;
  guint grid;
  guint block;
  const char *message; /* its end */
} Wrong;

static const Wrong wrongs[] = {
  { "no-kernel", ONLY (3) "mov.u64 %rd2, 4096;" LAUNCH (FORGET, 1, 0) "END:", "4", 1, 32,
    "lane 3 (thread 3) of test launches address 0x1000, which is not a kernel." },
  { "no-stream", ONLY (0) "mov.u64 %rd8, 4660;" LAUNCH ("%rd8", 1, 0) "END:", "4", 1, 32,
    "launches into stream 0x1234, which its block did not create." },
  { "no-parameters",
    ONLY (0) "{ .param .b64 p; .param .b64 s; .param .b32 r; st.param.b64 [p], %rd1;"
             "st.param.b64 [s], %rd3; call.uni (r), __cudaCDP2LaunchDeviceV2, (p, s); }\nEND:",
    "4", 1, 32, "which does not come from cudaGetParameterBuffer." },
  { "threads", ONLY (0) "mov.u32 %r10, 1025;" LAUNCH (FORGET, 1, 0) "END:", "4", 1, 32, "1024" },
  { "no-block", ONLY (0) "mov.u32 %r2, 0;" LAUNCH (FORGET, 1, 0) "END:", "4", 1, 32,
    "makes an invalid launch" },
  { "depth", ONLY (0) LAUNCH (FORGET, 1, 100) "END:", "4", 1, 32,
    "of child launches a grid at nesting depth 24, the greatest possible." },
  { "pending", LAUNCH (TAIL, 1, 0), "4", 3, 1024,
    "block 2, warp 0, lane 0 (thread 0) of test launches a grid while 2048 are pending, the most "
    "that the device holds." },
};

static void
test_wrong (gconstpointer data)
{
  const Wrong *wrong = data;
  g_auto (Outcome) outcome = { 0 };
  const WsFinding *finding;

  run (&outcome, wrong->body, wrong->nested, wrong->grid, wrong->block, 2, TRUE);
  g_assert_nonnull (outcome.message);
  g_assert_nonnull (strstr (outcome.message, wrong->message));
  g_assert_null (strchr (outcome.message, '\n'));
  g_assert_cmpuint (outcome.run->findings->len, ==, 1);
  finding = g_ptr_array_index (outcome.run->findings, 0);
  g_assert_cmpuint (finding->launch, ==, outcome.run->n_launches - 1);
  g_assert_cmpuint (finding->site, !=, WS_NONE);
}

/* As many as may be nested, and as may wait, are right. */
static void
test_limits (void)
{
  g_auto (Outcome) deep = { 0 };
  g_auto (Outcome) wide = { 0 };

  run (&deep, ONLY (0) LAUNCH (FORGET, 1, 23) "END:", "4", 1, 32, 2, TRUE);
  g_assert_cmpstr (deep.message, ==, NULL);
  g_assert_cmpuint (deep.run->launches[24].depth, ==, 24);
  run (&wide, LAUNCH (FORGET, 1, 0), "4", 2, 1024, 2, TRUE);
  g_assert_cmpstr (wide.message, ==, NULL);
  g_assert_cmpuint (wide.words[0], ==, 2048);
  /* the run keeps the first of so many, and says so */
  g_assert_cmpuint (wide.run->n_launches, ==, 256);
  g_assert_cmpstr (wide.run->notes[g_strv_length (wide.run->notes) - 1], ==,
                   "Launch 1: only the first 255 of these grids were kept.");
}

/* Many large grids have not as many notes: that they were launched, and that not all were kept. */
static void
test_notes (void)
{
  g_auto (Outcome) outcome = { 0 };

  /* not all blocks of each are timed */
  run (&outcome,
       "mov.u32 %r2, 400; setp.ge.u32 %p1, %r1, 300; @%p1 bra END;" LAUNCH (FORGET, 1, 0) "END:",
       "4", 1, 1024, 2, TRUE);
  g_assert_cmpstr (outcome.message, ==, NULL);
  g_assert_cmpuint (outcome.run->n_launches, ==, 256);
  g_assert_cmpuint (g_strv_length (outcome.run->notes), ==, 2);
}

/* A store beside the parameters is found. */
static void
test_beside (void)
{
  g_auto (Outcome) outcome = { 0 };

  run (&outcome,
       ONLY (0) "{ .param .b64 f; .param .align 4 .b8 g[12]; .param .align 4 .b8 b[12];"
                ".param .b32 s; .param .b64 r; st.param.b64 [f], %rd2; st.param.b32 [g], 1;"
                "st.param.b32 [b], 1; st.param.b32 [s], 0;"
                "call.uni (r), __cudaCDP2GetParameterBufferV2, (f, g, b, s);"
                "ld.param.b64 %rd8, [r]; }\nst.u32 [%rd8+16], 1; END:",
       "4", 1, 32, 1, TRUE);
  g_assert_nonnull (outcome.message);
  g_assert_nonnull (strstr (outcome.message, "4 bytes past the end of “launch parameters”"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (orders); i++)
    {
      g_autofree char *path = g_strdup_printf ("/children/order/%s", orders[i].name);

      g_test_add_data_func (path, &orders[i], test_order);
    }
  g_test_add_func ("/children/run", test_run);
  g_test_add_func ("/children/late", test_late);
  g_test_add_func ("/children/same", test_same);
  g_test_add_func ("/children/named", test_named);
  for (guint i = 0; i < G_N_ELEMENTS (wrongs); i++)
    {
      g_autofree char *path = g_strdup_printf ("/children/wrong/%s", wrongs[i].name);

      g_test_add_data_func (path, &wrongs[i], test_wrong);
    }
  g_test_add_func ("/children/limits", test_limits);
  g_test_add_func ("/children/notes", test_notes);
  g_test_add_func ("/children/beside", test_beside);
  return g_test_run ();
}
