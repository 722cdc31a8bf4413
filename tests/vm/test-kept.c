/* Accesses that reach memory through one register, with offsets: what is kept of the first for
 * those behind it changes nothing. Each program is run as it is, and with an address of its own for
 * each access. */
#include "virtual/virtual.h"
#include "specs.h"

#include <string.h>

#define N_PROGRAMS 24
#define N_BLOCKS   400 /* so many that most are not timed */
#define N_THREADS  32
#define N_WORDS    256 /* of shared memory, and of global memory for each block */
#define N_STEPS    7   /* of a line */

/* Where lanes point to: words that have room for the offsets behind them. */
static const char *const pointers[] = {
  "shl.b32 %r2, %r1, 2;",
  "and.b32 %r2, %r1, 15; shl.b32 %r2, %r2, 2;",
  "shr.u32 %r2, %r1, 4; shl.b32 %r2, %r2, 6;",
  "shr.u32 %r2, %r1, 4; xor.b32 %r2, %r2, 1; shl.b32 %r2, %r2, 4;",
  "shr.u32 %r2, %r1, 3; shl.b32 %r2, %r2, 5;",
  "shl.b32 %r2, %r1, 3;",
  "mul.lo.u32 %r2, %r1, 11; and.b32 %r2, %r2, 31; shl.b32 %r2, %r2, 2;",
  "mov.u32 %r2, 20;",
};

/* A program, twice. */
typedef struct {
  GString *same;
  GString *own; /* an address for each access */
} Program;

static void
add (Program *self, const char *text)
{
  g_string_append (self->same, text);
  g_string_append (self->own, text);
}

static void
add_access (Program *self, gboolean stores, gboolean is_global, guint offset)
{
  const char *space = is_global ? "global" : "shared";
  const char *pointer = is_global ? "%rd3" : "%r2";
  const char *own = is_global ? "%rd4" : "%r3";

  g_string_append_printf (self->own, "add.u%s %s, %s, %u;\n", is_global ? "64" : "32", own, pointer,
                          offset);
  if (stores)
    {
      g_string_append_printf (self->same, "st.%s.u32 [%s+%u], %%r4;\n", space, pointer, offset);
      g_string_append_printf (self->own, "st.%s.u32 [%s], %%r4;\n", space, own);
      return;
    }
  g_string_append_printf (self->same, "ld.%s.u32 %%r5, [%s+%u];\n", space, pointer, offset);
  g_string_append_printf (self->own, "ld.%s.u32 %%r5, [%s];\n", space, own);
  add (self, "mad.lo.u32 %r4, %r4, 31, %r5;\n");
}

/* What stands between branches. @meets: (nullable): lanes of other paths are waited for in it. */
static void
add_line (Program *self, const char *meets)
{
  gint32 where = g_test_rand_int_range (0, N_STEPS);

  for (gint32 i = 0; i < N_STEPS; i++)
    {
      gint32 what = g_test_rand_int_range (0, 10);

      if (meets != NULL && i == where)
        add (self, meets);
      if (what == 0)
        add (self, "xor.b32 %r2, %r2, 4; xor.b64 %rd3, %rd3, 4;\n");
      else if (what == 1)
        add (self, "@%p1 xor.b32 %r2, %r2, 8; @%p1 xor.b64 %rd3, %rd3, 8;\n");
      else
        add_access (self, what < 5, what % 3 == 0, 4 * (guint)g_test_rand_int_range (0, 40));
    }
}

