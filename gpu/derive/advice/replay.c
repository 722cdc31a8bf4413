#include "advice/replay.h"

#include "accesses/memory-request.h"
#include "schedule/residency.h"
#include "model/scoreboard.h"
#include "model/sm.h"
#include "record/opcode.h"

#include <string.h>

#define UNROLLED      4  /* the unroll factor */
#define MOST_UNROLLED 10 /* iterations of a fully unrolled loop: steps of a block's tree */
#define MOST_SITES    (1u << 17)
#define MOST_STEPS    (1u << 17) /* that are timed again */
#define AHEAD         4          /* loads that a thread could have in flight */

/* The request of an event, actual and potential. */
typedef struct {
  guint32 site;
  guint8 flags;    /* WsStepFlags */
  guint16 skipped; /* a bit for each change that removes it */
  guint8 cheap;    /* a bit for each change that reduces it to one instruction */
  guint8 missed;   /* sectors of the device memory */
  guint8 again;    /* whether it would access shared memory if the block read each byte once */
  guint16 parts;   /* wavefronts, or sectors */
  guint16 ideal;   /* ideal number of these */
  guint16 met;     /* of an atomic: serialisations of lanes at one address */
  WsAsk ask;       /* its lines: into WsReplay.lines */
} Step;

struct _WsReplay {
  const WsRun *run;
  const WsSpec *spec;
  const WsLaunch *launch;
  const WsKernel *kernel;
  const WsEvent *events;
  guint n_events;
  guint n_warps;
  Step *steps;     /* per event */
  GArray *lines;   /* WsAskLine */
  guint32 *order;  /* events, warp by warp */
  guint32 *first;  /* per warp, and one more: into order */
  guint32 *leave;  /* per warp: into order, earliest possible exit */
  WsCost *costs;   /* three of each site: see make_costs() */
  gboolean *ahead; /* per site: a global load that could be issued before others complete */
  guint n_loops;
  guint new_share;
  double used; /* distinct bytes of global memory that lanes request, in sectors' worth */
  double hottest;
  double idle_share;
  double again_share;
  double own_share;
};

static const WsCost *
cost_of (const WsReplay *self, const Step *step)
{
  return &self->costs[step->site];
}

/* ---- the purpose of instructions ---- */

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

          /* a counter, which reads itself, does not count as its own reader */
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

/* Instructions that only select diverging lanes become as cheap as a comparison of thread indices.
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

/* Sites that compute with data from memory, which threads that only pass on their loads do not
 * have; in @data, the registers with such data. */
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

/* Whether all warps that reach a site do so equally often, and not too often, so that the number of
 * iterations could be a compile-time constant. */
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

/* Whether the site's result is known if its operands are: excludes values that differ between
 * threads or launches. The block size can be a template parameter. */
static gboolean
is_fixed (const WsKernel *kernel, const WsSite *site)
{
  const char *text = ws_kernel_get_string (kernel, site->text);

  return site->op_class == WS_OP_ALU && !g_str_has_prefix (text, "ld")
         && (site->n_uses > 0 || strchr (text, ',') == NULL
             || strchr (strchr (text, ','), '%') == NULL || strstr (text, "%ntid") != NULL);
}

/* Registers that would be constants if the block size were a compile-time constant and loops
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

/* Registers used only as addresses: an offset added to one can be folded into the access. */
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

/* Marks what a compiler that knows the iterations of the block's loops evaluates in advance, such
 * as tests of "s", and "s" as an offset. @countable: see find_countable(); without such a loop
 * there is nothing to mark. */
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

/* Loads whose address does not depend on a loaded value: none of them has to wait for another. */
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

      self->ahead[s] = site->op_class == WS_OP_LOAD;
      for (guint i = 0; i < site->n_address; i++)
        self->ahead[s] = self->ahead[s] && !data[address[i]];
    }
}

/* Warps of the block in which no lane combines anything, while others do. */
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
  guint64 place; /* stage, site and number of earlier visits of the warp in the stage */
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

