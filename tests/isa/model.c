#include "model.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

typedef __int128 Integer;

#define LEAST_F32 0x1p-126L

guint
model_get_width (WsPtxType type)
{
  return type == WS_PTX_PRED                      ? 1
         : type == WS_PTX_S4 || type == WS_PTX_U4 ? 4
                                                  : ws_ptx_type_get_width (type) * 8;
}

gboolean
model_has_word (const WsShape *shape, WsPtxMod word)
{
  for (guint i = 0; i < shape->n_mods; i++)
    if (shape->mods[i] == word)
      return TRUE;
  return FALSE;
}

#define HAS(word) model_has_word (shape, WS_PTX_MOD_##word)

static gboolean
is_signed (WsPtxType type)
{
  return type == WS_PTX_S8 || type == WS_PTX_S16 || type == WS_PTX_S32 || type == WS_PTX_S64;
}

static gboolean
is_float (WsPtxType type)
{
  return type == WS_PTX_F32 || type == WS_PTX_F64;
}

static gboolean
is_pair (WsPtxType type)
{
  return type == WS_PTX_U16X2 || type == WS_PTX_S16X2;
}

/* 2 to the power of @n */
static Integer
power (guint n)
{
  return (Integer)1 << n;
}

static Integer
modulo (Integer value, guint width)
{
  return value & (power (width) - 1);
}

static Integer
integer_of_width (guint64 bits, guint width, gboolean has_sign)
{
  Integer value = modulo ((Integer)bits, width);

  return has_sign && value >= power (width - 1) ? value - power (width) : value;
}

static Integer
integer (WsPtxType type, guint64 bits)
{
  return integer_of_width (bits, model_get_width (type), is_signed (type));
}

static Integer
lowest (WsPtxType type)
{
  return is_signed (type) ? -power (model_get_width (type) - 1) : 0;
}

static Integer
highest (WsPtxType type)
{
  return power (model_get_width (type) - (is_signed (type) ? 1 : 0)) - 1;
}

static Integer
within (WsPtxType type, Integer value)
{
  return value < lowest (type) ? lowest (type) : value > highest (type) ? highest (type) : value;
}

/* Towards minus infinity, as a shift of two's complement does. */
static Integer
floor_shift (Integer value, guint by)
{
  return by > 126 ? (value < 0 ? -1 : 0) : (value - modulo (value, by)) / power (by);
}

static guint
count_bits (Integer value, guint width)
{
  guint n = 0;

  for (guint i = 0; i < width; i++)
    n += (guint)(value >> i) & 1;
  return n;
}

/* -1 where there is none */
static int
highest_bit (Integer value, guint width)
{
  for (int i = (int)width - 1; i >= 0; i--)
    if ((value >> i) & 1)
      return i;
  return -1;
}

static gboolean
is_so (WsPtxCompare compare, gboolean unordered, int order)
{
  switch (compare)
    {
    case WS_PTX_EQ:
      return !unordered && order == 0;
    case WS_PTX_NE:
      return !unordered && order != 0;
    case WS_PTX_LT:
    case WS_PTX_LO:
      return !unordered && order < 0;
    case WS_PTX_LE:
    case WS_PTX_LS:
      return !unordered && order <= 0;
    case WS_PTX_GT:
    case WS_PTX_HI:
      return !unordered && order > 0;
    case WS_PTX_GE:
    case WS_PTX_HS:
      return !unordered && order >= 0;
    case WS_PTX_EQU:
      return unordered || order == 0;
    case WS_PTX_NEU:
      return unordered || order != 0;
    case WS_PTX_LTU:
      return unordered || order < 0;
    case WS_PTX_LEU:
      return unordered || order <= 0;
    case WS_PTX_GTU:
      return unordered || order > 0;
    case WS_PTX_GEU:
      return unordered || order >= 0;
    case WS_PTX_NUM:
      return !unordered;
    case WS_PTX_NAN:
      return unordered;
    default:
      g_assert_not_reached ();
    }
}

/* ---- integers ---- */

static Integer
product (const WsShape *shape, Integer a, Integer b)
{
  guint width = model_get_width (shape->types[0]);
  gboolean narrow = shape->opcode == WS_PTX_MUL24 || shape->opcode == WS_PTX_MAD24;

  if (narrow)
    {
      gboolean has_sign = is_signed (shape->types[0]);

      a = integer_of_width ((guint64)modulo (a, 24), 24, has_sign);
      b = integer_of_width ((guint64)modulo (b, 24), 24, has_sign);
      return HAS (HI) ? floor_shift (a * b, 16) : modulo (a * b, 32);
    }
  return HAS (HI) ? (width == 64 && !is_signed (shape->types[0])
                         ? (Integer)(((unsigned __int128)a * (unsigned __int128)b) >> 64)
                         : floor_shift (a * b, width))
         : HAS (WIDE)
             ? a * b
             : modulo (integer (width == 64 ? WS_PTX_U64 : WS_PTX_U32, (guint64)a * (guint64)b),
                       width);
}

static Integer
compute_dot (const WsShape *shape, const guint64 *s)
{
  gboolean four = shape->opcode == WS_PTX_DP4A;
  Integer sum = integer (shape->types[0], s[2]);

  for (guint i = 0; i < (four ? 4 : 2); i++)
    {
      guint64 x = s[0] >> (i * (four ? 8 : 16));
      guint64 y = s[1] >> ((i + (HAS (HI) ? 2 : 0)) * 8);

      sum +=
          integer_of_width (x & (four ? 0xff : 0xffff), four ? 8 : 16, is_signed (shape->types[0]))
          * integer_of_width (y & 0xff, 8, is_signed (shape->types[1]));
    }
  return sum;
}

/* The lowest byte counts (PTX ISA, bfe); of 64 bits a GPU takes the whole word. */
static guint
place_of (guint width, guint64 word)
{
  return width == 64 ? (guint)MIN ((guint32)word, 1000) : word & 255;
}

static Integer
compute_bfe (WsPtxType type, Integer bits, guint at, guint n)
{
  guint width = model_get_width (type);
  Integer result = 0;
  guint sign_at = MIN (at + n - 1, width - 1);
  gboolean sign = is_signed (type) && n > 0 && ((modulo (bits, width) >> sign_at) & 1);

  for (guint i = 0; i < width; i++)
    {
      gboolean bit =
          i < n && at + i < width ? (gboolean)(modulo (bits, width) >> (at + i)) & 1 : sign;

      if (bit)
        result |= power (i);
    }
  return result;
}

static Integer
compute_bfi (guint width, guint64 a, guint64 b, guint at, guint n)
{
  Integer result = modulo ((Integer)b, width);

  for (guint i = 0; i < n && at + i < width; i++)
    {
      result &= ~power (at + i);
      result |= (Integer)((i < 64 ? a >> i : 0) & 1) << (at + i);
    }
  return result;
}

