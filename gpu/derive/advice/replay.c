#include "advice/replay.h"

#include "accesses/memory-level.h"
#include "accesses/memory-request.h"
#include "schedule/residency.h"
#include "record/opcode.h"

#include <string.h>

#define NEVER          G_MAXUINT64
#define UNROLLED       4  /* rounds of a loop that become one */
#define MOST_UNROLLED  10 /* rounds of a loop that can become none: steps of a block's tree */
#define AHEAD          4  /* loads of a thread that could be in flight */
#define MAX_SCHEDULERS 16 /* a spec has no more */

typedef enum {
  IN_REGISTERS,
  IN_SHARED,
  IN_GLOBAL,
  IN_LOCAL,
} Place;

/* What an event asks for, as it is and as it might be. */
typedef struct {
  guint32 site;
  guint8 place;    /* a Place */
  guint16 skipped; /* a bit for each change under which it does not happen */
  guint8 cheap;    /* a bit for each change under which it is one instruction */
  guint8 missed;   /* sectors of the device memory */
  guint8 again;    /* whether it would ask shared memory if the block read each byte once */
  guint16 parts;   /* wavefronts, or sectors */
  guint16 ideal;   /* of them, those that the bytes need */
  guint16 met;     /* of an atomic: times that lanes wait for others at their address */
} Step;

/* A site's cost on the spec; see gpu/clock/cost.c. */
typedef struct {
  guint issue;
  guint latency;
  guint cheap; /* cycles of the schedulers where it were one instruction */
  gboolean is_branch;
  gboolean ahead; /* a load of global memory that could be issued before others are answered */
} Cost;

struct _WsReplay {
  const WsRun *run;
  const WsSpec *spec;
  const WsKernel *kernel;
  const WsEvent *events;
  guint n_events;
  guint n_warps;
  Step *steps;    /* per event */
  guint32 *order; /* events, warp by warp */
  guint32 *first; /* per warp, and one more: into order */
  guint32 *leave; /* per warp: into order, where it could leave */
  Cost *costs;    /* per site */
  double used;    /* bytes of global memory that lanes ask for, each once, in whole sectors */
  double hottest;
  double idle_share;
  double again_share;
  double own_share;
};

/* ---- what sites cost ---- */

static guint
cycles_of_lanes (const WsSpec *spec, guint lanes)
{
  return MAX (spec->issue_cycles, WS_WARP_SIZE * spec->schedulers_per_sm / MAX (lanes, 1));
}

static Cost
cost_of (const WsReplay *self, const WsSite *site)
{
  const WsSpec *spec = self->spec;
  const char *opcode = ws_kernel_get_string (self->kernel, site->opcode);
  WsExpansion expansion =
      ws_opcode_get_expansion (opcode, (WsValueType)site->value_type, ws_opcode_is_approx (opcode));
  guint issue = MAX (spec->issue_cycles, 1);
  Cost cost = { .is_branch = site->op_class == WS_OP_BRANCH };

  if (expansion.is_special)
    issue = cycles_of_lanes (spec, spec->sfu_lanes);
  else if (site->op_class == WS_OP_ALU && site->value_type == WS_VALUE_F64 && spec->fp64_lanes > 0
           && !g_str_has_prefix (opcode, "mov") && !g_str_has_prefix (opcode, "ld"))
    issue = cycles_of_lanes (spec, spec->fp64_lanes);
  cost.cheap = issue;
  cost.issue = issue * expansion.count;
  cost.latency = MAX (spec->latency_arithmetic * expansion.chain, cost.issue);
  if (site->op_class == WS_OP_SHUFFLE || site->op_class == WS_OP_REDUX)
    cost.latency = spec->latency_shared;
  return cost;
}

/* ---- what the instructions are for ---- */

static const guint32 *
get_registers (const WsKernel *kernel, const WsSite *site, guint *n)
{
  *n = site->n_defs + site->n_uses + site->n_address
       + ((site->flags & WS_SITE_GUARDED) != 0 ? 1 : 0);
  return kernel->registers + site->first_register;
}

/* Marks the sites whose results only marked sites read. */
static void
mark_sources (const WsKernel *kernel, gboolean *marked)
{
  g_autofree guint *readers = g_new (guint, kernel->n_register_names + 1);
  gboolean more = TRUE;

  while (more)
    {
      more = FALSE;
      memset (readers, 0, (kernel->n_register_names + 1) * sizeof *readers);
      for (guint s = 0; s < kernel->n_sites; s++)
        {
          guint n;
          const guint32 *registers = get_registers (kernel, &kernel->sites[s], &n);
          gboolean is_own = kernel->sites[s].n_defs == 1 && kernel->sites[s].op_class == WS_OP_ALU;

          /* what feeds itself, as a counter does, has no reader in itself */
          for (guint i = kernel->sites[s].n_defs; !marked[s] && i < n; i++)
            if (!is_own || registers[i] != registers[0])
              readers[registers[i]]++;
        }
      for (guint s = 0; s < kernel->n_sites; s++)
        {
          const WsSite *site = &kernel->sites[s];
          gboolean wanted = site->op_class != WS_OP_ALU || site->n_defs == 0;

          for (guint i = 0; !wanted && i < site->n_defs; i++)
            wanted = readers[kernel->registers[site->first_register + i]] > 0;
          if (marked[s] || wanted)
            continue;
          marked[s] = more = TRUE;
        }
    }
}

static gboolean
is_conditional (const WsSite *site)
{
  return site->op_class == WS_OP_BRANCH && (site->flags & WS_SITE_GUARDED) != 0;
}

