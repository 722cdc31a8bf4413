#include "advice/launch-stalls.h"

#include "advice/replay.h"
#include "schedule/residency.h"

#include <glib/gi18n.h>

#define MOST_LINE   250000 /* higher line numbers get no table */
#define BUSY        0.8    /* share of issue cycles from which schedulers count as saturated */
#define WORTH_BLAME 0.2    /* share of a reason's cycles from which one operation is named */

static const struct {
  const char *name;
  const char *title;
  const char *meaning;
  const char *doing; /* as in "Warps spend 32 % of their cycles ..." */
} reasons[WS_N_STALLS] = {
  [WS_STALL_SELECTED] = { "selected", N_ ("Issuing"), N_ ("The warp issues an instruction."),
                          N_ ("issuing") },
  [WS_STALL_NOT_SELECTED] = { "not_selected", N_ ("Not selected"),
                              N_ ("The warp could issue, but its scheduler issues another one."),
                              N_ ("ready, while others issue") },
  [WS_STALL_WAIT] = { "wait", N_ ("Fixed latency"),
                      N_ ("The warp waits for the result of an arithmetic instruction."),
                      N_ ("waiting for results of arithmetic") },
  [WS_STALL_BRANCH_RESOLVING] = { "branch_resolving", N_ ("Branch resolving"),
                                  N_ ("The warp waits for a branch target to be resolved."),
                                  N_ ("waiting for branches") },
  [WS_STALL_NO_INSTRUCTION] = { "no_instruction", N_ ("No instruction"),
                                N_ ("The warp waits until the instruction that a branch leads to "
                                    "is fetched."),
                                N_ ("waiting for instructions") },
  [WS_STALL_LONG_SCOREBOARD] = { "long_scoreboard", N_ ("Long scoreboard"),
                                 N_ ("The warp waits for data from global or local memory."),
                                 N_ ("waiting for global memory") },
  [WS_STALL_SHORT_SCOREBOARD] = { "short_scoreboard", N_ ("Short scoreboard"),
                                  N_ ("The warp waits for data from shared memory, a shuffle or a "
                                      "special function."),
                                  N_ ("waiting for shared memory, shuffles or special functions") },
  [WS_STALL_BARRIER] = { "barrier", N_ ("Barrier"),
                         N_ ("The warp waits at a barrier for other warps of its block."),
                         N_ ("waiting at barriers") },
  [WS_STALL_MATH_PIPE_THROTTLE] = { "math_pipe_throttle", N_ ("Math pipe throttle"),
                                    N_ ("The warp waits for an arithmetic unit that is busy."),
                                    N_ ("waiting for busy arithmetic units") },
  [WS_STALL_LG_THROTTLE] = { "lg_throttle", N_ ("LG throttle"),
                             N_ ("The queue of requests to global and local memory is full: the "
                                 "warp waits to add one."),
                             N_ ("waiting to access global memory") },
  [WS_STALL_MIO_THROTTLE] = { "mio_throttle", N_ ("MIO throttle"),
                              N_ ("The queue of requests to shared memory is full: the warp waits "
                                  "to add one."),
                              N_ ("waiting to access shared memory") },
  [WS_STALL_DRAIN] = { "drain", N_ ("Drain"),
                       N_ ("The warp has ended, but its stores have not left the SM."),
                       N_ ("waiting for their stores") },
  [WS_STALL_NO_WARP] = { "no_warp", N_ ("No warp"), N_ ("The scheduler has no warp."), "" },
};

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  const WsStallLine *x = a;
  const WsStallLine *y = b;

  if (x->waited != y->waited)
    return x->waited > y->waited ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}

static void
add_up_lines (WsLaunchStalls *self)
{
  g_autoptr (GArray) lines = g_array_new (FALSE, TRUE, sizeof (WsStallLine));

  for (guint s = 0; s < self->stalls->n_ops; s++)
    {
      guint number = self->kernel->sites[s].line < MOST_LINE ? self->kernel->sites[s].line : 0;
      WsStallLine *line;

      if (number >= lines->len)
        g_array_set_size (lines, number + 1);
      line = &g_array_index (lines, WsStallLine, number);
      line->line = number;
      for (guint i = 0; i < WS_N_STALLS; i++)
        {
          line->blamed[i] += self->stalls->blamed[s][i];
          line->waited += ws_stall_is_wait ((WsStall)i) ? self->stalls->blamed[s][i] : 0;
        }
    }
  for (guint i = 0; i < lines->len; i++)
    if (g_array_index (lines, WsStallLine, i).waited > 0)
      g_array_append_val (self->lines, g_array_index (lines, WsStallLine, i));
  g_array_sort (self->lines, compare_lines);
}

