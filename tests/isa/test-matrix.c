/* Matrices that a warp holds: each form of mma against where PTX says that an element is, and what
 * a product is; wmma, ldmatrix and stmatrix between memory and registers. */
#include "ptx/isa.h"
#include "specs.h"
#include "virtual/virtual.h"

#include "model.h"

#include <math.h>
#include <string.h>

#define LANES        32
#define MAX_REGISTER 8
#define MAX_SIDE     64

static void
run (const char *text, const void *in, gsize in_bytes, void *out, gsize out_bytes)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  const char *const *variants = ws_vm_get_variants ();

  for (guint v = 0; variants[v] != NULL; v++)
    {
      g_autoptr (WsDevice) device = ws_vm_device_new (spec, 1);
      g_autoptr (GError) error = NULL;
      guint64 params[2];
      WsLaunchRequest request = { .entry = "test",
                                  .grid = { 1, 1, 1 },
                                  .block = { LANES, 1, 1 },
                                  .params = (const guint8 *)params,
                                  .params_size = sizeof params };

      if (!ws_vm_device_set_variant (device, variants[v]))
        continue;
      device->klass->load (device, text, -1, "test.ptx", &error);
      g_assert_no_error (error);
      device->klass->alloc (device, in_bytes, "in", &params[0], &error);
      device->klass->alloc (device, out_bytes, "out", &params[1], &error);
      device->klass->write (device, params[0], in, in_bytes, &error);
      device->klass->launch (device, &request, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      device->klass->read (device, params[1], out, out_bytes, &error);
      g_assert_no_error (error);
    }
}

/* ---- mma ---- */

/* A matrix of one product, as the test has it. */
typedef struct {
  char which;
  WsPtxType type;
  guint rows, columns;
  gboolean is_column;
  guint n_registers;
  double real[4][MAX_SIDE][MAX_SIDE]; /* of each of the products of m8n8k4 */
  gint64 whole[MAX_SIDE][MAX_SIDE];
} Matrix;

static guint
bits_of_type (WsPtxType type)
{
  return model_get_width (type);
}

static gboolean
has_quads (const WsShape *shape)
{
  return model_has_word (shape, WS_PTX_MOD_M8N8K4) && shape->types[1] == WS_PTX_F16;
}

/* PTX ISA, "Matrix Fragments for mma.m8n8k4" and those that follow: element @i of @lane. */
static void
find_place (const WsShape *shape, const Matrix *matrix, guint lane, guint i, guint *row,
            guint *column)
{
  guint group = lane >> 2;
  guint thread = lane & 3;
  guint bits = bits_of_type (matrix->type);

  if (has_quads (shape))
    {
      guint more = lane < 16 ? 0 : 4;

      if (matrix->which == 'a')
        {
          *row = matrix->is_column ? i % 4 + more : lane % 4 + more;
          *column = matrix->is_column ? lane % 4 : i;
        }
      else if (matrix->which == 'b')
        {
          *row = matrix->is_column ? i : lane % 4;
          *column = matrix->is_column ? lane % 4 + more : i % 4 + more;
        }
      else if (matrix->type == WS_PTX_F16)
        {
          *row = lane % 4 + more;
          *column = i;
        }
      else
        {
          *row = (lane & 1) + (i & 2) + more;
          *column = (i & 4) + (lane & 2) + (i & 1);
        }
    }
  else if (matrix->which == 'c' || matrix->which == 'd')
    {
      *row = i < 2 ? group : group + 8;
      *column = thread * 2 + (i & 1);
    }
  else if (bits == 16)
    {
      guint step = i < (matrix->which == 'a' ? 4 : 2) ? 0 : 8;

      *row = matrix->which == 'a' ? group + (i % 4 < 2 ? 0 : 8) : thread * 2 + (i & 1) + step;
      *column = matrix->which == 'a' ? thread * 2 + (i & 1) + step : group;
    }
  else if (bits == 8)
    {
      gboolean tall = matrix->rows == 16;
      guint step = matrix->which == 'a' ? (i < 8 ? 0 : 16) : (i < 4 ? 0 : 16);

      *row = matrix->which == 'b' ? thread * 4 + (i & 3) + step
             : tall               ? group + (i % 8 < 4 ? 0 : 8)
                                  : group;
      *column = matrix->which == 'b' ? group : thread * 4 + (i & 3) + step;
    }
  else if (bits == 4)
    {
      gboolean tall = matrix->rows == 16;
      guint step = i < (matrix->which == 'a' ? 16 : 8) ? 0 : 32;

      *row = matrix->which == 'b' ? thread * 8 + (i & 7) + step
             : tall               ? group + (i % 16 < 8 ? 0 : 8)
                                  : group;
      *column = matrix->which == 'b' ? group : thread * 8 + (i & 7) + step;
    }
  else if (matrix->which == 'b')
    {
      *row = thread + 4 * i;
      *column = group;
    }
  else
    {
      gboolean tall = matrix->rows == 16;

      *row = group + (tall && (i & 1) ? 8 : 0);
      *column = thread + 4 * (tall ? i / 2 : i);
    }
}