/* What only tells lanes apart that diverge is as cheap as a comparison of thread numbers could be.
 */
static void
find_tests (WsReplay *self)
{
  g_autofree gboolean *marked = g_new0 (gboolean, self->kernel->n_sites + 1);

  for (guint e = 0; e < self->n_events; e++)
    if (self->events[e].taken != 0 && self->events[e].taken != self->events[e].active
        && is_conditional (&self->kernel->sites[self->events[e].site]))
      marked[self->events[e].site] = TRUE;
  mark_sources (self->kernel, marked);
  for (guint e = 0; e < self->n_events; e++)
    if (marked[self->events[e].site])
      self->steps[e].cheap |= WS_REPLAY_WHOLE_WARPS;
}

/* Sites that make something of data that came from memory, which a thread that only hands on what
 * it loads never does; in @data, the registers that hold such data. */
static gboolean *
find_combining (const WsKernel *kernel, gboolean *data)
{
  gboolean *combining = g_new0 (gboolean, kernel->n_sites + 1);
  gboolean more = TRUE;

  while (more)
    {
      more = FALSE;
      for (guint s = 0; s < kernel->n_sites; s++)
        {
          const WsSite *site = &kernel->sites[s];
          const guint32 *registers = kernel->registers + site->first_register;
          gboolean carries = site->op_class == WS_OP_LOAD || site->op_class == WS_OP_SHUFFLE
                             || site->op_class == WS_OP_REDUX;
          gboolean is_plain =
              site->op_class == WS_OP_ALU
              && ws_opcode_get_combiner (WS_OP_ALU, ws_kernel_get_string (kernel, site->opcode))
                     != WS_COMBINER_COPY;

          for (guint i = 0; i < site->n_uses; i++)
            if (data[registers[site->n_defs + i]])
              {
                carries = carries || site->op_class == WS_OP_ALU;
                combining[s] = combining[s] || is_plain || site->op_class == WS_OP_ATOMIC
                               || site->op_class == WS_OP_REDUX;
              }
          for (guint i = 0; carries && i < site->n_defs; i++)
            {
              more = more || !data[registers[i]];
              data[registers[i]] = TRUE;
            }
        }
    }
  return combining;
}

/* Whether all warps that come to a site come there equally often, and not too often: the number of
 * rounds could be known when the kernel is compiled. */
static gboolean *
find_countable (const WsReplay *self)
{
  g_autofree guint *most = g_new0 (guint, self->kernel->n_sites + 1);
  g_autofree guint *visits = g_new0 (guint, self->kernel->n_sites + 1);
  gboolean *countable = g_new0 (gboolean, self->kernel->n_sites + 1);

  for (guint s = 0; s < self->kernel->n_sites; s++)
    countable[s] = TRUE;
  for (guint w = 0; w < self->n_warps; w++)
    {
      memset (visits, 0, self->kernel->n_sites * sizeof *visits);
      for (guint i = self->first[w]; i < self->first[w + 1]; i++)
        visits[self->events[self->order[i]].site]++;
      for (guint s = 0; s < self->kernel->n_sites; s++)
        {
          if (visits[s] > MOST_UNROLLED || (visits[s] > 0 && most[s] > 0 && visits[s] != most[s]))
            countable[s] = FALSE;
          most[s] = MAX (most[s], visits[s]);
        }
    }
  return countable;
}

/* Whether what the site computes of known values is known: not what differs from thread to thread
 * or from launch to launch. The size of a block can be a template parameter. */
static gboolean
is_fixed (const WsKernel *kernel, const WsSite *site)
{
  const char *text = ws_kernel_get_string (kernel, site->text);

  return site->op_class == WS_OP_ALU && !g_str_has_prefix (text, "ld")
         && (site->n_uses > 0 || strchr (text, ',') == NULL
             || strchr (strchr (text, ','), '%') == NULL || strstr (text, "%ntid") != NULL);
}

/* Registers that would be constants if the block's size were known to the compiler, and its loops
 * unrolled. */
static gboolean *
find_known (const WsKernel *kernel)
{
  gboolean *known = g_new0 (gboolean, kernel->n_register_names + 1);
  gboolean more = TRUE;

  for (guint s = 0; s < kernel->n_sites; s++)
    for (guint i = 0; i < kernel->sites[s].n_defs; i++)
      known[kernel->registers[kernel->sites[s].first_register + i]] = TRUE;
  while (more)
    {
      more = FALSE;
      for (guint s = 0; s < kernel->n_sites; s++)
        {
          const WsSite *site = &kernel->sites[s];
          guint n;
          const guint32 *registers = get_registers (kernel, site, &n);
          gboolean is_known = is_fixed (kernel, site);

          for (guint i = site->n_defs; i < n; i++)
            is_known = is_known && known[registers[i]];
          for (guint i = 0; !is_known && i < site->n_defs; i++)
            {
              more = more || known[registers[i]];
              known[registers[i]] = FALSE;
            }
        }
    }
  return known;
}

/* Registers that are nothing but addresses: what is added to one can stand beside it. */
static gboolean *
find_addresses (const WsKernel *kernel)
{
  gboolean *only = g_new0 (gboolean, kernel->n_register_names + 1);

  for (guint r = 0; r < kernel->n_register_names; r++)
    only[r] = TRUE;
  for (guint s = 0; s < kernel->n_sites; s++)
    {
      const WsSite *site = &kernel->sites[s];

      for (guint i = 0; i < site->n_uses; i++)
        only[kernel->registers[site->first_register + site->n_defs + i]] = FALSE;
    }
  return only;
}

