/* What kernels print, allocate and wait for, and what they do wrong with it, on small programs. */
#include "specs.h"
#include "virtual/virtual.h"

#include <string.h>

#define HEADER                                                                               \
  ".version 8.0\n.target sm_90\n.address_size 64\n"                                          \
  ".extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);\n"                  \
  ".extern .func (.param .b64 r) malloc (.param .b64 a);\n"                                  \
  ".extern .func free (.param .b64 a);\n"                                                    \
  ".extern .func __assertfail (.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, " \
  ".param .b64 e);\n"                                                                        \
  ".global .b8 format[64] = {%s};\n"                                                         \
  ".func (.param .b32 r) down (.param .b32 n)\n{\n.reg .b32 %%r<4>; .reg .pred %%p<2>;\n"    \
  "ld.param.u32 %%r1, [n]; setp.eq.u32 %%p1, %%r1, 0; mov.u32 %%r2, 0; @%%p1 bra END;\n"     \
  "sub.u32 %%r2, %%r1, 1; call (%%r2), down, (%%r2); add.u32 %%r2, %%r2, %%r1;\n"            \
  "END: st.param.b32 [r], %%r2; ret;\n}\n"                                                   \
  ".func leaf (.param .b64 p) { .reg .b64 %%rd<2>; ld.param.u64 %%rd1, [p];\n"               \
  "st.global.u32 [%%rd1], 7; ret; }\n"                                                       \
  ".visible .entry test (.param .u64 out)\n{\n.reg .pred %%p<8>; .reg .b32 %%r<16>;\n"       \
  ".reg .b64 %%rd<16>; .local .align 8 .b8 l[64];\n"                                         \
  "ld.param.u64 %%rd1, [out]; mov.u32 %%r1, %%tid.x; mul.wide.u32 %%rd2, %%r1, 4;\n"         \
  "add.s64 %%rd2, %%rd1, %%rd2; mov.u64 %%rd3, format; mov.u64 %%rd4, l;\n"                  \
  "cvta.local.u64 %%rd5, %%rd4; mov.u32 %%r9, %%ctaid.x;\n%s\nret;\n}\n"

typedef struct {
  guint32 words[256];
  char *message; /* of the error; NULL: it ended well */
  WsRun *run;
} Outcome;

static void
outcome_clear (Outcome *self)
{
  g_free (self->message);
  g_clear_pointer (&self->run, ws_run_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Outcome, outcome_clear)

static void
run (Outcome *self, const char *body, const char *format, guint grid, guint block)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (GString) bytes = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRunBuilder) builder = NULL;
  g_autofree char *ptx = NULL;
  WsDevice *device = ws_vm_device_new (spec, 2);
  WsLaunchRequest request = { .entry = "test", .grid = { grid, 1, 1 }, .block = { block, 1, 1 } };
  WsLaunch launch = { .grid = { grid, 1, 1 }, .block = { block, 1, 1 } };
  WsRecordRequest record = { .residencies = TRUE };
  guint64 out;

  for (const char *c = format; *c != '\0'; c++)
    g_string_append_printf (bytes, "%u, ", (guint)(guchar)*c);
  g_string_append (bytes, "0");
  ptx = g_strdup_printf (HEADER, bytes->str, body);
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
  *self = (Outcome){ 0 };
  if (!device->klass->launch (device, &request, &record, NULL, NULL, &error))
    self->message = g_strdup (error->message);
  g_clear_error (&error);
  device->klass->read (device, out, self->words, sizeof self->words, &error);
  g_assert_no_error (error);
  self->run = ws_run_builder_finish (builder, &error);
  g_assert_no_error (error);
  ws_device_close (device);
}

/* ---- printf ---- */

typedef struct {
  const char *name;
  const char *format;
  const char *stores; /* of the arguments, to [%rd4] on */
  const char *printed;
} Print;

