#include "threads/compare-runs.h"

#include <glib/gi18n.h>

#include <string.h>

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

/* A global address as buffer and offset. @is_known: (out): whether it is in a buffer */
static guint64
normalise (const WsRun *run, WsSpace space, guint64 address, gboolean *is_known)
{
  *is_known = TRUE;
  for (guint i = 0;
       (space == WS_SPACE_GLOBAL || space == WS_SPACE_GENERIC) && i < run->regions->len; i++)
    {
      const WsRegion *region = g_ptr_array_index (run->regions, i);

      if (address - region->address < region->size_bytes)
        return ((guint64)(g_str_hash (region->name) & 0xffff) << 48) + address - region->address;
    }
  *is_known = FALSE;
  return address;
}

/* Whether what it returns depends on who else was there before. */
static gboolean
is_contended (const WsRun *run, guint launch, guint32 index)
{
  const WsSite *site = ws_run_get_site (run, launch, index);
  const char *opcode = ws_kernel_get_string (ws_run_get_kernel (run, launch), site->opcode);

  return site->op_class == WS_OP_ATOMIC
         || (site->op_class == WS_OP_LOAD && strstr (opcode, ".volatile") != NULL);
}

static gboolean
differ (WsComparison *result, const Walk *walk, const WsEvent *event, const char *what, guint64 a,
        guint64 b)
{
  const WsSite *site =
      event != NULL ? ws_run_get_site (walk->run, walk->launch, event->site) : NULL;
  const WsKernel *kernel = ws_run_get_kernel (walk->run, walk->launch);

  /* Translators: where two devices did not do the same: the kernel, its launch, block, warp and
   * lane, the line of the source, the instruction; then what differs, and both values */
  result->difference =
      g_strdup_printf (_ ("%1$s, launch %2$u, block %3$u, warp %4$u, lane %5$u, line %6$u, “%7$s”: "
                          "%8$s 0x%9$" G_GINT64_MODIFIER "x and 0x%10$" G_GINT64_MODIFIER "x"),
                       kernel->title, walk->launch + 1, walk->block, walk->warp, walk->lane,
                       site != NULL ? site->line : 0,
                       site != NULL ? ws_kernel_get_string (kernel, site->text) : "", what, a, b);
  return FALSE;
}

/* Whether a site is one of a function that the kernel calls: these follow the kernel's own, whose
 * last ret ends the thread. */
static gboolean
is_in_function (const WsKernel *kernel, guint32 site)
{
  for (guint32 i = site; i < kernel->n_sites; i++)
    if (kernel->sites[i].op_class == WS_OP_EXIT
        && g_str_equal (ws_kernel_get_string (kernel, kernel->sites[i].opcode), "ret"))
      return FALSE;
  return TRUE;
}

static gboolean
compare_access (const Walk *a, const WsEvent *x, const Walk *b, const WsEvent *y,
                WsCompareFlags flags, WsComparison *result)
{
  const WsSite *site = ws_run_get_site (a->run, a->launch, x->site);
  guint vector = site->op_class == WS_OP_LOAD || site->op_class == WS_OP_STORE ? site->vector : 1;

  if ((x->access == WS_NONE) != (y->access == WS_NONE))
    return differ (result, a, x, _ ("only one recorded an access:"), x->access, y->access);
  if (x->access == WS_NONE || ((x->taken >> a->lane) & 1) == 0)
    return TRUE;
  /* where a table lies that a generic address leads to, the probes do not see */
  if (x->space != y->space && !((flags & WS_COMPARE_PLACES) && x->space == WS_SPACE_CONST))
    return differ (result, a, x, _ ("the spaces are"), x->space, y->space);
  for (guint e = 0; e < vector; e++)
    {
      const WsLane *l = find_lane (a, x, e);
      const WsLane *r = find_lane (b, y, e);
      gboolean knows[2];
      guint64 from = normalise (a->run, x->space, l->address, &knows[0]);
      guint64 to = normalise (b->run, y->space, r->address, &knows[1]);
      gboolean is_mask = site->op_class == WS_OP_VOTE || site->op_class == WS_OP_REDUX;

      /* of a vote the address is the lanes that voted together: as much a mask as the active one */
      /* each device has frames of functions where it likes */
      if (x->space == WS_SPACE_LOCAL
          && is_in_function (ws_run_get_kernel (a->run, a->launch), x->site))
        to = from;
      if ((flags & WS_COMPARE_PLACES) && !is_mask && !knows[0] && !knows[1])
        to = from;
      if (from != to && is_mask)
        result->n_masks++;
      else if (from != to)
        return differ (result, a, x, _ ("the addresses are"), from, to);
      if (l->value != r->value && (flags & WS_COMPARE_CONTENDED)
          && is_contended (a->run, a->launch, x->site))
        result->n_contended++;
      else if (l->value != r->value && (flags & WS_COMPARE_APPROXIMATE)
               && ws_value_is_nearly ((WsValueType)site->value_type, l->value, r->value))
        result->n_rounded++;
      else if (l->value != r->value
               && !((flags & WS_COMPARE_PLACES) && site->width_bytes == sizeof (guint64)))
        return differ (result, a, x, _ ("the values are"), l->value, r->value);
    }
  return TRUE;
}