/* Marks what a compiler that knows the rounds of the block's loops computes before it runs, as the
 * tests of "s", and "s" beside an address. @countable: see find_countable(); where no such loop is,
 * there is nothing to know. */
static void
mark_constants (const WsReplay *self, const gboolean *countable, gboolean *marked)
{
  const WsKernel *kernel = self->kernel;
  g_autofree gboolean *known = find_known (kernel);
  g_autofree gboolean *addresses = find_addresses (kernel);
  gboolean is_loop = FALSE;

  for (guint s = 0; s < kernel->n_sites; s++)
    {
      const WsSite *site = &kernel->sites[s];
      guint n;
      const guint32 *registers = get_registers (kernel, site, &n);

      is_loop = is_loop
                || (countable[s] && is_conditional (site) && site->target != WS_NONE
                    && site->target <= s && known[registers[n - 1]]);
    }
  for (guint s = 0; is_loop && s < kernel->n_sites; s++)
    {
      const WsSite *site = &kernel->sites[s];
      guint n;
      const guint32 *registers = get_registers (kernel, site, &n);
      gboolean folds = FALSE;

      for (guint i = site->n_defs; i < n; i++)
        folds = folds || known[registers[i]];
      if (is_conditional (site))
        marked[s] = marked[s] || known[registers[n - 1]];
      else if (site->op_class == WS_OP_ALU && site->n_defs == 1 && folds)
        marked[s] = marked[s] || known[registers[0]]
                    || (addresses[registers[0]]
                        && g_str_has_prefix (ws_kernel_get_string (kernel, site->opcode), "add"));
    }
}

static void
find_loops (WsReplay *self)
{
  g_autofree guint *visits = g_new0 (guint, self->kernel->n_sites + 1);
  g_autofree gboolean *marked = g_new0 (gboolean, self->kernel->n_sites + 1);
  g_autofree gboolean *countable = find_countable (self);
  g_autofree gboolean *constants = g_new0 (gboolean, self->kernel->n_sites + 1);

  for (guint s = 0; s < self->kernel->n_sites; s++)
    {
      const WsSite *site = &self->kernel->sites[s];

      marked[s] = is_conditional (site) && site->target != WS_NONE && site->target <= s;
    }
  mark_sources (self->kernel, marked);
  mark_constants (self, countable, constants);
  for (guint w = 0; w < self->n_warps; w++)
    {
      memset (visits, 0, self->kernel->n_sites * sizeof *visits);
      for (guint i = self->first[w]; i < self->first[w + 1]; i++)
        {
          guint32 site = self->events[self->order[i]].site;

          if ((marked[site] && (visits[site]++ % UNROLLED != 0 || countable[site]))
              || (constants[site] && countable[site]))
            self->steps[self->order[i]].skipped |= WS_REPLAY_FEW_LOOPS;
        }
    }
}

/* Loads whose address no loaded value decides: none of them has to wait for another. */
static void
find_ahead (WsReplay *self)
{
  g_autofree gboolean *data = g_new0 (gboolean, self->kernel->n_register_names + 1);

  g_free (find_combining (self->kernel, data));
  for (guint s = 0; s < self->kernel->n_sites; s++)
    {
      const WsSite *site = &self->kernel->sites[s];
      const guint32 *address =
          self->kernel->registers + site->first_register + site->n_defs + site->n_uses;

      self->costs[s].ahead = site->op_class == WS_OP_LOAD;
      for (guint i = 0; i < site->n_address; i++)
        self->costs[s].ahead = self->costs[s].ahead && !data[address[i]];
    }
}

/* Of the block's warps, those in which no lane combines anything, while others do. */
static double
find_idle (const WsReplay *self)
{
  g_autofree gboolean *data = g_new0 (gboolean, self->kernel->n_register_names + 1);
  g_autofree gboolean *combining = find_combining (self->kernel, data);
  g_autofree guint32 *working = g_new0 (guint32, self->n_warps + 1);
  guint n_working = 0;

  for (guint e = 0; e < self->n_events; e++)
    if (combining[self->events[e].site])
      working[self->events[e].warp] |= self->events[e].taken;
  for (guint w = 0; w < self->n_warps; w++)
    n_working += working[w] != 0;
  return n_working == 0 ? 0 : 1 - (double)n_working / self->n_warps;
}

/* ---- divergence ---- */

typedef struct {
  guint64 place; /* stage, site and how often the warp has been there in the stage */
  guint32 event;
  guint16 warp;
  guint16 lanes;
} Partial;

static int
compare_partial (gconstpointer a, gconstpointer b)
{
  const Partial *x = a;
  const Partial *y = b;

  if (x->place != y->place)
    return x->place < y->place ? -1 : 1;
  return x->warp < y->warp ? -1 : x->warp > y->warp;
}

/* Where lanes of several warps do the same in the same stage, as few warps as hold them would do;
 * the others do not come there. */