/* If lanes of several warps do the same in the same stage, the minimum number of warps would
 * suffice; the others skip it. */
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
  WsAsker asker;
  GHashTable *sectors; /* from the device memory: a bit for each byte that was asked for */
  GHashTable *atomics; /* of global memory: number served, by L2 slice */
  GHashTable *chains;  /* of those that add floats: by L2 slice, lanes one after another */
  GHashTable *read;    /* sectors: a bit for each byte that was read, and not written since */
  GHashTable *readers; /* by address: last reader: the thread's index in its block, from 1 */
  double read_bytes;   /* by all lanes */
  double new_bytes;    /* those of them that no thread of the block had read before */
  double own_bytes;    /* those of them that the same lanes had read before */
  double to_read;      /* requests needed for new bytes that were not let pass yet */
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

/* Bits of the sector of @at, from there to @end or the sector's end; advances @at to it. */
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

/* A block that reads each byte once does so with whole warps: of requests with an eighth of new
 * bytes, every eighth remains. Requests in which each lane rereads its own data do not even access
 * shared memory. */
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
add_to (GHashTable *table, guint64 part, guint n)
{
  gpointer key = GSIZE_TO_POINTER (part + 1);

  g_hash_table_insert (table, key,
                       GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (table, key)) + n));
}

static guint
find_most (GHashTable *table)
{
  guint most = 0;
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    most = MAX (most, GPOINTER_TO_UINT (value));
  return most;
}

/* L2 slices serve atomics in parallel; if they are unknown for a device, addresses do. */
static void
count_atomics (const WsReplay *self, Memory *memory, const guint64 *served, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      guint64 part =
          self->spec->atomic_slices > 0 ? ws_ask_get_slice (self->spec, served[i]) : served[i];

      add_to (memory->atomics, part, 1);
    }
}

/* As gpu/clock has it: sums of halves take no time of their own. */
static gboolean
is_chained (const WsSite *site)
{
  return site->value_type == WS_VALUE_F32 || site->value_type == WS_VALUE_F64;
}

static void
count_chains (const WsReplay *self, Memory *memory, const guint64 *addresses, guint n)
{
  WsAskChain chains[WS_WARP_SIZE];
  guint n_chains = ws_ask_find_chains (self->spec, addresses, n, chains);

  for (guint i = 0; i < n_chains; i++)
    add_to (memory->chains, chains[i].slice, chains[i].lanes);
}

/* Number of serialisations of lanes at an address within a warp. */
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
fill_shared (const WsReplay *self, const WsEvent *event, const guint64 *addresses, guint bytes,
             Step *step)
{
  WsAccessCost cost = { 0 };

  if (step->ask.kind == WS_COST_ATOMIC)
    ws_access_cost_shared_atomic (event->taken, addresses, bytes, self->spec->shared_banks, &cost);
  else
    ws_access_cost_shared_masked (event->taken, addresses, bytes, self->spec->shared_banks, &cost);
  step->ask.place = WS_PLACE_SHARED;
  step->ask.passes = (guint16)MAX (cost.wavefronts, 1);
  step->ask.parts = (guint8)MIN (cost.ideal_wavefronts, G_MAXUINT8);
  step->parts = (guint16)cost.wavefronts;
  step->ideal = (guint16)cost.ideal_wavefronts;
}

static guint
count_distinct (const guint64 *addresses, guint n)
{
  guint distinct = 0;

  for (guint i = 0; i < n; i++)
    {
      guint k = i;

      while (k > 0 && addresses[k - 1] != addresses[i])
        k--;
      distinct += k == 0;
    }
  return distinct;
}

