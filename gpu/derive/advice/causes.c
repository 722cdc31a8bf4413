#include "advice/causes.h"

#include "advice/replay.h"
#include "schedule/residency.h"
#include "accesses/site-counts.h"
#include "schedule/timeline.h"
#include "occupancy/words.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <math.h>

#define LEAST_SHARE  0.08 /* minimum share of the time to be mentioned */
#define SECTOR_BYTES 32
#define UNEVEN       1.25   /* minimum ratio of the longest block or warp to the mean */
#define MOST_EVENTS  200000 /* limit of events of a block that is timed again */

/* The terms of a launch's time, in cycles, and their counts. */
typedef struct {
  WsReplayUse use; /* of a block */
  double n_blocks;
  double per_sm; /* resident at once */
  double n_sms;
  double schedulers;
  double atomic_cycles; /* of the L2 cache, for each lane at one address */
  double gap_cycles;    /* from a block's end until another one begins */
  double launch_cycles; /* from one block's launch to the next one's */
  double sector_cycles; /* of the device memory, for each sector */
  gboolean in_parts;    /* whether blocks could be divided so that they fill the device */
} Model;

typedef struct {
  const WsRun *run;
  guint launch;
  const WsLaunch *record;
  const WsBlockRecord *block;
  const WsKernel *kernel;
  WsReplay *replay;
  WsTimeline *timeline;
  WsSiteCount *counts; /* of the recorded blocks */
  Model model;         /* as it is */
  double cycles;       /* modelled, unchanged */
} Inquiry;

/* ---- the time of a launch ---- */

/* Resident blocks of an SM. */
static double
get_resident (const Model *self)
{
  return MIN (self->per_sm, MAX (ceil (self->n_blocks / self->n_sms), 1));
}

/* Cycles of a block on an SM with @resident of them, interpolated between alone and full
 * residency. */
static double
cycles_beside (const Model *self, double resident)
{
  double most = get_resident (self);
  double share = most > 1 ? (MIN (resident, most) - 1) / (most - 1) : 1;

  return self->use.duration + (self->use.together - self->use.duration) * share;
}

/* The same bounds that gpu/clock/schedule.c computes block by block: the SMs, the launch rate of
 * blocks, device memory; and atomics on one address, of which L2 serves one per cycle (NVIDIA,
 * Kepler GK110 whitepaper, "Atomic operations"). */
static double
time_of (const Model *self)
{
  double each = self->n_blocks / self->n_sms;
  double most = self->in_parts ? each : ceil (each);
  double waves = self->in_parts ? most / self->per_sm : floor (most / self->per_sm);
  double rest = self->in_parts ? 0 : most - waves * self->per_sm;
  double sms = waves * (cycles_beside (self, self->per_sm) + self->gap_cycles)
               + (rest > 0 ? cycles_beside (self, rest) : 0);
  double launching = self->n_blocks * self->launch_cycles;
  double resident = self->launch_cycles > 0
                        ? self->use.duration / (self->launch_cycles * self->n_sms)
                        : self->per_sm;
  double last = cycles_beside (self, CLAMP (resident, 1, MIN (self->per_sm, MAX (each, 1))));

  return MAX (MAX (sms, self->in_parts ? launching : launching + last),
              MAX (self->n_blocks * self->use.missed * self->sector_cycles,
                   self->n_blocks * self->use.hottest * self->atomic_cycles));
}

static double
speed_of (const Inquiry *self, const Model *model)
{
  return self->cycles / MAX (time_of (model), 1);
}

/* ---- what if: each returns the speedup ---- */

static double
if_changed (const Inquiry *self, WsReplayChange change)
{
  Model model = self->model;

  if (!ws_replay_can (self->replay, change))
    return 1;
  ws_replay_run (self->replay, change, (guint)get_resident (&model), &model.use);
  return speed_of (self, &model);
}

static double
if_no_divergence (const Inquiry *self)
{
  return if_changed (self, WS_REPLAY_WHOLE_WARPS);
}

static double
if_no_conflicts (const Inquiry *self)
{
  return if_changed (self, WS_REPLAY_NO_CONFLICTS);
}

static double
if_whole_sectors (const Inquiry *self)
{
  return if_changed (self, WS_REPLAY_WHOLE_SECTORS);
}

static double
if_more_blocks (const Inquiry *self)
{
  Model model = self->model;

  if (model.n_blocks >= model.n_sms * model.per_sm)
    return 1;
  model.in_parts = TRUE;
  return speed_of (self, &model);
}

static double
longest_over_mean (const Inquiry *self)
{
  const WsResidency *stays;
  double sum = 0;
  double most = 0;

  if (self->record->n_residencies == 0) /* then there may be no array at all */
    return 1;
  stays = self->run->residencies + self->record->first_residency;
  for (guint i = 0; i < self->record->n_residencies; i++)
    {
      double stay = (double)(stays[i].end - stays[i].start);

      sum += stay;
      most = MAX (most, stay);
    }
  return sum > 0 ? most * self->record->n_residencies / sum : 1;
}

