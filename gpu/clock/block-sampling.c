/* block-sampling.c: durations of blocks that were executed without a clock.
 *
 * Blocks whose warps went the same way at each branch have executed the same instructions, and
 * differ only in addresses. So few blocks of a large grid are timed: the first, the last, and some
 * between them, at irregular distances that no stride of the kernel matches. An untimed block is
 * assigned the average of the timed ones with the same paths; if there is none, it is interpolated
 * by the number of issued instructions. For some blocks a trace is kept, and a few traces represent
 * all blocks when co-resident blocks are timed.
 */
#include "clock/block-sampling.h"

#include <math.h>
#include <string.h>

#define SAMPLES 128 /* of a grid, about */
#define TRACED  16  /* of them */
#define CHOSEN  4   /* of those */

/* A block that was timed. */
typedef struct {
  guint32 block;
  guint64 path;
  guint64 issued;
} Timed;

#define N_FIGURES (sizeof (WsBlockUse) / sizeof (guint32))

/* Timed blocks with the same paths. */
typedef struct {
  guint64 path;
  guint32 model; /* the first of them */
  guint64 n;
  guint64 sum[N_FIGURES];
  double squares[N_FIGURES];
} Class;

/* The uncertainty of a figure. */
typedef struct {
  double all;       /* of all blocks */
  double doubt;     /* the uncertainty of the sum, */
  double deviation; /* sum of twice the standard deviations of untimed blocks */
} Doubt;

/* State of an untimed block, stored in place of its use. */
typedef struct {
  guint32 path[2];
  guint32 issued;
} Ways;

G_STATIC_ASSERT (sizeof (Ways) == sizeof (WsBlockUse));
G_STATIC_ASSERT (sizeof (WsBlockUse) + sizeof (guint8) == WS_BLOCK_SAMPLING_BYTES);

struct _WsBlockSampling {
  guint32 n_blocks;
  WsBlockUse *uses; /* Ways of an untimed block, until resolved */
  guint8 *is_timed;
  GMutex lock;
  GArray *timed; /* Timed */
  Doubt doubts[N_FIGURES];
};

/* Whether all blocks are timed, whatever they are. */
static gint times_all;

/**
 * ws_block_sampling_new:
 * @n_blocks: of the grid
 *
 * Returns: (transfer full) (nullable): the sampling, still empty; %NULL if out of memory
 */
WsBlockSampling *
ws_block_sampling_new (guint32 n_blocks)
{
  WsBlockSampling *self = g_new0 (WsBlockSampling, 1);

  g_mutex_init (&self->lock);
  self->n_blocks = n_blocks;
  self->timed = g_array_new (FALSE, FALSE, sizeof (Timed));
  self->uses = g_try_new0 (WsBlockUse, MAX (n_blocks, 1));
  self->is_timed = g_try_new0 (guint8, MAX (n_blocks, 1));
  if (self->uses != NULL && self->is_timed != NULL)
    return self;
  ws_block_sampling_free (self);
  return NULL;
}

/**
 * ws_block_sampling_free:
 * @self: (transfer full) (nullable): the sampling
 */
void
ws_block_sampling_free (WsBlockSampling *self)
{
  if (self == NULL)
    return;
  g_mutex_clear (&self->lock);
  g_array_unref (self->timed);
  g_free (self->uses);
  g_free (self->is_timed);
  g_free (self);
}

/* For tests: from now on all blocks are timed, or a sample of them, as usual. */
void
ws_block_sampling_set_times_all (gboolean all)
{
  g_atomic_int_set (&times_all, all ? 1 : 0);
}

/* Whether it is one of about @n sampled blocks of a grid, always the same ones; a larger sample
 * includes the smaller ones. */
static gboolean
is_one_of (guint32 block, guint32 n_blocks, guint32 n)
{
  guint32 every = n_blocks / n;

  if (every <= 1 || block == 0 || block == n_blocks - 1)
    return TRUE;
  return (guint32)(((guint64)(block * 0x9e3779b1u) * every) >> 32) == 0;
}

/**
 * ws_block_sampling_is_sample:
 * @n_blocks: of its grid
 *
 * Returns: whether it is timed in any case: all blocks of a small grid, some 128 of a large one,
 * always the same ones
 */
gboolean
ws_block_sampling_is_sample (guint32 block, guint32 n_blocks)
{
  return g_atomic_int_get (&times_all) || is_one_of (block, n_blocks, SAMPLES);
}