static void
fill_global (WsReplay *self, Memory *memory, const guint64 *addresses, guint n, guint bytes,
             Step *step)
{
  WsAskLine lines[WS_MAX_LINES];
  WsAskRange ranges[WS_WARP_SIZE];
  guint64 served[WS_WARP_SIZE];

  for (guint i = 0; i < n; i++)
    ranges[i] = (WsAskRange){ addresses[i], addresses[i] + bytes - 1 };
  step->parts = (guint16)ws_asker_ask_global (&memory->asker, ranges, n, FALSE, &step->ask, lines);
  step->ideal = (guint16)((count_distinct (addresses, n) * bytes + WS_CACHE_SECTOR_BYTES - 1)
                          / WS_CACHE_SECTOR_BYTES);
  if (step->ask.kind == WS_COST_ATOMIC)
    {
      step->ask.n_served = (guint8)ws_ask_find_served (addresses, n, served);
      count_atomics (self, memory, served, step->ask.n_served);
    }
  for (guint i = 0; i < step->ask.n_lines; i++)
    step->missed += (guint8)__builtin_popcount (lines[i].missed);
  step->ask.first = self->lines->len;
  g_array_append_vals (self->lines, lines, step->ask.n_lines);
}

static void
fill_access (WsReplay *self, Memory *memory, const WsSite *site, const WsEvent *event, Step *step)
{
  guint bytes = (guint)site->width_bytes * site->vector;
  gboolean is_atomic = site->op_class == WS_OP_ATOMIC;
  guint64 addresses[WS_WARP_SIZE];
  guint n = ws_memory_request_get_addresses (self->run, site, event, addresses);

  step->ask.kind = self->costs[step->site].kind;
  if (event->space == WS_SPACE_SHARED)
    fill_shared (self, event, addresses, bytes, step);
  else if (event->space == WS_SPACE_LOCAL)
    {
      step->ask.place = WS_PLACE_LOCAL;
      step->ask.passes = (guint16)((n * bytes + WS_LINE_BYTES - 1) / WS_LINE_BYTES);
      step->parts = step->ideal =
          (guint16)((n * bytes + WS_CACHE_SECTOR_BYTES - 1) / WS_CACHE_SECTOR_BYTES);
    }
  else
    {
      fill_global (self, memory, addresses, n, bytes, step);
      use_bytes (memory, addresses, n, bytes);
      if (site->op_class == WS_OP_LOAD)
        read_bytes (memory, event, addresses, bytes, step);
      else
        forget_bytes (memory, addresses, n, bytes);
    }
  if (is_atomic && step->ask.n_served > 0 && is_chained (site))
    count_chains (self, memory, addresses, n);
  if (is_atomic)
    {
      step->met = (guint16)count_met (addresses, n);
      step->ideal = step->parts; /* their addresses do not depend on the layout */
    }
}

