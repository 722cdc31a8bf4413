#include "accesses/memory-request.h"
#include "stages/stages-private.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

/* What threads do, as clauses about them. Of each, the forms for one thread and for several. */
typedef struct {
  const char *verb;  /* ws_combiner_get_verb(), or a run's own */
  WsPlural does;     /* threads */
  WsPlural stores;   /* threads, results */
  WsPlural loads_2;  /* threads, elements: of two at a time */
  WsPlural loads_on; /* threads, elements: of more */
} Clause;

/* Translators: %1$s are threads ("32 of 128 threads", "the only thread"), %2$s what they store
 * ("the result") or load ("128 elements"). */
static const Clause clauses[] = {
  { "combine", WS_PLURAL ("%1$s combines", "%1$s combine"),
    WS_PLURAL ("%1$s combines and stores %2$s", "%1$s combine and store %2$s"),
    WS_PLURAL ("%1$s loads %2$s and combines for the first time",
               "%1$s load %2$s and combine for the first time"),
    WS_PLURAL ("%1$s loads %2$s and combines as they go",
               "%1$s load %2$s and combine as they go") },
  { "add", WS_PLURAL ("%1$s adds", "%1$s add"),
    WS_PLURAL ("%1$s adds and stores %2$s", "%1$s add and store %2$s"),
    WS_PLURAL ("%1$s loads %2$s and adds for the first time",
               "%1$s load %2$s and add for the first time"),
    WS_PLURAL ("%1$s loads %2$s and adds as they go", "%1$s load %2$s and add as they go") },
  { "multiply", WS_PLURAL ("%1$s multiplies", "%1$s multiply"),
    WS_PLURAL ("%1$s multiplies and stores %2$s", "%1$s multiply and store %2$s"),
    WS_PLURAL ("%1$s loads %2$s and multiplies for the first time",
               "%1$s load %2$s and multiply for the first time"),
    WS_PLURAL ("%1$s loads %2$s and multiplies as they go",
               "%1$s load %2$s and multiply as they go") },
  { "keep the larger", WS_PLURAL ("%1$s keeps the larger", "%1$s keep the larger"),
    WS_PLURAL ("%1$s keeps the larger and stores %2$s", "%1$s keep the larger and store %2$s"),
    WS_PLURAL ("%1$s loads %2$s and keeps the larger for the first time",
               "%1$s load %2$s and keep the larger for the first time"),
    WS_PLURAL ("%1$s loads %2$s and keeps the larger as they go",
               "%1$s load %2$s and keep the larger as they go") },
  { "keep the smaller", WS_PLURAL ("%1$s keeps the smaller", "%1$s keep the smaller"),
    WS_PLURAL ("%1$s keeps the smaller and stores %2$s", "%1$s keep the smaller and store %2$s"),
    WS_PLURAL ("%1$s loads %2$s and keeps the smaller for the first time",
               "%1$s load %2$s and keep the smaller for the first time"),
    WS_PLURAL ("%1$s loads %2$s and keeps the smaller as they go",
               "%1$s load %2$s and keep the smaller as they go") },
  { "subtract", WS_PLURAL ("%1$s subtracts", "%1$s subtract"),
    WS_PLURAL ("%1$s subtracts and stores %2$s", "%1$s subtract and store %2$s"),
    WS_PLURAL ("%1$s loads %2$s and subtracts for the first time",
               "%1$s load %2$s and subtract for the first time"),
    WS_PLURAL ("%1$s loads %2$s and subtracts as they go",
               "%1$s load %2$s and subtract as they go") },
  { "multiply and add", WS_PLURAL ("%1$s multiplies and adds", "%1$s multiply and add"),
    WS_PLURAL ("%1$s multiplies, adds and stores %2$s", "%1$s multiply, add and store %2$s"),
    WS_PLURAL ("%1$s loads %2$s, multiplies and adds for the first time",
               "%1$s load %2$s, multiply and add for the first time"),
    WS_PLURAL ("%1$s loads %2$s, multiplies and adds as they go",
               "%1$s load %2$s, multiply and add as they go") },
  { "select", WS_PLURAL ("%1$s selects", "%1$s select"),
    WS_PLURAL ("%1$s selects and stores %2$s", "%1$s select and store %2$s"),
    WS_PLURAL ("%1$s loads %2$s and selects for the first time",
               "%1$s load %2$s and select for the first time"),
    WS_PLURAL ("%1$s loads %2$s and selects as they go", "%1$s load %2$s and select as they go") },
  { "copy", WS_PLURAL ("%1$s copies", "%1$s copy"),
    WS_PLURAL ("%1$s copies and stores %2$s", "%1$s copy and store %2$s"),
    WS_PLURAL ("%1$s loads %2$s and copies for the first time",
               "%1$s load %2$s and copy for the first time"),
    WS_PLURAL ("%1$s loads %2$s and copies as they go", "%1$s load %2$s and copy as they go") },
  { "compute", WS_PLURAL ("%1$s computes", "%1$s compute"),
    WS_PLURAL ("%1$s computes and stores %2$s", "%1$s compute and store %2$s"),
    WS_PLURAL ("%1$s loads %2$s and computes for the first time",
               "%1$s load %2$s and compute for the first time"),
    WS_PLURAL ("%1$s loads %2$s and computes as they go",
               "%1$s load %2$s and compute as they go") },
  { "load",
    WS_PLURAL ("%1$s loads", "%1$s load"),
    { NULL, NULL },
    WS_PLURAL ("%1$s loads %2$s", "%1$s load %2$s"),
    { NULL, NULL } },
  { "store",
    WS_PLURAL ("%1$s stores", "%1$s store"),
    WS_PLURAL ("%1$s stores %2$s", "%1$s store %2$s"),
    { NULL, NULL },
    { NULL, NULL } },
  { "update",
    WS_PLURAL ("%1$s updates memory with atomics", "%1$s update memory with atomics"),
    WS_PLURAL ("%1$s updates memory with atomics", "%1$s update memory with atomics"),
    { NULL, NULL },
    { NULL, NULL } },
  { "store nothing",
    WS_PLURAL ("%1$s stores nothing", "%1$s store nothing"),
    { NULL, NULL },
    { NULL, NULL },
    { NULL, NULL } },
};

