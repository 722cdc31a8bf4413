#include "scene/planes.h"

#include "scene/tree-model.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NODES   (1 << 20) /* of a block that planes are made of */
#define MAX_GROUPS  16        /* buffers and arrays that are told apart */
#define MAX_CELLS   (1 << 20) /* of one plane */
#define MAX_SPARSE  4         /* cells of a plane per touched cell */
#define MAX_THREADS 1024
#define MAX_FACTORS 256 /* of a window */
#define MAX_REACH   16  /* ghost cells at an edge */

/* A buffer or an array while its plane is made. */
typedef struct {
  WsSpace space;
  const WsRegion *region; /* nullable */
  guint64 base;           /* address of its element 0 */
  guint width;            /* bytes of an element */
  guint64 lowest;         /* address that a node has */
  guint32 n_nodes;
  gboolean is_stored; /* by the block */
  guint64 pitch;
  guint plane; /* when they are sorted */
} Group;

typedef struct {
  WsPlanes *planes;
  const WsRun *run;
  const WsLaunch *launch;
  const WsKernel *kernel;
  const WsDataflow *flow;
  Group groups[MAX_GROUPS];
  guint n_groups;
  guint8 *group_of; /* per node: its group; MAX_GROUPS for none */
} Maker;

static const WsRegion *
find_region (const Maker *self, const WsNode *node)
{
  GPtrArray *regions = node->space == WS_SPACE_SHARED ? self->kernel->shared : self->run->regions;

  for (guint i = 0; regions != NULL && i < regions->len; i++)
    {
      const WsRegion *region = g_ptr_array_index (regions, i);

      /* an extern array has no size */
      if (region->space == node->space && node->address >= region->address
          && (node->address - region->address < region->size_bytes || region->size_bytes == 0))
        return region;
    }
  return NULL;
}

static gboolean
is_shown (const WsNode *node)
{
  return node->space == WS_SPACE_GLOBAL || node->space == WS_SPACE_CONST
         || node->space == WS_SPACE_SHARED || node->space == WS_SPACE_NONE;
}

static guint
find_group (Maker *self, const WsNode *node)
{
  const WsRegion *region = find_region (self, node);
  guint i = 0;

  while (i < self->n_groups
         && (self->groups[i].space != node->space || self->groups[i].region != region))
    i++;
  if (i == MAX_GROUPS)
    return i;
  if (i == self->n_groups)
    {
      guint width = node->space == WS_SPACE_NONE ? 1 : MAX (node->width_bytes, 1);

      self->groups[self->n_groups++] =
          (Group){ .space = node->space, .region = region, .width = width, .lowest = G_MAXUINT64 };
    }
  self->groups[i].lowest = MIN (self->groups[i].lowest, node->address);
  self->groups[i].n_nodes++;
  self->groups[i].is_stored = self->groups[i].is_stored || node->event != WS_NONE;
  return i;
}

static void
sort_nodes (Maker *self)
{
  for (guint32 i = 0; i < self->flow->n_nodes; i++)
    {
      const WsNode *node = &self->flow->nodes[i];

      self->group_of[i] = is_shown (node) ? find_group (self, node) : MAX_GROUPS;
    }
  for (guint i = 0; i < self->n_groups; i++)
    {
      Group *group = &self->groups[i];

      group->base = group->region != NULL           ? group->region->address
                    : group->space == WS_SPACE_NONE ? 0
                                                    : group->lowest;
    }
}

static guint64
get_element (const Maker *self, guint32 node)
{
  const Group *group = &self->groups[self->group_of[node]];

  return (self->flow->nodes[node].address - group->base) / group->width;
}

/* ---- rows ---- */

static int
compare_steps (gconstpointer a, gconstpointer b)
{
  const gint64 *x = a;
  const gint64 *y = b;

  return (*x > *y) - (*x < *y);
}

