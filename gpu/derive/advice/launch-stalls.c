#include "advice/launch-stalls.h"

#include "advice/replay.h"
#include "schedule/residency.h"

#include <glib/gi18n.h>

static const struct {
  const char *name;
  const char *title;
  const char *meaning;
} reasons[WS_N_STALLS] = {
  [WS_STALL_SELECTED] = { "selected", N_ ("Issuing"), N_ ("The warp issues an instruction.") },
  [WS_STALL_NOT_SELECTED] = { "not_selected", N_ ("Not selected"),
                              N_ ("The warp could issue, but its scheduler issues another one.") },
  [WS_STALL_WAIT] = { "wait", N_ ("Fixed latency"),
                      N_ ("The warp waits for the result of an arithmetic instruction.") },
  [WS_STALL_BRANCH_RESOLVING] = { "branch_resolving", N_ ("Branch resolving"),
                                  N_ ("The warp waits until it is known where a branch leads.") },
  [WS_STALL_NO_INSTRUCTION] = { "no_instruction", N_ ("No instruction"),
                                N_ ("The warp waits until the instruction that a branch leads to "
                                    "is fetched.") },
  [WS_STALL_LONG_SCOREBOARD] = { "long_scoreboard", N_ ("Long scoreboard"),
                                 N_ ("The warp waits for data from global or local memory.") },
  [WS_STALL_SHORT_SCOREBOARD] = { "short_scoreboard", N_ ("Short scoreboard"),
                                  N_ ("The warp waits for data from shared memory, a shuffle or a "
                                      "special function.") },
  [WS_STALL_BARRIER] = { "barrier", N_ ("Barrier"),
                         N_ ("The warp waits at a barrier for other warps of its block.") },
  [WS_STALL_MATH_PIPE_THROTTLE] = { "math_pipe_throttle", N_ ("Math pipe throttle"),
                                    N_ ("The warp waits for an arithmetic unit that is busy.") },
  [WS_STALL_LG_THROTTLE] = { "lg_throttle", N_ ("LG throttle"),
                             N_ ("The queue of requests to global and local memory is full: the "
                                 "warp waits to add one.") },
  [WS_STALL_MIO_THROTTLE] = { "mio_throttle", N_ ("MIO throttle"),
                              N_ ("The queue of requests to shared memory is full: the warp waits "
                                  "to add one.") },
  [WS_STALL_DRAIN] = { "drain", N_ ("Drain"),
                       N_ ("The warp has ended, but its stores have not left the SM.") },
  [WS_STALL_NO_WARP] = { "no_warp", N_ ("No warp"), N_ ("The scheduler has no warp.") },
};

/* The block in the middle stands for all, as it does for the causes. */
static const WsBlockRecord *
choose_block (const WsRun *run, guint launch)
{
  gsize n;
  const WsBlockRecord *blocks = ws_run_get_blocks (run, launch, &n);

  return n > 0 ? &blocks[n / 2] : NULL;
}

/**
 * ws_launch_stalls_new:
 * @run: borrowed; it outlives the result
 * @launch: of it
 *
 * Takes about as long as a block takes to be recorded: O(events of a block x blocks of an SM).
 */
WsLaunchStalls *
ws_launch_stalls_new (const WsRun *run, guint launch)
{
  WsLaunchStalls *self = g_new0 (WsLaunchStalls, 1);
  const WsBlockRecord *block = choose_block (run, launch);
  g_autoptr (WsReplay) replay = block != NULL ? ws_replay_new (run, launch, block) : NULL;
  const WsLaunch *record = &run->launches[launch];
  guint64 each = (ws_launch_get_n_blocks (record) + run->spec->n_sms - 1) / run->spec->n_sms;

  if (replay == NULL)
    return self;
  self->block = block->block;
  self->n_warps = ws_launch_get_n_warps (record);
  self->kernel = ws_run_get_kernel (run, launch);
  self->stalls = ws_replay_find_stalls (
      replay, (guint)MIN (ws_residency_get_resident (run, launch), MAX (each, 1)));
  for (guint i = 0; self->stalls != NULL && i < WS_N_STALLS; i++)
    {
      self->warp_cycles += self->stalls->warps[i];
      self->scheduler_cycles += self->stalls->schedulers[i];
    }
  return self;
}

void
ws_launch_stalls_free (WsLaunchStalls *self)
{
  if (self == NULL)
    return;
  ws_stalls_free (self->stalls);
  g_free (self);
}

/* Returns: of the cycles of its warps, the share of a reason; 0 to 1 */
double
ws_launch_stalls_get_share (const WsLaunchStalls *self, WsStall reason)
{
  return self->warp_cycles > 0 ? (double)self->stalls->warps[reason] / (double)self->warp_cycles
                               : 0;
}

/* Returns: of the cycles of the schedulers, the share of a reason; 0 to 1 */
double
ws_launch_stalls_get_scheduler_share (const WsLaunchStalls *self, WsStall reason)
{
  return self->scheduler_cycles > 0
             ? (double)self->stalls->schedulers[reason] / (double)self->scheduler_cycles
             : 0;
}

/**
 * ws_launch_stalls_sort:
 * @sorted: (out) (array): the reasons of its warps, the longest first; not those that there are
 * none of
 *
 * Returns: how many @sorted are
 */
guint
ws_launch_stalls_sort (const WsLaunchStalls *self, WsStall sorted[WS_N_STALLS])
{
  guint n = 0;

  for (guint i = 0; self->stalls != NULL && i < WS_N_STALLS; i++)
    {
      guint at = n;

      if (self->stalls->warps[i] == 0)
        continue;
      for (; at > 0 && self->stalls->warps[sorted[at - 1]] < self->stalls->warps[i]; at--)
        sorted[at] = sorted[at - 1];
      sorted[at] = (WsStall)i;
      n++;
    }
  return n;
}

/* Returns: (transfer none): as Nsight Compute calls it: "long_scoreboard" */
const char *
ws_stall_get_name (WsStall reason)
{
  return reasons[reason].name;
}

/* Returns: (transfer none): translated */
const char *
ws_stall_get_title (WsStall reason)
{
  return _ (reasons[reason].title);
}

/* Returns: (transfer none): a sentence, translated */
const char *
ws_stall_get_meaning (WsStall reason)
{
  return _ (reasons[reason].meaning);
}
