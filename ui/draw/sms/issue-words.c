/* issue-words.c: descriptions of what an SM's schedulers do. */
#include "sms/private.h"
#include "words/words.h"

#include "advice/replay.h"

#include <glib/gi18n.h>

#define WORTH_A_WORD 0.005 /* of a time */

/**
 * ws_sms_say_no_issue:
 *
 * Returns: (transfer none) (nullable): why the schedulers' activity is unknown; %NULL if it can be
 * computed
 */
const char *
ws_sms_say_no_issue (const WsScene *scene)
{
  if (ws_replay_is_possible (scene->run, scene->launch))
    return NULL;
  if (scene->run->spec->latency_arithmetic == 0)
    return _ ("What the schedulers do is not known: there are no latencies of this GPU.");
  if (ws_replay_choose_block (scene->run, scene->launch) == NULL)
    return _ ("What the schedulers do is not known: no block of this launch was recorded in full.");
  return _ ("What the schedulers do is not known: the kernel is too long to be timed once more.");
}

/* As in "Long scoreboard 62 %". */
static void
add_share (GString *text, WsStall reason, double share)
{
  g_string_append_c (text, '\n');
  /* Translators: what a scheduler or a warp does, as in "Long scoreboard 62 %" */
  g_string_append_printf (text, _ ("%1$s %2$.0f %%"), ws_stall_get_title (reason), 100 * share);
}

/**
 * ws_sms_describe_issue:
 * @hit: a scheduler and a time, of a scene whose stalls are known
 *
 * Returns: (transfer full): what it does then, in shares of the time
 */
char *
ws_sms_describe_issue (const WsScene *scene, const WsSmsHit *hit)
{
  const WsLaunchStalls *stalls = ws_scene_peek_stalls (scene);
  g_autofree char *from = ws_format_count ((guint64)hit->time);
  g_autofree char *until = ws_format_count ((guint64)hit->until);
  g_autofree char *all = ws_format_count (stalls->stalls->end);
  g_autoptr (GString) text = g_string_new (NULL);
  double shares[WS_N_STALLS];
  guint n = 0;
  WsStall most = WS_STALL_SELECTED;

  ws_stalls_get_shares (stalls->stalls, hit->slot, hit->time, hit->until, shares);
  /* Translators: "of 8,400" are cycles, too: as long as a block is there */
  g_string_append_printf (text, _ ("Scheduler %1$u of SM %2$u, cycles %3$s to %4$s of %5$s"),
                          hit->slot, hit->sm, from, until, all);
  for (guint i = 0; i < WS_N_STALLS; i++)
    {
      if (shares[i] < WORTH_A_WORD)
        continue;
      add_share (text, (WsStall)i, shares[i]);
      most = (WsStall)i;
      n++;
    }
  if (n == 1)
    g_string_append_printf (text, "\n%s", ws_stall_get_meaning (most));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * ws_sms_describe_warp:
 * @hit: a warp of an SM, of a scene whose stalls are known
 * @time: cycles since the launch began
 *
 * Returns: (transfer full): what it does then, since when, and at which line
 */
char *
ws_sms_describe_warp (const WsScene *scene, const WsSmsHit *hit, double time)
{
  const WsLaunchStalls *stalls = ws_scene_peek_stalls (scene);
  guint warp = hit->slot % stalls->n_warps;
  guint slot = hit->slot / stalls->n_warps;
  const WsStallSpan *span = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *cycles = NULL;
  guint64 cycle;
  guint line;

  if (ws_sms_find_cycle (scene, hit->sm, time, &cycle))
    span = ws_stalls_find_warp (stalls->stalls, hit->slot, cycle);
  if (span == NULL)
    return g_strdup_printf (_ ("Warp %1$u of slot %2$u: not there"), warp, slot);
  cycles = ws_format_count (span->end - span->begin);
  /* Translators: what a warp does, and for how many cycles, as in "Warp 3 of slot 0: Barrier, 120
     cycles" */
  g_string_append_printf (text,
                          ngettext ("Warp %1$u of slot %2$u: %3$s, %4$s cycle",
                                    "Warp %1$u of slot %2$u: %3$s, %4$s cycles",
                                    span->end - span->begin),
                          warp, slot, ws_stall_get_title ((WsStall)span->reason), cycles);
  line = span->op < stalls->stalls->n_ops ? stalls->kernel->sites[span->op].line : 0;
  if (line > 0)
    g_string_append_printf (text, _ ("\nat line %u"), line);
  g_string_append_printf (text, "\n%s", ws_stall_get_meaning ((WsStall)span->reason));
  return g_string_free (g_steal_pointer (&text), FALSE);
}