static Integer
compute_fns (guint32 mask, guint32 base, gint32 offset)
{
  gint64 at = base;
  gint64 found = 0;

  /* what a GPU gives */
  if (offset == G_MININT32)
    return 0;
  if (base > 31)
    return G_MAXUINT32;
  for (; at >= 0 && at < 32; at += offset < 0 ? -1 : 1)
    {
      if ((mask >> at) & 1)
        found++;
      else if (offset == 0)
        return G_MAXUINT32;
      if ((offset == 0 && found == 1) || (found > 0 && found == ABS ((gint64)offset)))
        return at;
    }
  return G_MAXUINT32;
}

static Integer
compute_prmt (const WsShape *shape, guint32 a, guint32 b, guint32 c)
{
  guint8 bytes[8];
  guint8 out[4];
  guint k = c & 3;
  guint32 result;

  memcpy (bytes, &a, 4);
  memcpy (bytes + 4, &b, 4);
  for (guint i = 0; i < 4; i++)
    {
      /* PTX ISA, prmt: the table of the modes */
      guint pick = HAS (F4E)    ? k + i
                   : HAS (B4E)  ? (k + 8 - i) % 8
                   : HAS (RC8)  ? k
                   : HAS (ECL)  ? MAX (k, i)
                   : HAS (ECR)  ? MIN (k, i)
                   : HAS (RC16) ? (k & 1) * 2 + (i & 1)
                                : (c >> (4 * i)) & 7;
      gboolean sign = shape->n_mods == 0 && ((c >> (4 * i)) & 8);

      out[i] = sign ? (bytes[pick] & 0x80 ? 0xff : 0) : bytes[pick];
    }
  memcpy (&result, out, 4);
  return result;
}

/* A part of a word of a video instruction. */
static Integer
video_part (WsPtxType type, guint64 word, guint bits, guint i)
{
  return integer_of_width ((word & 0xffffffff) >> (bits * i), bits, is_signed (type));
}

static Integer
video_limit (WsPtxType type, guint bits, Integer value)
{
  Integer low = is_signed (type) ? -power (bits - 1) : 0;
  Integer high = is_signed (type) ? power (bits - 1) - 1 : power (bits) - 1;

  return value < low ? low : value > high ? high : value;
}

/* .sat of a single number, as an H200 gives it: to .u32 only what is below 0 is held, but of a
 * shift, whose 34 lowest bits are looked at. */
static Integer
video_saturate (const WsShape *shape, WsPtxType to, Integer value)
{
  if (shape->opcode == WS_PTX_VSHL)
    return video_limit (to, 32, integer_of_width (modulo (value, 34), 34, TRUE));
  if (!is_signed (to))
    return value < 0 ? 0 : value;
  return video_limit (to, 32, value);
}

/* The number that the second operator compares with c, as an H200 does: of a sum or difference, and
 * of a shift that was held by .sat, its word with a sign; of the others all of it. Without a sign
 * of the result 64 bits are compared without one. */
static Integer
video_compared (const WsShape *shape, WsPtxType to, Integer value)
{
  gboolean is_shift = shape->opcode == WS_PTX_VSHL || shape->opcode == WS_PTX_VSHR;

  if (shape->opcode == WS_PTX_VADD || shape->opcode == WS_PTX_VSUB || (is_shift && HAS (SAT)))
    value = integer_of_width (modulo (value, 32), 32, TRUE);
  return integer_of_width (modulo (value, 64), 64, is_signed (to));
}

/* PTX ISA, the pseudocode of each. */
static gboolean
video_apply (const WsShape *shape, Integer a, Integer b, Integer *value)
{
  switch (shape->opcode)
    {
    case WS_PTX_VADD:
    case WS_PTX_VADD2:
    case WS_PTX_VADD4:
      *value = a + b;
      return TRUE;
    case WS_PTX_VSUB:
    case WS_PTX_VSUB2:
    case WS_PTX_VSUB4:
      *value = a - b;
      return TRUE;
    case WS_PTX_VABSDIFF:
    case WS_PTX_VABSDIFF2:
    case WS_PTX_VABSDIFF4:
      *value = a > b ? a - b : b - a;
      return TRUE;
    case WS_PTX_VMIN:
    case WS_PTX_VMIN2:
    case WS_PTX_VMIN4:
      *value = a < b ? a : b;
      return TRUE;
    case WS_PTX_VMAX:
    case WS_PTX_VMAX2:
    case WS_PTX_VMAX4:
      *value = a > b ? a : b;
      return TRUE;
    case WS_PTX_VAVRG2:
    case WS_PTX_VAVRG4:
      *value = floor_shift (a + b >= 0 ? a + b + 1 : a + b, 1);
      return TRUE;
    case WS_PTX_VSET:
    case WS_PTX_VSET2:
    case WS_PTX_VSET4:
      *value = is_so (shape->compare, FALSE, a < b ? -1 : a > b);
      return TRUE;
    case WS_PTX_VSHL:
      *value = a * power ((guint)(HAS (WRAP) ? b & 31 : MIN (b, 32)));
      return TRUE;
    case WS_PTX_VSHR:
      *value = floor_shift (a, (guint)(HAS (WRAP) ? b & 31 : MIN (b, 32)));
      return TRUE;
    default:
      return FALSE;
    }
}

/* As an H200 gives it: all three sources have a sign, whatever their types say. Where both of a and
 * b have none the sum is shifted as 64 bits without one, and held as 64 bits with one. */
static Integer
compute_vmad (const WsShape *shape, const guint64 *s)
{
  gboolean has_sign = is_signed (shape->types[1]) || is_signed (shape->types[2]);
  Integer value = integer_of_width (s[0], 32, TRUE) * integer_of_width (s[1], 32, TRUE)
                  + integer_of_width (s[2], 32, TRUE) + (HAS (PO) ? 1 : 0);

  value = has_sign ? value : modulo (value, 64);
  value = floor_shift (value, HAS (SHR7) ? 7 : HAS (SHR15) ? 15 : 0);
  if (!HAS (SAT))
    return value;
  return video_limit (has_sign ? WS_PTX_S32 : WS_PTX_U32, 32,
                      integer_of_width ((guint64)modulo (value, 64), 64, TRUE));
}

static gboolean
compute_video (const WsShape *shape, const guint64 *s, ModelResult *result)
{
  const char *name = ws_ptx_opcode_get_name (shape->opcode);
  char last = name[strlen (name) - 1];
  guint n = last == '2' || last == '4' ? (guint)(last - '0') : 1;
  gboolean sets = strncmp (name, "vset", 4) == 0;
  WsPtxType to = sets ? WS_PTX_U32 : shape->types[0];
  WsPtxType a_type = shape->types[sets ? 0 : 1];
  WsPtxType b_type = shape->types[sets ? 1 : 2];
  WsPtxType second = sets ? a_type : to;
  Integer c = video_part (second, s[2], 32, 0);
  Integer sum = HAS (ADD) ? c : 0;
  guint bits = 32 / n;

  if (shape->opcode == WS_PTX_VMAD)
    {
      result->bits = (guint64)modulo (compute_vmad (shape, s), 32);
      return TRUE;
    }
  for (guint i = 0; i < n; i++)
    {
      Integer value;

      if (!video_apply (shape, video_part (a_type, s[0], bits, i),
                        video_part (b_type, s[1], bits, i), &value))
        return FALSE;
      if (HAS (SAT))
        value = n == 1 ? video_saturate (shape, to, value) : video_limit (to, bits, value);
      if (n == 1 && HAS (MIN))
        value = video_compared (shape, second, value) < c ? value : c;
      if (n == 1 && HAS (MAX))
        value = video_compared (shape, second, value) > c ? value : c;
      sum += HAS (ADD) || n == 1 ? value : modulo (value, bits) * power (bits * i);
    }
  result->bits = (guint64)modulo (sum, 32);
  return TRUE;
}

