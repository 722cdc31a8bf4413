/* emphasis.c: highlights of an access, or of the lines. */
#include "memory/private.h"

static gboolean
stands_out (const WsMemoryDrawing *self, guint lane)
{
  return ws_emphasis_has (&self->options->emphasis, WS_HIGHLIGHT_LANE, lane)
         || ws_emphasis_has (&self->options->emphasis, WS_HIGHLIGHT_THREAD,
                             self->warp * WS_WARP_SIZE + lane);
}

static void
ring (WsMemoryDrawing *self, WsBox box)
{
  ws_highlight_draw_ring (self->cr, self->theme, &box, MIN (box.w, box.h) * 0.2,
                          self->layout.scale);
}

/* Draws rings around highlights. */
void
ws_memory_draw_highlights (WsMemoryDrawing *self)
{
  const GArray *lines = self->scene->memory->lines;

  if (self->options->mode == WS_MEMORY_LINES)
    {
      for (guint i = 0; i < self->table.n_rows; i++)
        if (ws_emphasis_has (
                &self->options->emphasis, WS_HIGHLIGHT_LINE,
                g_array_index (lines, WsMemoryLine, ws_memory_get_ranked (self, i)).line))
          ring (self, (WsBox){ self->table.rows.x, self->table.rows.y + i * self->table.row_h,
                               self->table.rows.w, self->table.row_h });
      return;
    }
  if (self->options->mode == WS_MEMORY_BUFFER || !self->has_request)
    return;
  for (guint lane = 0; lane < WS_WARP_SIZE && self->request.space != WS_SPACE_SHARED; lane++)
    if (stands_out (self, lane))
      ring (self, ws_memory_get_lane_box (self, lane));
  for (guint i = 0; i < self->request.n_words; i++)
    for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
      if ((self->request.words[i].lanes >> lane & 1) != 0 && stands_out (self, lane))
        {
          ring (self, ws_memory_get_word_box (self, i));
          break;
        }
}