static guint64
encode (WsPtxType type, double real, gint64 whole)
{
  float single = (float)real;
  guint32 word;
  guint64 bits;

  memcpy (&word, &single, 4);
  memcpy (&bits, &real, 8);
  if (type == WS_PTX_F32 || type == WS_PTX_TF32)
    return word;
  if (type == WS_PTX_F64)
    return bits;
  if (type == WS_PTX_BF16)
    return word >> 16;
  if (type == WS_PTX_F16)
    {
      /* numbers of few bits: exponent and the upper ten */
      if (real == 0)
        return 0;
      return (word >> 16 & 0x8000) | (((word >> 23 & 0xff) - 112) << 10) | (word >> 13 & 0x3ff);
    }
  if (type == WS_PTX_E4M3 || type == WS_PTX_E5M2)
    {
      /* likewise, of which these types hold the upper three or two bits behind the first */
      guint digits = type == WS_PTX_E4M3 ? 3 : 2;
      guint bias = type == WS_PTX_E4M3 ? 7 : 15;

      if (real == 0)
        return 0;
      return (word >> 24 & 0x80) | ((word >> 23 & 0xff) - 127 + bias) << digits
             | (word >> (23 - digits) & ((1u << digits) - 1));
    }
  return (guint64)whole & 0xffffffff;
}

static double
decode (WsPtxType type, guint64 bits)
{
  guint32 word = (guint32)bits;
  float single;
  double real;

  memcpy (&single, &word, 4);
  memcpy (&real, &bits, 8);
  return type == WS_PTX_F64   ? real
         : type == WS_PTX_F32 ? (double)single
                              : (double)model_read_half (type, bits & 0xffff);
}

static gboolean
is_whole (WsPtxType type)
{
  return type == WS_PTX_S32 || type == WS_PTX_S8 || type == WS_PTX_U8 || type == WS_PTX_S4
         || type == WS_PTX_U4;
}

/* @exactly: sums that every type holds; else as they come, and near enough. */
static void
fill (Matrix *matrix, gboolean exactly, GRand *random)
{
  for (guint q = 0; q < 4; q++)
    for (guint r = 0; r < matrix->rows; r++)
      for (guint c = 0; c < matrix->columns; c++)
        {
          double value = g_rand_int_range (random, -8, 9);

          /* of 8 bits: a power of two, or half as much again */
          if (matrix->type == WS_PTX_E4M3 || matrix->type == WS_PTX_E5M2)
            value = ldexp (g_rand_int_range (random, -1, 2),
                           g_rand_int_range (random, exactly ? 0 : -6, 4))
                    * (g_rand_boolean (random) ? 1.5 : 1);
          else if (!exactly)
            value *= ldexp (1, g_rand_int_range (random, -6, 3)) / 8;
          matrix->real[q][r][c] = value;
          matrix->whole[r][c] = matrix->type == WS_PTX_S32
                                    ? g_rand_int_range (random, G_MININT32, G_MAXINT32)
                                : matrix->type == WS_PTX_U8 ? g_rand_int_range (random, 0, 256)
                                : matrix->type == WS_PTX_U4 ? g_rand_int_range (random, 0, 16)
                                : matrix->type == WS_PTX_S4 ? g_rand_int_range (random, -8, 8)
                                                            : g_rand_int_range (random, -128, 128);
        }
}

