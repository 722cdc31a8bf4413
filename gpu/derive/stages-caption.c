#include "derive/stages-private.h"

#include <string.h>

/* "1 thread", "2 threads". */
static char *
count (guint n, const char *noun)
{
  return g_strdup_printf ("%u %s%s", n, noun, n == 1 ? "" : "s");
}

/* "add" -> "adds", "multiply and add" -> "multiplies and adds", "keep the larger" -> "keeps the
 * larger". */
static char *
conjugate (const char *verb)
{
  GString *text = g_string_new (NULL);
  g_auto (GStrv) parts = g_strsplit (verb, " and ", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      gsize length = strcspn (parts[i], " ");

      if (i > 0)
        g_string_append (text, " and ");
      if (length > 1 && parts[i][length - 1] == 'y')
        g_string_append_printf (text, "%.*sies", (int)length - 1, parts[i]);
      else
        g_string_append_printf (text, "%.*ss", (int)length, parts[i]);
      g_string_append (text, parts[i] + length);
    }
  return g_string_free (text, FALSE);
}

/* "32 of 128 threads add", "1 of 128 threads adds", "The thread adds". */
static void
append_subject (GString *text, guint n, guint n_all, const char *verb)
{
  g_autofree char *all = count (n_all, "thread");
  g_autofree char *form = n == 1 ? conjugate (verb) : g_strdup (verb);

  if (n == 0)
    g_string_append_printf (text, "none of %s %s", all, form);
  else if (n == n_all)
    g_string_append_printf (text, "%s %s", n_all == 1 ? "the only thread" : all, form);
  else
    g_string_append_printf (text, "%u of %s %s", n, all, form);
}

static void
append_load (GString *text, const WsStage *stage, guint n_threads, const char *combining)
{
  guint n_with = stage->n_threads - stage->n_constants;
  g_autofree char *elements = count (stage->n_inputs, "element");
  g_autofree char *idle = count (stage->n_constants, "thread");

  append_subject (text, n_with, n_threads, "load");
  if (n_with > 0)
    g_string_append_printf (text, " %s", elements);
  if (stage->most_sources > 1)
    {
      g_autofree char *form = n_with == 1 ? conjugate (combining) : g_strdup (combining);
      if (stage->most_sources == 2)
        g_string_append_printf (text, " and %s for the first time", form);
      else
        g_string_append_printf (text, " and %s as they go", form);
    }
  g_string_append_c (text, '.');
  if (stage->n_constants > 0)
    g_string_append_printf (text, " %s %s no element and %s a constant.", idle,
                            stage->n_constants == 1 ? "has" : "have",
                            stage->n_constants == 1 ? "brings" : "bring");
}

static void
append_work (GString *text, const WsStage *stage, guint n_threads, const char *combining)
{
  if (stage->n_nodes == 0)
    {
      g_string_append (text, "no thread stores anything that is used.");
      return;
    }
  switch (stage->kind)
    {
    case WS_STAGE_LOAD:
      append_load (text, stage, n_threads, combining);
      return;
    case WS_STAGE_STORE:
      append_subject (text, stage->n_threads, n_threads, stage->verb);
      if (strcmp (stage->verb, "store") != 0)
        g_string_append_printf (text, " and %s", stage->n_threads == 1 ? "stores" : "store");
      if (stage->n_nodes == 1)
        g_string_append (text, " the result.");
      else
        g_string_append_printf (text, " %u results.", stage->n_nodes);
      return;
    case WS_STAGE_COMBINE:
    case WS_STAGE_OTHER:
    default:
      append_subject (text, stage->n_threads, n_threads, stage->verb);
      if (stage->n_threads_in_vain > 0)
        g_string_append_printf (text, "; %u more %s so in vain", stage->n_threads_in_vain,
                                stage->n_threads_in_vain == 1 ? "does" : "do");
      g_string_append_c (text, '.');
      return;
    }
}