static gboolean
compute_integer (const WsShape *shape, const ModelInput *input, ModelResult *result)
{
  WsPtxType type = shape->types[0];
  guint width = model_get_width (type);
  const guint64 *s = input->words;
  Integer a = integer (type, s[0]);
  Integer b = integer (type, s[1]);
  Integer c = integer (type, s[2]);
  Integer value;
  guint out = width;

  switch (shape->opcode)
    {
    case WS_PTX_ADD:
    case WS_PTX_ADDC:
      value =
          modulo (a, width) + modulo (b, width) + (shape->opcode == WS_PTX_ADDC ? input->carry : 0);
      if (HAS (CC))
        result->carry = (guint)(value >> width) & 1;
      if (HAS (SAT))
        value = within (type, a + b);
      break;
    case WS_PTX_SUB:
    case WS_PTX_SUBC:
      /* the carry is that no one had to be borrowed */
      value = modulo (a, width) - modulo (b, width)
              - (shape->opcode == WS_PTX_SUBC ? 1 - (int)input->carry : 0);
      if (HAS (CC))
        result->carry = value >= 0;
      if (HAS (SAT))
        value = within (type, a - b);
      break;
    case WS_PTX_MUL:
    case WS_PTX_MUL24:
      value = product (shape, a, b);
      out = HAS (WIDE) ? 2 * width : width;
      break;
    case WS_PTX_MAD:
    case WS_PTX_MAD24:
    case WS_PTX_MADC:
      out = HAS (WIDE) ? 2 * width : width;
      if (HAS (SAT))
        value = within (type, product (shape, a, b) + c);
      else
        value = modulo (product (shape, a, b), out) + modulo ((Integer)s[2], out)
                + (shape->opcode == WS_PTX_MADC ? input->carry : 0);
      if (HAS (CC))
        result->carry = (guint)(value >> width) & 1;
      break;
    case WS_PTX_DIV:
      value = b == 0 ? -1 : a / b;
      break;
    case WS_PTX_REM:
      value = b == 0 ? -1 : a % b;
      break;
    case WS_PTX_ABS:
      value = a < 0 ? -a : a;
      break;
    case WS_PTX_NEG:
      value = -a;
      break;
    case WS_PTX_MIN:
      value = a < b ? a : b;
      if (HAS (RELU) && value < 0)
        value = 0;
      break;
    case WS_PTX_MAX:
      value = a > b ? a : b;
      if (HAS (RELU) && value < 0)
        value = 0;
      break;
    case WS_PTX_SAD:
      value = c + (a > b ? a - b : b - a);
      break;
    case WS_PTX_POPC:
      value = count_bits (a, width);
      out = 32;
      break;
    case WS_PTX_CLZ:
      value = (int)width - 1 - highest_bit (a, width);
      out = 32;
      break;
    case WS_PTX_BFIND:
      value = highest_bit (a < 0 ? ~a : a, width);
      if (HAS (SHIFTAMT) && value >= 0)
        value = (int)width - 1 - value;
      out = 32;
      break;
    case WS_PTX_BMSK:
      value = 0;
      for (guint i = 0; i < 32; i++)
        {
          guint32 from = HAS (WRAP) ? s[0] & 31 : MIN ((guint32)s[0], 32);
          guint32 n = HAS (WRAP) ? s[1] & 31 : MIN ((guint32)s[1], 32);

          value |= i >= from && i - from < n ? power (i) : 0;
        }
      break;
      case WS_PTX_SZEXT: {
        guint n = HAS (WRAP) ? s[1] & 31 : (guint)MIN ((guint32)s[1], 32);

        value = n == 0 ? 0 : integer_of_width (s[0], n, is_signed (type));
        break;
      }
    case WS_PTX_FNS:
      value = compute_fns ((guint32)s[0], (guint32)s[1], (gint32)s[2]);
      break;
    case WS_PTX_BREV:
      value = 0;
      for (guint i = 0; i < width; i++)
        value |= (Integer)((s[0] >> i) & 1) << (width - 1 - i);
      break;
    case WS_PTX_BFE:
      value = compute_bfe (type, a, place_of (width, s[1]), place_of (width, s[2]));
      break;
    case WS_PTX_BFI:
      value = compute_bfi (width, s[0], s[1], place_of (width, s[2]), place_of (width, s[3]));
      break;
    case WS_PTX_DP4A:
    case WS_PTX_DP2A:
      value = compute_dot (shape, s);
      out = 32;
      break;
    case WS_PTX_AND:
      value = a & b;
      break;
    case WS_PTX_OR:
      value = a | b;
      break;
    case WS_PTX_XOR:
      value = a ^ b;
      break;
    case WS_PTX_NOT:
      value = -1 - a;
      break;
    case WS_PTX_CNOT:
      value = a == 0 ? 1 : 0;
      break;
    case WS_PTX_LOP3:
      value = 0;
      for (guint i = 0; i < 32; i++)
        {
          guint at = (guint)((s[0] >> i) & 1) << 2 | (guint)((s[1] >> i) & 1) << 1
                     | (guint)((s[2] >> i) & 1);

          value |= (Integer)((input->immediate >> at) & 1) << i;
        }
      if (HAS (OR) || HAS (AND))
        {
          gboolean q = (s[MODEL_N_WORDS - 1] >> 2) & 1;

          result->bits =
              (guint64)value | (guint64)(HAS (OR) ? value != 0 || q : value != 0 && q) << 32;
          return TRUE;
        }
      break;
    case WS_PTX_SHL:
      value = (guint32)s[1] >= width ? 0 : a * power ((guint32)s[1]);
      break;
    case WS_PTX_SHR:
      value = floor_shift (is_signed (type) ? a : modulo (a, width), MIN ((guint32)s[1], 100));
      break;
      case WS_PTX_SHF: {
        guint by = HAS (WRAP) ? s[2] & 31 : MIN ((guint32)s[2], 32);
        Integer both = modulo ((Integer)s[1], 32) * power (32) + modulo ((Integer)s[0], 32);

        value = HAS (L) ? (both * power (by)) >> 32 : both >> by;
        break;
      }
    case WS_PTX_PRMT:
      value = compute_prmt (shape, (guint32)s[0], (guint32)s[1], (guint32)s[2]);
      break;
    default:
      return compute_video (shape, s, result);
    }
  result->bits = (guint64)modulo (value, out);
  return TRUE;
}