/* The registers of all lanes: of each 64 bits, whatever it has. */
static void
to_registers (const WsShape *shape, const Matrix *matrix, guint64 words[LANES][MAX_REGISTER])
{
  guint bits = bits_of_type (matrix->type);
  guint per_register = MAX (32 / bits, 1);

  for (guint lane = 0; lane < LANES; lane++)
    for (guint i = 0; i < matrix->n_registers * per_register; i++)
      {
        guint row;
        guint column;
        guint64 value;

        find_place (shape, matrix, lane, i, &row, &column);
        value = encode (matrix->type,
                        matrix->real[lane % 16 / 4 * (has_quads (shape) ? 1 : 0)][row][column],
                        matrix->whole[row][column]);
        if (bits < 32)
          value &= (1u << bits) - 1;
        words[lane][i / per_register] |= value << (bits * (i % per_register));
      }
}

/* D of a product, a lane's element: exact. */
static double
real_sum (const Matrix *of, guint quad, guint row, guint column, double *magnitude)
{
  double sum = of[3].real[quad][row][column];

  *magnitude = fabs (sum);
  for (guint k = 0; k < of[1].columns; k++)
    {
      double product = of[1].real[quad][row][k] * of[2].real[quad][k][column];

      sum += product;
      *magnitude += fabs (product);
    }
  return sum;
}

static gint32
whole_sum (const WsShape *shape, const Matrix *of, guint row, guint column)
{
  gint64 sum = of[3].whole[row][column];

  for (guint k = 0; k < of[1].columns; k++)
    sum += of[1].whole[row][k] * of[2].whole[k][column];
  if (model_has_word (shape, WS_PTX_MOD_SATFINITE))
    sum = CLAMP (sum, G_MININT32, G_MAXINT32);
  return (gint32)sum;
}

static void
check_product (const WsShape *shape, const Matrix *of, gboolean exactly,
               guint64 words[LANES][MAX_REGISTER])
{
  guint bits = bits_of_type (of[0].type);
  guint per_register = MAX (32 / bits, 1);

  for (guint lane = 0; lane < LANES; lane++)
    for (guint i = 0; i < of[0].n_registers * per_register; i++)
      {
        guint64 got = words[lane][i / per_register] >> (bits * (i % per_register));
        guint quad = has_quads (shape) ? lane % 16 / 4 : 0;
        double magnitude;
        double expected;
        guint row;
        guint column;

        find_place (shape, &of[0], lane, i, &row, &column);
        if (is_whole (of[0].type))
          {
            g_assert_cmpint ((gint32)got, ==, whole_sum (shape, of, row, column));
            continue;
          }
        expected = real_sum (of, quad, row, column, &magnitude);
        if (exactly)
          g_assert_cmpfloat (decode (of[0].type, got), ==, expected);
        else
          g_assert_cmpfloat (fabs (decode (of[0].type, got) - expected), <=,
                             magnitude * (of[0].type == WS_PTX_F16 ? 0x1p-10 : 0x1p-22));
      }
}

static guint
count_registers (const WsShape *shape, const Matrix *matrix)
{
  guint bits = bits_of_type (matrix->type);
  guint n = matrix->rows * matrix->columns * (has_quads (shape) ? 4 : 1) / LANES;

  return bits < 32 ? n * bits / 32 : n;
}

static void
describe (const WsShape *shape, Matrix of[4])
{
  static const struct {
    WsPtxMod word;
    guint m, n, k;
  } sides[] = { { WS_PTX_MOD_M8N8K4, 8, 8, 4 },     { WS_PTX_MOD_M8N8K16, 8, 8, 16 },
                { WS_PTX_MOD_M16N8K4, 16, 8, 4 },   { WS_PTX_MOD_M16N8K8, 16, 8, 8 },
                { WS_PTX_MOD_M16N8K16, 16, 8, 16 }, { WS_PTX_MOD_M16N8K32, 16, 8, 32 },
                { WS_PTX_MOD_M8N8K32, 8, 8, 32 },   { WS_PTX_MOD_M16N8K64, 16, 8, 64 } };
  guint m = 0;
  guint n = 0;
  guint k = 0;

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    if (model_has_word (shape, sides[i].word))
      {
        m = sides[i].m;
        n = sides[i].n;
        k = sides[i].k;
      }
  for (guint i = 0; i < 4; i++)
    {
      of[i].which = "dabc"[i];
      of[i].type = shape->types[i];
      of[i].rows = i == 2 ? k : m;
      of[i].columns = i == 1 ? k : n;
      of[i].is_column = i == 1   ? shape->mods[3] == WS_PTX_MOD_COL
                        : i == 2 ? shape->mods[4] == WS_PTX_MOD_COL
                                 : FALSE;
      of[i].n_registers = count_registers (shape, &of[i]);
    }
}

