#include "model/stalls.h"

WsStalls *
ws_stalls_new (guint n_ops)
{
  WsStalls *self = g_new0 (WsStalls, 1);

  self->n_ops = n_ops;
  self->here = g_malloc0_n (MAX (n_ops, 1), sizeof *self->here);
  self->blamed = g_malloc0_n (MAX (n_ops, 1), sizeof *self->blamed);
  self->n_schedulers = 1;
  self->spans = g_array_new (FALSE, FALSE, sizeof (WsStallSpan));
  self->slots = g_array_new (FALSE, FALSE, sizeof (WsStallSpan));
  return self;
}

void
ws_stalls_free (WsStalls *self)
{
  if (self == NULL)
    return;
  g_free (self->here);
  g_free (self->blamed);
  g_array_unref (self->spans);
  g_array_unref (self->slots);
  g_free (self);
}

/* By @key and time. */
static int
compare (guint key_a, guint64 a, guint key_b, guint64 b)
{
  if (key_a != key_b)
    return key_a < key_b ? -1 : 1;
  return a < b ? -1 : a > b;
}

static int
compare_spans (gconstpointer a, gconstpointer b)
{
  const WsStallSpan *x = a;
  const WsStallSpan *y = b;

  return compare (x->warp, x->begin, y->warp, y->begin);
}

static int
compare_slots (gconstpointer a, gconstpointer b, gpointer n_schedulers)
{
  const WsStallSpan *x = a;
  const WsStallSpan *y = b;
  guint n = GPOINTER_TO_UINT (n_schedulers);

  return compare (x->warp % n, x->begin, y->warp % n, y->begin);
}

/* Arguments for filling in the times of schedulers that are not attributed yet. */
typedef struct {
  WsStalls *self;
  GArray *slots;
  guint n_warps; /* of the SM */
} Filling;