/* Returns: the step that there are most of; 0 if there are none */
static guint64
get_most_frequent (GArray *steps)
{
  guint64 best = 0;
  guint most = 0;
  guint n = 0;

  g_array_sort (steps, compare_steps);
  for (guint i = 0; i < steps->len; i++)
    {
      gint64 step = g_array_index (steps, gint64, i);

      n = i > 0 && g_array_index (steps, gint64, i - 1) == step ? n + 1 : 1;
      if (n > most)
        {
          most = n;
          best = (guint64)step;
        }
    }
  return best;
}

static void
add_step (GArray *steps, gint64 from, gint64 to)
{
  gint64 step;

  if (from < 0 || to < 0 || from == to)
    return;
  step = ABS (to - from);
  g_array_append_val (steps, step);
}

/* Where each thread first accesses a group: its store, or its load. */
static void
find_first_places (const Maker *self, guint group, gint64 places[MAX_THREADS])
{
  const WsDataflow *flow = self->flow;

  memset (places, 0xff, MAX_THREADS * sizeof *places);
  for (guint32 i = 0; i < flow->n_nodes; i++)
    {
      const WsNode *node = &flow->nodes[i];

      if (node->thread >= MAX_THREADS || places[node->thread] >= 0)
        continue;
      if (self->group_of[i] == group)
        places[node->thread] = (gint64)get_element (self, i);
      for (guint k = 0; k < node->n_edges && places[node->thread] < 0; k++)
        {
          guint32 source = flow->edges[node->first_edge + k];

          if (self->group_of[source] == group)
            places[node->thread] = (gint64)get_element (self, source);
        }
    }
}

/* Steps between the sources of one value in a group. */
static void
add_source_steps (const Maker *self, guint group, GArray *steps)
{
  const WsDataflow *flow = self->flow;

  for (guint32 i = 0; i < flow->n_nodes && steps->len < 4 * MAX_THREADS; i++)
    {
      const WsNode *node = &flow->nodes[i];
      gint64 last = -1;

      for (guint k = 0; k < node->n_edges; k++)
        {
          guint32 source = flow->edges[node->first_edge + k];

          if (self->group_of[source] != group)
            continue;
          add_step (steps, last, (gint64)get_element (self, source));
          last = (gint64)get_element (self, source);
        }
    }
}

/* Adjacent threads access neighbours, and threads one row apart access elements one row apart. */
static guint64
find_pitch (const Maker *self, guint group)
{
  gint64 places[MAX_THREADS];
  g_autoptr (GArray) across = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GArray) down = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint width = self->launch->block[0];
  guint n = MIN (width * self->launch->block[1], MAX_THREADS);
  guint64 x;
  guint64 y;

  if (self->launch->block[1] < 2 || self->groups[group].space == WS_SPACE_NONE)
    return 0;
  find_first_places (self, group, places);
  for (guint t = 0; t < n; t++)
    {
      if ((t + 1) % width != 0 && t + 1 < n)
        add_step (across, places[t], places[t + 1]);
      if (t + width < n)
        add_step (down, places[t], places[t + width]);
    }
  x = get_most_frequent (across);
  y = get_most_frequent (down);
  if (MAX (x, y) > 1)
    return MAX (x, y);
  g_array_set_size (across, 0);
  add_source_steps (self, group, across);
  x = get_most_frequent (across);
  return x > 1 ? x : 0;
}

/* Elements of a group that flow into a node, in the order of reads. Returns: their number */
static guint
list_sources (const Maker *self, const WsNode *node, guint group, guint64 elements[MAX_FACTORS])
{
  guint n = 0;

  for (guint k = 0; k < node->n_edges && n < MAX_FACTORS; k++)
    {
      guint32 source = self->flow->edges[node->first_edge + k];

      if (self->group_of[source] == group)
        elements[n++] = get_element (self, source);
    }
  return n;
}

/* The factors of a window have its width: each belongs to the input read at the same turn, so the
 * factor of the input one row below the first is itself one row below the first. */