/* Cycles after the last block has arrived, times the share of the warps, of the most that were
 * resident, that are absent then. */
static double
time_without_tail (const Inquiry *self)
{
  const WsTimeline *timeline = self->timeline;
  double full = 0;
  double area;

  if (timeline == NULL || timeline->last_leave <= timeline->tail || timeline->n_stays == 0)
    return 0;
  for (gsize i = 0; i < timeline->warps.n; i++)
    full = MAX (full, timeline->warps.levels[i].value);
  area = ws_steps_get_area (&timeline->warps, (double)timeline->last_leave)
         - ws_steps_get_area (&timeline->warps, (double)timeline->tail);
  return full > 0 ? MAX ((double)(timeline->last_leave - timeline->tail) - area / full, 0) : 0;
}

static double
if_no_tail (const Inquiry *self)
{
  double end = self->timeline != NULL ? (double)self->timeline->last_leave : 0;
  double saved = time_without_tail (self);

  return saved > 0 && saved < end ? end / (end - saved) : 1;
}

static double
if_tail_filled (const Inquiry *self)
{
  Model model = self->model;

  if (longest_over_mean (self) > UNEVEN || model.n_blocks < model.n_sms * model.per_sm)
    return 1;
  model.in_parts = TRUE;
  return speed_of (self, &model);
}

static double
if_even_blocks (const Inquiry *self)
{
  return longest_over_mean (self) > UNEVEN ? if_no_tail (self) : 1;
}

/* Mean and longest stay of a warp in the recorded block, in cycles. */
static void
measure_warps (const Inquiry *self, double *mean, double *longest)
{
  guint n_warps = ws_launch_get_n_warps (self->record);
  g_autofree guint64 *ends = g_new0 (guint64, n_warps + 1);
  guint64 start = G_MAXUINT64;
  double sum = 0;

  for (guint i = 0; i < self->block->n_events; i++)
    {
      const WsEvent *event = &self->run->events[self->block->first_event + i];

      ends[event->warp] = MAX (ends[event->warp], event->time);
      start = MIN (start, event->time);
    }
  *longest = 0;
  for (guint w = 0; w < n_warps; w++)
    {
      sum += (double)(MAX (ends[w], start) - start);
      *longest = MAX (*longest, (double)(MAX (ends[w], start) - start));
    }
  *mean = n_warps > 0 ? sum / n_warps : 0;
}

/* A block holds its slot until its last warp exits; if all warps took the mean, it would leave
 * sooner.
 */
static double
if_even_warps (const Inquiry *self)
{
  Model model = self->model;
  double mean;
  double longest;

  measure_warps (self, &mean, &longest);
  if (mean <= 0 || longest < UNEVEN * mean)
    return 1;
  model.use.duration *= mean / longest;
  model.use.together =
      MAX (model.use.together * mean / longest,
           MIN (model.use.together, model.per_sm * model.use.issue / model.schedulers));
  return speed_of (self, &model);
}

static double
if_full_occupancy (const Inquiry *self)
{
  const WsSpec *spec = self->run->spec;
  guint n_warps = MAX (ws_launch_get_n_warps (self->record), 1);
  Model model = self->model;

  model.per_sm = MAX (model.per_sm, spec->max_warps_per_sm / n_warps);
  if (model.per_sm == self->model.per_sm)
    return 1;
  ws_replay_run (self->replay, WS_REPLAY_AS_IT_IS, (guint)get_resident (&model), &model.use);
  model.use.hottest = self->model.use.hottest;
  return speed_of (self, &model);
}

static double
if_launched_at_once (const Inquiry *self)
{
  Model model = self->model;

  model.launch_cycles = 0;
  return speed_of (self, &model);
}

/* Each thread takes enough elements that all of them combine: fewer blocks, each with more loads,
 * for which all blocks of an SM wait. */
static double
if_nobody_idle (const Inquiry *self)
{
  double idle = ws_replay_get_idle_share (self->replay);
  Model model = self->model;
  double more;

  if (idle < 0.25 || idle > 0.75)
    return 1;
  model.n_blocks *= 1 - idle;
  model.use.port /= 1 - idle;
  model.use.missed /= 1 - idle;
  /* half of it is hidden by other warps */
  more = (model.use.missed - self->model.use.missed) * model.sector_cycles * model.n_sms / 2;
  model.use.duration += more;
  model.use.together += more * get_resident (&model);
  return speed_of (self, &model);
}

static double
if_no_idle_warps (const Inquiry *self)
{
  return if_changed (self, WS_REPLAY_NO_IDLE_WARPS);
}

static double
if_no_barriers (const Inquiry *self)
{
  return if_changed (self, WS_REPLAY_NO_BARRIERS);
}

static double
if_atomics_apart (const Inquiry *self)
{
  return if_changed (self, WS_REPLAY_APART);
}

