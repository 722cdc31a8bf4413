/* levels.c: what answers for a sector of global memory: filled, the cache of the SM; lightly
 * filled, the cache of the device; a frame alone, the device memory. */
#include "memory/private.h"

#include <glib/gi18n.h>

#define SECTORS (WS_MEMORY_REQUEST_SEGMENT_BYTES / WS_MEMORY_REQUEST_SECTOR_BYTES)

static WsColor
get_color (const WsTheme *theme, WsMemoryLevel level)
{
  const double shares[WS_N_MEMORY_LEVELS] = {
    [WS_MEMORY_LEVEL_L1] = 1, [WS_MEMORY_LEVEL_L2] = 0.4
  };

  return ws_color_mix (theme->background, theme->good, shares[level]);
}

/* Sectors side by side that the same level answers for. */
typedef struct {
  WsBox box;
  WsMemoryLevel level;
} Span;

static const char *
get_name (WsMemoryLevel level, gboolean is_short)
{
  static const char *const names[WS_N_MEMORY_LEVELS] = {
    [WS_MEMORY_LEVEL_L1] = N_ ("L1 cache"),
    [WS_MEMORY_LEVEL_L2] = N_ ("L2 cache"),
    [WS_MEMORY_LEVEL_DEVICE] = N_ ("device memory"),
  };

  return is_short ? ws_memory_name_level_short (level) : _ (names[level]);
}

/* Returns: whether the names have room in all of @spans */
static gboolean
do_fit (WsMemoryDrawing *self, const GArray *spans, double px, gboolean is_short)
{
  for (guint i = 0; i < spans->len; i++)
    {
      const Span *span = &g_array_index (spans, Span, i);

      if (ws_text_width (self->text, WS_FACE_SANS, px, get_name (span->level, is_short))
          > span->box.w - px * 0.6)
        return FALSE;
    }
  return TRUE;
}

/* The longest names that have room; all are written, or none. */
static void
write_names (WsMemoryDrawing *self, const GArray *spans)
{
  double px = MIN (self->layout.note_px, self->segments.levels.h * 0.8);
  gboolean is_short = !do_fit (self, spans, px, FALSE);

  if (px < ws_theme_get_min_text (self->theme, self->layout.height)
      || (is_short && !do_fit (self, spans, px, TRUE)))
    return;
  for (guint i = 0; i < spans->len; i++)
    {
      const Span *span = &g_array_index (spans, Span, i);
      WsColor ink = span->level == WS_MEMORY_LEVEL_DEVICE
                        ? self->theme->muted
                        : ws_color_ink_on (get_color (self->theme, span->level));

      ws_text_show (
          self->text, &(WsTextStyle){ WS_FACE_SANS, px, ink },
          &(WsTextPlace){ span->box.x + span->box.w / 2, span->box.y + span->box.h / 2, 0.5 },
          get_name (span->level, is_short));
    }
}

/**
 * ws_memory_draw_level:
 * @box: of sectors side by side
 * @level: what answers for them
 *
 * Draws the sign of a level.
 */
void
ws_memory_draw_level (WsMemoryDrawing *self, WsBox box, WsMemoryLevel level)
{
  const WsTheme *theme = self->theme;
  double line = ws_snap_line (self->cr, theme->line_px * self->layout.scale);
  WsColor ground = get_color (theme, level);
  WsBox frame;

  box = ws_box_snap (self->cr, box);
  ws_box_path (self->cr, &box);
  ws_paint_set (self->cr, ground);
  cairo_fill (self->cr);
  frame = ws_box_snap_stroke (self->cr, box, line);
  ws_box_path (self->cr, &frame);
  ws_paint_set (self->cr, level == WS_MEMORY_LEVEL_DEVICE ? theme->muted : theme->good);
  cairo_set_line_width (self->cr, MIN (line, box.w * 0.3));
  cairo_stroke (self->cr);
}

/**
 * ws_memory_draw_levels:
 * @self: a drawing of an access to global memory
 * @count: (out): how many sectors each level answers for
 *
 * Draws below the sectors what answers for them, those side by side as one.
 */
void
ws_memory_draw_levels (WsMemoryDrawing *self, WsMemoryLevelCount *count)
{
  const WsMemorySegments *s = &self->segments;
  const WsMemoryUse *use = self->scene->memory;
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (Span));
  double air = s->levels.h > self->layout.note_px ? self->layout.note_px * 0.25 : 1;

  ws_memory_use_count_levels (use, &self->request, self->event, count);
  for (guint i = 0; i < s->n && s->levels.h > 0; i++)
    for (guint k = 0; k < SECTORS;)
      {
        guint64 segment = s->first[i] * WS_MEMORY_REQUEST_SEGMENT_BYTES;
        guint64 address = segment + k * WS_MEMORY_REQUEST_SECTOR_BYTES;
        Span span = { .box = ws_memory_get_sector_box (self, address) };
        WsMemoryLevel next;
        guint n = 1;

        if (!ws_memory_use_find_level (use, &self->request, self->event, address, &span.level))
          {
            k++;
            continue;
          }
        while (k + n < SECTORS
               && ws_memory_use_find_level (use, &self->request, self->event,
                                            address + n * WS_MEMORY_REQUEST_SECTOR_BYTES, &next)
               && next == span.level)
          n++;
        k += n;
        span.box = (WsBox){ span.box.x, s->levels.y + air, span.box.w * n, s->levels.h - air };
        ws_memory_draw_level (self, span.box, span.level);
        g_array_append_val (spans, span);
      }
  write_names (self, spans);
}

/**
 * ws_memory_draw_cached:
 * @bar: where to
 * @count: what each level answers for
 *
 * Draws the shares of the levels, one behind the other.
 *
 * Returns: the caches' share, 0 to 1
 */
double
ws_memory_draw_cached (WsMemoryDrawing *self, const WsBox *bar, const WsMemoryLevelCount *count)
{
  double sum = (double)MAX (ws_memory_level_count_get_sum (count), 1);
  double x = bar->x;

  for (guint level = 0; level < WS_N_MEMORY_LEVELS; level++)
    {
      WsBox box = { x, bar->y, bar->w * (double)count->sectors[level] / sum, bar->h };

      x += box.w;
      if (count->sectors[level] > 0)
        ws_memory_draw_level (self, box, (WsMemoryLevel)level);
    }
  return 1 - (double)count->sectors[WS_MEMORY_LEVEL_DEVICE] / sum;
}
