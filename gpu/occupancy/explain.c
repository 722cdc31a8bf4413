/* explain.c: the arithmetic of occupancy in sentences. */
#include "occupancy/words.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#define WARP_SIZE 32

static char *
explain_warps (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch,
               const WsOccupancy *result)
{
  guint n = result->limit[WS_LIMITER_WARPS];
  g_autofree char *threads = ws_words_count (WS_NOUN_THREAD, launch->threads);
  g_autofree char *warps = ws_words_count (WS_NOUN_WARP, result->warps_per_block);

  if (n == 0)
    return g_strdup_printf (_ ("%1$u threads exceed the limit of %2$u per block"), launch->threads,
                            limits->threads_per_block);
  return g_strdup_printf (ngettext ("%1$s are %2$s, of the SM's %3$u; %4$u block fits",
                                    "%1$s are %2$s, of the SM's %3$u; %4$u blocks fit", n),
                          threads, warps, limits->warps, n);
}

static char *
explain_blocks (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch,
                const WsOccupancy *result)
{
  return g_strdup_printf (_ ("an SM has %u slots for blocks"), limits->blocks);
}

static char *
explain_registers (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch,
                   const WsOccupancy *result)
{
  guint n = result->limit[WS_LIMITER_REGISTERS];
  guint given = limits->cc_major == 1 ? launch->registers : result->registers_per_warp / WARP_SIZE;

  if (launch->registers > limits->registers_per_thread)
    return g_strdup_printf (_ ("%1$u per thread exceed the limit of %2$u"), launch->registers,
                            limits->registers_per_thread);
  if (n == 0)
    return g_strdup_printf (_ ("%1$u for a block exceed the limit of %2$u"),
                            result->registers_per_block, limits->registers_per_block);
  if (n == WS_OCCUPANCY_UNLIMITED)
    return g_strdup (_ ("none are used"));
  if (given != launch->registers)
    return g_strdup_printf (ngettext ("%1$u per thread round up to %2$u; %3$u block fits",
                                      "%1$u per thread round up to %2$u; %3$u blocks fit", n),
                            launch->registers, given, n);
  return g_strdup_printf (
      ngettext ("%1$u per thread, %2$u of the SM's %3$u for a block; %4$u block fits",
                "%1$u per thread, %2$u of the SM's %3$u for a block; %4$u blocks fit", n),
      launch->registers, result->registers_per_block, limits->registers, n);
}

static char *
explain_shared (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch,
                const WsOccupancy *result)
{
  guint n = result->limit[WS_LIMITER_SHARED];
  guint64 used = (guint64)launch->static_shared_bytes + launch->dynamic_shared_bytes;
  g_autofree char *bytes = ws_words_count (WS_NOUN_BYTE, used);

  if (n == 0)
    return g_strdup_printf (ngettext ("%1$" PRIu64 " byte for a block exceeds the limit of %2$u",
                                      "%1$" PRIu64 " bytes for a block exceed the limit of %2$u",
                                      used),
                            used, limits->shared_opt_in_bytes);
  if (n == WS_OCCUPANCY_UNLIMITED)
    return g_strdup (_ ("none is used"));
  if (limits->shared_reserved_bytes > 0)
    return g_strdup_printf (
        ngettext ("%1$s and 1024 reserved round up to %2$u, of the SM's %3$u; %4$u block fits",
                  "%1$s and 1024 reserved round up to %2$u, of the SM's %3$u; %4$u blocks fit", n),
        bytes, result->shared_per_block_bytes, result->shared_per_sm_bytes, n);
  return g_strdup_printf (ngettext ("%1$s round up to %2$u, of the SM's %3$u; %4$u block fits",
                                    "%1$s round up to %2$u, of the SM's %3$u; %4$u blocks fit", n),
                          bytes, result->shared_per_block_bytes, result->shared_per_sm_bytes, n);
}

static char *
explain_barriers (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch,
                  const WsOccupancy *result)
{
  guint n = result->limit[WS_LIMITER_BARRIERS];

  if (n == WS_OCCUPANCY_UNLIMITED)
    return g_strdup (_ ("not limiting here"));
  return g_strdup_printf (ngettext ("%1$u of the SM's %2$u for a block; %3$u block fits",
                                    "%1$u of the SM's %2$u for a block; %3$u blocks fit", n),
                          launch->barriers, limits->barriers_per_slot * limits->blocks, n);
}

/**
 * ws_occupancy_explain:
 * @limits: of a compute capability
 * @launch: what is launched; of at least one thread
 *
 * Returns: (transfer full): what @limiter allows, and how that comes, where its name stands beside
 * it: "37 per thread round up to 40; 6 blocks fit"
 */
char *
ws_occupancy_explain (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch,
                      WsLimiter limiter)
{
  static char *(*const explain[WS_N_LIMITERS]) (const WsOccupancyLimits *,
                                                const WsOccupancyLaunch *, const WsOccupancy *) = {
    [WS_LIMITER_WARPS] = explain_warps,         [WS_LIMITER_BLOCKS] = explain_blocks,
    [WS_LIMITER_REGISTERS] = explain_registers, [WS_LIMITER_SHARED] = explain_shared,
    [WS_LIMITER_BARRIERS] = explain_barriers,
  };
  WsOccupancy result;

  g_return_val_if_fail ((guint)limiter < WS_N_LIMITERS, NULL);

  ws_occupancy_compute (limits, launch, &result);
  return explain[limiter](limits, launch, &result);
}

