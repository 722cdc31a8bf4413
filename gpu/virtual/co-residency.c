/* co-residency.c: blocks that wait for each other: as many as fit on the device are there at once,
 * and take turns.
 *
 * A block goes on until it has gone round long enough in a loop that looks at what another thread
 * writes; then the next one begins, or, once all that fit are there, the one that has waited
 * longest goes on. So a grid whose blocks do not wait runs as if one came after the other. Where a
 * whole round of turns changes nothing, they wait for what will never come.
 */
#include "virtual/launch-private.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct {
  WsVirtualLaunch *launch;
  GPtrArray *waiting; /* WsBlockRunner, who has waited longest first */
  GPtrArray *idle;    /* WsBlockRunner */
  guint64 *free_at;   /* per slot of the device: cycle in which its last block ended */
  guint8 *is_taken;   /* likewise */
  guint n_slots;
  guint32 next;
  gboolean is_full; /* of host memory */
} Turns;

static gboolean
is_stopped (const Turns *self)
{
  return self->launch->cancelled
         || g_atomic_int_get (&self->launch->state.stop_at) < (gint)self->launch->state.n_blocks;
}

static guint
find_slot (const Turns *self)
{
  guint slot = 0;

  for (guint i = 0; i < self->n_slots; i++)
    if (!self->is_taken[i] && (self->is_taken[slot] || self->free_at[i] < self->free_at[slot]))
      slot = i;
  return slot;
}

static gboolean
may_begin (const Turns *self)
{
  return self->next < self->launch->state.n_blocks && self->waiting->len < self->n_slots
         && (self->idle->len > 0 || !self->is_full);
}

static WsBlockRunner *
take_hand (Turns *self)
{
  WsBlockRunner *runner;

  if (self->idle->len > 0)
    return g_ptr_array_steal_index (self->idle, self->idle->len - 1);
  runner = ws_host_memory_check (self->launch->state.memory->host, self->launch->hand_bytes,
                                 self->launch->state.memory->promised_bytes, "", "", NULL)
               ? ws_block_runner_new (self->launch)
               : NULL;
  self->is_full = runner == NULL;
  return runner;
}

/* A block that has begun, or had waited, gets its turn. */
static void
take_turn (Turns *self, WsBlockRunner *runner)
{
  WsBlockRunnerState state = ws_block_runner_run (runner, TRUE);

  if (state == WS_HAND_WAITS)
    {
      g_ptr_array_add (self->waiting, runner);
      return;
    }
  self->is_taken[runner->slot] = FALSE;
  self->free_at[runner->slot] = runner->block->began + runner->block->now;
  g_ptr_array_add (self->idle, runner);
}

/* FALSE if out of memory for another block. */
static gboolean
begin_next (Turns *self)
{
  WsBlockRunner *runner = take_hand (self);

  if (runner == NULL)
    return FALSE;
  runner->slot = find_slot (self);
  runner->seen = G_MAXUINT64;
  self->is_taken[runner->slot] = TRUE;
  ws_block_runner_begin (runner, self->next++);
  runner->block->began = self->free_at[runner->slot];
  take_turn (self, runner);
  return TRUE;
}

/* Whether no block has written anything since it was looked at last. */
static gboolean
is_stuck (const Turns *self)
{
  gboolean stuck = TRUE;

  for (guint i = 0; i < self->waiting->len; i++)
    {
      WsBlockRunner *runner = g_ptr_array_index (self->waiting, i);

      stuck = stuck && runner->seen == runner->block->n_writes;
      runner->seen = runner->block->n_writes;
    }
  return stuck;
}

static void
report_deadlock (Turns *self)
{
  WsBlockRunner *runner = g_ptr_array_index (self->waiting, 0);
  WsBlockRun *block = runner->block;
  guint w = 0;

  while (w + 1 < block->n_warps && (block->warps[w].live == 0 || block->warps[w].barrier != 0))
    w++;
  ws_block_fault_detail (
      block, &block->warps[w], NULL, WS_FINDING_DEADLOCK,
      block->warps[w].mask != 0 ? (guint)__builtin_ctz (block->warps[w].mask) : 0,
      self->next < self->launch->state.n_blocks
          ? g_strdup_printf (ngettext ("waits for blocks of the grid that cannot start: the device "
                                       "holds %u block at once, of %u",
                                       "waits for blocks of the grid that cannot start: the device "
                                       "holds %u blocks at once, of %u",
                                       self->waiting->len),
                             self->waiting->len, self->launch->state.n_blocks)
          : g_strdup (_ ("waits for a value that no other thread of the grid writes")));
  ws_block_runner_run (runner, TRUE);
}

/* Each block that waits gets a turn. */
static void
go_round (Turns *self)
{
  guint n = self->waiting->len;

  for (guint i = 0; i < n && !is_stopped (self); i++)
    take_turn (self, g_ptr_array_steal_index (self->waiting, 0));
}

/**
 * ws_co_residency_run:
 * @self: a launch whose blocks may wait for each other
 *
 * Runs all blocks.
 */
void
ws_co_residency_run (WsVirtualLaunch *self, WsBlockRunner *first)
{
  guint64 n_slots = (guint64)self->blocks_per_sm * self->state.spec->n_sms;
  Turns turns = {
    .launch = self,
    .waiting = g_ptr_array_new (),
    .idle = g_ptr_array_new (),
    .n_slots = (guint)MIN (n_slots, self->state.n_blocks),
  };

  turns.free_at = g_new0 (guint64, turns.n_slots);
  turns.is_taken = g_new0 (guint8, turns.n_slots);
  g_ptr_array_add (turns.idle, first);
  while (!is_stopped (&turns) && (turns.next < self->state.n_blocks || turns.waiting->len > 0)
         && ws_block_runner_check (self))
    {
      if (may_begin (&turns) && begin_next (&turns))
        continue;
      if (turns.waiting->len > 0 && is_stuck (&turns))
        report_deadlock (&turns);
      else
        go_round (&turns);
    }
  g_ptr_array_extend (turns.idle, turns.waiting, NULL, NULL);
  for (guint i = 0; i < turns.idle->len; i++)
    {
      WsBlockRunner *runner = g_ptr_array_index (turns.idle, i);

      ws_block_runner_add_counts (runner);
      if (runner != first)
        ws_block_runner_free (runner);
    }
  g_ptr_array_unref (turns.waiting);
  g_ptr_array_unref (turns.idle);
  g_free (turns.free_at);
  g_free (turns.is_taken);
}
