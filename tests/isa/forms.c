#include "forms.h"

#include <math.h>
#include <string.h>

#define MAX_SHOWN      4 /* lanes of a form that are wrong */
#define LANES_OF_BLOCK 256

static void
form_free (gpointer data)
{
  Form *self = data;

  g_free (self->spelling);
  g_free (self->name);
  g_free (self);
}

/* What test-special.c executes: it wants more than numbers, or gives none. */
static gboolean
is_special (WsPtxOpcode opcode)
{
  switch (opcode)
    {
    case WS_PTX_CVTA:
    case WS_PTX_ISSPACEP:
    case WS_PTX_PREFETCH:
    case WS_PTX_PREFETCHU:
    case WS_PTX_APPLYPRIORITY:
    case WS_PTX_DISCARD:
    case WS_PTX_CREATEPOLICY:
    case WS_PTX_MMA:
    case WS_PTX_WMMA_MMA:
    case WS_PTX_MOVMATRIX:
    case WS_PTX_NANOSLEEP:
    case WS_PTX_BRKPT:
    case WS_PTX_PMEVENT:
    case WS_PTX_ALLOCA:
    case WS_PTX_STACKSAVE:
    case WS_PTX_STACKRESTORE:
    case WS_PTX_TEX:
    case WS_PTX_SULD_B:
    case WS_PTX_SUST_B:
      return TRUE;
    default:
      return ws_ptx_opcode_get_class (opcode) != WS_OP_ALU;
    }
}

GPtrArray *
forms_list (WsPtxOpcode opcode)
{
  static const guint8 tables[] = { 0x96, 0xe8, 0xca, 0x1b, 0x01, 0x80, 0xf0, 0x3c };
  GPtrArray *forms = g_ptr_array_new_with_free_func (form_free);
  g_autoptr (GPtrArray) spellings = NULL;

  if (is_special (opcode))
    return forms;
  spellings = ws_isa_list_spellings (opcode);
  for (guint i = 0; i < spellings->len; i++)
    for (guint k = 0; k < (opcode == WS_PTX_LOP3 ? G_N_ELEMENTS (tables) : 1); k++)
      {
        Form *form = g_new0 (Form, 1);

        form->spelling = g_strdup (g_ptr_array_index (spellings, i));
        form->immediate = tables[k];
        form->name = opcode == WS_PTX_LOP3
                         ? g_strdup_printf ("%s.0x%02x", form->spelling, tables[k])
                         : g_strdup (form->spelling);
        ws_isa_decode (form->spelling, strlen (form->spelling), &form->shape);
        g_assert_cmpint (form->shape.state, ==, WS_SHAPE_KNOWN);
        g_ptr_array_add (forms, form);
      }
  return forms;
}

static WsPtxType
rule_type (const WsShape *shape, char type)
{
  switch (type)
    {
    case '0':
      return shape->types[0];
    case '1':
      return shape->types[1];
    case 'p':
      return WS_PTX_PRED;
    case 'w':
      return model_get_width (shape->types[0]) == 16 ? WS_PTX_B32 : WS_PTX_B64;
    default:
      return WS_PTX_B32;
    }
}

/* Names of registers of 16, 32 and 64 bits, and predicates. */
static const char *
bank (WsPtxType type)
{
  switch (model_get_width (type))
    {
    case 1:
      return "p";
    case 16:
      return "h";
    case 64:
      return "rd";
    default:
      return "r";
    }
}

/* ptxas of CUDA 13.0 lets all lanes execute a testp, guarded or not. */
static gboolean
is_guarded (const Form *form)
{
  return form->shape.opcode != WS_PTX_TESTP;
}

