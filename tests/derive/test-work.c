/* Bytes and operations, counted on fingers. */
#include "play.h"
#include "specs.h"
#include "metrics/metrics.h"
#include "accesses/work.h"

static void
set_type (Play *p, guint site, WsValueType type)
{
  g_array_index (p->sites, WsSite, site).value_type = type;
}

/* A warp and a half: loads, then
 *   add.s32       48 lanes                        48
 *   mad.lo.s32    48 lanes, twice                 96
 *   fma.rn.f32    of 32 + 16, 4 + 16 by a guard   40
 *   add.f32       48 lanes                        48
 *   setp, shl, mov, cvt                           none
 * and stores 48 lanes to every eighth word. */
static Play *
play_work (void)
{
  static const struct {
    const char *opcode;
    WsValueType type;
  } others[] = { { "setp.lt.s32", WS_VALUE_S32 },
                 { "shl.b32", WS_VALUE_U32 },
                 { "mov.u32", WS_VALUE_U32 },
                 { "cvt.rn.f32.s32", WS_VALUE_F32 } };
  Play *p = play_new (48);
  guint load = play_site (p, WS_OP_LOAD, "ld.global.u32", "r0 = [r9]");
  guint add = play_site (p, WS_OP_ALU, "add.s32", "r2 = r0 r1");
  guint mad = play_site (p, WS_OP_ALU, "mad.lo.s32", "r2 = r0 r1 r2");
  guint fma = play_site (p, WS_OP_ALU, "fma.rn.f32", "r3 = r0 r1 r2 @r1");
  guint addf = play_site (p, WS_OP_ALU, "add.f32", "r3 = r0 r1");
  guint first = play_site (p, WS_OP_ALU, others[0].opcode, "r4 = r0");
  guint store;

  set_type (p, add, WS_VALUE_S32);
  set_type (p, mad, WS_VALUE_S32);
  set_type (p, fma, WS_VALUE_F32);
  set_type (p, addf, WS_VALUE_F32);
  set_type (p, first, others[0].type);
  for (guint i = 1; i < G_N_ELEMENTS (others); i++)
    set_type (p, play_site (p, WS_OP_ALU, others[i].opcode, "r4 = r0"), others[i].type);
  store = play_site (p, WS_OP_STORE, "st.global.u32", "r0 [r9]");
  for (guint warp = 0; warp < 2; warp++)
    {
      guint32 all = play_warp_mask (p, warp);
      guint64 near[32];
      guint64 far[32];

      for (guint i = 0; i < 32; i++)
        {
          near[i] = PLAY_INPUT + 4 * (32 * warp + i);
          far[i] = PLAY_OUTPUT + 32 * (32 * warp + i);
        }
      play_access (p, load, warp, all, all, near);
      play (p, add, warp, all, all);
      play (p, mad, warp, all, all);
      play (p, fma, warp, all, warp == 0 ? 0xf : all);
      play (p, addf, warp, all, all);
      for (guint i = 0; i < G_N_ELEMENTS (others); i++)
        play (p, first + i, warp, all, all);
      play_access (p, store, warp, all, all, far);
    }
  return p;
}

static void
test_fingers (void)
{
  g_autoptr (WsRun) run = play_end (play_work (), "h200");
  g_autoptr (WsSpec) old = specs_load ("g80");
  g_autoptr (GArray) metrics = ws_metrics_new (run, 0);
  WsWork work;

  g_assert_true (ws_work_count (run, 0, NULL, &work));
  g_assert_false (work.of_all_blocks);
  g_assert_cmpuint (work.integer_operations, ==, 48 + 96);
  g_assert_cmpuint (work.float_operations, ==, 40 + 48);
  g_assert_cmpuint (work.operations, ==, 48 + 96 + 40 + 48);
  /* 4 + 2 sectors are loaded, 48 are stored to */
  g_assert_cmpuint (work.moved_bytes, ==, (6 + 48) * 32);
  g_assert_true (ws_work_count (run, WS_NONE, old, &work));
  /* 1 + 1 segments, and a segment for every four */
  g_assert_cmpuint (work.moved_bytes, ==, (2 + 12) * 128);
  g_assert_cmpfloat (ws_metrics_find (metrics, "moved-bytes")->value, ==, 54 * 32);
  g_assert_cmpfloat (ws_metrics_find (metrics, "integer-operations")->value, ==, 144);
  g_assert_cmpfloat (ws_metrics_find (metrics, "float-operations")->value, ==, 88);
  g_assert_cmpfloat_with_epsilon (ws_metrics_find (metrics, "arithmetic-intensity")->value,
                                  232. / (54 * 32), 1e-12);
}

/* Every word that is arithmetic, and words that begin like one. */
static void
test_words (void)
{
  static const struct {
    const char *opcode;
    WsOpClass op_class;
    guint operations;
  } cases[] = {
    { "add.s32", WS_OP_ALU, 1 },
    { "add.rn.f32", WS_OP_ALU, 1 },
    { "addc.u32", WS_OP_ALU, 1 },
    { "mul.wide.u32", WS_OP_ALU, 1 },
    { "mad.lo.s32", WS_OP_ALU, 2 },
    { "fma.rn.f64", WS_OP_ALU, 2 },
    { "rem.u32", WS_OP_ALU, 1 },
    { "min.s32", WS_OP_ALU, 1 },
    { "sqrt.approx.f32", WS_OP_ALU, 1 },
    { "and.b32", WS_OP_ALU, 0 },
    { "shr.u32", WS_OP_ALU, 0 },
    { "selp.b32", WS_OP_ALU, 0 },
    { "a", WS_OP_ALU, 0 },
    { "addx.s32", WS_OP_ALU, 0 },
    { "ad.s32", WS_OP_ALU, 0 },
    { "atom.add.u32", WS_OP_ATOMIC, 0 },
    { "ld.global.u32", WS_OP_LOAD, 0 },
    { "redux.sync.add.s32", WS_OP_REDUX, 1 },
    { "bra", WS_OP_BRANCH, 0 },
    { "bar.sync", WS_OP_BARRIER, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Play *p = play_new (32);
      guint site = play_site (p, cases[i].op_class, cases[i].opcode, "r1 = r2 r3");
      WsKernel *kernel = play_make_kernel (p);
      g_autoptr (WsRun) run = NULL;
      gboolean is_float;

      g_assert_cmpuint (ws_work_get_operations (kernel, &kernel->sites[site], &is_float), ==,
                        cases[i].operations);
      ws_kernel_free (kernel);
      run = play_end (p, "h200");
    }
}

static void
test_nothing (void)
{
  Play *p = play_new (32);
  g_autoptr (WsRun) run = NULL;
  WsWork work;

  play_site (p, WS_OP_ALU, "add.s32", "r2 = r0 r1");
  run = play_end (p, "h200");
  g_assert_false (ws_work_count (run, 0, NULL, &work));
  g_assert_cmpuint (work.operations, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/record/work/fingers", test_fingers);
  g_test_add_func ("/record/work/words", test_words);
  g_test_add_func ("/record/work/nothing", test_nothing);
  return g_test_run ();
}
