#include "record/opcode.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  const char *word;
  WsCombiner combiner;
} Word;

static const struct {
  const char *word;
  WsCombiner combiner;
  guint operations;
} rows[] = {
#define WS_ISA(id, name, op_class, combiner, operations, ...) \
  { name, WS_COMBINER_##combiner, operations },
#include "record/isa.def"
#undef WS_ISA
};

/* The operation of an atomic is one of its modifiers, as in "atom.shared.add.u32". */
static const Word atomic_words[] = {
  { "add", WS_COMBINER_ADD }, { "max", WS_COMBINER_MAX },       { "min", WS_COMBINER_MIN },
  { "and", WS_COMBINER_AND }, { "or", WS_COMBINER_OR },         { "xor", WS_COMBINER_XOR },
  { "inc", WS_COMBINER_ADD }, { "exch", WS_COMBINER_EXCHANGE },
};

static WsCombiner
find (const Word *table, gsize n, const char *word, gsize length)
{
  for (gsize i = 0; i < n; i++)
    if (strncmp (table[i].word, word, length) == 0 && table[i].word[length] == '\0')
      return table[i].combiner;
  return WS_COMBINER_OTHER;
}

/* The row of an opcode by its first word, as in "add" for "add.s32". */
static int
find_row (const char *opcode)
{
  gsize length = strcspn (opcode, ".");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strncmp (rows[i].word, opcode, length) == 0 && rows[i].word[length] == '\0')
      return (int)i;
  return -1;
}

/* The dimensions of a matrix product, from a word such as "m16n8k16". */
static gboolean
read_product (const char *opcode, guint *m, guint *n, guint *k)
{
  const char *at = strstr (opcode, ".m");

  if (!g_str_has_prefix (opcode, "mma.") && !g_str_has_prefix (opcode, "wmma.mma."))
    return FALSE;
  while (at != NULL && sscanf (at, ".m%3un%3uk%3u", m, n, k) != 3)
    at = strstr (at + 1, ".m");
  return at != NULL;
}

/**
 * ws_opcode_get_operations:
 * @opcode: an opcode with modifiers
 *
 * Returns: operations of one lane, as algorithms count them: 2 for a fused multiply-add, the lane's
 * share for a matrix product, 0 if it is not arithmetic
 */
guint
ws_opcode_get_operations (const char *opcode)
{
  int row = find_row (opcode);
  guint m, n, k;

  if (read_product (opcode, &m, &n, &k))
    return 2 * m * n * k / WS_WARP_SIZE;
  return row >= 0 ? rows[row].operations : 0;
}

/**
 * ws_opcode_get_combiner:
 * @op_class: class of a site
 * @opcode: its opcode with modifiers, as in "atom.global.add.u32"
 *
 * For arithmetic, the first word decides; for atomics and redux, the first modifier that is an
 * operation.
 *
 * Returns: how the site combines its sources
 */
WsCombiner
ws_opcode_get_combiner (WsOpClass op_class, const char *opcode)
{
  gsize length = strcspn (opcode, ".");
  int row = find_row (opcode);

  switch (op_class)
    {
    case WS_OP_ALU:
      return row >= 0 ? rows[row].combiner : WS_COMBINER_OTHER;
    case WS_OP_ATOMIC:
    case WS_OP_REDUX:
      while (opcode[length] == '.')
        {
          WsCombiner found;

          opcode += length + 1;
          length = strcspn (opcode, ".");
          found = find (atomic_words, G_N_ELEMENTS (atomic_words), opcode, length);
          if (found != WS_COMBINER_OTHER)
            return found;
        }
      return WS_COMBINER_OTHER;
    case WS_OP_BRANCH:
    case WS_OP_LOAD:
    case WS_OP_STORE:
    case WS_OP_SHUFFLE:
    case WS_OP_VOTE:
    case WS_OP_BARRIER:
    case WS_OP_WARP_BARRIER:
    case WS_OP_FENCE:
    case WS_OP_CALL:
    case WS_OP_EXIT:
    default:
      return WS_COMBINER_NONE;
    }
}