static void
write_kernel (GString *text, const Form *form, guint index)
{
  const WsOperandList *list = &form->shape.lists[0];
  WsPtxType to = rule_type (&form->shape, list->rules[0].type);

  /* into a wider register, so that what it is extended with is seen, too */
  if (form->shape.opcode == WS_PTX_CVT && model_get_width (to) < 32 && !model_is_half (to)
      && form->shape.types[1] != WS_PTX_BF16)
    to = WS_PTX_B32;
  g_string_append_printf (text, ".visible .entry f%u (.param .u64 in, .param .u64 out)\n{\n",
                          index);
  g_string_append (text, ".reg .pred %p<8>; .reg .b16 %h<8>; .reg .b32 %r<16>; .reg .b64 %rd<24>;\n"
                         "ld.param.u64 %rd20, [in]; ld.param.u64 %rd21, [out];\n"
                         "mov.u32 %r10, %tid.x; mov.u32 %r11, %ctaid.x; mov.u32 %r12, %ntid.x;\n"
                         "mad.lo.u32 %r10, %r11, %r12, %r10; mul.wide.u32 %rd22, %r10, 40;\n"
                         "add.s64 %rd20, %rd20, %rd22; mul.wide.u32 %rd22, %r10, 16;\n"
                         "add.s64 %rd21, %rd21, %rd22; ld.global.u64 %rd5, [%rd20+32];\n"
                         "cvt.u32.u64 %r5, %rd5;\n");
  for (guint k = 1; k <= 4; k++)
    g_string_append_printf (text,
                            "ld.global.u64 %%rd%u, [%%rd20+%u]; cvt.u32.u64 %%r%u, %%rd%u; "
                            "cvt.u16.u64 %%h%u, %%rd%u;\n",
                            k, (k - 1) * 8, k, k, k, k);
  for (guint k = 1; k <= 3; k++)
    g_string_append_printf (text, "and.b32 %%r6, %%r5, %u; setp.ne.u32 %%p%u, %%r6, 0;\n",
                            1u << (k - 1), k);
  g_string_append (
      text, "and.b32 %r6, %r5, 16; setp.ne.u32 %p5, %r6, 0;\n"
            "mov.u16 %h6, 0; mov.u64 %rd6, 0; setp.ne.u32 %p6, %r5, %r5; mov.pred %p7, %p6;\n");
  g_string_append (text, "shr.u32 %r6, %r5, 3; and.b32 %r6, %r6, 1; add.cc.u32 %r7, %r6, -1;\n"
                         "mov.u32 %r6, 0;\n");
  g_string_append_printf (text, "%s%s %%%s6", is_guarded (form) ? "@%p5 " : "", form->spelling,
                          bank (to));
  if (list->rules[0].pair)
    g_string_append (text, "|%p7");
  for (guint k = 1; k < list->n; k++)
    if (list->rules[k].kind == 'n')
      g_string_append_printf (text, ", %u", form->immediate);
    else
      {
        const char *name = bank (rule_type (&form->shape, list->rules[k].type));

        /* there are three predicates to read */
        g_string_append_printf (text, ", %%%s%u", name, *name == 'p' ? MIN (k, 3) : k);
      }
  g_string_append (text, ";\naddc.u32 %r8, 0, 0; cvt.u64.u32 %rd11, %r8;\n");
  if (to == WS_PTX_PRED)
    g_string_append (text, "selp.u64 %rd10, 1, 0, %p6;\n");
  else if (model_get_width (to) == 64)
    g_string_append (text, "mov.b64 %rd10, %rd6;\n");
  else
    g_string_append_printf (text, "cvt.u64.u%u %%rd10, %%%s6;\n",
                            model_get_width (to) == 16 ? 16 : 32, bank (to));
  if (list->rules[0].pair)
    g_string_append_printf (
        text, "selp.u64 %%rd12, %" G_GUINT64_FORMAT ", 0, %%p7; or.b64 %%rd10, %%rd10, %%rd12;\n",
        to == WS_PTX_PRED ? 2 : G_GUINT64_CONSTANT (1) << 32);
  g_string_append (text, "st.global.u64 [%rd21], %rd10; st.global.u64 [%rd21+8], %rd11; ret;\n}\n");
}

char *
forms_write (GPtrArray *forms)
{
  GString *text = g_string_new (".version 8.6\n.target sm_90\n.address_size 64\n");

  for (guint i = 0; i < forms->len; i++)
    write_kernel (text, g_ptr_array_index (forms, i), i);
  return g_string_free (text, FALSE);
}

/* ---- numbers ---- */