static const char *
bank (WsPtxType type)
{
  return type == WS_PTX_F64 ? "%rd" : type == WS_PTX_F32 ? "%f" : "%r";
}

static void
add_vector (GString *text, const Matrix *matrix, guint first)
{
  g_string_append (text, "{");
  for (guint i = 0; i < matrix->n_registers; i++)
    g_string_append_printf (text, "%s%s%u", i > 0 ? ", " : "", bank (matrix->type), first + i);
  g_string_append (text, "}");
}

static char *
write_kernel (const char *spelling, const Matrix of[4])
{
  GString *text = g_string_new (
      ".version 8.0\n.target sm_90\n.address_size 64\n"
      ".visible .entry test (.param .u64 in, .param .u64 out)\n{\n"
      ".reg .b32 %r<64>; .reg .f32 %f<64>; .reg .b64 %rd<64>; .reg .b64 %in, %out, %at;\n"
      ".reg .b32 %lane; ld.param.u64 %in, [in]; ld.param.u64 %out, [out];\n"
      "mov.u32 %lane, %tid.x; mul.wide.u32 %at, %lane, 192; add.s64 %in, %in, %at;\n"
      "mul.wide.u32 %at, %lane, 64; add.s64 %out, %out, %at;\n");
  static const guint firsts[] = { 0, 8, 16, 24 };

  for (guint i = 1; i < 4; i++)
    for (guint k = 0; k < of[i].n_registers; k++)
      g_string_append_printf (text, "ld.global.b%u %s%u, [%%in+%u];\n",
                              of[i].type == WS_PTX_F64 ? 64 : 32, bank (of[i].type), firsts[i] + k,
                              (i - 1) * 64 + k * 8);
  g_string_append_printf (text, "%s ", spelling);
  for (guint i = 0; i < 4; i++)
    {
      add_vector (text, &of[i], firsts[i]);
      g_string_append (text, i < 3 ? ", " : ";\n");
    }
  for (guint k = 0; k < of[0].n_registers; k++)
    g_string_append_printf (text, "st.global.b%u [%%out+%u], %s%u;\n",
                            of[0].type == WS_PTX_F64 ? 64 : 32, k * 8, bank (of[0].type), k);
  g_string_append (text, "ret;\n}\n");
  return g_string_free (text, FALSE);
}

static void
test_mma (void)
{
  g_autoptr (GPtrArray) spellings = ws_isa_list_spellings (WS_PTX_MMA);
  g_autoptr (GRand) random = g_rand_new_with_seed (16816);
  g_autofree Matrix *of = g_new0 (Matrix, 4);

  g_assert_cmpuint (spellings->len, >, 40);
  for (guint s = 0; s < spellings->len; s++)
    for (guint exactly = 0; exactly < 2; exactly++)
      {
        const char *spelling = g_ptr_array_index (spellings, s);
        guint64 in[LANES][3][MAX_REGISTER] = { 0 };
        guint64 words[LANES][MAX_REGISTER];
        guint64 out[LANES][MAX_REGISTER] = { 0 };
        g_autofree char *text = NULL;
        WsShape shape;

        ws_isa_decode (spelling, strlen (spelling), &shape);
        describe (&shape, of);
        text = write_kernel (spelling, of);
        g_test_message ("%s", spelling);
        for (guint i = 1; i < 4; i++)
          {
            fill (&of[i], exactly != 0, random);
            memset (words, 0, sizeof words);
            to_registers (&shape, &of[i], words);
            for (guint lane = 0; lane < LANES; lane++)
              memcpy (in[lane][i - 1], words[lane], sizeof words[lane]);
          }
        run (text, in, sizeof in, out, sizeof out);
        check_product (&shape, of, exactly != 0, out);
      }
}

/* ---- wmma ---- */

typedef struct {
  const char *shape;
  guint m, n, k;
  const char *of; /* type of a and b */
  const char *to; /* of c and d */
  guint a_registers, b_registers, c_registers;
} Wmma;

