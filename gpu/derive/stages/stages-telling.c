/* stages-telling.c: the telling instant of a stage: where what its caption says is to be seen. */
#include "stages/stages-private.h"

/* @of_stage: the block's events, stage by stage, in the order of time; @first: into it, of each
 * stage, and one more; @makes: whether an event made a node that the stages are about; @gone: per
 * stage and warp, the event by which the warp has gone on from what it made last in the stage */
typedef struct {
  WsStages *stages;
  const WsRun *run;
  const WsSite *sites;
  const WsEvent *events;
  const WsStageTally *tallies;
  guint *of_stage;
  guint *first;
  gboolean *makes;
  guint (*gone)[WS_MAX_WARPS];
} Search;

static void
sort_events (Search *self)
{
  const WsStages *stages = self->stages;
  g_autofree guint *next = NULL;

  for (guint i = 0; i < stages->n_events; i++)
    self->first[stages->stage_of_event[i] + 1]++;
  for (guint i = 0; i < stages->n_stages; i++)
    self->first[i + 1] += self->first[i];
  next = g_memdup2 (self->first, sizeof *next * (stages->n_stages + 1));
  for (guint i = 0; i < stages->n_events; i++)
    self->of_stage[next[stages->stage_of_event[i]]++] = i;
}

static void
find_gone (Search *self)
{
  guint before[WS_MAX_WARPS];

  for (guint warp = 0; warp < WS_MAX_WARPS; warp++)
    {
      before[warp] = WS_NONE;
      for (guint i = 0; i < self->stages->n_stages; i++)
        self->gone[i][warp] = WS_NONE;
    }
  for (guint i = 0; i < self->stages->n_events; i++)
    {
      guint warp = self->events[i].warp;
      guint last = before[warp];
      guint stage = last != WS_NONE ? self->stages->stage_of_event[last] : 0;

      if (last != WS_NONE && self->tallies[stage].last_made[warp] == last)
        self->gone[stage][warp] = i;
      before[warp] = i;
    }
}

/* Whether the event is what the caption speaks of: the worst of the accesses that queue or are
 * scattered, or what makes a node. */
static gboolean
is_spoken_of (const Search *self, const WsStage *said, guint index)
{
  const WsEvent *event = &self->events[index];
  const WsSite *site = &self->sites[event->site];
  guint needed;

  if (said->ways >= 2)
    return ws_stages_is_shared_access (site, event)
           && (site->op_class == WS_OP_ATOMIC) == said->ways_of_atomic
           && ws_stages_get_ways (self->run, site, event) == said->ways;
  if (said->pieces > 0)
    return ws_stages_get_pieces (self->run, site, event, &needed) == said->pieces;
  return self->makes[index];
}

/* Whether what the caption of @stage says of lanes and passes holds of the event. */
static gboolean
is_as_said (const Search *self, guint stage, guint index)
{
  const WsStage *said = &self->stages->stages[stage];
  const WsEvent *event = &self->events[index];
  gboolean diverges = (self->tallies[stage].warps_divergent & 1u << event->warp) != 0;

  if (!is_spoken_of (self, said, index))
    return FALSE;
  return said->lanes_working == 0
         || (diverges && (guint)__builtin_popcount (event->taken) == said->lanes_working);
}

/* Of the events from @from on: the last that is as the caption says while all warps that work in
 * the stage are still active; else the first that is. Warps that have gone on before @from, ahead
 * of the others, do not count. */
static guint
choose (const Search *self, guint stage, guint from)
{
  const WsStages *stages = self->stages;
  guint limit = stages->n_events;
  gboolean scattered = stages->stages[stage].ways < 2 && stages->stages[stage].pieces > 0;
  guint work = WS_NONE;
  guint found = WS_NONE;
  guint of_first = WS_NONE;

  for (guint warp = 0; warp < WS_MAX_WARPS; warp++)
    if (self->gone[stage][warp] > from)
      limit = MIN (limit, self->gone[stage][warp]);
  for (guint k = self->first[stage]; k < self->first[stage + 1]; k++)
    {
      guint i = self->of_stage[k];

      if (i < from)
        continue;
      if (self->makes[i] && (i < limit || work == WS_NONE))
        work = i;
      if (!is_as_said (self, stage, i))
        continue;
      if (i < limit || found == WS_NONE)
        found = i;
      if (scattered && self->events[i].warp == 0 && (i < limit || of_first == WS_NONE))
        of_first = i;
    }
  /* what is scattered is looked at warp by warp, and the first is the one that is looked at first
   */
  if (of_first != WS_NONE)
    return of_first;
  if (found != WS_NONE || work != WS_NONE)
    return found != WS_NONE ? found : work;
  return CLAMP (stages->stages[stage].last_event, from, stages->n_events - 1);
}

/* The first event of a warp that works in the stage, if any does. */
static guint
find_begin (const Search *self, guint stage)
{
  for (guint k = self->first[stage]; k < self->first[stage + 1]; k++)
    if (self->tallies[stage].made[self->events[self->of_stage[k]].warp] != 0)
      return self->of_stage[k];
  return self->stages->stages[stage].first_event;
}

static void
tell_nodes (const WsStages *self, WsDataflow *dataflow)
{
  for (guint i = 0; i < dataflow->n_nodes; i++)
    {
      WsNode *node = &dataflow->nodes[i];
      const WsStage *stage = node->event != WS_NONE ? &self->stages[node->stage] : NULL;

      node->told = node->event;
      if (stage != NULL)
        node->told = MIN (MAX (node->event, stage->begin_event), stage->telling_event);
    }
}

/**
 * ws_stages_find_telling:
 * @events: of the block
 * @dataflow: of the block, with the stage of each node; from when on its nodes are told is set
 * @tallies: one per stage
 *
 * Chooses the telling instant of each stage: the last at which every warp that works in it is still
 * active, none has gone on to the barrier or the next stage, and an event is seen that is as the
 * caption says. A stage begins after the telling instant of the one before.
 */
void
ws_stages_find_telling (WsStages *self, const WsRun *run, guint launch, const WsEvent *events,
                        WsDataflow *dataflow, const WsStageTally *tallies)
{
  g_autofree guint *of_stage = g_new (guint, self->n_events + 1);
  g_autofree guint *first = g_new0 (guint, self->n_stages + 1);
  g_autofree gboolean *makes = g_new0 (gboolean, self->n_events + 1);
  g_autofree guint (*gone)[WS_MAX_WARPS] = g_malloc0_n (self->n_stages + 1, sizeof *gone);
  Search search = { .stages = self,
                    .run = run,
                    .sites = ws_run_get_kernel (run, launch)->sites,
                    .events = events,
                    .tallies = tallies,
                    .of_stage = of_stage,
                    .first = first,
                    .makes = makes,
                    .gone = gone };
  guint from = 0;

  for (guint i = 0; i < dataflow->n_nodes; i++)
    if (ws_stages_cares (&dataflow->nodes[i], dataflow->n_results == 0))
      makes[dataflow->nodes[i].event] = TRUE;
  sort_events (&search);
  find_gone (&search);
  for (guint i = 0; i < self->n_stages; i++)
    {
      self->stages[i].begin_event = MIN (MAX (find_begin (&search, i), from), self->n_events - 1);
      self->stages[i].telling_event = choose (&search, i, from);
      from = self->stages[i].telling_event + 1;
    }
  tell_nodes (self, dataflow);
}
