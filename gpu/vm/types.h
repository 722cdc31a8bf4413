/* types.h: widths and readings of PTX types. Private to vm/. */
#pragma once

#include "ptx/ptx.h"

#include <math.h>
#include <string.h>

/* Inlined even into loops excluded from the sanitizers: gcc inlines nothing else there, and
 * instrumented variables would leave poisoned memory on the stack. */
#define WS_INLINE static inline __attribute__ ((always_inline, no_sanitize_address))

G_BEGIN_DECLS

WS_INLINE guint
ws_type_bits (WsPtxType type)
{
  switch (type)
    {
    case WS_PTX_U8:
    case WS_PTX_S8:
    case WS_PTX_B8:
    case WS_PTX_E4M3:
    case WS_PTX_E5M2:
      return 8;
    case WS_PTX_S4:
    case WS_PTX_U4:
      return 4;
    case WS_PTX_U16:
    case WS_PTX_S16:
    case WS_PTX_B16:
    case WS_PTX_F16:
    case WS_PTX_BF16:
    case WS_PTX_E4M3X2:
    case WS_PTX_E5M2X2:
      return 16;
    case WS_PTX_U64:
    case WS_PTX_S64:
    case WS_PTX_B64:
    case WS_PTX_F64:
      return 64;
    default:
      return 32;
    }
}

WS_INLINE gboolean
ws_type_is_signed (WsPtxType type)
{
  return (type >= WS_PTX_S8 && type <= WS_PTX_S64) || type == WS_PTX_S4;
}

WS_INLINE gboolean
ws_type_is_float (WsPtxType type)
{
  return type == WS_PTX_F32 || type == WS_PTX_F64;
}

WS_INLINE guint64
ws_truncate (WsPtxType type, guint64 bits)
{
  guint n = ws_type_bits (type);

  return n == 64 ? bits : bits & ((G_GUINT64_CONSTANT (1) << n) - 1);
}

/* To 64 bits: with the sign for signed types. */
WS_INLINE guint64
ws_extend (WsPtxType type, guint64 bits)
{
  guint n = ws_type_bits (type);

  if (ws_type_is_signed (type))
    return (guint64)((gint64)(bits << (64 - n)) >> (64 - n));
  return ws_truncate (type, bits);
}

WS_INLINE float
ws_to_float (guint64 bits)
{
  guint32 word = (guint32)bits;
  float value;

  memcpy (&value, &word, 4);
  return value;
}

WS_INLINE guint64
ws_from_float (float value)
{
  guint32 word;

  memcpy (&word, &value, 4);
  return word;
}

WS_INLINE double
ws_to_double (WsPtxType type, guint64 bits, gboolean ftz)
{
  double value;

  if (type == WS_PTX_F64)
    {
      memcpy (&value, &bits, 8);
      return value;
    }
  value = ws_to_float (bits);
  if (ftz && fabs (value) < 0x1p-126)
    return copysign (0., value);
  return value;
}

WS_INLINE guint64
ws_from_double (double value)
{
  guint64 bits;

  memcpy (&bits, &value, 8);
  return bits;
}

G_END_DECLS
