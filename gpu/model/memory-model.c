/* memory-model.c: when memory answers a request.
 *
 * It depends on concurrent requests: everything on the path of an access is a server with the
 * spec's rate: the banks of shared memory; the L1 cache; the port from there to the L2 cache; and
 * the SM's share of the L2 cache and the device memory. So the same trace can be timed alone and
 * with others.
 *
 * Repeated accesses of a block are served by L1 or L2 according to the tags, if the spec has the
 * size of L1. Blocks also share data: see ws_memory_model_set_new_share().
 */
#include "model/memory-model.h"

#include <string.h>

#define TICKS        256 /* of a cycle */
#define KEPT_SECTORS (WS_LINE_BYTES / WS_CACHE_SECTOR_BYTES)
#define BUCKET_TICKS (64 * TICKS)
#define N_BUCKETS    64 /* of a server's history: loads are not issued further ahead */
#define TENTHS       10
/* Of the hash of lines: the model's constants were fitted with it. */
#define LINES_SEED G_GUINT64_CONSTANT (0x7948179600000000)
#define COMMON     8 /* see ws_memory_model_set_new_share() */
/* Distance between copies of a block. */
#define LINES_OF_COPY (G_GUINT64_CONSTANT (0x9e3779b1) << 8)

typedef enum {
  SERVER_SHARED,
  SERVER_NEAR,
  SERVER_PORT,
  SERVER_REQUESTS, /* the L2 cache's, */
  SERVER_BYTES,    /* its data, */
  SERVER_PARTIAL,  /* and partial writes */
  SERVER_DEVICE,
  N_SERVERS
} Server;

/* The queues of an SM: for global and local memory, and for shared memory. */
typedef enum { QUEUE_GLOBAL, QUEUE_SHARED, N_QUEUES } Queue;

/* Length of a queue; beyond it, warps stall before further requests. */
static const guint rooms[N_QUEUES] = { [QUEUE_GLOBAL] = 112, [QUEUE_SHARED] = 32 };

#define MOST_QUEUED 112 /* the most of them */

/* A bucket of a server's cycles. */
typedef struct {
  guint64 number; /* its index, from the first cycle */
  guint32 taken;  /* ticks */
} Bucket;

struct _WsMemoryModel {
  const WsSpec *spec;
  guint64 free_at[N_SERVERS]; /* ticks */
  Bucket buckets[N_SERVERS][N_BUCKETS];
  guint64 costs[N_SERVERS];            /* ticks per unit: a pass, a sector, a request */
  guint64 drained_at;                  /* cycle in which all writes have left the SM */
  guint64 left[N_QUEUES][MOST_QUEUED]; /* cycles at which the last accesses leave their queue */
  guint at[N_QUEUES];
  guint new_share;
  guint32 n_blocks;
  gboolean is_common; /* the SM's own cache keeps what blocks share once one of them has read it */
  gboolean is_first;  /* see ws_memory_model_set_first() */
  gboolean has_near;
  guint granule_sectors; /* that the device memory transfers at once */
  WsCache touched;       /* by the SM's blocks */
  WsTags *tags;
};

/* Resets it for a new block: nothing cached, nothing queued. */
void
ws_memory_model_begin (WsMemoryModel *self)
{
  memset (self->free_at, 0, sizeof self->free_at);
  memset (self->buckets, 0, sizeof self->buckets);
  self->drained_at = 0;
  memset (self->left, 0, sizeof self->left);
  memset (self->at, 0, sizeof self->at);
  ws_tags_forget (self->tags);
  ws_cache_forget (&self->touched);
}

/* Ticks per unit of an SM's share of a device-wide server that serves @per_cycle. */
static guint64
share_of (guint64 per_cycle, guint n_sms)
{
  return per_cycle == 0 ? 0 : (guint64)TICKS * n_sms / per_cycle;
}

/* Ticks in which the device memory transfers so many bytes for one of @n_sms. */
static guint64
device_ticks (const WsSpec *spec, guint n_sms, guint bytes)
{
  return (guint64)((unsigned __int128)bytes * spec->clock_khz * 1000 * TICKS * n_sms
                   / ws_spec_get_rate (spec));
}

/**
 * ws_memory_model_new:
 * @spec: the device; borrowed
 * @blocks_per_sm: blocks that are resident at once
 * @n_blocks: of the grid: with few blocks, fewer SMs share the device
 * @shared_bytes: of a block: L1 gets what shared memory leaves
 *
 * Returns: (transfer full): the memory system as one SM sees it
 */