static const Clause *
find_clause (const char *verb)
{
  for (guint i = 0; i < G_N_ELEMENTS (clauses); i++)
    if (strcmp (clauses[i].verb, verb) == 0)
      return &clauses[i];
  return &clauses[0];
}

/* (transfer full): "32 of 128 threads", "none of 128 threads", "the only thread" */
static char *
name_threads (guint n, guint n_all)
{
  g_autofree char *all = ws_words_count (WS_NOUN_THREAD, n_all);

  if (n == 0)
    return g_strdup_printf (_ ("none of %s"), all);
  if (n < n_all)
    return g_strdup_printf (_ ("%1$u of %2$s"), n, all);
  return n_all == 1 ? g_strdup (_ ("the only thread")) : g_steal_pointer (&all);
}

/* (transfer full): what @n of @n_all threads do, to @things */
static char *
say (const WsPlural *clause, guint n, guint n_all, const char *things)
{
  g_autofree char *threads = name_threads (n, n_all);

  return ws_words_format (clause, n, threads, things);
}

static void
append_load (GString *text, const WsStage *stage, guint n_threads, const char *combining)
{
  const Clause *combine = find_clause (combining);
  const Clause *load = find_clause ("load");
  guint n_with = stage->n_threads - stage->n_constants;
  g_autofree char *elements = ws_words_count (WS_NOUN_ELEMENT, stage->n_inputs);
  g_autofree char *idle = ws_words_count (WS_NOUN_THREAD, stage->n_constants);
  const WsPlural *clause = stage->most_sources < 2   ? &load->loads_2
                           : stage->most_sources > 2 ? &combine->loads_on
                                                     : &combine->loads_2;
  g_autofree char *said = NULL;

  /* what they start from was there before: constants, or what they computed of their numbers */
  if (n_with == 0 || stage->n_inputs == 0)
    {
      said = say (&find_clause ("store")->does, stage->n_threads, n_threads, NULL);
      g_string_append_printf (text, _ ("%s initial values."), said);
      return;
    }
  said = say (clause, n_with, n_threads, elements);
  g_string_append_printf (text, "%s.", said);
  if (stage->n_constants == 0)
    return;
  g_string_append_c (text, ' ');
  g_string_append_printf (text,
                          ngettext ("%s has no element and contributes a constant.",
                                    "%s have no element and contribute a constant.",
                                    stage->n_constants),
                          idle);
}

static void
append_work (GString *text, const WsStage *stage, guint n_threads, const char *combining)
{
  const Clause *clause = find_clause (stage->verb);
  guint n = stage->n_threads;
  guint in_vain = stage->n_threads_in_vain;
  g_autofree char *things = NULL;
  g_autofree char *said = NULL;

  if (stage->n_nodes == 0)
    {
      g_string_append (text, _ ("no thread stores a value that is used."));
      return;
    }
  switch (stage->kind)
    {
    case WS_STAGE_LOAD:
      append_load (text, stage, n_threads, combining);
      return;
    case WS_STAGE_STORE:
      things = stage->n_nodes == 1
                   ? g_strdup (_ ("the result"))
                   : g_strdup_printf (ngettext ("%u result", "%u results", stage->n_nodes),
                                      stage->n_nodes);
      said = say (&clause->stores, n, n_threads, things);
      g_string_append_printf (text, "%s.", said);
      return;
    case WS_STAGE_COMBINE:
    case WS_STAGE_OTHER:
    default:
      said = say (&clause->does, n, n_threads, NULL);
      if (in_vain > 0)
        g_string_append_printf (text,
                                ngettext ("%1$s; the result of %2$u more is unused.",
                                          "%1$s; the results of %2$u more are unused.", in_vain),
                                said, in_vain);
      else
        g_string_append_printf (text, "%s.", said);
      return;
    }
}