/**
 * ws_block_sampling_is_traced:
 * @n_blocks: of its grid
 *
 * Returns: whether its trace is kept: all of a small grid, some 16 of the samples of a large one.
 * ws_block_sampling_choose() takes some of them.
 */
gboolean
ws_block_sampling_is_traced (guint32 block, guint32 n_blocks)
{
  return is_one_of (block, n_blocks, TRACED);
}

/**
 * ws_block_sampling_add_timed:
 * @self: what is known of blocks
 * @block: that has run with a clock
 * @use: what it took
 *
 * May be called by several host threads at once, for different blocks.
 */
void
ws_block_sampling_add_timed (WsBlockSampling *self, const WsBlockRun *block, const WsBlockUse *use)
{
  const Timed timed = { block->block, ws_block_get_path (block), block->issued };

  self->uses[block->block] = *use;
  self->uses[block->block].duration = MAX (use->duration, 1);
  self->is_timed[block->block] = TRUE;
  g_mutex_lock (&self->lock);
  g_array_append_val (self->timed, timed);
  g_mutex_unlock (&self->lock);
}

/**
 * ws_block_sampling_add:
 * @self: what is known of blocks
 * @block: that has run without a clock
 *
 * As ws_block_sampling_add_timed().
 */
void
ws_block_sampling_add (WsBlockSampling *self, const WsBlockRun *block)
{
  guint64 path = ws_block_get_path (block);
  Ways ways = { .issued = (guint32)MIN (block->issued, G_MAXUINT32) };

  memcpy (ways.path, &path, sizeof path);
  memcpy (&self->uses[block->block], &ways, sizeof ways);
}

/**
 * ws_block_sampling_cut:
 * @self: what is known of blocks
 * @n_blocks: number of blocks that count: the progress of later ones is arbitrary
 */
void
ws_block_sampling_cut (WsBlockSampling *self, guint32 n_blocks)
{
  guint n = 0;

  memset (self->uses + n_blocks, 0, (gsize)(self->n_blocks - n_blocks) * sizeof *self->uses);
  for (guint i = 0; i < self->timed->len; i++)
    if (g_array_index (self->timed, Timed, i).block < n_blocks)
      g_array_index (self->timed, Timed, n++) = g_array_index (self->timed, Timed, i);
  g_array_set_size (self->timed, n);
  for (guint32 b = n_blocks; b < self->n_blocks; b++)
    {
      self->uses[b].duration = 1;
      self->is_timed[b] = TRUE;
    }
}

static int
compare_blocks (gconstpointer a, gconstpointer b)
{
  const Timed *x = a;
  const Timed *y = b;

  return x->block < y->block ? -1 : x->block > y->block;
}

static int
compare_issued (gconstpointer a, gconstpointer b)
{
  const Timed *x = a;
  const Timed *y = b;

  if (x->issued != y->issued)
    return x->issued < y->issued ? -1 : 1;
  return compare_blocks (a, b);
}

/* The classes of the timed blocks, by path. */
static GHashTable *
make_classes (const WsBlockSampling *self)
{
  GHashTable *classes = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);

  for (guint i = 0; i < self->timed->len; i++)
    {
      const Timed *timed = &g_array_index (self->timed, Timed, i);
      const guint32 *use = (const guint32 *)(const void *)&self->uses[timed->block];
      Class *class = g_hash_table_lookup (classes, &timed->path);

      if (class == NULL)
        {
          class = g_new0 (Class, 1);
          class->path = timed->path;
          class->model = timed->block;
          g_hash_table_insert (classes, &class->path, class);
        }
      for (guint k = 0; k < N_FIGURES; k++)
        {
          class->sum[k] += use[k];
          class->squares[k] += (double)use[k] * use[k];
        }
      class->n++;
    }
  return classes;
}

static void
take_average (WsBlockSampling *self, guint32 block, const Class *class)
{
  guint32 *use = (guint32 *)(void *)&self->uses[block];

  for (guint k = 0; k < N_FIGURES; k++)
    use[k] = (guint32)((class->sum[k] + class->n / 2) / class->n);
}

/* @timed: by what they issued. Returns: the first that issued at least as much; @timed->len if none
 * did
 */
static guint
find_above (const GArray *timed, guint64 issued)
{
  guint low = 0;
  guint high = timed->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (timed, Timed, middle).issued < issued)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Interpolates linearly between two timed blocks with different counts; at least 0.
 */