static double
if_unrolled (const Inquiry *self)
{
  return if_changed (self, WS_REPLAY_FEW_LOOPS);
}

static double
if_overlapped (const Inquiry *self)
{
  return if_changed (self, WS_REPLAY_OVERLAP);
}

static double
if_loads_ahead (const Inquiry *self)
{
  return if_changed (self, WS_REPLAY_LOADS_AHEAD);
}

static double
if_read_once (const Inquiry *self)
{
  return if_changed (self, WS_REPLAY_READ_ONCE);
}

/* A launch that continues with the results of the previous one could be part of it: the last block
 * to finish can do the rest. It begins launch_ns after the previous one has ended (see #WsSpec). */
static double
if_not_launched (const Inquiry *self)
{
  if (self->launch == 0 || self->record->parent != WS_NONE || !self->record->has_duration
      || self->record->duration_ns == 0)
    return 1;
  return 1 + (double)self->run->spec->launch_ns / (double)self->record->duration_ns;
}

/* ---- the actual figures ---- */

typedef struct {
  double requests;
  double parts;
  double ideal;
} Traffic;

static Traffic
get_traffic (const Inquiry *self, guint32 site)
{
  const WsSiteCount *count = &self->counts[site];
  const WsSite *record = &self->kernel->sites[site];
  double bytes = (double)count->bytes;

  if (ws_site_is_shared (record, count))
    return (Traffic){ (double)count->requests, (double)count->wavefronts,
                      (double)count->ideal_wavefronts };
  return (Traffic){ (double)count->requests, (double)count->sectors, bytes / SECTOR_BYTES };
}

static double
per_request (const Inquiry *self, guint32 site, gboolean ideal)
{
  Traffic traffic = get_traffic (self, site);

  return (ideal ? traffic.ideal : traffic.parts) / MAX (traffic.requests, 1);
}

static char *
say_divergence (const Inquiry *self, const WsCause *cause)
{
  double lanes = 0;
  double slots = 0;

  for (guint s = 0; s < self->kernel->n_sites; s++)
    {
      lanes += (double)self->counts[s].active_lanes;
      slots += (double)self->counts[s].executed * WS_WARP_SIZE;
    }
  return g_strdup_printf (_ ("%1$.0f %% of the lanes are active; here %2$d of 32"),
                          100 * lanes / MAX (slots, 1), __builtin_popcount (cause->lanes));
}

static char *
say_conflicts (const Inquiry *self, const WsCause *cause)
{
  return g_strdup_printf (_ ("%1$.1f passes per access; %2$.1f would suffice"),
                          per_request (self, cause->site, FALSE),
                          per_request (self, cause->site, TRUE));
}

static char *
say_sectors (const Inquiry *self, const WsCause *cause)
{
  return g_strdup_printf (_ ("%1$.1f sectors per request; %2$.1f would suffice"),
                          per_request (self, cause->site, FALSE),
                          per_request (self, cause->site, TRUE));
}

static char *
say_few_blocks (const Inquiry *self, const WsCause *cause)
{
  guint n_blocks = (guint)MIN (self->model.n_blocks, G_MAXINT32);

  return g_strdup_printf (ngettext ("%1$u block; %2$.0f SMs have room for %3$.0f",
                                    "%1$u blocks; %2$.0f SMs have room for %3$.0f", n_blocks),
                          n_blocks, self->model.n_sms, self->model.n_sms * self->model.per_sm);
}

static char *
say_tail (const Inquiry *self, const WsCause *cause)
{
  return g_strdup_printf (_ ("%1$.2f waves of blocks: the last fills only part of the device"),
                          self->model.n_blocks / (self->model.n_sms * self->model.per_sm));
}

static char *
say_uneven_blocks (const Inquiry *self, const WsCause *cause)
{
  return g_strdup_printf (_ ("the longest block runs %.1f times as long as the average block"),
                          longest_over_mean (self));
}

static char *
say_uneven_warps (const Inquiry *self, const WsCause *cause)
{
  double mean;
  double longest;

  measure_warps (self, &mean, &longest);
  return g_strdup_printf (
      _ ("the longest warp of a block runs %.1f times as long as the average warp"),
      longest / MAX (mean, 1));
}

static char *
say_occupancy (const Inquiry *self, const WsCause *cause)
{
  double n_warps = ws_launch_get_n_warps (self->record);
  g_autofree char *limiters = NULL;
  WsOccupancy occupancy;

  if (!ws_residency_compute_occupancy (self->run, self->launch, &occupancy)
      || occupancy.blocks != self->model.per_sm)
    return g_strdup_printf (_ ("%1$.0f of the %2$u warp slots of an SM are occupied"),
                            self->model.per_sm * n_warps, self->run->spec->max_warps_per_sm);
  limiters = ws_occupancy_name_limiters (occupancy.limiters);
  return g_strdup_printf (
      /* TRANSLATORS: %3$s: a list of what an SM has, as in "registers, shared memory" */
      _ ("%1$.0f of the %2$u warp slots of an SM are occupied; limited by %3$s"),
      self->model.per_sm * n_warps, self->run->spec->max_warps_per_sm, limiters);
}

