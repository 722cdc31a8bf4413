/* child-grids.c: a launch of the host, and all the grids that its kernels launch.
 *
 * First they run, one after the other: a grid, then those that it launched and that may begin
 * before it ends, each with all that it leads to, then those of its tail. Then it is found out when
 * each would have begun: as soon as the launch has come through, what it waits for has ended, and
 * the device has room for one grid more. CUDA C++ Programming Guide, "CUDA Dynamic Parallelism".
 */
#include "virtual/child-grids.h"

#include "record/bounds.h"

#include <glib/gi18n.h>
#include <string.h>

/* "Maximum number of resident grids per device", of compute capability 7.0 and later: CUDA C++
 * Programming Guide, "Compute Capabilities". */
#define MOST_RESIDENT 128

#define MOST_GRIDS (1u << 16) /* of one launch: more are taken for endless */

typedef struct _Grid Grid;
struct _Grid {
  WsChild *child; /* NULL: the host launched it */
  Grid *parent;
  Grid *next_in_stream;
  Grid *next_in_tail;
  Grid *first_in_tail;
  GPtrArray *begun_beside; /* Grid, borrowed: that it launched, not in its tail */
  guint launch;            /* of the run; WS_NONE where it has none */
  guint depth;
  guint n_waits; /* for so many things */
  guint n_open;  /* of those beside it, that have not ended with all that they led to */
  gboolean has_ended;
  guint64 duration; /* cycles */
  guint64 begin;
  guint64 end; /* of all that it led to */
};

typedef struct {
  WsChildGrids *tree;
  GPtrArray *grids; /* Grid, as they ran */
  GPtrArray *next;  /* Grid, the last one first */
  guint n_kept;     /* of them, in the run */
  gboolean is_full; /* it takes no more */
  guint64 latency;  /* cycles from a launch to where its grid may begin */
} Runner;

static void
grid_free (Grid *self)
{
  ws_child_free (self->child);
  g_clear_pointer (&self->begun_beside, g_ptr_array_unref);
  g_free (self);
}

static Grid *
grid_new (Grid *parent, WsChild *child)
{
  Grid *self = g_new0 (Grid, 1);

  self->child = child;
  self->parent = parent;
  self->launch = WS_NONE;
  self->begun_beside = g_ptr_array_new ();
  if (parent != NULL)
    self->depth = parent->depth + 1;
  return self;
}

/* ---- they run ---- */

static const char *
get_entry (const Runner *self, const Grid *grid)
{
  const WsPtxFunction *function =
      g_ptr_array_index (self->tree->module->functions, grid->child->function);

  return function->name;
}

/* The kernel of a grid in the run: one more where the run does not have it yet. WS_NONE: an error.
 */
static guint
find_kernel (const Runner *self, const Grid *grid, GError **error)
{
  WsRunBuilder *builder = self->tree->record->builder;
  const char *entry = get_entry (self, grid);
  guint kernel = ws_run_builder_find_kernel (builder, entry);
  g_autofree char *title = ws_fault_dup_name (entry);
  const WsKernel *of_parent;
  WsKernel *described;

  if (kernel != WS_NONE)
    return kernel;
  of_parent = ws_run_builder_get_kernel (
      builder, ws_run_builder_get_launch (builder, grid->parent->launch)->kernel);
  described = self->tree->device->klass->describe (self->tree->device, entry, title,
                                                   of_parent->file, of_parent->source, error);
  return described != NULL ? ws_run_builder_add_kernel (builder, described) : WS_NONE;
}