static void
fill_steps (WsReplay *self, guint launch)
{
  Memory memory = { .sectors = g_hash_table_new (NULL, NULL),
                    .atomics = g_hash_table_new (NULL, NULL),
                    .chains = g_hash_table_new (NULL, NULL),
                    .read = g_hash_table_new (NULL, NULL),
                    .readers = g_hash_table_new (NULL, NULL) };
  guint64 used = 0;
  GHashTableIter iter;
  gpointer value;

  ws_asker_init (&memory.asker, self->spec, ws_residency_get_resident (self->run, launch));
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
  self->hottest = MAX (find_most (memory.atomics), find_most (memory.chains)
                                                       * (double)self->spec->atomic_float_tenths
                                                       / MAX (self->spec->atomic_tenths, 1));
  ws_asker_clear (&memory.asker);
  g_hash_table_unref (memory.sectors);
  g_hash_table_unref (memory.atomics);
  g_hash_table_unref (memory.chains);
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

/* A warp must reach the barrier after its last access, so that others see its stores; at later
 * barriers it only waits for others. */
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

/* Costs per site; then of each as a simple instruction; then of a store to shared memory of what
 * it has loaded. */
static WsCost *
make_costs (const WsKernel *kernel, const WsSpec *spec, guint *n_loops)
{
  g_autofree WsCost *costs = ws_costs_new (kernel, spec, n_loops);
  WsCost *all = g_new (WsCost, 3 * kernel->n_sites + 1);

  memcpy (all, costs, kernel->n_sites * sizeof *costs);
  for (guint s = 0; s < kernel->n_sites; s++)
    {
      WsCost *kept = &all[2 * kernel->n_sites + s];

      *kept = (WsCost){ .issue = MAX (spec->issue_cycles, 1), .hold = MAX (spec->issue_cycles, 1) };
      kept->kind = WS_COST_STORE;
      kept->n_uses = costs[s].n_defs;
      memcpy (kept->uses, costs[s].defs, sizeof costs[s].defs);
      ws_cost_make_plain (&costs[s], spec);
      all[kernel->n_sites + s] = costs[s];
    }
  return all;
}

/* Flags that follow from where the warp continues. Operands of divisions are not recorded. */
static void
fill_flags (WsReplay *self)
{
  g_autofree guint8 *rounds = g_new (guint8, MAX (self->n_loops, 1));

  for (guint w = 0; w < self->n_warps; w++)
    {
      memset (rounds, 0, self->n_loops);
      for (guint32 i = self->first[w]; i < self->first[w + 1]; i++)
        {
          Step *step = &self->steps[self->order[i]];
          gboolean goes_round =
              i + 1 < self->first[w + 1]
              && self->events[self->order[i + 1]].site == self->kernel->sites[step->site].target;

          step->flags = (guint8)ws_step_find_flags (rounds, cost_of (self, step), goes_round);
        }
    }
}

/* Share, of 256, of the sectors first touched by a block that no other block has touched, estimated
 * from the sizes of buffers. */
static guint
find_new_share (const WsReplay *self)
{
  double missed = 0;
  double there = 0;

  for (guint e = 0; e < self->n_events; e++)
    missed += self->steps[e].missed;
  missed *= ws_ask_get_granule (self->spec) * (double)ws_launch_get_n_blocks (self->launch);
  for (guint i = 0; i < self->run->regions->len; i++)
    there += (double)((const WsRegion *)g_ptr_array_index (self->run->regions, i))->size_bytes
             / WS_CACHE_SECTOR_BYTES;
  return there <= 0 || there >= missed ? WS_ALL_NEW : (guint)(there * WS_ALL_NEW / missed);
}

/* Returns: (transfer none) (nullable): the representative block of those recorded in full, from the
 * middle: neither the first nor the last, which may be partial */
const WsBlockRecord *
ws_replay_choose_block (const WsRun *run, guint launch)
{
  gsize n;
  const WsBlockRecord *blocks = ws_run_get_blocks (run, launch, &n);

  return n > 0 ? &blocks[n / 2] : NULL;
}

/* Returns: whether @run has enough data on its device and on @launch to time a block of it */
gboolean
ws_replay_is_possible (const WsRun *run, guint launch)
{
  const WsBlockRecord *block = ws_replay_choose_block (run, launch);

  return block != NULL && run->spec->latency_arithmetic > 0 && block->n_events > 0
         && ws_run_get_kernel (run, launch)->n_sites <= MOST_SITES;
}

/**
 * ws_replay_new:
 * @run: a run whose spec has its timing
 * @block: one of its blocks, recorded in full
 *
 * Collects the requests of the block's events. @run must outlive it.
 *
 * Returns: (transfer full) (nullable): the block, to be timed; %NULL if the spec has no timing, no
 * event was recorded, or the kernel is very long
 */
WsReplay *
ws_replay_new (const WsRun *run, guint launch, const WsBlockRecord *block)
{
  const WsLaunch *record = &run->launches[launch];
  WsReplay *self;

  if (run->spec->latency_arithmetic == 0 || block->n_events == 0
      || ws_run_get_kernel (run, launch)->n_sites > MOST_SITES)
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
  self->launch = record;
  self->lines = g_array_new (FALSE, FALSE, sizeof (WsAskLine));
  self->costs = make_costs (self->kernel, self->spec, &self->n_loops);
  self->ahead = g_new0 (gboolean, self->kernel->n_sites + 1);
  sort_by_warp (self);
  for (guint w = 0; w < self->n_warps; w++)
    self->leave[w] = find_leave (self, w);
  fill_steps (self, launch);
  fill_flags (self);
  self->new_share = find_new_share (self);
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
  g_free (self->ahead);
  g_array_unref (self->lines);
  g_free (self);
}

/* ---- time ---- */

static gboolean
is_load_of_global (const WsReplay *self, const Step *step)
{
  return step->ask.place == WS_PLACE_GLOBAL && self->ahead[step->site];
}

/* Data that was read before is better kept than prefetched. */
static gboolean
is_ahead (const WsReplay *self, const Step *step)
{
  return is_load_of_global (self, step) && !step->again
         && (step->skipped & WS_REPLAY_READ_ONCE) == 0;
}

static gboolean
is_skipped (const WsReplay *self, const Step *step, WsReplayChange change)
{
  return (step->skipped & change) != 0
         || ((change & WS_REPLAY_NO_BARRIERS) != 0 && cost_of (self, step)->is_barrier);
}

/* As many contiguous sectors as the bytes of an access need. Returns: lines */
static guint
fill_whole (const WsReplay *self, const Step *step, WsAskLine *lines)
{
  const WsAskLine *from = &((const WsAskLine *)(const void *)self->lines->data)[step->ask.first];
  guint left = MIN (step->ideal, 4 * step->ask.n_lines);
  guint missed = step->parts > 0 ? (step->missed * left + step->parts - 1) / step->parts : 0;
  guint n = 0;

  for (; left > 0; n++)
    {
      guint sectors = MIN (left, 4);
      guint of_device = MIN (missed, sectors);

      lines[n] = (WsAskLine){ .line = from[n].line,
                              .sectors = (guint8)((1u << sectors) - 1),
                              .missed = (guint8)((1u << of_device) - 1) };
      missed -= of_device;
      left -= sectors;
    }
  return n;
}

/* The request of a step under a change. */
static WsAsk
change_ask (const WsReplay *self, const Step *step, WsReplayChange change, WsAskLine *lines)
{
  WsAsk ask = step->ask;
  gboolean again = step->again && (change & WS_REPLAY_READ_ONCE) != 0;
  gboolean apart = step->met > 0 && (change & WS_REPLAY_APART) != 0;

  if (ask.n_lines > 0)
    memcpy (lines, &g_array_index (self->lines, WsAskLine, ask.first), ask.n_lines * sizeof *lines);
  if (again || apart)
    {
      ask.place = WS_PLACE_SHARED;
      ask.passes = ask.parts = 1;
      ask.n_lines = 0;
    }
  else if ((change & WS_REPLAY_NO_CONFLICTS) != 0 && ask.place == WS_PLACE_SHARED)
    ask.passes = (guint16)MAX (step->ideal, 1);
  else if ((change & WS_REPLAY_WHOLE_SECTORS) != 0 && ask.place == WS_PLACE_GLOBAL
           && step->ideal < step->parts)
    {
      ask.n_lines = (guint8)fill_whole (self, step, lines);
      ask.passes = MAX (ask.n_lines, 1);
      ask.n_partial = 0;
    }
  if ((change & WS_REPLAY_LOADS_AHEAD) != 0 && is_ahead (self, step))
    ask.ahead = AHEAD;
  return ask;
}

static void
count_use (const WsReplay *self, const Step *step, const WsAsk *ask, const WsAskLine *lines,
           WsReplayUse *use)
{
  const WsSpec *spec = self->spec;
  double sectors = 0;
  double missed = 0;

  for (guint i = 0; i < ask->n_lines; i++)
    {
      sectors += __builtin_popcount (lines[i].sectors);
      missed += __builtin_popcount (lines[i].missed);
    }
  use->missed += missed * ws_ask_get_granule (spec);
  if (ask->place == WS_PLACE_SHARED)
    use->shared += ask->passes;
  else if (ask->place == WS_PLACE_GLOBAL && spec->port_bytes > 0)
    use->port += (ask->kind == WS_COST_LOAD && spec->l1_bytes > 0 ? missed : sectors)
                 * WS_CACHE_SECTOR_BYTES / spec->port_bytes;
  if (ask->place == WS_PLACE_GLOBAL && ask->kind == WS_COST_LOAD)
    use->under_way += sectors * WS_CACHE_SECTOR_BYTES
                      * (missed > 0 ? spec->latency_memory : spec->latency_near)
                      / MAX (ask->ahead, 1);
}

/* The block's warps, as they would execute under a change. */
static WsTrace *
make_trace (const WsReplay *self, WsReplayChange change, WsReplayUse *use)
{
  const WsAsk kept = { .place = WS_PLACE_SHARED, .kind = WS_COST_STORE, .passes = 1, .parts = 1 };
  gboolean keeps = (change & WS_REPLAY_READ_ONCE) != 0;
  WsTrace *trace = ws_trace_new (0, self->n_warps, MOST_STEPS);

  for (guint w = 0; w < self->n_warps; w++)
    {
      guint32 end = (change & WS_REPLAY_NO_IDLE_WARPS) != 0 ? self->leave[w] : self->first[w + 1];

      for (guint32 i = self->first[w]; i < end; i++)
        {
          const Step *step = &self->steps[self->order[i]];
          guint32 op = step->site;
          guint flags = step->flags;
          WsAskLine lines[WS_MAX_LINES];
          WsAsk ask;

          if (is_skipped (self, step, change))
            continue;
          if ((step->cheap & change) != 0)
            op += self->kernel->n_sites;
          if (cost_of (self, step)->around > 0 && i + 1 < end
              && is_skipped (self, &self->steps[self->order[i + 1]], change))
            flags |= WS_STEP_AROUND;
          ask = change_ask (self, step, change, lines);
          use->issue += (flags & WS_STEP_AROUND) != 0 ? self->costs[op].around
                        : (flags & WS_STEP_FREE) != 0 ? 0
                                                      : self->costs[op].issue;
          count_use (self, step, &ask, lines, use);
          ws_trace_add (trace, w, op, flags, self->costs[op].kind != WS_COST_FIXED ? &ask : NULL,
                        lines);
          if (keeps && ask.place == WS_PLACE_GLOBAL && ask.kind == WS_COST_LOAD)
            ws_trace_add (trace, w, step->site + 2 * self->kernel->n_sites, 0, &kept, lines);
        }
    }
  return trace;
}

/* Half of each latency except the memory's. */
static WsSpec
halve (const WsSpec *spec)
{
  WsSpec half = *spec;

  half.latency_arithmetic = MAX (half.latency_arithmetic / 2, 1);
  half.latency_shared = MAX (half.latency_shared / 2, 1);
  half.branch /= 2;
  return half;
}

static WsSm
get_sm (const WsReplay *self, const GPtrArray *traces, guint n_resident)
{
  return (WsSm){
    .spec = self->spec,
    .costs = self->costs,
    .traces = traces,
    .n_rows = self->kernel->n_register_names,
    .blocks_per_sm = n_resident,
    .n_blocks = (guint32)MIN (ws_launch_get_n_blocks (self->launch), G_MAXUINT32),
    .shared_bytes = self->launch->static_shared_bytes + self->launch->dynamic_shared_bytes,
    .most_steps = G_MAXUINT,
  };
}

/**
 * ws_replay_run:
 * @change: the changes, a bit each
 * @n_resident: blocks that are there at once
 * @use: (out): use of the block under them
 *
 * Times it, alone and with co-resident blocks. O(events x warps of a scheduler).
 */
void
ws_replay_run (const WsReplay *self, WsReplayChange change, guint n_resident, WsReplayUse *use)
{
  g_autoptr (GPtrArray) traces = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_trace_free);
  g_autofree WsCost *costs = NULL;
  WsSpec half = halve (self->spec);
  WsSm sm = get_sm (self, traces, n_resident);
  double stretch;
  guint n_loops;

  /* a block that aggregates locally adds to each address once */
  *use = (WsReplayUse){ .hottest = (change & WS_REPLAY_APART) != 0 ? MIN (self->hottest, 1)
                                                                   : self->hottest };
  g_ptr_array_add (traces, make_trace (self, change, use));
  if ((change & WS_REPLAY_OVERLAP) != 0)
    {
      sm.spec = &half;
      sm.costs = costs = make_costs (self->kernel, &half, &n_loops);
    }
  use->duration = MAX (ws_sm_time (&sm, 1, 1, WS_ALL_NEW, NULL), 1);
  stretch = ws_sm_find_stretch (&sm, MAX (n_resident, 1), self->new_share);
  use->together = use->duration * (stretch > 0 ? stretch : 1);
  /* bytes that one request leaves of a sector may be requested by another: each byte is transferred
   * at least once */
  if ((change & WS_REPLAY_WHOLE_SECTORS) != 0)
    use->missed = MAX (use->missed, self->used);
  use->missed *= (double)self->new_share / WS_ALL_NEW;
}