static guint
find_above (const GArray *spans, guint warp, guint64 cycle)
{
  guint low = 0;
  guint high = spans->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const WsStallSpan *span = &g_array_index (spans, WsStallSpan, middle);

      if (compare (span->warp, span->begin, warp, cycle) <= 0)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The state of a warp in @cycle. Returns: cycle of its next issue; %G_MAXUINT64 if it is absent */
static guint64
find_issue (const GArray *spans, guint warp, guint64 cycle, guint *at)
{
  guint i = find_above (spans, warp, cycle);
  guint64 next = G_MAXUINT64 - 1;

  if (i == 0)
    return G_MAXUINT64;
  *at = --i;
  if (g_array_index (spans, WsStallSpan, i).warp != warp
      || g_array_index (spans, WsStallSpan, i).end <= cycle)
    return G_MAXUINT64;
  for (; i < spans->len && g_array_index (spans, WsStallSpan, i).warp == warp; i++)
    if (g_array_index (spans, WsStallSpan, i).reason == WS_STALL_SELECTED)
      {
        next = g_array_index (spans, WsStallSpan, i).begin;
        break;
      }
  return next;
}

/* The cycle in which the scheduler's next warp begins; at most @end. */
static guint64
find_arrival (const Filling *filling, guint scheduler, guint64 cycle, guint64 end)
{
  for (guint w = scheduler; w < filling->n_warps; w += filling->self->n_schedulers)
    {
      guint i = find_above (filling->self->spans, w, cycle);

      if (i < filling->self->spans->len)
        {
          const WsStallSpan *span = &g_array_index (filling->self->spans, WsStallSpan, i);

          end = span->warp == w ? MIN (end, span->begin) : end;
        }
    }
  return end;
}

/* If the warp that issued next was not resident yet, takes the stall of the resident one that
 * issues first. */
static void
fill (const Filling *filling, guint scheduler, guint64 begin, guint64 end)
{
  while (begin < end)
    {
      WsStallSpan slot = { .warp = scheduler, .begin = begin, .reason = WS_STALL_NO_WARP };
      guint64 first = G_MAXUINT64;

      for (guint w = scheduler; w < filling->n_warps; w += filling->self->n_schedulers)
        {
          guint at = 0;
          guint64 next = find_issue (filling->self->spans, w, begin, &at);

          if (next >= first)
            continue;
          first = next;
          slot = g_array_index (filling->self->spans, WsStallSpan, at);
        }
      slot.begin = begin;
      slot.end =
          first < G_MAXUINT64 ? MIN (slot.end, end) : find_arrival (filling, scheduler, begin, end);
      g_array_append_val (filling->slots, slot);
      begin = slot.end;
    }
}

/* Copies the slots that have a warp, and fills in the others, and each scheduler's time from its
 * last slot to the end. */
static void
fill_all (const Filling *filling)
{
  const GArray *known = filling->self->slots;
  guint i = 0;

  for (guint s = 0; s < filling->self->n_schedulers; s++)
    {
      guint64 end = 0;

      for (; i < known->len; i++)
        {
          const WsStallSpan *slot = &g_array_index (known, WsStallSpan, i);

          if (slot->warp % filling->self->n_schedulers != s)
            break;
          if (slot->reason == WS_STALL_NO_WARP)
            fill (filling, s, slot->begin, slot->end);
          else
            g_array_append_val (filling->slots, *slot);
          end = slot->end;
        }
      fill (filling, s, end, filling->self->end);
    }
}

/* Keeps the @spans that begin before @end. */
static GArray *
cut (const GArray *spans, guint64 end)
{
  GArray *self = g_array_new (FALSE, FALSE, sizeof (WsStallSpan));

  for (guint i = 0; i < spans->len; i++)
    if (g_array_index (spans, WsStallSpan, i).begin < end)
      g_array_append_val (self, g_array_index (spans, WsStallSpan, i));
  return self;
}

/**
 * ws_stalls_finish:
 * @self: with all spans and slots
 *
 * Adds up the states of schedulers, and sorts the spans during the first block.
 */
void
ws_stalls_finish (WsStalls *self, guint n_schedulers)
{
  g_autoptr (GArray) slots = g_array_new (FALSE, FALSE, sizeof (WsStallSpan));
  Filling filling = { .self = self, .slots = slots };
  GArray *all = self->spans;

  self->n_schedulers = n_schedulers;
  g_array_sort (self->spans, compare_spans);
  g_array_sort_with_data (self->slots, compare_slots, GUINT_TO_POINTER (n_schedulers));
  if (all->len > 0)
    filling.n_warps = g_array_index (all, WsStallSpan, all->len - 1).warp + 1;
  fill_all (&filling);
  for (guint i = 0; i < slots->len; i++)
    {
      const WsStallSpan *slot = &g_array_index (slots, WsStallSpan, i);

      self->schedulers[slot->reason] += slot->end - slot->begin;
    }
  g_array_unref (self->slots);
  self->slots = cut (slots, self->end);
  self->spans = cut (all, self->end);
  g_array_unref (all);
}

/* @modulus: of the warps' numbers, which are to be @key. Returns: the one in @cycle */
static const WsStallSpan *
find (const GArray *spans, guint modulus, guint key, guint64 cycle)
{
  guint low = 0;
  guint high = spans->len;
  const WsStallSpan *span;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      span = &g_array_index (spans, WsStallSpan, middle);
      if (compare (span->warp % modulus, span->begin, key, cycle) <= 0)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0)
    return NULL;
  span = &g_array_index (spans, WsStallSpan, low - 1);
  return span->warp % modulus == key && cycle < span->end ? span : NULL;
}

/**
 * ws_stalls_find_warp:
 * @self: finished
 *
 * Returns: (transfer none) (nullable): state of a warp of the SM in @cycle; %NULL if it is absent
 */
const WsStallSpan *
ws_stalls_find_warp (const WsStalls *self, guint warp, guint64 cycle)
{
  return find (self->spans, G_MAXUINT, warp, cycle);
}

/**
 * ws_stalls_find_slot:
 * @self: finished
 *
 * Returns: (transfer none) (nullable): state of a scheduler in @cycle; %NULL after the end
 */
const WsStallSpan *
ws_stalls_find_slot (const WsStalls *self, guint scheduler, guint64 cycle)
{
  return find (self->slots, self->n_schedulers, scheduler, cycle);
}

/**
 * ws_stalls_get_shares:
 * @self: finished
 * @from: cycle, at least 0
 * @to: after @from; time after the end is left out
 * @shares: (out caller-allocates): shares of that time per state of the scheduler; 0 to 1
 */
void
ws_stalls_get_shares (const WsStalls *self, guint scheduler, double from, double to,
                      double shares[WS_N_STALLS])
{
  const WsStallSpan *end = &g_array_index (self->slots, WsStallSpan, self->slots->len);
  const WsStallSpan *slot = ws_stalls_find_slot (self, scheduler, (guint64)from);

  for (guint i = 0; i < WS_N_STALLS; i++)
    shares[i] = 0;
  for (; slot != NULL && slot < end && slot->warp % self->n_schedulers == scheduler
         && (double)slot->begin < to;
       slot++)
    shares[slot->reason] +=
        (MIN ((double)slot->end, to) - MAX ((double)slot->begin, from)) / (to - from);
}
