#include "lanes/private.h"

#include <glib/gi18n.h>

/**
 * ws_draw_lanes:
 * @options: (nullable): what of it
 *
 * Draws all warps at the moment, and the chosen one over time. The background is the caller's.
 */
void
ws_draw_lanes (cairo_t *cr, const WsFrame *frame, const WsLanesOptions *options)
{
  g_autoptr (WsPainter) painter = ws_lanes_painter_new (cr);

  ws_lanes_painter_set (painter, frame, options);
  ws_painter_draw_all (painter, cr);
}

static gboolean
pick_instant (const WsLanesLayout *l, const WsScene *scene, const WsMoment *moment, double x,
              double y, WsLanesHit *hit)
{
  for (guint warp = 0; warp < scene->warps->len; warp++)
    {
      WsBox row = ws_lanes_layout_get_row (l, warp);
      double lane = (x - row.x - l->label_w) / l->lane_w;

      if (!ws_box_contains (&row, x, y))
        continue;
      *hit = (WsLanesHit){ .kind = WS_LANES_HIT_WARP, .warp = warp, .lane = WS_NONE };
      hit->event = ws_scene_warp_event_at (scene, warp, moment->position);
      if (lane >= 0 && lane < WS_WARP_SIZE)
        {
          hit->kind = WS_LANES_HIT_LANE;
          hit->lane = lane;
        }
      return TRUE;
    }
  return FALSE;
}

/**
 * ws_lanes_pick:
 * @options: (nullable): as it was drawn
 * @hit: (out): the hit
 *
 * Returns: whether anything is there
 */
gboolean
ws_lanes_pick (const WsFrame *frame, const WsLanesOptions *options, double x, double y,
               WsLanesHit *hit)
{
  g_autoptr (WsText) text = ws_text_new (NULL, frame->theme);
  WsLanesLayout l;
  WsLanes self = { 0 };

  g_return_val_if_fail (hit != NULL, FALSE);

  *hit = (WsLanesHit){ .kind = WS_LANES_HIT_NONE, .lane = WS_NONE, .event = WS_NONE };
  if (!ws_lanes_init (&self, frame->scene, frame->moment, frame->theme))
    return FALSE;
  ws_lanes_layout_init (&l, text, frame, options);
  if (pick_instant (&l, frame->scene, frame->moment, x, y, hit))
    return TRUE;
  hit->warp = self.warp;
  if (l.stack.h > 0 && ws_box_contains (&l.stack, x, y) && self.instruction != WS_NONE)
    {
      guint n =
          self.trace->first_path[self.instruction + 1] - self.trace->first_path[self.instruction];
      guint slot = l.n_slots - 1 - MIN ((guint)((y - l.stack.y) / l.slot_h), l.n_slots - 1);

      if (slot >= n)
        return FALSE;
      hit->kind = WS_LANES_HIT_PATH;
      hit->path = slot == 0 || n <= l.n_slots ? slot : n - l.n_slots + slot;
      hit->event = self.trace->events[self.instruction];
      hit->instruction = self.instruction;
      return TRUE;
    }
  if (l.cloth.h > 0 && x >= l.cloth.x && x < l.cloth.x + l.cloth.w && y >= l.ticks.y
      && y < l.cloth.y + l.cloth.h)
    {
      hit->kind = WS_LANES_HIT_WEAVE;
      hit->instruction =
          l.first + MIN ((guint)((x - l.cloth.x) * l.count / l.cloth.w), l.count - 1);
      hit->event = self.trace->events[hit->instruction];
      hit->lane = y >= l.cloth.y
                      ? MIN ((guint)((y - l.cloth.y) * WS_WARP_SIZE / l.cloth.h), WS_WARP_SIZE - 1)
                      : WS_NONE;
      return TRUE;
    }
  return FALSE;
}