static const Print prints[] = {
  { "decimal", "%d|%5i|%-5d|%05d|%+d|% d|%.3d",
    "st.local.s32 [%rd4], -7; st.local.s32 [%rd4+4], 42;"
    "st.local.s32 [%rd4+8], 42; st.local.s32 [%rd4+12], -42; st.local.s32 [%rd4+16], 1;"
    "st.local.s32 [%rd4+20], 2; st.local.s32 [%rd4+24], 5;",
    "-7|   42|42   |-0042|+1| 2|005" },
  { "unsigned", "%u %x %X %o %#x %#o",
    "st.local.u32 [%rd4], -1; st.local.u32 [%rd4+4], 48879;"
    "st.local.u32 [%rd4+8], 48879; st.local.u32 [%rd4+12], 8; st.local.u32 [%rd4+16], 255;"
    "st.local.u32 [%rd4+20], 8;",
    "4294967295 beef BEEF 10 0xff 010" },
  { "sizes", "%hd %hhu %lld %lx",
    "st.local.u32 [%rd4], 65535; st.local.u32 [%rd4+4], 511;"
    "st.local.s64 [%rd4+8], -5; st.local.u64 [%rd4+16], 0x123456789abcdef;",
    "-1 255 -5 123456789abcdef" },
  { "floats", "%f %.2e %g %8.3f|%-8.1f|%G",
    "st.local.f64 [%rd4], 0d3FF8000000000000;"
    "st.local.f64 [%rd4+8], 0d40FE240C9FBE76C9; st.local.f64 [%rd4+16], 0d3FB999999999999A;"
    "st.local.f64 [%rd4+24], 0d400921FB54442D18; st.local.f64 [%rd4+32], 0dC004000000000000;"
    "st.local.f64 [%rd4+40], 0d4415AF1D78B58C40;",
    "1.500000 1.23e+05 0.1    3.142|-2.5    |1E+20" },
  { "hexadecimal", "%a", "st.local.f64 [%rd4], 0d3FF8000000000000;", "0x1.8p+0" },
  { "others", "%c%%%5c|%p|%s|%.3s|%-9s|%q",
    "st.local.u32 [%rd4], 65; st.local.u32 [%rd4+4], 66;"
    "st.local.u64 [%rd4+8], 4096; st.local.u64 [%rd4+16], 0; st.local.u64 [%rd4+24], %rd3;"
    "st.local.u64 [%rd4+32], %rd3;",
    "A%    B|0x1000|(null)|%c%|%c%%%5c|%p|%s|%.3s|%-9s|%q|%q" },
  { "stars", "%*d|%.*f",
    "st.local.u32 [%rd4], 6; st.local.u32 [%rd4+4], 12;"
    "st.local.u32 [%rd4+8], 1; st.local.f64 [%rd4+16], 0d4004000000000000;",
    "    12|2.5" },
};

static void
test_print (gconstpointer data)
{
  const Print *print = data;
  g_auto (Outcome) outcome = { 0 };
  g_autofree char *wanted = g_strdup_printf ("Launch 1 printed:\n%s", print->printed);
  g_autofree char *body = g_strdup_printf (
      "%s .param .b64 p; .param .b64 q; .param .b32 s; st.param.b64 [p], %%rd3;\n"
      "st.param.b64 [q], %%rd5; call (s), vprintf, (p, q); ld.param.b32 %%r2, [s];\n"
      "st.global.u32 [%%rd2], %%r2;",
      print->stores);
  guint n = 0;

  for (const char *c = print->format; *c != '\0'; c++)
    n += *c == '*'
         || (*c == '%' && c[1] != '%' && c[1] != 'q' && (c == print->format || c[-1] != '%'));
  run (&outcome, body, print->format, 1, 1);
  g_assert_cmpstr (outcome.message, ==, NULL);
  g_assert_cmpstr (outcome.run->notes[0], ==, wanted);
  if (!g_str_equal (print->name, "others"))
    g_assert_cmpuint (outcome.words[0], ==, n);
}

/* Lane after lane, block after block; what is too much is cut off, and that is said. */
static void
test_print_order (void)
{
  g_auto (Outcome) outcome = { 0 };
  g_auto (Outcome) many = { 0 };
  const char *body = "mad.lo.u32 %r3, %r9, 100, %r1; st.local.u32 [%rd4], %r3;\n"
                     ".param .b64 p; .param .b64 q; .param .b32 s; st.param.b64 [p], %rd3;\n"
                     "st.param.b64 [q], %rd5; call (s), vprintf, (p, q);";

  run (&outcome, body, "%u ", 3, 3);
  g_assert_cmpstr (outcome.run->notes[0], ==, "Launch 1 printed:\n0 1 2 100 101 102 200 201 202 ");
  run (&many, body, "%u\n", 64, 64);
  g_assert_true (g_str_has_prefix (many.run->notes[0], "Launch 1 printed:\n0\n1\n2\n"));
  g_assert_cmpuint (strlen (many.run->notes[0]), <, 8192);
  g_assert_true (g_str_has_suffix (many.run->notes[1], " more bytes, which were discarded."));
}

/* ---- faults ---- */

typedef struct {
  const char *name;
  const char *body;
  guint grid;
  const char *says;
} Wrong;

