/* values.c: what the colours of a buffer stand for: a number for each of its touches. */
#include "memory/private.h"

#include "accesses/atomics.h"

#include <math.h>

static const WsMemoryTouch *
get_touches (const WsMemoryDrawing *self, const WsMemoryBuffer *buffer)
{
  return &g_array_index (self->scene->memory->touches, WsMemoryTouch, buffer->first);
}

static void
find_counts (const WsMemoryDrawing *self, const WsMemoryBuffer *buffer, double *values)
{
  const WsMemoryTouch *touches = get_touches (self, buffer);

  for (guint i = 0; i < buffer->n_touches; i++)
    values[i] = (double)touches[i].reads + touches[i].writes;
}

static void
find_blocks (const WsMemoryDrawing *self, const WsMemoryBuffer *buffer, double *values)
{
  const WsMemoryTouch *touches = get_touches (self, buffer);

  for (guint i = 0; i < buffer->n_touches; i++)
    values[i] = touches[i].block;
}

/* Blocks that run at different times walk over the buffer in the same way: each counts from its
 * own first access. */
static void
find_times (const WsMemoryDrawing *self, const WsMemoryBuffer *buffer, double *values)
{
  const WsMemoryTouch *touches = get_touches (self, buffer);
  gsize n;
  const WsBlockRecord *blocks = ws_run_get_blocks (self->scene->run, self->scene->launch, &n);

  for (gsize b = 0; b < n; b++)
    {
      guint64 first = G_MAXUINT64;

      for (guint i = 0; i < buffer->n_touches; i++)
        if (touches[i].block == blocks[b].block)
          first = MIN (first, touches[i].order);
      for (guint i = 0; i < buffer->n_touches; i++)
        if (touches[i].block == blocks[b].block)
          values[i] = (double)(touches[i].order - first);
    }
}

static int
compare_elements (const void *a, const void *b)
{
  const WsMemoryTouch *x = a;
  const WsMemoryTouch *y = b;

  return x->element < y->element ? -1 : x->element > y->element;
}

/* An element of the buffer, and its known value. */
typedef struct {
  const WsMemoryDrawing *drawing;
  const WsMemoryBuffer *buffer;
  const WsRegion *region;
  guint now;       /* event of the block */
  double *values;  /* of each touch */
  guint8 *settled; /* of each: a later access does not tell it */
} Elements;

/* Returns: index of the touch there; WS_NONE where the buffer has none */
static guint
find_touch (const Elements *self, guint64 address)
{
  const WsMemoryTouch *touches = get_touches (self->drawing, self->buffer);
  WsMemoryTouch key = { .element =
                            (address - self->region->address) / self->buffer->element_bytes };
  const WsMemoryTouch *touch =
      address < self->region->address
          ? NULL
          : bsearch (&key, touches, self->buffer->n_touches, sizeof key, compare_elements);

  return touch != NULL ? (guint)(touch - touches) : WS_NONE;
}

/* Takes what stands in an element once event @e is there, or stood there before it. What is read
 * later was there before, unless the block changed it in between. */
static void
take_value (Elements *self, guint32 e, guint64 address, gboolean is_known, guint64 bits)
{
  const gboolean is_to_come = e > self->now;
  const guint touch = find_touch (self, address);

  if (touch == WS_NONE || (is_to_come && (self->settled[touch] || !isnan (self->values[touch]))))
    return;
  self->values[touch] = is_known ? ws_value_to_double (self->region->value_type, bits) : NAN;
  self->settled[touch] = is_to_come;
}

static void
take_accesses (Elements *self, guint32 e, const WsEvent *event, const WsSite *site)
{
  const guint n = (guint)__builtin_popcount (event->taken) * site->vector;

  for (guint i = 0; i < n; i++)
    {
      const WsLane *lane = &self->drawing->scene->run->lanes[event->access + i];

      take_value (self, e, lane->address,
                  site->op_class == WS_OP_LOAD || (site->op_class == WS_OP_STORE && e <= self->now),
                  lane->value);
    }
}

/* What each lane's atomic left is no part of the recording: the dataflow has it where it knows what
 * was added. @node: (inout): of the dataflow, where those of the events before end. */
static void
find_steps (const Elements *self, guint32 e, const WsEvent *event, guint *node,
            WsAtomicStep steps[WS_WARP_SIZE])
{
  const WsScene *scene = self->drawing->scene;
  const WsLane *lane = &scene->run->lanes[event->access];

  for (guint32 left = event->taken; left != 0; left &= left - 1)
    steps[__builtin_ctz (left)] = (WsAtomicStep){ .before = lane++->value };
  for (; *node < scene->dataflow->n_nodes; (*node)++)
    {
      const WsNode *made = &scene->dataflow->nodes[*node];

      if (made->event == WS_NONE || made->event < e)
        continue;
      if (made->event > e)
        break;
      steps[made->thread % WS_WARP_SIZE].after = made->value;
      steps[made->thread % WS_WARP_SIZE].has_after = made->has_value;
    }
}