/* Puts a grid among the launches of the run. */
static gboolean
add_launch (Runner *self, Grid *grid, GError **error)
{
  const WsRecordRequest *record = self->tree->record;
  const WsChild *child = grid->child;
  const WsLaunch *root;
  WsLaunch launch = { 0 };

  if (record == NULL || record->builder == NULL || grid->parent->launch == WS_NONE || self->is_full)
    return TRUE;
  launch.kernel = find_kernel (self, grid, error);
  if (launch.kernel == WS_NONE)
    return FALSE;
  self->is_full = !ws_run_builder_has_room (
      record->builder, launch.kernel, (guint64)child->grid[0] * child->grid[1] * child->grid[2]);
  if (self->is_full)
    return TRUE;
  root = ws_run_builder_get_launch (record->builder, record->launch);
  memcpy (launch.grid, child->grid, sizeof launch.grid);
  memcpy (launch.block, child->block, sizeof launch.block);
  launch.dynamic_shared_bytes = child->dynamic_shared_bytes;
  launch.origin = root->origin;
  if (launch.kernel == root->kernel)
    {
      launch.registers_per_thread = root->registers_per_thread;
      launch.registers_from = root->registers_from;
    }
  launch.static_shared_bytes =
      ((const WsPtxFunction *)g_ptr_array_index (self->tree->module->functions, child->function))
          ->shared_bytes;
  launch.parent = grid->parent->launch;
  launch.parent_block = child->by_block;
  launch.parent_thread = child->by_thread;
  launch.parent_site = child->by_site;
  launch.depth = grid->depth;
  launch.stream = child->stream;
  grid->launch = ws_run_builder_add_launch (record->builder, &launch);
  self->n_kept++;
  return TRUE;
}

/* What the run keeps of a grid that a kernel launched: a launch more, and three blocks at most. */
static void
make_record (const WsRecordRequest *root, const Grid *grid, guint32 blocks[3],
             WsRecordRequest *record)
{
  const guint32 *size = grid->child->grid;
  guint32 n = size[0] * size[1] * size[2];

  *record = *root;
  record->launch = grid->launch;
  record->blocks = blocks;
  record->n_blocks = 0;
  if (root->n_blocks == 0)
    return;
  for (guint i = 0; i < 3; i++)
    {
      guint32 block = i == 0 ? 0 : i == 1 ? n / 2 : n - 1;

      if (record->n_blocks == 0 || blocks[record->n_blocks - 1] < block)
        blocks[record->n_blocks++] = block;
    }
}

static gboolean
run_child (Runner *self, Grid *grid, GPtrArray *children, WsLaunchResult *result,
           GCancellable *cancellable, GError **error)
{
  const WsRecordRequest *root = self->tree->record;
  const WsChild *child = grid->child;
  WsRecordRequest record;
  guint32 blocks[3];
  WsLaunchRequest request = {
    .entry = get_entry (self, grid),
    .grid = { child->grid[0], child->grid[1], child->grid[2] },
    .block = { child->block[0], child->block[1], child->block[2] },
    .dynamic_shared_bytes = child->dynamic_shared_bytes,
  };

  if (g_str_equal (request.entry, self->tree->request->entry))
    request.registers = self->tree->request->registers;
  request.params = g_bytes_get_data (child->params, &request.params_size);
  self->tree->n_pending--;
  if (!add_launch (self, grid, error))
    return FALSE;
  if (grid->launch != WS_NONE)
    make_record (root, grid, blocks, &record);
  else if (root != NULL)
    record = (WsRecordRequest){ .max_instructions = root->max_instructions,
                                .max_seconds = root->max_seconds };
  if (!self->tree->run (self->tree->device,
                        &(WsGridRequest){ &request, root != NULL ? &record : NULL, grid->depth,
                                          &self->tree->n_pending, children },
                        result, cancellable, error))
    return FALSE;
  if (grid->launch != WS_NONE)
    ws_run_builder_get_launch (root->builder, grid->launch)->duration_cycles =
        result->duration_cycles;
  return TRUE;
}

/* What a grid has launched, for later: those beside it first, in their order, then its tail. */
static void
take_children (Runner *self, Grid *grid, GPtrArray *children)
{
  g_autoptr (GHashTable) last = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GPtrArray) tail = g_ptr_array_new ();

  for (guint i = 0; i < children->len; i++)
    {
      WsChild *child = g_steal_pointer (&children->pdata[i]);
      Grid *taken = grid_new (grid, child);
      guint64 key = child->stream == WS_STREAM_NAMED ? child->stream_id : child->by_block;
      Grid *before;

      g_ptr_array_add (child->stream == WS_STREAM_TAIL ? tail : grid->begun_beside, taken);
      taken->n_waits = 1;
      if (child->stream != WS_STREAM_NAMED && child->stream != WS_STREAM_BLOCK)
        continue;
      before = g_hash_table_lookup (last, &key);
      if (before != NULL)
        {
          before->next_in_stream = taken;
          taken->n_waits++;
        }
      g_hash_table_replace (last, g_memdup2 (&key, sizeof key), taken);
    }
  g_ptr_array_set_size (children, 0);
  grid->n_open = grid->begun_beside->len;
  for (guint i = tail->len; i > 0; i--)
    {
      Grid *each = g_ptr_array_index (tail, i - 1);

      each->next_in_tail = grid->first_in_tail;
      grid->first_in_tail = each;
      g_ptr_array_add (self->next, each);
    }
  for (guint i = grid->begun_beside->len; i > 0; i--)
    g_ptr_array_add (self->next, g_ptr_array_index (grid->begun_beside, i - 1));
}

