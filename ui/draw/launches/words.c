/* words.c: the texts about a plan and its blocks. */
#include "launches/private.h"

#include "schedule/launcher.h"
#include "words/words.h"

#include <glib/gi18n.h>

#define MAX_LISTED 6 /* launches whose blocks are counted in one line */

/**
 * ws_launches_make_title:
 * @scene: of a plan
 *
 * Returns: (transfer full): what its row is called
 */
char *
ws_launches_make_title (const WsScene *scene, guint launch)
{
  return g_strdup_printf (_ ("Launch %u"), launch + 1);
}

/* Returns: (transfer full): how many blocks it has; where the launches have different kernels, with
 * its own */
static char *
make_count (const WsScene *scene, guint launch)
{
  const WsRun *run = scene->run;
  g_autofree char *blocks =
      ws_words_count (WS_NOUN_BLOCK, ws_launch_get_n_blocks (&run->launches[launch]));

  if (run->kernels->len < 2)
    return g_steal_pointer (&blocks);
  /* Translators: a kernel, and as in "8 blocks" */
  return g_strdup_printf (_ ("%1$s, %2$s"), ws_run_get_kernel (run, launch)->title, blocks);
}

static guint64
count_taken (const WsPyramid *pyramid, const WsPyramidBlock *block)
{
  guint64 n = (guint64)block->n_before + block->n_unknown;

  for (guint i = 0; i < block->n_sources; i++)
    n += pyramid->links[block->first_source + i].n_values;
  return n;
}

/* (transfer full): how many values go into a block, and how many come out: of the recorded one that
 * takes most; empty where nothing is known */
static char *
make_share (const WsScene *scene, guint launch)
{
  guint n;
  const WsPyramidBlock *blocks = ws_pyramid_get_launch (scene->pyramid, launch, &n);
  guint64 most = 0;
  guint64 left = 0;
  g_autofree char *in = NULL;
  g_autofree char *out = NULL;

  for (guint i = 0; i < n; i++)
    {
      guint64 taken = blocks[i].is_recorded ? count_taken (scene->pyramid, &blocks[i]) : 0;

      if (taken < most || (taken == most && blocks[i].n_left <= left))
        continue;
      most = taken;
      left = blocks[i].n_left;
    }
  if (most == 0)
    return g_strdup ("");
  in = ws_format_count (most);
  out = ws_format_count (left);
  if (ws_launch_get_n_blocks (&scene->run->launches[launch]) == 1)
    return g_strdup_printf (_ ("%1$s in, %2$s out"), in, out);
  /* Translators: how many values a block takes and leaves */
  return g_strdup_printf (_ ("each %1$s in, %2$s out"), in, out);
}

/* Returns: (transfer full): text of its box */
char *
ws_launches_name_block (guint32 block)
{
  g_autofree char *number = ws_format_count (block);

  return g_strdup_printf (_ ("block %s"), number);
}

/* Returns: (transfer full): what it leaves: a value, or how many */
char *
ws_launches_format_values (const WsPyramidBlock *block)
{
  g_autofree char *count = NULL;

  if (block->n_values == 0)
    return g_strdup ("–");
  if (block->n_values == 1)
    return block->has_value ? ws_value_format (block->value_type, block->value, 0) : g_strdup ("?");
  count = ws_format_count (block->n_values);
  return g_strdup_printf (ngettext ("%s value", "%s values", block->n_values), count);
}

/* (transfer full): how many blocks it has; of the present one, and where launches have one kernel,
 * how many of them are done. @time: cycles since it began */
static char *
make_progress (const WsScene *scene, guint launch, guint64 time)
{
  g_autofree char *blocks = make_count (scene, launch);
  g_autofree char *done = NULL;

  if (launch != scene->launch || scene->timeline == NULL || scene->run->kernels->len > 1)
    return g_steal_pointer (&blocks);
  done = ws_format_count (ws_timeline_count_left (scene->timeline, time));
  /* Translators: as in "64 blocks", and how many of them are done */
  return g_strdup_printf (_ ("%1$s, %2$s done"), blocks, done);
}

/**
 * ws_launches_make_notes:
 * @scene: of a plan
 * @time: cycles since it began
 * @notes: (out) (array fixed-size=2) (transfer full): what stands below its title: how many blocks
 * it has, and what goes in and comes out; or both, and who launched it where that was a kernel
 */
