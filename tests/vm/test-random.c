/* Random programs that are valid PTX: registers of all types, predicates, branches, loops with a
 * bound, shared and global memory of every width, barriers, shuffles. What each leaves in memory
 * and what is counted of it is the same however it is run: plainly or counted, each block with a
 * clock or few of them, on one host thread or several, by each instruction set. */
#include "virtual/virtual.h"
#include "specs.h"

#include <string.h>

#define N_PROGRAMS   6
#define N_BLOCKS     400 /* so many that most are not timed */
#define MOST_THREADS 96
#define N_WORDS      (N_BLOCKS * MOST_THREADS)
#define N_REGISTERS  6
#define MOST_DEPTH   3

typedef struct {
  GString *text;
  guint n_labels;
} Writer;

static guint
pick (guint n)
{
  return (guint)g_test_rand_int_range (0, (gint32)n);
}

/* "@%p1 ", "@!%p0 " or nothing. */
static void
write_guard (Writer *self)
{
  if (pick (4) == 0)
    g_string_append_printf (self->text, "@%s%%p%u ", pick (2) == 0 ? "" : "!", pick (4));
}

/* A line whose registers are left open: "?" is the number of one, "!" that of a predicate. */
static void
write_words (Writer *self, const char *line)
{
  for (const char *at = line; *at != '\0'; at++)
    if (*at == '?')
      g_string_append_printf (self->text, "%u", pick (N_REGISTERS));
    else if (*at == '!')
      g_string_append_printf (self->text, "%u", pick (4));
    else
      g_string_append_c (self->text, *at);
  g_string_append (self->text, ";\n");
}

static void
write_line (Writer *self, const char *line)
{
  write_guard (self);
  write_words (self, line);
}

static const char *const plain_lines[] = {
  "add.s32 %r?, %r?, %r?",
  "sub.s32 %r?, %r?, 77",
  "mul.lo.s32 %r?, %r?, %r?",
  "mad.lo.u32 %r?, %r?, %r?, %r?",
  "mul.hi.u32 %r?, %r?, %r?",
  "mul.wide.u32 %d?, %r?, %r?",
  "mad.wide.s32 %d?, %r?, %r?, %d?",
  "div.u32 %r?, %r?, %r?",
  "rem.s32 %r?, %r?, %r?",
  "div.u64 %d?, %d?, %d?",
  "rem.s64 %d?, %d?, %d?",
  "add.s64 %d?, %d?, %d?",
  "mul.hi.u64 %d?, %d?, %d?",
  "xor.b64 %d?, %d?, %d?",
  "shl.b64 %d?, %d?, %r?",
  "shr.s32 %r?, %r?, %r?",
  "bfe.s32 %r?, %r?, %r?, %r?",
  "bfi.b32 %r?, %r?, %r?, %r?, %r?",
  "prmt.b32 %r?, %r?, %r?, %r?",
  "lop3.b32 %r?, %r?, %r?, %r?, 0x96",
  "popc.b64 %r?, %d?",
  "clz.b32 %r?, %r?",
  "min.s32 %r?, %r?, %r?",
  "max.u64 %d?, %d?, %d?",
  "selp.b32 %r?, %r?, %r?, %p!",
  "add.cc.u32 %r?, %r?, %r?",
  "addc.u32 %r?, %r?, %r?",
  "subc.cc.u32 %r?, %r?, %r?",
  "setp.lt.s32 %p!, %r?, %r?",
  "setp.ge.u64 %p!, %d?, %d?",
  "setp.ltu.f32 %p!, %f?, %f?",
  "setp.ne.and.u32 %p!, %r?, %r?, %p!",
  "and.pred %p!, %p!, %p!",
  "not.pred %p!, %p!",
  "cvt.rn.f32.s32 %f?, %r?",
  "cvt.rzi.s32.f32 %r?, %f?",
  "cvt.u32.u64 %r?, %d?",
  "cvt.s64.s32 %d?, %r?",
  "add.f32 %f?, %f?, %f?",
  "mul.ftz.f32 %f?, %f?, %f?",
  "fma.rn.f32 %f?, %f?, %f?, %f?",
  "min.f32 %f?, %f?, %f?",
  "add.rz.f32 %f?, %f?, %f?",
  "ex2.approx.f32 %f?, %f?",
  "mov.b64 {%r?, %r?}, %d?",
  "mov.b64 %d?, {%r?, %r?}",
  "mov.b32 %r?, %f?",
  "mov.b32 %f?, %r?",
  "activemask.b32 %r?",
  /* the thread's own 16 bytes of shared memory */
  "st.shared.u32 [%own], %r?",
  "st.shared.u8 [%own + 5], %r?",
  "st.shared.u16 [%own + 6], %r?",
  "st.shared.u64 [%own + 8], %d?",
  "st.shared.v2.u32 [%own + 8], {%r?, %r?}",
  "st.shared.v4.f32 [%own], {%f?, %f?, %f?, %f?}",
  "ld.shared.u32 %r?, [%own + 4]",
  "ld.shared.s8 %r?, [%own + 3]",
  "ld.shared.s16 %r?, [%own + 2]",
  "ld.shared.u64 %d?, [%own + 8]",
  "ld.shared.v2.u32 {%r4, %r5}, [%own]",
  "ld.u32 %r?, [%generic]",
  "st.u32 [%generic + 4], %r?",
  /* memory that is only read */
  "ld.global.u32 %r?, [%at]",
  "ld.global.f32 %f?, [%at + 4]",
  "ld.global.v2.u32 {%r0, %r1}, [%even]",
  "ld.global.v4.u32 {%r0, %r1, %r2, %r3}, [%base + 32]",
  "ld.global.u8 %r?, [%at + 3]",
  "ld.global.u32 %r?, [%base + 128]",
};