static void
append_site (GString *text, const WsKernel *kernel, const WsSite *site)
{
  g_autofree char *source = ws_lanes_get_source_line (kernel, site->line);

  g_string_append_printf (text, "\n%s", ws_kernel_get_string (kernel, site->text));
  if (source != NULL)
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (text, _ ("line %1$u: %2$s"), site->line, source);
    }
  if (ws_site_get_call_line (site) != 0)
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (text, _ ("inlined at line %u"), ws_site_get_call_line (site));
    }
}

/**
 * ws_lanes_find:
 * @options: (nullable): as it was drawn
 * @boxes: (out caller-allocates): where each lane of the warp that is followed stands
 *
 * Returns: a bit for each lane that is drawn
 */
guint32
ws_lanes_find (const WsFrame *frame, const WsLanesOptions *options, WsBox boxes[WS_WARP_SIZE])
{
  g_autoptr (WsText) text = ws_text_new (NULL, frame->theme);
  WsLanesLayout l;
  WsLanes self = { 0 };

  if (!ws_lanes_init (&self, frame->scene, frame->moment, frame->theme))
    return 0;
  ws_lanes_layout_init (&l, text, frame, options);
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    boxes[lane] = ws_lanes_layout_get_lane (&l, self.warp, lane);
  return l.instant.h > 0 ? G_MAXUINT32 : 0;
}

/**
 * ws_lanes_hit_describe:
 * @moment: when
 * @hit: from ws_lanes_pick()
 *
 * Returns: (transfer full) (nullable): text for a tooltip
 */
char *
ws_lanes_hit_describe (const WsScene *scene, const WsMoment *moment, const WsLanesHit *hit)
{
  static const char *const words[] = { N_ ("has exited, or has no thread"),
                                       N_ ("waits for the other lanes"),
                                       N_ ("on this path, but predicated off"),
                                       N_ ("waits at the barrier"), N_ ("active") };
  const WsKernel *kernel = ws_run_get_kernel (scene->run, scene->launch);
  const WsEvent *event;
  GString *text;
  guint n_active;

  if (hit->kind == WS_LANES_HIT_NONE)
    return NULL;
  if (hit->event == WS_NONE)
    return g_strdup_printf (_ ("Warp %u has not started"), hit->warp);
  event = &scene->run->events[scene->record->first_event + hit->event];
  n_active = (guint)__builtin_popcount (event->active);
  text = g_string_new (NULL);
  switch (hit->kind)
    {
      case WS_LANES_HIT_LANE: {
        WsLaneState states[WS_WARP_SIZE];
        ws_lanes_get_states (scene, hit->warp, moment->position, states);
        g_string_append_printf (text, _ ("Thread %1$u, lane %2$u of warp %3$u: %4$s"),
                                hit->warp * WS_WARP_SIZE + hit->lane, hit->lane, hit->warp,
                                _ (words[states[hit->lane]]));
        break;
      }
    case WS_LANES_HIT_WARP:
      g_string_append_printf (text, _ ("Warp %1$u: active 0x%2$08x"), hit->warp, event->active);
      break;
      case WS_LANES_HIT_PATH: {
        const WsWarpTrace *trace = g_ptr_array_index (scene->warps, hit->warp);
        const WsPath *path = &trace->paths[trace->first_path[hit->instruction] + hit->path];
        guint n = (guint)__builtin_popcount (path->mask);

        g_string_append_printf (
            text, ngettext ("Path of %1$u lane, 0x%2$08x", "Path of %1$u lanes, 0x%2$08x", n), n,
            path->mask);
        if (path->pc < kernel->n_sites)
          append_site (text, kernel, &kernel->sites[path->pc]);
        return g_string_free (text, FALSE);
      }
    case WS_LANES_HIT_WEAVE:
    default:
      g_string_append_printf (text,
                              ngettext ("Warp %1$u, instruction %2$u: %3$u lane, 0x%4$08x",
                                        "Warp %1$u, instruction %2$u: %3$u lanes, 0x%4$08x",
                                        n_active),
                              hit->warp, hit->instruction, n_active, event->active);
      break;
    }
  append_site (text, kernel, &kernel->sites[event->site]);
  return g_string_free (text, FALSE);
}