static const Wmma wmmas[] = {
  { "m16n16k16", 16, 16, 16, "f16", "f32", 8, 8, 8 },
  { "m32n8k16", 32, 8, 16, "f16", "f32", 8, 8, 8 },
  { "m8n32k16", 8, 32, 16, "f16", "f32", 8, 8, 8 },
  { "m16n16k16", 16, 16, 16, "f16", "f16", 8, 8, 4 },
  { "m16n16k16", 16, 16, 16, "bf16", "f32", 4, 4, 8 },
  { "m32n8k16", 32, 8, 16, "bf16", "f32", 8, 2, 8 },
  { "m8n32k16", 8, 32, 16, "bf16", "f32", 2, 8, 8 },
  { "m16n16k8", 16, 16, 8, "tf32", "f32", 4, 4, 8 },
  { "m16n16k16", 16, 16, 16, "s8", "s32", 2, 2, 8 },
  { "m32n8k16", 32, 8, 16, "u8", "s32", 4, 1, 8 },
  { "m8n32k16", 8, 32, 16, "s8", "s32", 1, 4, 8 },
  { "m8n8k4", 8, 8, 4, "f64", "f64", 1, 1, 2 },
};

static WsPtxType
type_of (const char *name)
{
  return ws_isa_find_type (name, strlen (name));
}

static void
add_list (GString *text, const char *type, char group, guint n)
{
  const char *kind = strcmp (type, "f32") == 0 ? "f" : strcmp (type, "f64") == 0 ? "rd" : "r";

  g_string_append (text, "{");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%%%s%c%u", i > 0 ? ", " : "", kind, group, i);
  g_string_append (text, "}");
}

#define PLACE_OF_A 0
#define PLACE_OF_B 8192
#define PLACE_OF_C 16384
#define WMMA_BYTES 24576

static char *
write_wmma (const Wmma *w, gboolean a_column, gboolean b_column, gboolean c_column, guint more)
{
  GString *text = g_string_new (
      ".version 8.0\n.target sm_90\n.address_size 64\n"
      ".visible .entry test (.param .u64 in, .param .u64 out)\n{\n"
      ".reg .b32 %ra<8>; .reg .b32 %rb<8>; .reg .b32 %rc<8>; .reg .f32 %fc<8>;\n"
      ".reg .b64 %rda<8>; .reg .b64 %rdb<8>; .reg .b64 %rdc<8>; .reg .b64 %in, %out;\n"
      "ld.param.u64 %in, [in]; ld.param.u64 %out, [out];\n");
  gboolean names_types = strcmp (w->of, "f16") != 0;

  g_string_append_printf (text, "wmma.load.a.sync.aligned.%s.%s.global.%s ",
                          a_column ? "col" : "row", w->shape, w->of);
  add_list (text, w->of, 'a', w->a_registers);
  g_string_append_printf (text, ", [%%in+%d], %u;\nwmma.load.b.sync.aligned.%s.%s.global.%s ",
                          PLACE_OF_A, (a_column ? w->m : w->k) + more, b_column ? "col" : "row",
                          w->shape, w->of);
  add_list (text, w->of, 'b', w->b_registers);
  g_string_append_printf (text, ", [%%in+%d], %u;\nwmma.load.c.sync.aligned.%s.%s.%s ", PLACE_OF_B,
                          (b_column ? w->k : w->n) + more, c_column ? "col" : "row", w->shape,
                          w->to);
  add_list (text, w->to, 'c', w->c_registers);
  g_string_append_printf (text, ", [%%in+%d];\nwmma.mma.sync.aligned.%s.%s.%s.%s", PLACE_OF_C,
                          a_column ? "col" : "row", b_column ? "col" : "row", w->shape, w->to);
  if (names_types)
    g_string_append_printf (text, ".%s.%s", w->of, w->of);
  g_string_append_printf (text, ".%s ", w->to);
  add_list (text, w->to, 'c', w->c_registers);
  g_string_append (text, ", ");
  add_list (text, w->of, 'a', w->a_registers);
  g_string_append (text, ", ");
  add_list (text, w->of, 'b', w->b_registers);
  g_string_append (text, ", ");
  add_list (text, w->to, 'c', w->c_registers);
  g_string_append_printf (text, ";\nwmma.store.d.sync.aligned.%s.%s.global.%s [%%out], ",
                          c_column ? "row" : "col", w->shape, w->to);
  add_list (text, w->to, 'c', w->c_registers);
  g_string_append_printf (text, ", %u;\nret;\n}\n", (c_column ? w->n : w->m) + more);
  return g_string_free (text, FALSE);
}