/* Two of 16 bits, each for itself. */
static gboolean
compute_pair (const WsShape *shape, const ModelInput *input, ModelResult *result)
{
  WsShape half = *shape;
  guint64 bits = 0;

  half.types[0] = shape->types[0] == WS_PTX_S16X2 ? WS_PTX_S16 : WS_PTX_U16;
  for (guint i = 0; i < 2; i++)
    {
      ModelInput part = *input;

      for (guint k = 0; k < 2; k++)
        part.words[k] = input->words[k] >> (16 * i) & 0xffff;
      if (!compute_integer (&half, &part, result))
        return FALSE;
      bits |= result->bits << (16 * i);
    }
  result->bits = bits;
  return TRUE;
}

/* ---- floating point ---- */

static int
rounding (const WsShape *shape)
{
  return HAS (RZ) || HAS (RZI)   ? FE_TOWARDZERO
         : HAS (RM) || HAS (RMI) ? FE_DOWNWARD
         : HAS (RP) || HAS (RPI) ? FE_UPWARD
                                 : FE_TONEAREST;
}

static float
single (guint64 bits)
{
  guint32 word = (guint32)bits;
  float value;

  memcpy (&value, &word, 4);
  return value;
}

static double
twice (guint64 bits)
{
  double value;

  memcpy (&value, &bits, 8);
  return value;
}

static float
flushed (const WsShape *shape, float value)
{
  return HAS (FTZ) && fabsf (value) < (float)LEAST_F32 ? copysignf (0, value) : value;
}

static void
give_single (const WsShape *shape, float value, gboolean is_tiny, ModelResult *result)
{
  guint32 word;

  value = HAS (FTZ) && is_tiny ? copysignf (0, value) : flushed (shape, value);
  if (HAS (SAT))
    value = isnan (value) || value <= 0 ? 0 : value > 1 ? 1 : value;
  memcpy (&word, &value, 4);
  result->bits = isnan (value) ? 0x7fffffff : word;
}

/* @nan: the bits of one, if that is what comes out */
static void
give_double (const WsShape *shape, double value, guint64 nan, ModelResult *result)
{
  if (HAS (SAT))
    value = isnan (value) || value <= 0 ? 0 : value > 1 ? 1 : value;
  memcpy (&result->bits, &value, 8);
  if (isnan (value))
    result->bits = nan;
}

/* Which NaN comes out, as an H200 has it: the last operand's, of a division the first one's, made
 * quiet; one that is no operand's is the same one each time. */
static guint64
choose_nan (const WsShape *shape, const guint64 *s)
{
  gboolean forwards = shape->opcode == WS_PTX_DIV;
  int n = shape->opcode == WS_PTX_FMA || shape->opcode == WS_PTX_MAD    ? 3
          : shape->opcode == WS_PTX_RCP || shape->opcode == WS_PTX_SQRT ? 1
                                                                        : 2;

  for (int i = 0; i < n; i++)
    {
      guint64 bits = s[forwards ? i : n - 1 - i];

      if (isnan (twice (bits)))
        return bits | G_GUINT64_CONSTANT (1) << 51;
    }
  return G_GUINT64_CONSTANT (0xfff8000000000000);
}

/* Cut off, what is below 2^-126 is seen to be. */
static gboolean
sum_is_tiny (float a, float b, float c)
{
  __float128 sum;

  /* a number that is normal itself stays, however little is taken off it */
  if (fabsf (c) == LEAST_F32 && fabsl ((long double)a * b) < LEAST_F32 / 4)
    return FALSE;
  fesetround (FE_TOWARDZERO);
  sum = (__float128)a * b + c;
  return sum < (__float128)LEAST_F32 && sum > -(__float128)LEAST_F32;
}

static gboolean
compute_single (const WsShape *shape, const guint64 *s, ModelResult *result)
{
  volatile float a = flushed (shape, single (s[0]));
  volatile float b = flushed (shape, single (s[1]));
  volatile float c = flushed (shape, single (s[2]));
  volatile float value;
  gboolean is_tiny = FALSE;

  fesetround (rounding (shape));
  switch (shape->opcode)
    {
    case WS_PTX_ADD:
      value = a + b;
      break;
    case WS_PTX_SUB:
      value = a - b;
      break;
    case WS_PTX_MUL:
      value = a * b;
      is_tiny = fabsl ((long double)a * b) < LEAST_F32;
      break;
    case WS_PTX_MAD:
    case WS_PTX_FMA:
      value = fmaf (a, b, c);
      is_tiny = sum_is_tiny (a, b, c);
      break;
    case WS_PTX_DIV:
      value = a / b;
      is_tiny = fabsl ((long double)a) < LEAST_F32 * fabsl ((long double)b);
      break;
    case WS_PTX_RCP:
      value = 1 / a;
      is_tiny = 1 / fabsl ((long double)a) < LEAST_F32;
      break;
    case WS_PTX_SQRT:
      value = sqrtf (a);
      break;
    default:
      fesetround (FE_TONEAREST);
      return FALSE;
    }
  fesetround (FE_TONEAREST);
  give_single (shape, value, is_tiny, result);
  return TRUE;
}

static gboolean
compute_double (const WsShape *shape, const guint64 *s, ModelResult *result)
{
  volatile double a = twice (s[0]);
  volatile double b = twice (s[1]);
  volatile double c = twice (s[2]);
  volatile double value;

  fesetround (rounding (shape));
  switch (shape->opcode)
    {
    case WS_PTX_ADD:
      value = a + b;
      break;
    case WS_PTX_SUB:
      value = a - b;
      break;
    case WS_PTX_MUL:
      value = a * b;
      break;
    case WS_PTX_MAD:
    case WS_PTX_FMA:
      value = fma (a, b, c);
      break;
    case WS_PTX_DIV:
      value = a / b;
      break;
    case WS_PTX_RCP:
      value = 1 / a;
      break;
    case WS_PTX_SQRT:
      value = sqrt (a);
      break;
    default:
      fesetround (FE_TONEAREST);
      return FALSE;
    }
  fesetround (FE_TONEAREST);
  give_double (shape, value, choose_nan (shape, s), result);
  return TRUE;
}

/* The bounds are those of the PTX manual, in each instruction's own section; of rcp and rsqrt of
 * .f64 its upper word has 20 bits. */
static gboolean
compute_approximate (const WsShape *shape, const guint64 *s, ModelResult *result)
{
  gboolean is_double = shape->types[0] == WS_PTX_F64;
  long double a =
      is_double ? (long double)twice (s[0]) : (long double)flushed (shape, single (s[0]));
  long double b = flushed (shape, single (s[1]));

  result->is_approximate = TRUE;
  result->ulps = 2;
  if (is_double && HAS (FTZ))
    {
      if (fabsl (a) < 0x1p-1022L)
        a = copysignl (0, a);
      result->ulps = 0x1p33L;
    }
  switch (shape->opcode)
    {
    case WS_PTX_RCP:
      result->value = 1 / a;
      break;
    case WS_PTX_SQRT:
      result->value = sqrtl (a);
      break;
    case WS_PTX_RSQRT:
      result->value = 1 / sqrtl (a);
      break;
    case WS_PTX_DIV:
      result->value = HAS (APPROX) && fabsl (b) > 0x1p126L ? a * copysignl (0, b) : a / b;
      break;
    case WS_PTX_SIN:
      result->value = sinl (a);
      result->absolute = fabsl (a) <= 6.2831853L ? 0x1p-20L : 0x1p-14L;
      break;
    case WS_PTX_COS:
      result->value = cosl (a);
      result->absolute = fabsl (a) <= 6.2831853L ? 0x1p-20L : 0x1p-14L;
      break;
    case WS_PTX_LG2:
      result->value = log2l (a);
      result->absolute = a > 0.5L && a < 2 ? 0x1p-22L : 0;
      break;
    case WS_PTX_EX2:
      result->value = exp2l (a);
      break;
    case WS_PTX_TANH:
      result->value = tanhl (a);
      result->ulps = 0x1p13L;
      break;
    default:
      return FALSE;
    }
  return TRUE;
}