static void
find_divergence (WsReplay *self, const WsLaunch *launch)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Partial));
  g_autofree guint16 *visits = g_new (guint16, self->kernel->n_sites + 1);

  for (guint w = 0; w < self->n_warps; w++)
    {
      guint32 whole = ws_launch_get_warp_mask (launch, w);
      guint stage = 0;

      memset (visits, 0, self->kernel->n_sites * sizeof *visits);
      for (guint i = self->first[w]; i < self->first[w + 1]; i++)
        {
          const WsEvent *event = &self->events[self->order[i]];
          guint class = self->kernel->sites[event->site].op_class;

          if (event->active != whole)
            {
              Partial partial = { .place = ((guint64)(stage & 0xffff) << 48)
                                           | ((guint64)event->site << 16) | visits[event->site],
                                  .event = self->order[i],
                                  .warp = (guint16)w,
                                  .lanes = (guint16)__builtin_popcount (event->active) };

              g_array_append_val (all, partial);
            }
          visits[event->site]++;
          if (class == WS_OP_EXIT)
            whole &= ~event->taken;
          if (class == WS_OP_BARRIER)
            {
              stage++;
              memset (visits, 0, self->kernel->n_sites * sizeof *visits);
            }
        }
    }
  g_array_sort (all, compare_partial);
  for (guint i = 0, end; i < all->len; i = end)
    {
      guint lanes = 0;

      for (end = i;
           end < all->len
           && g_array_index (all, Partial, end).place == g_array_index (all, Partial, i).place;
           end++)
        lanes += g_array_index (all, Partial, end).lanes;
      for (guint k = i + (lanes + WS_WARP_SIZE - 1) / WS_WARP_SIZE; k < end; k++)
        self->steps[g_array_index (all, Partial, k).event].skipped |= WS_REPLAY_WHOLE_WARPS;
    }
}

/* ---- memory ---- */

typedef struct {
  WsCache cache;
  GHashTable
      *sectors; /* that came from the device memory: a bit for each byte that was asked for */
  GHashTable *atomics; /* of global memory, by address: how many */
  GHashTable *read;    /* sectors: a bit for each byte that was read, and not written since */
  GHashTable *readers; /* by address: who read it last: the thread's number in its block, from 1 */
  double read_bytes;   /* by all lanes */
  double new_bytes;    /* of them, those that no thread of the block had read before */
  double own_bytes;    /* of them, those that the same lanes had read before */
  double to_read;      /* requests that new bytes ask for, and that were not yet let pass */
} Memory;

static void
add_used (GHashTable *sectors, guint64 sector, guint32 used)
{
  gpointer key = GSIZE_TO_POINTER (sector);
  guint32 before = GPOINTER_TO_UINT (g_hash_table_lookup (sectors, key));

  if ((before | used) != before)
    g_hash_table_insert (sectors, key, GUINT_TO_POINTER (before | used));
}

static void
use_bytes (Memory *memory, const guint64 *addresses, guint n, guint bytes)
{
  guint64 last = G_MAXUINT64;
  guint32 used = 0;

  for (guint i = 0; i < n; i++)
    for (guint64 at = addresses[i]; at < addresses[i] + bytes; at++)
      {
        guint64 sector = at / WS_CACHE_SECTOR_BYTES;

        if (sector != last)
          {
            if (used != 0)
              add_used (memory->sectors, last, used);
            last = sector;
            used = 0;
          }
        used |= 1u << (at % WS_CACHE_SECTOR_BYTES);
      }
  if (used != 0)
    add_used (memory->sectors, last, used);
}

/* Bits of the sector that @at lies in, from there to @end or the end of the sector; then @at is
 * there. */
static guint32
take_sector (guint64 *at, guint64 end)
{
  guint64 next = MIN (end, (*at / WS_CACHE_SECTOR_BYTES + 1) * WS_CACHE_SECTOR_BYTES);
  guint32 mask =
      (guint32)(((G_GUINT64_CONSTANT (1) << (next - *at)) - 1) << (*at % WS_CACHE_SECTOR_BYTES));

  *at = next;
  return mask;
}

/* Of the bytes of a lane, those that no thread of the block has read before. */
static guint
add_read (Memory *memory, guint64 address, guint bytes)
{
  guint n_new = 0;

  for (guint64 at = address; at < address + bytes;)
    {
      gpointer key = GSIZE_TO_POINTER (at / WS_CACHE_SECTOR_BYTES);
      guint32 before = GPOINTER_TO_UINT (g_hash_table_lookup (memory->read, key));
      guint32 mask = take_sector (&at, address + bytes);

      n_new += (guint)__builtin_popcount (mask & ~before);
      if ((before | mask) != before)
        g_hash_table_insert (memory->read, key, GUINT_TO_POINTER (before | mask));
    }
  return n_new;
}

/* A block that reads each byte once does so with whole warps: of requests in which an eighth of the
 * bytes is new, every eighth is left. Those in which each lane reads what it has read itself are
 * not even asked of shared memory. */
static void
read_bytes (Memory *memory, const WsEvent *event, const guint64 *addresses, guint bytes, Step *step)
{
  guint n = (guint)__builtin_popcount (event->taken);
  guint n_new = 0;
  gboolean is_own = TRUE;
  guint32 lanes = event->taken;

  for (guint i = 0; i < n; i++, lanes &= lanes - 1)
    {
      gpointer key = GSIZE_TO_POINTER (addresses[i]);
      gpointer thread =
          GUINT_TO_POINTER (event->warp * WS_WARP_SIZE + (guint)__builtin_ctz (lanes) + 1);

      n_new += add_read (memory, addresses[i], bytes);
      is_own = is_own && g_hash_table_lookup (memory->readers, key) == thread;
      g_hash_table_insert (memory->readers, key, thread);
    }
  memory->read_bytes += (double)n * bytes;
  memory->new_bytes += n_new;
  memory->to_read += (double)n_new / MAX (n * bytes, 1);
  if (n_new == 0 && is_own)
    {
      step->skipped |= WS_REPLAY_READ_ONCE;
      memory->own_bytes += (double)n * bytes;
    }
  else if (memory->to_read >= 1 - 1e-9)
    memory->to_read -= 1;
  else
    step->again = TRUE;
}