/* With all threads of the block here. */
static const char *const whole_lines[] = {
  "shfl.sync.down.b32 %r?, %r?, 3, 31, -1",
  "shfl.sync.bfly.b32 %r?|%p!, %r?, 8, 0x101f, -1",
  "shfl.sync.idx.b32 %r?, %r?, %r?, 31, -1",
  "vote.sync.ballot.b32 %r?, %p!, -1",
  "vote.sync.any.pred %p!, %p!, -1",
  "match.any.sync.b32 %r?, %r?, -1",
  "match.all.sync.b32 %r?|%p!, %r?, -1",
  "redux.sync.add.s32 %r?, %r?, -1",
  "bar.warp.sync -1",
};

static void write_body (Writer *self, guint depth, guint n);

static void
write_branch (Writer *self, guint depth)
{
  guint label = self->n_labels++;
  guint p = pick (4);

  g_string_append_printf (self->text, "@%s%%p%u bra ELSE%u;\n", pick (2) == 0 ? "" : "!", p, label);
  write_body (self, depth + 1, 1 + pick (4));
  if (pick (2) == 0)
    {
      g_string_append_printf (self->text, "bra END%u;\nELSE%u:\n", label, label);
      write_body (self, depth + 1, 1 + pick (4));
      g_string_append_printf (self->text, "END%u:\n", label);
    }
  else
    g_string_append_printf (self->text, "ELSE%u:\n", label);
}

/* As often as a number says, or as each lane has it. */
static void
write_loop (Writer *self, guint depth)
{
  guint label = self->n_labels++;

  g_string_append_printf (self->text, "mov.u32 %%n%u, 0;\n", depth);
  if (pick (2) == 0)
    g_string_append_printf (self->text, "mov.u32 %%m%u, %u;\n", depth, 1 + pick (5));
  else
    g_string_append_printf (self->text, "and.b32 %%m%u, %%r%u, 3;\n", depth, pick (N_REGISTERS));
  g_string_append_printf (self->text, "LOOP%u:\n", label);
  write_body (self, depth + 1, 1 + pick (5));
  g_string_append_printf (self->text,
                          "add.u32 %%n%u, %%n%u, 1;\nsetp.lt.u32 %%q%u, %%n%u, %%m%u;\n"
                          "@%%q%u bra LOOP%u;\n",
                          depth, depth, depth, depth, depth, depth, label);
}

/* Words of all threads, between two barriers. */
static void
write_meeting (Writer *self)
{
  g_string_append_printf (self->text,
                          "bar.sync 0;\nst.shared.u32 [%%mine], %%r%u;\n"
                          "red.shared.add.u32 [%%few], %%r%u;\nbar.sync 0;\n"
                          "and.b32 %%t0, %%r%u, 124;\nadd.u32 %%t0, %%t0, %%words;\n"
                          "ld.shared.u32 %%r%u, [%%t0];\nld.shared.u32 %%r%u, [%%few];\n",
                          pick (N_REGISTERS), pick (N_REGISTERS), pick (N_REGISTERS),
                          pick (N_REGISTERS), pick (N_REGISTERS));
}

