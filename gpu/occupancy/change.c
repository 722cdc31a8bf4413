/* change.c: what became of a launch's occupancy when the compute capability or the launch changed.
 */
#include "occupancy/words.h"

typedef struct {
  const WsOccupancyLimits *limits[2]; /* before, after */
  const WsOccupancyLaunch *launch[2];
  WsOccupancy result[2];
  GString *text;
  guint n_items;
} Change;

static void
add_item (Change *self, const char *name, guint before, guint after, const char *unit)
{
  if (before == after)
    return;
  g_string_append_printf (self->text, "%s%s %u → %u%s", self->n_items > 0 ? ", " : "", name, before,
                          after, unit);
  self->n_items++;
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

  add_item (self, "threads", a->threads, b->threads, "");
  add_item (self, "registers", a->registers, b->registers, "");
  add_item (self, "shared memory", get_shared (a), get_shared (b), " bytes");
  add_item (self, "barriers", a->barriers, b->barriers, "");
  if (a->carve_out == b->carve_out)
    return;
  g_string_append (self->text, self->n_items++ > 0 ? ", carve-out " : "carve-out ");
  for (guint i = 0; i < 2; i++)
    {
      if (self->launch[i]->carve_out < 0)
        g_string_append (self->text, "the driver's");
      else
        g_string_append_printf (self->text, "%d %%", self->launch[i]->carve_out);
      g_string_append (self->text, i == 0 ? " → " : "");
    }
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

  add_item (self, "warps per SM", a->warps, b->warps, "");
  add_item (self, "blocks", a->blocks, b->blocks, "");
  if (binds (self, WS_LIMITER_WARPS))
    add_item (self, "threads of a block", a->threads_per_block, b->threads_per_block, "");
  if (binds (self, WS_LIMITER_REGISTERS))
    {
      add_item (self, "registers", a->registers, b->registers, "");
      add_item (self, "registers of a thread", a->registers_per_thread, b->registers_per_thread,
                "");
    }
  if (binds (self, WS_LIMITER_SHARED))
    add_item (self, "shared memory", a->shared_bytes / 1024, b->shared_bytes / 1024, " KB");
  if (binds (self, WS_LIMITER_BARRIERS))
    add_item (self, "barriers", a->barriers_per_slot * a->blocks, b->barriers_per_slot * b->blocks,
              "");
}

static void
describe_result (Change *self)
{
  const WsOccupancy *a = &self->result[0];
  const WsOccupancy *b = &self->result[1];
  g_autofree char *share_a = ws_occupancy_format_share (a->occupancy);
  g_autofree char *share_b = ws_occupancy_format_share (b->occupancy);
  g_autofree char *limiters = ws_occupancy_name_limiters (b->limiters);

  if (b->blocks == 0)
    {
      g_autofree char *why = ws_occupancy_explain (self->limits[1], self->launch[1],
                                                   ws_occupancy_get_first_limiter (b->limiters));

      g_string_append_printf (self->text, "%s: %s",
                              a->blocks == 0 ? "still does not run" : "does not run", why);
      return;
    }
  if (a->blocks == 0)
    g_string_append_printf (self->text, "now it runs; occupancy %s, limited by ", share_b);
  else if (g_str_equal (share_a, share_b))
    g_string_append_printf (self->text, "occupancy stays %s, %s limited by ", share_b,
                            a->limiters == b->limiters ? "still" : "now");
  else
    g_string_append_printf (self->text, "occupancy %s → %s; %s limited by ", share_a, share_b,
                            a->limiters == b->limiters ? "still" : "now");
  g_string_append (self->text, limiters);
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
  gboolean same_capability;

  g_return_val_if_fail (before != NULL && after != NULL, NULL);
  g_return_val_if_fail (launch_before != NULL && launch_after != NULL, NULL);

  same_capability = before->cc_major == after->cc_major && before->cc_minor == after->cc_minor;
  self.text = g_string_new (NULL);
  for (guint i = 0; i < 2; i++)
    ws_occupancy_compute (self.limits[i], self.launch[i], &self.result[i]);
  if (!same_capability)
    g_string_append_printf (self.text, "%u.%u → %u.%u: ", before->cc_major, before->cc_minor,
                            after->cc_major, after->cc_minor);
  list_launch (&self);
  list_limits (&self);
  if (self.n_items == 0)
    g_string_append (self.text, same_capability ? "nothing changes" : "the same limits here");
  g_string_append (self.text, "; ");
  describe_result (&self);
  return g_string_free (self.text, FALSE);
}