/* (transfer full) (nullable): how many warps have nothing to do */
static char *
describe_idle_warps (const WsStage *stage, guint n_warps)
{
  guint n_idle = n_warps - stage->n_warps_working;

  if (n_idle == 0 || stage->n_warps_working == 0)
    return NULL;
  return g_strdup_printf (
      ngettext ("%1$u of %2$u warps is idle.", "%1$u of %2$u warps are idle.", n_idle), n_idle,
      n_warps);
}

/* (transfer full): which warps diverge */
static char *
describe_divergent (guint n, guint n_warps)
{
  if (n_warps == 1)
    return g_strdup (_ ("The warp diverges"));
  if (n == n_warps)
    return g_strdup (_ ("Every warp diverges"));
  return g_strdup_printf (ngettext ("%1$u of %2$u warps diverges", "%1$u of %2$u warps diverge", n),
                          n, n_warps);
}

static void
append_divergence (GString *text, const WsStage *stage, guint n_warps)
{
  g_autofree char *idle = describe_idle_warps (stage, n_warps);
  g_autofree char *divergent = NULL;

  if (stage->n_warps_divergent == 0 && n_warps == 1)
    g_string_append (text, _ ("The warp does not diverge."));
  else if (stage->n_warps_divergent == 0 && idle != NULL)
    /* Translators: %s is "7 of 8 warps have nothing to do." */
    g_string_append_printf (text, _ ("No warp diverges; %s"), idle);
  else if (stage->n_warps_divergent == 0)
    g_string_append (text, _ ("No warp diverges."));
  else
    {
      divergent = describe_divergent (stage->n_warps_divergent, n_warps);
      if (stage->lanes_working > 0 && stage->lanes_waiting > 0)
        {
          g_autofree char *lanes = ws_words_count (WS_NOUN_LANE, stage->lanes_working);
          g_autofree char *work =
              g_strdup_printf (ngettext ("%s works", "%s work", stage->lanes_working), lanes);
          g_autofree char *wait = g_strdup_printf (
              ngettext ("%u waits", "%u wait", stage->lanes_waiting), stage->lanes_waiting);

          /* Translators: "Every warp diverges", "8 lanes work", "24 wait" */
          g_string_append_printf (text, _ ("%1$s: %2$s, %3$s."), divergent, work, wait);
        }
      else
        g_string_append_printf (text, "%s.", divergent);
      if (idle != NULL)
        ws_words_append (text, idle);
    }
}

static void
append_conflict (GString *text, const WsStage *stage)
{
  /* "an 8-way", "an 11-way", "an 18-way" */
  gboolean vowel = stage->ways == 8 || stage->ways == 11 || stage->ways == 18;

  if (stage->ways < 2)
    return;
  g_string_append_c (text, ' ');
  if (stage->ways_of_atomic)
    {
      g_string_append_printf (text,
                              _ ("Up to %u lanes of an atomic on shared memory hit one bank and "
                                 "are served one after another."),
                              stage->ways);
      return;
    }
  g_string_append_printf (text,
                          vowel ? _ ("An %1$u-way bank conflict makes an access to shared memory "
                                     "take up to %1$u times the passes.")
                                : _ ("A %1$u-way bank conflict makes an access to shared memory "
                                     "take up to %1$u times the passes."),
                          stage->ways);
}

static void
append_pieces (GString *text, const WsStage *stage, const WsSpec *spec)
{
  if (stage->ways >= 2 || stage->pieces == 0)
    return;
  g_string_append_c (text, ' ');
  g_string_append_printf (
      text,
      spec->transaction_bytes == WS_MEMORY_REQUEST_SEGMENT_BYTES
          ? _ ("An access to global memory touches up to %1$u segments; %2$u would suffice.")
          : _ ("An access to global memory touches up to %1$u sectors; %2$u would suffice."),
      stage->pieces, stage->pieces_needed);
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
 * ws_stages_name:
 * @self: stages of the block
 * @stage: index of a stage
 *
 * Returns: (transfer full): which stage it is, and nothing of what happens in it: as in "Stage 2 of
 * 5, stride 1."
 */
char *
ws_stages_name (const WsStages *self, guint stage)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (stage >= self->n_stages)
    return g_strdup ("");
  return g_strdup_printf (_ ("Stage %1$u of %2$u, %3$s."), stage + 1, self->n_stages,
                          self->stages[stage].title);
}

/**
 * ws_stages_caption:
 * @self: stages of the block
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
    return g_strdup_printf (_ ("Block %u was not recorded."), block);

  shown = &self->stages[stage];
  record = &run->launches[launch];
  text = g_string_new (NULL);
  g_string_append_printf (text, _ ("Stage %1$u of %2$u, %3$s:"), stage + 1, self->n_stages,
                          shown->title);
  g_string_append_c (text, ' ');
  append_work (text, shown, ws_launch_get_n_threads (record), find_combining (self, run));
  g_string_append_c (text, ' ');
  append_divergence (text, shown, ws_launch_get_n_warps (record));
  append_conflict (text, shown);
  append_pieces (text, shown, run->spec);
  return g_string_free (text, FALSE);
}