static guint64
find_factors_pitch (const Maker *self, guint factors, guint inputs)
{
  for (guint32 i = 0; i < self->flow->n_nodes; i++)
    {
      const WsNode *node = &self->flow->nodes[i];
      guint64 of_inputs[MAX_FACTORS];
      guint64 of_factors[MAX_FACTORS];
      guint n = list_sources (self, node, inputs, of_inputs);

      if (n < 2 || list_sources (self, node, factors, of_factors) != n)
        continue;
      for (guint k = 1; k < n; k++)
        if (of_inputs[k] == of_inputs[0] + self->groups[inputs].pitch
            && of_factors[k] > of_factors[0])
          return of_factors[k] - of_factors[0];
    }
  return 0;
}

/* The row length of a buffer, from the job, in elements as used here; 0 if unknown. */
static guint64
get_told_pitch (const Group *group)
{
  guint64 bytes;

  if (group->region == NULL || group->region->columns < 2)
    return 0;
  bytes = group->region->columns * MAX (ws_value_type_get_width (group->region->value_type), 1);
  return bytes % group->width == 0 ? bytes / group->width : 0;
}

static void
find_pitches (Maker *self)
{
  guint inputs = MAX_GROUPS;

  for (guint i = 0; i < self->n_groups; i++)
    {
      guint64 told = get_told_pitch (&self->groups[i]);

      self->groups[i].pitch = told > 0 ? told : find_pitch (self, i);
      if (self->groups[i].pitch > 1 && self->groups[i].space == WS_SPACE_GLOBAL
          && !self->groups[i].is_stored)
        inputs = i;
    }
  for (guint i = 0; i < self->n_groups && inputs < MAX_GROUPS; i++)
    if (self->groups[i].space == WS_SPACE_CONST && get_told_pitch (&self->groups[i]) == 0)
      self->groups[i].pitch = find_factors_pitch (self, i, inputs);
}

/* ---- planes ---- */

static WsPlaneKind
get_kind (const Group *group)
{
  if (group->space == WS_SPACE_NONE)
    return WS_PLANE_REGISTERS;
  if (group->space == WS_SPACE_CONST)
    return WS_PLANE_FACTORS;
  if (group->space == WS_SPACE_SHARED)
    return WS_PLANE_SHARED;
  return group->is_stored ? WS_PLANE_OUTPUT : WS_PLANE_INPUT;
}

static char *
get_name (const Group *group)
{
  static const char *const names[WS_N_PLANE_KINDS] = {
    [WS_PLANE_INPUT] = N_ ("global memory"),  [WS_PLANE_FACTORS] = N_ ("constant memory"),
    [WS_PLANE_SHARED] = N_ ("shared memory"), [WS_PLANE_REGISTERS] = N_ ("registers"),
    [WS_PLANE_OUTPUT] = N_ ("global memory"),
  };

  return g_strdup (group->region != NULL ? group->region->name : _ (names[get_kind (group)]));
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const guint64 *x = a;
  const guint64 *y = b;

  return (*x > *y) - (*x < *y);
}

/* @numbers: (transfer full). Returns: (transfer full): without duplicates, ascending */
static guint64 *
sort_numbers (guint64 *numbers, guint *n)
{
  guint kept = 0;

  qsort (numbers, *n, sizeof *numbers, compare_numbers);
  for (guint i = 0; i < *n; i++)
    if (kept == 0 || numbers[kept - 1] != numbers[i])
      numbers[kept++] = numbers[i];
  *n = kept;
  return g_renew (guint64, numbers, kept);
}

static guint
find_number (const guint64 *numbers, guint n, guint64 number)
{
  const guint64 *found = bsearch (&number, numbers, n, sizeof *numbers, compare_numbers);

  return found != NULL ? (guint)(found - numbers) : 0;
}

