#include "dataflow/pattern.h"

#define MAX_OFFSETS 1024                           /* distances that are told apart */
#define MAX_SAMPLES 256                            /* results whose distances are looked at */
#define MAX_FAN_IN  256                            /* sources of one that are */
#define FAR         (G_GUINT64_CONSTANT (1) << 48) /* more elements than any buffer has */

/* Distance from a result to a value that it comes from, both as elements of their buffers. */
typedef struct {
  gint64 elements;
  guint32 region; /* of the source */
} Offset;

/* What is counted of a graph, once for all patterns. */
typedef struct {
  const WsRun *run;
  const WsDataflow *flow;
  guint32 *origin;  /* per node: what it is a copy of */
  guint32 *n_users; /* per node: nodes and results that it flows into, on the way to a result */
  guint32 *depth;   /* per node: combinations one after the other */
  guint n_inputs;   /* of global memory, that reach a result */
  guint n_stored;   /* nodes that reach a result, and are no inputs */
  guint n_chosen;   /* of those, with a place that other values chose */
  guint n_reused;   /* nodes on the way with more than one user */
  guint n_pairs;    /* combinations of two values that were made in the block */
  guint n_combinations;
  guint n_direct; /* results that come from inputs alone */
  guint n_wide;   /* of those, from two or more */
  guint most_fan_in;
  guint max_depth;
  guint64 n_sources; /* of all results that come from inputs alone */
  Offset *offsets;
  guint n_offsets;
  guint last_offset;
  gint64 last_place;
  gint64 last_source;
  gint64 last_step;
  gint64 last_taken;
  guint n_steps;         /* from one result to the next */
  guint n_even;          /* of those, as the one before */
  gboolean many_offsets; /* more than are told apart */
} Facts;

static const char *const names[WS_N_PATTERNS] = {
  [WS_PATTERN_AUTO] = "auto",       [WS_PATTERN_TREE] = "tree",   [WS_PATTERN_SCAN] = "scan",
  [WS_PATTERN_STENCIL] = "stencil", [WS_PATTERN_TILES] = "tiles", [WS_PATTERN_SCATTER] = "scatter",
  [WS_PATTERN_MAP] = "map",         [WS_PATTERN_PLAIN] = "plain", [WS_PATTERN_PYRAMID] = "pyramid",
};

static gboolean
is_input (const WsNode *node)
{
  return node->event == WS_NONE;
}

/* What was there before, and is no factor of constant memory. */
static gboolean
is_global_input (const WsNode *node)
{
  return is_input (node) && node->space == WS_SPACE_GLOBAL;
}

/* Index of the buffer that an address lies in, %WS_NONE for none; @element: which of its elements.
 */
static guint32
find_region (const WsRun *run, const WsNode *node, gint64 *element)
{
  guint32 index = ws_run_find_region (run, (WsSpace)node->space, node->address);
  guint64 base = 0;

  if (index != WS_NONE)
    base = ((const WsRegion *)g_ptr_array_index (run->regions, index))->address;
  /* whatever an invalid address says, differences of places are no overflow */
  *element = (gint64)((node->address - base) / MAX (node->width_bytes, 1) % FAR);
  return index;
}

/* Of nodes in the order of their events: sources come first. */
static void
count_nodes (Facts *self)
{
  const WsDataflow *flow = self->flow;

  for (guint32 i = 0; i < flow->n_nodes; i++)
    {
      const WsNode *node = &flow->nodes[i];
      guint n_made = 0;
      guint n_data = 0;

      self->origin[i] = i;
      for (guint k = 0; k < node->n_edges; k++)
        {
          guint32 source = flow->edges[node->first_edge + k];

          if (is_input (&flow->nodes[source]) && flow->nodes[source].space == WS_SPACE_CONST)
            continue;
          n_data++;
          n_made += !is_input (&flow->nodes[source]);
          self->depth[i] = MAX (self->depth[i], self->depth[source]);
          if (node->reaches_result && self->n_users[source]++ == 1)
            self->n_reused++;
        }
      if (node->n_edges == 1 && n_data == 1 && !node->is_atomic)
        self->origin[i] = self->origin[flow->edges[node->first_edge]];
      if (!node->reaches_result)
        continue;
      self->n_inputs += is_global_input (node);
      self->n_stored += !is_input (node);
      self->n_chosen += !is_input (node) && node->n_choosers > 0;
      if (n_data < 2)
        continue;
      self->depth[i]++;
      self->max_depth = MAX (self->max_depth, self->depth[i]);
      self->n_combinations++;
      self->n_pairs += n_data == 2 && n_made == 2;
    }
}

/* What was found last is looked at first: results beside each other come from the same distances in
 * the same order. */
static void
add_offset (Facts *self, guint32 region, gint64 elements)
{
  guint n = self->n_offsets;

  for (guint i = 0; i < n; i++)
    {
      Offset *offset = &self->offsets[(self->last_offset + 1 + i) % n];

      if (offset->elements != elements || offset->region != region)
        continue;
      self->last_offset = (guint)(offset - self->offsets);
      return;
    }
  if (n == MAX_OFFSETS)
    {
      self->many_offsets = TRUE;
      return;
    }
  self->offsets[n] = (Offset){ .elements = elements, .region = region };
  self->n_offsets++;
  self->last_offset = n;
}