static const guint64 integers[] = {
  0,
  1,
  2,
  3,
  7,
  8,
  15,
  16,
  17,
  31,
  32,
  33,
  63,
  64,
  65,
  127,
  128,
  255,
  256,
  0x7fff,
  0x8000,
  0xffff,
  0x10000,
  0x7fffff,
  0x1000001,
  0x7fffffff,
  0x80000000,
  0xfffffffe,
  0xffffffff,
  G_GUINT64_CONSTANT (0x100000000),
  G_GUINT64_CONSTANT (0x5555555555555555),
  G_GUINT64_CONSTANT (0x20000000000001),
  G_GUINT64_CONSTANT (0x7fffffffffffffff),
  G_GUINT64_CONSTANT (0x8000000000000000),
  G_GUINT64_CONSTANT (0x8000000080000000),
  G_GUINT64_CONSTANT (0xffffffffffff8000),
  G_GUINT64_CONSTANT (0xfffffffffffffffe),
  G_GUINT64_CONSTANT (0xffffffffffffffff),
};

static const guint64 singles[] = {
  0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x00400000, 0x007fffff, 0x807fffff, 0x00800000,
  0x80800000, 0x00800001, 0x00ffffff, 0x01000000, 0x33800000, 0x33ffffff, 0x3effffff, 0x3f000000,
  0xbf000000, 0x3f7fffff, 0xbf7fffff, 0x3f800000, 0xbf800000, 0x3f800001, 0x3fc00000, 0x40200000,
  0xc0200000, 0x40490fdb, 0x437f8000, 0x4b000001, 0x4b800001, 0x4f000000, 0xcf000001, 0x4f800000,
  0x5f000000, 0xdf000000, 0x5f800000, 0x7e800001, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000,
  0x7f800001, 0x7fc00000, 0xffc12345,
};

static const guint64 doubles[] = {
  G_GUINT64_CONSTANT (0x0000000000000000), G_GUINT64_CONSTANT (0x8000000000000000),
  G_GUINT64_CONSTANT (0x0000000000000001), G_GUINT64_CONSTANT (0x800fffffffffffff),
  G_GUINT64_CONSTANT (0x0010000000000000), G_GUINT64_CONSTANT (0x001fffffffffffff),
  G_GUINT64_CONSTANT (0x3690000000000000), G_GUINT64_CONSTANT (0x36a0000000000001),
  G_GUINT64_CONSTANT (0x380fffffe0000000), G_GUINT64_CONSTANT (0x380ffffff0000000),
  G_GUINT64_CONSTANT (0x3810000000000000), G_GUINT64_CONSTANT (0x3ca0000000000000),
  G_GUINT64_CONSTANT (0x3fe0000000000000), G_GUINT64_CONSTANT (0xbfe0000000000000),
  G_GUINT64_CONSTANT (0x3fefffffffffffff), G_GUINT64_CONSTANT (0x3ff0000000000000),
  G_GUINT64_CONSTANT (0xbff0000000000000), G_GUINT64_CONSTANT (0x3ff0000000000001),
  G_GUINT64_CONSTANT (0x3ff0000010000000), G_GUINT64_CONSTANT (0x3ff8000000000000),
  G_GUINT64_CONSTANT (0x4004000000000000), G_GUINT64_CONSTANT (0xc004000000000000),
  G_GUINT64_CONSTANT (0x406ff00000000000), G_GUINT64_CONSTANT (0x40dfffe000000000),
  G_GUINT64_CONSTANT (0x41dfffffffc00000), G_GUINT64_CONSTANT (0x41e0000000000000),
  G_GUINT64_CONSTANT (0xc1e0000000100000), G_GUINT64_CONSTANT (0x41f0000000000000),
  G_GUINT64_CONSTANT (0x4340000000000001), G_GUINT64_CONSTANT (0x43e0000000000000),
  G_GUINT64_CONSTANT (0xc3e0000000000000), G_GUINT64_CONSTANT (0x43f0000000000000),
  G_GUINT64_CONSTANT (0x47efffffe0000000), G_GUINT64_CONSTANT (0x47effffff0000000),
  G_GUINT64_CONSTANT (0x7fefffffffffffff), G_GUINT64_CONSTANT (0xffefffffffffffff),
  G_GUINT64_CONSTANT (0x7ff0000000000000), G_GUINT64_CONSTANT (0xfff0000000000000),
  G_GUINT64_CONSTANT (0x7ff8000000000000), G_GUINT64_CONSTANT (0xfff8000000012345),
};