/**
 * ws_launch_stalls_new:
 * @run: borrowed; it outlives the result
 * @launch: of it
 *
 * Takes about as long as recording a block: O(events of a block x blocks of an SM).
 */
WsLaunchStalls *
ws_launch_stalls_new (const WsRun *run, guint launch)
{
  WsLaunchStalls *self = g_new0 (WsLaunchStalls, 1);
  const WsBlockRecord *block = ws_replay_choose_block (run, launch);
  g_autoptr (WsReplay) replay = block != NULL ? ws_replay_new (run, launch, block) : NULL;
  const WsLaunch *record = &run->launches[launch];
  guint64 each;

  self->lines = g_array_new (FALSE, FALSE, sizeof (WsStallLine));
  if (replay == NULL)
    return self;
  each = (ws_launch_get_n_blocks (record) + run->spec->n_sms - 1) / run->spec->n_sms;
  self->block = block->block;
  self->n_warps = ws_launch_get_n_warps (record);
  self->kernel = ws_run_get_kernel (run, launch);
  self->n_resident = (guint)CLAMP (ws_residency_get_resident (run, launch), 1, MAX (each, 1));
  self->stalls = ws_replay_find_stalls (replay, self->n_resident);
  for (guint i = 0; self->stalls != NULL && i < WS_N_STALLS; i++)
    {
      self->warp_cycles += self->stalls->warps[i];
      self->scheduler_cycles += self->stalls->schedulers[i];
    }
  if (self->stalls != NULL)
    add_up_lines (self);
  return self;
}

void
ws_launch_stalls_free (WsLaunchStalls *self)
{
  if (self == NULL)
    return;
  ws_stalls_free (self->stalls);
  g_array_unref (self->lines);
  g_free (self);
}

/* Returns: share of its warps' cycles for a reason; 0 to 1 */
double
ws_launch_stalls_get_share (const WsLaunchStalls *self, WsStall reason)
{
  return self->warp_cycles > 0 ? (double)self->stalls->warps[reason] / (double)self->warp_cycles
                               : 0;
}

/* Returns: share of the schedulers' cycles for a reason; 0 to 1 */
double
ws_launch_stalls_get_scheduler_share (const WsLaunchStalls *self, WsStall reason)
{
  return self->scheduler_cycles > 0
             ? (double)self->stalls->schedulers[reason] / (double)self->scheduler_cycles
             : 0;
}

/* Returns: share of its warps' cycles spent waiting for results of @line; 0 to 1 */
double
ws_launch_stalls_get_line_share (const WsLaunchStalls *self, guint line)
{
  for (guint i = 0; i < self->lines->len && self->warp_cycles > 0; i++)
    if (g_array_index (self->lines, WsStallLine, i).line == line)
      return (double)g_array_index (self->lines, WsStallLine, i).waited / (double)self->warp_cycles;
  return 0;
}

/* Returns: cycles that warps spend issuing an instruction, and waiting for its results; not those
 * in which they are eligible but not selected */
guint64
ws_launch_stalls_get_site_cycles (const WsLaunchStalls *self, guint site)
{
  guint64 cycles = 0;

  if (self->stalls == NULL || site >= self->stalls->n_ops)
    return 0;
  for (guint i = 0; i < WS_N_STALLS; i++)
    if (ws_stall_is_wait ((WsStall)i) || i == WS_STALL_SELECTED)
      cycles += self->stalls->blamed[site][i];
  return cycles;
}

/**
 * ws_launch_stalls_fill:
 * @uses: (inout) (element-type WsLineUse): of the launch: the waits are added
 * @of_ptx: whether its lines are those of the PTX
 */