WsMemoryModel *
ws_memory_model_new (const WsSpec *spec, guint blocks_per_sm, guint32 n_blocks,
                     guint32 shared_bytes)
{
  WsMemoryModel *self = g_new0 (WsMemoryModel, 1);
  guint n_sms = CLAMP (n_blocks, 1, spec->n_sms);
  guint64 shared =
      (guint64)blocks_per_sm * (shared_bytes > 0 ? shared_bytes + spec->shared_reserved_bytes : 0);

  self->spec = spec;
  self->n_blocks = n_blocks;
  self->new_share = WS_ALL_NEW;
  self->has_near = spec->l1_bytes > 0;
  self->granule_sectors = ws_ask_get_granule (spec);
  ws_cache_init (&self->touched, spec, 1);
  self->tags = ws_tags_new (spec->l1_bytes > shared ? spec->l1_bytes - shared : 0);
  self->costs[SERVER_SHARED] = TICKS * MAX (1, spec->issue_cycles * spec->shared_banks / 32);
  self->costs[SERVER_NEAR] = self->has_near ? TICKS : 0;
  self->costs[SERVER_PORT] =
      spec->port_bytes == 0 ? 0 : TICKS * WS_CACHE_SECTOR_BYTES / spec->port_bytes;
  self->costs[SERVER_REQUESTS] = share_of (spec->l2_requests, n_sms);
  self->costs[SERVER_BYTES] = share_of (spec->l2_bytes_per_cycle, n_sms * WS_CACHE_SECTOR_BYTES);
  self->costs[SERVER_PARTIAL] = share_of (spec->partial_writes, n_sms);
  self->costs[SERVER_DEVICE] =
      device_ticks (spec, n_sms, self->granule_sectors * WS_CACHE_SECTOR_BYTES);
  return self;
}

void
ws_memory_model_free (WsMemoryModel *self)
{
  ws_tags_free (self->tags);
  ws_cache_clear (&self->touched);
  g_free (self);
}

/**
 * ws_memory_model_set_new_share:
 * @share: in 256ths: of the sectors that blocks touch for the first time, those that no other block
 * has touched; the L2 cache serves the others
 *
 * So each sector is touched by 256 / @share blocks. If that is at least one block in eight, as for
 * bins and coefficients, later blocks of an SM find the data in its own cache. Otherwise the
 * sharers are mostly on other SMs.
 */
void
ws_memory_model_set_new_share (WsMemoryModel *self, guint share)
{
  self->new_share = share;
  self->is_common = (guint64)share * self->n_blocks <= COMMON * WS_ALL_NEW;
}

/**
 * ws_memory_model_set_first:
 * @is_first: whether the block began with the launch: data shared with others, which traverse
 * memory at the same pace, is still in flight from device memory
 */
void
ws_memory_model_set_first (WsMemoryModel *self, gboolean is_first)
{
  self->is_first = is_first;
}

/* The bucket at @bucket, empty if unused so far. */
static Bucket *
get_bucket (WsMemoryModel *self, Server server, guint64 bucket)
{
  Bucket *it = &self->buckets[server][bucket % N_BUCKETS];

  if (it->number != bucket)
    *it = (Bucket){ .number = bucket };
  return it;
}

/* Reserves the server's time from @begin on, in ticks. */
static void
take (WsMemoryModel *self, Server server, guint64 begin, guint64 ticks)
{
  while (ticks > 0)
    {
      guint64 left = BUCKET_TICKS - begin % BUCKET_TICKS;
      guint64 part = MIN (left, ticks);

      get_bucket (self, server, begin / BUCKET_TICKS)->taken += (guint32)part;
      begin += part;
      ticks -= part;
    }
}

/* Returns: a time from @start on in the first bucket that has @ticks free, between other requests,
 * or else after them all */
static guint64
find_gap (WsMemoryModel *self, Server server, guint64 start, guint64 ticks)
{
  guint64 last = self->free_at[server] / BUCKET_TICKS;
  guint64 at = MAX (start / BUCKET_TICKS, last > N_BUCKETS - 1 ? last - (N_BUCKETS - 1) : 0);

  while (at < last && get_bucket (self, server, at)->taken + ticks > BUCKET_TICKS)
    at++;
  if (at >= last)
    return MAX (start, self->free_at[server]);
  return MAX (start, at * BUCKET_TICKS + get_bucket (self, server, at)->taken);
}

/* @lead: cycles by which the requests were issued ahead of @start. Returns: the cycle after the one
 * in which @n requests are served that come @lead cycles before @start */