static gboolean
compute_extreme (const WsShape *shape, const guint64 *s, ModelResult *result)
{
  gboolean is_double = shape->types[0] == WS_PTX_F64;
  double a = is_double ? twice (s[0]) : (double)flushed (shape, single (s[0]));
  double b = is_double ? twice (s[1]) : (double)flushed (shape, single (s[1]));
  gboolean is_negative = (signbit (a) != 0) != (signbit (b) != 0);
  double value;

  if (HAS (XORSIGN))
    {
      a = fabs (a);
      b = fabs (b);
    }
  if (isnan (a) || isnan (b))
    value = HAS (NAN) ? NAN : isnan (a) ? b : a;
  else if (a == b)
    value = (shape->opcode == WS_PTX_MIN) == (signbit (a) != 0) ? a : b;
  else
    value = (shape->opcode == WS_PTX_MIN) == (a < b) ? a : b;
  if (HAS (XORSIGN) && is_negative)
    value = -value;
  if (is_double)
    memcpy (&result->bits, &value, 8);
  else
    give_single (shape, (float)value, FALSE, result);
  return TRUE;
}

static gboolean
holds_testp (const WsShape *shape, guint64 bits)
{
  int kind = shape->types[0] == WS_PTX_F64 ? fpclassify (twice (bits)) : fpclassify (single (bits));

  return HAS (FINITE)       ? kind != FP_NAN && kind != FP_INFINITE
         : HAS (INFINITE)   ? kind == FP_INFINITE
         : HAS (NUMBER)     ? kind != FP_NAN
         : HAS (NOTANUMBER) ? kind == FP_NAN
         : HAS (NORMAL)     ? kind == FP_NORMAL || kind == FP_ZERO
                            : kind == FP_SUBNORMAL;
}

/* ---- 16 bits and fewer ---- */

/* A format, as IEEE 754 and the PTX manual give it. */
typedef struct {
  WsPtxType type;
  int digits;       /* with the one that is not written */
  int lowest;       /* exponent of the least normal number */
  long double most; /* the largest number */
  guint32 infinity; /* bits; 0: it has none */
  guint32 nan;
  guint width;
} Format;

static const Format formats[] = {
  { WS_PTX_F16, 11, -14, 65504.L, 0x7c00, 0x7fff, 16 },
  { WS_PTX_BF16, 8, -126, 0x1.fep127L, 0x7f80, 0x7fff, 16 },
  { WS_PTX_TF32, 11, -126, 0x1.ffcp127L, 0x3fc00, 0x3ffff, 19 },
  { WS_PTX_E4M3X2, 4, -6, 448.L, 0, 0x7f, 8 },
  { WS_PTX_E5M2X2, 3, -14, 57344.L, 0x7c, 0x7f, 8 },
};

static const Format *
format_of (WsPtxType type)
{
  if (type == WS_PTX_F16X2)
    type = WS_PTX_F16;
  if (type == WS_PTX_BF16X2)
    type = WS_PTX_BF16;
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i].type == type)
      return &formats[i];
  return NULL;
}

gboolean
model_is_half (WsPtxType type)
{
  return format_of (type) != NULL;
}

static guint
count_halves (WsPtxType type)
{
  return type == WS_PTX_F16 || type == WS_PTX_BF16 || type == WS_PTX_TF32 ? 1 : 2;
}

long double
model_read_half (WsPtxType type, guint64 bits)
{
  const Format *format = format_of (type);
  guint32 magnitude = (guint32)bits & ((1u << (format->width - 1)) - 1);
  int exponent = (int)(magnitude >> (format->digits - 1));
  int fraction = (int)(magnitude & ((1u << (format->digits - 1)) - 1));
  long double value;

  if (format->infinity != 0 && magnitude >= format->infinity)
    value = magnitude == format->infinity ? INFINITY : NAN;
  else if (format->infinity == 0 && magnitude == format->nan)
    value = NAN;
  else if (exponent == 0)
    value = ldexpl (fraction, format->lowest - format->digits + 1);
  else
    value = ldexpl (fraction + (1 << (format->digits - 1)),
                    format->lowest + exponent - 1 - format->digits + 1);
  return (bits >> (format->width - 1)) & 1 ? -value : value;
}

/* To a whole number, as the words say; half of one goes away from 0 with rna. */
static __float128
round_whole (const WsShape *shape, __float128 value)
{
  __float128 magnitude = value < 0 ? -value : value;
  gboolean negative = value < 0;
  unsigned __int128 below = (unsigned __int128)magnitude;
  __float128 rest = magnitude - (__float128)below;
  gboolean up;

  if (HAS (RZ) || HAS (RZI))
    up = FALSE;
  else if (HAS (RM) || HAS (RMI))
    up = negative && rest > 0;
  else if (HAS (RP) || HAS (RPI))
    up = !negative && rest > 0;
  else
    up = rest > 0.5 || (rest == 0.5 && (HAS (RNA) || (below & 1)));
  magnitude = (__float128)(below + up);
  return negative ? -magnitude : magnitude;
}

static guint32
nan_of_format (const WsShape *shape, const Format *format)
{
  return HAS (SAT) ? 0 : format->nan;
}

/* The exponent of the greatest power of two that is not above @magnitude; @least where that is
 * less. */
static int
exponent_of (__float128 magnitude, int least)
{
  int exponent = 0;

  if (magnitude == 0)
    return least;
  frexpl ((long double)magnitude, &exponent);
  exponent--;
  if (magnitude < (__float128)ldexpl (1, exponent)) /* it was rounded up to the next power */
    exponent--;
  return MAX (exponent, least);
}