static void
write_body (Writer *self, guint depth, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      guint kind = pick (12);

      if (kind == 0 && depth < MOST_DEPTH)
        write_branch (self, depth);
      else if (kind == 1 && depth < MOST_DEPTH)
        write_loop (self, depth);
      else if (kind == 2 && depth == 0)
        write_meeting (self);
      else if (kind == 3 && depth == 0)
        {
          write_words (self, whole_lines[pick (G_N_ELEMENTS (whole_lines))]);
        }
      else
        write_line (self, plain_lines[pick (G_N_ELEMENTS (plain_lines))]);
    }
}

/* (transfer full) */
static char *
write_program (void)
{
  Writer self = {
    .text = g_string_new (
        ".version 8.0\n.target sm_80\n.address_size 64\n"
        ".visible .entry k (.param .u64 in, .param .u64 out)\n{\n"
        ".reg .pred %p<4>; .reg .pred %q<4>; .reg .b32 %r<6>; .reg .b32 %t<4>;\n"
        ".reg .b32 %n<4>; .reg .b32 %m<4>; .reg .b64 %d<6>; .reg .f32 %f<6>;\n"
        ".reg .b32 %own; .reg .b32 %mine; .reg .b32 %words; .reg .b32 %few;\n"
        ".reg .b64 %base; .reg .b64 %at; .reg .b64 %even; .reg .b64 %to;\n"
        ".reg .b64 %generic; .reg .b64 %x;\n"
        ".shared .align 16 .b8 own[1536]; .shared .align 4 .b8 words[384];\n"
        ".shared .align 4 .b8 few[16];\n"
        "mov.u32 %t0, %ctaid.x; mov.u32 %t1, %ntid.x; mov.u32 %t2, %tid.x;\n"
        "mad.lo.u32 %t1, %t0, %t1, %t2; ld.param.u64 %base, [in];\n"
        "ld.param.u64 %to, [out]; mul.wide.u32 %x, %t1, 4; add.s64 %to, %to, %x;\n"
        "and.b32 %t3, %t1, 1023; mul.wide.u32 %x, %t3, 4; add.s64 %at, %base, %x;\n"
        "ld.global.u32 %r0, [%at]; mul.lo.u32 %t3, %t1, 40; and.b32 %t3, %t3, 2040;\n"
        "cvt.u64.u32 %x, %t3; add.s64 %even, %base, %x; shl.b32 %own, %t2, 4;\n"
        "mov.u32 %t3, own; add.u32 %own, %own, %t3; shl.b32 %mine, %t2, 2;\n"
        "mov.u32 %words, words; add.u32 %mine, %mine, %words;\n"
        "and.b32 %few, %t2, 3; shl.b32 %few, %few, 2; mov.u32 %t3, few;\n"
        "add.u32 %few, %few, %t3; cvt.u64.u32 %generic, %own;\n"
        "cvta.shared.u64 %generic, %generic;\n"
        "mov.u32 %r1, %t2; mov.u32 %r2, %t0; mov.u32 %r3, %laneid;\n"
        "setp.lt.u32 %p0, %t2, 21; setp.gt.u32 %p1, %r0, 99999;\n"
        "cvt.rn.f32.u32 %f0, %t1; mul.wide.u32 %d0, %r0, %t1; cvt.u64.u32 %d1, %t2;\n")
  };

  write_body (&self, 0, 30);
  for (guint i = 0; i < N_REGISTERS; i++)
    g_string_append_printf (self.text,
                            "mad.lo.u32 %%t0, %%t0, 31, %%r%u; cvt.u32.u64 %%t1, %%d%u;\n"
                            "mad.lo.u32 %%t0, %%t0, 31, %%t1; mov.b32 %%t1, %%f%u;\n"
                            "mad.lo.u32 %%t0, %%t0, 31, %%t1;\n",
                            i, i, i);
  g_string_append (self.text, "@%p2 add.u32 %t0, %t0, 1; st.global.u32 [%to], %t0; ret;\n}\n");
  return g_string_free (self.text, FALSE);
}

/* How a program is run. */
typedef struct {
  const char *variant; /* nullable: the widest */
  guint n_threads;     /* of the host */
  gboolean counts;
  guint n_recorded; /* blocks */
} Way;

/* What a program left. */
typedef struct {
  guint32 *words;
  WsSiteCount *counts; /* nullable */
  GVariant *run;       /* nullable: whole */
} Outcome;