/* The rows and columns that the block touches. */
static void
find_extent (const Maker *self, guint index, guint64 pitch, WsPlane *plane)
{
  const Group *group = &self->groups[index];

  plane->pitch = pitch;
  plane->n_rows = plane->n_columns = 0;
  plane->rows = g_new (guint64, pitch > 0 ? group->n_nodes + 1 : 1);
  plane->columns = g_new (guint64, group->n_nodes + 1);
  for (guint32 i = 0; i < self->flow->n_nodes; i++)
    if (self->group_of[i] == index)
      {
        guint64 element = get_element (self, i);

        if (pitch > 0)
          plane->rows[plane->n_rows++] = element / pitch;
        plane->columns[plane->n_columns++] = pitch > 0 ? element % pitch : element;
      }
  if (pitch == 0)
    plane->rows[plane->n_rows++] = 0;
  plane->rows = sort_numbers (plane->rows, &plane->n_rows);
  plane->columns = sort_numbers (plane->columns, &plane->n_columns);
}

static void
make_plane (Maker *self, guint index)
{
  Group *group = &self->groups[index];
  WsPlanes *planes = self->planes;
  WsPlane *plane = &planes->planes[planes->n_planes];

  *plane = (WsPlane){ .name = get_name (group), .kind = get_kind (group) };
  find_extent (self, index, group->pitch, plane);
  /* nearly empty rows show nothing */
  if (plane->n_rows > 1
      && (guint64)plane->n_rows * plane->n_columns > (guint64)group->n_nodes * MAX_SPARSE)
    {
      g_free (plane->rows);
      g_free (plane->columns);
      find_extent (self, index, 0, plane);
    }
  if ((guint64)plane->n_rows * plane->n_columns > MAX_CELLS)
    {
      plane->n_columns = MIN (plane->n_columns, MAX_CELLS);
      plane->n_rows = MAX (MAX_CELLS / plane->n_columns, 1);
    }
  plane->n_elements = group->region != NULL ? group->region->size_bytes / group->width : 0;
  plane->first_cell = planes->n_cells;
  planes->n_cells += plane->n_rows * plane->n_columns;
  group->plane = planes->n_planes++;
}

static void
make_planes (Maker *self)
{
  self->planes->planes = g_new0 (WsPlane, MAX_GROUPS);
  for (guint kind = 0; kind < WS_N_PLANE_KINDS; kind++)
    for (guint i = 0; i < self->n_groups; i++)
      if (get_kind (&self->groups[i]) == kind)
        make_plane (self, i);
}

static guint
measure (const WsNode *node)
{
  g_autofree char *text = ws_tree_model_format_value (node, 0);
  guint length = g_utf8_strlen (text, -1);

  return node->value_type == WS_VALUE_F32 || node->value_type == WS_VALUE_F64
             ? MIN (length, WS_TREE_MAX_FLOAT_CHARS)
             : length;
}

static void
place_nodes (Maker *self)
{
  WsPlanes *planes = self->planes;
  const WsDataflow *flow = self->flow;
  g_autofree guint32 *next = NULL;

  planes->first_version = g_new0 (guint32, planes->n_cells + 2);
  for (guint32 i = 0; i < flow->n_nodes; i++)
    {
      const Group *group;
      WsPlane *plane;
      guint64 element;
      guint row;
      guint column;

      planes->cell_of[i] = WS_NONE;
      if (self->group_of[i] >= MAX_GROUPS)
        continue;
      group = &self->groups[self->group_of[i]];
      plane = &planes->planes[group->plane];
      element = get_element (self, i);
      row = plane->pitch > 0 ? find_number (plane->rows, plane->n_rows, element / plane->pitch) : 0;
      column = find_number (plane->columns, plane->n_columns,
                            plane->pitch > 0 ? element % plane->pitch : element);
      planes->cell_of[i] = plane->first_cell + row * plane->n_columns + column;
      planes->first_version[planes->cell_of[i] + 1]++;
      if (flow->nodes[i].reaches_result)
        plane->longest = MAX (plane->longest, measure (&flow->nodes[i]));
    }
  for (guint c = 0; c < planes->n_cells; c++)
    planes->first_version[c + 1] += planes->first_version[c];
  planes->versions = g_new (guint32, flow->n_nodes + 1);
  next = g_memdup2 (planes->first_version, sizeof *next * (planes->n_cells + 1));
  for (guint32 i = 0; i < flow->n_nodes; i++)
    if (planes->cell_of[i] != WS_NONE)
      planes->versions[next[planes->cell_of[i]]++] = i;
}