#define MALLOC                                                                                     \
  ".param .b64 p; .param .b64 s; st.param.b64 [p], 24; call (s), malloc, (p); ld.param.b64 %rd6, " \
  "[s];\n"
#define FREE "{ .param .b64 f; st.param.b64 [f], %rd6; call free, (f); }\n"

static const Wrong wrongs[] = {
  { "freed-twice", MALLOC FREE FREE, 1,
    "PTX line 27: block 0, warp 0, lane 0 (thread 0) of test frees address 0x200000020500 a second "
    "time (double free): lane 0 of warp 0 in block 0 freed it at PTX line 26." },
  { "freed-and-used", MALLOC FREE "st.global.u32 [%rd6+20], %r1;", 1,
    "makes an invalid __global__ write of 4 bytes at address 0x200000020514, in memory that was "
    "freed: lane 0 of warp 0 in block 0 freed it at PTX line 26." },
  { "never-given", "mov.u64 %rd6, %rd1;" FREE, 1, "which malloc did not return." },
  { "middle", MALLOC "add.u64 %rd6, %rd6, 8;" FREE, 1,
    "frees address 0x200000020508, 8 bytes past the start of its allocation." },
  { "behind", MALLOC "st.global.u32 [%rd6+24], %r1;", 1, "4 bytes past the end of “device heap”." },
  { "stack", "mov.u32 %r2, 100000; call (%r2), down, (%r2);", 1,
    "overflows its stack of 65536 bytes: its calls are nested too deeply." },
  { "alloca", "mov.u64 %rd6, 65536; alloca.u64 %rd7, %rd6, 16;", 1,
    "overflows its stack of 65536 bytes" },
  { "no-function",
    "mov.u64 %rd6, 12345;\nP: .callprototype _ (.param .b32 _);\n.param .b32 p;\n"
    "st.param.b32 [p], 1; call %rd6, (p), P;",
    1, "calls through address 0x3039, which is not a function." },
  { "other-parameters",
    "mov.u64 %rd6, leaf;\nP: .callprototype _ (.param .b32 _);\n.param .b32 p;\n"
    "st.param.b32 [p], 1; call %rd6, (p), P;",
    1, "calls leaf through its address with parameters" },
  /* the line is the function's, though it is put in line */
  { "inside", "mov.u64 %rd6, 0; call leaf, (%rd6);", 1,
    "PTX line 17: block 0, warp 0, lane 0 (thread 0) of test makes an invalid __global__ write of "
    "4 bytes through a null pointer" },
  { "assert",
    "{ .param .b64 a; .param .b64 b; .param .b32 c; .param .b64 d; .param .b64 e;\n"
    "st.param.b64 [a], %rd3; st.param.b64 [b], %rd3; st.param.b32 [c], 11;\n"
    "st.param.b64 [d], %rd3; st.param.b64 [e], 1; call __assertfail, (a, b, c, d, e); }",
    1, "stops at text:11, in text: Assertion `text` failed." },
  { "never-written",
    "LOOP: ld.volatile.global.u32 %r2, [%rd1]; setp.eq.u32 %p1, %r2, 0; @%p1 bra LOOP;", 1,
    "waits for a value that no other thread of the grid writes." },
  /* all blocks count, and wait until all have */
  { "too-many",
    "atom.global.add.u32 %r2, [%rd1], 1;\n"
    "LOOP: ld.volatile.global.u32 %r2, [%rd1]; setp.ne.u32 %p1, %r2, 5000; @%p1 bra LOOP;",
    5000,
    "waits for blocks of the grid that cannot start: the device holds 4224 blocks at once, of "
    "5000." },
};

static void
test_wrong (gconstpointer data)
{
  const Wrong *wrong = data;
  g_auto (Outcome) outcome = { 0 };

  run (&outcome, wrong->body, "text", wrong->grid, 1);
  g_assert_nonnull (outcome.message);
  if (strstr (outcome.message, wrong->says) == NULL)
    g_test_message ("%s", outcome.message);
  g_assert_nonnull (strstr (outcome.message, wrong->says));
  g_assert_cmpuint (outcome.run->findings->len, ==, 1);
}

/* ---- what is right ---- */

/* Lanes that are at different depths of a recursion: 0 + ... + n. */
static void
test_depths (void)
{
  g_auto (Outcome) outcome = { 0 };

  run (&outcome, "call (%r2), down, (%r1); st.global.u32 [%rd2], %r2;", "", 1, 64);
  g_assert_cmpstr (outcome.message, ==, NULL);
  for (guint i = 0; i < 64; i++)
    g_assert_cmpuint (outcome.words[i], ==, i * (i + 1) / 2);
}

