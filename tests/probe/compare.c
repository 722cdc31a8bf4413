#include "compare.h"

typedef struct {
  const WsRun *run;
  guint launch;
  guint block;
  const WsEvent *event;
  const WsEvent *end;
  guint warp;
  guint lane;
} Walk;

/* The walk's next event that the lane takes part in. */
static const WsEvent *
next (Walk *self)
{
  for (; self->event < self->end; self->event++)
    if (self->event->warp == self->warp && ((self->event->active >> self->lane) & 1))
      return self->event++;
  return NULL;
}

static gboolean
begin (Walk *self, const WsRun *run, guint launch, guint block, guint warp, guint lane)
{
  const WsBlockRecord *record = ws_run_find_block (run, launch, block);

  if (record == NULL)
    return FALSE;
  *self = (Walk){
    .run = run,
    .launch = launch,
    .block = block,
    .event = run->events + record->first_event,
    .end = run->events + record->first_event + record->n_events,
    .warp = warp,
    .lane = lane,
  };
  return TRUE;
}

static const WsLane *
find_lane (const Walk *walk, const WsEvent *event, guint element)
{
  const WsSite *site = ws_run_get_site (walk->run, walk->launch, event->site);
  guint before = (guint)__builtin_popcount (event->taken & ((1u << walk->lane) - 1));
  guint vector = site->op_class == WS_OP_LOAD || site->op_class == WS_OP_STORE ? site->vector : 1;

  return &walk->run->lanes[event->access + before * vector + element];
}

/* A global address as buffer and offset. */
static guint64
normalise (const WsRun *run, WsSpace space, guint64 address)
{
  for (guint i = 0;
       (space == WS_SPACE_GLOBAL || space == WS_SPACE_GENERIC) && i < run->regions->len; i++)
    {
      const WsRegion *region = g_ptr_array_index (run->regions, i);

      if (address - region->address < region->size_bytes)
        return ((guint64)(g_str_hash (region->name) & 0xffff) << 48) + address - region->address;
    }
  return address;
}

static gboolean
differ (WsComparison *result, const Walk *walk, const WsEvent *event, const char *what, guint64 a,
        guint64 b)
{
  const WsSite *site =
      event != NULL ? ws_run_get_site (walk->run, walk->launch, event->site) : NULL;
  const WsKernel *kernel = ws_run_get_kernel (walk->run, walk->launch);

  result->difference = g_strdup_printf (
      "%s, launch %u, block %u, warp %u, lane %u, site %u “%s”: %s 0x%" G_GINT64_MODIFIER
      "x and 0x%" G_GINT64_MODIFIER "x",
      kernel->title, walk->launch, walk->block, walk->warp, walk->lane,
      event != NULL ? event->site : WS_NONE,
      site != NULL ? ws_kernel_get_string (kernel, site->text) : "", what, a, b);
  return FALSE;
}

static gboolean
compare_access (const Walk *a, const WsEvent *x, const Walk *b, const WsEvent *y,
                gboolean contended, WsComparison *result)
{
  const WsSite *site = ws_run_get_site (a->run, a->launch, x->site);
  guint vector = site->op_class == WS_OP_LOAD || site->op_class == WS_OP_STORE ? site->vector : 1;

  if ((x->access == WS_NONE) != (y->access == WS_NONE))
    return differ (result, a, x, "only one recorded an access:", x->access, y->access);
  if (x->access == WS_NONE || ((x->taken >> a->lane) & 1) == 0)
    return TRUE;
  if (x->space != y->space)
    return differ (result, a, x, "the spaces are", x->space, y->space);
  for (guint e = 0; e < vector; e++)
    {
      const WsLane *l = find_lane (a, x, e);
      const WsLane *r = find_lane (b, y, e);
      guint64 from = normalise (a->run, x->space, l->address);
      guint64 to = normalise (b->run, y->space, r->address);
      gboolean is_mask = site->op_class == WS_OP_VOTE || site->op_class == WS_OP_REDUX;

      /* of a vote the address is the lanes that voted together: as much a mask as the active one */
      if (from != to && is_mask)
        result->n_masks++;
      else if (from != to)
        return differ (result, a, x, "the addresses are", from, to);
      if (l->value != r->value && contended && site->op_class == WS_OP_ATOMIC)
        result->n_contended++;
      else if (l->value != r->value)
        return differ (result, a, x, "the values are", l->value, r->value);
    }
  return TRUE;
}