static char *
say_launch_rate (const Inquiry *self, const WsCause *cause)
{
  return g_strdup_printf (
      _ ("launching %1$.0f blocks takes %2$.0f %% of the time"), self->model.n_blocks,
      MIN (100 * self->model.n_blocks * self->model.launch_cycles / MAX (self->cycles, 1), 100));
}

static char *
say_idle_threads (const Inquiry *self, const WsCause *cause)
{
  return g_strdup_printf (_ ("%.0f %% of the warps load and combine nothing"),
                          100 * ws_replay_get_idle_share (self->replay));
}

static guint
count_class (const Inquiry *self, WsOpClass op_class)
{
  guint64 n = 0;

  for (guint s = 0; s < self->kernel->n_sites; s++)
    if (self->kernel->sites[s].op_class == op_class)
      n += self->counts[s].executed;
  return (guint)(n / MAX (ws_launch_get_n_warps (self->record), 1));
}

static guint
count_blocks (const Inquiry *self)
{
  gsize n;

  ws_run_get_blocks (self->run, self->launch, &n);
  return (guint)MAX (n, 1);
}

static char *
say_barriers (const Inquiry *self, const WsCause *cause)
{
  guint n = count_class (self, WS_OP_BARRIER) / count_blocks (self);

  return g_strdup_printf (
      ngettext ("each warp waits at %u barrier", "each warp waits at %u barriers", n), n);
}

static char *
say_atomics (const Inquiry *self, const WsCause *cause)
{
  guint n = (guint)__builtin_popcount (cause->lanes);

  return g_strdup_printf (ngettext ("here from %u lane at once", "here from %u lanes at once", n),
                          n);
}

static char *
say_loops (const Inquiry *self, const WsCause *cause)
{
  guint n = count_class (self, WS_OP_BRANCH) / count_blocks (self);

  return g_strdup_printf (
      ngettext ("each warp executes %u branch", "each warp executes %u branches", n), n);
}

static char *
say_dependency (const Inquiry *self, const WsCause *cause)
{
  return g_strdup_printf (
      _ ("the schedulers issue in %.0f %% of the cycles; in the others all warps are stalled"),
      MIN (100 * self->model.use.issue * self->model.n_blocks
               / MAX (self->cycles * self->model.schedulers * self->model.n_sms, 1),
           100));
}

/* By Little's law: bandwidth times latency must be in flight to keep the memory busy (V. Volkov,
 * "Better Performance at Lower Occupancy", GTC 2010). */
static char *
say_loads (const Inquiry *self, const WsCause *cause)
{
  const WsSpec *spec = self->run->spec;
  double there =
      self->model.use.under_way * self->model.n_blocks / MAX (self->cycles * self->model.n_sms, 1);
  double needed =
      spec->latency_memory * SECTOR_BYTES / MAX (self->model.sector_cycles * self->model.n_sms, 1);

  return g_strdup_printf (
      _ ("%1$.1f KB are in flight per SM; %2$.1f KB would keep the memory busy"), there / 1e3,
      needed / 1e3);
}

static char *
say_read_again (const Inquiry *self, const WsCause *cause)
{
  double own;
  double again = ws_replay_get_again_share (self->replay, &own);

  return g_strdup_printf (_ ("%1$.0f %% of the bytes that a block loads from global memory were "
                             "loaded before, %2$.0f %% by the same thread"),
                          100 * again, 100 * own);
}

static char *
say_launches (const Inquiry *self, const WsCause *cause)
{
  return g_strdup_printf (_ ("the launch itself takes %1$.1f us, its work %2$.1f us"),
                          self->run->spec->launch_ns / 1e3, self->record->duration_ns / 1e3);
}

/* ---- the table ---- */