/* @value, exact, in a format: in units of its last place a whole number. */
static guint32
to_format (const WsShape *shape, const Format *format, __float128 value, gboolean is_negative)
{
  int exponent;
  guint32 sign = 1u << (format->width - 1);
  gboolean stops = HAS (SATFINITE) || format->infinity == 0;
  __float128 magnitude;
  __float128 unit;
  guint32 bits;

  if (value != value)
    return nan_of_format (shape, format);
  if ((HAS (SAT) || HAS (RELU)) && is_negative)
    value = 0, is_negative = FALSE;
  if (HAS (SAT) && value > 1)
    value = 1;
  magnitude = value < 0 ? -value : value;
  if (magnitude > (__float128)0x1p200L)
    magnitude = (__float128)0x1p200L;
  exponent = exponent_of (magnitude, format->lowest);
  unit = (__float128)ldexpl (1, exponent - format->digits + 1);
  magnitude = round_whole (shape, (is_negative ? -magnitude : magnitude) / unit) * unit;
  magnitude = magnitude < 0 ? -magnitude : magnitude;
  if (magnitude > (__float128)format->most)
    {
      gboolean towards_zero = HAS (RZ) || HAS (RMI) || HAS (RPI) || HAS (RZI)
                              || (HAS (RM) && !is_negative) || (HAS (RP) && is_negative);
      gboolean was_infinite = value > (__float128)0x1p1025L || value < -(__float128)0x1p1025L;

      if (stops || (towards_zero && !was_infinite))
        magnitude = (__float128)format->most;
      else
        return format->infinity | (is_negative ? sign : 0);
    }
  if (magnitude < (__float128)ldexpl (1, format->lowest))
    bits = (guint32)(magnitude / (__float128)ldexpl (1, format->lowest - format->digits + 1));
  else
    {
      exponent = exponent_of (magnitude, format->lowest);
      unit = (__float128)ldexpl (1, exponent - format->digits + 1);
      bits = (guint32)(exponent - format->lowest + 1) << (format->digits - 1);
      bits += (guint32)(magnitude / unit) - (1u << (format->digits - 1));
    }
  return bits | (is_negative ? sign : 0);
}

/* With .ftz; of conversions that is about .f32. */
static long double
read_flushed (const WsShape *shape, WsPtxType type, guint64 bits)
{
  long double value = model_read_half (type, bits);
  const Format *format = format_of (type);

  if (HAS (FTZ) && shape->opcode != WS_PTX_CVT && fabsl (value) < ldexpl (1, format->lowest))
    return copysignl (0, value);
  return value;
}

/* Which of two is the smaller, or the larger, and its sign. */
static long double
extreme_of (const WsShape *shape, long double a, long double b)
{
  gboolean is_negative = (signbit (a) != 0) != (signbit (b) != 0);
  long double value;

  if (HAS (XORSIGN))
    {
      a = fabsl (a);
      b = fabsl (b);
    }
  if (isnan (a) || isnan (b))
    value = HAS (NAN) || (isnan (a) && isnan (b)) ? NAN : isnan (a) ? b : a;
  else if (a == b)
    value = (shape->opcode == WS_PTX_MIN) == (signbit (a) != 0) ? a : b;
  else
    value = (shape->opcode == WS_PTX_MIN) == (a < b) ? a : b;
  return HAS (XORSIGN) && is_negative ? -value : value;
}

/* Bounds of the PTX manual: of ex2 2^-9.9 and 2^-7, relative; of tanh 2^-10.987, and 2^-8 relative.
 * What is rounded to subnormal numbers is half a unit off, too. */
static void
approximate_half (const WsShape *shape, long double a, guint i, ModelResult *result)
{
  gboolean is_bf16 = format_of (shape->types[0])->type == WS_PTX_BF16;
  long double least = is_bf16 ? 0x1p-126L : 0x1p-24L;

  result->is_approximate = TRUE;
  result->halves[i].value = shape->opcode == WS_PTX_EX2 ? exp2l (a) : tanhl (a);
  if (shape->opcode == WS_PTX_EX2)
    result->halves[i].bound = result->halves[i].value * (is_bf16 ? 0x1p-7L : 0x1.1p-10L) + least;
  else
    result->halves[i].bound = is_bf16 ? 0x1.1p-8L : 0x1.02p-11L;
  if (shape->opcode == WS_PTX_EX2 && result->halves[i].value > format_of (shape->types[0])->most)
    result->halves[i].value = INFINITY;
}

static gboolean
compute_half (const WsShape *shape, const guint64 *s, guint i, ModelResult *result)
{
  WsPtxType type = shape->types[0];
  const Format *format = format_of (type);
  long double a = read_flushed (shape, type, s[0] >> (16 * i));
  long double b = read_flushed (shape, type, s[1] >> (16 * i));
  long double c = read_flushed (shape, type, s[2] >> (16 * i));
  __float128 value;
  gboolean is_negative;
  gboolean is_tiny;

  switch (shape->opcode)
    {
    case WS_PTX_SUB:
      b = -b;
      G_GNUC_FALLTHROUGH;
    case WS_PTX_ADD:
      value = (__float128)a + (__float128)b;
      is_negative = value == 0 ? signbit (a) && signbit (b) : value < 0;
      break;
    case WS_PTX_MUL:
      value = (__float128)a * (__float128)b;
      is_negative = (signbit (a) != 0) != (signbit (b) != 0);
      break;
      case WS_PTX_FMA: {
        __float128 product = (__float128)a * (__float128)b;

        value = product + (__float128)c;
        /* what of one is beyond the other: that it is not nothing is enough */
        if (value == product && c != 0 && product != 0 && product - product == 0)
          value += (c < 0 ? -1 : 1) * (product < 0 ? -product : product) * (__float128)0x1p-100L;
        else if (value == (__float128)c && product != 0 && c != 0 && !isinf (c))
          value += (product < 0 ? -1 : 1) * (__float128)fabsl (c) * (__float128)0x1p-100L;
        is_negative = (signbit (a) != 0) != (signbit (b) != 0);
        if (value == 0)
          is_negative = product == 0 ? is_negative && signbit (c) : FALSE;
        else
          is_negative = value < 0;
        break;
      }
    case WS_PTX_ABS:
      value = (__float128)fabsl (a);
      is_negative = FALSE;
      break;
    case WS_PTX_NEG:
      value = -(__float128)a;
      is_negative = !signbit (a);
      break;
    case WS_PTX_MIN:
    case WS_PTX_MAX:
      a = extreme_of (shape, a, b);
      value = (__float128)a;
      is_negative = signbit (a) != 0;
      break;
    case WS_PTX_EX2:
    case WS_PTX_TANH:
      approximate_half (shape, a, i, result);
      return TRUE;
    default:
      return FALSE;
    }
  is_tiny = value < (__float128)ldexpl (1, format->lowest)
            && value > -(__float128)ldexpl (1, format->lowest);
  if (HAS (FTZ) && is_tiny)
    value = 0;
  result->bits |= (guint64)to_format (shape, format, value, is_negative) << (16 * i);
  return TRUE;
}

static gboolean
compute_halves (const WsShape *shape, const guint64 *s, ModelResult *result)
{
  for (guint i = 0; i < count_halves (shape->types[0]); i++)
    if (!compute_half (shape, s, i, result))
      return FALSE;
  return TRUE;
}

/* What is converted, exact. */
static __float128
read_source (const WsShape *shape, WsPtxType from, guint64 bits, gboolean *is_negative)
{
  long double value;

  if (!is_float (from) && !model_is_half (from))
    {
      Integer whole = integer (from, bits);

      *is_negative = whole < 0;
      return (__float128)whole;
    }
  value = from == WS_PTX_F64   ? (long double)twice (bits)
          : from != WS_PTX_F32 ? model_read_half (from, bits)
          /* .ftz changes nothing where the result is rounded away from 0 all the same */
          : shape->types[0] == WS_PTX_F16 ? (long double)single (bits)
                                          : (long double)flushed (shape, single (bits));
  *is_negative = signbit (value) != 0;
  if ((HAS (RNI) || HAS (RZI) || HAS (RMI) || HAS (RPI)) && !isnan (value) && !isinf (value)
      && fabsl (value) < 0x1p60L)
    return round_whole (shape, (__float128)value);
  return (__float128)value;
}