static gboolean
refuse_more (const Runner *self, GError **error)
{
  const WsRecordRequest *record = self->tree->record;
  g_autofree char *sentence =
      g_strdup_printf (_ ("The launch led to more than %u grids and seems endless."), MOST_GRIDS);
  WsFinding finding = {
    .kind = WS_FINDING_ENDLESS,
    .site = WS_NONE,
    .block = WS_NONE,
    .warp = WS_NONE,
    .lane = WS_NONE,
    .message = sentence,
  };

  if (record != NULL && record->builder != NULL)
    {
      finding.launch = record->launch;
      ws_run_builder_add_finding (record->builder, &finding);
    }
  g_set_error_literal (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_ENDLESS, sentence);
  return FALSE;
}

/* @result: gets what they took together; but the cycles are those of the host's launch. */
static gboolean
run_all (Runner *self, WsLaunchResult *result, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) children = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_child_free);

  g_ptr_array_add (self->next, grid_new (NULL, NULL));
  while (self->next->len > 0)
    {
      Grid *grid = g_ptr_array_steal_index (self->next, self->next->len - 1);
      WsLaunchResult own = { 0 };
      gboolean ok;

      g_ptr_array_add (self->grids, grid);
      if (self->grids->len > MOST_GRIDS)
        return refuse_more (self, error);
      if (grid->parent == NULL && self->tree->record != NULL)
        grid->launch = self->tree->record->launch;
      ok = grid->parent == NULL
               ? self->tree->run (self->tree->device,
                                  &(WsGridRequest){ self->tree->request, self->tree->record, 0,
                                                    &self->tree->n_pending, children },
                                  &own, cancellable, error)
               : run_child (self, grid, children, &own, cancellable, error);
      if (!ok)
        return FALSE;
      grid->duration = own.duration_cycles;
      if (grid->parent == NULL)
        result->duration_cycles = own.duration_cycles;
      result->warp_instructions += own.warp_instructions;
      take_children (self, grid, children);
    }
  return TRUE;
}

/* ---- when they would have begun ---- */

typedef enum { EVENT_END, EVENT_COME } EventKind;

/* A grid's blocks have ended; or it has come through, or what it waited for has ended. */
typedef struct {
  guint64 time;
  guint64 serial;
  EventKind kind;
  Grid *grid;
} Event;

typedef struct {
  const Runner *runner;
  GSequence *events;
  GQueue ready; /* Grid: that could begin, were there room */
  guint n_resident;
  guint64 serial;
} Clock;

static int
compare_events (gconstpointer a, gconstpointer b, gpointer data)
{
  const Event *x = a;
  const Event *y = b;

  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return x->serial < y->serial ? -1 : x->serial > y->serial;
}

static void
add_event (Clock *self, guint64 time, EventKind kind, Grid *grid)
{
  const Event event = { .time = time, .serial = self->serial++, .kind = kind, .grid = grid };

  g_sequence_insert_sorted (self->events, g_memdup2 (&event, sizeof event), compare_events, NULL);
}

static void
begin (Clock *self, Grid *grid, guint64 now)
{
  grid->begin = now;
  self->n_resident++;
  add_event (self, now + grid->duration, EVENT_END, grid);
  for (guint i = 0; i < grid->begun_beside->len; i++)
    {
      Grid *each = g_ptr_array_index (grid->begun_beside, i);

      add_event (self, now + each->child->time + self->runner->latency, EVENT_COME, each);
    }
}

static void
begin_what_fits (Clock *self, guint64 now)
{
  while (self->n_resident < MOST_RESIDENT && !g_queue_is_empty (&self->ready))
    begin (self, g_queue_pop_head (&self->ready), now);
}

/* A grid's blocks have ended, or one that it launched has with all that it led to: perhaps it has
 * now, too, and so may those that wait for it. */
