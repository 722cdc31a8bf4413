#include "session/trail.h"

#define MAX_RUNS 8 /* a few MB each */

struct _WsTrail {
  GPtrArray *runs; /* WsRun, the newest last */
  guint present;   /* index of the one shown */
};

/* Returns: (transfer full): a trail with no run in it */
WsTrail *
ws_trail_new (void)
{
  WsTrail *self = g_new0 (WsTrail, 1);

  self->runs = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_run_unref);
  return self;
}

void
ws_trail_free (WsTrail *self)
{
  g_ptr_array_unref (self->runs);
  g_free (self);
}

/**
 * ws_trail_visit:
 * @run: (transfer none): the run shown now
 *
 * A run that is in the trail becomes the current one, in its place; any other is added as the
 * newest, and the oldest of more than eight is dropped.
 */
void
ws_trail_visit (WsTrail *self, WsRun *run)
{
  if (g_ptr_array_find (self->runs, run, &self->present))
    return;
  g_ptr_array_add (self->runs, ws_run_ref (run));
  if (self->runs->len > MAX_RUNS)
    g_ptr_array_remove_index (self->runs, 0);
  self->present = self->runs->len - 1;
}

/**
 * ws_trail_replace:
 * @by: (transfer none): replacement, if it is in the trail
 */
void
ws_trail_replace (WsTrail *self, const WsRun *run, WsRun *by)
{
  guint index;

  if (!g_ptr_array_find (self->runs, run, &index))
    return;
  ws_run_unref (self->runs->pdata[index]);
  self->runs->pdata[index] = ws_run_ref (by);
}

/**
 * ws_trail_get:
 * @back: number of runs before the current one; negative: after it
 *
 * Returns: (transfer none) (nullable): the run, if there is one
 */
WsRun *
ws_trail_get (WsTrail *self, int back)
{
  gint64 index = (gint64)self->present - back;

  return index >= 0 && index < self->runs->len ? self->runs->pdata[index] : NULL;
}