static void
write_program (Program *self, const char *pointer)
{
  const char *meets = g_test_rand_bit () ? "shfl.sync.bfly.b32 %r5, %r4, 3, 31, -1;\n"
                                           "xor.b32 %r4, %r4, %r5;\n"
                                         : "@%p1 shfl.sync.idx.b32 %r5, %r4, 4, 31, %r8;\n"
                                           "@%p1 xor.b32 %r4, %r4, %r5;\n";

  add (self, ".version 8.0\n.target sm_75\n.address_size 64\n"
             ".visible .entry k (.param .u64 out)\n{\n"
             ".reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %rd<8>;\n"
             ".shared .align 4 .b8 buf[1024];\n"
             "ld.param.u64 %rd1, [out]; mov.u32 %r1, %ctaid.x; mul.wide.u32 %rd2, %r1, 1024;\n"
             "add.s64 %rd1, %rd1, %rd2; mov.u32 %r1, %tid.x; mad.lo.u32 %r4, %r1, 77, 5;\n"
             "mov.u32 %r6, 0; and.b32 %r7, %r1, 15; setp.ne.u32 %p1, %r7, 3;\n"
             "vote.sync.ballot.b32 %r8, %p1, -1;\n");
  add (self, pointer);
  add (self, "cvt.u64.u32 %rd3, %r2; add.s64 %rd3, %rd1, %rd3;\nLOOP:\n");
  add_line (self, NULL);
  add (self, "xor.b32 %r7, %r1, %r6; and.b32 %r7, %r7, 2; setp.eq.u32 %p2, %r7, 0;\n"
             "@%p2 bra OTHER;\n");
  add_line (self, meets);
  add (self, "bra JOIN;\nOTHER:\n");
  add_line (self, meets);
  add (self, "JOIN:\n");
  add_line (self, NULL);
  add (self, "add.u32 %r6, %r6, 1; setp.lt.u32 %p3, %r6, 4; @%p3 bra LOOP;\n"
             "st.global.u32 [%rd1], %r4; ret;\n}\n");
}

/* What memory holds, and what was counted of each access. */
typedef struct {
  guint32 words[N_BLOCKS * N_WORDS];
  GArray *counts; /* WsSiteCount */
} Outcome;

static void
take_counts (WsRunBuilder *builder, Outcome *outcome)
{
  g_autoptr (WsRun) run = ws_run_builder_end (builder);

  for (gsize i = 0; i < run->n_counts; i++)
    if (run->counts[i].requests > 0)
      g_array_append_val (outcome->counts, run->counts[i]);
}

static gboolean
run_program (const char *ptx, const char *variant, gboolean counts, guint n_threads,
             Outcome *outcome, GError **error)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, 1);
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (spec, "vm:h200", "Test", WS_ORIGIN_MODELLED);
  guint64 out;
  WsLaunch launch = { .grid = { N_BLOCKS, 1, 1 }, .block = { n_threads, 1, 1 } };
  const WsLaunchRequest request = { .entry = "k",
                                    .grid = { N_BLOCKS, 1, 1 },
                                    .block = { n_threads, 1, 1 },
                                    .params = (const guint8 *)&out,
                                    .params_size = sizeof out };
  WsRecordRequest record = { .counts = TRUE, .builder = builder };
  gboolean ok;

  if (variant != NULL)
    ws_vm_device_set_variant (device, variant);
  g_assert_true (device->klass->load (device, ptx, -1, "kept.ptx", error));
  for (guint i = 0; i < G_N_ELEMENTS (outcome->words); i++)
    outcome->words[i] = i * 2654435761u;
  device->klass->alloc (device, sizeof outcome->words, "out", &out, error);
  device->klass->write (device, out, outcome->words, sizeof outcome->words, error);
  ws_run_builder_add_kernel (builder,
                             device->klass->describe (device, "k", "k", "k.cu", NULL, error));
  record.launch = ws_run_builder_add_launch (builder, &launch);
  ok = device->klass->launch (device, &request, counts ? &record : NULL, NULL, NULL, error);
  if (!ok)
    return FALSE;
  device->klass->read (device, out, outcome->words, sizeof outcome->words, error);
  if (counts)
    take_counts (builder, outcome);
  return TRUE;
}