static void
forget_bytes (Memory *memory, const guint64 *addresses, guint n, guint bytes)
{
  for (guint i = 0; i < n; i++)
    {
      g_hash_table_remove (memory->readers, GSIZE_TO_POINTER (addresses[i]));
      for (guint64 at = addresses[i]; at < addresses[i] + bytes;)
        {
          gpointer key = GSIZE_TO_POINTER (at / WS_CACHE_SECTOR_BYTES);
          guint32 before = GPOINTER_TO_UINT (g_hash_table_lookup (memory->read, key));
          guint32 mask = take_sector (&at, addresses[i] + bytes);

          if ((before & mask) != 0)
            g_hash_table_insert (memory->read, key, GUINT_TO_POINTER (before & ~mask));
        }
    }
}

static void
count_atomics (Memory *memory, const guint64 *addresses, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      gpointer key = GSIZE_TO_POINTER (addresses[i]);

      g_hash_table_insert (
          memory->atomics, key,
          GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (memory->atomics, key)) + 1));
    }
}

/* How often lanes wait at an address for others of their warp. */
static guint
count_met (const guint64 *addresses, guint n)
{
  guint most = 1;

  for (guint i = 0; i < n; i++)
    {
      guint same = 1;

      for (guint k = 0; k < i; k++)
        same += addresses[k] == addresses[i];
      most = MAX (most, same);
    }
  return most - 1;
}

static void
fill_access (WsReplay *self, Memory *memory, const WsSite *site, const WsEvent *event, Step *step)
{
  guint bytes = (guint)site->width_bytes * site->vector;
  gboolean is_atomic = site->op_class == WS_OP_ATOMIC;
  guint64 addresses[WS_WARP_SIZE];
  guint64 sectors[WS_MEMORY_LEVEL_MAX_SECTORS];
  WsAccessCost cost = { 0 };
  guint n = ws_memory_request_get_addresses (self->run, site, event, addresses);

  if (event->space == WS_SPACE_SHARED)
    {
      step->place = IN_SHARED;
      ws_access_cost_shared_masked (event->taken, addresses, bytes, self->spec->shared_banks,
                                    &cost);
      step->parts = (guint16)cost.wavefronts;
      step->ideal = (guint16)cost.ideal_wavefronts;
    }
  else if (event->space == WS_SPACE_LOCAL)
    {
      step->place = IN_LOCAL;
      step->parts = step->ideal =
          (guint16)((n * bytes + WS_CACHE_SECTOR_BYTES - 1) / WS_CACHE_SECTOR_BYTES);
    }
  else
    {
      guint distinct = 0;

      step->place = IN_GLOBAL;
      step->parts = (guint16)ws_memory_level_find_sectors (addresses, n, bytes, sectors);
      for (guint i = 0; i < n; i++)
        {
          guint k = i;

          while (k > 0 && addresses[k - 1] != addresses[i])
            k--;
          distinct += k == 0;
        }
      step->ideal =
          (guint16)((distinct * bytes + WS_CACHE_SECTOR_BYTES - 1) / WS_CACHE_SECTOR_BYTES);
      for (guint i = 0; i < step->parts; i++)
        step->missed += !ws_cache_touch (&memory->cache, sectors[i]);
      use_bytes (memory, addresses, n, bytes);
      if (site->op_class == WS_OP_LOAD)
        read_bytes (memory, event, addresses, bytes, step);
      else
        forget_bytes (memory, addresses, n, bytes);
      if (is_atomic)
        count_atomics (memory, addresses, n);
    }
  if (is_atomic)
    {
      step->met = (guint16)count_met (addresses, n);
      step->ideal = step->parts; /* where they go is not a question of layout */
    }
}

static void
fill_steps (WsReplay *self, guint launch)
{
  Memory memory = { .sectors = g_hash_table_new (NULL, NULL),
                    .atomics = g_hash_table_new (NULL, NULL),
                    .read = g_hash_table_new (NULL, NULL),
                    .readers = g_hash_table_new (NULL, NULL) };
  guint64 used = 0;
  GHashTableIter iter;
  gpointer value;

  ws_memory_level_begin (&memory.cache, self->run, launch);
  for (guint e = 0; e < self->n_events; e++)
    {
      const WsEvent *event = &self->events[e];
      const WsSite *site = &self->kernel->sites[event->site];
      guint bytes = (guint)site->width_bytes * site->vector;

      self->steps[e].site = event->site;
      if (ws_memory_request_is_access (site, event) && event->space != WS_SPACE_CONST && bytes >= 1
          && bytes <= 16)
        fill_access (self, &memory, site, event, &self->steps[e]);
    }
  g_hash_table_iter_init (&iter, memory.sectors);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    used += __builtin_popcount (GPOINTER_TO_UINT (value));
  self->used = (double)used / WS_CACHE_SECTOR_BYTES;
  g_hash_table_iter_init (&iter, memory.atomics);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    self->hottest = MAX (self->hottest, GPOINTER_TO_UINT (value));
  ws_cache_clear (&memory.cache);
  g_hash_table_unref (memory.sectors);
  g_hash_table_unref (memory.atomics);
  g_hash_table_unref (memory.read);
  g_hash_table_unref (memory.readers);
  self->again_share = 1 - memory.new_bytes / MAX (memory.read_bytes, 1);
  self->own_share = memory.own_bytes / MAX (memory.read_bytes, 1);
}

/* ---- the events, warp by warp ---- */

static gboolean
is_useful (const WsSite *site, const WsEvent *event)
{
  return event->taken != 0
         && (site->op_class == WS_OP_LOAD || site->op_class == WS_OP_STORE
             || site->op_class == WS_OP_ATOMIC || site->op_class == WS_OP_SHUFFLE
             || site->op_class == WS_OP_REDUX || site->op_class == WS_OP_VOTE);
}