/**
 * ws_replay_find_stalls:
 * @n_resident: blocks that are there at once
 *
 * Returns: (transfer full) (nullable): what its warps wait for beside those of as many blocks; an
 *   operation is a site of the kernel; %NULL if out of memory
 */
WsStalls *
ws_replay_find_stalls (const WsReplay *self, guint n_resident)
{
  g_autoptr (GPtrArray) traces = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_trace_free);
  WsSm sm = get_sm (self, traces, MAX (n_resident, 1));
  WsReplayUse use = { 0 };

  g_ptr_array_add (traces, make_trace (self, WS_REPLAY_AS_IT_IS, &use));
  return ws_sm_find_stalls (&sm, MAX (n_resident, 1), self->new_share, self->kernel->n_sites);
}

/* Returns: approximate cycles of schedulers, port and shared memory that the event would save under
 * @change, without latencies */
double
ws_replay_weigh (const WsReplay *self, WsReplayChange change, guint event)
{
  const Step *step = &self->steps[event];
  const WsCost *cost = cost_of (self, step);
  double saved = 0;

  g_return_val_if_fail (event < self->n_events, 0);

  /* for a loop, the visible part is its branches */
  if ((step->skipped & change) != 0)
    return (cost->issue + step->parts)
           * ((change & WS_REPLAY_FEW_LOOPS) != 0
                      && !is_conditional (&self->kernel->sites[step->site])
                  ? 1e-3
                  : 1);
  if ((change & WS_REPLAY_NO_CONFLICTS) != 0 && step->ask.place == WS_PLACE_SHARED)
    saved += step->parts - step->ideal;
  if ((change & WS_REPLAY_WHOLE_SECTORS) != 0 && step->ask.place == WS_PLACE_GLOBAL)
    saved += step->parts - step->ideal;
  if ((change & WS_REPLAY_APART) != 0 && self->kernel->sites[step->site].op_class == WS_OP_ATOMIC)
    saved += step->parts + step->met;
  if ((change & WS_REPLAY_OVERLAP) != 0 && step->ask.place != WS_PLACE_NONE
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

/* Returns: whether the change affects anything in the block */
gboolean
ws_replay_can (const WsReplay *self, WsReplayChange change)
{
  for (guint e = 0; e < self->n_events; e++)
    if (ws_replay_weigh (self, change, e) > 0)
      return TRUE;
  return (change & WS_REPLAY_OVERLAP) != 0;
}

/* Returns: share of its warps in which no lane computes with loaded data, while others do: they
 * load, pass on, and exit; from 0 to 1 */
double
ws_replay_get_idle_share (const WsReplay *self)
{
  return self->idle_share;
}

/**
 * ws_replay_get_again_share:
 * @own: (out): the share in requests in which each lane rereads its own data
 *
 * Returns: share of the bytes read from global memory that the block has read before, and not
 * written since; from 0 to 1
 */
double
ws_replay_get_again_share (const WsReplay *self, double *own)
{
  *own = self->own_share;
  return self->again_share;
}