/* What comes out just below, and is rounded up to, the least normal number. */
static const guint64 triples[][3] = {
  { 0x3f7fffff, 0x00800000, 0x00000000 }, { 0xbf7fffff, 0x00800000, 0x80000000 },
  { 0x00ffffff, 0x3f000000, 0x00000000 }, { 0x00ffffff, 0x40000000, 0x00000000 },
  { 0x80ffffff, 0x40000000, 0x80000000 }, { 0x0d800000, 0x8d800000, 0x00800000 },
  { 0x0d800000, 0x0d800000, 0x80800000 }, { 0x0d800000, 0x0d800000, 0x00800000 },
  { 0x0d800000, 0x0d800000, 0x007fffff },
};

static const guint64 f16s[] = {
  0x0000, 0x8000, 0x0001, 0x8001, 0x0200, 0x03ff, 0x83ff, 0x0400, 0x8400, 0x0401, 0x07ff, 0x1400,
  0x1bff, 0x2c00, 0x37ff, 0x3800, 0x3bff, 0x3c00, 0xbc00, 0x3c01, 0x3e00, 0x4000, 0x4248, 0xc100,
  0x5bf8, 0x6400, 0x6801, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7c01, 0x7e00, 0xfe12,
};

static const guint64 bf16s[] = {
  0x0000, 0x8000, 0x0001, 0x8001, 0x0040, 0x007f, 0x807f, 0x0080, 0x8080, 0x0081,
  0x00ff, 0x0100, 0x3380, 0x33ff, 0x3eff, 0x3f00, 0xbf00, 0x3f7f, 0x3f80, 0xbf80,
  0x3f81, 0x3fc0, 0x4020, 0xc049, 0x437f, 0x4b01, 0x4f00, 0xcf00, 0x5f80, 0x7e81,
  0x7f7f, 0xff7f, 0x7f80, 0xff80, 0x7f81, 0x7fc0, 0xffc1,
};

static gboolean
is_bf16 (WsPtxType type)
{
  return type == WS_PTX_BF16 || type == WS_PTX_BF16X2;
}

static const guint64 *
edges_of (WsPtxType type, guint *n)
{
  if (type == WS_PTX_F32)
    {
      *n = G_N_ELEMENTS (singles);
      return singles;
    }
  if (type == WS_PTX_F64)
    {
      *n = G_N_ELEMENTS (doubles);
      return doubles;
    }
  if (is_bf16 (type))
    {
      *n = G_N_ELEMENTS (bf16s);
      return bf16s;
    }
  if (model_is_half (type))
    {
      *n = G_N_ELEMENTS (f16s);
      return f16s;
    }
  *n = G_N_ELEMENTS (integers);
  return integers;
}

static guint64
random_bits (GRand *random)
{
  return (guint64)g_rand_int (random) << 32 | g_rand_int (random);
}

/* Half of the numbers are any bits, half of those that programs have. */
static guint64
random_of (WsPtxType type, GRand *random)
{
  guint64 bits = random_bits (random);
  guint64 choice = random_bits (random);

  if (type == WS_PTX_F32)
    return choice & 1 ? bits & 0xffffffff
                      : (bits & 0x807fffff) | (guint64)(107 + choice / 2 % 48) << 23;
  if (type == WS_PTX_F64)
    return choice & 1 ? bits
                      : (bits & G_GUINT64_CONSTANT (0x800fffffffffffff))
                            | (guint64)(983 + choice / 2 % 128) << 52;
  if (is_bf16 (type))
    return choice & 1 ? bits
                      : (bits & 0x807f) | (guint64)(107 + choice / 2 % 48) << 7 | bits << 32 >> 16;
  if (model_is_half (type))
    return choice & 1 ? bits
                      : (bits & 0x83ff) | (guint64)(8 + choice / 2 % 16) << 10 | bits << 32 >> 16;
  bits >>= choice % 64;
  return choice & 64 ? ~bits : bits;
}