static const struct {
  const char *id;
  const char *title;
  double (*gain) (const Inquiry *self); /* NULL: it is a remark */
  char *(*say) (const Inquiry *self, const WsCause *cause);
  const char *how;
  const char *cure;
  WsReplayChange change; /* change whose weight locates it; 0 if it concerns the whole launch */
  WsCausePlace place;
} rows[WS_N_CAUSES] = {
  [WS_CAUSE_DIVERGENCE] = { "divergence", N_ ("Divergence"), if_no_divergence, say_divergence,
                            N_ ("The block is timed again with the lanes of each path packed into "
                                "as few warps as possible, and without the division that selects "
                                "the path."),
                            "reduce2", WS_REPLAY_WHOLE_WARPS, WS_CAUSE_SEEN_IN_WARPS },
  [WS_CAUSE_CONFLICTS] = { "bank-conflicts", N_ ("Bank conflicts"), if_no_conflicts, say_conflicts,
                           N_ ("The block is timed again with only as many passes per shared "
                               "memory access as its bytes need."),
                           "transpose_padded", WS_REPLAY_NO_CONFLICTS, WS_CAUSE_SEEN_IN_MEMORY },
  [WS_CAUSE_SECTORS] = { "sectors", N_ ("Uncoalesced global memory access"), if_whole_sectors,
                         say_sectors,
                         N_ ("The block is timed again with only as many sectors per request, and "
                             "from device memory, as its bytes need."),
                         "full_coalesced_access", WS_REPLAY_WHOLE_SECTORS,
                         WS_CAUSE_SEEN_IN_MEMORY },
  [WS_CAUSE_FEW_BLOCKS] = { "few-blocks", N_ ("Too small to fill the GPU"), NULL, say_few_blocks,
                            N_ ("This launch would take as long with more work. It therefore has "
                                "no share of the time."),
                            "vector_add", 0, WS_CAUSE_SEEN_IN_SMS },
  [WS_CAUSE_TAIL] = { "tail", N_ ("Partial last wave"), if_tail_filled, say_tail,
                      N_ ("The time with fractional waves, as if every wave were full."),
                      "vector_add", 0, WS_CAUSE_SEEN_IN_SMS },
  [WS_CAUSE_UNEVEN_BLOCKS] = { "uneven-blocks", N_ ("Unbalanced blocks"), if_even_blocks,
                               say_uneven_blocks,
                               N_ ("The time without the warp slots that stay empty after the last "
                                   "block has started."),
                               "vector_add", 0, WS_CAUSE_SEEN_IN_SMS },
  [WS_CAUSE_UNEVEN_WARPS] = { "uneven-warps", N_ ("Unbalanced warps"), if_even_warps,
                              say_uneven_warps,
                              N_ ("The time if all warps of a block took as long as their average "
                                  "and freed their slots accordingly."),
                              "vector_add", 0, WS_CAUSE_SEEN_IN_WARPS },
  [WS_CAUSE_OCCUPANCY] = { "occupancy", N_ ("Low occupancy"), if_full_occupancy, say_occupancy,
                           N_ ("The time with as many resident blocks as the warp slots of an SM "
                               "allow."),
                           "vector_add", 0, WS_CAUSE_SEEN_IN_SMS },
  [WS_CAUSE_LAUNCH_RATE] = { "launch-rate", N_ ("Too little work per block"), if_launched_at_once,
                             say_launch_rate, N_ ("The time if launching a block took none."),
                             "reduce7", 0, WS_CAUSE_SEEN_IN_SMS },
  [WS_CAUSE_IDLE_THREADS] = { "idle-threads", N_ ("Warps that only load"), if_nobody_idle,
                              say_idle_threads,
                              N_ ("The time with fewer blocks, each loading so much more that "
                                  "every warp combines something."),
                              "reduce4", 0, WS_CAUSE_SEEN_IN_TREE },
  [WS_CAUSE_IDLE_WARPS] = { "idle-warps", N_ ("Warps waiting for others"), if_no_idle_warps,
                            say_barriers,
                            N_ ("The block is timed again with each warp exiting after its last "
                                "access, and no barrier for a warp that is left alone."),
                            "reduce5", WS_REPLAY_NO_IDLE_WARPS, WS_CAUSE_SEEN_IN_WARPS },
  [WS_CAUSE_BARRIERS] = { "barriers", N_ ("Barriers"), if_no_barriers, say_barriers,
                          N_ ("The block is timed again without waiting at barriers."), "reduce8",
                          WS_REPLAY_NO_BARRIERS, WS_CAUSE_SEEN_IN_WARPS },
  [WS_CAUSE_ATOMICS] = { "atomics", N_ ("Atomic contention"), if_atomics_apart, say_atomics,
                         N_ ("The block is timed again with atomics in shared memory that never "
                             "hit the same address."),
                         "histogram_shared", WS_REPLAY_APART, WS_CAUSE_SEEN_IN_MEMORY },
  [WS_CAUSE_LOOPS] = { "loops", N_ ("Loop overhead"), if_unrolled, say_loops,
                       N_ ("The block is timed again with loop counters, tests and jumps in every "
                           "fourth iteration only, as if unrolled."),
                       "reduce6", WS_REPLAY_FEW_LOOPS, WS_CAUSE_SEEN_IN_CODE },
  [WS_CAUSE_DEPENDENCY] = { "dependency", N_ ("Latency of results"), if_overlapped, say_dependency,
                            N_ ("The block is timed again with half of each latency except that of "
                                "loads, as if a second, independent instruction were in flight."),
                            "chains", WS_REPLAY_OVERLAP, WS_CAUSE_SEEN_IN_WARPS },
  [WS_CAUSE_LOADS] = { "loads", N_ ("Too few loads in flight"), if_loads_ahead, say_loads,
                       N_ ("The block is timed again with a quarter of the latency of loads with "
                           "known addresses, as if each thread had four of them in flight."),
                       "loads", WS_REPLAY_LOADS_AHEAD, WS_CAUSE_SEEN_IN_MEMORY },
  [WS_CAUSE_READ_AGAIN] = { "read-again", N_ ("Repeated loads of the same elements"), if_read_once,
                            say_read_again,
                            N_ ("The block is timed again with all repeated loads served from "
                                "shared memory, or from a register if the same thread repeats "
                                "them."),
                            "matrix_product_tiled", WS_REPLAY_READ_ONCE, WS_CAUSE_SEEN_IN_MEMORY },
  [WS_CAUSE_LAUNCHES] = { "launches", N_ ("Launch overhead"), if_not_launched, say_launches,
                          N_ ("The time without this launch's overhead, as if the previous launch "
                              "did its work too."),
                          "reduce11", 0, WS_CAUSE_SEEN_IN_TREE },
};

