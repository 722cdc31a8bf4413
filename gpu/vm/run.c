/* run.c: runs a block to its end, within its limits.
 *
 * Warps take turns: each runs until it waits at a barrier, exits, or has executed a number of
 * instructions, since it may spin on another one's write.
 */
#include "vm/vm.h"

#include <time.h>

#define CLOCK_INTERVAL (64 * WS_LOOK_INTERVAL)
#define TURN           (4 * WS_LOOK_INTERVAL) /* instructions */

static gboolean
is_cancelled (WsBlockRun *self)
{
  ws_device_step (self->launch->device);
  return self->launch->cancellable != NULL
         && g_cancellable_is_cancelled (self->launch->cancellable);
}

/* Processor time of this host thread, so that load on the computer does not count. */
static double
processor_seconds (void)
{
  struct timespec now;

  if (clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now) != 0)
    return 0;
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Records the exceeded limit, and blames the first warp that has not exited. */
static gboolean
is_endless (WsBlockRun *self, WsEndless limit)
{
  guint w = 0;

  while (w + 1 < self->n_warps && self->warps[w].live == 0)
    w++;
  ws_block_fault (self, &self->warps[w], NULL, WS_FINDING_ENDLESS,
                  self->warps[w].mask != 0 ? (guint)__builtin_ctz (self->warps[w].mask) : 0);
  self->fault.limit = limit;
  self->fault.address = self->issued;
  return FALSE;
}

/* Checked every %WS_LOOK_INTERVAL instructions. The first two limits are reproducible; the third,
 * of time, is a safety net.
 *
 * Returns: %FALSE if it exceeded a limit (self->fault), the launch was cancelled, or an earlier
 * block faulted (self->abandoned) */
gboolean
ws_block_may_go_on (WsBlockRun *self)
{
  const WsLaunchState *launch = self->launch;
  double now_s;

  if (self->issued > launch->max_instructions)
    return is_endless (self, WS_ENDLESS_INSTRUCTIONS);
  if (is_cancelled (self))
    return FALSE;
  if (g_atomic_int_get (&launch->stop_at) < (gint)self->block)
    {
      self->abandoned = TRUE;
      return FALSE;
    }
  if (self->work > launch->max_instructions * WS_WORK_OF_INSTRUCTION)
    return is_endless (self, WS_ENDLESS_WORK);
  if (self->issued / CLOCK_INTERVAL == self->looked_at)
    return TRUE;
  self->looked_at = self->issued / CLOCK_INTERVAL;
  /* reading the clock costs as much as a short block: only long ones are timed */
  now_s = processor_seconds ();
  if (self->began_s == 0)
    self->began_s = now_s;
  return now_s - self->began_s <= launch->max_seconds || is_endless (self, WS_ENDLESS_TIME);
}

/**
 * ws_block_no_progress:
 * @self: a block none of whose warps can continue
 *
 * Returns: %TRUE if all have exited; else %FALSE, with a deadlock as its fault
 */
gboolean
ws_block_no_progress (WsBlockRun *self)
{
  for (guint w = 0; w < self->n_warps; w++)
    if (self->warps[w].live != 0)
      {
        const WsWarp *warp = &self->warps[w];

        return ws_block_fault (self, warp, warp->barrier_op, WS_FINDING_DEADLOCK,
                               (guint)__builtin_ctz (warp->live));
      }
  return TRUE;
}

/**
 * ws_block_note:
 * @self: a host thread's block that begins
 * @reach: whether the addresses of its accesses are needed
 *
 * Sets the precision at which accesses are noted.
 */
void
ws_block_note (WsBlockRun *self, gboolean reach)
{
  self->notes_reach = reach;
  self->counts_at_once = FALSE;
  /* the cost from lowest and highest words requires as many banks as lanes */
  self->notes_each = self->is_recorded || self->launch->spec->shared_banks != WS_LANES;
}

static gboolean (*choose_run (const WsBlockRun *self, const WsStepper *stepper)) (WsBlockRun *,
                                                                                  WsWarp *, guint)
{
  if (self->is_recorded)
    return stepper->run_recorded;
  if (self->counts == NULL)
    return stepper->run;
  return stepper->run_counted != NULL ? stepper->run_counted : stepper->run_recorded;
}

/**
 * ws_block_run:
 * @self: a host thread's block, with self->block set
 *
 * Runs the block to its end at full speed, without a clock.
 *
 * Returns: %FALSE if it faulted (self->fault), the launch was cancelled, or an earlier block
 * faulted (self->abandoned)
 */
gboolean
ws_block_run (WsBlockRun *self)
{
  const WsStepper *stepper = self->launch->stepper;
  gboolean (*run) (WsBlockRun *, WsWarp *, guint) = choose_run (self, stepper);
  const guint64 most = self->launch->max_instructions;
  guint64 look_at = WS_LOOK_INTERVAL;
  gboolean ran;

  ws_block_note (self, self->counts != NULL || self->is_recorded);
  self->counts_at_once = run == stepper->run_counted && !self->notes_each;
  ws_block_reset (self);
  do
    {
      ran = FALSE;
      for (guint w = 0; w < self->n_warps; w++)
        {
          WsWarp *warp = &self->warps[w];

          if (warp->live == 0 || warp->barrier != 0)
            continue;
          ran = TRUE;
          if (!run (self, warp, (guint)MIN (TURN, most + 1 - self->issued)))
            return FALSE;
          if (warp->live == 0)
            ws_block_check_barriers (self);
          if (self->issued < look_at && self->issued <= most)
            continue;
          look_at = self->issued + WS_LOOK_INTERVAL;
          if (!ws_block_may_go_on (self))
            return FALSE;
        }
    }
  while (ran);
  return ws_block_no_progress (self);
}