/* Whether an atomic or a volatile load of the block returned something else in the other run. */
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
          if (is_contended (a, launch, left->site) && left->access != WS_NONE
              && right->access != WS_NONE && ((left->taken & right->taken) >> lane) & 1
              && find_lane (&x, left, 0)->value != find_lane (&y, right, 0)->value)
            return TRUE;
      }
  return FALSE;
}

static gboolean
compare_lane (Walk *a, Walk *b, WsCompareFlags flags, WsComparison *result)
{
  for (;;)
    {
      const WsEvent *x = next (a);
      const WsEvent *y = next (b);

      if (x == NULL && y == NULL)
        return TRUE;
      if (x == NULL || y == NULL)
        return differ (result, a, x != NULL ? x : y, _ ("one lane executes more: sites"),
                       x != NULL ? x->site : WS_NONE, y != NULL ? y->site : WS_NONE);
      if (x->site != y->site)
        return differ (result, a, x, _ ("the sites are"), x->site, y->site);
      if (((x->taken ^ y->taken) >> a->lane) & 1)
        return differ (result, a, x, _ ("only one participates: masks"), x->taken, y->taken);
      result->n_lane_events++;
      result->n_masks += x->active != y->active;
      result->n_parts += x->active != y->active && (y->active & ~x->active) == 0;
      if (!compare_access (a, x, b, y, flags, result))
        return FALSE;
    }
}

/**
 * ws_comparison_clear:
 * @self: (inout): a comparison
 */
void
ws_comparison_clear (WsComparison *self)
{
  g_clear_pointer (&self->difference, g_free);
}

/**
 * ws_compare_runs:
 * @b: one of the same job on another device
 * @flags: what may differ
 * @result: (out caller-allocates): for ws_comparison_clear()
 *
 * Masks are counted: hardware splits warps where it likes. Global addresses are held against each
 * other from the start of their buffers.
 *
 * Returns: whether sites, participation, addresses and values are the same, lane by lane
 */
gboolean
ws_compare_runs (const WsRun *a, const WsRun *b, WsCompareFlags flags, WsComparison *result)
{
  *result = (WsComparison){ 0 };
  if (a->n_launches != b->n_launches || a->n_blocks != b->n_blocks)
    {
      result->difference = g_strdup_printf (
          _ ("%1$" G_GSIZE_FORMAT " launches and %2$" G_GSIZE_FORMAT
             " recorded blocks against %3$" G_GSIZE_FORMAT " and %4$" G_GSIZE_FORMAT),
          a->n_launches, a->n_blocks, b->n_launches, b->n_blocks);
      return FALSE;
    }
  for (gsize i = 0; i < a->n_blocks; i++)
    {
      const WsBlockRecord *record = &a->blocks[i];
      guint n_warps = ws_launch_get_n_warps (&a->launches[record->launch]);
      gboolean ordered = (flags & WS_COMPARE_CONTENDED)
                         && atomics_differ (a, b, record->launch, record->block, n_warps);

      result->n_blocks++;
      for (guint warp = 0; warp < n_warps; warp++)
        for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
          {
            Walk x;
            Walk y;

            if (!begin (&x, a, record->launch, record->block, warp, lane)
                || !begin (&y, b, record->launch, record->block, warp, lane))
              {
                result->difference =
                    g_strdup_printf (_ ("only one recorded block %1$u of launch %2$u"),
                                     record->block, record->launch + 1);
                return FALSE;
              }
            if (compare_lane (&x, &y, flags, result))
              continue;
            if (!ordered)
              return FALSE;
            result->n_cut++;
            g_clear_pointer (&result->difference, g_free);
          }
    }
  return TRUE;
}