/* Kernels of the course with a different remedy than the row's. */
static const struct {
  WsCauseKind kind;
  const char *of;
  const char *cure; /* NULL: none */
} cures[] = {
  { WS_CAUSE_DIVERGENCE, "reduceNeighbored", "reduceNeighboredLess" },
  { WS_CAUSE_DIVERGENCE, "warp_divergence", "warp_no_divergence" },
  { WS_CAUSE_DIVERGENCE, "mathKernel1", "mathKernel2" },
  { WS_CAUSE_DIVERGENCE, "mathKernel3", "mathKernel2" },
  { WS_CAUSE_CONFLICTS, "reduce2", "reduce3" },
  { WS_CAUSE_SECTORS, "transpose_naive", "transpose_shared" },
  { WS_CAUSE_SECTORS, "testInnerStruct", "testInnerArray" },
  { WS_CAUSE_IDLE_THREADS, "reduceNeighboredLess", "reduceUnrolling2" },
  { WS_CAUSE_IDLE_THREADS, "reduceInterleaved", "reduceUnrolling2" },
  { WS_CAUSE_IDLE_WARPS, "reduceUnrolling8", "reduceUnrollWarps8" },
  { WS_CAUSE_IDLE_WARPS, "reduce6", NULL }, /* it does so already */
  { WS_CAUSE_LOOPS, "work1", "work2" },
  { WS_CAUSE_LOOPS, "work2", "work4" },
  { WS_CAUSE_LOOPS, "work4", "work8" },
  { WS_CAUSE_READ_AGAIN, "convolution_1d", "convolution_1d_tiled" },
  { WS_CAUSE_OCCUPANCY, "matrix_product_33", "matrix_product_67" },
  { WS_CAUSE_LOADS, "reduce7", "reduce10" },
  { WS_CAUSE_LOADS, "reduce8", "reduce10" },
  { WS_CAUSE_LOADS, "reduce9", "reduce10" },
  { WS_CAUSE_LOADS, "reduce12", "reduce10" },
  { WS_CAUSE_LOADS, "reduceUnrolling2", "reduceUnrolling4" },
  { WS_CAUSE_LOADS, "reduceUnrolling4", "reduceUnrolling8" },
};

/* As a kernel of the course would be called: "vectorAdd" of the user's as "vector_add" is. The
 * ids of the user's begin with "own-", and those of templates end with their arguments. (transfer
 * full) */
static char *
fold_name (const char *id)
{
  g_autoptr (GString) name = g_string_new (NULL);

  for (const char *c = g_str_has_prefix (id, "own-") ? id + 4 : id; *c != '\0' && *c != '<'; c++)
    if (*c != '_')
      g_string_append_c (name, g_ascii_tolower (*c));
  return g_strdup (name->str);
}

/* Whether @run is of the course's kernel @id, or a copy of it. */
static gboolean
is_of (const WsRun *run, const char *id)
{
  g_autofree char *own = fold_name (run->id);
  g_autofree char *other = fold_name (id);

  return g_str_equal (own, other);
}

/* (nullable): a kernel is not its own remedy; and for data that a thread rereads itself, a register
 * suffices, which no kernel of the course shows */
static const char *
find_cure (const Inquiry *self, WsCauseKind kind)
{
  const WsRun *run = self->run;
  double own;

  if (kind == WS_CAUSE_READ_AGAIN && ws_replay_get_again_share (self->replay, &own) < 2 * own)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (cures); i++)
    if (cures[i].kind == kind && is_of (run, cures[i].of))
      return cures[i].cure;
  return is_of (run, rows[kind].cure) ? NULL : rows[kind].cure;
}

/* ---- where it is visible ---- */