/**
 * ws_occupancy_name_explanation:
 * @explanation: what it allows
 *
 * Returns: (transfer full): both: "registers: 37 per thread round up to 40; 6 blocks fit"
 */
char *
ws_occupancy_name_explanation (WsLimiter limiter, const char *explanation)
{
  /* Translators: a resource of an SM, and what it allows */
  return g_strdup_printf (_ ("%1$s: %2$s"), ws_limiter_get_name (limiter), explanation);
}

static guint
count_blocks (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch)
{
  WsOccupancy result;

  ws_occupancy_compute (limits, launch, &result);
  return result.blocks;
}

static char *
advise_registers (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch, guint now)
{
  guint over = launch->registers > limits->registers_per_thread
                   ? launch->registers - limits->registers_per_thread
                   : 1;

  for (guint fewer = over; fewer < launch->registers; fewer++)
    {
      WsOccupancyLaunch other = *launch;
      guint blocks;

      other.registers -= fewer;
      blocks = count_blocks (limits, &other);
      if (blocks > now)
        {
          g_autofree char *gained = ws_words_count (WS_NOUN_BLOCK, blocks);

          return g_strdup_printf (
              ngettext ("%1$u fewer register gives %2$s", "%1$u fewer registers give %2$s", fewer),
              fewer, gained);
        }
    }
  return NULL;
}

/* Only whole units matter: the first step goes to the end of one. */
static char *
advise_shared (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch, guint now)
{
  guint64 used = (guint64)launch->static_shared_bytes + launch->dynamic_shared_bytes;
  guint64 first = (used + limits->shared_reserved_bytes) % limits->shared_unit_bytes;
  guint64 over = used > limits->shared_bytes ? used - limits->shared_bytes : 0;

  first += over / limits->shared_unit_bytes * limits->shared_unit_bytes;
  first = first > 0 ? first : limits->shared_unit_bytes;
  for (guint64 fewer = first; fewer <= used; fewer += limits->shared_unit_bytes)
    {
      WsOccupancyLaunch other = *launch;
      guint from_dynamic = (guint)MIN (fewer, other.dynamic_shared_bytes);
      guint blocks;

      other.dynamic_shared_bytes -= from_dynamic;
      other.static_shared_bytes -= (guint)fewer - from_dynamic;
      blocks = count_blocks (limits, &other);
      if (blocks > now)
        {
          g_autofree char *gained = ws_words_count (WS_NOUN_BLOCK, blocks);

          return g_strdup_printf (ngettext ("%1$" PRIu64 " fewer byte of shared memory gives %2$s",
                                            "%1$" PRIu64 " fewer bytes of shared memory give %2$s",
                                            fewer),
                                  fewer, gained);
        }
    }
  return NULL;
}

/* The nearest block size, in whole warps, that keeps more warps resident; of two equally near ones
 * the larger. */
static char *
advise_threads (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch, guint now)
{
  int warps = (int)((launch->threads + WARP_SIZE - 1) / WARP_SIZE);
  int most = (int)(limits->threads_per_block / WARP_SIZE);

  for (int away = 1; away < MAX (most, warps); away++)
    for (int sign = 1; sign >= -1; sign -= 2)
      {
        WsOccupancyLaunch other = *launch;
        WsOccupancy result;

        if (warps + sign * away < 1 || warps + sign * away > most)
          continue;
        other.threads = (guint)(warps + sign * away) * WARP_SIZE;
        ws_occupancy_compute (limits, &other, &result);
        if (result.warps > now)
          return g_strdup_printf (_ ("blocks of %1$u threads give %2$u warps"), other.threads,
                                  result.warps);
      }
  return NULL;
}

/**
 * ws_occupancy_advise:
 * @limits: of a compute capability
 * @launch: what is launched; of at least one thread
 *
 * What would help next: fewer registers; if none of them helps by itself, less shared memory; if
 * that does not either, another block size.
 *
 * Returns: (transfer full) (nullable): the least change of one thing that gives more blocks, or of
 * the block size that gives more warps; %NULL if the SM is full, or no change of one thing helps
 */
char *
ws_occupancy_advise (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch)
{
  WsOccupancy result;
  char *advice;

  ws_occupancy_compute (limits, launch, &result);
  if (result.warps >= limits->warps)
    return NULL;
  advice = advise_registers (limits, launch, result.blocks);
  if (advice == NULL)
    advice = advise_shared (limits, launch, result.blocks);
  return advice != NULL ? advice : advise_threads (limits, launch, result.warps);
}

/**
 * ws_occupancy_refuse_registers:
 * @limits: of a compute capability
 * @registers: per thread
 *
 * Returns: (transfer full) (nullable): why no thread can have so many, as a sentence; %NULL if
 * it can
 */
char *
ws_occupancy_refuse_registers (const WsOccupancyLimits *limits, guint registers)
{
  if (registers <= limits->registers_per_thread)
    return NULL;
  return g_strdup_printf (
      _ ("A thread of compute capability %1$u.%2$u can have at most %3$u registers, not %4$u."),
      limits->cc_major, limits->cc_minor, limits->registers_per_thread, registers);
}
