/* masks.h: from a word for each lane to a bit for each lane. */
#pragma once

#include "vm/vm.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

G_BEGIN_DECLS

#define WS_HALF 16 /* lanes */

/* Of half a warp: the lanes whose word has its highest bit set. */
static inline __attribute__ ((always_inline)) guint32
ws_mask_of_half (const guint32 *words)
{
  guint32 mask = 0;

#if defined(__AVX512DQ__)
  mask = (guint32)_mm512_movepi32_mask (_mm512_loadu_si512 (words));
#elif defined(__AVX2__)
  for (guint i = 0; i < WS_HALF; i += 8)
    mask |= (guint32)_mm256_movemask_ps (_mm256_loadu_ps ((const float *)(const void *)(words + i)))
            << i;
#elif defined(__SSE2__)
  for (guint i = 0; i < WS_HALF; i += 4)
    mask |= (guint32)_mm_movemask_ps (_mm_loadu_ps ((const float *)(const void *)(words + i))) << i;
#else
  for (guint i = 0; i < WS_HALF; i++)
    mask |= words[i] >> 31 << i;
#endif
  return mask;
}

/* The lanes whose word has its highest bit set. */
static inline __attribute__ ((always_inline)) guint32
ws_mask_of_words (const guint32 *words)
{
  return ws_mask_of_half (words) | ws_mask_of_half (words + WS_HALF) << WS_HALF;
}

/* As ws_mask_of_half(), of 64 bits each. */
static inline __attribute__ ((always_inline)) guint32
ws_mask_of_half_longs (const guint64 *longs)
{
  guint32 mask = 0;

#if defined(__AVX512DQ__)
  for (guint i = 0; i < WS_HALF; i += 8)
    mask |= (guint32)_mm512_movepi64_mask (_mm512_loadu_si512 (longs + i)) << i;
#elif defined(__AVX2__)
  for (guint i = 0; i < WS_HALF; i += 4)
    mask |=
        (guint32)_mm256_movemask_pd (_mm256_loadu_pd ((const double *)(const void *)(longs + i)))
        << i;
#elif defined(__SSE2__)
  for (guint i = 0; i < WS_HALF; i += 2)
    mask |= (guint32)_mm_movemask_pd (_mm_loadu_pd ((const double *)(const void *)(longs + i)))
            << i;
#else
  for (guint i = 0; i < WS_HALF; i++)
    mask |= (guint32)(longs[i] >> 63) << i;
#endif
  return mask;
}

/* As ws_mask_of_words(), of 64 bits each. */
static inline __attribute__ ((always_inline)) guint32
ws_mask_of_longs (const guint64 *longs)
{
  return ws_mask_of_half_longs (longs) | ws_mask_of_half_longs (longs + WS_HALF) << WS_HALF;
}

G_END_DECLS