static void
settle (Clock *self, Grid *grid, guint64 now)
{
  while (grid != NULL && grid->has_ended && grid->n_open == 0)
    {
      Grid *parent = grid->parent;

      if (grid->first_in_tail != NULL)
        {
          Grid *tail = grid->first_in_tail;

          grid->first_in_tail = tail->next_in_tail;
          grid->n_open = 1;
          add_event (self, now + self->runner->latency, EVENT_COME, tail);
          return;
        }
      grid->end = now;
      if (grid->next_in_stream != NULL)
        add_event (self, now, EVENT_COME, grid->next_in_stream);
      if (parent != NULL)
        parent->n_open--;
      grid = parent;
    }
}

/* Of all grids: when they began, and when they had ended with all that they led to. */
static void
find_times (const Runner *runner)
{
  Clock self = { .runner = runner, .events = g_sequence_new (g_free) };

  g_queue_init (&self.ready);
  begin (&self, g_ptr_array_index (runner->grids, 0), 0);
  while (!g_sequence_is_empty (self.events))
    {
      GSequenceIter *first = g_sequence_get_begin_iter (self.events);
      Event event = *(const Event *)g_sequence_get (first);

      g_sequence_remove (first);
      if (event.kind == EVENT_COME && --event.grid->n_waits == 0)
        g_queue_push_tail (&self.ready, event.grid);
      if (event.kind == EVENT_END)
        {
          self.n_resident--;
          event.grid->has_ended = TRUE;
          settle (&self, event.grid, event.time);
        }
      begin_what_fits (&self, event.time);
    }
  g_sequence_free (self.events);
}

static guint64
to_ns (const WsSpec *spec, guint64 cycles)
{
  return (guint64)((unsigned __int128)cycles * 1000000 / MAX (spec->clock_khz, 1));
}

/* Puts the times into the run, and says what it left out. */
static void
deliver (const Runner *self)
{
  const WsChildGrids *tree = self->tree;
  WsRunBuilder *builder = tree->record != NULL ? tree->record->builder : NULL;
  guint n = self->grids->len - 1;

  if (builder == NULL || n == 0)
    return;
  for (guint i = 1; i <= n; i++)
    {
      const Grid *grid = g_ptr_array_index (self->grids, i);
      WsLaunch *launch;

      if (grid->launch == WS_NONE)
        continue;
      launch = ws_run_builder_get_launch (builder, grid->launch);
      launch->begin_cycles = grid->begin;
      launch->duration_ns = to_ns (tree->device->spec, grid->end - grid->begin);
      launch->has_duration = TRUE;
    }
  ws_run_builder_add_note (builder,
                           ngettext ("Launch %1$u: its kernels launched %2$u grid. Concurrent "
                                     "grids are timed as if each had the device to itself.",
                                     "Launch %1$u: its kernels launched %2$u grids. Concurrent "
                                     "grids are timed as if each had the device to itself.",
                                     n),
                           tree->record->launch + 1, n);
  if (n > self->n_kept)
    ws_run_builder_add_note (builder,
                             ngettext ("Launch %1$u: only the first %2$u of these grids was kept.",
                                       "Launch %1$u: only the first %2$u of these grids were kept.",
                                       self->n_kept),
                             tree->record->launch + 1, self->n_kept);
}

/**
 * ws_child_grids_run:
 * @self: what to run
 * @result: gets how long all took together, and warp instructions; but the cycles are those of the
 * host's launch alone
 *
 * Runs a launch of the host and all grids that it leads to. The run gets a launch for each of the
 * first of them.
 *
 * Returns: whether all ended well
 */
gboolean
ws_child_grids_run (WsChildGrids *self, WsLaunchResult *result, GCancellable *cancellable,
                    GError **error)
{
  const WsSpec *spec = self->device->spec;
  Runner runner = {
    .tree = self,
    .grids = g_ptr_array_new_with_free_func ((GDestroyNotify)grid_free),
    .next = g_ptr_array_new_with_free_func ((GDestroyNotify)grid_free),
    .latency = (guint64)((unsigned __int128)spec->launch_ns * spec->clock_khz / 1000000),
  };
  gboolean ok = run_all (&runner, result, cancellable, error);

  if (ok)
    {
      find_times (&runner);
      result->duration_ns = to_ns (spec, ((const Grid *)g_ptr_array_index (runner.grids, 0))->end);
      deliver (&runner);
    }
  g_ptr_array_unref (runner.next);
  g_ptr_array_unref (runner.grids);
  return ok;
}
