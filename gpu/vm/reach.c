/* reach.c: the cost of accesses to consecutive words, as nearly all are: two numbers for each
 * half-warp suffice, without looking at each lane. */
#include "vm/vm.h"

#define SECTOR_SHIFT  5 /* 32 bytes, 128: see ws_access_cost_global() */
#define SEGMENT_SHIFT 7

/* Pieces of 2^@shift bytes that the spans touch, each once. */
static guint
count_pieces (const WsReach *self, guint shift)
{
  const WsReachSpan *one = &self->spans[0];
  const WsReachSpan *other = &self->spans[self->n_spans - 1];
  guint64 low = MAX (one->low >> shift, other->low >> shift);
  guint64 high = MIN (one->high >> shift, other->high >> shift);
  guint64 both = high >= low ? high - low + 1 : 0;

  return (guint)((one->high >> shift) - (one->low >> shift) + (other->high >> shift)
                 - (other->low >> shift) + 2 - both);
}

/* Whether a bank must serve a word of each of two disjoint spans. */
static gboolean
meet_in_bank (const WsReachSpan *one, const WsReachSpan *other, guint banks)
{
  guint64 behind = (other->low - one->low) / sizeof (guint32) % banks;
  guint64 before = (banks - behind) % banks;

  return behind <= (one->high - one->low) / sizeof (guint32)
         || before <= (other->high - other->low) / sizeof (guint32);
}

/**
 * ws_reach_find_cost:
 * @self: the range of an access
 * @banks: of shared memory
 * @cost: its cost: set, except the bytes, if the spans or the lowest and highest word determine it
 *
 * Returns: %FALSE if they do not: then use the addresses with ws_access_cost_global() and
 * ws_access_cost_shared(), which give the same result
 */
gboolean
ws_reach_find_cost (const WsReach *self, guint banks, WsAccessCost *cost)
{
  switch (self->space)
    {
    case WS_SPACE_SHARED:
      if (!self->are_words || banks != WS_LANES)
        return FALSE;
      cost->ideal_wavefronts = 1;
      if (self->high - self->low < sizeof (guint32) * WS_LANES)
        cost->wavefronts = 1;
      else if (self->n_spans == 2)
        cost->wavefronts = meet_in_bank (&self->spans[0], &self->spans[1], banks) ? 2 : 1;
      else
        return FALSE;
      return TRUE;
    case WS_SPACE_GLOBAL:
      if (self->n_spans == 0)
        return FALSE;
      cost->sectors = count_pieces (self, SECTOR_SHIFT);
      cost->segments = count_pieces (self, SEGMENT_SHIFT);
      return TRUE;
    default:
      return FALSE;
    }
}