static void
append_idle_warps (GString *text, const WsStage *stage, guint n_warps)
{
  guint n_idle = n_warps - stage->n_warps_working;

  if (n_idle == 0 || stage->n_warps_working == 0)
    return;
  g_string_append_printf (text, "%u of %u warps %s nothing to do.", n_idle, n_warps,
                          n_idle == 1 ? "has" : "have");
}

static void
append_divergence (GString *text, const WsStage *stage, guint n_warps)
{
  guint n = stage->n_warps_divergent;
  GString *idle = g_string_new (NULL);

  append_idle_warps (idle, stage, n_warps);
  if (n == 0)
    {
      g_string_append (text, n_warps == 1 ? "The warp does not diverge" : "No warp diverges");
      g_string_append (text, idle->len > 0 ? "; " : ".");
      g_string_append (text, idle->str);
      g_string_free (idle, TRUE);
      return;
    }
  if (n_warps == 1)
    g_string_append (text, "The warp diverges");
  else if (n == n_warps)
    g_string_append (text, "Every warp diverges");
  else
    g_string_append_printf (text, "%u of %u warps %s", n, n_warps, n == 1 ? "diverges" : "diverge");
  if (stage->lanes_working > 0 && stage->lanes_waiting > 0)
    {
      g_autofree char *lanes = count (stage->lanes_working, "lane");
      g_string_append_printf (text, ": %s %s, %u %s", lanes,
                              stage->lanes_working == 1 ? "works" : "work", stage->lanes_waiting,
                              stage->lanes_waiting == 1 ? "waits" : "wait");
    }
  g_string_append_c (text, '.');
  if (idle->len > 0)
    g_string_append_printf (text, " %s", idle->str);
  g_string_free (idle, TRUE);
}

static void
append_conflict (GString *text, const WsStage *stage)
{
  /* "an 8-way", "an 11-way", "an 18-way" */
  gboolean vowel = stage->ways == 8 || stage->ways == 11 || stage->ways == 18;

  if (stage->ways < 2)
    return;
  g_string_append_printf (text,
                          " %s %u-way bank conflict makes an access to shared memory take up to %u "
                          "times the passes.",
                          vowel ? "An" : "A", stage->ways, stage->ways);
}

/* The operator of the first arithmetic in the run's kernel that the stages know: what a stage that
 * loads does besides. */
static const char *
find_combining (const WsStages *self, const WsRun *run)
{
  const WsRunWords *words = &run->words;

  /* each element by itself */
  if (words->combine == NULL && words->combines != NULL)
    return words->combines;
  for (guint i = 0; i < self->n_stages; i++)
    if (self->stages[i].kind == WS_STAGE_COMBINE)
      return self->stages[i].verb;
  return words->combines != NULL ? words->combines : "combine";
}

/**
 * ws_stages_caption:
 * @self: stages of the block
 * @run: the run
 * @launch: index of the launch
 * @block: linear index of the block
 * @stage: index of a stage
 *
 * Says in plain sentences what the block does in a stage, from what was recorded: fit to be read
 * and to be heard.
 *
 * Returns: (transfer full): the caption
 */
char *
ws_stages_caption (const WsStages *self, const WsRun *run, guint launch, guint block, guint stage)
{
  const WsStage *shown;
  const WsLaunch *record;
  GString *text;

  g_return_val_if_fail (self != NULL && run != NULL, NULL);
  g_return_val_if_fail (launch < run->n_launches, NULL);
  if (stage >= self->n_stages)
    return g_strdup_printf ("Block %u was not recorded.", block);

  shown = &self->stages[stage];
  record = &run->launches[launch];
  text = g_string_new (NULL);
  g_string_append_printf (text, "Stage %u of %u, %s: ", stage + 1, self->n_stages, shown->title);
  append_work (text, shown, ws_launch_get_n_threads (record), find_combining (self, run));
  g_string_append_c (text, ' ');
  append_divergence (text, shown, ws_launch_get_n_warps (record));
  append_conflict (text, shown);
  return g_string_free (text, FALSE);
}