static void
take_between (WsBlockSampling *self, guint32 block, guint64 issued, const Timed *low,
              const Timed *high)
{
  static const WsBlockUse nothing;
  const guint32 *from =
      (const guint32 *)(const void *)(low != NULL ? &self->uses[low->block] : &nothing);
  const guint32 *to = (const guint32 *)(const void *)&self->uses[high->block];
  guint32 *use = (guint32 *)(void *)&self->uses[block];
  double start = low != NULL ? (double)low->issued : 0;
  double share = ((double)issued - start) / MAX ((double)high->issued - start, 1);
  guint32 values[sizeof (WsBlockUse) / sizeof (guint32)];

  for (guint k = 0; k < G_N_ELEMENTS (values); k++)
    values[k] = (guint32)CLAMP (from[k] + ((double)to[k] - from[k]) * share + 0.5, 0, G_MAXUINT32);
  memcpy (use, values, sizeof values);
}

/* Returns: the block that it is like */
static guint32
take_proportion (WsBlockSampling *self, guint32 block, guint64 issued, const GArray *timed)
{
  guint above = MIN (find_above (timed, issued), timed->len - 1);
  const Timed *high = &g_array_index (timed, Timed, above);
  const Timed *low = NULL;

  for (guint i = above; low == NULL && i-- > 0;)
    if (g_array_index (timed, Timed, i).issued < high->issued)
      low = &g_array_index (timed, Timed, i);
  take_between (self, block, issued, low, high);
  return high->block;
}

/* ---- uncertainty ---- */

/* Twice the standard deviation of blocks with the same paths. */
static double
get_class_deviation (const Class *class, guint figure)
{
  double n = (double)class->n;
  double mean = (double)class->sum[figure] / n;

  return 2 * sqrt (MAX (class->squares[figure] / n - mean * mean, 0) * n / MAX (n - 1, 1));
}

/* Relative error of the interpolation: the average error for each timed block if it were
 * interpolated from the others. */
static double
get_line_doubt (WsBlockSampling *self, const GArray *by_issued, guint figure)
{
  double off = 0;
  double sum = 0;

  for (guint i = 1; i + 1 < by_issued->len; i++)
    {
      const Timed *low = &g_array_index (by_issued, Timed, i - 1);
      const Timed *timed = &g_array_index (by_issued, Timed, i);
      const Timed *high = &g_array_index (by_issued, Timed, i + 1);
      double from = ((const guint32 *)(const void *)&self->uses[low->block])[figure];
      double use = ((const guint32 *)(const void *)&self->uses[timed->block])[figure];
      double to = ((const guint32 *)(const void *)&self->uses[high->block])[figure];
      double span = (double)(high->issued - low->issued);

      off += fabs (from - use
                   + (to - from) * (span > 0 ? (double)(timed->issued - low->issued) / span : 0.5));
      sum += use;
    }
  return sum > 0 ? off / sum : 0;
}

/* @class: (nullable): of the untimed block; a single timed block says nothing about the variation
 * within its class */
static void
add_doubt (WsBlockSampling *self, guint32 block, const Class *class, const double line[N_FIGURES])
{
  const guint32 *use = (const guint32 *)(const void *)&self->uses[block];
  gboolean is_known = class != NULL && class->n > 1;

  for (guint k = 0; k < N_FIGURES; k++)
    {
      Doubt *doubt = &self->doubts[k];
      double deviation = is_known ? get_class_deviation (class, k) : 2 * line[k] * use[k];

      doubt->doubt += is_known ? deviation / sqrt ((double)class->n) : line[k] * use[k];
      doubt->deviation += deviation;
    }
}

/* Returns: the block that it is like */
static guint32
resolve (WsBlockSampling *self, guint32 block, GHashTable *classes, const GArray *by_issued,
         const double line[N_FIGURES])
{
  const Class *class;
  guint32 model;
  Ways ways;
  guint64 path;

  memcpy (&ways, &self->uses[block], sizeof ways);
  memcpy (&path, ways.path, sizeof path);
  class = g_hash_table_lookup (classes, &path);
  if (class != NULL)
    {
      take_average (self, block, class);
      add_doubt (self, block, class, line);
      return class->model;
    }
  model = take_proportion (self, block, ways.issued, by_issued);
  add_doubt (self, block, NULL, line);
  return model;
}

/**
 * ws_block_sampling_resolve:
 * @self: what is known of blocks, all of which have run
 * @models: (out caller-allocates) (optional) (array): per block the timed one that represents it:
 * itself if timed
 *
 * Estimates the use of each untimed block. O(n log SAMPLES).
 */