static void
sort_by_warp (WsReplay *self)
{
  g_autofree guint32 *at = g_new0 (guint32, self->n_warps + 1);

  for (guint e = 0; e < self->n_events; e++)
    self->first[self->events[e].warp + 1]++;
  for (guint w = 0; w < self->n_warps; w++)
    {
      self->first[w + 1] += self->first[w];
      at[w] = self->first[w];
    }
  for (guint e = 0; e < self->n_events; e++)
    self->order[at[self->events[e].warp]++] = e;
}

/* A warp has to come to the barrier behind its last access, for others to see what it stored; at
 * those behind that one it only waits for others. */
static guint32
find_leave (const WsReplay *self, guint warp)
{
  guint32 end = self->first[warp + 1];
  guint32 leave = end;
  guint n_barriers = 0;

  for (guint32 i = end; i > self->first[warp]; i--)
    {
      const WsEvent *event = &self->events[self->order[i - 1]];
      const WsSite *site = &self->kernel->sites[event->site];

      if (is_useful (site, event))
        return n_barriers > 1 ? leave : end;
      if (site->op_class == WS_OP_BARRIER)
        {
          n_barriers++;
          leave = i;
        }
    }
  return n_barriers > 1 ? leave : end;
}

/**
 * ws_replay_new:
 * @run: a run whose spec has its timing
 * @block: one of its blocks, recorded in full
 *
 * Reads what the block's events ask for. @run must outlive it.
 *
 * Returns: (transfer full) (nullable): the block, to be timed; %NULL where the spec has no timing,
 *   or no event was recorded
 */
WsReplay *
ws_replay_new (const WsRun *run, guint launch, const WsBlockRecord *block)
{
  const WsLaunch *record = &run->launches[launch];
  WsReplay *self;

  if (run->spec->latency_arithmetic == 0 || block->n_events == 0)
    return NULL;
  self = g_new0 (WsReplay, 1);
  self->run = run;
  self->spec = run->spec;
  self->kernel = ws_run_get_kernel (run, launch);
  self->events = run->events + block->first_event;
  self->n_events = block->n_events;
  self->n_warps = ws_launch_get_n_warps (record);
  self->steps = g_new0 (Step, self->n_events);
  self->order = g_new (guint32, self->n_events);
  self->first = g_new0 (guint32, self->n_warps + 2);
  self->leave = g_new0 (guint32, self->n_warps + 1);
  self->costs = g_new (Cost, self->kernel->n_sites + 1);
  for (guint s = 0; s < self->kernel->n_sites; s++)
    self->costs[s] = cost_of (self, &self->kernel->sites[s]);
  sort_by_warp (self);
  for (guint w = 0; w < self->n_warps; w++)
    self->leave[w] = find_leave (self, w);
  fill_steps (self, launch);
  find_divergence (self, record);
  find_tests (self);
  find_loops (self);
  find_ahead (self);
  self->idle_share = find_idle (self);
  return self;
}

void
ws_replay_free (WsReplay *self)
{
  if (self == NULL)
    return;
  g_free (self->steps);
  g_free (self->order);
  g_free (self->first);
  g_free (self->leave);
  g_free (self->costs);
  g_free (self);
}

/* ---- time ---- */

/* What changes while a block is timed. */
typedef struct {
  const WsReplay *replay;
  WsReplayChange change;
  WsReplayUse *use;
  guint64 *row_ready; /* warp after warp, per register */
  guint64 *ready;     /* per warp; NEVER where it waits at a barrier, or is done */
  guint32 *at;        /* per warp: into order */
  guint32 *end;       /* per warp: likewise */
  guint8 *waits;      /* per warp: at a barrier */
  guint64 free_at[MAX_SCHEDULERS];
  guint turn[MAX_SCHEDULERS];
  guint64 port_free_at;
  guint64 shared_free_at;
  double ideal_missed;
  guint64 now;
  guint n_left;
} Play;

static gboolean
is_load_of_global (const WsReplay *self, const Step *step)
{
  return step->place == IN_GLOBAL && self->costs[step->site].ahead;
}

/* What was read before is better kept than asked for ahead. */
static gboolean
is_ahead (const WsReplay *self, const Step *step)
{
  return is_load_of_global (self, step) && !step->again
         && (step->skipped & WS_REPLAY_READ_ONCE) == 0;
}

static guint
parts_of (const Play *self, const Step *step)
{
  gboolean ideal = step->place == IN_SHARED ? (self->change & WS_REPLAY_NO_CONFLICTS) != 0
                                            : (self->change & WS_REPLAY_WHOLE_SECTORS) != 0;

  return MAX (ideal ? step->ideal : step->parts, 1);
}

/* As gpu/clock/memory-model.c has it; lanes whose atomics meet are served one after another.
 * Returns: when the memory has answered */
