/* What is read: modules as nvcc writes them, every piece of an instruction in its place, locations,
 * scopes, initial values. */
#include "paths.h"
#include "ptx/ptx.h"

#include <string.h>

#define HEADER ".version 8.0\n.target sm_90\n.address_size 64\n"
#define PROLOGUE                                                                                 \
  HEADER ".visible .entry k (.param .u64 out)\n{\n.reg .pred %p<4>; .reg .b16 %h<4>; .reg .b32 " \
         "%r<8>; .reg .b64 "                                                                     \
         "%rd<8>; .reg .f32 %f<8>; .reg .f64 %d<4>; .shared .align 16 .b32 sh[8];\n"

static WsPtxModule *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  WsPtxModule *module = ws_ptx_parse (text, -1, "test.ptx", &error);

  g_assert_no_error (error);
  return module;
}

static WsPtxModule *
parse_body (const char *body)
{
  g_autofree char *text = g_strconcat (PROLOGUE, body, "\n}\n", NULL);

  return parse (text);
}

static WsPtxModule *
parse_file (const char *name)
{
  g_autofree char *path = g_build_filename (WS_TEST_DIR, "data", name, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return parse (text);
}

static WsPtxFunction *
find (WsPtxModule *module, const char *name)
{
  WsPtxFunction *function = ws_ptx_module_find (module, name);

  g_assert_nonnull (function);
  return function;
}

static const WsPtxInstruction *
nth (const WsPtxFunction *function, guint i)
{
  g_assert_cmpuint (i, <, function->instructions->len);
  return &g_array_index (function->instructions, WsPtxInstruction, i);
}

static const char *
register_name (const WsPtxFunction *function, guint32 reg)
{
  g_assert_cmpuint (reg, <, function->registers->len);
  return g_array_index (function->registers, WsPtxRegister, reg).name;
}

static const WsPtxOperand *
element (const WsPtxFunction *function, const WsPtxOperand *operand, guint i)
{
  g_assert_cmpuint (i, <, operand->n_elements);
  return &g_array_index (function->elements, WsPtxOperand, operand->first_element + i);
}

/* ---- words of the opcode ---- */

static void
test_words (void)
{
  static const struct {
    const char *text;
    WsPtxOpcode opcode;
    WsPtxType types[3];
    WsPtxMod mods[4];
    WsPtxCompare compare;
    WsSpace space;
    guint vector;
  } cases[] = {
    { "add.sat.s32 %r1, %r2, %r3;", WS_PTX_ADD, { WS_PTX_S32 }, { WS_PTX_MOD_SAT }, 0, 0, 1 },
    { "mul.wide.u32 %rd1, %r2, %r3;", WS_PTX_MUL, { WS_PTX_U32 }, { WS_PTX_MOD_WIDE }, 0, 0, 1 },
    { "mad.lo.cc.u32 %r1, %r2, %r3, %r4;",
      WS_PTX_MAD,
      { WS_PTX_U32 },
      { WS_PTX_MOD_LO, WS_PTX_MOD_CC },
      0,
      0,
      1 },
    { "cvt.rn.f32.s32 %f1, %r1;",
      WS_PTX_CVT,
      { WS_PTX_F32, WS_PTX_S32 },
      { WS_PTX_MOD_RN },
      0,
      0,
      1 },
    { "setp.ge.and.f32 %p1|%p2, %f1, %f2, !%p3;",
      WS_PTX_SETP,
      { WS_PTX_F32 },
      { WS_PTX_MOD_AND },
      WS_PTX_GE,
      0,
      1 },
    { "setp.lo.u32 %p1, %r1, %r2;", WS_PTX_SETP, { WS_PTX_U32 }, { 0 }, WS_PTX_LO, 0, 1 },
    { "setp.nan.ftz.f32 %p1, %f1, %f2;",
      WS_PTX_SETP,
      { WS_PTX_F32 },
      { WS_PTX_MOD_FTZ },
      WS_PTX_NAN,
      0,
      1 },
    { "set.lt.u32.f32 %r1, %f1, %f2;",
      WS_PTX_SET,
      { WS_PTX_U32, WS_PTX_F32 },
      { 0 },
      WS_PTX_LT,
      0,
      1 },
    { "slct.u32.f32 %r1, %r2, %r3, %f1;", WS_PTX_SLCT, { WS_PTX_U32, WS_PTX_F32 }, { 0 }, 0, 0, 1 },
    { "ld.global.nc.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1];",
      WS_PTX_LD,
      { WS_PTX_U32 },
      { WS_PTX_MOD_NC },
      0,
      WS_SPACE_GLOBAL,
      4 },
    { "ld.global.nc.L1::no_allocate.L2::128B.v2.f32 {%f1, %f2}, [%rd1];",
      WS_PTX_LD,
      { WS_PTX_F32 },
      { WS_PTX_MOD_NC, WS_PTX_MOD_L1_NO_ALLOCATE, WS_PTX_MOD_L2_128B },
      0,
      WS_SPACE_GLOBAL,
      2 },
    { "ld.u32 %r1, [%rd1];", WS_PTX_LD, { WS_PTX_U32 }, { 0 }, 0, WS_SPACE_GENERIC, 1 },
    { "ld.shared::cta.u8 %r1, [sh];", WS_PTX_LD, { WS_PTX_U8 }, { 0 }, 0, WS_SPACE_SHARED, 1 },
    { "ld.shared.volatile.u32 %r1, [sh];",
      WS_PTX_LD,
      { WS_PTX_U32 },
      { WS_PTX_MOD_VOLATILE },
      0,
      WS_SPACE_SHARED,
      1 },
    { "ld.acquire.gpu.u32 %r1, [%rd1];",
      WS_PTX_LD,
      { WS_PTX_U32 },
      { WS_PTX_MOD_ACQUIRE, WS_PTX_MOD_GPU },
      0,
      WS_SPACE_GENERIC,
      1 },
    { "st.volatile.shared.u32 [sh], %r1;",
      WS_PTX_ST,
      { WS_PTX_U32 },
      { WS_PTX_MOD_VOLATILE },
      0,
      WS_SPACE_SHARED,
      1 },
    { "cvta.to.global.u64 %rd1, %rd2;",
      WS_PTX_CVTA,
      { WS_PTX_U64 },
      { WS_PTX_MOD_TO },
      0,
      WS_SPACE_GLOBAL,
      1 },
    { "isspacep.shared %p1, %rd1;", WS_PTX_ISSPACEP, { 0 }, { 0 }, 0, WS_SPACE_SHARED, 1 },
    { "atom.relaxed.gpu.global.add.u32 %r1, [%rd1], 1;",
      WS_PTX_ATOM,
      { WS_PTX_U32 },
      { WS_PTX_MOD_RELAXED, WS_PTX_MOD_GPU, WS_PTX_MOD_ADD },
      0,
      WS_SPACE_GLOBAL,
      1 },
    { "atom.add.release.gpu.u32 %r1, [%rd1], 1;",
      WS_PTX_ATOM,
      { WS_PTX_U32 },
      { WS_PTX_MOD_ADD, WS_PTX_MOD_RELEASE, WS_PTX_MOD_GPU },
      0,
      WS_SPACE_GENERIC,
      1 },
    { "atom.shared.cas.b64 %rd1, [sh], %rd2, %rd3;",
      WS_PTX_ATOM,
      { WS_PTX_B64 },
      { WS_PTX_MOD_CAS },
      0,
      WS_SPACE_SHARED,
      1 },
    { "shfl.sync.down.b32 %r1|%p1, %r2, 1, 31, -1;",
      WS_PTX_SHFL,
      { WS_PTX_B32 },
      { WS_PTX_MOD_SYNC, WS_PTX_MOD_DOWN },
      0,
      0,
      1 },
    { "vote.sync.all.pred %p1, %p2, -1;",
      WS_PTX_VOTE,
      { WS_PTX_PRED },
      { WS_PTX_MOD_SYNC, WS_PTX_MOD_ALL },
      0,
      0,
      1 },
    { "match.any.sync.b32 %r1, %r2, -1;",
      WS_PTX_MATCH,
      { WS_PTX_B32 },
      { WS_PTX_MOD_ANY, WS_PTX_MOD_SYNC },
      0,
      0,
      1 },
    { "redux.sync.add.s32 %r1, %r2, -1;",
      WS_PTX_REDUX,
      { WS_PTX_S32 },
      { WS_PTX_MOD_SYNC, WS_PTX_MOD_ADD },
      0,
      0,
      1 },
    { "bar.sync 0;", WS_PTX_BAR, { 0 }, { WS_PTX_MOD_SYNC }, 0, 0, 1 },
    { "barrier.sync.aligned 1, 64;",
      WS_PTX_BARRIER,
      { 0 },
      { WS_PTX_MOD_SYNC, WS_PTX_MOD_ALIGNED },
      0,
      0,
      1 },
    { "bar.warp.sync -1;", WS_PTX_BAR_WARP, { 0 }, { WS_PTX_MOD_SYNC }, 0, 0, 1 },
    { "bar.red.popc.u32 %r1, 0, %p1;",
      WS_PTX_BAR,
      { WS_PTX_U32 },
      { WS_PTX_MOD_RED, WS_PTX_MOD_POPC },
      0,
      0,
      1 },
    { "prmt.b32.f4e %r1, %r2, %r3, %r4;",
      WS_PTX_PRMT,
      { WS_PTX_B32 },
      { WS_PTX_MOD_F4E },
      0,
      0,
      1 },
    { "shf.l.wrap.b32 %r1, %r2, %r3, 5;",
      WS_PTX_SHF,
      { WS_PTX_B32 },
      { WS_PTX_MOD_L, WS_PTX_MOD_WRAP },
      0,
      0,
      1 },
    { "min.xorsign.abs.f32 %f1, %f2, %f3;",
      WS_PTX_MIN,
      { WS_PTX_F32 },
      { WS_PTX_MOD_XORSIGN, WS_PTX_MOD_ABS },
      0,
      0,
      1 },
    { "max.NaN.f32 %f1, %f2, %f3;", WS_PTX_MAX, { WS_PTX_F32 }, { WS_PTX_MOD_NAN }, 0, 0, 1 },
    { "fence.acq_rel.gpu;", WS_PTX_FENCE, { 0 }, { WS_PTX_MOD_ACQ_REL, WS_PTX_MOD_GPU }, 0, 0, 1 },
    { "prefetch.global.L2 [%rd1];",
      WS_PTX_PREFETCH,
      { 0 },
      { WS_PTX_MOD_L2 },
      0,
      WS_SPACE_GLOBAL,
      1 },
    { "ret.uni;", WS_PTX_RET, { 0 }, { WS_PTX_MOD_UNI }, 0, 0, 1 },
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (WsPtxModule) module = parse_body (cases[c].text);
      const WsPtxInstruction *in = nth (find (module, "k"), 0);
      guint n_types = 0, n_mods = 0;

      g_test_message ("%s", cases[c].text);
      while (n_types < 3 && cases[c].types[n_types] != WS_PTX_TYPE_NONE)
        n_types++;
      while (n_mods < 4 && cases[c].mods[n_mods] != WS_PTX_MOD_NONE)
        n_mods++;
      g_assert_cmpint (in->opcode, ==, cases[c].opcode);
      g_assert_cmpuint (in->n_types, ==, n_types);
      for (guint i = 0; i < n_types; i++)
        g_assert_cmpint (in->types[i], ==, cases[c].types[i]);
      g_assert_cmpuint (in->n_mods, ==, n_mods);
      for (guint i = 0; i < n_mods; i++)
        g_assert_cmpint (in->mods[i], ==, cases[c].mods[i]);
      g_assert_cmpint (in->compare, ==, cases[c].compare);
      g_assert_cmpint (in->space, ==, cases[c].space);
      g_assert_cmpuint (in->vector, ==, cases[c].vector);
    }
}

/* ---- operands ---- */

static void
test_operands (void)
{
  g_autoptr (WsPtxModule) module = parse_body ("@!%p1 setp.eq.or.s32 %p2|_, %r1, -5, !%p3;\n"
                                               "ld.shared.v2.u32 {%r1, _}, [%r2+-8];\n"
                                               "st.shared.u32 [sh+4*2], 0x80000000;\n"
                                               "mov.u32 %r1, sh+4;\n"
                                               "mov.b64 {%r3, %r4}, %rd1;\n"
                                               "mov.u32 %r1, WARP_SZ;\n"
                                               "atom.shared.add.u32 _, [sh], %r1;\n"
                                               "selp.b32 %r1, %r2, %r3, 1;\n"
                                               "mov.u32 %r5, %ctaid.y;\n");
  WsPtxFunction *function = find (module, "k");
  const WsPtxInstruction *in = nth (function, 0);
  const WsPtxOperand *o = in->operands;

  g_assert_cmpstr (register_name (function, in->guard), ==, "%p1");
  g_assert_true (in->guard_negated);
  g_assert_cmpuint (in->n_operands, ==, 4);
  g_assert_cmpint (o[0].kind, ==, WS_PTX_OPERAND_PAIR);
  g_assert_cmpint (o[0].role, ==, WS_PTX_ROLE_DEF);
  g_assert_cmpstr (register_name (function, element (function, &o[0], 0)->reg), ==, "%p2");
  g_assert_cmpint (element (function, &o[0], 1)->kind, ==, WS_PTX_OPERAND_NOTHING);
  g_assert_cmpint (o[2].kind, ==, WS_PTX_OPERAND_IMMEDIATE);
  g_assert_cmpint ((gint64)o[2].bits, ==, -5);
  g_assert_true (o[3].negated);
  g_assert_cmpint (o[3].role, ==, WS_PTX_ROLE_USE);

  o = nth (function, 1)->operands;
  g_assert_cmpint (o[0].kind, ==, WS_PTX_OPERAND_VECTOR);
  g_assert_cmpint (element (function, &o[0], 0)->role, ==, WS_PTX_ROLE_DEF);
  g_assert_cmpint (element (function, &o[0], 1)->kind, ==, WS_PTX_OPERAND_NOTHING);
  g_assert_cmpint (o[1].kind, ==, WS_PTX_OPERAND_MEMORY);
  g_assert_cmpint (o[1].role, ==, WS_PTX_ROLE_ADDRESS);
  g_assert_cmpstr (register_name (function, o[1].reg), ==, "%r2");
  g_assert_cmpint (o[1].offset, ==, -8);

  o = nth (function, 2)->operands;
  g_assert_cmpuint (o[0].reg, ==, WS_NONE);
  g_assert_true (o[0].is_local);
  g_assert_cmpstr (ws_ptx_operand_get_variable (module, function, &o[0])->name, ==, "sh");
  g_assert_cmpint (o[0].offset, ==, 8);
  g_assert_cmphex (o[1].bits, ==, 0x80000000u);

  o = nth (function, 3)->operands;
  g_assert_cmpint (o[1].kind, ==, WS_PTX_OPERAND_SYMBOL);
  g_assert_cmpint (o[1].offset, ==, 4);
  o = nth (function, 4)->operands;
  g_assert_cmpstr (register_name (function, element (function, &o[0], 1)->reg), ==, "%r4");
  g_assert_cmpuint (nth (function, 5)->operands[1].bits, ==, 32);
  g_assert_cmpint (nth (function, 6)->operands[0].kind, ==, WS_PTX_OPERAND_NOTHING);
  g_assert_cmphex (nth (function, 7)->operands[3].bits, ==, 0xffffffffu);
  g_assert_cmpint (nth (function, 8)->operands[1].kind, ==, WS_PTX_OPERAND_SPECIAL);
  g_assert_cmpint (nth (function, 8)->operands[1].special, ==, WS_PTX_SREG_CTAID_Y);
}

static void
test_floats (void)
{
  static const struct {
    const char *text;
    guint64 bits;
    guint float_bits;
  } cases[] = {
    { "add.f32 %f1, %f2, 0f3F800000;", 0x3f800000, 32 },
    { "add.f32 %f1, %f2, -0F3F800000;", 0xbf800000, 32 },
    { "add.f32 %f1, %f2, 1.5;", 0x3fc00000, 32 },
    { "add.f32 %f1, %f2, -2.5e-1;", 0xbe800000, 32 },
    { "add.f32 %f1, %f2, 0d3FF0000000000000;", 0x3f800000, 32 },
    { "add.f64 %d1, %d2, 0d3FF0000000000000;", 0x3ff0000000000000, 64 },
    { "add.f64 %d1, %d2, 0f3F800000;", 0x3ff0000000000000, 64 },
    { "add.f64 %d1, %d2, 0.5;", 0x3fe0000000000000, 64 },
    { "add.f32 %f1, %f2, 0f7FC12345;", 0x7fc12345, 32 },
    { "xor.b32 %r1, %r2, 0f3F800000;", 0x3f800000, 32 },
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (WsPtxModule) module = parse_body (cases[c].text);
      const WsPtxOperand *o = &nth (find (module, "k"), 0)->operands[2];

      g_assert_true (o->is_float);
      g_assert_cmphex (o->bits, ==, cases[c].bits);
      g_assert_cmpuint (o->float_bits, ==, cases[c].float_bits);
    }
}

static void
test_expressions (void)
{
  static const struct {
    const char *text;
    gint64 value;
  } cases[] = {
    { "1 + 2 * 3", 7 },
    { "(1 + 2) * 3", 9 },
    { "10 - 3 - 2", 5 },
    { "-7 / 2", -3 },
    { "-7 % 3", -1 },
    { "7U / 2", 3 },
    { "0xFFFFFFFFFFFFFFFF / 2", G_MAXINT64 },
    { "1 << 4 | 1", 17 },
    { "6 & 3 ^ 1", 3 },
    { "-8 >> 1", -4 },
    { "1 << 64", 0 },
    { "-1 >> 100", -1 },
    { "~0", -1 },
    { "- - 5", 5 },
    { "~-1", 0 },
    { "-~5", 6 },
    { "!0", 1 },
    { "!5", 0 },
    { "-!0", -1 },
    { "3 > 2 ? 10 : 20", 10 },
    { "3 < 2 ? 10 : 1 == 1 ? 30 : 40", 30 },
    { "1 && 0 || 1", 1 },
    { "2 >= 2", 1 },
    { "2 != 2", 0 },
    { "-1 < 1", 1 },
    { "-1 < 1U", 0 },
    { "0b101 + 017 + 0x1f", 51 },
    { "WARP_SZ * 4", 128 },
    { "(-9223372036854775807 - 1) / -1", G_MININT64 },
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autofree char *text = g_strconcat ("mov.u64 %rd1, ", cases[c].text, ";", NULL);
      g_autoptr (WsPtxModule) module = parse_body (text);

      g_test_message ("%s", cases[c].text);
      g_assert_cmpint ((gint64)nth (find (module, "k"), 0)->operands[1].bits, ==, cases[c].value);
    }
}

/* ---- names ---- */

/* Each pair of braces has registers and labels of its own; a range's registers keep their number
 * wherever they are first named. */
static void
test_scopes (void)
{
  g_autoptr (WsPtxModule) module =
      parse_body ("mov.u32 %r1, 1;\n"                          /* 0 */
                  "{ .reg .b32 %r<2>; mov.u32 %r1, 2;\n"       /* 1 */
                  "  mov.u32 %r7, 3;\n"                        /* 2: the outer one */
                  "  L: bra L; }\n"                            /* 3 */
                  "{ .reg .b32 t; mov.u32 t, 4; L: bra L; }\n" /* 4 5 */
                  "{ .reg .b32 t; mov.u32 t, 5; bra L; }\n"    /* 6 7 */
                  "mov.u32 %r7, 6; mov.u32 %r1, 7;\n"          /* 8 9 */
                  "L: bra L; ret;");                           /* 10 */
  WsPtxFunction *function = find (module, "k");
  guint32 outer = nth (function, 0)->operands[0].reg;

  g_assert_cmpuint (nth (function, 1)->operands[0].reg, !=, outer);
  g_assert_cmpuint (nth (function, 9)->operands[0].reg, ==, outer);
  g_assert_cmpuint (nth (function, 8)->operands[0].reg, ==, nth (function, 2)->operands[0].reg);
  g_assert_cmpuint (nth (function, 4)->operands[0].reg, !=, nth (function, 6)->operands[0].reg);
  g_assert_cmpuint (nth (function, 3)->operands[0].target, ==, 3);
  g_assert_cmpuint (nth (function, 5)->operands[0].target, ==, 5);
  g_assert_cmpuint (nth (function, 7)->operands[0].target, ==, 10);
  g_assert_cmpuint (nth (function, 10)->operands[0].target, ==, 10);
}

static void
test_huge_range (void)
{
  g_autoptr (WsPtxModule) module =
      parse (HEADER ".visible .entry k ()\n{\n.reg .b32 %r<4000000000>;\n"
                    "mov.u32 %r3999999999, 1;\nadd.u32 %r0, %r3999999999, %r7;\nret;\n}\n");
  WsPtxFunction *function = find (module, "k");

  g_assert_cmpuint (function->registers->len, ==, 3);
  g_assert_cmpstr (register_name (function, 0), ==, "%r3999999999");
  g_assert_cmpint (g_array_index (function->registers, WsPtxRegister, 0).type, ==, WS_PTX_B32);
}

/* ---- places ---- */

static void
test_locations (void)
{
  g_autoptr (WsPtxModule) module =
      parse (HEADER ".visible .entry k ()\n{\n.reg .b32 %r<4>;\n"
                    "mov.u32 %r1, 0;\n"
                    ".loc 1 5 0\n"
                    "mov.u32 %r1, 1;\n"
                    ".loc 2 34 3, function_name $L__info_string0, inlined_at 1 12 7\n"
                    "mov.u32 %r1, 2;\n"
                    ".loc 1 0 7\n"
                    "mov.u32 %r1, 3;\n"
                    ".loc 2 40 1, function_name $L__info_string0+8, inlined_at 2 34 3\n"
                    "mov.u32 %r1, 4;\n"
                    ".loc 1 13 2\n"
                    "mov.u32 %r1, 5;\n"
                    ".loc 1 3 4, function_name $L__info_string0, inlined_at 1 20 7\n"
                    "mov.u32 %r1, 6;\n"
                    ".loc 2 9 9, function_name $L__info_string0, inlined_at 1 3 4\n"
                    "mov.u32 %r1, 7;\n"
                    ".loc 1 0 0, function_name $L__info_string0, inlined_at 1 21 7\n"
                    "mov.u32 %r1, 8;\n"
                    ".loc 7 1 1\n"
                    "ret;\n}\n"
                    ".file 1 \"dir/kernel.cu\", 123, 456\n.file 2 \"inline.h\"\n");
  WsPtxFunction *function = find (module, "k");
  static const struct {
    guint32 file, line, column, call_line;
  } expected[] = { { WS_NONE, 0, 0, 0 }, { 1, 5, 0, 0 },      { 1, 12, 7, 0 }, { 1, 12, 7, 0 },
                   { 1, 12, 7, 0 },      { 1, 13, 2, 0 },     { 1, 3, 4, 20 }, { 1, 3, 4, 20 },
                   { 1, 21, 7, 0 },      { WS_NONE, 1, 1, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_assert_cmpuint (nth (function, i)->file, ==, expected[i].file);
      g_assert_cmpuint (nth (function, i)->line, ==, expected[i].line);
      g_assert_cmpuint (nth (function, i)->column, ==, expected[i].column);
      g_assert_cmpuint (nth (function, i)->call_line, ==, expected[i].call_line);
    }
  g_assert_cmpstr (ws_ptx_module_get_file (module, 1), ==, "dir/kernel.cu");
  g_assert_null (ws_ptx_module_get_file (module, 0));
  g_assert_null (ws_ptx_module_get_file (module, WS_NONE));
  g_assert_cmpuint (nth (function, 0)->ptx_line, ==, 7);
  g_assert_cmpuint (nth (function, 0)->ptx_column, ==, 1);
}

/* An inlined function's own functions are inlined too: all of it stands on lines of the kernel's
 * file, its own where it is of that, and was called from lines of the kernel. */
static void
test_inlined (void)
{
  g_autoptr (WsPtxModule) module = parse_file ("inline.ptx");
  WsPtxFunction *function = find (module, "_Z6groupsPiPf");
  gboolean seen[64] = { FALSE };

  for (guint i = 0; i < function->instructions->len; i++)
    {
      const WsPtxInstruction *in = nth (function, i);
      const guint32 line = in->call_line != 0 ? in->call_line : in->line;

      g_assert_cmpstr (ws_ptx_module_get_file (module, in->file), ==, "inline.cu");
      g_assert_cmpuint (line, >=, 18);
      g_assert_cmpuint (line, <=, 30);
      g_assert_cmpuint (in->line, <=, 30);
      g_assert_true (in->call_line == 0 || in->line < 18);
      seen[line] = TRUE;
    }
  for (guint line = 23; line <= 29; line++)
    g_assert_true (seen[line]);
}

/* ---- variables ---- */

static const WsPtxVariable *
variable (WsPtxModule *module, const char *name)
{
  for (guint i = 0; i < module->variables->len; i++)
    {
      const WsPtxVariable *v = g_ptr_array_index (module->variables, i);

      if (g_str_equal (v->name, name))
        return v;
    }
  g_assert_not_reached ();
}

static void
assert_init (const WsPtxVariable *v, const void *bytes, gsize length)
{
  gsize size;
  const void *data;

  g_assert_nonnull (v->init);
  data = g_bytes_get_data (v->init, &size);
  g_assert_cmpmem (data, size, bytes, length);
}

static void
test_initial_values (void)
{
  g_autoptr (WsPtxModule) module =
      parse (HEADER ".global .u32 a = -1;\n"
                    ".const .align 16 .b8 b[5] = {1, 0xFF, 300};\n"
                    ".global .f32 c[2] = {1.5, 0fBF800000};\n"
                    ".global .f64 d = -0.5;\n"
                    ".global .u16 e[2][3] = {{1}, {2, 3, 4}};\n"
                    ".global .v2 .u32 f[] = {{1, 2}, {3, 4}, {5, 6}};\n"
                    ".global .u64 g[3] = {a, generic(e)+4, d-8};\n"
                    ".extern .global .b8 h[];\n"
                    ".global .u32 i;\n"
                    ".global .u8 j[2] = {0xFF00(a), 0xFF(generic(e)+1)};\n");
  static const guint8 b[] = { 1, 255, 44 };
  static const float c[] = { 1.5f, -1.0f };
  static const double d = -0.5;
  static const guint16 e[] = { 1, 0, 0, 2, 3, 4 };
  static const guint32 f[] = { 1, 2, 3, 4, 5, 6 };
  static const WsPtxRelocation expected[] = {
    { .variable = 6, .symbol = 0, .offset = 0, .addend = 0, .width_bytes = 8 },
    { .variable = 6, .symbol = 4, .offset = 8, .addend = 4, .width_bytes = 8, .is_generic = TRUE },
    { .variable = 6, .symbol = 3, .offset = 16, .addend = -8, .width_bytes = 8 },
    { .variable = 9, .symbol = 0, .offset = 0, .addend = 0, .width_bytes = 1, .shift = 8 },
    { .variable = 9, .symbol = 4, .offset = 1, .addend = 1, .width_bytes = 1, .is_generic = TRUE },
  };

  assert_init (variable (module, "a"), "\xff\xff\xff\xff", 4);
  assert_init (variable (module, "b"), b, sizeof b);
  g_assert_cmpuint (variable (module, "b")->size, ==, 5);
  g_assert_cmpuint (variable (module, "b")->align, ==, 16);
  g_assert_cmpint (variable (module, "b")->space, ==, WS_SPACE_CONST);
  assert_init (variable (module, "c"), c, sizeof c);
  assert_init (variable (module, "d"), &d, sizeof d);
  g_assert_cmpuint (variable (module, "d")->offset % 8, ==, 0);
  assert_init (variable (module, "e"), e, sizeof e);
  assert_init (variable (module, "f"), f, sizeof f);
  g_assert_cmpuint (variable (module, "f")->size, ==, sizeof f);
  g_assert_true (variable (module, "h")->is_extern);
  g_assert_cmpuint (variable (module, "h")->size, ==, 0);
  g_assert_null (variable (module, "i")->init);
  g_assert_cmpuint (module->const_bytes, ==, 5);
  g_assert_cmpuint (module->global_bytes, >=, variable (module, "j")->offset + 2);
  g_assert_cmpuint (module->relocations->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const WsPtxRelocation *r = &g_array_index (module->relocations, WsPtxRelocation, i);

      g_assert_cmpuint (r->variable, ==, expected[i].variable);
      g_assert_cmpuint (r->symbol, ==, expected[i].symbol);
      g_assert_cmpuint (r->offset, ==, expected[i].offset);
      g_assert_cmpint (r->addend, ==, expected[i].addend);
      g_assert_cmpuint (r->width_bytes, ==, expected[i].width_bytes);
      g_assert_cmpuint (r->shift, ==, expected[i].shift);
      g_assert_cmpint (r->is_generic, ==, expected[i].is_generic);
    }
}

static void
test_parameters (void)
{
  g_autoptr (WsPtxModule) module = parse_file ("memory.ptx");
  WsPtxFunction *function = find (module, "_Z6spacesPi4Pairfh");
  static const struct {
    guint64 offset, size;
  } expected[] = { { 0, 8 }, { 8, 32 }, { 40, 4 }, { 44, 1 } };

  g_assert_cmpuint (function->params->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const WsPtxVariable *parameter = g_ptr_array_index (function->params, i);

      g_assert_cmpuint (parameter->offset, ==, expected[i].offset);
      g_assert_cmpuint (parameter->size, ==, expected[i].size);
    }
  g_assert_cmpuint (function->param_bytes, ==, 45);
  g_assert_cmpuint (function->local_bytes, ==, 32);
}

/* Shared memory: each kernel has what it names, one behind the other, and the extern array behind
 * all of it. */
static void
test_shared (void)
{
  g_autoptr (WsPtxModule) module = parse_file ("memory.ptx");
  g_autoptr (WsPtxModule) calls = parse_file ("calls.ptx");
  WsPtxFunction *spaces = find (module, "_Z6spacesPi4Pairfh");
  WsPtxFunction *only_static = find (module, "_Z11only_staticPi");
  WsPtxFunction *caller = find (calls, "_Z6callerPi");

  g_assert_cmpuint (spaces->shared_bytes, ==, 8 * 9 * 4 + 16);
  g_assert_cmpuint (spaces->dynamic_shared_offset, ==, 304);
  g_assert_cmpuint (only_static->shared_bytes, ==, 32 * 4 + 6);
  g_assert_cmpuint (only_static->dynamic_shared_offset, ==, 32 * 4 + 6);
  /* box of the callee, and its own behind it */
  g_assert_cmpuint (caller->shared_bytes, ==, 32 * 4 + 16);
}

static void
test_shared_alignment (void)
{
  g_autoptr (WsPtxModule) module =
      parse (HEADER ".shared .b8 first[3]; .shared .align 8 .b8 second[8];\n"
                    ".extern .shared .align 64 .b8 dynamic[];\n"
                    ".entry none () { ret; }\n"
                    ".entry one () { .reg .u32 %r; mov.u32 %r, first; ret; }\n"
                    ".entry two () { .reg .u32 %r; .shared .u32 own;\n"
                    "  ld.shared.u8 %r, [second]; mov.u32 %r, dynamic; ret; }\n");

  g_assert_cmpuint (find (module, "none")->shared_bytes, ==, 0);
  g_assert_cmpuint (find (module, "one")->shared_bytes, ==, 3);
  g_assert_cmpuint (find (module, "two")->shared_bytes, ==, 20);
  g_assert_cmpuint (
      ((WsPtxVariable *)g_ptr_array_index (find (module, "two")->variables, 0))->offset, ==, 16);
  g_assert_cmpuint (find (module, "two")->dynamic_shared_offset, ==, 64);
}

/* ---- functions ---- */

static void
test_calls (void)
{
  g_autoptr (WsPtxModule) module = parse_file ("calls.ptx");
  WsPtxFunction *turn = find (module, "_Z4turn6Triple");
  const WsPtxInstruction *call = NULL;
  const WsPtxFunction *callee;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < turn->instructions->len; i++)
    if (nth (turn, i)->opcode == WS_PTX_CALL)
      call = nth (turn, i);
  g_assert_nonnull (call);
  g_assert_cmpuint (call->n_operands, ==, 3);
  g_assert_cmpint (call->operands[0].kind, ==, WS_PTX_OPERAND_VECTOR);
  g_assert_cmpuint (call->operands[0].n_elements, ==, 1);
  g_assert_cmpstr (
      ws_ptx_operand_get_variable (module, turn, element (turn, &call->operands[0], 0))->name, ==,
      "retval0");
  g_assert_cmpint (call->operands[1].kind, ==, WS_PTX_OPERAND_FUNCTION);
  callee = g_ptr_array_index (module->functions, call->operands[1].symbol);
  g_assert_cmpstr (callee->name, ==, "_Z5weighif");
  g_assert_cmpuint (callee->returns->len, ==, 1);
  g_assert_cmpuint (callee->params->len, ==, 1);
  g_assert_cmpuint (call->operands[2].n_elements, ==, 1);
  /* vprintf and __assertfail are declared, and have no body */
  g_assert_null (ws_ptx_module_find (module, "vprintf"));
  g_assert_true (ws_ptx_function_check (module, turn, &error));
  g_assert_no_error (error);
}

static void
test_prototypes (void)
{
  g_autoptr (WsPtxModule) module = parse (
      HEADER
      ".func (.param .b32 r) f (.param .b32 a);\n"
      ".visible .entry k () .maxntid 64, 2 .minnctapersm 3\n"
      "{ .reg .b32 %r; .param .b32 x; .param .b32 y;\n"
      "  st.param.b32 [x], 1; call.uni (y), f, (x); ld.param.b32 %r, [y]; ret; }\n"
      ".func (.param .b32 r) f (.param .b32 a)\n"
      "{ .reg .b32 %r; ld.param.b32 %r, [a]; st.param.b32 [r], %r; ret; }\n"
      ".func (.param .b32 r) f (.param .b32 a);\n"
      ".func g;\n.entry all .reqntid 32 { call g; ret; P: .callprototype _ (.param .b32 _); }\n"
      ".func g { ret; }\n.extern .func (.param .b32 _) h (.param .b64 _) .noreturn;\n");
  WsPtxFunction *k = find (module, "k");

  g_assert_cmpuint (module->functions->len, ==, 5);
  g_assert_cmpuint (nth (k, 1)->operands[1].symbol, ==, 0);
  g_assert_true (((WsPtxFunction *)g_ptr_array_index (module->functions, 0))->has_body);
  g_assert_cmpuint (k->max_ntid[0], ==, 64);
  g_assert_cmpuint (k->max_ntid[1], ==, 2);
  g_assert_cmpuint (k->max_ntid[2], ==, 1);
  g_assert_cmpuint (k->req_ntid[0], ==, 0);
  g_assert_cmpuint (k->local_param_bytes, ==, 8);
}

/* What the table does not know spoils its own kernel, and those that call it, but no other. */
static void
test_unusable (void)
{
  g_autoptr (WsPtxModule) module = parse (
      HEADER ".entry good () { ret; }\n"
             ".func bad ()\n{\n  .reg .b32 %r<4>;\n  dance.u32 %r1, %r2;\n  sing;\n  ret;\n}\n"
             ".entry caller () { call bad; ret; }\n");
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (module->diagnostics->len, ==, 2);
  g_assert_true (ws_ptx_function_check (module, find (module, "good"), &error));
  g_assert_no_error (error);
  g_assert_false (ws_ptx_function_check (module, find (module, "caller"), &error));
  g_assert_error (error, WS_PTX_ERROR, WS_PTX_ERROR_UNKNOWN_INSTRUCTION);
  g_assert_cmpstr (error->message, ==,
                   "test.ptx:8:3: error: unknown instruction 'dance.u32' in function 'bad'\n"
                   "  dance.u32 %r1, %r2;\n  ^");
}

/* ---- everything there is ---- */

static void
test_whole_files (void)
{
  static const char *const folders[] = { WS_TEST_DIR "/data", WS_BUILD_DIR "/ptx" };
  guint n = 0;

  for (guint f = 0; f < G_N_ELEMENTS (folders); f++)
    {
      g_autoptr (GDir) dir = g_dir_open (folders[f], 0, NULL);
      const char *name;

      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        if (g_str_has_suffix (name, ".ptx"))
          {
            g_autofree char *path = g_build_filename (folders[f], name, NULL);
            g_autofree char *text = NULL;
            g_autoptr (WsPtxModule) module = NULL;

            g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
            module = parse (text);
            g_assert_cmpuint (module->diagnostics->len, ==, 0);
            g_assert_cmpuint (module->functions->len, >, 0);
            n++;
          }
    }
  g_assert_cmpuint (n, >, 200);
}

static void
test_reference (void)
{
  WsPtxModule *module = parse (HEADER ".entry k () { ret; }");
  WsPtxModule *other = ws_ptx_module_ref (module);

  ws_ptx_module_unref (module);
  g_assert_nonnull (ws_ptx_module_find (other, "k"));
  g_assert_null (ws_ptx_module_find (other, "none"));
  ws_ptx_module_unref (other);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ptx/parse/words", test_words);
  g_test_add_func ("/ptx/parse/operands", test_operands);
  g_test_add_func ("/ptx/parse/floats", test_floats);
  g_test_add_func ("/ptx/parse/expressions", test_expressions);
  g_test_add_func ("/ptx/parse/scopes", test_scopes);
  g_test_add_func ("/ptx/parse/huge-range", test_huge_range);
  g_test_add_func ("/ptx/parse/locations", test_locations);
  g_test_add_func ("/ptx/parse/inlined", test_inlined);
  g_test_add_func ("/ptx/parse/initial-values", test_initial_values);
  g_test_add_func ("/ptx/parse/parameters", test_parameters);
  g_test_add_func ("/ptx/parse/shared", test_shared);
  g_test_add_func ("/ptx/parse/shared-alignment", test_shared_alignment);
  g_test_add_func ("/ptx/parse/calls", test_calls);
  g_test_add_func ("/ptx/parse/prototypes", test_prototypes);
  g_test_add_func ("/ptx/parse/unusable", test_unusable);
  g_test_add_func ("/ptx/parse/whole-files", test_whole_files);
  g_test_add_func ("/ptx/parse/reference", test_reference);
  return g_test_run ();
}