void
ws_block_sampling_resolve (WsBlockSampling *self, guint32 *models)
{
  g_autoptr (GArray) by_issued = g_array_copy (self->timed);
  g_autoptr (GHashTable) classes = NULL;
  double line[N_FIGURES];

  g_array_sort (self->timed, compare_blocks);
  g_array_sort (by_issued, compare_issued);
  classes = make_classes (self);
  for (guint k = 0; k < N_FIGURES; k++)
    line[k] = get_line_doubt (self, by_issued, k);
  for (guint32 b = 0; b < self->n_blocks; b++)
    {
      guint32 model = self->is_timed[b] ? b : resolve (self, b, classes, by_issued, line);

      for (guint k = 0; k < N_FIGURES; k++)
        self->doubts[k].all += ((const guint32 *)(const void *)&self->uses[b])[k];
      if (models != NULL)
        models[b] = model;
    }
}

/* Of traced blocks. */
static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const WsTrace *x = *(WsTrace *const *)a;
  const WsTrace *y = *(WsTrace *const *)b;

  return x->block < y->block ? -1 : x->block > y->block;
}

/* By duration, then by index. */
static int
compare_durations (gconstpointer a, gconstpointer b, gpointer data)
{
  const WsTrace *x = *(WsTrace *const *)a;
  const WsTrace *y = *(WsTrace *const *)b;
  const WsBlockUse *uses = data;

  if (uses[x->block].duration != uses[y->block].duration)
    return uses[x->block].duration < uses[y->block].duration ? -1 : 1;
  return compare_numbers (a, b);
}

/**
 * ws_block_sampling_choose:
 * @self: what is known of blocks, resolved
 * @traces: (inout) (element-type WsTrace): of some of them; sorted
 *
 * A block that takes ten times as long is ten times as often resident on an SM. So the
 * representatives are the medians of equal parts of the total time, not of the number of blocks.
 *
 * Returns: (transfer container) (element-type WsTrace): traces of @traces, by their blocks'
 * numbers; one with a large share of the time appears more than once
 */
GPtrArray *
ws_block_sampling_choose (const WsBlockSampling *self, GPtrArray *traces)
{
  GPtrArray *chosen = g_ptr_array_new ();
  guint n = MIN (traces->len, CHOSEN);
  guint64 all = 0;
  guint64 sum = 0;

  g_ptr_array_sort_with_data (traces, compare_durations, self->uses);
  for (guint i = 0; i < traces->len; i++)
    all += self->uses[((const WsTrace *)g_ptr_array_index (traces, i))->block].duration;
  for (guint i = 0; i < traces->len; i++)
    {
      WsTrace *trace = g_ptr_array_index (traces, i);

      sum += self->uses[trace->block].duration;
      while (chosen->len < n && sum * 2 * n > all * (2 * chosen->len + 1))
        g_ptr_array_add (chosen, trace);
    }
  g_ptr_array_sort (chosen, compare_numbers);
  return chosen;
}

/**
 * ws_block_sampling_get_uses:
 * @self: what is known of blocks, resolved
 *
 * Returns: (transfer none) (array): use of each block
 */
const WsBlockUse *
ws_block_sampling_get_uses (const WsBlockSampling *self)
{
  return self->uses;
}

/**
 * ws_block_sampling_get_n_timed:
 * @self: what is known of blocks
 *
 * Returns: number of timed blocks
 */
guint32
ws_block_sampling_get_n_timed (const WsBlockSampling *self)
{
  return self->timed->len;
}

/**
 * ws_block_sampling_get_doubt:
 * @self: what is known of blocks, resolved
 * @n_places: blocks that the device holds at once
 *
 * From twice the standard error of the means, plus, for the end of the launch with its last blocks
 * alone, the deviation of a single block from others with the same paths.
 *
 * Returns: relative uncertainty of the launch's time; 0 if all blocks were timed
 */
double
ws_block_sampling_get_doubt (const WsBlockSampling *self, guint64 n_places)
{
  double n_guessed = (double)self->n_blocks - self->timed->len;
  double most = 0;

  if (self->timed->len >= self->n_blocks)
    return 0;
  for (guint k = 0; k < N_FIGURES; k++)
    {
      const Doubt *doubt = &self->doubts[k];
      double waves = MAX ((double)self->n_blocks / (double)MAX (n_places, 1), 1);
      double mean = doubt->all / self->n_blocks;

      if (doubt->all > 0)
        most = MAX (most,
                    doubt->doubt / doubt->all + doubt->deviation / n_guessed / (2 * mean * waves));
    }
  return most;
}