/**
 * ws_opcode_get_constant:
 * @text: an instruction as in the PTX
 * @bits: (out): the constant; negative ones in two's complement of 64 bits
 *
 * Whether the last operand of an instruction is a constant, as in "mov.u32 %r1, 0;": an integer, or
 * the bits of a floating-point number (PTX ISA, 4.5: 0f3F800000, 0d3FF0000000000000).
 *
 * Returns: %TRUE if it is, and @bits are set
 */
gboolean
ws_opcode_get_constant (const char *text, guint64 *bits)
{
  const char *last = strrchr (text, ',');
  gboolean is_negative;
  guint64 constant;
  char *end;

  if (last == NULL)
    return FALSE;
  do
    last++;
  while (g_ascii_isspace (*last));
  is_negative = *last == '-';
  last += is_negative;
  if (!g_ascii_isdigit (*last))
    return FALSE;
  if (last[0] == '0' && strchr ("fFdD", last[1]) != NULL && last[1] != '\0')
    constant = g_ascii_strtoull (last + 2, &end, 16);
  else
    constant = g_ascii_strtoull (last, &end, 0);
  if (*end == 'U')
    end++;
  while (g_ascii_isspace (*end))
    end++;
  if (*end != ';' && *end != '\0')
    return FALSE;
  *bits = is_negative ? -constant : constant;
  return TRUE;
}

/* The width in bits of an integer type, as in "s32"; 0 for any other. */
static guint
get_integer_bits (const char *type)
{
  guint64 bits;

  if (type[0] != 's' && type[0] != 'u')
    return 0;
  return g_ascii_string_to_unsigned (type + 1, 10, 8, 64, &bits, NULL) ? (guint)bits : 0;
}

/**
 * ws_opcode_get_conversion:
 * @opcode: with its modifiers, as in "cvt.s64.s32"
 * @conversion: (out): conversion between integers (PTX ISA, 9.7.9.21)
 *
 * Returns: %FALSE if the opcode does something else; @conversion is then unchanged
 */
gboolean
ws_opcode_get_conversion (const char *opcode, WsConversion *conversion)
{
  g_auto (GStrv) parts = g_strsplit (opcode, ".", -1);
  guint to;
  guint from;

  if (g_strv_length (parts) != 3 || !g_str_equal (parts[0], "cvt"))
    return FALSE;
  to = get_integer_bits (parts[1]);
  from = get_integer_bits (parts[2]);
  if (to == 0 || from == 0)
    return FALSE;
  *conversion = (WsConversion){ .from = (guint8)from, .to = (guint8)to, parts[2][0] == 's' };
  return TRUE;
}

/**
 * ws_conversion_apply:
 * @bits: of the source
 *
 * Returns: bits of the result
 */
guint64
ws_conversion_apply (const WsConversion *self, guint64 bits)
{
  guint unused = 64 - self->from;

  bits <<= unused;
  bits = self->is_signed ? (guint64)((gint64)bits >> unused) : bits >> unused;
  return self->to < 64 ? bits & ((G_GUINT64_CONSTANT (1) << self->to) - 1) : bits;
}

/**
 * ws_opcode_get_shift:
 * @opcode: with its modifiers, as in "shl.b64"
 *
 * Returns: width of its left shift, in bits; 0 if it does something else
 */
guint
ws_opcode_get_shift (const char *opcode)
{
  if (g_str_equal (opcode, "shl.b64"))
    return 64;
  return g_str_equal (opcode, "shl.b32") ? 32 : 0;
}

/**
 * ws_shift_left:
 * @width: 32 or 64 bits
 * @by: bits to shift it by
 *
 * Shifts as "shl" does (PTX ISA, 9.7.8.8): by the width or more gives 0.
 *
 * Returns: bits of the result
 */
guint64
ws_shift_left (guint width, guint64 bits, guint64 by)
{
  guint64 shifted = by < width ? bits << by : 0;

  return width < 64 ? shifted & G_MAXUINT32 : shifted;
}

