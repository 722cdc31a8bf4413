#include "model/scoreboard.h"

/**
 * ws_scoreboard_init:
 * @self: (out): the scoreboard
 * @memory: of the SM; borrowed
 * @n_warps: of the SM
 * @n_rows: of the kernel
 *
 * Returns: %FALSE if out of memory
 */
gboolean
ws_scoreboard_init (WsScoreboard *self, const WsSpec *spec, WsMemoryModel *memory, guint n_warps,
                    guint n_rows)
{
  *self = (WsScoreboard){
    .spec = spec,
    .memory = memory,
    .n_rows = MAX (n_rows, 1),
    .windows = g_new0 (WsWindow, n_warps),
  };
  self->ready = g_try_new0 (guint64, (gsize)n_warps * self->n_rows);
  self->early = g_try_new0 (guint64, (gsize)n_warps * self->n_rows);
  if (self->ready != NULL && self->early != NULL)
    return TRUE;
  ws_scoreboard_clear (self);
  return FALSE;
}

void
ws_scoreboard_clear (WsScoreboard *self)
{
  g_clear_pointer (&self->ready, g_free);
  g_clear_pointer (&self->early, g_free);
  g_clear_pointer (&self->windows, g_free);
}

/* Nothing has issued yet. */
void
ws_scoreboard_begin (WsScoreboard *self, guint n_warps)
{
  memset (self->pipes, 0, sizeof self->pipes);
  ws_scoreboard_begin_warps (self, 0, n_warps, 0, 0);
}

/**
 * ws_scoreboard_begin_warps:
 * @first: warp
 * @n: warps
 * @copy: see ws_memory_model_answer()
 * @now: cycle in which their block begins
 */
void
ws_scoreboard_begin_warps (WsScoreboard *self, guint first, guint n, guint64 copy, guint64 now)
{
  gsize from = (gsize)first * self->n_rows;

  memset (self->ready + from, 0, (gsize)n * self->n_rows * sizeof *self->ready);
  memset (self->early + from, 0, (gsize)n * self->n_rows * sizeof *self->early);
  for (guint w = first; w < first + n; w++)
    self->windows[w] = (WsWindow){ .global = now, .shared = now, .copy = copy };
}