static guint64
serve (WsMemoryModel *self, Server server, guint64 start, guint64 n, guint64 lead)
{
  guint64 ticks = n * self->costs[server];
  guint64 begin = (start - lead) * TICKS;

  if (ticks == 0)
    return start - lead;
  begin = lead > 0 ? find_gap (self, server, begin, ticks) : MAX (begin, self->free_at[server]);
  take (self, server, begin, ticks);
  self->free_at[server] = MAX (self->free_at[server], begin + ticks);
  return (begin + ticks + TICKS - 1) / TICKS;
}

/* If stages of an access overlap, the last one counts: @then. */
static void
pass (WsMemoryModel *self, Server server, guint64 start, guint n, guint64 lead, guint64 *then)
{
  guint64 served = n > 0 ? serve (self, server, start + lead, n, lead) : start;

  *then = MAX (*then, served);
}

/* The L1 cache accepts nothing before @then. */
static guint64
block_near (WsMemoryModel *self, guint64 start, guint64 then)
{
  guint64 free_at = MAX (self->free_at[SERVER_NEAR], start * TICKS);

  if (self->has_near && then * TICKS > free_at)
    {
      take (self, SERVER_NEAR, free_at, then * TICKS - free_at);
      self->free_at[SERVER_NEAR] = then * TICKS;
    }
  return then;
}

static void
leave (WsMemoryModel *self, Queue queue, guint64 then)
{
  self->left[queue][self->at[queue]] = then;
  self->at[queue] = (self->at[queue] + 1) % rooms[queue];
}

/* Whether no other block has touched the line: of each line, always the same answer. */
static gboolean
is_new (const WsMemoryModel *self, guint64 line)
{
  return (guint)((line * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + LINES_SEED) >> 56)
         < self->new_share;
}

/* The requests of a global access to the L2 cache and to device memory. */
typedef struct {
  guint n_requests;
  guint n_sectors;
  guint n_device;
  gboolean is_far;               /* it waits for the device memory, */
  gboolean is_under_way;         /* or for requests of other SMs to it */
  guint64 arrives;               /* cycle in which sectors in flight arrive */
  guint64 *places[WS_MAX_LINES]; /* per line, arrival times of its sectors */
  guint8 asked[WS_MAX_LINES];
} Misses;

/* Returns: how many of a line's sectors the SM touches for the first time */
static guint
find_first (WsMemoryModel *self, guint64 line, guint sectors)
{
  guint first = 0;

  for (guint s = 0; s < KEPT_SECTORS; s++)
    if ((sectors >> s & 1) != 0
        && !ws_ask_touch_granule (&self->touched, line * KEPT_SECTORS + s, self->granule_sectors))
      first++;
  return first;
}

/* Part of a granule of device memory may be in flight already: the rest then reaches the L2 cache
 * at the same time. */
static guint64
find_beside (const WsMemoryModel *self, const guint64 *arrives, guint sectors)
{
  guint n = MIN (self->granule_sectors, KEPT_SECTORS);
  guint64 then = 0;

  for (guint s = 0; s < KEPT_SECTORS; s++)
    {
      guint granule = ((1u << n) - 1) << (s - s % n);

      if ((sectors >> s & 1) == 0 && (sectors & granule) != 0)
        then = MAX (then, arrives[s]);
    }
  return then;
}

static void
find_misses (WsMemoryModel *self, const WsAsk *ask, const WsAskLine *lines, guint64 copy,
             Misses *misses)
{
  gboolean is_load = ask->kind == WS_COST_LOAD;

  for (guint i = 0; i < ask->n_lines; i++)
    {
      const WsAskLine *line = &lines[i];
      gboolean is_own = is_new (self, line->line);
      guint64 at = line->line + (is_own || !self->is_common ? copy * LINES_OF_COPY : 0);
      guint missing =
          ws_tags_touch (self->tags, at, line->sectors, is_load ? &misses->places[i] : NULL);
      guint asked = is_load && self->has_near ? missing : line->sectors;
      guint first = asked != 0 && !line->is_cached ? find_first (self, at, asked) : 0;

      misses->n_requests += asked != 0;
      misses->n_sectors += (guint)__builtin_popcount (asked);
      misses->n_device += is_own ? first : 0;
      misses->is_far = misses->is_far || (first > 0 && is_own);
      misses->is_under_way =
          misses->is_under_way || (first > 0 && self->is_first && !ask->is_astray);
      misses->asked[i] = (guint8)asked;
      if (is_load && asked != 0)
        misses->arrives =
            MAX (misses->arrives, find_beside (self, misses->places[i], line->sectors));
      for (guint s = 0; is_load && s < KEPT_SECTORS; s++)
        if ((line->sectors & ~asked) >> s & 1)
          misses->arrives = MAX (misses->arrives, misses->places[i][s]);
    }
}