static void
put_matrix (guint8 *memory, WsPtxType type, guint rows, guint columns, gboolean is_column,
            guint stride, gint32 values[MAX_SIDE][MAX_SIDE])
{
  guint bytes = bits_of_type (type) / 8;

  for (guint r = 0; r < rows; r++)
    for (guint c = 0; c < columns; c++)
      {
        guint64 bits = encode (type, values[r][c], values[r][c]);

        memcpy (memory + (is_column ? c * stride + r : r * stride + c) * bytes, &bits, bytes);
      }
}

static void
fill_small (gint32 values[MAX_SIDE][MAX_SIDE], GRand *random)
{
  for (guint r = 0; r < MAX_SIDE; r++)
    for (guint c = 0; c < MAX_SIDE; c++)
      values[r][c] = g_rand_int_range (random, 0, 9);
}

static void
try_wmma (const Wmma *w, guint layouts, GRand *random)
{
  gboolean a_column = (layouts & 1) != 0;
  gboolean b_column = (layouts & 2) != 0;
  gboolean c_column = (layouts & 4) != 0;
  guint more = (layouts & 1) * 16;
  g_autofree char *text = write_wmma (w, a_column, b_column, c_column, more);
  g_autofree guint8 *in = g_malloc0 (WMMA_BYTES);
  g_autofree guint8 *out = g_malloc0 (WMMA_BYTES);
  gint32 a[MAX_SIDE][MAX_SIDE], b[MAX_SIDE][MAX_SIDE], c[MAX_SIDE][MAX_SIDE];
  guint stride = (c_column ? w->n : w->m) + more;
  guint bytes = bits_of_type (type_of (w->to)) / 8;

  fill_small (a, random);
  fill_small (b, random);
  fill_small (c, random);
  put_matrix (in + PLACE_OF_A, type_of (w->of), w->m, w->k, a_column,
              (a_column ? w->m : w->k) + more, a);
  put_matrix (in + PLACE_OF_B, type_of (w->of), w->k, w->n, b_column,
              (b_column ? w->k : w->n) + more, b);
  put_matrix (in + PLACE_OF_C, type_of (w->to), w->m, w->n, c_column, c_column ? w->m : w->n, c);
  run (text, in, WMMA_BYTES, out, WMMA_BYTES);
  for (guint m = 0; m < w->m; m++)
    for (guint n = 0; n < w->n; n++)
      {
        gint32 sum = c[m][n];
        guint64 bits = 0;

        for (guint k = 0; k < w->k; k++)
          sum += a[m][k] * b[k][n];
        memcpy (&bits, out + (c_column ? m * stride + n : n * stride + m) * bytes, bytes);
        if (is_whole (type_of (w->to)))
          g_assert_cmpint ((gint32)bits, ==, sum);
        else
          g_assert_cmpfloat (decode (type_of (w->to), bits), ==, sum);
      }
}

static void
test_wmma (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (161616);

  for (guint i = 0; i < G_N_ELEMENTS (wmmas); i++)
    for (guint layouts = 0; layouts < 8; layouts++)
      {
        g_test_message ("%s %s %s, layouts %u", wmmas[i].shape, wmmas[i].of, wmmas[i].to, layouts);
        try_wmma (&wmmas[i], layouts, random);
      }
}

/* ---- rows of eight ---- */

/* PTX ISA, ldmatrix: lane l gets of each matrix row l / 4, elements 2 (l % 4) and the next; with
 * .trans those of a column. What stmatrix stores is read back as it was. */