/* A NaN of .f64 keeps its sign and what there is room for. */
static guint32
convert_one (const WsShape *shape, guint64 bits)
{
  const Format *format = format_of (shape->types[0]);
  gboolean is_negative;
  __float128 value = read_source (shape, shape->types[1], bits, &is_negative);

  if (shape->types[1] == WS_PTX_F64 && value != value && !HAS (SAT))
    return (guint32)(bits >> 48 & 0x8000) | format->infinity | 1u << (format->digits - 2)
           | (guint32)(bits >> (53 - format->digits) & ((1u << (format->digits - 1)) - 1));
  return to_format (shape, format, value, is_negative);
}

/* A NaN is cut off, and satfinite takes a unit off what is no number, a NaN too. */
static guint32
convert_to_tf32 (const WsShape *shape, guint32 bits)
{
  if (!HAS (RNA))
    return convert_one (shape, bits) << 13;
  bits = (bits + (isnan (single (bits)) ? 0 : 0x1000)) & ~0x1fffu;
  return HAS (SATFINITE) && (bits & 0x7fffffff) >= 0x7f800000 ? bits - 0x2000 : bits;
}

/* To a format of 16 bits or fewer. */
static void
convert_to_half (const WsShape *shape, const guint64 *s, ModelResult *result)
{
  WsPtxType to = shape->types[0];
  guint width = format_of (to)->width;
  guint from = model_is_half (shape->types[1]) ? format_of (shape->types[1])->width : 0;

  if (to == WS_PTX_TF32)
    result->bits = convert_to_tf32 (shape, (guint32)s[0]);
  else if (count_halves (to) == 1)
    result->bits = convert_one (shape, s[0]);
  else if (shape->types[1] == WS_PTX_F32)
    result->bits = convert_one (shape, s[1]) | (guint64)convert_one (shape, s[0]) << width;
  else
    result->bits = convert_one (shape, s[0] & ((1u << from) - 1))
                   | (guint64)convert_one (shape, (s[0] >> from) & ((1u << from) - 1)) << width;
}

/* From one to a type that holds all its numbers: a NaN of .bf16 keeps its bits, one of .f16 is made
 * anew, unless there is room for .f64's. */
static void
widen_half (const WsShape *shape, guint64 bits, ModelResult *result)
{
  gboolean is_bf16 = shape->types[1] == WS_PTX_BF16;
  long double value = model_read_half (shape->types[1], bits);

  if (shape->types[0] == WS_PTX_F32)
    give_single (shape, (float)value, fabsl (value) < LEAST_F32, result);
  else
    give_double (shape, (double)value,
                 (bits & 0x8000) << 48 | G_GUINT64_CONSTANT (0x7ff8000000000000)
                     | (bits & 0x7fff) << (is_bf16 ? 45 : 42),
                 result);
  if (isnan (value) && is_bf16 && shape->types[0] == WS_PTX_F32 && !HAS (FTZ))
    result->bits = (bits & 0xffff) << 16;
}

/* ---- comparison ---- */

static gboolean
holds (const WsShape *shape, WsPtxType type, const guint64 *s)
{
  int order;
  gboolean unordered = FALSE;

  if (model_is_half (type))
    {
      long double a = read_flushed (shape, type, s[0]);
      long double b = read_flushed (shape, type, s[1]);

      return is_so (shape->compare, isunordered (a, b), a < b ? -1 : a > b);
    }
  if (is_float (type))
    {
      double a = type == WS_PTX_F64 ? twice (s[0]) : (double)flushed (shape, single (s[0]));
      double b = type == WS_PTX_F64 ? twice (s[1]) : (double)flushed (shape, single (s[1]));

      unordered = isunordered (a, b);
      order = a < b ? -1 : a > b;
    }
  else
    order = integer (type, s[0]) < integer (type, s[1])
                ? -1
                : integer (type, s[0]) > integer (type, s[1]);
  return is_so (shape->compare, unordered, order);
}

static gboolean
combined (const WsShape *shape, gboolean holds, gboolean c)
{
  return HAS (AND) ? holds && c : HAS (OR) ? holds || c : HAS (XOR) ? holds != c : holds;
}

/* What set gives where the comparison holds. */
static guint64
one_of (WsPtxType type)
{
  return type == WS_PTX_F32                             ? 0x3f800000
         : type == WS_PTX_F16 || type == WS_PTX_F16X2   ? 0x3c00
         : type == WS_PTX_BF16 || type == WS_PTX_BF16X2 ? 0x3f80
         : model_get_width (type) == 16                 ? 0xffff
                                                        : 0xffffffff;
}

/* Of two numbers in a word each has its own answer: of set a half of the result. */
static void
compare_halves (const WsShape *shape, WsPtxType type, const guint64 *s, ModelResult *result)
{
  gboolean c = (s[MODEL_N_WORDS - 1] >> 2) & 1;
  gboolean sets = shape->opcode == WS_PTX_SET;

  if (count_halves (type) == 1)
    {
      result->bits = combined (shape, holds (shape, type, s), c);
      if (sets)
        result->bits *= one_of (shape->types[0]);
      return;
    }
  for (guint i = 0; i < 2; i++)
    {
      const guint64 halves[2] = { s[0] >> (16 * i), s[1] >> (16 * i) };
      guint64 yes = combined (shape, holds (shape, type, halves), c);

      result->bits |= sets ? yes * (one_of (shape->types[0]) & 0xffff) << (16 * i) : yes << i;
    }
}

/* ---- cvt ---- */

static gboolean
convert_to_integer (const WsShape *shape, guint64 bits, ModelResult *result)
{
  WsPtxType type = shape->types[0];
  gboolean from_double = shape->types[1] == WS_PTX_F64;
  guint width = model_get_width (type);
  volatile double value = from_double ? twice (bits)
                          : model_is_half (shape->types[1])
                              ? (double)model_read_half (shape->types[1], bits)
                              : (double)flushed (shape, single (bits));
  Integer whole;

  if (isnan (value))
    whole = from_double || width == 64 ? power (width - 1) : 0;
  else
    {
      fesetround (rounding (shape));
      value = nearbyint (value);
      fesetround (FE_TONEAREST);
      whole = value >= 0x1p65 ? power (65) : value <= -0x1p65 ? -power (65) : (Integer)value;
      whole = within (type, whole);
    }
  if (is_signed (type) && whole >= power (width - 1))
    whole -= power (width);
  /* forms.c has ptxas's registers for it */
  result->bits = (guint64)modulo (whole, shape->types[1] == WS_PTX_BF16 ? width : MAX (width, 32));
  return TRUE;
}

/* A NaN of another width: its sign, quiet, and as much of its payload as there is room for; of the
 * same width as it is. */