void
ws_launches_make_notes (const WsScene *scene, guint launch, guint64 time, char *notes[2])
{
  g_autofree char *progress = make_progress (scene, launch, time);
  g_autofree char *share = make_share (scene, launch);
  g_autofree char *launcher = ws_launcher_name (scene->run, launch);

  if (launcher == NULL)
    {
      notes[0] = g_steal_pointer (&progress);
      notes[1] = g_steal_pointer (&share);
      return;
    }
  /* Translators: as in "1 block", and "8 in, 4 out" */
  notes[0] = *share != '\0' ? g_strdup_printf (_ ("%1$s, %2$s"), progress, share)
                            : g_steal_pointer (&progress);
  notes[1] = g_steal_pointer (&launcher);
}

/* Returns: (transfer full): as in "3 launches of 8192, 64 and 1 blocks" */
char *
ws_launches_subtitle (const WsFrame *frame, const WsTreeOptions *options)
{
  const WsRun *run = frame->scene->run;
  guint n = (guint)run->n_launches;
  g_autoptr (GString) list = g_string_new (NULL);

  if (n > MAX_LISTED)
    return g_strdup_printf (_ ("launch %1$u of %2$u"), frame->scene->launch + 1, n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *blocks = ws_format_count (ws_launch_get_n_blocks (&run->launches[i]));

      g_string_append_printf (list, "%s%s", i > 0 ? " → " : "", blocks);
    }
  /* Translators: how many launches, and the blocks of each, as in "8192 → 64 → 1" */
  return g_strdup_printf (_ ("%1$u launches, blocks %2$s"), n, list->str);
}

/* (transfer full): what a block takes, and from whom */
static char *
say_taken (const WsScene *scene, const WsPyramidBlock *block)
{
  const WsPyramid *pyramid = scene->pyramid;
  guint64 n = count_taken (pyramid, block) - block->n_before - block->n_unknown;
  GString *text = g_string_new (NULL);
  g_autofree char *count = ws_format_count (n);
  g_autofree char *before = ws_format_count (block->n_before);
  g_autofree char *unknown = ws_format_count (block->n_unknown);

  if (block->n_sources > 0)
    {
      const WsPyramidBlock *from = &pyramid->blocks[pyramid->links[block->first_source].from];
      g_autofree char *blocks = ws_words_count (WS_NOUN_BLOCK, block->n_sources);

      if (block->n_sources == 1)
        g_string_append_printf (text,
                                ngettext ("It reads %1$s value from block %2$u of launch %3$u.",
                                          "It reads %1$s values from block %2$u of launch %3$u.",
                                          n),
                                count, from->block, from->launch + 1);
      else
        g_string_append_printf (
            text, ngettext ("It reads %1$s value from %2$s.", "It reads %1$s values from %2$s.", n),
            count, blocks);
    }
  if (block->n_before > 0)
    {
      g_autofree char *sentence =
          g_strdup_printf (ngettext ("It reads %s value from before the plan.",
                                     "It reads %s values from before the plan.", block->n_before),
                           before);

      ws_words_append (text, sentence);
    }
  if (block->n_unknown > 0)
    {
      g_autofree char *sentence = g_strdup_printf (
          ngettext ("%s value comes from an unrecorded block; which one is not known.",
                    "%s values come from unrecorded blocks; which ones is not known.",
                    block->n_unknown),
          unknown);

      ws_words_append (text, sentence);
    }
  return g_string_free (text, FALSE);
}

/* (transfer full) (nullable): the blocks that use a block's results */
static char *
say_given (const WsScene *scene, const WsPyramidBlock *block)
{
  const WsPyramid *pyramid = scene->pyramid;
  const WsPyramidBlock *to;

  if (block->n_users == 0)
    return NULL;
  to = &pyramid->blocks[pyramid->links[pyramid->users[block->first_user]].to];
  if (block->n_users == 1)
    return g_strdup_printf (_ ("Block %1$u of launch %2$u reads it."), to->block, to->launch + 1);
  return g_strdup_printf (_ ("%1$u recorded blocks read from it, first block %2$u of launch %3$u."),
                          block->n_users, to->block, to->launch + 1);
}

/* (transfer full): what a block leaves; nothing of it where that is kept back */
static char *
say_left (const WsPyramidBlock *block, gboolean is_told)
{
  g_autofree char *values = ws_launches_format_values (block);

  if (!is_told)
    return g_strdup_printf (_ ("Block %1$u of launch %2$u."), block->block, block->launch + 1);
  if (block->n_values == 0)
    return g_strdup_printf (_ ("Block %1$u of launch %2$u stores nothing."), block->block,
                            block->launch + 1);
  return g_strdup_printf (_ ("Block %1$u of launch %2$u produces %3$s."), block->block,
                          block->launch + 1, values);
}