static guint64
answer_global (WsMemoryModel *self, const WsAsk *ask, const WsAskLine *lines, guint64 copy,
               guint64 start, guint64 lead)
{
  const WsSpec *spec = self->spec;
  Misses misses;
  guint64 then;
  guint64 done;
  guint latency;

  misses.n_requests = misses.n_sectors = misses.n_device = 0;
  misses.is_far = misses.is_under_way = FALSE;
  misses.arrives = 0;
  find_misses (self, ask, lines, copy, &misses);
  then = start = serve (self, SERVER_NEAR, start, ask->passes, lead);
  pass (self, SERVER_PARTIAL, start, ask->n_partial, lead, &then);
  if (then > start)
    start = block_near (self, start, then);
  leave (self, QUEUE_GLOBAL, start);
  if (ask->kind == WS_COST_STORE)
    self->drained_at = MAX (self->drained_at, start);
  pass (self, SERVER_PORT, start, misses.n_sectors, lead, &then);
  pass (self, SERVER_REQUESTS, start, misses.n_requests, lead, &then);
  pass (self, SERVER_BYTES, start, misses.n_sectors, lead, &then);
  pass (self, SERVER_DEVICE, start, misses.n_device, lead, &then);
  latency = misses.is_far         ? spec->latency_memory
            : misses.is_under_way ? (spec->latency_l2 + spec->latency_memory) / 2
            : ask->kind == WS_COST_ATOMIC || (self->has_near && misses.n_requests > 0)
                ? spec->latency_l2
                : spec->latency_near;
  if (ask->kind == WS_COST_ATOMIC)
    latency += ask->n_served * spec->atomic_tenths / TENTHS;
  if (ask->ahead > 1)
    latency = (latency + ask->ahead - 1) / ask->ahead;
  done = then + MAX (latency, 1) - 1;
  /* sectors requested by other warps of the SM are not requested again, but waited for */
  if (ask->kind == WS_COST_LOAD && self->has_near)
    {
      done = MAX (done, ask->ahead > 1 ? 0 : misses.arrives);
      for (guint i = 0; misses.n_requests > 0 && i < ask->n_lines; i++)
        for (guint s = 0; s < KEPT_SECTORS; s++)
          if (misses.asked[i] >> s & 1)
            misses.places[i][s] = done;
    }
  return done;
}

/**
 * ws_memory_model_answer:
 * @ask: what is asked for
 * @lines: the lines that it touches
 * @copy: index of the copy, if a block represents several; each has its own lines
 * @start: cycle of the request
 * @lead: cycles by which it was issued ahead, so that it precedes later requests of others
 *
 * Returns: the cycle in which the memory has answered
 */
guint64
ws_memory_model_answer (WsMemoryModel *self, const WsAsk *ask, const WsAskLine *lines, guint64 copy,
                        guint64 start, guint64 lead)
{
  const WsSpec *spec = self->spec;

  switch ((WsPlace)ask->place)
    {
      case WS_PLACE_SHARED: {
        guint64 then = serve (self, SERVER_SHARED, start, ask->passes, lead);

        leave (self, QUEUE_SHARED, then);
        return then - 1 + MAX (spec->latency_shared, 1) * (ask->kind == WS_COST_ATOMIC ? 2 : 1);
      }
    case WS_PLACE_LOCAL:
      return serve (self, SERVER_NEAR, start, ask->passes, lead) + spec->latency_near;
    case WS_PLACE_GLOBAL:
      return answer_global (self, ask, lines, copy, start, lead);
    case WS_PLACE_NONE:
    default:
      return start + MAX (spec->latency_arithmetic, 1);
    }
}

/**
 * ws_memory_model_find_room:
 * @ask: what is asked for
 *
 * Returns: the first cycle in which the queue to that memory has room for it
 */
guint64
ws_memory_model_find_room (const WsMemoryModel *self, const WsAsk *ask)
{
  Queue queue = ask->place == WS_PLACE_SHARED ? QUEUE_SHARED : QUEUE_GLOBAL;

  return ask->place == WS_PLACE_NONE ? 0 : self->left[queue][self->at[queue]];
}

/* Returns: the cycle in which all writes so far have left the SM */
guint64
ws_memory_model_get_drained (const WsMemoryModel *self)
{
  return self->drained_at;
}
