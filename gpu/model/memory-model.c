/* memory-model.c: when the memory answers what an access asks for.
 *
 * That depends on what else is asked for: everything that an access passes serves one request after
 * another, at the spec's rates: the banks of shared memory; the cache nearest to the SM; the port
 * from there to the L2 cache; and, each SM with its share, the L2 cache and the device memory. So
 * the same trace can be timed alone and beside others.
 *
 * Which cache answers what a block comes back to, the tags say where the spec knows how large the
 * nearest one is. Blocks read what others have read, too: see ws_memory_model_set_new_share().
 */
#include "model/memory-model.h"

#include <string.h>

#define TICKS        256 /* of a cycle */
#define KEPT_SECTORS (WS_LINE_BYTES / WS_CACHE_SECTOR_BYTES)
#define BUCKET_TICKS (64 * TICKS)
#define N_BUCKETS    64 /* of a server that are known: loads are not ahead by more */
#define TENTHS       10
/* Of the hash of lines: the constants of the model were fitted with it. */
#define LINES_SEED G_GUINT64_CONSTANT (0x7948179600000000)
#define COMMON     8 /* see ws_memory_model_set_new_share() */
/* That copies of a block are apart. */
#define LINES_OF_COPY (G_GUINT64_CONSTANT (0x9e3779b1) << 8)

typedef enum {
  SERVER_SHARED,
  SERVER_NEAR,
  SERVER_PORT,
  SERVER_REQUESTS, /* the L2 cache's, */
  SERVER_BYTES,    /* what it moves, */
  SERVER_PARTIAL,  /* and what is written in part */
  SERVER_DEVICE,
  N_SERVERS
} Server;

/* Of an SM's accesses: of global and local memory, and of shared memory. */
typedef enum { QUEUE_GLOBAL, QUEUE_SHARED, N_QUEUES } Queue;

/* Accesses of an SM that wait in a queue before its warps have to wait to ask for more. */
static const guint rooms[N_QUEUES] = { [QUEUE_GLOBAL] = 112, [QUEUE_SHARED] = 32 };

#define MOST_QUEUED 112 /* the most of them */

/* Some cycles of a server, of those before which it is free again. */
typedef struct {
  guint64 number; /* that many buckets after the first cycle */
  guint32 taken;  /* ticks */
} Bucket;

struct _WsMemoryModel {
  const WsSpec *spec;
  guint64 free_at[N_SERVERS]; /* ticks */
  Bucket buckets[N_SERVERS][N_BUCKETS];
  guint64 costs[N_SERVERS];            /* ticks of one: a pass, a sector, a request */
  guint64 drained_at;                  /* cycle in which what was written has left the SM */
  guint64 left[N_QUEUES][MOST_QUEUED]; /* cycles in which the last accesses have left their queue */
  guint at[N_QUEUES];
  guint new_share;
  guint32 n_blocks;
  gboolean is_common; /* whether what blocks share is in the SM's own cache when one has read it */
  gboolean is_first;  /* see ws_memory_model_set_first() */
  gboolean has_near;
  guint granule_sectors; /* that the device memory moves at once */
  WsCache touched;       /* by the SM's blocks */
  WsTags *tags;
};

/* As it is when a block begins: nothing is cached, nothing is queued. */
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

/* Ticks that an SM's share of what serves @per_cycle of the device needs for one. */
static guint64
share_of (guint64 per_cycle, guint n_sms)
{
  return per_cycle == 0 ? 0 : (guint64)TICKS * n_sms / per_cycle;
}

/* Ticks in which the device memory moves so many bytes for one of @n_sms. */
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
 * @n_blocks: of the grid: those of few blocks share the device with fewer
 * @shared_bytes: of a block: the cache nearest to the SM has what shared memory leaves
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
 * @share: of 256: of the sectors that blocks touch for the first time, those that no other block
 *   has touched; the L2 cache answers for the others
 *
 * So each sector is touched by 256 / @share blocks. Where that is one block in eight or more, as of
 * bins and coefficients, what one block of an SM has read the next one finds in the SM's own cache.
 * Otherwise those that share it are on other SMs, mostly.
 */
void
ws_memory_model_set_new_share (WsMemoryModel *self, guint share)
{
  self->new_share = share;
  self->is_common = (guint64)share * self->n_blocks <= COMMON * WS_ALL_NEW;
}

/**
 * ws_memory_model_set_first:
 * @is_first: whether the block began with the launch: what it shares with others, which go along
 *   memory at the same pace, is still on its way from the device memory
 */
void
ws_memory_model_set_first (WsMemoryModel *self, gboolean is_first)
{
  self->is_first = is_first;
}

/* The bucket of @bucket cycles, which is empty where none of it was taken yet. */
static Bucket *
get_bucket (WsMemoryModel *self, Server server, guint64 bucket)
{
  Bucket *it = &self->buckets[server][bucket % N_BUCKETS];

  if (it->number != bucket)
    *it = (Bucket){ .number = bucket };
  return it;
}

/* Takes the server's time from @begin on, in ticks. */
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

/* Returns: from when on the server had @ticks left, not before @start, for what would have been
 * asked for then: between others, or behind them */
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

/* @lead: cycles that they were asked for before @start. Returns: the cycle behind the one in which
 * @n are served that come at @start, less @lead */
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

/* Where other things are done to an access meanwhile, the last counts: @then. */
static void
pass (WsMemoryModel *self, Server server, guint64 start, guint n, guint64 lead, guint64 *then)
{
  guint64 served = n > 0 ? serve (self, server, start + lead, n, lead) : start;

  *then = MAX (*then, served);
}

/* The cache nearest to the SM takes nothing before @then. */
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

/* Which lines of a share: any, but always the same. */
static gboolean
is_new (const WsMemoryModel *self, guint64 line)
{
  return (guint)((line * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + LINES_SEED) >> 56)
         < self->new_share;
}

/* What an access to global memory asks the L2 cache for, and the device memory. */
typedef struct {
  guint n_requests;
  guint n_sectors;
  guint n_device;
  gboolean is_far;               /* it waits for the device memory, */
  gboolean is_under_way;         /* or for what other SMs have asked it for */
  guint64 arrives;               /* cycle in which what is on its way already is there */
  guint64 *places[WS_MAX_LINES]; /* of each line, where that stands of its sectors */
  guint8 asked[WS_MAX_LINES];
} Misses;

/* Of a line's sectors those that the SM touches for the first time. */
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

/* Of what the device memory moves at once a part may be on its way already: the rest is in the L2
 * cache when that is. */
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
  /* what others of the SM have asked for is not asked for again, but waited for */
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
 * @copy: of a block that stands for others, too: which of these it is; each has lines of its own
 * @start: cycle in which it is
 * @lead: cycles that it was asked for earlier: then it went between what others have asked for
 * since
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
 * Returns: the cycle from which on the queue to that memory has room for it
 */
guint64
ws_memory_model_find_room (const WsMemoryModel *self, const WsAsk *ask)
{
  Queue queue = ask->place == WS_PLACE_SHARED ? QUEUE_SHARED : QUEUE_GLOBAL;

  return ask->place == WS_PLACE_NONE ? 0 : self->left[queue][self->at[queue]];
}

/* Returns: the cycle in which all that was written so far has left the SM */
guint64
ws_memory_model_get_drained (const WsMemoryModel *self)
{
  return self->drained_at;
}