static Outcome *
run_well (const char *ptx, const char *variant, gboolean counts, guint n_threads)
{
  Outcome *outcome = g_new0 (Outcome, 1);
  g_autoptr (GError) error = NULL;

  outcome->counts = g_array_new (FALSE, TRUE, sizeof (WsSiteCount));
  run_program (ptx, variant, counts, n_threads, outcome, &error);
  g_assert_no_error (error);
  return outcome;
}

static void
outcome_free (Outcome *self)
{
  g_array_unref (self->counts);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Outcome, outcome_free)

static void
test_same (void)
{
  for (guint i = 0; i < N_PROGRAMS; i++)
    {
      const char *const *variants = ws_vm_get_variants ();
      const guint n_threads = i % 3 == 2 ? 21 : N_THREADS;
      Program program = { g_string_new (NULL), g_string_new (NULL) };
      g_autoptr (Outcome) own = NULL;

      write_program (&program, pointers[i % G_N_ELEMENTS (pointers)]);
      own = run_well (program.own->str, NULL, TRUE, n_threads);
      for (guint v = 0; variants[v] != NULL; v++)
        {
          g_autoptr (Outcome) plain = run_well (program.same->str, variants[v], FALSE, n_threads);
          g_autoptr (Outcome) counted = run_well (program.same->str, variants[v], TRUE, n_threads);

          g_assert_cmpmem (plain->words, sizeof plain->words, own->words, sizeof own->words);
          g_assert_cmpmem (counted->words, sizeof counted->words, own->words, sizeof own->words);
          g_assert_cmpmem (counted->counts->data, counted->counts->len * sizeof (WsSiteCount),
                           own->counts->data, own->counts->len * sizeof (WsSiteCount));
        }
      g_string_free (program.same, TRUE);
      g_string_free (program.own, TRUE);
    }
}

/* What lies beside memory, or across a word, is found though the access before it was right. */
static void
test_wrong (gconstpointer data)
{
  const char *offset = data;
  static const char *const spaces[][2] = { { "shared", "%r2" }, { "global", "%rd3" } };

  for (guint i = 0; i < G_N_ELEMENTS (spaces); i++)
    for (guint stores = 0; stores < 2; stores++)
      {
        g_autofree char *access =
            stores ? g_strdup_printf ("st.%s.u32 [%s%s], %%r5", spaces[i][0], spaces[i][1], offset)
                   : g_strdup_printf ("ld.%s.u32 %%r5, [%s%s]", spaces[i][0], spaces[i][1], offset);
        g_autofree char *ptx = g_strdup_printf (
            ".version 8.0\n.target sm_75\n.address_size 64\n"
            ".visible .entry k (.param .u64 out)\n{\n.reg .b32 %%r<8>; .reg .b64 %%rd<8>;\n"
            ".shared .align 4 .b8 buf[128];\nld.param.u64 %%rd1, [out]; mov.u32 %%r1, %%tid.x;\n"
            "shl.b32 %%r2, %%r1, 2; cvt.u64.u32 %%rd2, %%r2; add.s64 %%rd3, %%rd1, %%rd2;\n"
            "add.s64 %%rd3, %%rd3, %u;\n"
            "ld.%s.u32 %%r5, [%s];\n%s;\nret;\n}\n",
            (guint)(sizeof (guint32) * (N_BLOCKS * N_WORDS - N_THREADS)), spaces[i][0],
            spaces[i][1], access);
        g_autoptr (GError) error = NULL;
        g_autofree Outcome *outcome = g_new0 (Outcome, 1);

        g_assert_false (run_program (ptx, NULL, FALSE, N_THREADS, outcome, &error));
        g_assert_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_FAULT);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vm/kept/same", test_same);
  g_test_add_data_func ("/vm/kept/beside", "+4", test_wrong);
  g_test_add_data_func ("/vm/kept/before", "+-1000000", test_wrong);
  g_test_add_data_func ("/vm/kept/across", "+-2", test_wrong);
  return g_test_run ();
}