static guint64
convert_nan (const WsShape *shape, guint64 bits)
{
  guint64 sign;

  if (shape->types[1] == WS_PTX_F64)
    {
      sign = bits >> 63;
      return shape->types[0] == WS_PTX_F64
                 ? bits | G_GUINT64_CONSTANT (1) << 51
                 : sign << 31 | 0x7fc00000 | ((bits & ((G_GUINT64_CONSTANT (1) << 51) - 1)) >> 29);
    }
  sign = (bits >> 31) & 1;
  if (shape->types[0] == WS_PTX_F32)
    return HAS (FTZ) || HAS (RNI) || HAS (RZI) || HAS (RMI) || HAS (RPI) ? 0x7fffffff
                                                                         : bits & 0xffffffff;
  if (HAS (FTZ))
    return G_GUINT64_CONSTANT (0x7fffffffe0000000);
  return sign << 63 | G_GUINT64_CONSTANT (0x7ff8000000000000) | (bits & 0x3fffff) << 29;
}

static gboolean
convert (const WsShape *shape, guint64 bits, ModelResult *result)
{
  WsPtxType to = shape->types[0];
  WsPtxType from = shape->types[1];
  volatile double value;
  volatile float narrow;
  gboolean is_tiny = FALSE;

  if (is_float (to) && model_is_half (from))
    {
      widen_half (shape, bits, result);
      return TRUE;
    }
  if (!is_float (to) && (is_float (from) || model_is_half (from)))
    return convert_to_integer (shape, bits, result);
  if (!is_float (to))
    {
      Integer whole = integer (from, bits);

      whole = HAS (SAT) ? within (to, whole)
                        : integer_of_width ((guint64)whole, model_get_width (to), is_signed (to));
      result->bits = (guint64)modulo (whole, MAX (model_get_width (to), 32));
      return TRUE;
    }
  fesetround (rounding (shape));
  if (!is_float (from))
    {
      Integer whole = integer (from, bits);

      /* the compiler's own, which look at the rounding mode */
      value = is_signed (from) ? (double)(gint64)whole : (double)(guint64)whole;
      narrow = is_signed (from) ? (float)(gint64)whole : (float)(guint64)whole;
      if (whole == 0)
        narrow = 0, value = 0;
    }
  else
    {
      value = from == WS_PTX_F64 ? twice (bits) : (double)flushed (shape, single (bits));
      if (HAS (RNI) || HAS (RZI) || HAS (RMI) || HAS (RPI))
        value = nearbyint (value);
      narrow = (float)value;
      /* rounded to the bits of a float, but not as a subnormal one yet */
      if (from == WS_PTX_F64 && to == WS_PTX_F32 && fabs (value) < 1)
        {
          volatile float large = (float)(value * 0x1p100);

          is_tiny = fabsf (large) < 0x1p-26f;
        }
    }
  fesetround (FE_TONEAREST);
  if (to == WS_PTX_F64)
    give_double (shape, value, is_float (from) ? convert_nan (shape, bits) : 0, result);
  else
    give_single (shape, narrow, is_tiny, result);
  if (to == WS_PTX_F32 && is_float (from) && isnan (value) && !HAS (SAT))
    result->bits = convert_nan (shape, bits);
  return TRUE;
}

gboolean
model_compute (const WsShape *shape, const ModelInput *input, ModelResult *result)
{
  const guint64 *s = input->words;
  WsPtxType type = shape->types[0];
  guint width = model_get_width (type);
  guint64 mask = width == 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << width) - 1;
  guint64 sign = G_GUINT64_CONSTANT (1) << (width - 1);
  guint64 predicates = s[MODEL_N_WORDS - 1];
  gboolean first;

  *result = (ModelResult){ .carry = input->carry };
  switch (shape->opcode)
    {
    case WS_PTX_SETP:
      if (model_is_half (type))
        {
          compare_halves (shape, type, s, result);
          return TRUE;
        }
      first = holds (shape, type, s);
      result->bits = combined (shape, first, (predicates >> 2) & 1)
                     | (guint64)combined (shape, !first, (predicates >> 2) & 1) << 1;
      return TRUE;
    case WS_PTX_SET:
      if (model_is_half (shape->types[1]))
        {
          compare_halves (shape, shape->types[1], s, result);
          return TRUE;
        }
      first = combined (shape, holds (shape, shape->types[1], s), (predicates >> 2) & 1);
      result->bits = first ? one_of (type) : 0;
      return TRUE;
    case WS_PTX_TESTP:
      result->bits = holds_testp (shape, s[0]);
      return TRUE;
    case WS_PTX_SELP:
      result->bits = ((predicates >> 2) & 1 ? s[0] : s[1]) & mask;
      return TRUE;
    case WS_PTX_SLCT:
      first =
          shape->types[1] == WS_PTX_F32 ? flushed (shape, single (s[2])) >= 0 : (gint32)s[2] >= 0;
      result->bits = (first ? s[0] : s[1]) & mask;
      return TRUE;
    case WS_PTX_MOV:
      result->bits = s[0] & mask;
      if (type == WS_PTX_PRED)
        result->bits = predicates & 1;
      return TRUE;
    case WS_PTX_CVT:
      if (!model_is_half (type))
        return convert (shape, s[0], result);
      convert_to_half (shape, s, result);
      return TRUE;
    case WS_PTX_COPYSIGN:
      result->bits = (s[1] & mask & ~sign) | (s[0] & sign);
      return TRUE;
    default:
      break;
    }
  if (type == WS_PTX_PRED)
    {
      gboolean a = predicates & 1;
      gboolean b = (predicates >> 1) & 1;

      result->bits = shape->opcode == WS_PTX_AND   ? a && b
                     : shape->opcode == WS_PTX_OR  ? a || b
                     : shape->opcode == WS_PTX_XOR ? a != b
                                                   : !a;
      return TRUE;
    }
  if (model_is_half (type))
    return compute_halves (shape, s, result);
  if (is_pair (type))
    return compute_pair (shape, input, result);
  if (!is_float (type))
    return compute_integer (shape, input, result);
  if (shape->opcode == WS_PTX_MIN || shape->opcode == WS_PTX_MAX)
    return compute_extreme (shape, s, result);
  if (shape->opcode == WS_PTX_ABS || shape->opcode == WS_PTX_NEG)
    {
      result->bits = shape->opcode == WS_PTX_ABS ? s[0] & mask & ~sign : (s[0] & mask) ^ sign;
      if (type == WS_PTX_F64 && isnan (twice (s[0])))
        result->bits = s[0] | G_GUINT64_CONSTANT (1) << 51;
      if (type == WS_PTX_F32 && HAS (FTZ) && isnan (single (s[0])))
        result->bits = 0x7fffffff;
      if (HAS (FTZ) && (result->bits & 0x7f800000) == 0)
        result->bits &= sign;
      return TRUE;
    }
  if (HAS (APPROX) || HAS (FULL))
    return compute_approximate (shape, s, result);
  return type == WS_PTX_F64 ? compute_double (shape, s, result) : compute_single (shape, s, result);
}