static char *
describe_fold (const WsScene *scene, const WsTreeHit *hit)
{
  guint n;
  guint n_known = 0;
  const WsPyramidBlock *blocks = ws_pyramid_get_launch (scene->pyramid, hit->launch, &n);
  g_autofree char *first = ws_format_count (hit->block);
  g_autofree char *last = ws_format_count ((guint64)hit->block + hit->n_folded - 1);
  g_autofree char *which = NULL;

  for (guint i = 0; i < n; i++)
    n_known += blocks[i].block >= hit->block && blocks[i].block - hit->block < hit->n_folded;
  which = hit->n_folded == 1
              ? g_strdup_printf (_ ("Block %1$s of launch %2$u is folded away."), first,
                                 hit->launch + 1)
              : g_strdup_printf (_ ("Blocks %1$s to %2$s of launch %3$u are folded away."), first,
                                 last, hit->launch + 1);
  if (n_known == 0)
    return g_strdup_printf ("%s\n%s", which, _ ("No recorded block reads from it."));
  return g_strdup_printf ("%s\n", which);
}

/**
 * ws_launches_hit_describe:
 * @scene: of a plan
 * @moment: when
 * @hit: from ws_launches_pick()
 *
 * Returns: (transfer full) (nullable): text for a tooltip
 */
char *
ws_launches_hit_describe (const WsScene *scene, const WsMoment *moment, const WsTreeHit *hit)
{
  const WsPyramidBlock *block;
  g_autofree char *left = NULL;
  g_autofree char *taken = NULL;
  g_autofree char *given = NULL;
  g_autofree char *launcher = NULL;
  GString *text;
  guint32 node;

  if (hit->kind != WS_TREE_HIT_BLOCK)
    return NULL;
  if (hit->n_folded > 0)
    return g_strchomp (describe_fold (scene, hit));
  node = ws_pyramid_find (scene->pyramid, hit->launch, hit->block);
  if (node == WS_NONE)
    return NULL;
  block = &scene->pyramid->blocks[node];
  left = say_left (block, hit->node != WS_NONE);
  given = say_given (scene, block);
  launcher = ws_launcher_describe (scene->run, hit->launch);
  text = g_string_new (left);
  if (launcher != NULL)
    /* Translators: its number, and who launched it */
    g_string_append_printf (text, _ ("\nLaunch %1$u was %2$s."), hit->launch + 1, launcher);
  if (block->is_recorded)
    {
      taken = say_taken (scene, block);
      if (*taken != '\0')
        g_string_append_printf (text, "\n%s", taken);
    }
  if (given != NULL)
    g_string_append_printf (text, "\n%s", given);
  if (block->is_recorded)
    g_string_append_printf (text, "\n%s", _ ("Click to see inside."));
  else
    g_string_append_printf (
        text, "\n%s",
        _ ("It was not recorded; where recorded blocks store shows that this value is its own."));
  return g_string_free (text, FALSE);
}

/**
 * ws_launches_summarise:
 * @scene: of a plan
 *
 * Returns: (transfer full): what an eye would see: the launches, and what goes into the present
 * block and comes out
 */
char *
ws_launches_summarise (const WsScene *scene, const WsTreeOptions *options)
{
  guint32 node = ws_pyramid_find (scene->pyramid, scene->launch, scene->block);
  g_autofree char *plan = ws_launches_subtitle (
      &(WsFrame){ .scene = scene, .theme = NULL, .width = 0, .height = 0 }, options);
  GString *text = g_string_new (_ ("Launches"));

  g_string_append_printf (text, ": %s.", plan);
  if (node != WS_NONE)
    {
      const WsPyramidBlock *block = &scene->pyramid->blocks[node];
      gboolean is_told = !ws_launches_is_kept_back (scene, &options->emphasis, scene->launch);
      g_autofree char *left = say_left (block, is_told);
      g_autofree char *taken = say_taken (scene, block);
      g_autofree char *given = say_given (scene, block);

      ws_words_append (text, left);
      ws_words_append (text, taken);
      if (given != NULL)
        ws_words_append (text, given);
    }
  return g_string_free (text, FALSE);
}

/**
 * ws_launches_is_kept_back:
 * @scene: of a plan
 * @emphasis: what is hidden
 *
 * Returns: whether results of its blocks are hidden: those of the current launch and of later ones
 */
gboolean
ws_launches_is_kept_back (const WsScene *scene, const WsEmphasis *emphasis, guint launch)
{
  return (emphasis->hide & (WS_HIDE_VALUES | WS_HIDE_COUNTS)) != 0 && launch >= scene->launch;
}