ModelInput *
forms_make_inputs (const Form *form)
{
  const WsOperandList *list = &form->shape.lists[0];
  guint n_sources = MIN (list->n - 1, MODEL_N_WORDS - 1);
  /* the same for alike forms, so that they can be held against each other */
  g_autoptr (GRand) random = g_rand_new_with_seed (n_sources);
  ModelInput *inputs = g_new0 (ModelInput, FORMS_N_LANES);
  const guint64 *edges[MODEL_N_WORDS];
  guint n_edges[MODEL_N_WORDS] = { 1, 1, 1, 1, 1 };

  for (guint s = 0; s < n_sources; s++)
    edges[s] = edges_of (rule_type (&form->shape, list->rules[s + 1].type), &n_edges[s]);
  for (guint i = 0; i < FORMS_N_LANES; i++)
    {
      gboolean is_edge = i < n_edges[0] * n_edges[1];

      for (guint s = 0; s < n_sources; s++)
        {
          WsPtxType type = rule_type (&form->shape, list->rules[s + 1].type);
          guint at = s == 0 ? i / n_edges[1] : s == 1 ? i : i * 7;

          inputs[i].words[s] = is_edge || g_rand_int_range (random, 0, 8) == 0
                                   ? edges[s][at % n_edges[s]]
                                   : random_of (type, random);
        }
      /* in the first half all lanes execute it, in the other some do */
      inputs[i].words[MODEL_N_WORDS - 1] =
          (g_rand_int (random) & 31) | (i < FORMS_N_LANES / 2 ? FORMS_EXECUTES : 0);
      if (i >= FORMS_N_LANES - G_N_ELEMENTS (triples) && form->shape.types[0] == WS_PTX_F32)
        {
          memcpy (inputs[i].words, triples[FORMS_N_LANES - 1 - i], sizeof triples[0]);
          inputs[i].words[MODEL_N_WORDS - 1] |= FORMS_EXECUTES;
        }
      inputs[i].carry = (inputs[i].words[MODEL_N_WORDS - 1] >> 3) & 1;
      inputs[i].immediate = form->immediate;
    }
  return inputs;
}

static gboolean
run_form (WsDevice *device, guint k, const ModelInput *inputs, const guint64 params[2],
          FormResult *results, GError **error)
{
  g_autofree char *entry = g_strdup_printf ("f%u", k);
  g_autofree guint64 *words = g_new (guint64, FORMS_N_LANES * MODEL_N_WORDS);
  WsLaunchRequest request = { .entry = entry,
                              .grid = { FORMS_N_LANES / LANES_OF_BLOCK, 1, 1 },
                              .block = { LANES_OF_BLOCK, 1, 1 },
                              .params = (const guint8 *)params,
                              .params_size = 2 * sizeof *params };

  for (guint i = 0; i < FORMS_N_LANES; i++)
    memcpy (words + (gsize)i * MODEL_N_WORDS, inputs[i].words, sizeof inputs[i].words);
  return device->klass->write (device, params[0], words, FORMS_IN_BYTES, error)
         && device->klass->launch (device, &request, NULL, NULL, NULL, error)
         && device->klass->read (device, params[1], results, FORMS_OUT_BYTES, error);
}

gboolean
forms_run (WsDevice *device, GPtrArray *forms, FormDone done, gpointer data, GError **error)
{
  g_autofree char *text = forms_write (forms);
  g_autofree FormResult *results = g_new (FormResult, FORMS_N_LANES);
  guint64 params[2];

  device->klass->free_all (device);
  if (!device->klass->load (device, text, -1, "forms.ptx", error)
      || !device->klass->alloc (device, FORMS_IN_BYTES, "in", &params[0], error)
      || !device->klass->alloc (device, FORMS_OUT_BYTES, "out", &params[1], error))
    return FALSE;
  for (guint k = 0; k < forms->len; k++)
    {
      const Form *form = g_ptr_array_index (forms, k);
      g_autofree ModelInput *inputs = forms_make_inputs (form);

      if (!run_form (device, k, inputs, params, results, error))
        return FALSE;
      done (form, inputs, results, data);
    }
  return TRUE;
}

/* ---- checks ---- */