static void
find_place (const Inquiry *self, WsReplayChange change, WsCause *cause)
{
  g_autofree double *weights = g_new0 (double, self->kernel->n_sites + 1);
  guint32 site = WS_NONE;
  double most = 0;

  cause->block = self->block->block;
  cause->site = cause->event = WS_NONE;
  for (guint e = 0; change != 0 && e < self->block->n_events; e++)
    weights[self->run->events[self->block->first_event + e].site] +=
        ws_replay_weigh (self->replay, change, e);
  for (guint s = 0; s < self->kernel->n_sites; s++)
    if (weights[s] > most)
      {
        most = weights[s];
        site = s;
      }
  if (site == WS_NONE)
    return;
  most = 0;
  for (guint e = 0; e < self->block->n_events; e++)
    if (self->run->events[self->block->first_event + e].site == site
        && ws_replay_weigh (self->replay, change, e) > most)
      {
        most = ws_replay_weigh (self->replay, change, e);
        cause->event = e;
      }
  cause->site = site;
  cause->line = self->kernel->sites[site].line;
  if (cause->event != WS_NONE)
    {
      const WsEvent *event = &self->run->events[self->block->first_event + cause->event];

      cause->warp = event->warp;
      cause->lanes = event->taken != 0 ? event->taken : event->active;
    }
}

/* ---- the summary ---- */

/* The resource that is closest to its limit. */
static char *
say_nothing_stands_out (const Inquiry *self)
{
  static const char *const sentences[] = {
    N_ ("No bottleneck: it moves memory at %.0f %% of the device's rate."),
    N_ ("No bottleneck: its schedulers issue in %.0f %% of the cycles."),
    N_ ("No bottleneck: its shared memory is busy in %.0f %% of the cycles."),
    N_ ("No bottleneck: the SMs' port to the caches is busy in %.0f %% of the cycles."),
  };
  const Model *model = &self->model;
  double each = 100 * model->n_blocks / MAX (self->cycles * model->n_sms, 1);
  const double shares[G_N_ELEMENTS (sentences)] = {
    each * model->n_sms * model->use.missed * model->sector_cycles,
    each * model->use.issue / model->schedulers,
    each * model->use.shared,
    each * model->use.port,
  };
  guint most = 0;

  for (guint i = 1; i < G_N_ELEMENTS (shares); i++)
    most = shares[i] > shares[most] ? i : most;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral" /* one of those above */
  return g_strdup_printf (_ (sentences[most]), MIN (shares[most], 100));
#pragma GCC diagnostic pop
}

static WsCause
make_cause (const Inquiry *inquiry, WsCauseKind kind, double gain)
{
  WsCause cause = { .kind = kind, .share = 1 - 1 / gain, .factor = gain };

  cause.id = rows[kind].id;
  cause.title = _ (rows[kind].title);
  cause.how = _ (rows[kind].how);
  cause.cure = find_cure (inquiry, kind);
  cause.place = rows[kind].place;
  find_place (inquiry, rows[kind].change, &cause);
  cause.figure = rows[kind].say (inquiry, &cause);
  return cause;
}

static void
add_cause (WsCauses *self, const Inquiry *inquiry, WsCauseKind kind)
{
  guint at = self->n_causes;
  double share = 1 - 1 / self->gains[kind];

  while (at > 0 && self->causes[at - 1].share < share)
    at--;
  if (share < LEAST_SHARE || at == WS_CAUSES_MOST)
    return;
  if (self->n_causes == WS_CAUSES_MOST)
    g_free (self->causes[--self->n_causes].figure);
  for (guint i = self->n_causes; i > at; i--)
    self->causes[i] = self->causes[i - 1];
  self->n_causes++;
  self->causes[at] = make_cause (inquiry, kind, self->gains[kind]);
}

/* The gain from more work is not a gain of this launch. */
static void
add_remark (WsCauses *self, const Inquiry *inquiry)
{
  if (1 - 1 / MAX (if_more_blocks (inquiry), 1) < LEAST_SHARE)
    return;
  self->is_small = TRUE;
  self->remark = make_cause (inquiry, WS_CAUSE_FEW_BLOCKS, 1);
}

/* (transfer full) */
static char *
summarise (const WsCauses *self, const Inquiry *inquiry)
{
  g_autofree char *remark = self->is_small ? ws_cause_describe_remark (&self->remark) : NULL;
  g_autofree char *gain = self->n_causes > 0 ? ws_cause_describe_gain (&self->causes[0]) : NULL;

  if (remark == NULL)
    return gain != NULL ? g_steal_pointer (&gain) : say_nothing_stands_out (inquiry);
  return gain != NULL ? g_strdup_printf ("%s %s. %s", remark, self->causes[0].title, gain)
                      : g_steal_pointer (&remark);
}

static const WsBlockRecord *
choose_block (const WsRun *run, guint launch)
{
  const WsBlockRecord *block = ws_replay_choose_block (run, launch);

  return block != NULL && block->n_events <= MOST_EVENTS ? block : NULL;
}