/* ---- parts of some patterns ---- */

/* Row and column of a node in memory. */
static void
get_place (const WsPlanes *self, guint32 cell, gint64 *row, gint64 *column)
{
  const WsPlane *plane = &self->planes[ws_planes_get_plane (self, cell)];
  guint at = cell - plane->first_cell;

  *row = (gint64)plane->rows[at / plane->n_columns];
  *column = (gint64)plane->columns[at % plane->n_columns];
}

/* How far a stencil extends beyond the edges of a buffer. */
static void
find_ghosts (WsPlanes *self)
{
  const WsDataflow *flow = self->dataflow;
  gint64 reach[4] = { 0 }; /* left, right, above, below */
  guint32 reached = WS_NONE;

  for (guint i = 0; i < flow->n_results; i++)
    {
      guint32 id = flow->results[i];
      gint64 place[2];

      if (self->cell_of[id] == WS_NONE)
        continue;
      get_place (self, self->cell_of[id], &place[0], &place[1]);
      for (guint k = 0; k < flow->nodes[id].n_edges; k++)
        {
          guint32 source = flow->edges[flow->nodes[id].first_edge + k];
          gint64 from[2];

          if (self->cell_of[source] == WS_NONE
              || self->planes[ws_planes_get_plane (self, self->cell_of[source])].kind
                     != WS_PLANE_INPUT)
            continue;
          reached = ws_planes_get_plane (self, self->cell_of[source]);
          get_place (self, self->cell_of[source], &from[0], &from[1]);
          reach[0] = MAX (reach[0], place[1] - from[1]);
          reach[1] = MAX (reach[1], from[1] - place[1]);
          reach[2] = MAX (reach[2], place[0] - from[0]);
          reach[3] = MAX (reach[3], from[0] - place[0]);
        }
    }
  if (reached != WS_NONE)
    {
      WsPlane *plane = &self->planes[reached];
      guint64 width = plane->pitch > 0 ? plane->pitch : plane->n_elements;

      for (guint i = 0; i < 4; i++)
        reach[i] = MIN (reach[i], MAX_REACH);
      if (plane->columns[0] == 0)
        plane->ghost_left = (guint)reach[0];
      if (plane->columns[plane->n_columns - 1] + 1 == width)
        plane->ghost_right = (guint)reach[1];
      if (plane->pitch > 0 && plane->rows[0] == 0)
        plane->ghost_above = (guint)reach[2];
      if (plane->pitch > 0
          && (plane->rows[plane->n_rows - 1] + 1) * plane->pitch >= plane->n_elements)
        plane->ghost_below = (guint)reach[3];
    }
}

/* For counting, one value per thread: the first plane on their way. */
static void
find_stacks (WsPlanes *self)
{
  const WsDataflow *flow = self->dataflow;

  self->stacked = WS_NONE;
  for (guint32 i = 0; i < flow->n_nodes && self->stacked == WS_NONE; i++)
    if (flow->nodes[i].is_atomic && flow->nodes[i].n_choosers > 0 && self->cell_of[i] != WS_NONE)
      self->stacked = ws_planes_get_plane (self, self->cell_of[i]);
  if (self->stacked == WS_NONE)
    return;
  for (guint c = 0; c < self->planes[self->stacked].n_rows * self->planes[self->stacked].n_columns;
       c++)
    {
      guint32 cell = self->planes[self->stacked].first_cell + c;
      guint n = 0;

      for (guint v = self->first_version[cell]; v < self->first_version[cell + 1]; v++)
        n += flow->nodes[self->versions[v]].is_atomic;
      self->highest = MAX (self->highest, n);
    }
}

/**
 * ws_planes_new:
 * @dataflow: (transfer none): of one of its blocks; must outlive the planes
 *
 * A block that does too much for this has none, and is drawn in rows.
 *
 * Finds the rows of two-dimensional data from the accesses of a two-dimensional block's threads.
 *
 * Returns: (transfer full): planes and cells
 */