static void
outcome_clear (Outcome *self)
{
  g_free (self->words);
  g_free (self->counts);
  g_clear_pointer (&self->run, g_variant_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Outcome, outcome_clear)

/* Returns: sites; 0 where nobody counted. */
static guint
take_run (WsRunBuilder *builder, Outcome *outcome)
{
  g_autoptr (WsRun) run = ws_run_builder_end (builder);
  guint n = (guint)run->n_counts;

  outcome->counts = g_memdup2 (run->counts, n * sizeof *outcome->counts);
  outcome->run = g_variant_ref_sink (ws_run_to_variant (run));
  return n;
}

static guint
run_program (const char *ptx, guint block, const Way *way, Outcome *outcome)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, way->n_threads);
  g_autoptr (WsRunBuilder) builder = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree guint32 *blocks = g_new (guint32, N_BLOCKS);
  guint64 params[2];
  WsLaunch launch = { .grid = { N_BLOCKS, 1, 1 }, .block = { block, 1, 1 } };
  const WsLaunchRequest request = { .entry = "k",
                                    .grid = { N_BLOCKS, 1, 1 },
                                    .block = { block, 1, 1 },
                                    .params = (const guint8 *)params,
                                    .params_size = sizeof params };
  WsRecordRequest record = {
    .blocks = blocks, .n_blocks = way->n_recorded, .counts = TRUE, .residencies = TRUE
  };

  *outcome = (Outcome){ .words = g_new0 (guint32, N_WORDS) };
  if (way->variant != NULL)
    ws_vm_device_set_variant (device, way->variant);
  device->klass->load (device, ptx, -1, "random.ptx", &error);
  g_assert_no_error (error);
  for (guint i = 0; i < N_BLOCKS; i++)
    blocks[i] = i;
  for (guint i = 0; i < N_WORDS; i++)
    outcome->words[i] = i * 2654435761u >> (i & 31);
  for (guint i = 0; i < 2; i++)
    device->klass->alloc (device, N_WORDS * sizeof (guint32), i == 0 ? "in" : "out", &params[i],
                          &error);
  device->klass->write (device, params[0], outcome->words, N_WORDS * sizeof (guint32), &error);
  if (way->counts)
    {
      builder = ws_run_builder_new (spec, "vm:h200", "Test", WS_ORIGIN_MODELLED);
      ws_run_builder_add_kernel (builder,
                                 device->klass->describe (device, "k", "k", "k.cu", NULL, &error));
      record.builder = builder;
      record.launch = ws_run_builder_add_launch (builder, &launch);
    }
  device->klass->launch (device, &request, way->counts ? &record : NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  device->klass->read (device, params[1], outcome->words, N_WORDS * sizeof (guint32), &error);
  return builder != NULL ? take_run (builder, outcome) : 0;
}

static void
test_program (void)
{
  static const guint blocks[] = { 64, 96, 37 };
  static const Way plainly = { NULL, 1, FALSE, 0 };
  static const Way counted = { NULL, 1, TRUE, 0 };
  static const Way others[] = {
    { NULL, 2, FALSE, 0 },       { NULL, 4, FALSE, 0 },   { "plain", 1, FALSE, 0 },
    { "avx2", 1, FALSE, 0 },     { NULL, 2, TRUE, 0 },    { NULL, 4, TRUE, 0 },
    { NULL, 2, TRUE, N_BLOCKS }, { "plain", 1, TRUE, 0 },
  };

  for (guint i = 0; i < N_PROGRAMS; i++)
    {
      g_autofree char *ptx = write_program ();
      guint block = blocks[i % G_N_ELEMENTS (blocks)];
      g_auto (Outcome) first = { 0 };
      g_auto (Outcome) counts = { 0 };
      guint n_sites;

      run_program (ptx, block, &plainly, &first);
      n_sites = run_program (ptx, block, &counted, &counts);
      g_assert_cmpmem (first.words, N_WORDS * 4, counts.words, N_WORDS * 4);
      for (guint k = 0; k < G_N_ELEMENTS (others); k++)
        {
          g_auto (Outcome) other = { 0 };

          run_program (ptx, block, &others[k], &other);
          if (memcmp (first.words, other.words, N_WORDS * 4) != 0)
            g_error ("Way %u leaves another memory of\n%s", k, ptx);
          if (!others[k].counts)
            continue;
          for (guint s = 0; s < n_sites; s++)
            if (memcmp (&counts.counts[s], &other.counts[s], sizeof (WsSiteCount)) != 0)
              g_error ("Way %u counts otherwise at site %u of\n%s", k, s, ptx);
          if (others[k].n_recorded == 0)
            g_assert_true (g_variant_equal (counts.run, other.run));
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vm/random", test_program);
  return g_test_run ();
}