/* Whether an atomic of the block returned something else in the other run. */
static gboolean
atomics_differ (const WsRun *a, const WsRun *b, guint launch, guint block, guint n_warps)
{
  for (guint warp = 0; warp < n_warps; warp++)
    for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
      {
        Walk x;
        Walk y;
        const WsEvent *left;
        const WsEvent *right;

        if (!begin (&x, a, launch, block, warp, lane) || !begin (&y, b, launch, block, warp, lane))
          return FALSE;
        while ((left = next (&x)) != NULL && (right = next (&y)) != NULL
               && left->site == right->site)
          if (ws_run_get_site (a, launch, left->site)->op_class == WS_OP_ATOMIC
              && left->access != WS_NONE && right->access != WS_NONE
              && ((left->taken & right->taken) >> lane) & 1
              && find_lane (&x, left, 0)->value != find_lane (&y, right, 0)->value)
            return TRUE;
      }
  return FALSE;
}

static gboolean
compare_lane (Walk *a, Walk *b, gboolean contended, WsComparison *result)
{
  for (;;)
    {
      const WsEvent *x = next (a);
      const WsEvent *y = next (b);

      if (x == NULL && y == NULL)
        return TRUE;
      if (x == NULL || y == NULL)
        return differ (result, a, x != NULL ? x : y, "one lane does more: sites",
                       x != NULL ? x->site : WS_NONE, y != NULL ? y->site : WS_NONE);
      if (x->site != y->site)
        return differ (result, a, x, "the sites are", x->site, y->site);
      if (((x->taken ^ y->taken) >> a->lane) & 1)
        return differ (result, a, x, "one takes part: masks", x->taken, y->taken);
      result->n_lane_events++;
      result->n_masks += x->active != y->active;
      result->n_parts += x->active != y->active && (y->active & ~x->active) == 0;
      if (!compare_access (a, x, b, y, contended, result))
        return FALSE;
    }
}

gboolean
ws_compare_runs (const WsRun *a, const WsRun *b, gboolean contended, WsComparison *result)
{
  *result = (WsComparison){ 0 };
  if (a->n_launches != b->n_launches || a->n_blocks != b->n_blocks)
    {
      result->difference =
          g_strdup_printf ("%" G_GSIZE_FORMAT " launches and %" G_GSIZE_FORMAT
                           " blocks against %" G_GSIZE_FORMAT " and %" G_GSIZE_FORMAT,
                           a->n_launches, a->n_blocks, b->n_launches, b->n_blocks);
      return FALSE;
    }
  for (gsize i = 0; i < a->n_blocks; i++)
    {
      const WsBlockRecord *record = &a->blocks[i];
      guint n_warps = ws_launch_get_n_warps (&a->launches[record->launch]);
      gboolean ordered = contended && atomics_differ (a, b, record->launch, record->block, n_warps);

      result->n_blocks++;
      for (guint warp = 0; warp < n_warps; warp++)
        for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
          {
            Walk x;
            Walk y;

            if (!begin (&x, a, record->launch, record->block, warp, lane)
                || !begin (&y, b, record->launch, record->block, warp, lane))
              {
                result->difference = g_strdup_printf ("only one recorded block %u of launch %u",
                                                      record->block, record->launch);
                return FALSE;
              }
            if (compare_lane (&x, &y, contended, result))
              continue;
            if (!ordered)
              return FALSE;
            result->n_cut++;
            g_clear_pointer (&result->difference, g_free);
          }
    }
  return TRUE;
}