/* Returns: (transfer none): the action of several threads, as in "32 threads add"; untranslated */
const char *
ws_combiner_get_verb (WsCombiner self)
{
  switch (self)
    {
    case WS_COMBINER_ADD:
      return N_ ("add");
    case WS_COMBINER_MULTIPLY:
      return N_ ("multiply");
    case WS_COMBINER_MAX:
      return N_ ("keep the larger");
    case WS_COMBINER_MIN:
      return N_ ("keep the smaller");
    case WS_COMBINER_SUBTRACT:
      return N_ ("subtract");
    case WS_COMBINER_MULTIPLY_ADD:
      return N_ ("multiply and add");
    case WS_COMBINER_SELECT:
      return N_ ("select");
    case WS_COMBINER_NONE:
    case WS_COMBINER_COPY:
    case WS_COMBINER_EXCHANGE:
      return N_ ("copy");
    case WS_COMBINER_AND:
    case WS_COMBINER_OR:
    case WS_COMBINER_XOR:
    case WS_COMBINER_OTHER:
    default:
      return N_ ("combine");
    }
}

/**
 * ws_opcode_is_plain:
 * @opcode: an opcode with modifiers
 *
 * Whether ws_combiner_apply() matches the opcode: it neither saturates nor flushes denormals, and
 * uses no other half, rounding, carry or NaN propagation.
 */
gboolean
ws_opcode_is_plain (const char *opcode)
{
  static const char *const others[] = { ".hi", ".wide", ".sat", ".cc",      ".ftz", ".rz", ".rm",
                                        ".rp", ".relu", ".NaN", ".xorsign", ".inc", "f16" };

  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    if (strstr (opcode, others[i]) != NULL)
      return FALSE;
  return TRUE;
}

static gboolean
apply_f32 (WsCombiner self, guint64 a_bits, guint64 b_bits, guint64 *result)
{
  guint32 words32[2] = { a_bits, b_bits };
  float v[2];
  float r;
  guint32 bits;

  memcpy (v, words32, sizeof v);
  if (self == WS_COMBINER_ADD)
    r = v[0] + v[1];
  else if (self == WS_COMBINER_MULTIPLY)
    r = v[0] * v[1];
  else if (self == WS_COMBINER_MAX)
    r = fmaxf (v[0], v[1]);
  else if (self == WS_COMBINER_MIN)
    r = fminf (v[0], v[1]);
  else
    return FALSE;
  memcpy (&bits, &r, sizeof bits);
  *result = bits;
  return TRUE;
}

static gboolean
apply_f64 (WsCombiner self, guint64 a_bits, guint64 b_bits, guint64 *result)
{
  guint64 words64[2] = { a_bits, b_bits };
  double v[2];
  double r;

  memcpy (v, words64, sizeof v);
  if (self == WS_COMBINER_ADD)
    r = v[0] + v[1];
  else if (self == WS_COMBINER_MULTIPLY)
    r = v[0] * v[1];
  else if (self == WS_COMBINER_MAX)
    r = fmax (v[0], v[1]);
  else if (self == WS_COMBINER_MIN)
    r = fmin (v[0], v[1]);
  else
    return FALSE;
  memcpy (result, &r, sizeof r);
  return TRUE;
}

static gboolean
is_less (WsValueType type, guint64 a, guint64 b)
{
  if (type == WS_VALUE_S32)
    return (gint32)a < (gint32)b;
  if (type == WS_VALUE_S64)
    return (gint64)a < (gint64)b;
  return a < b;
}

/**
 * ws_combiner_apply:
 * @type: of both sources and of the result
 * @a: bits of one source
 * @b: bits of the other
 * @result: (out): bits of the result; unchanged if @self is not supported
 *
 * Computes like the device: integers modulo 2^width, floating point rounded to nearest.
 *
 * Returns: %FALSE unless @self is add, multiply, max, min, or and, or, xor of integers
 */
gboolean
ws_combiner_apply (WsCombiner self, WsValueType type, guint64 a, guint64 b, guint64 *result)
{
  guint width = ws_value_type_get_width (type);
  guint64 r;

  if (type == WS_VALUE_F32)
    return apply_f32 (self, a, b, result);
  if (type == WS_VALUE_F64)
    return apply_f64 (self, a, b, result);
  if (self == WS_COMBINER_ADD)
    r = a + b;
  else if (self == WS_COMBINER_MULTIPLY)
    r = a * b;
  else if (self == WS_COMBINER_MAX)
    r = is_less (type, a, b) ? b : a;
  else if (self == WS_COMBINER_MIN)
    r = is_less (type, a, b) ? a : b;
  else if (self == WS_COMBINER_AND)
    r = a & b;
  else if (self == WS_COMBINER_OR)
    r = a | b;
  else if (self == WS_COMBINER_XOR)
    r = a ^ b;
  else
    return FALSE;
  *result = width < 8 ? r & ((G_GUINT64_CONSTANT (1) << width * 8) - 1) : r;
  return TRUE;
}