/* As many blocks as fit wait for each other: the last is there, too. */
static void
test_full (void)
{
  g_auto (Outcome) outcome = { 0 };

  run (&outcome,
       "atom.global.add.u32 %r2, [%rd1], 1;\n"
       "LOOP: ld.volatile.global.u32 %r2, [%rd1]; setp.ne.u32 %p1, %r2, 4224; @%p1 bra LOOP;",
       "", 4224, 1);
  g_assert_cmpstr (outcome.message, ==, NULL);
  g_assert_cmpuint (outcome.words[0], ==, 4224);
}

/* What a thread took of its stack is there anew after stackrestore. */
static void
test_stack (void)
{
  g_auto (Outcome) outcome = { 0 };

  run (&outcome,
       "stacksave.u64 %rd6; mov.u64 %rd7, 40; alloca.u64 %rd8, %rd7; st.local.u32 [%rd8+36], %r1;\n"
       "alloca.u64 %rd9, %rd7, 64; stackrestore.u64 %rd6; alloca.u64 %rd10, %rd7;\n"
       "sub.u64 %rd11, %rd10, %rd8; cvt.u32.u64 %r2, %rd11; sub.u64 %rd11, %rd9, %rd8;\n"
       "cvt.u32.u64 %r3, %rd11; mad.lo.u32 %r2, %r2, 1000, %r3; st.global.u32 [%rd2], %r2;\n"
       "and.b64 %rd11, %rd9, 63; cvt.u32.u64 %r3, %rd11; st.global.u32 [%rd2+256], %r3;",
       "", 1, 2);
  g_assert_cmpstr (outcome.message, ==, NULL);
  g_assert_cmpuint (outcome.words[0], ==, 64);
  g_assert_cmpuint (outcome.words[1], ==, 64);
  g_assert_cmpuint (outcome.words[64], ==, 0);
}

/* A cluster is one block; brkpt, pmevent, setmaxnreg and griddepcontrol do nothing; the timer goes
 * on from block to block. */
static void
test_registers (void)
{
  g_auto (Outcome) outcome = { 0 };

  run (&outcome,
       "brkpt; pmevent 3; setmaxnreg.inc.sync.aligned.u32 64; griddepcontrol.wait; "
       "mov.u32 %r2, %clusterid.x; mov.u32 %r3, %nclusterid.x;\n"
       "mov.u32 %r4, %cluster_nctarank; mov.u32 %r5, %cluster_ctarank;\n"
       "mad.lo.u32 %r2, %r2, 100, %r3; mad.lo.u32 %r2, %r2, 10, %r4; add.u32 %r2, %r2, %r5;\n"
       "mul.wide.u32 %rd6, %r9, 16; add.s64 %rd6, %rd1, %rd6; st.global.u32 [%rd6], %r2;\n"
       "mov.u64 %rd7, %globaltimer; nanosleep.u32 1000; mov.u64 %rd8, %globaltimer;\n"
       "sub.u64 %rd9, %rd8, %rd7; cvt.u32.u64 %r3, %rd9; st.global.u32 [%rd6+4], %r3;\n"
       "cvt.u32.u64 %r3, %rd7; st.global.u32 [%rd6+8], %r3;",
       "", 3, 1);
  g_assert_cmpstr (outcome.message, ==, NULL);
  for (guint b = 0; b < 3; b++)
    {
      g_assert_cmpuint (outcome.words[4 * b], ==, (b * 100 + 3) * 10 + 1);
      g_assert_cmpuint (outcome.words[4 * b + 1], >=, 1000);
      g_assert_cmpuint (outcome.words[4 * b + 1], <, 1100);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (prints); i++)
    {
      g_autofree char *path = g_strdup_printf ("/calls/print/%s", prints[i].name);

      g_test_add_data_func (path, &prints[i], test_print);
    }
  g_test_add_func ("/calls/print-order", test_print_order);
  for (guint i = 0; i < G_N_ELEMENTS (wrongs); i++)
    {
      g_autofree char *path = g_strdup_printf ("/calls/wrong/%s", wrongs[i].name);

      g_test_add_data_func (path, &wrongs[i], test_wrong);
    }
  g_test_add_func ("/calls/depths", test_depths);
  g_test_add_func ("/calls/full", test_full);
  g_test_add_func ("/calls/stack", test_stack);
  g_test_add_func ("/calls/registers", test_registers);
  return g_test_run ();
}
