#include "lanes/private.h"

#include <glib/gi18n.h>
#include <math.h>

/* A jump has the line of the code that it skips: lanes continue at its target. */
static guint32
follow_jumps (const WsKernel *kernel, guint32 site)
{
  for (guint i = 0; i < kernel->n_sites && site < kernel->n_sites; i++)
    {
      const WsSite *jump = &kernel->sites[site];

      if (jump->op_class != WS_OP_BRANCH || (jump->flags & WS_SITE_GUARDED) != 0
          || jump->target == WS_NONE)
        break;
      site = jump->target;
    }
  return site;
}

/* (transfer full): where a path continues */
static char *
name_place (const WsLanes *self, guint32 pc, gboolean runs)
{
  guint32 site = runs ? pc : follow_jumps (self->kernel, pc);
  guint line = site < self->kernel->n_sites ? self->kernel->sites[site].line : 0;

  if (line != 0 && line != WS_NONE)
    return g_strdup_printf (_ ("line %u"), line);
  if (site < self->kernel->n_sites)
    return g_strdup_printf (_ ("PTX line %u"), self->kernel->sites[site].ptx_line);
  return g_strdup (_ ("the end"));
}

/* An entry: 32 lanes, where they go on, and where they meet the others. */
static void
draw_entry (WsLanes *self, guint slot, const WsPath *path, gboolean runs)
{
  const WsLanesLayout *l = &self->layout;
  WsColor color = *ws_theme_get_warp_color (self->theme, self->warp);
  WsBox row = ws_lanes_layout_get_slot (l, slot);
  double y = row.y + row.h / 2;
  double radius = MIN (3 * l->scale, l->lane_w * 0.18);
  double end = row.x + l->label_w + l->lane_w * WS_WARP_SIZE;
  double room = l->stack.x + l->stack.w - end - l->note_px * 0.6;
  g_autofree char *place = NULL;
  g_autofree char *other = NULL;
  g_autofree char *meet = NULL;

  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    {
      WsBox box = ws_box_snap (self->cr, ws_lanes_layout_get_slot_lane (l, slot, lane));
      if ((path->mask >> lane & 1) != 0)
        ws_rounded_path (self->cr, &box, radius);
    }
  ws_paint_set (self->cr, runs ? color : ws_color_mix (self->theme->background, color, 0.35));
  cairo_fill (self->cr);
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    {
      WsBox box = ws_box_snap (self->cr, ws_lanes_layout_get_slot_lane (l, slot, lane));
      if ((path->mask >> lane & 1) == 0)
        cairo_rectangle (self->cr, box.x, box.y + box.h * 0.44, box.w, box.h * 0.12);
    }
  ws_paint_set (self->cr, self->theme->faint);
  cairo_fill (self->cr);

  place = name_place (self, path->pc, runs);
  ws_text_show_fit (self->text,
                    &(WsTextStyle){ runs ? WS_FACE_BOLD : WS_FACE_SANS, l->note_px,
                                    runs ? self->theme->ink : self->theme->muted },
                    &(WsTextPlace){ row.x + l->note_px * 0.35, y, 0 },
                    l->label_w - l->note_px * 0.6, place);
  if (path->reconverge == WS_NONE || room < l->note_px * 3)
    return;
  other = name_place (self, path->reconverge, FALSE);
  /* Translators: %s is "line 9" or "the end" */
  meet = g_strdup_printf (_ ("to %s"), other);
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                    &(WsTextPlace){ end + l->note_px * 0.6, y, 0 }, room, meet);
}

/* (transfer full): how many paths there are, and how many of them are drawn */
static char *
describe_stack (const WsLanes *self, guint n)
{
  guint n_slots = self->layout.n_slots;

  if (ws_lanes_hides (self, WS_HIDE_MASKS | WS_HIDE_COUNTS))
    return g_strdup_printf (_ ("divergence stack of warp %u"), self->warp);
  if (n == 0 && self->instruction != WS_NONE)
    return g_strdup_printf (_ ("divergence stack of warp %u: empty, all lanes have exited"),
                            self->warp);
  if (n <= 1)
    return g_strdup_printf (_ ("divergence stack of warp %u: whole, all lanes on one path"),
                            self->warp);
  if (n > n_slots)
    return g_strdup_printf (
        ngettext (
            "divergence stack of warp %1$u: %2$u entry; the bottom one and the top %3$u are shown",
            "divergence stack of warp %1$u: %2$u entries; the bottom one and the top %3$u are "
            "shown",
            n),
        self->warp, n, n_slots - 1);
  return g_strdup_printf (ngettext ("divergence stack of warp %1$u: %2$u entry, the top one runs",
                                    "divergence stack of warp %1$u: %2$u entries, the top one runs",
                                    n),
                          self->warp, n);
}

/* Draws the paths of the chosen warp: the one that runs on top, those that wait below. */
void
ws_lanes_draw_stack (WsLanes *self)
{
  const WsLanesLayout *l = &self->layout;
  double y = l->stack_title.y + l->stack_title.h * 0.55;
  WsPath paths[WS_LANES_MAX_PATHS];
  guint n = ws_lanes_get_paths (self, paths);
  g_autofree char *title = describe_stack (self, n);

  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                    &(WsTextPlace){ l->stack_title.x + l->note_px * 0.35, y, 0 },
                    l->stack_title.w - l->note_px, title);
  if (ws_lanes_hides (self, WS_HIDE_MASKS))
    {
      WsBox row = ws_lanes_layout_get_slot (l, 0);
      WsBox box = { row.x + l->label_w, l->stack.y, l->lane_w * WS_WARP_SIZE, l->stack.h };

      ws_veil_draw (self->cr, self->text, self->theme, &box, 4 * l->scale,
                    MAX (MIN (l->text_px * 1.2, box.h * 0.7), l->note_px));
      return;
    }
  for (guint slot = 0; slot < l->n_slots; slot++)
    {
      /* deeper than there are places: the bottom, and the top ones */
      guint entry = slot == 0 || n <= l->n_slots ? slot : n - l->n_slots + slot;

      if (slot < n)
        draw_entry (self, slot, &paths[entry], entry == n - 1);
      else
        {
          WsBox row = ws_lanes_layout_get_slot (l, slot);
          WsBox rule = { row.x + l->label_w, row.y + row.h / 2, l->lane_w * WS_WARP_SIZE, 1 };

          rule = ws_box_snap (self->cr, rule);
          ws_box_path (self->cr, &rule);
          ws_paint_set (self->cr, ws_color_mix (self->theme->background, self->theme->faint, 0.6));
          cairo_fill (self->cr);
        }
    }
}