static void
try_rows (guint n, gboolean loads_trans, gboolean stores_trans)
{
  GString *text = g_string_new (
      ".version 8.0\n.target sm_90\n.address_size 64\n"
      ".visible .entry test (.param .u64 in, .param .u64 out)\n{\n"
      ".shared .align 16 .b8 s[1024]; .reg .b32 %r<16>; .reg .b64 %rd<8>;\n"
      "ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; mov.u32 %r8, %tid.x;\n"
      "mul.wide.u32 %rd3, %r8, 16; add.s64 %rd4, %rd1, %rd3; mov.u32 %r9, s;\n"
      "ld.global.v4.b32 {%r0, %r1, %r2, %r3}, [%rd4]; mad.lo.u32 %r10, %r8, 16, %r9;\n"
      "st.shared.v4.b32 [%r10], {%r0, %r1, %r2, %r3}; bar.sync 0;\n"
      "mov.b32 %r0, 0; mov.b32 %r1, 0; mov.b32 %r2, 0; mov.b32 %r3, 0;\n");
  const char *list = n == 1 ? "{%r0}" : n == 2 ? "{%r0, %r1}" : "{%r0, %r1, %r2, %r3}";
  guint16 in[LANES][8];
  guint32 out[2][LANES][4];

  for (guint i = 0; i < LANES * 8; i++)
    in[i / 8][i % 8] = (guint16)(i * 257 + 1);
  g_string_append_printf (
      text,
      "ldmatrix.sync.aligned.m8n8.x%u%s.shared.b16 %s, [%%r10];\n"
      "add.s64 %%rd5, %%rd2, %%rd3; st.global.v4.b32 [%%rd5], {%%r0, %%r1, %%r2, %%r3};\n"
      "stmatrix.sync.aligned.m8n8.x%u%s.shared.b16 [%%r10+512], %s; bar.sync 0;\n"
      "ld.shared.v4.b32 {%%r0, %%r1, %%r2, %%r3}, [%%r10+512];\n"
      "st.global.v4.b32 [%%rd5+512], {%%r0, %%r1, %%r2, %%r3}; ret;\n}\n",
      n, loads_trans ? ".trans" : "", list, n, stores_trans ? ".trans" : "", list);
  run (text->str, in, sizeof in, out, sizeof out);
  g_string_free (text, TRUE);
  for (guint lane = 0; lane < LANES; lane++)
    for (guint matrix = 0; matrix < 4; matrix++)
      {
        guint row = lane / 4;
        guint column = lane % 4 * 2;
        guint32 first = loads_trans ? in[8 * matrix + column][row] : in[8 * matrix + row][column];
        guint32 second =
            loads_trans ? in[8 * matrix + column + 1][row] : in[8 * matrix + row][column + 1];

        g_assert_cmphex (out[0][lane][matrix], ==, matrix < n ? first | second << 16 : 0);
      }
  for (guint row = 0; row < 8 * n; row++)
    for (guint column = 0; column < 8; column++)
      {
        guint32 word = out[1][row][column / 2];
        guint16 expected =
            loads_trans == stores_trans ? in[row][column] : in[row / 8 * 8 + column][row % 8];

        g_assert_cmphex ((guint16)(word >> (16 * (column & 1))), ==, expected);
      }
}

static void
test_rows (void)
{
  for (guint n = 1; n <= 4; n *= 2)
    for (guint trans = 0; trans < 4; trans++)
      try_rows (n, (trans & 1) != 0, (trans & 2) != 0);
}

static void
test_transpose (void)
{
  const char *text =
      ".version 8.0\n.target sm_90\n.address_size 64\n"
      ".visible .entry test (.param .u64 in, .param .u64 out)\n{\n"
      ".reg .b32 %r<4>; .reg .b64 %rd<4>; ld.param.u64 %rd1, [in];\n"
      "ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4;\n"
      "add.s64 %rd1, %rd1, %rd3; add.s64 %rd2, %rd2, %rd3; ld.global.b32 %r2, [%rd1];\n"
      "movmatrix.sync.aligned.m8n8.trans.b16 %r3, %r2; st.global.b32 [%rd2], %r3;\n"
      "ret;\n}\n";
  guint16 in[8][8];
  guint16 out[8][8];

  for (guint i = 0; i < 64; i++)
    in[i / 8][i % 8] = (guint16)(i + 1);
  run (text, in, sizeof in, out, sizeof out);
  for (guint i = 0; i < 64; i++)
    g_assert_cmpuint (out[i / 8][i % 8], ==, in[i % 8][i / 8]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/isa/matrix/mma", test_mma);
  g_test_add_func ("/isa/matrix/wmma", test_wmma);
  g_test_add_func ("/isa/matrix/rows", test_rows);
  g_test_add_func ("/isa/matrix/transpose", test_transpose);
  return g_test_run ();
}