/* Whether a result comes from inputs alone; @n_sources: (out): from how many. */
static gboolean
is_direct (const Facts *self, const WsNode *result, guint *n_sources)
{
  const WsDataflow *flow = self->flow;

  *n_sources = 0;
  for (guint k = 0; k < result->n_edges; k++)
    {
      guint32 origin = self->origin[flow->edges[result->first_edge + k]];

      if (!is_input (&flow->nodes[origin]))
        return FALSE;
      *n_sources += flow->nodes[origin].space != WS_SPACE_CONST;
    }
  return TRUE;
}

/* Steps from one result to the next, and from source to source: where the ratio is the same, both
 * walk through memory alike. */
static void
compare_steps (Facts *self, gint64 place, gint64 source)
{
  gint64 step = place - self->last_place;
  gint64 taken = source - self->last_source;

  if (self->n_direct > 1 && step != 0)
    {
      self->n_steps++;
      /* exact up to 2^53, and no memory goes beyond that */
      self->n_even +=
          (double)taken * (double)self->last_step == (double)self->last_taken * (double)step;
      self->last_step = step;
      self->last_taken = taken;
    }
  self->last_place = place;
  self->last_source = source;
}

static void
count_results (Facts *self)
{
  const WsDataflow *flow = self->flow;
  guint stride = MAX (flow->n_results / MAX_SAMPLES, 1);

  for (guint i = 0; i < flow->n_results; i++)
    {
      const WsNode *result = &flow->nodes[flow->results[i]];
      guint n_sources;
      gint64 place;
      gint64 first = 0;

      if (!is_direct (self, result, &n_sources))
        continue;
      self->n_direct++;
      self->n_sources += n_sources;
      self->n_wide += n_sources > 1;
      self->most_fan_in = MAX (self->most_fan_in, n_sources);
      find_region (self->run, result, &place);
      for (guint k = 0; k < MIN (result->n_edges, MAX_FAN_IN); k++)
        {
          const WsNode *origin = &flow->nodes[self->origin[flow->edges[result->first_edge + k]]];
          gint64 source;
          guint32 region = find_region (self->run, origin, &source);

          if (origin->space == WS_SPACE_CONST)
            continue;
          if (first == 0)
            first = source + 1;
          if (i % stride == 0 && !self->many_offsets)
            add_offset (self, region, source - place);
        }
      if (first > 0)
        compare_steps (self, place, first);
    }
}

static gint64
get_divisor (gint64 a, gint64 b)
{
  while (b != 0)
    {
      gint64 rest = a % b;
      a = b;
      b = rest;
    }
  return ABS (a);
}

/* What all distances differ by, or a multiple of it. */
static gint64
get_common_step (const Facts *self)
{
  gint64 step = 0;

  for (guint i = 1; i < self->n_offsets; i++)
    step = get_divisor (self->offsets[i].elements - self->offsets[0].elements, step);
  return ABS (step);
}

/* ---- how well each pattern suits, in per cent ---- */

/* Hardly a value goes two ways. */
static gboolean
is_used_once (const Facts *self)
{
  return self->n_reused * 50 <= self->n_stored + self->n_inputs;
}

static gboolean
is_mostly_direct (const Facts *self)
{
  return self->n_direct > 0 && self->n_direct * 2 >= self->flow->n_results;
}

/* Of all distances that there are, a result in the middle has each: in a product of matrices, none
 * has. */
static gboolean
has_regular_offsets (const Facts *self)
{
  return !self->many_offsets && self->n_offsets <= self->most_fan_in;
}

/* A block of one element is a tree, too, where the launch as a whole leaves less than it was given.
 */
static guint
score_tree (const Facts *self, const WsLaunch *launch)
{
  gboolean narrows =
      launch->n_elements > 0 && (launch->n_results < launch->n_elements || launch->n_results <= 1);

  if (!is_used_once (self) || self->flow->n_results == 0 || self->n_inputs == 0)
    return 0;
  if (narrows && self->flow->n_results <= MAX (self->n_inputs, 2))
    return 90;
  if (ws_launch_get_n_threads (launch) == 1 && self->flow->n_results == 1)
    return 80;
  return self->n_combinations > 0 && (self->max_depth > 1 || self->flow->n_results <= 2)
                 && self->flow->n_results * 2 <= self->n_inputs
             ? 80
             : 0;
}

static guint
score_scan (const Facts *self, const WsLaunch *launch)
{
  return self->flow->n_results > 1 && self->max_depth > 1 && self->n_reused > 0
                 && self->n_pairs * 2 >= self->n_combinations
                 && self->flow->n_results * 2 >= self->n_inputs
             ? 85
             : 0;
}

static guint
score_stencil (const Facts *self, const WsLaunch *launch)
{
  return is_mostly_direct (self) && self->n_wide * 2 >= self->n_direct && self->n_reused > 0
                 && self->most_fan_in > 1 && has_regular_offsets (self)
             ? 85
             : 0;
}