/* Of an approximation: how far @bits are from @value, in units of the last place. */
static double
distance (WsPtxType type, gboolean is_flushed, guint64 bits, long double value)
{
  guint32 word = (guint32)bits;
  float single;
  double twice;
  long double got;
  int exponent;
  long double unit;
  gboolean is_double = type == WS_PTX_F64;
  long double least = is_double ? 0x1p-1022L : 0x1p-126L;

  memcpy (&single, &word, 4);
  memcpy (&twice, &bits, 8);
  got = is_double ? (long double)twice : (long double)single;
  if (isnan (value) || isnan (got))
    return isnan (value) && isnan (got) ? 0 : INFINITY;
  if (is_double ? isinf ((double)value) : isinf ((float)value))
    value = copysignl (INFINITY, value);
  if (value == got)
    return 0;
  if (isinf (value) || isinf (got))
    return INFINITY;
  if (is_flushed && got == 0 && fabsl (value) <= least)
    return 0;
  frexpl (value, &exponent);
  unit = ldexpl (1, MAX (exponent - 1, is_double ? -1022 : -126) - (is_double ? 52 : 23));
  return (double)(fabsl (got - value) / unit);
}

/* Of numbers of 16 bits, in units of the bound, of the worst half. */
static gboolean
is_near (const Form *form, const FormResult *result, const ModelResult *expected, double *off)
{
  guint n = model_get_width (form->shape.types[0]) / 16;

  for (guint i = 0; i < n; i++)
    {
      long double got = model_read_half (form->shape.types[0], result->bits >> (16 * i));
      long double value = expected->halves[i].value;

      if (isnan (value) ? isnan (got) : got == value)
        continue;
      if (!(fabsl (got - value) <= expected->halves[i].bound))
        return FALSE;
      *off = MAX (*off, (double)(fabsl (got - value) / expected->halves[i].bound));
    }
  return TRUE;
}

/* Whether the lane is right; of an approximation @error_ulps gets how far off it is. */
static gboolean
check (const Form *form, const ModelInput *input, const FormResult *result, ModelResult *expected,
       double *error_ulps)
{
  long double off;

  *error_ulps = 0;
  g_assert_true (model_compute (&form->shape, input, expected));
  if (is_guarded (form) && (input->words[MODEL_N_WORDS - 1] & FORMS_EXECUTES) == 0)
    return result->bits == 0 && result->carry == input->carry;
  if (expected->is_approximate && model_is_half (form->shape.types[0]))
    return result->carry == input->carry && is_near (form, result, expected, error_ulps);
  if (!expected->is_approximate)
    return expected->bits == result->bits && expected->carry == result->carry;
  off = distance (form->shape.types[0], model_has_word (&form->shape, WS_PTX_MOD_FTZ), result->bits,
                  expected->value);
  if (off <= expected->ulps)
    {
      *error_ulps = (double)off;
      return TRUE;
    }
  if (expected->absolute > 0)
    {
      guint32 word = (guint32)result->bits;
      float got;

      memcpy (&got, &word, 4);
      return fabsl (got - expected->value) <= expected->absolute;
    }
  return FALSE;
}

FormVerdict
forms_judge (const Form *form, const ModelInput *inputs, const FormResult *results)
{
  FormVerdict verdict = { 0 };

  for (guint i = 0; i < FORMS_N_LANES; i++)
    {
      const guint64 *words = inputs[i].words;
      ModelResult expected;
      double off;

      if (!check (form, &inputs[i], &results[i], &expected, &off) && verdict.n_wrong++ < MAX_SHOWN)
        g_print (
            "# %s of %016" G_GINT64_MODIFIER "x %016" G_GINT64_MODIFIER "x %016" G_GINT64_MODIFIER
            "x %016" G_GINT64_MODIFIER "x %x: %016" G_GINT64_MODIFIER
            "x %u, not %016" G_GINT64_MODIFIER "x %u (%.12Lg)\n",
            form->name, words[0], words[1], words[2], words[3], (guint)words[4], results[i].bits,
            (guint)results[i].carry, expected.bits, expected.carry, expected.value);
      verdict.worst_ulps = MAX (verdict.worst_ulps, off);
      verdict.is_approximate = verdict.is_approximate || expected.is_approximate;
    }
  return verdict;
}

/* FNV-1a */
guint64
forms_digest (const FormResult *results)
{
  guint64 digest = G_GUINT64_CONSTANT (0xcbf29ce484222325);
  const guint8 *bytes = (const guint8 *)results;

  for (gsize i = 0; i < FORMS_OUT_BYTES; i++)
    digest = (digest ^ bytes[i]) * G_GUINT64_CONSTANT (0x100000001b3);
  return digest;
}