WsPlanes *
ws_planes_new (const WsRun *run, guint launch, const WsDataflow *dataflow)
{
  WsPlanes *self = g_new0 (WsPlanes, 1);
  Maker maker = { .planes = self,
                  .run = run,
                  .launch = &run->launches[launch],
                  .kernel = ws_run_get_kernel (run, launch),
                  .flow = dataflow };

  self->dataflow = dataflow;
  self->stacked = WS_NONE;
  self->pattern = WS_PATTERN_TREE;
  if (dataflow->n_nodes > MAX_NODES)
    return self;
  self->pattern = ws_pattern_find (run, launch, dataflow);
  self->cell_of = g_new (guint32, dataflow->n_nodes + 1);
  maker.group_of = g_new (guint8, dataflow->n_nodes + 1);
  sort_nodes (&maker);
  find_pitches (&maker);
  make_planes (&maker);
  place_nodes (&maker);
  find_stacks (self);
  if (self->pattern == WS_PATTERN_STENCIL)
    find_ghosts (self);
  g_free (maker.group_of);
  return self;
}

void
ws_planes_free (WsPlanes *self)
{
  for (guint i = 0; i < self->n_planes; i++)
    {
      g_free (self->planes[i].name);
      g_free (self->planes[i].rows);
      g_free (self->planes[i].columns);
    }
  g_free (self->planes);
  g_free (self->cell_of);
  g_free (self->first_version);
  g_free (self->versions);
  g_free (self);
}

guint
ws_planes_get_plane (const WsPlanes *self, guint32 cell)
{
  guint plane = self->n_planes - 1;

  while (plane > 0 && self->planes[plane].first_cell > cell)
    plane--;
  return plane;
}

/**
 * ws_planes_get_latest:
 * @event: last one executed
 *
 * Returns: node with the cell's value; %WS_NONE if there is none yet
 */
guint32
ws_planes_get_latest (const WsPlanes *self, guint32 cell, guint event)
{
  guint low = self->first_version[cell];
  guint high = self->first_version[cell + 1];

  /* the first that does not exist yet */
  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const WsNode *node = &self->dataflow->nodes[self->versions[middle]];

      if (node->event == WS_NONE || node->told <= event)
        low = middle + 1;
      else
        high = middle;
    }
  return low > self->first_version[cell] ? self->versions[low - 1] : WS_NONE;
}

/**
 * ws_planes_get_focus:
 * @thread: of the block; %WS_NONE for the one with most to show
 * @event: last one executed
 *
 * Returns: the current value of the thread: the last whose sources it has begun to read without
 * storing it; else the last one stored, or the first of all; %WS_NONE if it computes none
 */
guint32
ws_planes_get_focus (const WsPlanes *self, guint thread, guint event)
{
  const WsDataflow *flow = self->dataflow;
  guint32 first = WS_NONE;
  guint32 under_way = WS_NONE;
  guint32 stored = WS_NONE;
  guint most = 0;

  for (guint i = 0; i < flow->n_results && thread == WS_NONE; i++)
    most = MAX (most, flow->nodes[flow->results[i]].n_edges);
  /* of those with the most sources, one from the middle of the block */
  for (guint i = 0; i < flow->n_results && thread == WS_NONE; i++)
    {
      const WsNode *node = &flow->nodes[flow->results[(i + flow->n_results / 2) % flow->n_results]];

      if (node->n_edges == most)
        thread = node->thread;
    }
  for (guint32 i = 0; i < flow->n_nodes; i++)
    {
      const WsNode *node = &flow->nodes[i];

      if (node->thread != thread || thread == WS_NONE || node->event == WS_NONE
          || self->cell_of[i] == WS_NONE || node->n_edges + node->n_choosers == 0)
        continue;
      if (first == WS_NONE)
        first = i;
      if (node->told <= event)
        stored = i;
      else if (node->load_event <= event
               && (under_way == WS_NONE || node->load_event >= flow->nodes[under_way].load_event))
        under_way = i;
    }
  return under_way != WS_NONE ? under_way : stored != WS_NONE ? stored : first;
}