static void
inquire (WsCauses *self, Inquiry *inquiry)
{
  const WsSpec *spec = inquiry->run->spec;
  guint64 n_counted;

  inquiry->kernel = ws_run_get_kernel (inquiry->run, inquiry->launch);
  inquiry->timeline = ws_timeline_new ((WsRun *)inquiry->run, inquiry->launch);
  inquiry->counts = ws_site_counts_new (inquiry->run, inquiry->launch, TRUE, &n_counted);
  inquiry->model = (Model){
    .n_blocks = (double)ws_launch_get_n_blocks (inquiry->record),
    .per_sm = ws_residency_get_resident (inquiry->run, inquiry->launch),
    .n_sms = spec->n_sms,
    .schedulers = spec->schedulers_per_sm,
    .atomic_cycles = spec->atomic_tenths > 0 ? spec->atomic_tenths / 10. : 1,
    .gap_cycles = spec->block_gap,
    .launch_cycles = (double)spec->block_launch_ps * spec->clock_khz / 1e9,
    .sector_cycles = SECTOR_BYTES * (double)spec->clock_khz * 1e3 / (double)ws_spec_get_rate (spec),
  };
  ws_replay_run (inquiry->replay, WS_REPLAY_AS_IT_IS, (guint)get_resident (&inquiry->model),
                 &inquiry->model.use);
  /* if the launch took less time per atomic, the device combines those of a warp */
  if (inquiry->record->duration_cycles > 0)
    inquiry->model.use.hottest =
        MIN (inquiry->model.use.hottest,
             (double)inquiry->record->duration_cycles
                 / (MAX (inquiry->model.n_blocks, 1) * inquiry->model.atomic_cycles));
  inquiry->cycles = time_of (&inquiry->model);
  for (guint kind = 0; kind < WS_N_CAUSES; kind++)
    {
      self->gains[kind] = rows[kind].gain != NULL ? MAX (rows[kind].gain (inquiry), 1) : 1;
      add_cause (self, inquiry, (WsCauseKind)kind);
    }
  add_remark (self, inquiry);
  self->known = TRUE;
  g_free (self->summary);
  self->summary = summarise (self, inquiry);
  g_clear_pointer (&inquiry->timeline, ws_timeline_unref);
  g_free (inquiry->counts);
}

/* Estimates the gain from removing each cause. The launch's time is modelled as the maximum of: the
 * time of the SMs (waves of resident blocks, each as long as a block takes alone, or as limited by
 * schedulers, port or shared memory), of launching its blocks, of its sectors at the device
 * memory's bandwidth, and of the atomics on one address, each in the spec's time for it (a cycle
 * where it has none), or in less if the launch took less.
 *
 * Returns: (transfer full): the causes */
WsCauses *
ws_causes_new (const WsRun *run, guint launch)
{
  WsCauses *self = g_new0 (WsCauses, 1);
  Inquiry inquiry = { .run = run, .launch = launch };

  g_return_val_if_fail (launch < run->n_launches, self);

  inquiry.record = &run->launches[launch];
  inquiry.block = choose_block (run, launch);
  for (guint kind = 0; kind < WS_N_CAUSES; kind++)
    self->gains[kind] = 1;
  self->summary = g_strdup (
      _ ("No analysis: no block of this launch was recorded in full, or its device is unknown."));
  if (inquiry.block != NULL)
    inquiry.replay = ws_replay_new (run, launch, inquiry.block);
  if (inquiry.replay != NULL)
    inquire (self, &inquiry);
  ws_replay_free (inquiry.replay);
  return self;
}

void
ws_causes_free (WsCauses *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_causes; i++)
    g_free (self->causes[i].figure);
  g_free (self->remark.figure);
  g_free (self->summary);
  g_free (self);
}

/* Returns: (transfer none): its stable name, as in "bank-conflicts" */
const char *
ws_cause_get_id (WsCauseKind kind)
{
  return rows[kind].id;
}

/* Returns: (transfer full): a sentence */
char *
ws_cause_describe_remark (const WsCause *self)
{
  /* Translators: as in "Too small to fill the GPU: 1 block, where 132 SMs have room for 2112." */
  return g_strdup_printf (_ ("%1$s: %2$s."), self->title, self->figure);
}

/* Returns: (transfer full): the gain from removing it, in words */
char *
ws_cause_describe_gain (const WsCause *self)
{
  return g_strdup_printf (_ ("Without it, about %1$.1f times as fast: %2$.0f %% of the time."),
                          self->factor, 100 * self->share);
}

/**
 * ws_cause_describe_place:
 * @run: whose it is
 * @launch: of the run
 *
 * Returns: (transfer full) (nullable): line, block and warp where it is visible; %NULL if it
 * concerns the whole launch
 */
char *
ws_cause_describe_place (const WsCause *self, const WsRun *run, guint launch)
{
  const WsKernel *kernel = ws_run_get_kernel (run, launch);

  if (self->event == WS_NONE)
    return NULL;
  if (self->line == 0 || kernel->file == NULL)
    return g_strdup_printf (_ ("block %1$u, warp %2$u, lanes %3$08x"), self->block, self->warp,
                            self->lanes);
  return g_strdup_printf (_ ("%1$s:%2$u, block %3$u, warp %4$u, lanes %5$08x"), kernel->file,
                          self->line, self->block, self->warp, self->lanes);
}