void
ws_launch_stalls_fill (const WsLaunchStalls *self, GArray *uses, gboolean of_ptx)
{
  for (guint s = 0; self->stalls != NULL && s < self->stalls->n_ops; s++)
    {
      const WsSite *site = &self->kernel->sites[s];
      guint line = of_ptx ? site->ptx_line : site->line;

      for (guint i = 0; line < uses->len && i < WS_N_STALLS; i++)
        g_array_index (uses, WsLineUse, line).blamed[i] += self->stalls->blamed[s][i];
    }
  for (guint i = 0; i < uses->len; i++)
    g_array_index (uses, WsLineUse, i).warp_cycles = self->warp_cycles;
}

/* The operation that most cycles of this reason are charged to, if they are WORTH_BLAME of all;
 * else %WS_NONE. */
static guint32
find_culprit (const WsLaunchStalls *self, WsStall reason)
{
  guint64 most = 0;
  guint32 culprit = WS_NONE;

  for (guint s = 0; s < self->stalls->n_ops; s++)
    if (self->stalls->blamed[s][reason] > most)
      {
        most = self->stalls->blamed[s][reason];
        culprit = s;
      }
  return (double)most >= WORTH_BLAME * (double)self->stalls->warps[reason] ? culprit : WS_NONE;
}

/* As in "Warps spend 32 % of their cycles ..."; what several things share a reason with is said by
 * what is waited for most. */
static const char *
say_what (const WsLaunchStalls *self, WsStall reason, guint32 culprit)
{
  const WsSite *site = culprit != WS_NONE ? &self->kernel->sites[culprit] : NULL;

  if (site != NULL && reason == WS_STALL_LONG_SCOREBOARD && site->space == WS_SPACE_LOCAL)
    return _ ("waiting for local memory");
  if (site == NULL || reason != WS_STALL_SHORT_SCOREBOARD)
    return _ (reasons[reason].doing);
  switch ((WsOpClass)site->op_class)
    {
    case WS_OP_LOAD:
    case WS_OP_ATOMIC:
      return _ ("waiting for shared memory");
    case WS_OP_SHUFFLE:
    case WS_OP_REDUX:
      return _ ("waiting for values from other lanes");
    default:
      return site->n_uses > 0 ? _ ("waiting for special functions")
                              : _ ("waiting for the numbers of threads and blocks");
    }
}

/* Returns: (transfer full): in words, what its warps wait for most, and at which line */
char *
ws_launch_stalls_describe (const WsLaunchStalls *self)
{
  WsStall sorted[WS_N_STALLS];
  guint n = ws_launch_stalls_sort (self, sorted);
  double issued = 100 * ws_launch_stalls_get_scheduler_share (self, WS_STALL_SELECTED);

  if (self->stalls == NULL)
    return g_strdup (_ ("Not known: no block of this launch was recorded in full, or its device "
                        "is unknown."));
  if (issued >= 100 * BUSY)
    return g_strdup_printf (
        _ ("The schedulers issue in %.0f %% of their cycles: the launch is bound by its "
           "instructions."),
        issued);
  for (guint i = 0; i < n; i++)
    if (ws_stall_is_wait (sorted[i]))
      {
        double share = 100 * ws_launch_stalls_get_share (self, sorted[i]);
        guint32 culprit = find_culprit (self, sorted[i]);
        const char *what = say_what (self, sorted[i], culprit);
        guint line = culprit != WS_NONE ? self->kernel->sites[culprit].line : 0;

        return line > 0 ? g_strdup_printf (
                   /* Translators: as in "Warps spend 32 % of their cycles waiting for shared
                      memory, mostly because of line 21. The schedulers issue in 58 % of theirs." */
                   _ ("Warps spend %1$.0f %% of their cycles %2$s, mostly because of line %3$u. "
                      "The schedulers issue in %4$.0f %% of theirs."),
                   share, what, line, issued)
                        : g_strdup_printf (
                            _ ("Warps spend %1$.0f %% of their cycles %2$s. The schedulers issue "
                               "in %3$.0f %% of theirs."),
                            share, what, issued);
      }
  return g_strdup (_ ("Warps never wait."));
}

/**
 * ws_launch_stalls_sort:
 * @sorted: (out) (array): the reasons that its warps have, the longest first
 *
 * Returns: length of @sorted
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
