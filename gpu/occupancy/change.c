/* change.c: what became of a launch's occupancy when the compute capability or the launch changed.
 */
#include "occupancy/words.h"
#include "words/words.h"

#include <glib/gi18n.h>

typedef struct {
  const WsOccupancyLimits *limits[2]; /* before, after */
  const WsOccupancyLaunch *launch[2];
  WsOccupancy result[2];
  GString *items;
} Change;

/* @item: translated, with both numbers */
static void G_GNUC_PRINTF (2, 0)
    add_item (Change *self, const char *item, guint before, guint after)
{
  g_autofree char *shown = NULL;

  if (before == after)
    return;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  shown = g_strdup_printf (item, before, after);
#pragma GCC diagnostic pop
  ws_words_add_item (self->items, shown);
}

static guint
get_shared (const WsOccupancyLaunch *launch)
{
  return (guint)MIN ((guint64)launch->static_shared_bytes + launch->dynamic_shared_bytes,
                     G_MAXUINT);
}

static void
list_launch (Change *self)
{
  const WsOccupancyLaunch *a = self->launch[0];
  const WsOccupancyLaunch *b = self->launch[1];
  g_autofree char *shown = NULL;
  char *share[2];

  add_item (self, _ ("threads %1$u → %2$u"), a->threads, b->threads);
  add_item (self, _ ("registers %1$u → %2$u"), a->registers, b->registers);
  add_item (self, _ ("shared memory %1$u → %2$u bytes"), get_shared (a), get_shared (b));
  add_item (self, _ ("barriers %1$u → %2$u"), a->barriers, b->barriers);
  if (a->carve_out == b->carve_out)
    return;
  for (guint i = 0; i < 2; i++)
    share[i] = self->launch[i]->carve_out < 0
                   ? g_strdup (_ ("driver's choice"))
                   : g_strdup_printf ("%d %%", self->launch[i]->carve_out);
  shown = g_strdup_printf (_ ("carve-out %1$s → %2$s"), share[0], share[1]);
  ws_words_add_item (self->items, shown);
  g_free (share[0]);
  g_free (share[1]);
}

static gboolean
binds (const Change *self, WsLimiter limiter)
{
  return ((self->result[0].limiters | self->result[1].limiters) & 1u << limiter) != 0;
}

/* Room for warps and blocks is what occupancy is a share of; of the rest only what binds. */
static void
list_limits (Change *self)
{
  const WsOccupancyLimits *a = self->limits[0];
  const WsOccupancyLimits *b = self->limits[1];

  add_item (self, _ ("warps per SM %1$u → %2$u"), a->warps, b->warps);
  add_item (self, _ ("blocks %1$u → %2$u"), a->blocks, b->blocks);
  if (binds (self, WS_LIMITER_WARPS))
    add_item (self, _ ("threads per block %1$u → %2$u"), a->threads_per_block,
              b->threads_per_block);
  if (binds (self, WS_LIMITER_REGISTERS))
    {
      add_item (self, _ ("registers %1$u → %2$u"), a->registers, b->registers);
      add_item (self, _ ("registers of a thread %1$u → %2$u"), a->registers_per_thread,
                b->registers_per_thread);
    }
  if (binds (self, WS_LIMITER_SHARED))
    add_item (self, _ ("shared memory %1$u → %2$u KB"), a->shared_bytes / 1024,
              b->shared_bytes / 1024);
  if (binds (self, WS_LIMITER_BARRIERS))
    add_item (self, _ ("barriers %1$u → %2$u"), a->barriers_per_slot * a->blocks,
              b->barriers_per_slot * b->blocks);
}

/* (transfer full) */
static char *
describe_result (const Change *self)
{
  const WsOccupancy *a = &self->result[0];
  const WsOccupancy *b = &self->result[1];
  gboolean same = a->limiters == b->limiters;
  g_autofree char *share_a = ws_occupancy_format_share (a->occupancy);
  g_autofree char *share_b = ws_occupancy_format_share (b->occupancy);
  g_autofree char *limiters = ws_occupancy_name_limiters (b->limiters);

  if (b->blocks == 0)
    {
      WsLimiter first = ws_occupancy_get_first_limiter (b->limiters);
      g_autofree char *why = ws_occupancy_explain (self->limits[1], self->launch[1], first);
      g_autofree char *named = ws_occupancy_name_explanation (first, why);

      return g_strdup_printf (
          a->blocks == 0 ? _ ("still does not run: %s") : _ ("does not run: %s"), named);
    }
  if (a->blocks == 0)
    return g_strdup_printf (_ ("now it runs; occupancy %1$s, limited by %2$s"), share_b, limiters);
  if (g_str_equal (share_a, share_b))
    return g_strdup_printf (same ? _ ("occupancy stays %1$s, still limited by %2$s")
                                 : _ ("occupancy stays %1$s, now limited by %2$s"),
                            share_b, limiters);
  return g_strdup_printf (same ? _ ("occupancy %1$s → %2$s; still limited by %3$s")
                               : _ ("occupancy %1$s → %2$s; now limited by %3$s"),
                          share_a, share_b, limiters);
}

/**
 * ws_occupancy_describe_change:
 * @before: limits before
 * @launch_before: launch before
 * @after: limits after
 * @launch_after: launch after
 *
 * As in "8.0 → 8.6: warps per SM 64 → 48, blocks 32 → 16; occupancy 75 % → 100 %; now limited by
 * warps". Limits that bind neither before nor after are left out.
 *
 * Returns: (transfer full): one sentence, without its full stop
 */
char *
ws_occupancy_describe_change (const WsOccupancyLimits *before,
                              const WsOccupancyLaunch *launch_before,
                              const WsOccupancyLimits *after, const WsOccupancyLaunch *launch_after)
{
  Change self = { .limits = { before, after }, .launch = { launch_before, launch_after } };
  g_autoptr (GString) items = g_string_new (NULL);
  g_autofree char *result = NULL;
  gboolean same_capability;

  g_return_val_if_fail (before != NULL && after != NULL, NULL);
  g_return_val_if_fail (launch_before != NULL && launch_after != NULL, NULL);

  same_capability = before->cc_major == after->cc_major && before->cc_minor == after->cc_minor;
  self.items = items;
  for (guint i = 0; i < 2; i++)
    ws_occupancy_compute (self.limits[i], self.launch[i], &self.result[i]);
  list_launch (&self);
  list_limits (&self);
  if (items->len == 0)
    g_string_assign (items, same_capability ? _ ("nothing changes") : _ ("the same limits here"));
  result = describe_result (&self);
  if (same_capability)
    /* Translators: what changed, and what became of occupancy */
    return g_strdup_printf (_ ("%1$s; %2$s"), items->str, result);
  /* Translators: two compute capabilities, what is different, and what became of occupancy */
  return g_strdup_printf (_ ("%1$u.%2$u → %3$u.%4$u: %5$s; %6$s"), before->cc_major,
                          before->cc_minor, after->cc_major, after->cc_minor, items->str, result);
}
