#include "record/opcode.h"

#include <math.h>
#include <string.h>

typedef struct {
  const char *word;
  WsCombiner combiner;
} Word;

static const Word words[] = {
  { "mov", WS_COMBINER_COPY },
  { "cvta", WS_COMBINER_COPY },
  { "ld", WS_COMBINER_COPY },
  { "setp", WS_COMBINER_NONE },
  { "set", WS_COMBINER_NONE },
  { "testp", WS_COMBINER_NONE },
  { "isspacep", WS_COMBINER_NONE },
  { "add", WS_COMBINER_ADD },
  { "addc", WS_COMBINER_ADD },
  { "mul", WS_COMBINER_MULTIPLY },
  { "mul24", WS_COMBINER_MULTIPLY },
  { "max", WS_COMBINER_MAX },
  { "min", WS_COMBINER_MIN },
  { "and", WS_COMBINER_AND },
  { "or", WS_COMBINER_OR },
  { "xor", WS_COMBINER_XOR },
  { "sub", WS_COMBINER_SUBTRACT },
  { "subc", WS_COMBINER_SUBTRACT },
  { "mad", WS_COMBINER_MULTIPLY_ADD },
  { "madc", WS_COMBINER_MULTIPLY_ADD },
  { "mad24", WS_COMBINER_MULTIPLY_ADD },
  { "fma", WS_COMBINER_MULTIPLY_ADD },
  { "selp", WS_COMBINER_SELECT },
  { "slct", WS_COMBINER_SELECT },
};

/* The operation of an atomic stands among its modifiers, as in "atom.shared.add.u32". */
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

/* What the site of class @op_class with @opcode makes of its sources. */
WsCombiner
ws_opcode_get_combiner (WsOpClass op_class, const char *opcode)
{
  gsize length = strcspn (opcode, ".");

  switch (op_class)
    {
    case WS_OP_ALU:
      return find (words, G_N_ELEMENTS (words), opcode, length);
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

/* What several threads do, as in "32 threads add". */
const char *
ws_combiner_get_verb (WsCombiner self)
{
  switch (self)
    {
    case WS_COMBINER_ADD:
      return "add";
    case WS_COMBINER_MULTIPLY:
      return "multiply";
    case WS_COMBINER_MAX:
      return "keep the larger";
    case WS_COMBINER_MIN:
      return "keep the smaller";
    case WS_COMBINER_SUBTRACT:
      return "subtract";
    case WS_COMBINER_MULTIPLY_ADD:
      return "multiply and add";
    case WS_COMBINER_SELECT:
      return "select";
    case WS_COMBINER_NONE:
    case WS_COMBINER_COPY:
    case WS_COMBINER_EXCHANGE:
      return "copy";
    case WS_COMBINER_AND:
    case WS_COMBINER_OR:
    case WS_COMBINER_XOR:
    case WS_COMBINER_OTHER:
    default:
      return "combine";
    }
}

/* Whether ws_combiner_apply() gives what @opcode gives: no saturation, no flushed denormals, no
 * other half or rounding. */
gboolean
ws_opcode_is_plain (const char *opcode)
{
  static const char *const others[] = { ".hi", ".wide", ".sat",  ".cc",  ".ftz",     ".rz",
                                        ".rm", ".rp",   ".relu", ".NaN", ".xorsign", ".inc" };

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

/* Computes what one lane left in a register. Returns: %FALSE where @self is beyond it */
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
