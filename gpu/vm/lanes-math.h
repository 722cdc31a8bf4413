/* lanes-math.h: the functions that PTX has as approximations, in loops over lanes.
 *
 * Each is computed in double precision, to some 37 bits, and rounded once. So it is within all
 * bounds of the PTX manual, gives the same result on every computer, and is free of branches, so
 * that the compiler vectorises it. The host must round to nearest.
 */
#pragma once

#include "vm/types.h"

G_BEGIN_DECLS

/* Adding it to a number of at most 51 bits leaves the nearest integer in the last bits. */
#define WS_ROUNDER 0x1.8p52

WS_INLINE double
ws_of_bits (guint64 bits)
{
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

/* e^f for |f| <= ln 2 / 2: Taylor series with a remainder below 2^-37. */
WS_INLINE double
ws_exp_series (double f)
{
  double p = 1. / 362880;

  p = p * f + 1. / 40320;
  p = p * f + 1. / 5040;
  p = p * f + 1. / 720;
  p = p * f + 1. / 120;
  p = p * f + 1. / 24;
  p = p * f + 1. / 6;
  p = p * f + 1. / 2;
  p = p * f + 1;
  return p * f + 1;
}

/* 2^x = 2^n 2^f; beyond 200 on either side the result is beyond a float. */
WS_INLINE double
ws_power_of_two (double x)
{
  double within = x > 200 ? 200 : x < -200 ? -200 : x;
  double sum = within + WS_ROUNDER;
  double scale = ws_of_bits ((ws_from_double (sum) + 1023) << 52);

  return ws_exp_series ((within - (sum - WS_ROUNDER)) * 0x1.62e42fefa39efp-1) * scale;
}

WS_INLINE float
ws_ex2 (float a)
{
  return (float)ws_power_of_two (a);
}

/* log2 (2^e m), with m from sqrt (1/2) to sqrt (2): 2 artanh (s) / ln 2, with s = (m - 1) / (m +
 * 1).
 */
WS_INLINE float
ws_lg2 (float a)
{
  guint64 bits = ws_from_double ((double)a);
  guint64 exponent =
      (bits + (G_GUINT64_CONSTANT (0x3ff0000000000000) - G_GUINT64_CONSTANT (0x3fe6a09e667f3bcd)))
      >> 52;
  double m = ws_of_bits (bits - ((exponent - 1023) << 52));
  double e =
      ws_of_bits (G_GUINT64_CONSTANT (0x4330000000000000) | (exponent & 0xfff)) - (0x1p52 + 1023);
  double s = (m - 1) / (m + 1);
  double z = s * s;
  double p = 1. / 13;
  float result;

  p = p * z + 1. / 11;
  p = p * z + 1. / 9;
  p = p * z + 1. / 7;
  p = p * z + 1. / 5;
  p = p * z + 1. / 3;
  p = p * z + 1;
  result = (float)(e + p * s * 0x1.71547652b82fep+1);
  result = a == 0 ? -INFINITY : result;
  result = a == INFINITY ? INFINITY : result;
  return a >= 0 ? result : NAN;
}

/* The largest argument that the range reduction below handles. */
#define WS_LARGEST_ANGLE 0x1p20f

/* sin (x + quarters * pi / 2): x = r + k * pi / 2, with pi / 2 in two parts whose first has 33
 * bits, so that k times it is exact; then the series of sine or cosine. */
WS_INLINE float
ws_turn (float a, guint64 quarters)
{
  double x = a;
  double sum = x * 0x1.45f306dc9c883p-1 + WS_ROUNDER;
  double k = sum - WS_ROUNDER;
  guint64 quadrant = ws_from_double (sum) + quarters;
  double r = (x - k * 0x1.921fb544p+0) - k * 0x1.0b4611a626331p-34;
  double z = r * r;
  double s = -1. / 39916800;
  double c = -1. / 87178291200;
  double value;

  s = s * z + 1. / 362880;
  s = s * z - 1. / 5040;
  s = s * z + 1. / 120;
  s = s * z - 1. / 6;
  s = r + r * z * s;
  c = c * z + 1. / 479001600;
  c = c * z - 1. / 3628800;
  c = c * z + 1. / 40320;
  c = c * z - 1. / 720;
  c = c * z + 1. / 24;
  c = c * z - 1. / 2;
  c = c * z + 1;
  value = (quadrant & 1) != 0 ? c : s;
  return (float)((quadrant & 2) != 0 ? -value : value);
}

WS_INLINE float
ws_sin (float a)
{
  return ws_turn (a, 0);
}

WS_INLINE float
ws_cos (float a)
{
  return ws_turn (a, 1);
}

/* Near 0 the series, else (e^2x - 1) / (e^2x + 1). */
WS_INLINE float
ws_tanh (float a)
{
  double x = fabs ((double)a);
  double z = x * x;
  double p = -929569. / 638512875;
  double e = ws_power_of_two ((x > 20 ? 20 : x) * 0x1.71547652b82fep+1);
  double value;

  p = p * z + 21844. / 6081075;
  p = p * z - 1382. / 155925;
  p = p * z + 62. / 2835;
  p = p * z - 17. / 315;
  p = p * z + 2. / 15;
  p = p * z - 1. / 3;
  value = x < 0.25 ? x + x * z * p : (e - 1) / (e + 1);
  return __builtin_copysignf ((float)value, a);
}

/* One step of Newton's method, in double precision, from a value of single precision. */
WS_INLINE float
ws_rsqrt (float a)
{
  float first = 1.f / __builtin_sqrtf (a);
  double y = first;
  double better = y * (1.5 - 0.5 * (double)a * y * y);

  return a > 0 && a < INFINITY ? (float)better : first;
}

G_END_DECLS