/* A row by a column: each value is used as often as any other, at all distances; or each once, at
 * distances that are multiples of one: across. */
static guint
score_tiles (const Facts *self, const WsLaunch *launch)
{
  gboolean even = self->n_sources * 5 >= (guint64)self->n_direct * self->most_fan_in * 4;

  if (!is_mostly_direct (self) || !even)
    return 0;
  if (self->most_fan_in > 1)
    return !has_regular_offsets (self) && self->n_reused * 10 >= self->n_inputs * 9 ? 80 : 0;
  return self->most_fan_in == 1 && self->n_reused == 0 && self->n_offsets > 2
                 && self->n_offsets * 2 <= MIN (self->n_direct, MAX_SAMPLES)
                 && get_common_step (self) > 1
             ? 80
             : 0;
}

static guint
score_scatter (const Facts *self, const WsLaunch *launch)
{
  return self->n_chosen > 0 && self->n_chosen * 2 >= self->n_inputs ? 95 : 0;
}

static guint
score_map (const Facts *self, const WsLaunch *launch)
{
  gboolean even = self->n_steps == 0 || self->n_even * 5 >= self->n_steps * 4;

  return is_mostly_direct (self) && self->n_reused <= 2 * (guint64)MAX (self->most_fan_in, 1)
                 && (has_regular_offsets (self) || even)
             ? 75
             : 0;
}

static guint
score_plain (const Facts *self, const WsLaunch *launch)
{
  return 10;
}

static guint (*const scores[WS_N_PATTERNS]) (const Facts *self, const WsLaunch *launch) = {
  [WS_PATTERN_TREE] = score_tree,       [WS_PATTERN_SCAN] = score_scan,
  [WS_PATTERN_STENCIL] = score_stencil, [WS_PATTERN_TILES] = score_tiles,
  [WS_PATTERN_SCATTER] = score_scatter, [WS_PATTERN_MAP] = score_map,
  [WS_PATTERN_PLAIN] = score_plain,
};

static void
facts_init (Facts *self, const WsRun *run, const WsDataflow *flow)
{
  guint n = flow->n_nodes + 1;

  *self = (Facts){ .run = run,
                   .flow = flow,
                   .origin = g_new0 (guint32, n),
                   .n_users = g_new0 (guint32, n),
                   .depth = g_new0 (guint32, n),
                   .offsets = g_new (Offset, MAX_OFFSETS) };
  count_nodes (self);
  count_results (self);
}

static void
facts_clear (Facts *self)
{
  g_free (self->origin);
  g_free (self->n_users);
  g_free (self->depth);
  g_free (self->offsets);
}

/**
 * ws_pattern_get_score:
 * @flow: of one of its blocks
 * @pattern: which
 *
 * Returns: how well the pattern suits, in per cent; 0 if it does not
 */
guint
ws_pattern_get_score (const WsRun *run, guint launch, const WsDataflow *flow, WsPattern pattern)
{
  Facts facts;
  guint score;

  g_return_val_if_fail (run != NULL && launch < run->n_launches && flow != NULL, 0);
  g_return_val_if_fail (pattern < WS_N_PATTERNS, 0);

  if (scores[pattern] == NULL)
    return 0;
  facts_init (&facts, run, flow);
  score = scores[pattern](&facts, &run->launches[launch]);
  facts_clear (&facts);
  return score;
}

/**
 * ws_pattern_find:
 * @flow: of one of its blocks
 *
 * Returns: the pattern that suits best; of those that suit as well, the first
 */
WsPattern
ws_pattern_find (const WsRun *run, guint launch, const WsDataflow *flow)
{
  WsPattern best = WS_PATTERN_PLAIN;
  guint most = 0;
  Facts facts;

  g_return_val_if_fail (run != NULL && launch < run->n_launches && flow != NULL, best);

  facts_init (&facts, run, flow);
  for (guint i = 0; i < WS_N_PATTERNS; i++)
    if (scores[i] != NULL)
      {
        guint score = scores[i](&facts, &run->launches[launch]);

        if (score > most)
          best = (WsPattern)i;
        most = MAX (most, score);
      }
  facts_clear (&facts);
  return best;
}

/* Returns: (transfer none): its name on command lines: "auto", "tree", "scan", "stencil", "tiles",
 * "scatter", "map", "plain", "pyramid" */
const char *
ws_pattern_get_name (WsPattern pattern)
{
  g_return_val_if_fail (pattern < WS_N_PATTERNS, NULL);
  return names[pattern];
}

/**
 * ws_pattern_parse:
 * @name: (nullable): what ws_pattern_get_name() gives
 * @pattern: (out): the pattern; untouched where there is none of this name
 */
gboolean
ws_pattern_parse (const char *name, WsPattern *pattern)
{
  for (guint i = 0; i < WS_N_PATTERNS; i++)
    if (g_strcmp0 (name, names[i]) == 0)
      {
        *pattern = (WsPattern)i;
        return TRUE;
      }
  return FALSE;
}