static guint64
reach_memory (Play *self, const Step *step, const WsSite *site)
{
  const WsSpec *spec = self->replay->spec;
  gboolean is_atomic = site->op_class == WS_OP_ATOMIC;
  gboolean apart = step->met > 0 && (self->change & WS_REPLAY_APART) != 0;
  gboolean again = step->again && (self->change & WS_REPLAY_READ_ONCE) != 0;
  gboolean is_shared = step->place == IN_SHARED || apart || again;
  guint parts = apart || again ? 1 : parts_of (self, step);
  guint met = apart ? 0 : step->met;
  guint missed = apart ? 0 : step->missed; /* who else reads it once misses as much */
  guint64 *free_at = is_shared ? &self->shared_free_at : &self->port_free_at;
  guint64 start = MAX (self->now, *free_at);
  guint busy;
  guint latency;

  if (is_shared)
    {
      busy = (parts + met) * MAX (1, spec->issue_cycles * spec->shared_banks / 32);
      self->use->shared += busy;
      self->use->missed += missed;
      latency = spec->latency_shared * (is_atomic ? 2 : 1);
    }
  else
    {
      busy = spec->port_bytes == 0
                 ? 0
                 : (parts * WS_CACHE_SECTOR_BYTES + spec->port_bytes - 1) / spec->port_bytes;
      busy += met;
      self->use->port += busy;
      self->use->missed += missed;
      self->ideal_missed += step->parts > 0 ? (double)missed * step->ideal / step->parts : 0;
      latency = missed > 0  ? spec->latency_memory
                : is_atomic ? spec->latency_l2
                            : spec->latency_near;
    }
  *free_at = start + busy;
  if (step->place == IN_GLOBAL && site->op_class == WS_OP_LOAD && !again)
    {
      if ((self->change & WS_REPLAY_READ_ONCE) != 0)
        self->use->shared += 1;
      if ((self->change & WS_REPLAY_LOADS_AHEAD) != 0 && is_ahead (self->replay, step))
        latency = (latency + AHEAD - 1) / AHEAD;
      self->use->under_way += (double)parts * WS_CACHE_SECTOR_BYTES * latency;
    }
  return start + MAX (busy, 1) - 1 + MAX (latency, 1);
}

static gboolean
waits_at_barriers (const Play *self)
{
  return (self->change & WS_REPLAY_NO_BARRIERS) == 0
         && ((self->change & WS_REPLAY_NO_IDLE_WARPS) == 0 || self->n_left > 1);
}

static gboolean
is_skipped (const Play *self, const Step *step)
{
  guint class = self->replay->kernel->sites[step->site].op_class;

  return (step->skipped & self->change) != 0
         || (class == WS_OP_BARRIER && !waits_at_barriers (self));
}

/* When the warp's next step can issue; a warp whose steps are done is no more. */
static void
settle (Play *self, guint warp, guint64 then)
{
  const WsReplay *replay = self->replay;
  const WsKernel *kernel = replay->kernel;
  const guint64 *rows = self->row_ready + (gsize)warp * (kernel->n_register_names + 1);

  while (self->at[warp] < self->end[warp]
         && is_skipped (self, &replay->steps[replay->order[self->at[warp]]]))
    self->at[warp]++;
  if (self->at[warp] >= self->end[warp])
    {
      self->ready[warp] = NEVER;
      self->n_left--;
    }
  else
    {
      const WsSite *site = &kernel->sites[replay->steps[replay->order[self->at[warp]]].site];
      guint n;
      const guint32 *registers = get_registers (kernel, site, &n);

      for (guint i = site->n_defs; i < n; i++)
        then = MAX (then, rows[registers[i]]);
      self->ready[warp] = then;
    }
}

/* All warps that are left wait at a barrier: they go on. */
static void
release (Play *self)
{
  for (guint w = 0; w < self->replay->n_warps; w++)
    if (self->waits[w])
      {
        self->waits[w] = FALSE;
        settle (self, w, self->now + MAX (self->replay->spec->latency_barrier, 1));
      }
}

static void
issue (Play *self, guint warp, guint scheduler)
{
  const WsReplay *replay = self->replay;
  const Step *step = &replay->steps[replay->order[self->at[warp]]];
  const WsSite *site = &replay->kernel->sites[step->site];
  const Cost *cost = &replay->costs[step->site];
  gboolean cheap = (step->cheap & self->change) != 0;
  guint busy = cheap ? cost->cheap : cost->issue;
  guint64 *rows = self->row_ready + (gsize)warp * (replay->kernel->n_register_names + 1);
  guint64 latency = cheap ? replay->spec->latency_arithmetic : cost->latency;
  guint64 done = self->now + latency;
  guint64 hold = cost->is_branch ? MAX (busy, latency) : busy;

  self->use->issue += busy;
  self->free_at[scheduler] = self->now + busy;
  if (step->place != IN_REGISTERS)
    done = reach_memory (self, step, site);
  if ((self->change & WS_REPLAY_OVERLAP) != 0 && !is_load_of_global (replay, step))
    {
      done = self->now + MAX ((done - self->now) / 2, busy);
      hold = MAX (busy, hold / 2);
    }
  for (guint i = 0; i < site->n_defs; i++)
    rows[replay->kernel->registers[site->first_register + i]] = done;
  self->use->duration = MAX (self->use->duration, (double)(self->now + busy));
  self->at[warp]++;
  if (site->op_class == WS_OP_BARRIER)
    {
      self->waits[warp] = TRUE;
      self->ready[warp] = NEVER;
    }
  else
    settle (self, warp, self->now + hold);
}

static gboolean
all_wait (const Play *self)
{
  guint n = 0;

  for (guint w = 0; w < self->replay->n_warps; w++)
    n += self->waits[w];
  return n > 0 && n == self->n_left;
}

/* Returns: the warp of the scheduler that issues next; when in @time, NEVER for none */
static guint
next_of (const Play *self, guint scheduler, guint64 *time)
{
  guint stride = self->replay->spec->schedulers_per_sm;
  guint n = (self->replay->n_warps - scheduler + stride - 1) / stride;
  guint best = scheduler;

  *time = NEVER;
  for (guint i = 0; i < n; i++)
    {
      guint warp = (self->turn[scheduler] + i) % n * stride + scheduler;
      guint64 then =
          self->ready[warp] == NEVER ? NEVER : MAX (self->ready[warp], self->free_at[scheduler]);

      if (then < *time)
        {
          *time = then;
          best = warp;
        }
    }
  return best;
}