/* An instruction that expands to several hardware instructions. @type: WS_VALUE_LAST + 1 for any;
 * @exact: only without .approx. */
#define ANY_TYPE (WS_VALUE_LAST + 1)
static const struct {
  const char *word;
  guint type;
  gboolean exact;
  WsExpansion expansion;
} expansions[] = {
  { "div", WS_VALUE_F64, FALSE, { 16, 13, 1 } }, { "div", WS_VALUE_F32, TRUE, { 11, 9, 1 } },
  { "div", WS_VALUE_F32, FALSE, { 2, 2, 1 } },   { "div", WS_VALUE_U64, FALSE, { 70, 60, 3 } },
  { "div", WS_VALUE_S64, FALSE, { 70, 60, 3 } }, { "div", WS_VALUE_S32, FALSE, { 24, 27, 3 } },
  { "div", ANY_TYPE, FALSE, { 18, 22, 3 } },     { "rem", WS_VALUE_U64, FALSE, { 70, 60, 3 } },
  { "rem", WS_VALUE_S64, FALSE, { 70, 60, 3 } }, { "rem", WS_VALUE_S32, FALSE, { 22, 26, 3 } },
  { "rem", ANY_TYPE, FALSE, { 17, 21, 3 } },     { "rcp", WS_VALUE_F64, TRUE, { 17, 14, 1 } },
  { "sqrt", WS_VALUE_F64, TRUE, { 17, 14, 1 } }, { "rcp", ANY_TYPE, TRUE, { 10, 8, 1 } },
  { "sqrt", ANY_TYPE, TRUE, { 10, 8, 1 } },      { "rcp", ANY_TYPE, FALSE, { 1, 1, 1 } },
  { "sqrt", ANY_TYPE, FALSE, { 1, 1, 1 } },      { "mul", WS_VALUE_U64, FALSE, { 4, 3, 0 } },
  { "mul", WS_VALUE_S64, FALSE, { 4, 3, 0 } },   { "mad", WS_VALUE_U64, FALSE, { 4, 3, 0 } },
  { "mad", WS_VALUE_S64, FALSE, { 4, 3, 0 } },   { "sin", ANY_TYPE, FALSE, { 1, 1, 1 } },
  { "cos", ANY_TYPE, FALSE, { 1, 1, 1 } },       { "ex2", ANY_TYPE, FALSE, { 1, 1, 1 } },
  { "lg2", ANY_TYPE, FALSE, { 1, 1, 1 } },       { "tanh", ANY_TYPE, FALSE, { 1, 1, 1 } },
  { "rsqrt", ANY_TYPE, FALSE, { 1, 1, 1 } },
};

/**
 * ws_opcode_get_expansion:
 * @opcode: an opcode, with or without modifiers
 * @type: of its operands
 * @approx: whether it may be approximate: .approx or .full
 *
 * Counts the instructions that a warp executes for ordinary numbers, in the output of CUDA 13.0's
 * ptxas for sm_75, read with nvdisasm. The same counts serve as estimates for older and newer
 * models.
 *
 * Returns: the hardware's expansion; one instruction for most
 */
WsExpansion
ws_opcode_get_expansion (const char *opcode, WsValueType type, gboolean approx)
{
  gsize length = strcspn (opcode, ".");

  for (guint i = 0; i < G_N_ELEMENTS (expansions); i++)
    if (strncmp (expansions[i].word, opcode, length) == 0 && expansions[i].word[length] == '\0'
        && (expansions[i].type == ANY_TYPE || expansions[i].type == type)
        && !(expansions[i].exact && approx))
      return expansions[i].expansion;
  return (WsExpansion){ 1, 1, 0 };
}

/**
 * ws_opcode_is_approx:
 * @opcode: an opcode with modifiers
 *
 * Returns: whether its result may be approximate
 */
gboolean
ws_opcode_is_approx (const char *opcode)
{
  return strstr (opcode, ".approx") != NULL || strstr (opcode, ".full") != NULL;
}