/* Lanes that meet in an element do it one after the other. What an atomic is to return is there
 * before only where no other block can change it. */
static void
take_atomics (Elements *self, guint32 e, const WsEvent *event, guint *node)
{
  const WsScene *scene = self->drawing->scene;
  const WsLane *lanes = &scene->run->lanes[event->access];
  const guint n = (guint)__builtin_popcount (event->taken);
  const gboolean is_alone = ws_launch_get_n_blocks (&scene->run->launches[scene->launch]) == 1;
  WsAtomicStep steps[WS_WARP_SIZE];
  guint32 left = event->taken;
  WsAtomicStep of_lane[WS_WARP_SIZE];

  find_steps (self, e, event, node, steps);
  for (guint i = 0; i < n; i++, left &= left - 1)
    of_lane[i] = steps[__builtin_ctz (left)];
  for (guint i = 0; i < n; i++)
    {
      WsAtomicStep meet[WS_WARP_SIZE];
      guint n_meet = 0;
      guint64 bits = 0;
      gboolean is_known;

      for (guint k = 0; k < n; k++)
        if (lanes[k].address == lanes[i].address)
          meet[n_meet++] = of_lane[k];
      is_known = e > self->now ? is_alone && ws_atomics_find_first (meet, n_meet, &bits)
                               : ws_atomics_find_last (meet, n_meet, &bits);
      take_value (self, e, lanes[i].address, is_known, bits);
    }
}

static void
find_elements (const WsMemoryDrawing *self, const WsMemoryBuffer *buffer, double *values)
{
  const WsScene *scene = self->scene;
  g_autofree guint8 *settled = g_new0 (guint8, buffer->n_touches);
  Elements elements = { .drawing = self,
                        .buffer = buffer,
                        .region = g_ptr_array_index (scene->run->regions, buffer->region),
                        .now = ws_scene_event_at (scene, self->moment->position),
                        .values = values,
                        .settled = settled };
  guint node = 0;

  for (guint e = 0; e < scene->record->n_events; e++)
    {
      const WsEvent *event = &scene->run->events[scene->record->first_event + e];
      const WsSite *site = &self->kernel->sites[event->site];

      if (event->space != WS_SPACE_GLOBAL || !ws_memory_request_is_access (site, event)
          || site->width_bytes != buffer->element_bytes)
        continue;
      if (site->op_class == WS_OP_ATOMIC && site->vector == 1)
        take_atomics (&elements, e, event, &node);
      else
        take_accesses (&elements, e, event, site);
    }
}

/**
 * ws_memory_find_values:
 * @buffer: of which
 * @coloring: the requested one; not %WS_MEMORY_BY_WHAT_VARIES
 *
 * Returns: (transfer full): for each of the buffer's touches, its number; NAN if unknown
 */
double *
ws_memory_find_values (const WsMemoryDrawing *self, const WsMemoryBuffer *buffer,
                       WsMemoryColoring coloring)
{
  static void (*const find[WS_N_MEMORY_COLORINGS]) (const WsMemoryDrawing *, const WsMemoryBuffer *,
                                                    double *) = {
    [WS_MEMORY_BY_COUNT] = find_counts,
    [WS_MEMORY_BY_BLOCK] = find_blocks,
    [WS_MEMORY_BY_TIME] = find_times,
    [WS_MEMORY_BY_VALUE] = find_elements,
  };
  double *values = g_new (double, MAX (buffer->n_touches, 1));

  for (guint i = 0; i < buffer->n_touches; i++)
    values[i] = NAN;
  find[coloring](self, buffer, values);
  return values;
}

/**
 * ws_memory_find_reach:
 * @values: from ws_memory_find_values()
 * @n: of them
 * @least: (out): 0 if none is known
 * @most: (out): 0 if none is known
 *
 * Returns: whether they vary
 */
gboolean
ws_memory_find_reach (const double *values, guint n, double *least, double *most)
{
  *least = INFINITY;
  *most = -INFINITY;
  for (guint i = 0; i < n; i++)
    if (isfinite (values[i]))
      {
        *least = MIN (*least, values[i]);
        *most = MAX (*most, values[i]);
      }
  if (*least > *most)
    *least = *most = 0;
  return *most > *least;
}

/* Returns: the requested colouring, or the first that shows something */
WsMemoryColoring
ws_memory_choose_coloring (const WsMemoryDrawing *self, const WsMemoryBuffer *buffer)
{
  static const WsMemoryColoring order[] = { WS_MEMORY_BY_COUNT, WS_MEMORY_BY_TIME,
                                            WS_MEMORY_BY_BLOCK };

  if (self->options->coloring != WS_MEMORY_BY_WHAT_VARIES)
    return self->options->coloring;
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      g_autofree double *values = ws_memory_find_values (self, buffer, order[i]);
      double least;
      double most;

      if (ws_memory_find_reach (values, buffer->n_touches, &least, &most))
        return order[i];
    }
  return WS_MEMORY_BY_COUNT;
}