static gboolean
step_on (Play *self)
{
  guint n = MIN (self->replay->spec->schedulers_per_sm, self->replay->n_warps);
  guint64 soonest = NEVER;
  guint scheduler = 0;
  guint warp = 0;

  for (guint s = 0; s < n; s++)
    {
      guint64 time;
      guint next = next_of (self, s, &time);

      if (time < soonest)
        {
          soonest = time;
          scheduler = s;
          warp = next;
        }
    }
  if (soonest == NEVER)
    return FALSE;
  self->now = soonest;
  self->turn[scheduler] = warp / self->replay->spec->schedulers_per_sm + 1;
  issue (self, warp, scheduler);
  if (all_wait (self))
    release (self);
  return TRUE;
}

/**
 * ws_replay_run:
 * @change: what is otherwise, a bit each
 * @use: (out): what the block takes then
 *
 * Times it. O(events x warps of a scheduler).
 */
void
ws_replay_run (const WsReplay *self, WsReplayChange change, WsReplayUse *use)
{
  gsize rows = (gsize)self->n_warps * (self->kernel->n_register_names + 1);
  g_autofree guint64 *row_ready = g_new0 (guint64, rows);
  g_autofree guint64 *ready = g_new0 (guint64, self->n_warps + 1);
  g_autofree guint32 *at = g_memdup2 (self->first, (self->n_warps + 1) * sizeof *at);
  g_autofree guint32 *end = g_memdup2 (self->first + 1, (self->n_warps + 1) * sizeof *end);
  g_autofree guint8 *waits = g_new0 (guint8, self->n_warps + 1);
  Play play = { .replay = self,
                .change = change,
                .use = use,
                .row_ready = row_ready,
                .ready = ready,
                .at = at,
                .end = end,
                .waits = waits,
                .n_left = self->n_warps };

  /* a block that has counted by itself adds what it has to each address once */
  *use = (WsReplayUse){ .hottest = (change & WS_REPLAY_APART) != 0 ? MIN (self->hottest, 1)
                                                                   : self->hottest };
  if ((change & WS_REPLAY_NO_IDLE_WARPS) != 0)
    memcpy (end, self->leave, self->n_warps * sizeof *end);
  for (guint w = 0; w < self->n_warps; w++)
    settle (&play, w, 0);
  while (step_on (&play) || all_wait (&play))
    if (all_wait (&play))
      release (&play);
  use->duration = MAX (use->duration, 1);
  /* what a request leaves of a sector, another may have asked for: each byte comes once at least */
  if ((change & WS_REPLAY_WHOLE_SECTORS) != 0)
    use->missed = MIN (use->missed, MAX (play.ideal_missed, self->used));
}

/* Returns: cycles of schedulers, port and shared memory that the event would save under @change,
 * about; latencies are not in it */
double
ws_replay_weigh (const WsReplay *self, WsReplayChange change, guint event)
{
  const Step *step = &self->steps[event];
  const Cost *cost = &self->costs[step->site];
  double saved = 0;

  g_return_val_if_fail (event < self->n_events, 0);

  /* of a loop, its branches are what one sees */
  if ((step->skipped & change) != 0)
    return (cost->issue + step->parts)
           * ((change & WS_REPLAY_FEW_LOOPS) != 0 && !cost->is_branch ? 1e-3 : 1);
  if ((change & WS_REPLAY_NO_CONFLICTS) != 0 && step->place == IN_SHARED)
    saved += step->parts - step->ideal;
  if ((change & WS_REPLAY_WHOLE_SECTORS) != 0 && step->place == IN_GLOBAL)
    saved += step->parts - step->ideal;
  if ((change & WS_REPLAY_APART) != 0 && self->kernel->sites[step->site].op_class == WS_OP_ATOMIC)
    saved += step->parts + step->met;
  if ((change & WS_REPLAY_OVERLAP) != 0 && step->place != IN_REGISTERS
      && !is_load_of_global (self, step))
    saved += 1;
  if ((change & WS_REPLAY_LOADS_AHEAD) != 0 && is_ahead (self, step))
    saved += step->missed > 0 ? 2 : 1;
  if ((change & WS_REPLAY_READ_ONCE) != 0 && step->again)
    saved += step->parts;
  if ((change & (WS_REPLAY_NO_BARRIERS | WS_REPLAY_NO_IDLE_WARPS)) != 0
      && self->kernel->sites[step->site].op_class == WS_OP_BARRIER)
    saved += 1;
  return saved;
}

/* Returns: whether anything in the block would be otherwise */
gboolean
ws_replay_can (const WsReplay *self, WsReplayChange change)
{
  for (guint e = 0; e < self->n_events; e++)
    if (ws_replay_weigh (self, change, e) > 0)
      return TRUE;
  return (change & WS_REPLAY_OVERLAP) != 0;
}

/* Returns: of its warps, the share in which no lane makes anything of what was loaded, while others
 * do: they load, hand on, and are done; from 0 to 1 */
double
ws_replay_get_idle_share (const WsReplay *self)
{
  return self->idle_share;
}

/**
 * ws_replay_get_again_share:
 * @own: (out): the share in requests in which each lane reads what it has read itself
 *
 * Returns: of the bytes that its lanes read of global memory, the share that the block has read
 * before, and not written since; from 0 to 1
 */
double
ws_replay_get_again_share (const WsReplay *self, double *own)
{
  *own = self->own_share;
  return self->again_share;
}
